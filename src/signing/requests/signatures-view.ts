/** The signatures of a completed document as the API returns them. */

import { isAdvanced } from '../model/authentication.ts'
import { additionalFiles, fileNumberOf } from '../model/files.ts'
import { type RequestWithSigners, type SignerRow, signedAt } from '../model/rows.ts'
import type { DocumentSignature } from '../model/schemas/signature.ts'

const personName = ({ first_name, last_name, email }: SignerRow): string =>
  [first_name, last_name].filter(Boolean).join(' ') || email

/** The first versions did not record time-stamps. */
const stampedAt = (timestamp: { at: string } | null | undefined) =>
  timestamp == null ? {} : { signed_at: timestamp.at }

/** Of a certificate that is not ours this service says no level: what it claims, and whose it is. */
function levelOf(
  signer: SignerRow,
  { own, serial }: NonNullable<SignerRow['signature']>['made'][number],
): Partial<DocumentSignature> {
  if (own === undefined) return { level: isAdvanced(signer) ? 'advanced' : 'electronic' }
  const { holder, service, claim, name_matches } = own
  return {
    ...(claim !== null && { certificate_claim: claim }),
    certificate: { service, holder, serial, ...(name_matches !== null && { name_matches }) },
  }
}

const ofSigner = (signer: SignerRow): DocumentSignature[] =>
  (signer.signature?.made ?? []).map((made) => ({
    kind: 'signature',
    signer_id: signer.id,
    name: personName(signer),
    ...levelOf(signer, made),
    certificate_sha256: made.certificate_sha256,
    issuer: made.issuer,
    ...stampedAt(made.timestamp),
    ...fileNumberOf(made),
  }))

/** Whose each signature is, and its level; nothing before the document is completed. */
export function signaturesOf({ request, signers }: RequestWithSigners): {
  signatures?: DocumentSignature[]
} {
  if (request.status !== 'completed') return {}
  const inOrder = [...signers].sort((a, b) => (signedAt(a) < signedAt(b) ? -1 : 1))
  const made = request.outer_seal?.made
  const outer: DocumentSignature[] =
    made === undefined
      ? []
      : [
          {
            kind: 'outer_seal',
            name: made.name,
            ...(made.claim !== null && { certificate_claim: made.claim }),
            certificate_sha256: made.certificate_sha256,
            issuer: made.issuer,
            ...stampedAt(made.timestamp),
          },
        ]
  return {
    signatures: [
      ...inOrder.flatMap(ofSigner),
      ...outer,
      { kind: 'seal', level: 'advanced' },
      ...additionalFiles(request).map(
        ({ number }): DocumentSignature => ({
          kind: 'seal',
          level: 'advanced',
          file_number: number,
        }),
      ),
    ],
  }
}
