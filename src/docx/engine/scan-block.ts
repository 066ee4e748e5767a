/** Finds the tags in one block of text, and braces that form none. */
import type { Finding } from '../../kernel/errors.ts'
import { FINDINGS_MAX } from './merge-limits.ts'
import { isSectionKind, readTag, type TemplateTag } from './template-tags.ts'
import type { TextBlock, XmlPlace } from './text-blocks.ts'

const PARAGRAPH_SHOWN = 120
const TAG_SHOWN = 60

/** Text around a position, on one line, shortened at both ends. */
export function excerpt(text: string, at: number, most = PARAGRAPH_SHOWN): string {
  const from = Math.max(0, Math.min(at - Math.floor(most / 3), text.length - most))
  const middle = text
    .slice(from, from + most)
    .replace(/\s+/g, ' ')
    .trim()
  return `${from > 0 ? '…' : ''}${middle}${from + most < text.length ? '…' : ''}`
}

interface Span {
  from: number
  to: number
}

/** An unmatched brace, with its position. */
interface LooseBrace {
  at: number
  code: 'tag_unclosed' | 'tag_unopened' | 'brace_doubled'
}

/** Pairs braces from left to right; at most a hundred unmatched ones are recorded. */
class BracePairs {
  readonly text: string
  readonly spans: Span[] = []
  readonly loose: LooseBrace[] = []
  open = -1

  constructor(text: string) {
    this.text = text
    for (const { 0: brace, index: at } of text.matchAll(/[{}]/g)) {
      if (brace === '{') this.takeOpen(at)
      else this.takeClose(at)
      if (this.loose.length > FINDINGS_MAX) return
    }
    if (this.open >= 0) this.loose.push({ at: this.open, code: 'tag_unclosed' })
  }

  takeOpen(at: number): void {
    if (this.open >= 0) {
      const code = this.open === at - 1 ? 'brace_doubled' : 'tag_unclosed'
      this.loose.push({ at: this.open, code })
    }
    this.open = at
  }

  takeClose(at: number): void {
    if (this.open >= 0) {
      this.spans.push({ from: this.open, to: at + 1 })
      this.open = -1
      return
    }
    const doubled = this.text.charAt(at - 1) === '}'
    // The second brace of {{name}} is covered by the finding about the first.
    if (doubled && this.loose.at(-1)?.code === 'brace_doubled') return
    this.loose.push({ at, code: doubled ? 'brace_doubled' : 'tag_unopened' })
  }
}

const LOOSE_WORDS: Record<LooseBrace['code'], { detail: string; fix: string }> = {
  tag_unclosed: {
    detail: 'The tag opens with { and is not closed with } in the same paragraph.',
    fix: 'Put } after the tag, in the same paragraph. A brace that is meant as text cannot stand in a template: use another character.',
  },
  tag_unopened: {
    detail: 'There is a } without a { before it in the same paragraph.',
    fix: 'Put { before the tag, or remove the }.',
  },
  brace_doubled: {
    detail: 'The tag is written with two braces.',
    fix: 'Write one brace on each side: {name}, not {{name}}.',
  },
}

function looseFinding(brace: LooseBrace, text: string, part: string): Finding {
  const { detail, fix } = LOOSE_WORDS[brace.code]
  const first = text.indexOf('}', brace.at)
  const end = brace.code === 'brace_doubled' && text.charAt(first + 1) === '}' ? first + 1 : first
  const tag =
    brace.code === 'tag_unopened'
      ? text.slice(Math.max(0, brace.at - 20), brace.at + 1)
      : text.slice(brace.at, Math.min(end < 0 ? text.length : end + 1, brace.at + TAG_SHOWN))
  return { code: brace.code, detail, fix, tag, part, paragraph: excerpt(text, brace.at) }
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

/** Tags and unmatched braces of a block. */
export function scanBlock(
  block: TextBlock,
  part: string,
): { tags: TemplateTag[]; findings: Finding[] } {
  const { text } = block
  if (!text.includes('{') && !text.includes('}')) return { tags: [], findings: [] }
  const { spans, loose } = new BracePairs(text)
  const alone = isAlone(text, spans)
  return {
    tags: spans.map(({ from, to }) => ({
      ...readTag(text.slice(from + 1, to - 1)),
      tag: text.slice(from, to),
      part,
      paragraph: excerpt(text, from),
      place: placeAt(block, from),
      alone,
    })),
    findings: loose.map((brace) => looseFinding(brace, text, part)),
  }
}
