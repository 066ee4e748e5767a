/** The result of a verification in one sentence for people who know nothing of signatures. */
import type { VerifiedSignature } from './schemas.ts'

/** A sentence in both languages. */
export interface Sentence {
  en: string
  fr: string
}

const NAMED_MAX = 3

/** `A, B and C`, or `A, B, C and 4 others`. */
function listed(names: readonly string[], words: { and: string; others(count: number): string }) {
  const shown = names.slice(0, names.length > NAMED_MAX + 1 ? NAMED_MAX : names.length)
  const rest = names.length - shown.length
  const parts = rest > 0 ? [...shown, words.others(rest)] : shown
  if (parts.length < 2) return parts[0] ?? ''
  return `${parts.slice(0, -1).join(', ')} ${words.and} ${parts.at(-1)}`
}

const inEnglish = (names: readonly string[]): string =>
  listed(names, { and: 'and', others: (count) => `${count} others` })
const inFrench = (names: readonly string[]): string =>
  listed(names, { and: 'et', others: (count) => `${count} autres` })

const ALTERED: Sentence = {
  en: 'Do not rely on this file: it was changed after signing, or a signature does not hold.',
  fr: 'Ne vous fiez pas à ce fichier : il a été modifié après la signature, ou une signature ne tient pas.',
}
const STRANGER: Sentence = {
  en: 'The file is intact since it was signed, but nobody known here vouches for who signed.',
  fr: 'Le fichier est intact depuis sa signature, mais personne de connu ici ne garantit qui a signé.',
}
const DOUBTFUL: Sentence = {
  en: 'The file is intact since it was signed, but a certificate or a time-stamp gives reason for doubt.',
  fr: 'Le fichier est intact depuis sa signature, mais un certificat ou un horodatage prête à doute.',
}
const UNSIGNED: Sentence = {
  en: 'The file holds no signature: nothing proves who made it or whether it was changed.',
  fr: 'Le fichier ne contient aucune signature : rien ne prouve qui l’a fait ni s’il a été modifié.',
}
/** Problems of certificates and times: the document itself is as it was signed. */
const OF_CERTIFICATES =
  /^(?:issuer_untrusted|certificate_(?!missing|exchanged)\w+|timestamp_\w+|revocation_unknown)$/

/** What was found: of the file, and of each signature. */
interface Findings {
  signatures: readonly VerifiedSignature[]
  problems: readonly { code: string }[]
}

const codesOf = ({ signatures, problems }: Findings): string[] =>
  [...problems, ...signatures.flatMap((each) => each.problems)].map(({ code }) => code)

/** The sentence. */
export function summaryOf(result: Findings & { valid: boolean }): Sentence {
  const { valid, signatures, problems } = result
  if (signatures.length === 0)
    return problems.some(({ code }) => code !== 'no_signature') ? ALTERED : UNSIGNED
  if (valid) return holding(signatures)
  if (!codesOf(result).every((code) => OF_CERTIFICATES.test(code))) return ALTERED
  return isUnconfirmed(result) ? STRANGER : DOUBTFUL
}

const UNTRUSTED: readonly string[] = ['issuer_untrusted', 'timestamp_untrusted']

/** Whether nothing is wrong but that nobody known here vouches for those who signed: neither valid nor spoiled. */
export function isUnconfirmed(findings: Findings): boolean {
  const codes = codesOf(findings)
  return codes.length > 0 && codes.every((code) => UNTRUSTED.includes(code))
}

const isSeal = ({ signer_kind: kind }: VerifiedSignature): boolean => kind === 'legal_person'

/** Everybody's signatures, the seals of organisations, and the time-stamps that stand by themselves. */
export function byKind(signatures: readonly VerifiedSignature[]) {
  const acts = signatures.filter(({ kind }) => kind === 'signature')
  return {
    signed: acts.filter((each) => !isSeal(each)),
    seals: acts.filter(isSeal),
    stamps: signatures.filter(({ kind }) => kind === 'document_timestamp'),
  }
}

const namesOf = (signatures: readonly VerifiedSignature[]): string[] => [
  ...new Set(signatures.map(({ signer }) => signer?.name ?? '')),
]

function holding(signatures: readonly VerifiedSignature[]): Sentence {
  const { signed, seals } = byKind(signatures)
  if (signed.length + seals.length === 0)
    return {
      en: 'The time-stamp holds: the file has not been changed since.',
      fr: 'L’horodatage tient : le fichier n’a pas été modifié depuis.',
    }
  const kinds = [
    {
      acts: signed,
      en: ['a valid signature', 'valid signatures'],
      fr: ['une signature valable', 'signatures valables'],
    },
    {
      acts: seals,
      en: ['a valid seal', 'valid seals'],
      fr: ['un cachet valable', 'cachets valables'],
    },
  ].filter(({ acts }) => acts.length > 0)
  const counted = ({ length }: readonly unknown[], [one, more]: readonly string[]) =>
    length === 1 ? one : `${length} ${more}`
  const en = kinds.map(({ acts, en }) => `${counted(acts, en)} by ${inEnglish(namesOf(acts))}`)
  const fr = kinds.map(({ acts, fr }) => `${counted(acts, fr)} de ${inFrench(namesOf(acts))}`)
  return {
    en: `The file holds ${en.join(', and ')}, and has not been changed since.`,
    fr: `Le fichier porte ${fr.join(', et ')}, et n’a pas été modifié depuis.`,
  }
}
