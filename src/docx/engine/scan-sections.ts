/** Pairs the section tags of a part, and reports which pairs cannot work and why. */
import type { Finding } from '../../kernel/coded-error.ts'
import { closes, type TemplateTag } from '../tags/template-tags.ts'
import type { XmlPlace } from '../tags/text-blocks.ts'
import { columnsFault } from './table-columns.ts'

/** A finding about one tag. */
export const tagFinding = (
  tag: TemplateTag,
  code: string,
  detail: string,
  fix: string,
): Finding => ({
  code,
  detail,
  fix,
  tag: tag.tag,
  part: tag.part,
  paragraph: tag.paragraph,
})

/** Names of the elements from the common ancestor of two places down to each of them. */
function branches(a: XmlPlace, b: XmlPlace): [string[], string[]] {
  const [left, right]: [string[], string[]] = [[], []]
  let [x, y]: [XmlPlace | undefined, XmlPlace | undefined] = [a, b]
  while (x !== y) {
    if (x !== undefined && (y === undefined || x.depth >= y.depth)) {
      left.unshift(x.name)
      x = x.parent
    } else if (y !== undefined) {
      right.unshift(y.name)
      y = y.parent
    }
  }
  return [left, right]
}

/** Elements inside a paragraph that may contain a run and that a section cannot leave. */
const WRAPPERS: ReadonlySet<string> = new Set([
  'w:hyperlink',
  'w:ins',
  'w:del',
  'w:smartTag',
  'w:sdt',
  'w:sdtContent',
  'w:fldSimple',
  'w:customXml',
])
const wrappersOf = (names: readonly string[]): string =>
  names.filter((name) => WRAPPERS.has(name)).join(' ')

const PLACES: ReadonlyArray<readonly [string, string]> = [
  ['w:txbxContent', 'a text box'],
  ['w:footnote', 'a footnote'],
  ['w:endnote', 'an endnote'],
  ['w:tc', 'a table cell'],
  ['w:sdtContent', 'a content control'],
  ['w:hyperlink', 'a hyperlink'],
  ['w:ins', 'a tracked insertion'],
  ['w:del', 'a tracked deletion'],
  ['w:fldSimple', 'a field'],
]
const placeWords = (names: readonly string[]): string =>
  PLACES.find(([name]) => names.includes(name))?.[1] ?? 'the running text'

/** Whether a section may start at one place and end at the other: its content must be whole. */
function fits(open: TemplateTag, close: TemplateTag): boolean {
  const [left, right] = branches(open.place, close.place)
  const [first, last] = [left[0], right[0]]
  if (first === undefined || last === undefined) return true
  const cells = ['w:tr', 'w:tc']
  if (cells.includes(first) || cells.includes(last)) return first === last
  const paragraphs = ['w:p', 'a:p']
  if (paragraphs.includes(first) && paragraphs.includes(last)) {
    return (open.alone && close.alone) || wrappersOf(left) === wrappersOf(right)
  }
  const inline = [...left, ...right].every((name) => !paragraphs.includes(name))
  return inline && wrappersOf(left) === '' && wrappersOf(right) === ''
}

function misplaced(open: TemplateTag, close: TemplateTag): Finding {
  const [left, right] = branches(open.place, close.place)
  const [from, to] = [placeWords(left), placeWords(right)]
  const where =
    from === to
      ? `Both stand in ${from}, but not in the same one.`
      : `It starts in ${from} and ends in ${to}.`
  return tagFinding(
    open,
    'section_misplaced',
    `The section ${open.tag} … ${close.tag} cannot be repeated or left out as a whole. ${where}`,
    'Put the start and the end of the section in the same cell, the same table, the same text box or the same level of the text; a whole table belongs between two paragraphs that hold the tags.',
  )
}

const misplacedColumns = (open: TemplateTag, fault: string): Finding =>
  tagFinding(
    open,
    'section_misplaced',
    `The section ${open.tag} is over columns, and ${fault}.`,
    `Put its start and its end in cells of one row; write it again in each row: ${open.tag}…{/}.`,
  )

/** A section whose end has not come yet. */
export interface OpenSection {
  tag: TemplateTag
  elseTag: TemplateTag | undefined
}

/** Pairs sections in document order. */
export class SectionPairs {
  readonly findings: Finding[] = []
  readonly open: OpenSection[] = []
  deepest = 0
  /** Starts of sections that cannot be read, and have a finding of their own: as many ends are nobody's mistake. */
  broken = 0

  take(tag: TemplateTag): void {
    if (tag.kind === 'open' || tag.kind === 'inverted') {
      this.open.push({ tag, elseTag: undefined })
      this.deepest = Math.max(this.deepest, this.open.length)
    } else if (tag.kind === 'else') this.takeElse(tag)
    else if (tag.kind === 'close') this.takeClose(tag)
  }

  takeElse(tag: TemplateTag): void {
    const section = this.open.at(-1)
    if (section === undefined) {
      this.findings.push(
        tagFinding(
          tag,
          'else_outside',
          `${tag.tag} is outside of any section.`,
          'Put it between {#condition} and {/}.',
        ),
      )
      return
    }
    if (section.elseTag !== undefined && section.elseTag.expression === '') {
      this.findings.push(
        tagFinding(
          tag,
          'else_after_else',
          `${tag.tag} comes after the {:else} of the same section.`,
          'A section has one {:else}, and it comes last; put {:else if …} before it.',
        ),
      )
    }
    this.#place(section.tag, section.tag, tag)
    section.elseTag = tag
  }

  takeClose(tag: TemplateTag): void {
    const index = this.open.findLastIndex((section) =>
      closes(tag.expression, section.tag.expression),
    )
    if (index < 0 && this.broken > 0) {
      this.broken--
      return
    }
    if (index < 0) {
      const top = this.open.pop()
      this.findings.push(top === undefined ? unopened(tag) : crossed(tag, top.tag))
      return
    }
    // What was opened since then has no end of its own.
    for (const section of this.open.splice(index + 1)) this.findings.push(unclosed(section.tag))
    const section = this.open.pop()
    if (section === undefined) return
    this.#place(section.tag, section.elseTag ?? section.tag, tag)
  }

  /** @param from where the branch of the section starts that ends here */
  #place(open: TemplateTag, from: TemplateTag, to: TemplateTag): void {
    const fault = open.columns === true ? columnsFault(open, to) : undefined
    if (fault !== undefined) this.findings.push(misplacedColumns(open, fault))
    else if (!fits(from, to)) this.findings.push(misplaced(open, to))
  }

  finish(): Finding[] {
    for (const section of this.open.splice(0)) this.findings.push(unclosed(section.tag))
    return this.findings
  }
}

const unclosed = (tag: TemplateTag): Finding =>
  tagFinding(
    tag,
    'section_unclosed',
    `The section ${tag.tag} is never closed.`,
    'Put {/} where the section ends, in the same part of the document (body, header, footer, …).',
  )

const unopened = (tag: TemplateTag): Finding =>
  tagFinding(
    tag,
    'section_unopened',
    `${tag.tag} closes a section that was not opened.`,
    'Remove it, or put {#…} where the section starts.',
  )

const crossed = (tag: TemplateTag, open: TemplateTag): Finding =>
  tagFinding(
    tag,
    'section_crossed',
    `${tag.tag} comes where ${open.tag} is to be closed.`,
    `Write {/${open.expression}} or simply {/}; sections opened last are closed first.`,
  )
