/** The description of each public call on the authority. */
import { Type } from 'typebox'
import { describing, fileAnswer, problems } from '../http/schemas.ts'

const operation = describing('Authority', { security: [] })

/** Media types of RFC 2585, RFC 3161 and RFC 6960. */
export const MEDIA = {
  certificate: 'application/pkix-cert',
  list: 'application/pkix-crl',
  query: 'application/timestamp-query',
  reply: 'application/timestamp-reply',
  ocspRequest: 'application/ocsp-request',
  ocspResponse: 'application/ocsp-response',
} as const

/** No type, since the bytes would be validated against it; the description adds what generators look for. */
const bytes = (description: string) => Type.Unsafe({ format: 'binary', description })

const text = (description: string) => ({
  description,
  content: { 'text/plain': { schema: Type.String() } },
})

/** GET of a certificate or revocation list, by its file name. */
export const getAuthorityFile = operation('getAuthorityFile', {
  summary: 'A certificate or revocation list of the authority',
  description:
    'Certificates name these addresses: `root-1.crt`, `issuing-1.crt`, `timestamp-1.crt`, `seal-1.crt`, `ocsp-1.crt` and `root-1.crl`, `issuing-1.crl`. When a root has a successor, `root-2-by-root-1.crt` is the key of the new one certified by the old one, and `root-1-by-root-2.crt` the reverse.',
  params: Type.Object({
    file: Type.String({
      pattern:
        '^((root|issuing|timestamp|seal|ocsp)-[0-9]{1,4}|root-[0-9]{1,4}-by-root-[0-9]{1,4})\\.(crt|crl)$',
    }),
  }),
  response: {
    200: fileAnswer('The certificate or list (DER)', MEDIA.certificate, MEDIA.list),
    ...problems('not_found', 'authority_unavailable', 'validation_failed'),
  },
})

/** GET of the root certificates as PEM. */
export const getRootCertificate = operation('getRootCertificate', {
  summary: 'The root certificates as PEM, to trust them',
  description:
    'The current root first; after it those that it has succeeded, since what they signed remains valid. Usually there is one.',
  response: {
    200: {
      description: 'The certificates',
      content: { 'application/x-pem-file': { schema: Type.String() } },
    },
    ...problems('authority_unavailable'),
  },
})

/** GET of the certificate policy. */
export const getPolicy = operation('getCertificatePolicy', {
  summary: 'The certificate policy',
  response: { 200: text('The text'), ...problems('rate_limited') },
})

/** POST for a time-stamp (RFC 3161). */
export const stampTime = operation('stampTime', {
  summary: 'Get a time-stamp (RFC 3161)',
  description:
    'Accepts a TimeStampReq with a SHA-256, SHA-384 or SHA-512 hash and returns a TimeStampResp.',
  body: {
    content: { [MEDIA.query]: { schema: bytes('The TimeStampReq (DER)') } },
  },
  response: {
    200: fileAnswer('The TimeStampResp, also for a rejected request', MEDIA.reply),
    ...problems('authority_unavailable', 'file_too_large', 'unsupported_media_type'),
  },
})

const ocspAnswer = {
  200: fileAnswer('The OCSPResponse, also for a rejected request', MEDIA.ocspResponse),
}

/** POST for the status of a certificate (OCSP, RFC 6960). */
export const askStatus = operation('askCertificateStatus', {
  summary: 'Ask whether a certificate is revoked (OCSP, RFC 6960)',
  description:
    'Accepts an OCSPRequest for certificates of one issuer; responds good, revoked or unknown. The nonce is echoed for certificates of the issuing authority.',
  body: {
    content: {
      [MEDIA.ocspRequest]: { schema: bytes('The OCSPRequest (DER)') },
    },
  },
  response: {
    ...ocspAnswer,
    ...problems('file_too_large', 'unsupported_media_type'),
  },
})

/** GET for the status (RFC 6960, A.1). */
export const getStatus = operation('getCertificateStatus', {
  summary: 'Ask whether a certificate is revoked, by GET',
  description:
    'The OCSPRequest in base64, percent-encoded (RFC 6960, A.1). Responses can be cached according to their headers (RFC 5019).',
  params: Type.Object({ request: Type.String({ maxLength: 2_048 }) }),
  response: { ...ocspAnswer, ...problems('validation_failed') },
})
