/** Converts the verifier's findings to the response. */
import { type Certificate, emailOf, holderOf, nameAttribute } from '../pades/certificate.ts'
import { OID } from '../pades/oids.ts'
import type { Problem } from '../pades/problems.ts'
import { qualificationClaim } from '../pades/qc-statements.ts'
import { verdictOfFile, verdictOfProblems } from '../pades/verdicts.ts'
import type { PdfVerification, SignatureReport } from '../pades/verify.ts'
import type { PdfChange } from '../pdf/compare/change-words.ts'
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

const problemShape = ({ code, detail, detailFr }: Problem) => ({
  code,
  detail,
  detail_fr: detailFr,
})

const SIGNED = new Set<string>(['signature_added', 'visible_signature_added'])

type Signers = ReadonlyMap<string, Certificate>

/** Names later signers, if their certificates state a name. */
function wordsOf({ code, what, whatFr, field }: PdfChange, signers: Signers) {
  const signer = SIGNED.has(code) ? signers.get(field ?? '') : undefined
  if (signer === undefined) return { detail: what, detail_fr: whatFr }
  const { name } = signer
  if (holderOf(signer) === 'legal')
    return {
      detail: `${name} sealed the document (field ${field})`,
      detail_fr: `${name} a apposé son cachet (champ ${field})`,
    }
  return {
    detail: `${name} signed (field ${field})`,
    detail_fr: `${name} a signé (champ ${field})`,
  }
}

const changeShape = (change: PdfChange, signers: Signers) => {
  const { code, kind, page, field, before, after } = change
  return {
    code,
    ...wordsOf(change, signers),
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

function signatureShape(report: SignatureReport, signers: Signers): VerifiedSignature {
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
    changes_after: report.changes.map((change) => changeShape(change, signers)),
    problems: report.problems.map(problemShape),
  }
}

/** The response, except for the file's name and whether it is ours. */
export function verdictOf(
  { signatures, problems, valid }: PdfVerification,
  file: Verdict['file'],
): Verdict {
  const known = signatures.flatMap(({ field, signer }) =>
    signer === undefined ? [] : [[field, signer] as const],
  )
  const signers = new Map(known)
  const shapes = signatures.map((each) => signatureShape(each, signers))
  const verdict = verdictOfFile({ signatures, problems })
  const summary = summaryOf({ signatures: shapes, verdict })
  return {
    file,
    valid,
    verdict,
    summary: summary.en,
    summary_fr: summary.fr,
    signatures: shapes,
    problems: problems.map(problemShape),
  }
}
