/** Turns what the verifier found into the answer. */
import { type Certificate, emailOf, nameAttribute } from '../pades/certificate.ts'
import { OID } from '../pades/oids.ts'
import type { Problem } from '../pades/problems.ts'
import type { PdfVerification, SignatureReport } from '../pades/verify.ts'
import type { PdfChange } from '../pdf/change-words.ts'
import { PADES_LEVELS, type Verdict, type VerifiedSignature } from './schemas.ts'
import { summaryOf } from './summary.ts'

type CertificateShape = VerifiedSignature['chain'][number]

const iso = (ms: number): string => new Date(ms).toISOString()
const isoOrNull = (ms: number | undefined): string | null => {
  const isTime = ms !== undefined && Math.abs(ms) <= 8.64e15
  return isTime ? iso(ms) : null
}

const issuerName = ({ issuer }: Certificate): string =>
  nameAttribute(issuer, OID.commonName) ?? nameAttribute(issuer, OID.organization) ?? ''

function certificateShape(certificate: Certificate): CertificateShape {
  const email = emailOf(certificate)
  return {
    name: certificate.name,
    ...(email !== undefined && { email }),
    serial: certificate.serialHex,
    issuer: issuerName(certificate),
    fingerprint: certificate.fingerprint,
    valid_from: iso(certificate.notBeforeMs),
    valid_to: iso(certificate.notAfterMs),
  }
}

const problemShape = ({ code, detail, detailFr }: Problem) => ({
  code,
  detail,
  detail_fr: detailFr,
})

const changeShape = ({ code, kind, what, whatFr, page, field }: PdfChange) => ({
  code,
  detail: what,
  detail_fr: whatFr,
  allowed: kind !== 'forbidden',
  ...(page !== undefined && { page }),
  ...(field !== undefined && { field }),
})

function signatureShape(report: SignatureReport): VerifiedSignature {
  const { signer, stamp, level, reason } = report
  return {
    field: report.field,
    kind: report.kind === 'signature' ? 'signature' : 'document_timestamp',
    signer: signer === undefined ? null : certificateShape(signer),
    intact: report.intact,
    trusted: report.trusted,
    chain: report.chain.map(certificateShape),
    level: level === 'none' ? null : PADES_LEVELS[level],
    signed_at: { proven: isoOrNull(report.provenMs), claimed: isoOrNull(report.claimedMs) },
    timestamp: stamp === undefined ? null : { authority: stamp.authority, time: iso(stamp.timeMs) },
    ...(reason !== undefined && { reason }),
    covers_whole_file: report.coversWholeFile,
    changes_after: report.changes.map(changeShape),
    problems: report.problems.map(problemShape),
  }
}

/** The answer, but for the file's name and whether it is ours. */
export function verdictOf(
  { signatures, problems, valid }: PdfVerification,
  file: Verdict['file'],
): Verdict {
  const shapes = signatures.map(signatureShape)
  const summary = summaryOf({ signatures: shapes, problems, valid })
  return {
    file,
    valid,
    summary: summary.en,
    summary_fr: summary.fr,
    signatures: shapes,
    problems: problems.map(problemShape),
  }
}
