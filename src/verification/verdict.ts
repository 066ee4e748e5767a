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

const SIGNED = new Set<string>(['signature_added', 'visible_signature_added'])

/** Who signed later is told by name, where the certificate says it. */
function wordsOf({ code, what, whatFr, field }: PdfChange, signers: ReadonlyMap<string, string>) {
  const name = SIGNED.has(code) ? signers.get(field ?? '') : undefined
  if (name === undefined) return { detail: what, detail_fr: whatFr }
  return {
    detail: `${name} signed (field ${field})`,
    detail_fr: `${name} a signé (champ ${field})`,
  }
}

const changeShape = (change: PdfChange, signers: ReadonlyMap<string, string>) => {
  const { code, kind, page, field } = change
  return {
    code,
    ...wordsOf(change, signers),
    allowed: kind !== 'forbidden',
    ...(page !== undefined && { page }),
    ...(field !== undefined && { field }),
  }
}

function signatureShape(
  report: SignatureReport,
  signers: ReadonlyMap<string, string>,
): VerifiedSignature {
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
    changes_after: report.changes.map((change) => changeShape(change, signers)),
    problems: report.problems.map(problemShape),
  }
}

/** The answer, but for the file's name and whether it is ours. */
export function verdictOf(
  { signatures, problems, valid }: PdfVerification,
  file: Verdict['file'],
): Verdict {
  const names = signatures.flatMap(({ field, signer }) =>
    signer === undefined ? [] : [[field, signer.name] as const],
  )
  const signers = new Map(names)
  const shapes = signatures.map((each) => signatureShape(each, signers))
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
