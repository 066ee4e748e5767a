/** The result of a verification in one sentence for non-experts. */
import type { Verification, VerifiedSignature } from './schemas.ts'

/** A sentence in both languages. */
interface Sentence {
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
  en: 'Do not rely on this file: it was changed after signing, or a signature is not valid.',
  fr: 'Ne vous fiez pas à ce fichier : il a été modifié après la signature, ou une signature n’est pas valable.',
}
const UNCHECKED: Sentence = {
  en: 'A signature in this file cannot be checked here, so the file may or may not have been changed since it was signed.',
  fr: 'Une signature de ce fichier ne peut pas être vérifiée ici : on ne peut donc pas savoir si le fichier a été modifié depuis.',
}
const UNSIGNED: Sentence = {
  en: 'The file contains no signature: nothing proves who made it or whether it was changed.',
  fr: 'Le fichier ne contient aucune signature : rien ne prouve qui l’a fait ni s’il a été modifié.',
}
/** Reservations about signatures that are intact but not reliable, added after the sentence on the file. */
const RESERVATIONS = {
  unknown_issuer: {
    en: 'but no issuer trusted here vouches for who signed.',
    fr: 'mais aucun émetteur reconnu ici ne garantit qui a signé.',
  },
  doubtful: {
    en: 'but a certificate, a time-stamp or a removed signature gives reason for doubt.',
    fr: 'mais un certificat, un horodatage ou une signature retirée prête à doute.',
  },
  weak: {
    en: 'but by a method that is too weak today: someone could have forged another file that matches.',
    fr: 'mais par un procédé trop faible aujourd’hui : quelqu’un pourrait avoir fabriqué un autre fichier qui lui correspond.',
  },
} as const satisfies Record<string, Sentence>
const INTACT: Sentence = {
  en: 'The file is intact since it was signed,',
  fr: 'Le fichier est intact depuis sa signature,',
}

/** What was filled in after a signature; undefined if nothing was. */
function fillings(signatures: readonly VerifiedSignature[]): Sentence | undefined {
  const changes = signatures
    .flatMap(({ changes_after: after }) => after)
    .filter(({ code }) => FILLED.has(code))
  const distinct = new Map(changes.map((change) => [JSON.stringify(change), change]))
  if (distinct.size === 0) return undefined
  const names = [...distinct.values()].map(({ field = '', old_value: old, new_value: value }) => {
    const now = value === undefined ? '' : old ? ` (“${old}” → “${value}”)` : ` (“${value}”)`
    return field + now
  })
  return { en: inEnglish(names), fr: inFrench(names) }
}

/** Permitted form changes after a signature; a file "has not been changed" only without them. */
const FILLED: ReadonlySet<string> = new Set(['form_filled', 'form_value_replaced', 'field_redrawn'])

/** The summary. */
export function summaryOf({
  signatures,
  verdict,
}: {
  signatures: readonly VerifiedSignature[]
  verdict: Verification['verdict']
}): Sentence {
  if (verdict === 'unsigned') return UNSIGNED
  if (verdict === 'changed') return ALTERED
  if (verdict === 'not_checkable') return UNCHECKED
  const filled = fillings(signatures)
  if (verdict === 'valid') return validSummary(signatures, filled)
  const reservation = RESERVATIONS[verdict]
  const state =
    filled === undefined
      ? INTACT
      : {
          en: `What was signed is intact, form fields were filled in afterwards: ${filled.en};`,
          fr: `Ce qui a été signé est intact, des champs ont été remplis ensuite : ${filled.fr} ;`,
        }
  return { en: `${state.en} ${reservation.en}`, fr: `${state.fr} ${reservation.fr}` }
}

const isSeal = ({ signer_kind: kind }: VerifiedSignature): boolean => kind === 'legal_person'

/** People's signatures, the seals of organisations, and the document time-stamps. */
export function byKind(signatures: readonly VerifiedSignature[]) {
  const made = signatures.filter(({ kind }) => kind === 'signature')
  return {
    signed: made.filter((each) => !isSeal(each)),
    seals: made.filter(isSeal),
    stamps: signatures.filter(({ kind }) => kind === 'document_timestamp'),
  }
}

const namesOf = (signatures: readonly VerifiedSignature[]): string[] => [
  ...new Set(signatures.map(({ signer }) => signer?.name ?? '')),
]

/** What happened to the file since, as the end of a sentence. */
const since = (filled: Sentence | undefined): Sentence =>
  filled === undefined
    ? { en: 'has not been changed since', fr: 'n’a pas été modifié depuis' }
    : {
        en: `was filled in afterwards, which they allow: ${filled.en}`,
        fr: `a été rempli ensuite, ce qu’ils permettent : ${filled.fr}`,
      }

function validSummary(
  signatures: readonly VerifiedSignature[],
  filled: Sentence | undefined,
): Sentence {
  const { signed, seals } = byKind(signatures)
  const later = since(filled)
  if (signed.length + seals.length === 0)
    return {
      en: `The time-stamp is valid: the file ${later.en}.`,
      fr: `L’horodatage est valable : le fichier ${later.fr}.`,
    }
  const kinds = [
    {
      made: signed,
      en: ['a valid signature', 'valid signatures'],
      fr: ['une signature valable', 'signatures valables'],
    },
    {
      made: seals,
      en: ['a valid seal', 'valid seals'],
      fr: ['un cachet valable', 'cachets valables'],
    },
  ].filter(({ made }) => made.length > 0)
  const counted = ({ length }: readonly unknown[], [one, more]: readonly string[]) =>
    length === 1 ? one : `${length} ${more}`
  const en = kinds.map(({ made, en }) => `${counted(made, en)} by ${inEnglish(namesOf(made))}`)
  const fr = kinds.map(({ made, fr }) => `${counted(made, fr)} de ${inFrench(namesOf(made))}`)
  return {
    en: `The file contains ${en.join(', and ')}, and ${later.en}.`,
    fr: `Le fichier porte ${fr.join(', et ')}, et ${later.fr}.`,
  }
}
