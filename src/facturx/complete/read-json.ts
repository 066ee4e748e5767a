/**
 * Reads untrusted JSON as an invoice: rejects unknown names and wrong types, drops nulls and empty texts, converts
 * every decimal to plain text. Findings have pointers.
 */

import type { TSchema } from 'typebox'
import type { Finding } from '../../kernel/coded-error.ts'
import { invariant } from '../../kernel/invariant.ts'
import { isJsonObject, type JsonObject } from '../../kernel/json.ts'
import { editDistance } from '../../kernel/nearest-name.ts'
import type { Normalised } from '../model/complete-invoice.ts'
import { fault } from '../model/fields.ts'
import { type Invoice, InvoiceSchema } from '../model/invoice.ts'
import { DATE_PATTERN, DECIMAL_PATTERN, shown } from '../model/invoice-values.ts'
import { hiddenCharacter } from './hidden-characters.ts'

/** An invoice whose amounts are decimal texts; still only what the caller gave. */
export type NormalInvoice = Normalised<Invoice>

/** The parts of JSON Schema that the invoice model uses. */
interface Node extends TSchema {
  type?: string
  properties?: Record<string, Node>
  items?: Node
  maxItems?: number
  anyOf?: Node[]
  enum?: string[]
  pattern?: string
}

const DECIMAL = new RegExp(DECIMAL_PATTERN)
/** Anything that XML 1.0 does not allow, lone surrogates included. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u

/** Decimals for which leaving out means a number: an empty text there is more likely a mistake than that number. */
const HAS_DEFAULT = /\/(quantity|baseQuantity|rate)$/
const NEGATIVE_ZERO = /^-0+(\.0+)?$/
const escapeToken = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

const kindOf = (value: unknown): string => {
  if (Array.isArray(value)) return 'list'
  return isJsonObject(value) ? 'object' : typeof value
}

const MEANT_NAME_MAX = 40
/** Longest unknown name that a pointer repeats. */
const POINTER_NAME_MAX = 200
const MEANT_DISTANCE_MAX = 2

/** The known name that a misspelt one is meant to be: the same up to case, dashes and two letters. */
function meant(name: string, known: readonly string[]): string | undefined {
  if (name.length > MEANT_NAME_MAX) return undefined
  const plain = (text: string) => text.toLowerCase().replaceAll(/[-_ ]/g, '')
  const far = (each: string) => editDistance(plain(name), plain(each))
  return known
    .filter((each) => far(each) <= Math.min(MEANT_DISTANCE_MAX, each.length / 2 - 1))
    .sort((one, other) => far(one) - far(other))[0]
}

class Reader {
  readonly findings: Finding[] = []

  private report(finding: Finding): undefined {
    this.findings.push(finding)
  }

  private wrongKind(
    pointer: string,
    value: unknown,
    wanted: 'object' | 'list' | 'decimal' | 'text',
  ): undefined {
    return this.report(fault('FIELD-TYPE', pointer, 'wrongKind', { wanted, given: kindOf(value) }))
  }

  read(node: Node, value: unknown, pointer: string): unknown {
    if (value === null || value === undefined) return undefined
    if (node.type === 'object') return this.readObject(node, value, pointer)
    if (node.type === 'array') return this.readList(node, value, pointer)
    if (node.anyOf !== undefined) return this.readDecimal(value, pointer)
    return this.readText(node, value, pointer)
  }

  private readObject(node: Node, value: unknown, pointer: string): unknown {
    if (!isJsonObject(value)) return this.wrongKind(pointer, value, 'object')
    const properties = node.properties ?? {}
    const result: Record<string, unknown> = {}
    for (const [name, member] of Object.entries(value)) {
      const at = `${pointer}/${escapeToken(name)}`
      const schema = Object.hasOwn(properties, name) ? properties[name] : undefined
      if (schema === undefined) this.unknownName(at, name, Object.keys(properties))
      else {
        const read = this.read(schema, member, at)
        if (read !== undefined) result[name] = read
      }
    }
    return result
  }

