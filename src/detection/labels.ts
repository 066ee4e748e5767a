/** Words that ask for something to be filled in, in French and English. */
import type { FieldKind } from './fields.ts'

/** What a stretch of text asks for. */
export interface Label {
  kind: FieldKind
  /** How sure its words are: 0 to 1. */
  weight: number
  /** Counts only near surer words: "Le client". */
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

/** The first that fits counts. Patterns are over {@link plain} text. */
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

/** Words that say that a page is signed: what makes weak labels count. */
const CONTEXT = words(
  `^(fait (a|en|le)|en (deux|trois|double|autant)|signature|signed|signee?s? |done at|in witness whereof|bon pour|lu et)`,
)
/** Headings and running text are no labels. */
const PROSE = /^(article|art\.|section|chapitre|annexe|clause|page|§|\d+[.)])/u
const LONGEST = 90
/** A line of a table of contents. */
const CONTENTS_LINE = /[._…·\s]{4,}\d{1,4}$/u

/** Lower case, without accents, with one kind of quotes and blanks. */
export const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[’‘ʼ]/g, "'")
    .replace(/[«»“”]\s*/g, '"')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()

/** In the middle of a sentence: begins small and asks for nothing. */
const isSentence = (text: string): boolean =>
  /^\p{Ll}/u.test(text) && !/:\s*$/.test(text) && !/^(le|date|nom|by|par)\b/.test(text)

/** One of these is in every label: spares the patterns for nearly all text. */
const HINT =
  /sign|visa|cachet|tampon|paraph|initial|bon pour|lu et|mention|read and|agreed|accept|accord|date|^,?\s*le\s|^,?\s*le:?$|^les? |^la |^l['’]|^the |nom\b|name|fait [àa]|done at|lieu|place|title|titre|position|capacity|qualit|fonction|soci[ée]t|company|^(by|par|pour|for)\b/i

/** What a stretch of text asks for; undefined when it is no label. */
export function labelOf(text: string): Label | undefined {
  const trimmed = text.trim().replace(/^[\s•·▪☐□–—-]+/u, '')
  if (trimmed === '' || trimmed.length > LONGEST) return undefined
  if (!HINT.test(trimmed)) return undefined
  const asked = plain(trimmed)
  if (PROSE.test(asked) || CONTENTS_LINE.test(asked) || isSentence(trimmed)) return undefined
  return LABELS.find(([pattern]) => pattern.test(asked))?.[1]
}

/** Whether a stretch of text says that here is signed. */
export const isContext = (text: string): boolean => CONTEXT.test(plain(text.slice(0, LONGEST)))

/** What belongs to the label above it: "(précédée de la mention …)". */
export const isContinuation = (text: string): boolean =>
  /^(\(|"|preced|faire preced|mention|lu et approuve|bon pour|\*)/.test(plain(text))
