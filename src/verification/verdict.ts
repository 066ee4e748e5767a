/** Converts the verifier's findings to the response. */
import type { Locale } from '../kernel/languages.ts'
import { type Certificate, emailOf, nameAttribute } from '../pades/certificate.ts'
import { OID } from '../pades/oids.ts'
import { type Problem, problemText } from '../pades/problems.ts'
import { holderOf, qualificationClaim } from '../pades/qc-statements.ts'
import { verdictOfFile, verdictOfProblems } from '../pades/verdicts.ts'
import type { PdfVerification, SignatureReport } from '../pades/verify.ts'
import { changeText, type PdfChange } from '../pdf/compare/change-words.ts'
import type { Texts } from '../translations/messages.ts'
import { textsIn } from '../translations/texts.ts'
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
  const organization = nameAttribute(certificate.subject, OID.organization)
  const claims = qualificationClaim(certificate)
  return {
    name: certificate.name,
    ...(organization !== undefined && { organization }),
    ...(email !== undefined && { email }),
    serial: certificate.serialHex,
    issuer: issuerName(certificate),
    fingerprint: certificate.fingerprint,
    valid_from: iso(certificate.notBeforeMs),
    valid_to: iso(certificate.notAfterMs),
    ...(claims !== undefined && { claims }),
  }
}

const problemShape = (texts: Texts) => (problem: Problem) => ({
  code: problem.code,
  detail: problemText(texts, problem),
})

const SIGNED = new Set<string>(['signature_added', 'visible_signature_added'])

/** The texts that it speaks with, and later signers by their fields. */
interface Spoken {
  texts: Texts
  signers: ReadonlyMap<string, Certificate>
}

/** Names later signers, if their certificates state a name. */
function wordsOf(change: PdfChange, { texts, signers }: Spoken): string {
  const { code, field = '' } = change
  const signer = SIGNED.has(code) ? signers.get(field) : undefined
  if (signer === undefined) return changeText(texts, change)
  const { sealed, signed } = texts.verification.signers
  return (holderOf(signer) === 'legal' ? sealed : signed)({ name: signer.name, field })
}

const changeShape = (change: PdfChange, spoken: Spoken) => {
  const { code, kind, page, field, before, after } = change
  return {
    code,
    detail: wordsOf(change, spoken),
    allowed: kind !== 'forbidden',
    ...(page !== undefined && { page }),
    ...(field !== undefined && { field }),
    ...(before !== undefined && { old_value: before }),
    ...(after !== undefined && { new_value: after }),
  }
}

const KINDS = { natural: 'natural_person', legal: 'legal_person' } as const

/** A time-stamp is not an act of the subject of its certificate. */
function kindOf({ kind, signer }: SignatureReport): VerifiedSignature['signer_kind'] {
  const holder = kind === 'signature' && signer !== undefined ? holderOf(signer) : undefined
  return holder === undefined ? null : KINDS[holder]
}

function signatureShape(report: SignatureReport, spoken: Spoken): VerifiedSignature {
  const { signer, stamp, level, reason } = report
  return {
    field: report.field,
    kind: report.kind === 'signature' ? 'signature' : 'document_timestamp',
    signer_kind: kindOf(report),
    signer: signer === undefined ? null : certificateShape(signer),
    verdict: verdictOfProblems(report.problems),
    intact: report.intact,
    trusted: report.trusted,
    chain: report.chain.map(certificateShape),
    level: level === 'none' ? null : PADES_LEVELS[level],
    signed_at: { proven: isoOrNull(report.provenMs), claimed: isoOrNull(report.claimedMs) },
    timestamp: stamp === undefined ? null : { authority: stamp.authority, time: iso(stamp.timeMs) },
    ...(reason !== undefined && { reason }),
    covers_whole_file: report.coversWholeFile,
    changes_after: report.changes.map((change) => changeShape(change, spoken)),
    problems: report.problems.map(problemShape(spoken.texts)),
  }
}

/** The response, except for the file's name and whether it is ours. */
export function verdictOf(
  { signatures, problems, valid }: PdfVerification,
  file: Verdict['file'],
  locale: Locale,
): Verdict {
  const known = signatures.flatMap(({ field, signer }) =>
    signer === undefined ? [] : [[field, signer] as const],
  )
  const texts = textsIn(locale)
  const spoken = { texts, signers: new Map(known) }
  const shapes = signatures.map((each) => signatureShape(each, spoken))
  const verdict = verdictOfFile({ signatures, problems })
  return {
    file,
    valid,
    verdict,
    summary: summaryOf({ signatures: shapes, verdict }, texts.verification.summary),
    signatures: shapes,
    problems: problems.map(problemShape(texts)),
  }
}
