/** One render: evaluates tags, counts the work, and collects everything that is wrong. */
import type { Finding } from '../../kernel/coded-error.ts'
import type { DocumentWarning } from '../../kernel/document-warnings.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { pointerStep } from '../../kernel/json-errors.ts'
import { JsonPointers } from '../../kernel/json-places.ts'
import { nearestName } from '../../kernel/nearest-name.ts'
import { isRecord } from '../../kernel/type-guards.ts'
import { say } from '../../translations/texts.ts'
import { isChartNumber } from '../charts/chart-cells.ts'
import { DocxError } from '../docx-error.ts'
import type { Run, Scopes } from '../language/expression.ts'
import { parseExpression } from '../language/expression-tree.ts'
import { type FilterContext, FilterError } from '../language/filter-contract.ts'
import {
  isDecimal,
  isMissing,
  isPlainObject,
  isTruthy,
  kindOf,
  memberAt,
  toText,
} from '../language/values.ts'
import { highlightedText, lineText, wordText } from '../package/text-runs.ts'
import { isTitlePart } from '../package/zip-parts.ts'
import type { Token } from '../tags/engine-tokens.ts'
import type { TemplateTag } from '../tags/template-tags.ts'
import { FINDINGS_MAX, VALUE_LENGTH_MAX, WORK_MAX } from './merge-limits.ts'

/** How pictures begin: data URIs, and PNG, JPEG, GIF and WebP in base64. */
const PICTURE = /^(?:data:image\/|(?:iVBORw0KGgo|\/9j\/|R0lGOD|UklGR)[\w+/=-]{40})/

/** What happens when a tag has no value. */
export type MissingPolicy = 'error' | 'blank' | 'mark'

/** A property that a tag sets. */
export interface SetValue {
  source: TemplateTag
  pointer: string | undefined
  value: unknown
}

/** Mutable state of one render. */
export class RenderRun implements Run {
  readonly context: FilterContext
  readonly policy: MissingPolicy
  readonly pointers: JsonPointers
  missed: Run['missed']
  /** Tags and loop iterations executed. */
  expanded = 0
  /** UTF-16 units written. */
  written = 0
  work = 0
  readonly memo: Run['memo'] = new Map()
  readonly missing = new Map<string, Finding>()
  readonly wrong = new Map<string, Finding>()
  readonly warnings: DocumentWarning[] = []
  /** Properties that tags set, in the order of their marks in the text. */
  readonly sets: SetValue[] = []
  /** Sections over columns, and where their values were. */
  readonly columns = new Map<TemplateTag, string | undefined>()
  /** The tag whose last evaluation failed: it already has a finding and is not reported as missing too. */
  lastFailed: Token | undefined

  constructor(data: JsonObject, context: FilterContext, policy: MissingPolicy) {
    this.context = context
    this.policy = policy
    this.pointers = new JsonPointers(data)
  }

  charge(units: number): void {
    this.work += units
    if (this.work <= WORK_MAX) return
    throw new DocxError('render_limit_exceeded', say('data.filterWork', { max: WORK_MAX }))
  }

  /** The value of a tag; undefined, and a finding, when its expression fails on the data. */
  evaluate(token: Token, scopes: Scopes): unknown {
    this.expanded++
    this.missed = undefined
    this.lastFailed = undefined
    try {
      return token.evaluate?.(scopes, this)
    } catch (error) {
      if (!(error instanceof FilterError)) throw error
      this.lastFailed = token
      const pointer = this.pointerOfValue(token.source, scopes)
      this.add(token.source, pointer, 'value_unusable', `${error.message}.`)
      return undefined
    }
  }

