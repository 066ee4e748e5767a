/**
 * Lifts rich tags out of the paragraph they are alone in, so that they become paragraphs and tables themselves.
 * Section tags around it do not count: they are lifted with it.
 */
import { isPlaceholder } from '../tags/engine-tokens.ts'
import { isRichToken, isSectionToken, type PlacedParagraph, type Token } from './tokens.ts'

/** The other end of each section tag. */
function partnersOf(tokens: readonly Token[]): Map<Token, Token> {
  const partners = new Map<Token, Token>()
  const open: Token[] = []
  for (const token of tokens) {
    if (!isSectionToken(token)) continue
    if (token.location === 'start') open.push(token)
    const start = token.location === 'end' ? open.pop() : undefined
    if (start === undefined) continue
    partners.set(start, token)
    partners.set(token, start)
  }
  return partners
}

const isBlockTag = (token: Token): boolean =>
  isRichToken(token) &&
  token.tagContext?.textTag === 'w:t' &&
  (token.kind === 'markup' || token.centred === true)

/**
 * A section tag may leave its paragraph when its other end leaves it too, or is in another table
 * cell: then the section repeats whole rows, and only the row counts.
 */
function mayLeave(
  token: Token,
  placed: readonly Token[],
  partners: ReadonlyMap<Token, Token>,
  cells: ReadonlyMap<Token, number>,
): boolean {
  if (token.location === undefined) return true
  const partner = partners.get(token)
  if (partner === undefined) return false
  const cell = cells.get(token) ?? 0
  return placed.includes(partner) || (cell !== 0 && cells.get(partner) !== cell)
}

/** Whether there are only block tags, each in a section branch of its own. */
function isHoistable(
  { busy, hasText, placed }: PlacedParagraph,
  partners: ReadonlyMap<Token, Token>,
  cells: ReadonlyMap<Token, number>,
): boolean {
  if (busy || hasText || !placed.some(isBlockTag)) return false
  return placed.every((token, index) => {
    if (isSectionToken(token)) return mayLeave(token, placed, partners, cells)
    const before = placed[index - 1]
    return isBlockTag(token) && (before === undefined || !isBlockTag(before))
  })
}

/** Processing instructions are marks that other modules put before tags. */
const isInstruction = (token: Token): boolean =>
  token.type === 'content' && token.value.startsWith('<?')

/** What replaces a lifted paragraph. */
function replacement(tokens: readonly Token[], paragraph: PlacedParagraph): Token[] {
  const { first, last, placed, marks, hasSection } = paragraph
  for (const token of placed) {
    if (token.tagContext !== undefined) token.tagContext.block = true
  }
  const between = tokens.slice(first, last + 1)
  // The paragraph that ends a section cannot vanish with its tag.
  if (hasSection) {
    return [...placed, ...between.filter((token) => !isPlaceholder(token))]
  }
  const kept = marks.map((value) => ({
    type: 'content',
    position: 'outsidetag',
    value,
    lIndex: 0,
  }))
  return [...kept, ...between.filter((token) => isPlaceholder(token) || isInstruction(token))]
}

/** The same tokens with each lifted paragraph replaced by the tags that were in it. */
export function extractBlocks(
  tokens: readonly Token[],
  paragraphs: readonly PlacedParagraph[],
  cells: ReadonlyMap<Token, number>,
): Token[] {
  const partners = partnersOf(tokens)
  const hoisted = paragraphs.filter((paragraph) => isHoistable(paragraph, partners, cells))
  const result: Token[] = []
  let at = 0
  for (const paragraph of hoisted) {
    result.push(...tokens.slice(at, paragraph.first), ...replacement(tokens, paragraph))
    at = paragraph.last + 1
  }
  return [...result, ...tokens.slice(at)]
}
