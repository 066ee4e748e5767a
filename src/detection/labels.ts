/** Labels that ask for something to be filled in, in French and English. */
import type { FieldKind } from './fields.ts'

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

const label = (kind: FieldKind, weight: number, more: Partial<Label> = {}): Label => ({
  kind,
  weight,
  context: false,
  needsRule: false,
  ...more,
})

const END = String.raw`\s*[:.]?\s*$`
const words = (pattern: string): RegExp => new RegExp(pattern, 'u')

/** The first match counts. Patterns apply to {@link plain} text. */
const LABELS: ReadonlyArray<readonly [RegExp, Label]> = [
  [
    words(
      String.raw`^(nom|date|lieu|name|print|fait|place|cachet|titre|title)\b.{0,40}(,|/|&|\bet\b|\band\b).{0,20}\bsignature\b.{0,30}$`,
    ),
    label('signature', 0.75),
  ],
  [
    words(
      String.raw`^(date|dated)( (de|of) (la )?(signature|signing)| signed)?( \(.{0,25}\))?${END}`,
    ),
    label('date', 0.6),
  ],
  [words(String.raw`^,?\s*le${END}`), label('date', 0.6, { needsRule: true })],
  [
    words(`^(fait (a|en)|lieu|place|done at|signed at)${END}`),
    label('text', 0.55, { needsRule: true }),
  ],
  [
    words(
      String.raw`^(noms?( et |, | & |/)prenoms?|prenoms?( et |, | & |/)noms?|nom|nom complet|prenom|nom (du|de la|de l'|des) .{2,25}|(full |print(ed)? |legal )?name|name \(.{0,20}\)|name of .{2,25}|signatory name|signer name|print name here)( \(.{0,25}\))?${END}`,
    ),
    label('name', 0.6),
  ],
  [
    words(`^(qualite|fonction|titre|title|position|capacity|job title|societe|company)${END}`),
    label('text', 0.5),
  ],
  [words(`^(paraphes?|initiales?|initials?)( .{0,25})?${END}`), label('initials', 0.65)],
  [
    words(String.raw`^(sign here|signez ici|signer ici|signature here)\b`),
    label('signature', 0.85),
  ],
  [words(String.raw`^signatures?\b.{0,70}$`), label('signature', 0.75)],
  [
    words(
      String.raw`^(authori[sz]ed signat(ure|ory)|signed( and delivered)?( by| for)?\b|signee? (par|pour)\b|pour signature)\b.{0,50}$`,
    ),
    label('signature', 0.72),
  ],
  [
    words(
      String.raw`^"?(mention )?"?(bon pour (accord|acceptation|pouvoir|commande|caution\w*)|lu et (approuve|accepte)|read and (approved|agreed|accepted)|agreed and accepted|accepted and agreed|accepted by|agreed by|accepte par|pour accord)\b.{0,60}$`,
    ),
    label('signature', 0.7),
  ],
  [words(String.raw`^(cachet|visa|tampon)\b.{0,50}$`), label('signature', 0.55)],
  [words(String.raw`^.{1,35}\bsignatures?( .{0,20})?${END}`), label('signature', 0.6)],
  [words(`^(by|par)${END}`), label('signature', 0.6, { needsRule: true })],
  [words(`^(pour|for( and on behalf of)?) .{2,45}$`), label('signature', 0.45, { context: true })],
  [
    words(
      `^(le|la|l'|les|the) ?(client|prestataire|vendeur|acheteur|acquereur|bailleur|locataire|preneur|employeur|salarie|mandant|mandataire|fournisseur|emprunteur|preteur|cedant|cessionnaire|seller|buyer|purchaser|lessor|lessee|landlord|tenant|employer|employee|contractor|supplier|customer|borrower|lender)e?s?${END}`,
    ),
    label('signature', 0.45, { context: true }),
  ],
]

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