  /** Where the value is that a tag starts from. What it is stays with its sender. */
  pointerOfValue(source: TemplateTag | undefined, scopes: Scopes): string | undefined {
    let node = parseExpression(source?.expression ?? '.')
    while (node.kind === 'filter' || node.kind === 'binary') {
      node = node.kind === 'filter' ? node.input : node.left
    }
    const inner = scopes.items.length - 1
    if (node.kind !== 'path' || node.up > 0) return this.pointerOfLevel(scopes, inner)
    const [name = ''] = node.segments
    const has = (item: unknown): boolean => isRecord(item) && Object.hasOwn(item, name)
    const named = scopes.items.findLastIndex(has)
    const start = this.pointerOfLevel(
      scopes,
      node.base === 'name' ? named : node.base === 'root' ? 0 : inner,
    )
    return start === undefined
      ? this.pointerOfLevel(scopes, inner)
      : start + node.segments.map(pointerStep).join('')
  }

  /** Whether the tag evaluated last failed. */
  failed(token: Token): boolean {
    return this.lastFailed === token
  }

  /** The value of a section tag: lists loop, objects open a scope, anything else is true or false. */
  section(token: Token, scopes: Scopes): unknown {
    const value = this.evaluate(token, scopes)
    if (token.source?.columns)
      this.columns.set(token.source, this.pointerOfValue(token.source, scopes))
    if (Array.isArray(value)) {
      this.expanded += value.length
      return value
    }
    const isObject = typeof value === 'object' && value !== null && !isDecimal(value)
    return isObject ? value : isTruthy(value)
  }

  /** The XML a text tag is replaced by. */
  print(token: Token, scopes: Scopes): string {
    const value = this.evaluate(token, scopes)
    if (isMissing(value)) return this.absent(token, scopes)
    if (token.source?.kind === 'property') {
      const { source } = token
      const index =
        this.sets.push({ source, pointer: this.pointerOfValue(source, scopes), value }) - 1
      return `<paraph-set n="${index}"/>`
    }
    const text = toText(value)
    if (text === undefined) {
      this.complain(token.source, scopes, 'value_not_text', notTextWords(value))
      return ''
    }
    if (PICTURE.test(text)) {
      const { expression = 'picture' } = token.source ?? {}
      const detail = `The value is a picture, and {${expression}} would print it as letters: write {%${expression}}.`
      this.complain(token.source, scopes, 'value_not_text', detail)
      return ''
    }
    if (text.length > VALUE_LENGTH_MAX) {
      this.complain(
        token.source,
        scopes,
        'value_too_long',
        `The value has ${text.length} characters; a tag prints at most ${VALUE_LENGTH_MAX}.`,
      )
      return ''
    }
    if (token.source?.isNumber === true && !isChartNumber(text)) {
      const detail = `A chart needs a number here, and the value is ${JSON.stringify(text.slice(0, 60))}: send 12.5 or "12.50", without a filter that formats it.`
      this.add(token.source, this.pointerOfValue(token.source, scopes), 'value_unusable', detail)
      return ''
    }
    const xml = token.inWordText === true ? wordText(text) : lineText(text)
    this.written += xml.length
    return xml
  }

  /** Records a missing value and returns what is printed for it. */
  absent(token: Token, scopes: Scopes): string {
    if (token.source === undefined) return ''
    // Braces in a title are no reason to refuse a document: what cannot be filled stays as it is.
    if (isTitlePart(token.source.part))
      return this.policy === 'blank' ? '' : lineText(token.source.tag)
    if (this.failed(token)) return ''
    this.note(token.source, scopes)
    if (this.policy !== 'mark' || token.source.isNumber === true) return ''
    return token.inWordText === true
      ? highlightedText(token.source.tag, token.runProperties ?? '')
      : lineText(token.source.tag)
  }

  /** Records that a tag found nothing at its place in the data. */
  note(source: TemplateTag | undefined, scopes: Scopes): void {
    const pointer = this.pointerOfMissed(scopes)
    if (this.missing.size > FINDINGS_MAX) return
    const finding: Finding = {
      ...placeOf(source),
      ...(pointer === undefined ? {} : { pointer }),
      code: 'value_missing',
      detail: `The data has no value for ${source?.tag ?? 'this tag'}${pointer === undefined ? '' : ` at ${pointer || 'its root'}`}.`,
      fix: 'Send the value, or write what to print without it: {… | default:"–"}. The option "missing" prints blanks or marks instead.',
      ...this.meant(scopes),
      ...foreignName(this.missed?.path.segments ?? [], this.pointers.data),
    }
    this.missing.set(JSON.stringify(finding), finding)
  }

