/**
 * Which braces of a file are ordinary text, by what the data hold: `{member, member …}` and code are no tags of this
 * language, `{client name}` is a mistake in one where the data have a name like it.
 */
import type { Finding } from '../../kernel/coded-error.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { nearestName } from '../../kernel/nearest-name.ts'
import { isRecord } from '../../kernel/type-guards.ts'
import { otherTool } from '../language/other-tools.ts'
import { ALL_FILTERS } from '../rich/rich-content.ts'
import type { TemplateScan } from './scan.ts'

/** Names of the data that are looked at. */
const NAMES_MAX = 5000
/** What a name of a section, a path and its filters consist of. */
const NAME_LIKE = /^[#^/%~@:]?\s*[\p{L}_$.][\p{L}\p{M}\p{N}_$.]*\s*(?:\|.*)?$/su
const PREFIXED = /^\s?(?:[#^/%~@][\p{L}_]|:\s*else|signature\s*:|field\s*:)/iu
/** `{name` and `name}`: a space, a sign or a quotation mark beside the brace is how code is written. */
const TYPED_OPEN = /^\{(?:[#^/%~@]\s?)?[\p{L}_]/u
const TYPED_CLOSE = /(?:^|\s)[\p{L}_][\p{L}\p{N}_.]*\}$/u
/** `{name | filter:…}` and `{call()}`. */
const AS_TYPED = /^[\p{L}_$][\p{L}\p{N}_.$]*(?:\s*\|\s*[\p{L}_]\w*(?:\s*[:|].*)?|\(.*\))$/su
const REFUSED: ReadonlySet<string> = new Set(['tag_refused', 'name_refused', 'assignment_refused'])
/** Findings that only a tag which was read as one can have. */
const OF_SECTIONS = /^(?:section_|else_)/

const loose = (name: string): string => name.toLowerCase().replace(/[\s_-]+/g, '_')

/** The names of all members of the data, at any depth. */
function namesOf(data: JsonObject): ReadonlySet<string> {
  const names = new Set<string>()
  const waiting: unknown[] = [data]
  for (const value of waiting) {
    if (names.size > NAMES_MAX || waiting.length > 4 * NAMES_MAX) break
    if (Array.isArray(value)) waiting.push(...value.slice(0, 20))
    else if (isRecord(value)) {
      for (const [name, member] of Object.entries(value)) {
        names.add(loose(name))
        waiting.push(member)
      }
    }
  }
  return names
}

const innerOf = (tag: string): string => tag.replace(/^[^{]*\{+/, '').replace(/\}+$/, '')

const namesFilter = (inner: string): boolean =>
  [...inner.matchAll(/\|\s*(\p{L}\w*)/gu)].some(
    ([, name = '']) => name.length > 1 && nearestName(name, ALL_FILTERS.keys()) !== undefined,
  )

const mentions = (text: string, names: ReadonlySet<string>): boolean =>
  names.has(loose(text.trim())) ||
  (text.match(/[\p{L}\p{N}_]+/gu) ?? []).some((word) => names.has(loose(word)))

/** Whether what is wrong is plainly wrong with a tag. */
function isOfTag({ code = '', tag = '' }: Finding, names: ReadonlySet<string>): boolean {
  const inner = innerOf(tag)
  if (OF_SECTIONS.test(code)) return inner.trim() === '' || NAME_LIKE.test(inner.trim())
  if (REFUSED.has(code) || mentions(tag, names) || namesFilter(inner)) return true
  if (code === 'tag_unclosed') return TYPED_OPEN.test(tag)
  if (code === 'tag_unopened') return TYPED_CLOSE.test(tag)
  if (AS_TYPED.test(inner)) return true
  const other = otherTool(inner)
  if (other !== undefined) return other.tool !== '' || tag.startsWith('{{')
  return PREFIXED.test(inner) || (code === 'brace_doubled' && NAME_LIKE.test(inner.trim()))
}

/** A name with members, with hyphens, too, as others write them; or a text in quotation marks. */
const PLAIN_NAME = /^(?:[\p{L}_][\p{L}\p{M}\p{N}_.-]*|["“][^{}"“”]*["”])$/u

/** Whether a file holds names in braces and nothing else that only this language has. */
const onlyNames = (tags: TemplateScan['tags']): boolean =>
  tags.every(({ kind, expression }) => kind === 'text' && PLAIN_NAME.test(expression))

/**
 * The texts in braces, as they are written, that are to be left as they are.
 * @param data what a file without data holds in braces is no tag unless something in it plainly is one
 */
export function ordinaryTexts(scan: TemplateScan, data: JsonObject): ReadonlySet<string> {
  const isEmpty = Object.keys(data).length === 0
  if (scan.every.length === 0 && !(isEmpty && scan.tags.length > 0)) return new Set()
  const names = namesOf(data)
  const wrong = scan.every.filter(({ tag }) => tag !== undefined)
  const left = wrong.filter((finding) => !isOfTag(finding, names))
  const isOrdinary = isEmpty && left.length === scan.every.length
  const valid = scan.tags.filter(({ tag }) => !wrong.some((finding) => finding.tag === tag))
  const alone = isOrdinary && onlyNames(valid) ? valid : []
  return new Set([...left, ...alone].map(({ tag = '' }) => tag))
}
