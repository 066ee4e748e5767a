/** Writes blocks (paragraphs, lists, quotations, code, rules, tables) as WordprocessingML. */
import type { BlockScope, InlineWriter } from './markup-inlines.ts'
import { writeTable } from './markup-table.ts'
import { LIST_STEP, type Numbering } from './numbering.ts'
import type { Properties } from './properties.ts'
import { type Block, EMU_PER_TWIP, type ListItem, type Paragraph } from './values.ts'

/** Size of headings without a style, relative to the surrounding text (as browsers draw them). */
const HEADING_SCALE = [2, 1.5, 1.25, 1.1, 1, 0.9] as const
const ITEM_GAP = 60
const GREY = 'BFBFBF'
const CODE_SHADE = 'F2F2F2'
/** A thin paragraph: one must follow a table, because cells and adjacent tables require it. */
const THIN_PARAGRAPH =
  '<w:p><w:pPr><w:spacing w:before="0" w:after="120" w:line="20" w:lineRule="exact"/></w:pPr></w:p>'

/** Sets attributes of an element that may already exist, keeping its others. */
function withAttributes(
  properties: Properties,
  name: string,
  values: Readonly<Record<string, string | number>>,
  drop: readonly string[] = [],
): Properties {
  const present = [...(properties.get(name) ?? '').matchAll(/\s([\w:]+)="([^"]*)"/g)]
  const merged = new Map<string, string>(present.map((match) => [match[1] ?? '', match[2] ?? '']))
  for (const gone of drop) merged.delete(gone)
  for (const [key, value] of Object.entries(values)) merged.set(key, String(value))
  const text = [...merged].map(([key, value]) => ` ${key}="${value}"`).join('')
  return properties.with({ [name]: `<${name}${text}/>` })
}

const BEFORE_AUTO = ['w:beforeAutospacing', 'w:beforeLines']
const AFTER_AUTO = ['w:afterAutospacing', 'w:afterLines']

function headingProperties(level: number, scope: BlockScope): [Properties, InlineWriter] {
  const style = scope.styles.heading(level)
  if (style !== undefined) {
    const numbered = scope.paragraph.without(
      ...['w:numPr', 'w:spacing', 'w:ind', 'w:outlineLvl', 'w:contextualSpacing', 'w:rPr'],
    )
    return [
      numbered.with({ 'w:pStyle': `<w:pStyle w:val="${style}"/>` }),
      scope.inlines.over((run) =>
        run.without(
          ...['w:rStyle', 'w:rFonts', 'w:b', 'w:bCs', 'w:i', 'w:iCs', 'w:color', 'w:sz', 'w:szCs'],
        ),
      ),
    ]
  }
  const bold = { 'w:b': '<w:b/>', 'w:bCs': '<w:bCs/>' }
  const inlines = scope.inlines.over((run) => {
    const own = Number(/w:val="(\d+)"/.exec(run.get('w:sz') ?? '')?.[1] ?? scope.styles.defaultSize)
    const half = Math.round(own * (HEADING_SCALE[level - 1] ?? 1))
    return run.with({
      ...bold,
      'w:sz': `<w:sz w:val="${half}"/>`,
      'w:szCs': `<w:szCs w:val="${half}"/>`,
    })
  })
  const spaced = withAttributes(
    scope.paragraph.without('w:numPr', 'w:contextualSpacing'),
    'w:spacing',
    { 'w:before': 240, 'w:after': 120 },
    [...BEFORE_AUTO, ...AFTER_AUTO],
  ).with({
    'w:keepNext': '<w:keepNext/>',
    'w:outlineLvl': `<w:outlineLvl w:val="${level - 1}"/>`,
  })
  return [spaced, inlines]
}

/** Gives each list its numbering instance when its first item appears. */
class Lists {
  readonly #numbering: Numbering
  readonly #ids = new Map<number, number>()

  constructor(numbering: Numbering) {
    this.#numbering = numbering
  }

