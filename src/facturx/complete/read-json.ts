/**
 * Reads untrusted JSON as an invoice: rejects unknown names and wrong types, drops nulls and empty texts, converts
 * every decimal to plain text. Findings are bilingual and have pointers.
 */

import type { TSchema } from 'typebox'
import type { Finding, Wording } from '../../kernel/coded-error.ts'
import { invariant } from '../../kernel/invariant.ts'
import { isJsonObject, type JsonObject } from '../../kernel/json.ts'
import { editDistance } from '../../kernel/nearest-name.ts'
import type { Normalised } from '../model/complete-invoice.ts'
import { findingOf } from '../model/fields.ts'
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

const KINDS: Readonly<Record<string, Wording>> = {
  string: { en: 'a text', fr: 'un texte' },
  number: { en: 'a number', fr: 'un nombre' },
  boolean: { en: 'a boolean', fr: 'un booléen' },
}
const kindOf = (value: unknown): Wording => {
  if (Array.isArray(value)) return { en: 'a list', fr: 'une liste' }
  if (isJsonObject(value)) return { en: 'an object', fr: 'un objet' }
  return KINDS[typeof value] ?? { en: 'nothing', fr: 'rien' }
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

  private report(code: string, pointer: string, detail: Wording, fix?: Wording): undefined {
    this.findings.push(findingOf({ code, pointer, detail, ...(fix ? { fix } : {}) }))
  }

  private wrongKind(pointer: string, value: unknown, wanted: Wording): undefined {
    const given = kindOf(value)
    return this.report(
      'FIELD-TYPE',
      pointer,
      {
        en: `${wanted.en} is expected here, not ${given.en}.`,
        fr: `${wanted.fr} est attendu ici, pas ${given.fr}.`,
      },
      {
        en: 'Send what the schema at /facturx/invoice.schema.json names, or leave the field out.',
        fr: 'Envoyez ce que nomme le schéma à /facturx/invoice.schema.json, ou omettez le champ.',
      },
    )
  }

  read(node: Node, value: unknown, pointer: string): unknown {
    if (value === null || value === undefined) return undefined
    if (node.type === 'object') return this.readObject(node, value, pointer)
    if (node.type === 'array') return this.readList(node, value, pointer)
    if (node.anyOf !== undefined) return this.readDecimal(value, pointer)
    return this.readText(node, value, pointer)
  }

  private readObject(node: Node, value: unknown, pointer: string): unknown {
    if (!isJsonObject(value))
      return this.wrongKind(pointer, value, { en: 'An object', fr: 'Un objet' })
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
    const valid = known.join(', ')
    this.report(
      'FIELD-UNKNOWN',
      // A name of this length is no member that anyone looks for: the pointer ends at the object that has it.
      name.length > POINTER_NAME_MAX ? pointer.slice(0, pointer.lastIndexOf('/')) : pointer,
      {
        en: `There is no field "${shown(name)}" here.`,
        fr: `Il n'y a pas de champ « ${shown(name)} » ici.`,
      },
      {
        en: `${suggestion === undefined ? '' : `Did you mean "${suggestion}"? `}Valid: ${valid}.`,
        fr: `${suggestion === undefined ? '' : `Vouliez-vous dire « ${suggestion} » ? `}Champs valides : ${valid}.`,
      },
    )
  }

  private readList(node: Node, value: unknown, pointer: string): unknown {
    if (!Array.isArray(value))
      return this.wrongKind(pointer, value, { en: 'A list', fr: 'Une liste' })
    const { items, maxItems = Number.POSITIVE_INFINITY } = node
    if (value.length > maxItems)
      return this.report(
        'FIELD-VALUE',
        pointer,
        {
          en: `The list has ${value.length} entries; at most ${maxItems} are accepted.`,
          fr: `La liste a ${value.length} entrées ; ${maxItems} au plus sont acceptées.`,
        },
        {
          en: `Make several invoices of at most ${maxItems} entries.`,
          fr: `Faites-en plusieurs factures de ${maxItems} entrées au plus.`,
        },
      )
    if (items === undefined) return []
    // a null or invalid entry keeps its place, so that later pointers stay correct
    return value.map((entry, index) => this.read(items, entry, `${pointer}/${index}`) ?? {})
  }

  private readDecimal(value: unknown, pointer: string): unknown {
    if (typeof value !== 'string' && typeof value !== 'number')
      return this.wrongKind(pointer, value, { en: 'A decimal', fr: 'Un nombre décimal' })
    const text = Object.is(value, -0) ? '-0' : String(value).trim()
    const hasDefault = HAS_DEFAULT.test(pointer)
    if (text === '') return hasDefault ? this.blank(pointer) : undefined
    if (hasDefault && NEGATIVE_ZERO.test(text)) return this.negativeZero(pointer)
    if (DECIMAL.test(text)) return text
    return this.report(
      'DECIMAL',
      pointer,
      {
        en: `${shown(text)} is not an exact decimal of at most 17 digits and 10 decimals.`,
        fr: `${shown(text)} n'est pas un nombre décimal exact d'au plus 17 chiffres et 10 décimales.`,
      },
      {
        en: 'Send digits, a dot and digits as text, such as "0.30" or "1234": no exponent, no spaces; binary sums (0.1 + 0.2) are not exact.',
        fr: 'Envoyez des chiffres, un point et des chiffres en texte, comme « 0.30 » ou « 1234 » : sans exposant ni espaces ; les sommes binaires (0,1 + 0,2) ne sont pas exactes.',
      },
    )
  }

  private negativeZero(pointer: string): undefined {
    return this.report(
      'DECIMAL',
      pointer,
      {
        en: 'A zero with a sign (-0) is no number.',
        fr: 'Un zéro signé (-0) n’est pas un nombre.',
      },
      {
        en: 'Send 0, or the number that was rounded to it.',
        fr: 'Envoyez 0, ou le nombre que l’arrondi a réduit à zéro.',
      },
    )
  }

  private blank(pointer: string): undefined {
    return this.report(
      'DECIMAL',
      pointer,
      { en: 'An empty text is no number.', fr: "Un texte vide n'est pas un nombre." },
      {
        en: 'Send the number, or leave the field out: its default is in the schema.',
        fr: 'Envoyez le nombre, ou omettez le champ : sa valeur par défaut est dans le schéma.',
      },
    )
  }

  private readText(node: Node, value: unknown, pointer: string): unknown {
    if (typeof value !== 'string')
      return this.wrongKind(pointer, value, { en: 'A text', fr: 'Un texte' })
    const text = value.replaceAll(/\r\n?/g, '\n').trim()
    if (text === '') return undefined
    if (node.enum !== undefined && !node.enum.includes(text))
      return this.report(
        'FIELD-VALUE',
        pointer,
        {
          en: `"${shown(text)}" is not one of ${node.enum.join(', ')}.`,
          fr: `« ${shown(text)} » n'est pas une des valeurs ${node.enum.join(', ')}.`,
        },
        {
          en: 'Send one of these values, or leave the field out.',
          fr: 'Envoyez une de ces valeurs, ou omettez le champ.',
        },
      )
    if (node.pattern === DATE_PATTERN && !dateExists(text))
      return this.report(
        'DATE',
        pointer,
        {
          en: `"${shown(text)}" is not a date that exists, written YYYY-MM-DD.`,
          fr: `« ${shown(text)} » n'est pas une date existante, écrite AAAA-MM-JJ.`,
        },
        {
          en: 'Send a day of the calendar without a time, such as "2026-11-30".',
          fr: 'Envoyez un jour du calendrier sans heure, comme « 2026-11-30 ».',
        },
      )
    if (NOT_XML.test(text))
      return this.report(
        'TEXT-CHARACTERS',
        pointer,
        {
          en: 'The text has a control character or half a character pair, which XML cannot hold.',
          fr: "Le texte contient un caractère de contrôle ou une demi-paire, que XML n'admet pas.",
        },
        { en: 'Remove this character.', fr: 'Retirez ce caractère.' },
      )
    const hidden = hiddenCharacter(text)
    if (hidden !== undefined)
      return this.report(
        'TEXT-HIDDEN',
        pointer,
        {
          en: `The text has ${hidden}, an invisible character or one that turns the direction: the page would show something else than the XML says.`,
          fr: `Le texte contient ${hidden}, un caractère invisible ou qui change le sens d'écriture : la page montrerait autre chose que le XML.`,
        },
        { en: 'Remove this character.', fr: 'Retirez ce caractère.' },
      )
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