  /** The name that a mistyped one is near to. */
  meant(scopes: Scopes): Partial<Finding> {
    const { path, level = 0, item } = this.missed ?? {}
    const segments = path?.segments ?? []
    const owners: unknown[] = [item ?? scopes.items[level]]
    for (const name of segments) owners.push(memberAt(owners.at(-1), [name]))
    const at = owners.findIndex(
      (owner, index) => memberAt(owner, [segments[index] ?? '']) === undefined,
    )
    const name = segments[at] ?? ''
    const other =
      name.length < 3
        ? undefined
        : nearestName(name, namesIn(at === 0 ? scopes.items : [owners[at]]))
    if (other === undefined) return {}
    const right = segments.with(at, other).join('.')
    return { fix: `Did you mean {${right}}? Else send the value, or write {… | default:"–"}.` }
  }

  pointerOfMissed(scopes: Scopes): string | undefined {
    if (this.missed === undefined) return undefined
    const { path, level, item } = this.missed
    const base = this.pointers.of(item) ?? this.pointerOfLevel(scopes, level)
    return base === undefined ? undefined : base + path.segments.map(pointerStep).join('')
  }

  /** The pointer of a scope; an item that is not an object gets that of the nearest one that is. */
  pointerOfLevel(scopes: Scopes, level: number): string | undefined {
    return level < 0 ? undefined : this.pointers.of(scopes.items[level])
  }

  /** Records what a module rejected about the value of a tag. */
  refuse(source: TemplateTag | undefined, cause: Error): void {
    const code = cause instanceof DocxError ? cause.code : 'value_unusable'
    const detail = cause instanceof DocxError ? cause.message : `${cause.message}.`
    this.add(source, undefined, code, detail)
  }

  complain(source: TemplateTag | undefined, scopes: Scopes, code: string, detail: string): void {
    this.add(source, this.pointerOfLevel(scopes, scopes.items.length - 1), code, detail)
  }

  add(source: TemplateTag | undefined, pointer: string | undefined, code: string, detail: string) {
    if (this.wrong.size > FINDINGS_MAX || isTitlePart(source?.part ?? '')) return
    const finding: Finding = {
      ...placeOf(source),
      ...(pointer === undefined || pointer === '' ? {} : { pointer }),
      code,
      detail: detail.charAt(0).toUpperCase() + detail.slice(1),
      fix: 'Correct the value in the data, or the tag in the template.',
    }
    this.wrong.set(JSON.stringify(finding), finding)
  }
}

const namesIn = (items: readonly unknown[]): string[] =>
  items.flatMap((item) => (isRecord(item) && isPlainObject(item) ? Object.keys(item) : []))

/** What is said about names that only other tools know, such as Carbone's `d`. */
function foreignName([first = '', ...rest]: readonly string[], data: JsonObject): Partial<Finding> {
  if (Object.hasOwn(data, first)) return {}
  const words: Record<string, string> = { else: '{:else}', endif: '{/}', endfor: '{/}' }
  if (rest.length === 0 && Object.hasOwn(words, first)) return { fix: `Write ${words[first]}.` }
  const isScope = (first === 'd' || first === 'this' || /^\$\w/.test(first)) && rest.length > 0
  return isScope
    ? {
        fix: `Write {${rest.join('.')}}: a path starts with a name of the data, not with ${first}.`,
      }
    : {}
}

function placeOf(source: TemplateTag | undefined): Partial<Finding> {
  return source === undefined
    ? {}
    : { tag: source.tag, part: source.part, paragraph: source.paragraph }
}

function notTextWords(value: unknown): string {
  if (Array.isArray(value)) {
    return 'The value is a list: print it with {#list}…{/}, or as one text with {list | join:", "}.'
  }
  if (isPlainObject(value)) {
    return 'The value is an object: name one of its members, for example {client.name}.'
  }
  return `The value is ${kindOf(value)}: write {%…} for a picture, {~…} for formatted text or a link.`
}
