/** Reads an untrusted mapping: every path must be a field, every expression must parse. */
import type { TSchema } from 'typebox'
import { compileExpression, type Expression } from '../../docx/language/expression.ts'
import { ExpressionError } from '../../docx/language/filter-contract.ts'
import { FILTERS } from '../../docx/language/filters.ts'
import type { Finding } from '../../kernel/coded-error.ts'
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

const valid = (node: Node): string =>
  node.items === undefined
    ? Object.keys(node.properties ?? {}).join(', ') || 'none'
    : 'a position from 0 to 99, or {"from": …, "each": …}'

class MappingReader {
  readonly findings: Finding[] = []
  count = 0

  #report(pointer: string, code: string, detail: string, fix?: string): undefined {
    this.findings.push({ pointer, code, detail, ...(fix !== undefined && { fix }) })
  }

  read(json: unknown, owner: Node, pointer: string, depth: number): MappingEntry[] {
    if (!isJsonObject(json)) {
      this.#report(pointer, 'mapping_kind', 'A mapping is an object: invoice path → expression.')
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
        this.#report(pointer, 'mapping_overlap', `${path} and ${next} are both given.`)
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
      return this.#report(
        pointer,
        'mapping_kind',
        `${target} needs an expression as text, or {"from": expression, "each": mapping}.`,
      )
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
        `${path.join('.')} is no list: give an expression instead of "from" and "each".`,
      )
    if (depth >= DEPTH_MAX)
      return this.#report(pointer, 'mapping_depth', `Lists nest at most ${DEPTH_MAX} deep.`)
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
          `The invoice has no "${name}" here.`,
          `Valid: ${valid(node)}.`,
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
      return this.#report(pointer, error.code, error.message, error.fix)
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
      detail: `A mapping has at most ${ENTRIES_MAX} entries; here are more.`,
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
