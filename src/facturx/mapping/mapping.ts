/**
 * Maps a caller's own data to an invoice JSON: each field of the invoice gets an expression in the template language
 * over that data. The source of each value is recorded for the findings.
 */
import type { Expression, Run, Scopes } from '../../docx/language/expression.ts'
import type { Node as ExpressionNode, PathNode } from '../../docx/language/expression-tree.ts'
import { type FilterContext, FilterError } from '../../docx/language/filter-contract.ts'
import { isDecimal, isMissing, kindOf, plainDecimal } from '../../docx/language/values.ts'
import type { Finding } from '../../kernel/coded-error.ts'
import type { JsonObject, JsonValue } from '../../kernel/json.ts'
import { pointerStep } from '../../kernel/json-errors.ts'
import { say } from '../../translations/texts.ts'
import { FacturxError } from '../facturx-error.ts'
import { fault } from '../model/fields.ts'
import { type MappingEntry, readMapping } from './mapping-read.ts'

/** Invoice path → expression, or a list built from another list. */
export interface Mapping {
  [target: string]: string | { from: string; each: Mapping }
}

/** Context of the filters in expressions. */
export type MappingContext = Pick<FilterContext, 'locale' | 'timezone'>

/** Most expressions evaluated; far above 5,000 lines of 100 fields, so exceeding it is a mistake. */
const WORK_MAX = 2_000_000

interface Level extends Scopes {
  items: unknown[]
  kinds: string[]
  positions: number[]
  lengths: number[]
  /** Pointer of each item into the data; undefined for what a filter created. */
  pointers: (string | undefined)[]
}

function* pathsIn(node: ExpressionNode): Generator<PathNode> {
  if (node.kind === 'path') yield node
  for (const member of Object.values(node)) {
    const children: unknown[] = Array.isArray(member) ? member : [member]
    for (const child of children) {
      if (typeof child === 'object' && child !== null && 'kind' in child)
        yield* pathsIn(child as ExpressionNode)
    }
  }
}

const owns = (item: unknown, name: string): boolean =>
  typeof item === 'object' && item !== null && Object.hasOwn(item, name)

/** The target of a path, as a pointer into the data. */
function pointerOf({ base, up, segments }: PathNode, level: Level): string | undefined {
  const innermost = level.items.length - 1
  let at = base === 'root' ? 0 : Math.max(0, innermost - up)
  if (base === 'name') {
    at = innermost
    while (at > 0 && !owns(level.items[at], segments[0] ?? '')) at -= 1
    if (!owns(level.items[at], segments[0] ?? '')) at = innermost
  }
  const start = level.pointers[at]
  return start === undefined ? undefined : start + segments.map(pointerStep).join('')
}

function sourceOf(expression: Expression, text: string, level: Level): string {
  const pointers = [...pathsIn(expression.tree)].map((path) => pointerOf(path, level))
  const known = pointers.filter((pointer) => pointer !== undefined)
  return known.length === 0 ? text : [...new Set(known)].join(', ')
}

/** The result of an expression as JSON: exact decimals become text. */
function plain(value: unknown): JsonValue | undefined {
  if (isMissing(value)) return undefined
  if (isDecimal(value)) return plainDecimal(value)
  if (Array.isArray(value)) return value.map((each) => plain(each) ?? null)
  if (typeof value !== 'object') return value as JsonValue
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const kept = plain(member)
      return kept === undefined ? [] : [[name, kept]]
    }),
  )
}

const INDEX = /^\d+$/

/** Sets a value at a path, creating groups and lists on the way. */
function put(root: JsonObject, path: readonly string[], value: JsonValue): void {
  let at: JsonObject | JsonValue[] = root
  for (const [depth, name] of path.entries()) {
    const next = path[depth + 1]
    const owner = at as JsonObject
    if (Array.isArray(at)) while (at.length < Number(name)) at.push(null)
    if (next === undefined) owner[name] = value
    else {
      owner[name] ??= INDEX.test(next) ? [] : {}
      at = owner[name] as JsonObject | JsonValue[]
    }
  }
}

class Mapper implements Run {
  readonly context: FilterContext
  readonly findings: Finding[] = []
  readonly sources = new Map<string, string>()
  readonly memo: Run['memo'] = new Map()
  missed: Run['missed']
  work = 0

  constructor(context: MappingContext) {
    this.context = { ...context, pictures: new Map() }
  }

  charge(units: number): void {
    this.work += units
    if (this.work <= WORK_MAX) return
    throw new FacturxError('render_limit_exceeded', say('data.mappingWork'))
  }

  /** Fills `target` with what the entries read at a level. */
  fill(target: JsonObject, entries: readonly MappingEntry[], level: Level, prefix: string): void {
    for (const entry of entries) {
      const pointer = prefix + entry.path.map(pointerStep).join('')
      const value = this.#evaluate(entry, level, pointer)
      if (isMissing(value)) continue
      const made =
        entry.each === undefined ? plain(value) : this.#list(entry, value, level, pointer)
      if (made !== undefined) put(target, entry.path, made)
    }
  }

  #evaluate({ expression, text }: MappingEntry, level: Level, pointer: string): unknown {
    this.charge(1)
    this.missed = undefined
    this.sources.set(pointer, sourceOf(expression, text, level))
    try {
      return expression.evaluate(level, this)
    } catch (error) {
      if (!(error instanceof FilterError)) throw error
      this.#report(fault('MAPPING-VALUE', pointer, 'mappedValue', { message: error.message }))
      return undefined
    }
  }

  #list({ each = [], expression }: MappingEntry, value: unknown, level: Level, pointer: string) {
    if (!Array.isArray(value)) {
      this.#report(fault('MAPPING-VALUE', pointer, 'mappedList', { kind: kindOf(value) }))
      return undefined
    }
    const { tree } = expression
    const start = tree.kind === 'path' ? pointerOf(tree, level) : undefined
    return value.map((item: unknown, index): JsonValue => {
      const made: JsonObject = {}
      const at = `${pointer}/${index}`
      if (start !== undefined) this.sources.set(at, `${start}/${index}`)
      const inner: Level = {
        items: [...level.items, item],
        kinds: [...level.kinds, 'array'],
        positions: [...level.positions, index],
        lengths: [...level.lengths, value.length],
        pointers: [...level.pointers, start === undefined ? undefined : `${start}/${index}`],
      }
      this.fill(made, each, inner, at)
      return made
    })
  }

  #report(finding: Finding): void {
    const source = this.sources.get(finding.pointer ?? '')
    this.findings.push({ ...finding, ...(source !== undefined && { source }) })
  }
}

/**
 * Reads the data through a mapping.
 * @returns `sources`: the source in the caller's data of each mapped place of the invoice, by pointer
 * @throws FacturxError `validation_failed` when the mapping itself is wrong; `render_limit_exceeded`
 */
export function applyMapping(mapping: Mapping, data: JsonObject, context: MappingContext) {
  const mapper = new Mapper(context)
  const invoice: JsonObject = {}
  const level: Level = { items: [data], kinds: [], positions: [], lengths: [], pointers: [''] }
  mapper.fill(invoice, readMapping(mapping), level, '')
  return { invoice, findings: mapper.findings, sources: mapper.sources }
}

/** Findings that also name the place in the caller's data from which the place in the invoice was read. */
export function withSources(findings: readonly Finding[], sources: ReadonlyMap<string, string>) {
  return findings.map((finding) => {
    for (let at = finding.pointer ?? ''; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
      const source = sources.get(at)
      if (source !== undefined) return { ...finding, source }
    }
    return finding
  })
}
