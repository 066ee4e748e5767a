/** The result of a verification in one sentence for non-experts. */
import type { Texts } from '../translations/messages.ts'
import type { Verification, VerifiedSignature } from './schemas.ts'

type Words = Texts['verification']['summary']

const NAMED_MAX = 3

/** `A, B and C`, or `A, B, C and 4 others`. */
function listed(names: readonly string[], words: Words): string {
  const shown = names.slice(0, names.length > NAMED_MAX + 1 ? NAMED_MAX : names.length)
  const rest = names.length - shown.length
  const parts = rest > 0 ? [...shown, words.others({ count: rest })] : shown
  if (parts.length < 2) return parts[0] ?? ''
  return words.and({ first: parts.slice(0, -1).join(', '), last: parts.at(-1) ?? '' })
}

/** What was filled in after a signature; undefined if nothing was. */
function fillings(signatures: readonly VerifiedSignature[], words: Words): string | undefined {
  const changes = signatures
    .flatMap(({ changes_after: after }) => after)
    .filter(({ code }) => FILLED.has(code))
  const distinct = new Map(changes.map((change) => [JSON.stringify(change), change]))
  if (distinct.size === 0) return undefined
  const names = [...distinct.values()].map(({ field = '', old_value: before, new_value: now }) => {
    if (now === undefined) return field
    return before ? words.replaced({ field, before, now }) : words.given({ field, now })
  })
  return listed(names, words)
}

/** Permitted form changes after a signature; a file "has not been changed" only without them. */
const FILLED: ReadonlySet<string> = new Set(['form_filled', 'form_value_replaced', 'field_redrawn'])

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

function validSummary(
  signatures: readonly VerifiedSignature[],
  filled: string | undefined,
  words: Words,
): string {
  const { signed, seals } = byKind(signatures)
  // What happened to the file since, as the end of a sentence.
  const since = filled === undefined ? words.untouched : words.filledAllowed({ fields: filled })
  if (signed.length + seals.length === 0) return words.stamped({ since })
  const made = [
    { say: words.signatures, by: signed },
    { say: words.seals, by: seals },
  ].filter(({ by }) => by.length > 0)
  const [first = '', second] = made.map(({ say, by }) =>
    say({ count: by.length, names: listed(namesOf(by), words) }),
  )
  const what = second === undefined ? first : words.both({ signatures: first, seals: second })
  return words.signed({ what, since })
}

/** The summary. */
export function summaryOf(
  {
    signatures,
    verdict,
  }: { signatures: readonly VerifiedSignature[]; verdict: Verification['verdict'] },
  words: Words,
): string {
  if (verdict === 'unsigned' || verdict === 'changed' || verdict === 'not_checkable')
    return words[verdict]
  const filled = fillings(signatures, words)
  if (verdict === 'valid') return validSummary(signatures, filled, words)
  const state = filled === undefined ? words.intact : words.filled({ fields: filled })
  return `${state} ${words[verdict]}`
}
