/** Finds the tags in one block of text, and braces that form none. */

import { type Finding, saying } from '../../kernel/coded-error.ts'
import { inEveryLanguage } from '../../translations/texts.ts'
import { POINT_END } from '../charts/chart-cells.ts'
import { expressionText } from '../language/other-expressions.ts'
import { otherTool, otherToolWords } from '../language/other-tools.ts'
import { isSectionKind, readTag, type TemplateTag } from '../tags/template-tags.ts'
import type { TextBlock, XmlPlace } from '../tags/text-blocks.ts'
import { BracePairs, type LooseBrace, type Span } from './brace-pairs.ts'

const PARAGRAPH_SHOWN = 120
const TAG_SHOWN = 60

/** Text around a position, on one line, shortened at both ends. */
export function excerpt(text: string, at: number, max = PARAGRAPH_SHOWN): string {
  const from = Math.max(0, Math.min(at - Math.floor(max / 3), text.length - max))
  const middle = text
    .slice(from, from + max)
    .replaceAll(POINT_END, '')
    .replace(/\s+/g, ' ')
    .trim()
  return `${from > 0 ? '…' : ''}${middle}${from + max < text.length ? '…' : ''}`
}

const LOOSE_WORDS: Record<LooseBrace['code'], { detail: string; fix: string }> = {
  tag_unclosed: {
    detail: 'The tag opens with { and is not closed with } in the same paragraph.',
    fix: 'Put } after the tag, in the same paragraph. A brace that is meant as text is written {"{"}.',
  },
  tag_unopened: {
    detail: 'There is a } without a { before it in the same paragraph.',
    fix: 'Put { before the tag, or remove the }. A brace that is meant as text is written {"}"}.',
  },
  brace_doubled: {
    detail: 'The tag is written with two braces.',
    fix: 'Write one brace on each side: {name}, not {{name}}.',
  },
}

/** The text between two braces on each side, if that is what stands at a position. */
const doubledInner = (text: string, at: number): string | undefined =>
  /^\{\{+[-~]?([^{}]*?)[-~]?\}\}/.exec(text.slice(at, at + 400))?.[1]

/** What is said about `{{name}}`, `{{#each items}}`. */
function doubledWords(inner: string): Partial<Finding> {
  const other = otherTool(inner)
  if (other !== undefined && other.tool !== '') {
    return { code: 'tag_foreign', ...otherToolWords(`{{${inner}}}`, other) }
  }
  const written = other?.write.slice(1, -1) ?? expressionText(inner)
  return saying(
    inEveryLanguage(({ faults }) => faults.tags.doubled),
    inEveryLanguage(({ faults }) =>
      faults.tags.doubledFix({ inner: written, written: inner.trim() }),
    ),
  )
}

function looseFinding(brace: LooseBrace, text: string, part: string): Finding {
  const { detail, fix } = LOOSE_WORDS[brace.code]
  const doubled = brace.code === 'brace_doubled' ? doubledInner(text, brace.at) : undefined
  const first = text.indexOf('}', brace.at)
  const end = brace.code === 'brace_doubled' && text.charAt(first + 1) === '}' ? first + 1 : first
  const tag =
    brace.code === 'tag_unopened'
      ? text.slice(Math.max(0, brace.at - 20), brace.at + 1)
      : text.slice(brace.at, Math.min(end < 0 ? text.length : end + 1, brace.at + TAG_SHOWN))
  const place = { tag, part, paragraph: excerpt(text, brace.at) }
  return {
    code: brace.code,
    detail,
    fix,
    ...(doubled === undefined ? {} : doubledWords(doubled)),
    ...place,
  }
}

function placeAt(block: TextBlock, at: number): XmlPlace {
  let [low, high] = [0, block.runs.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((block.runs[middle]?.start ?? 0) <= at) low = middle
    else high = middle - 1
  }
  const found = block.runs[low]
  if (found === undefined) throw new Error('a block without runs has no tags')
  return found.place
}

function isAlone(text: string, spans: readonly Span[]): boolean {
  let at = 0
  for (const { from, to } of spans) {
    if (text.slice(at, from).trim() !== '') return false
    if (!isSectionKind(readTag(text.slice(from + 1, to - 1)).kind)) return false
    at = to
  }
  return text.slice(at).trim() === ''
}

/** What a block holds. */
interface ScannedBlock {
  tags: TemplateTag[]
  findings: Finding[]
  /** Texts in braces that are left as they are, each with its paragraph. */
  left: Array<{ text: string; paragraph: string }>
  /** Positions in the part's XML of braces that are text. */
  literal: number[]
}

/** Where a character of the block's text is in the XML: as many braces precede it in its run as in the text. */
function braceInXml({ text, runs, coded }: TextBlock, xml: string, positions: readonly number[]) {
  let next = 0
  return runs.flatMap(({ start, at }, index) => {
    const end = runs[index + 1]?.start ?? text.length
    const found: number[] = []
    let inXml = at - 1
    for (let here = start; here < end && next < positions.length; here++) {
      if (!'{}'.includes(text.charAt(here)) || coded.has(here)) continue
      do inXml++
      while (!'{}'.includes(xml.charAt(inXml)))
      if (here === positions[next]) {
        found.push(inXml)
        next++
      }
    }
    return found
  })
}

const bracesIn = (text: string, from: number, to: number): number[] =>
  [...text.slice(from, to).matchAll(/[{}]/g)].map(({ index }) => from + index)

/** Tags and unmatched braces of a block. @param ordinary texts in braces that are none, see `ordinaryTexts` */
export function scanBlock(
  block: TextBlock,
  part: string,
  xml: string,
  ordinary: ReadonlySet<string>,
): ScannedBlock {
  const { text } = block
  const found: ScannedBlock = { tags: [], findings: [], left: [], literal: [] }
  if (!text.includes('{') && !text.includes('}')) return found
  const { spans: pairs, loose, literal } = new BracePairs(text, block.coded)
  const leave = (tag: string, from: number, to: number): void => {
    found.left.push({ text: tag, paragraph: excerpt(text, from) })
    literal.push(...bracesIn(text, from, to))
  }
  const covered: Span[] = []
  for (const brace of loose) {
    const finding = looseFinding(brace, text, part)
    const { tag = '' } = finding
    const to = brace.code === 'brace_doubled' ? brace.at + tag.length : brace.at + 1
    if (!ordinary.has(tag)) found.findings.push(finding)
    else {
      leave(tag, brace.at, to)
      covered.push({ from: brace.at, to })
    }
  }
  const spans = pairs.filter(({ from, to }) => {
    if (covered.some((outer) => outer.from <= from && to <= outer.to)) return false
    const tag = text.slice(from, to)
    if (ordinary.has(tag)) leave(tag, from, to)
    // {{#each items}} has one finding, and opens nothing.
    return (
      !ordinary.has(tag) &&
      (text.charAt(from - 1) !== '{' || otherTool(tag.slice(1, -1)) === undefined)
    )
  })
  const alone = isAlone(text, spans)
  found.tags = spans.map(({ from, to }) => ({
    ...readTag(text.slice(from + 1, to - 1)),
    tag: text.slice(from, to),
    part,
    paragraph: excerpt(text, from),
    place: placeAt(block, from),
    alone,
  }))
  const places = [...new Set(literal)].toSorted((a, b) => a - b)
  if (places.length > 0) found.literal = braceInXml(block, xml, places)
  return found
}
