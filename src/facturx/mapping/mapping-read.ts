/** Reads an untrusted mapping: every path must be a field, every expression must parse. */
import type { TSchema } from 'typebox'
import { compileExpression, type Expression } from '../../docx/language/expression.ts'
import { ExpressionError } from '../../docx/language/filter-contract.ts'
import { FILTERS } from '../../docx/language/filters.ts'
import { type Finding, saying, type Wording } from '../../kernel/coded-error.ts'
import { isJsonObject } from '../../kernel/json.ts'
import { pointerStep } from '../../kernel/json-errors.ts'
import { firstDetail } from '../../translations/findings.ts'
import { say } from '../../translations/texts.ts'
import { FacturxError } from '../facturx-error.ts'
import { InvoiceSchema } from '../model/invoice.ts'

/** One field of the invoice and how it is read; with `each`, a list of entries. */
export interface MappingEntry {
  path: string[]
  text: string
  expression: Expression
  each?: MappingEntry[]
}

interface Node extends TSchema {
  properties?: Record<string, Node>
  items?: Node
}

const ENTRIES_MAX = 500
const DEPTH_MAX = 3
const INDEX = /^\d{1,2}$/
/** The member for anything that the page shows beside the invoice. */
const FREE = 'page'

/** `seller.name` and `/seller/name` are the same path. */
const segmentsOf = (target: string): string[] =>
  target.startsWith('/')
    ? target
        .slice(1)
        .split('/')
        .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    : target.split('.')

const ANYTHING: Node = {}

function stepInto(node: Node, name: string): Node | undefined {
  if (node === ANYTHING) return ANYTHING
  if (node.items !== undefined) return INDEX.test(name) ? node.items : undefined
  const { properties = {} } = node
  return Object.hasOwn(properties, name) ? properties[name] : undefined
}

const valid = (node: Node): Wording =>
  node.items === undefined
    ? say('mappings.valid', { names: Object.keys(node.properties ?? {}).join(', ') || 'none' })
    : say('mappings.validPlace')

class MappingReader {
  readonly findings: Finding[] = []
  count = 0

  #report(pointer: string, code: string, detail: Wording, fix?: Wording): undefined {
    this.findings.push({ pointer, code, ...saying(detail, fix) })
  }

  read(json: unknown, owner: Node, pointer: string, depth: number): MappingEntry[] {
    if (!isJsonObject(json)) {
      this.#report(pointer, 'mapping_kind', say('mappings.object'))
      return []
    }
    const entries = Object.entries(json).flatMap(
      ([target, rule]) =>
        this.#entry(target, rule, owner, pointer + pointerStep(target), depth) ?? [],
    )
    this.#refuseOverlaps(entries, pointer)
    return entries
  }

  /** A path and another one inside it cannot both be given. */
  #refuseOverlaps(entries: readonly MappingEntry[], pointer: string): void {
    const paths = entries.map(({ path }) => path.map(pointerStep).join('')).sort()
    for (const [index, path] of paths.entries()) {
      const next = paths.slice(index + 1).find((other) => `${other}/`.startsWith(`${path}/`))
      if (next !== undefined)
        this.#report(
          pointer,
          'mapping_overlap',
          say('mappings.overlap', { one: path, other: next }),
        )
    }
  }

  #entry(target: string, rule: unknown, owner: Node, pointer: string, depth: number) {
    this.count += 1
    if (this.count > ENTRIES_MAX) return undefined
    const path = segmentsOf(target)
    const node = this.#nodeAt(path, owner, pointer)
    if (node === undefined) return undefined
    if (typeof rule === 'string') return this.#expression(path, rule, pointer)
    if (!isJsonObject(rule) || typeof rule.from !== 'string' || Object.keys(rule).length !== 2)
      return this.#report(pointer, 'mapping_kind', say('mappings.rule', { target }))
    return this.#list(path, { from: rule.from, each: rule.each }, node, pointer, depth)
  }

  #list(
    path: string[],
    rule: { from: string; each: unknown },
    node: Node,
    pointer: string,
    depth: number,
  ) {
    const { items } = node
    if (items === undefined && node !== ANYTHING)
      return this.#report(
        pointer,
        'mapping_kind',
        say('mappings.noList', { target: path.join('.') }),
      )
    if (depth >= DEPTH_MAX)
      return this.#report(pointer, 'mapping_depth', say('mappings.depth', { max: DEPTH_MAX }))
    const entry = this.#expression(path, rule.from, `${pointer}/from`)
    const each = this.read(rule.each, items ?? ANYTHING, `${pointer}/each`, depth + 1)
    return entry === undefined ? undefined : { ...entry, each }
  }

  #nodeAt(path: readonly string[], owner: Node, pointer: string): Node | undefined {
    let node = owner
    for (const name of path) {
      const next = node === InvoiceSchema && name === FREE ? ANYTHING : stepInto(node, name)
      if (next === undefined)
        return this.#report(
          pointer,
          'mapping_target',
          say('mappings.target', { name }),
          valid(node),
        )
      node = next
    }
    return node
  }

  #expression(path: string[], text: string, pointer: string): MappingEntry | undefined {
    try {
      return { path, text, expression: compileExpression(text, FILTERS) }
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error
      const { code, message: detail, fix } = error
      this.findings.push({ pointer, code, detail, fix })
      return undefined
    }
  }
}

/**
 * Reads a mapping.
 * @throws FacturxError `validation_failed` with every wrong path and expression, by pointer.
 */
export function readMapping(json: unknown): MappingEntry[] {
  const reader = new MappingReader()
  const entries = reader.read(json, InvoiceSchema as Node, '/mapping', 0)
  if (reader.count > ENTRIES_MAX)
    reader.findings.push({
      pointer: '/mapping',
      code: 'mapping_size',
      ...saying(say('mappings.most', { max: ENTRIES_MAX })),
    })
  const { findings } = reader
  if (findings.length === 0) return entries
  throw new FacturxError(
    'validation_failed',
    say('data.mapping', (locale) => ({
      count: findings.length,
      detail: firstDetail(locale, findings),
    })),
    { errors: findings.slice(0, 100) },
  )
}
