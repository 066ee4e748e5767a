/**
 * Tags in the text of a page that mark where something is to be filled in: `{signature:signer1}`,
 * `{{signature:signer1:60mm:20mm}}`, `{{Sign here;role=Client;type=signature}}`, `{{s1|signature|170|57}}`; and the tags of
 * `kernel/field-tags.ts`.
 */
import { inLanguage } from '../kernel/coded-error.ts'
import { type FieldTag, FieldTagError, fieldTagIn } from '../kernel/field-tags.ts'
import { inputSize } from '../kernel/field-types.ts'
import { tagFaultOf } from '../translations/findings.ts'
import { say } from '../translations/texts.ts'
import {
  type Box,
  type DetectedField,
  type FieldKind,
  kindOfType,
  onPage,
  right,
  rounded,
  USUAL_SIZE,
} from './fields.ts'
import { type Crowd, clearOfWords } from './free-place.ts'
import { parseTag, TAG, type Tag, UNCLOSED } from './tag-syntax.ts'
import type { Line } from './text-lines.ts'

/** Width of a blank, of the height of its line. */
const BLANK = 0.4

/** Wording of each kind in a reason. */
const KIND_NAMES: Readonly<Record<FieldKind, string>> = {
  signature: 'a signature',
  initials: 'initials',
  date: 'a date',
  name: 'a name',
  text: 'a text',
}

/** `{date}` and `{{name}}` are variables of a template, not fields. */
const isVariable = ({ signer, kind }: Tag): boolean =>
  signer === undefined && kind !== 'signature' && kind !== 'initials'

/** A field on the line of its tag; as wide as the tag where that is less than usual and says nothing else. */
function inPlaceOf(tag: Box, { members, width, height, isWide }: FieldTag): Box {
  const { min } = inputSize(members)
  const own = isWide ? width : Math.min(width, Math.max(tag.width, 2 * min.width))
  const isList = members.type === 'radio'
  return { x: tag.x, y: isList ? tag.y : tag.y + (tag.height - height) / 2, width: own, height }
}

/** Share of a line's height by which braces and accents may leave it, above and below. */
const BEYOND = 0.12

/** A tag with the blanks around it: where it begins and ends in its line is only estimated. */
function covering({ written, index }: { written: string; index: number }, line: Line): Box {
  const end = index + written.length
  const isBlank = (at: number): boolean => /\s/.test(line.text.charAt(at))
  const own = line.box(index, end)
  const all = line.box(isBlank(index - 1) ? index - 1 : index, isBlank(end) ? end + 1 : end)
  // A blank may stand for a gap as wide as a column.
  const max = own.height * BLANK
  const x = Math.max(all.x, own.x - max)
  const beyond = own.height * BEYOND
  const width = Math.min(right(all), right(own) + max) - x
  return { x, y: own.y - beyond, width, height: own.height + 2 * beyond }
}

/** The field of a tag for something to be filled in; undefined for any other tag. */
function inputField(
  match: { written: string; inside: string; index: number },
  line: Line,
  at: Crowd & { number: number },
): DetectedField | undefined {
  const { written, inside, index } = match
  // `{{signature;role=client}}`: without a type, its first word may say what it is.
  if (parseTag(inside)?.kind === 'signature') return undefined
  const box = line.box(index, index + written.length)
  const found = { page: at.number, source: 'tag', text: written, confidence: 1 } as const
  try {
    const tag = fieldTagIn(inside)
    if (tag === undefined) return undefined
    const { signer, members, isRepeat } = tag
    const field = clearOfWords(inPlaceOf(box, tag), box, at)
    return {
      ...found,
      ...rounded(onPage(field, at.page)),
      kind: kindOfType(members.type),
      signer,
      reason: `The text has the tag ${written}, which asks for a field of ${signer}: ${members.type}.`,
      asked: { members, isRepeat, tag: rounded(onPage(covering(match, line), at.page)) },
    }
  } catch (error) {
    if (!(error instanceof FieldTagError)) throw error
    const why = tagFaultOf(error)
    const finding = say('places.tagUnusable', (locale) => ({
      tag: written,
      why: inLanguage(why, locale),
    }))
    return { ...found, ...rounded(onPage(box, at.page)), kind: 'text', reason: finding.en, finding }
  }
}

/** A tag that goes on after the end of its line. */
function unclosed(line: Line, at: Crowd & { number: number }): DetectedField[] {
  const match = UNCLOSED.exec(line.text)
  if (match === null) return []
  const [written] = match
  const box = line.box(match.index, line.text.length)
  const finding = say('places.tagUnclosed', { tag: written })
  return [
    {
      ...{ page: at.number, source: 'tag', text: written, confidence: 1, kind: 'text' },
      ...rounded(onPage(box, at.page)),
      ...{ reason: finding.en, finding },
    },
  ]
}

/** Fields of the tags in a line. Each begins at the top left corner of its tag, or near it where it would cover words. */
export function tagFields(line: Line, at: Crowd & { number: number }): DetectedField[] {
  const { page } = at
  if (!line.text.includes('{') && !line.text.includes('[[')) return []
  const found = [...line.text.matchAll(TAG)].flatMap((match) => {
    const written = match[0]
    const inside = match[1] ?? match[2] ?? match[3] ?? ''
    const input = inputField({ written, inside, index: match.index }, line, at)
    if (input !== undefined) return [input]
    const tag = parseTag(inside)
    if (tag === undefined || isVariable(tag)) return []
    const from = match.index
    const box = line.box(from, from + written.length)
    const usual = USUAL_SIZE[tag.kind]
    const size = { width: tag.width ?? usual.width, height: tag.height ?? usual.height }
    const whose = tag.signer === undefined ? '' : ` of ${tag.signer}`
    const field = clearOfWords({ x: box.x, y: box.y, ...size }, box, at)
    return {
      page: at.number,
      ...rounded(onPage(field, page)),
      kind: tag.kind,
      source: 'tag' as const,
      ...(tag.signer !== undefined && { signer: tag.signer }),
      reason: `The text has the tag ${written}, which asks for ${KIND_NAMES[tag.kind]}${whose}.`,
      text: written,
      confidence: 1,
    }
  })
  return [...found, ...unclosed(line, at)]
}