  private unknownName(pointer: string, name: string, known: readonly string[]): void {
    const suggestion = meant(name, known)
    this.report(
      fault(
        'FIELD-UNKNOWN',
        // A name of this length is no member that anyone looks for: the pointer ends at the object that has it.
        name.length > POINTER_NAME_MAX ? pointer.slice(0, pointer.lastIndexOf('/')) : pointer,
        'unknownField',
        {
          name: shown(name),
          hasMeant: suggestion !== undefined,
          meant: suggestion ?? '',
          valid: known.join(', '),
        },
      ),
    )
  }

  private readList(node: Node, value: unknown, pointer: string): unknown {
    if (!Array.isArray(value)) return this.wrongKind(pointer, value, 'list')
    const { items, maxItems = Number.POSITIVE_INFINITY } = node
    if (value.length > maxItems)
      return this.report(
        fault('FIELD-VALUE', pointer, 'listLong', { count: value.length, max: maxItems }),
      )
    if (items === undefined) return []
    // a null or invalid entry keeps its place, so that later pointers stay correct
    return value.map((entry, index) => this.read(items, entry, `${pointer}/${index}`) ?? {})
  }

  private readDecimal(value: unknown, pointer: string): unknown {
    if (typeof value !== 'string' && typeof value !== 'number')
      return this.wrongKind(pointer, value, 'decimal')
    const text = Object.is(value, -0) ? '-0' : String(value).trim()
    const hasDefault = HAS_DEFAULT.test(pointer)
    if (text === '') return hasDefault ? this.blank(pointer) : undefined
    if (hasDefault && NEGATIVE_ZERO.test(text)) return this.negativeZero(pointer)
    if (DECIMAL.test(text)) return text
    return this.report(fault('DECIMAL', pointer, 'notDecimal', { text: shown(text) }))
  }

  private negativeZero(pointer: string): undefined {
    return this.report(fault('DECIMAL', pointer, 'signedZero'))
  }

  private blank(pointer: string): undefined {
    return this.report(fault('DECIMAL', pointer, 'blankNumber'))
  }

  private readText(node: Node, value: unknown, pointer: string): unknown {
    if (typeof value !== 'string') return this.wrongKind(pointer, value, 'text')
    const text = value.replaceAll(/\r\n?/g, '\n').trim()
    if (text === '') return undefined
    if (node.enum !== undefined && !node.enum.includes(text))
      return this.report(
        fault('FIELD-VALUE', pointer, 'notListed', {
          text: shown(text),
          values: node.enum.join(', '),
        }),
      )
    if (node.pattern === DATE_PATTERN && !dateExists(text))
      return this.report(fault('DATE', pointer, 'notDate', { text: shown(text) }))
    if (NOT_XML.test(text))
      return this.report(fault('TEXT-CHARACTERS', pointer, 'controlCharacter'))
    const hidden = hiddenCharacter(text)
    if (hidden !== undefined)
      return this.report(fault('TEXT-HIDDEN', pointer, 'hiddenCharacter', { character: hidden }))
    return text
  }
}

/** Whether a text is a day of the calendar, written YYYY-MM-DD. */
export function dateExists(text: string): boolean {
  if (!new RegExp(DATE_PATTERN).test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/**
 * @param json the untrusted invoice
 * @returns what could be read, and every finding about its shape; invalid values may be missing from the invoice
 */
export function readInvoice(json: unknown): { invoice: NormalInvoice; findings: Finding[] } {
  const reader = new Reader()
  const read = reader.read(InvoiceSchema as Node, json, '')
  return { invoice: (read ?? {}) as NormalInvoice, findings: reader.findings }
}

/** What every profile needs; everything else depends on profile, country and VAT category. */
const ALWAYS_NEEDED = ['number', 'issueDate', 'seller', 'buyer']

const PAGE_SCHEMA = {
  type: 'object',
  description: 'Other values shown by the Word template (logo, payment link …); not in the XML',
}

/** The published JSON Schema (2020-12) of an invoice. */
export function invoiceJsonSchema(): JsonObject {
  const schema: JsonObject = JSON.parse(JSON.stringify(InvoiceSchema))
  const { properties } = schema
  invariant(isJsonObject(properties), 'the schema of an invoice lists its properties')
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Invoice',
    required: ALWAYS_NEEDED,
    ...schema,
    properties: { ...properties, page: PAGE_SCHEMA },
  }
}
