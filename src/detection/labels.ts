/** Labels that ask for something to be filled in, in French and English. */
import type { FieldKind } from './fields.ts'
import labels from './labels.json' with { type: 'json' }

/** What a piece of text asks for. */
export interface Label {
  kind: FieldKind
  /** Reliability of its words: 0 to 1. */
  weight: number
  /** Counts only near more reliable words: "Le client". */
  context: boolean
  /** Counts only with a rule or a dotted line to write on. */
  needsRule: boolean
}

const END = String.raw`\s*[:.]?\s*$`
const words = (pattern: string): RegExp => new RegExp(pattern, 'u')

/** The first match counts. Patterns apply to {@link plain} text; `<end>` is its end, which a colon may stand before. */
const LABELS: ReadonlyArray<readonly [RegExp, Label]> = labels.map(
  ({ words: pattern, kind, ...more }) => [
    words(pattern.replace('<end>', () => END)),
    { context: false, needsRule: false, ...more, kind: kind as FieldKind },
  ],
)

/** Words showing that a page is to be signed, which make weak labels count. */
const CONTEXT = words(
  `^(fait (a|en|le)|en (deux|trois|double|autant)|signature|signed|signee?s? |done at|in witness whereof|bon pour|lu et)`,
)
/** Headings and running text are not labels. */
const PROSE = /^(article|art\.|section|chapitre|annexe|clause|page|§|\d+[.)])/u
const LONGEST = 90
/** A line of a table of contents. */
const CONTENTS_LINE = /[._…·\s]{4,}\d{1,4}$/u

/** Lower case, without accents, with quotes and blanks normalised. */
export const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[’‘ʼ]/g, "'")
    .replace(/[«»“”]\s*/g, '"')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()

/** Whether it is in the middle of a sentence: begins in lower case and asks for nothing. */
const isSentence = (text: string): boolean =>
  /^\p{Ll}/u.test(text) && !/:\s*$/.test(text) && !/^(le|date|nom|by|par)\b/.test(text)

/** Every label contains one of these: saves matching the patterns on nearly all text. */
const HINT =
  /sign|visa|cachet|tampon|paraph|initial|bon pour|lu et|mention|read and|agreed|accept|accord|date|^,?\s*le\s|^,?\s*le:?$|^les? |^la |^l['’]|^the |nom\b|name|fait [àa]|done at|lieu|place|title|titre|position|capacity|qualit|fonction|soci[ée]t|company|^(by|par|pour|for)\b/i

/** What a piece of text asks for; undefined when it is not a label. */
export function labelOf(text: string): Label | undefined {
  const trimmed = text.trim().replace(/^[\s•·▪☐□–—-]+/u, '')
  if (trimmed === '' || trimmed.length > LONGEST) return undefined
  if (!HINT.test(trimmed)) return undefined
  const asked = plain(trimmed)
  if (PROSE.test(asked) || CONTENTS_LINE.test(asked) || isSentence(trimmed)) return undefined
  return LABELS.find(([pattern]) => pattern.test(asked))?.[1]
}

/** Whether a piece of text shows that this is the place to sign. */
export const isContext = (text: string): boolean => CONTEXT.test(plain(text.slice(0, LONGEST)))

/** Whether a text continues the label above it: "(précédée de la mention …)". */
export const isContinuation = (text: string): boolean =>
  /^(\(|"|preced|faire preced|mention|lu et approuve|bon pour|\*)/.test(plain(text))