  id(item: ListItem): number {
    if (!item.ordered) return this.#numbering.bulletList()
    const known = this.#ids.get(item.list)
    if (known !== undefined) return known
    const id = this.#numbering.numberedList(item.level, item.start)
    this.#ids.set(item.list, id)
    return id
  }
}

function itemProperties(base: Properties, item: ListItem, lists: Lists): Properties {
  const free = base.without('w:ind', 'w:tabs', 'w:numPr')
  if (item.continued) {
    return free.with({ 'w:ind': `<w:ind w:left="${LIST_STEP * (item.level + 1)}"/>` })
  }
  return free.with({
    'w:numPr': `<w:numPr><w:ilvl w:val="${item.level}"/><w:numId w:val="${lists.id(item)}"/></w:numPr>`,
  })
}

function quoted(properties: Properties, depth: number): Properties {
  const border = `<w:left w:val="single" w:sz="18" w:space="8" w:color="${GREY}"/>`
  return withAttributes(properties, 'w:ind', { 'w:left': (LIST_STEP / 2) * depth }, [
    'w:start',
    'w:hanging',
    'w:firstLine',
  ]).with({ 'w:pBdr': `<w:pBdr>${border}</w:pBdr>` })
}

/** Justified lines that end in a line break are stretched; such paragraphs are left-aligned. */
function ragged(block: Paragraph, properties: Properties): 'left' | undefined {
  const justified = /w:val="(both|distribute)"/.test(properties.get('w:jc') ?? '')
  const broken = block.preformatted || block.inlines.some(({ kind }) => kind === 'break')
  return justified && broken ? 'left' : undefined
}

function writeParagraph(block: Paragraph, scope: BlockScope, lists: Lists, itemFollows: boolean) {
  let properties = scope.paragraph
  let { inlines } = scope
  if (block.heading !== undefined) {
    ;[properties, inlines] = headingProperties(block.heading, scope)
  }
  if (block.item !== undefined) properties = itemProperties(properties, block.item, lists)
  if (block.item !== undefined && itemFollows) {
    properties = withAttributes(properties, 'w:spacing', { 'w:after': ITEM_GAP }, AFTER_AUTO)
  }
  if (block.quote > 0 && block.item === undefined) properties = quoted(properties, block.quote)
  if (block.preformatted) {
    properties = properties.with({
      'w:shd': `<w:shd w:val="clear" w:color="auto" w:fill="${CODE_SHADE}"/>`,
    })
  }
  const align = block.align ?? ragged(block, properties)
  if (align !== undefined) properties = properties.with({ 'w:jc': `<w:jc w:val="${align}"/>` })
  const indent = ((block.item?.level ?? -1) + 1 + block.quote / 2) * LIST_STEP * EMU_PER_TWIP
  const room = { ...scope.room, width: Math.max(scope.room.width / 4, scope.room.width - indent) }
  // The paragraph mark carries the run's formatting, which bullets and numbers use.
  const mark = inlines.mark()
  const whole = mark === '' ? properties.without('w:rPr') : properties.with({ 'w:rPr': mark })
  return `<w:p>${whole.element()}${inlines.runs(block.inlines, room)}</w:p>`
}

function writeRule(scope: BlockScope): string {
  const line = `<w:pBdr><w:bottom w:val="single" w:sz="6" w:space="1" w:color="${GREY}"/></w:pBdr>`
  return `<w:p>${scope.paragraph.without('w:numPr').with({ 'w:pBdr': line }).element()}</w:p>`
}

/**
 * Returns one string for each paragraph or table. A table is always followed by a paragraph, because cells and
 * adjacent tables require it.
 */
export function writeBlocks(blocks: readonly Block[], scope: BlockScope): string[] {
  const lists = new Lists(scope.numbering)
  return blocks.flatMap((block, index) => {
    const next = blocks[index + 1]
    if (block.kind === 'rule') return [writeRule(scope)]
    if (block.kind === 'table') {
      return [writeTable(block.rows, scope, writeBlocks), THIN_PARAGRAPH]
    }
    const itemFollows = next?.kind === 'paragraph' && next.item !== undefined
    return [writeParagraph(block, scope, lists, itemFollows)]
  })
}
