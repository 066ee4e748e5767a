/** Parses untrusted JSON: one parser for the whole service, strict about everything that causes trouble later. */
import { CodedError, type Finding } from './coded-error.ts'
import { isJsonObject, type JsonObject, type JsonValue } from './json.ts'
import { locateJsonErrors, placesIn, pointerStep } from './json-errors.ts'

/** What the service accepts as data: sizes are UTF-16 units. */
export const JSON_LIMITS = {
  /** Nesting of objects and arrays. */
  depth: 32,
  /** Of the whole text. */
  chars: 16 * 1024 * 1024,
  /** Of one text value, unless it is base64 (pictures come that way). */
  textChars: 256 * 1024,
}

const SHOWN_MAX = 100
/** Names that enable prototype pollution in careless code. */
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype'])
/** Only these sequences can produce a character that XML 1.0 forbids. */
const MAY_HOLD_BAD_CHARACTERS = /\\[ubf]|[\ufffe\uffff]|\p{Cs}/u
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const BAD_CHARACTER = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/u
const BASE64 = /^(?:data:[\w.+/;=-]+,)?[A-Za-z0-9+/=\r\n]*$/

/**
 * Parses a text that must be a JSON object.
 *
 * Rejected in addition to what RFC 8259 rejects: duplicate keys (the last would silently win), the
 * keys `__proto__`, `constructor` and `prototype`, numbers that JavaScript cannot represent exactly
 * (1e400, integers beyond 2^53), characters that XML does not allow, and lone surrogates.
 * @param field name of the request field, for the messages
 * @throws CodedError `json_invalid` with line and column; `data_invalid` with every finding by JSON pointer
 */
export function parseJsonObject(text: string, field = 'data'): JsonObject {
  const source = text.startsWith('\ufeff') ? text.slice(1) : text
  if (source.length > JSON_LIMITS.chars)
    failAs(field, {
      pointer: '',
      code: 'too_large',
      detail: `${field} is ${source.length} characters long; at most ${JSON_LIMITS.chars} are accepted.`,
      fix: 'Send less data, and pictures as file parts instead of base64.',
    })
  const names = measured(source, field)
  const value = parsed(source, field)
  if (!isJsonObject(value))
    failAs(field, {
      pointer: '',
      code: 'not_object',
      detail: `${field} is ${kindOf(value)}; it has to be a JSON object, such as {"name": "Ada"}.`,
      fix: 'Put the value into an object under a name.',
    })
  const walk = new JsonWalk(MAY_HOLD_BAD_CHARACTERS.test(source))
  walk.value(value)
  if (walk.names !== names) walk.findings.push(...duplicatesOf(source))
  walk.findings.push(...vanishedIn(source))
  if (walk.findings.length > 0) failAs(field, ...walk.findings)
  return value
}

function failAs(field: string, ...findings: readonly Finding[]): never {
  const [first] = findings
  const more = findings.length === 1 ? '' : ` (and ${findings.length - 1} more, see errors)`
  throw new CodedError('data_invalid', `${first?.detail ?? `${field} cannot be used.`}${more}`, {
    errors: findings.slice(0, SHOWN_MAX),
  })
}

const kindOf = (value: JsonValue): string => {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`
}

/** Counts names and checks the depth without recursion, so that the parser cannot overflow the stack. */
function measured(text: string, field: string): number {
  let depth = 0
  let names = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) at = stringEnd(text, at)
    else if (code === 0x3a) names++
    else if (code === 0x7b || code === 0x5b) {
      depth++
      if (depth > JSON_LIMITS.depth)
        failAs(field, {
          pointer: deepest(text),
          code: 'too_deep',
          detail: `${field} nests objects and arrays more than ${JSON_LIMITS.depth} deep.`,
          fix: 'Flatten the data.',
        })
    } else if (code === 0x7d || code === 0x5d) depth--
  }
  return names
}

/** Pointer of the first value that nests deeper than allowed. */
function deepest(text: string): string {
  let pointer = ''
  placesIn(text, (at) => (pointer = at), JSON_LIMITS.depth)
  return pointer
}

/** Only a number with a large negative exponent, or one with hundreds of zeros, becomes 0 without being it. */
const MAY_VANISH = /[eE]-\d{2}|\.0{300}/
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y

/** Numbers other than 0 that JavaScript reads as 0. */
function vanishedIn(text: string): Finding[] {
  if (!MAY_VANISH.test(text)) return []
  const findings: Finding[] = []
  const see = (pointer: string, offset: number): void => {
    NUMBER.lastIndex = offset
    const [digits = ''] = NUMBER.exec(text) ?? []
    const [mantissa = ''] = digits.split(/[eE]/)
    if (/[1-9]/.test(mantissa) && Number(digits) === 0 && findings.length < SHOWN_MAX)
      findings.push({
        pointer,
        code: 'number_range',
        detail: `${pointer} is a number too small to be held.`,
        fix: 'Write it as text.',
      })
  }
  placesIn(text, see, Number.POSITIVE_INFINITY)
  return findings
}

/** Index of the quote that closes a string, or the end of the text. */
export function stringEnd(text: string, start: number): number {
  let at = start
  for (;;) {
    at = text.indexOf('"', at + 1)
    if (at === -1) return text.length
    let backslashes = 0
    while (text.charCodeAt(at - 1 - backslashes) === 0x5c) backslashes++
    if (backslashes % 2 === 0) return at
  }
}

function parsed(text: string, field: string): JsonValue {
  try {
    const value: JsonValue = JSON.parse(text)
    return value
  } catch (cause) {
    const located = locateJsonErrors(text).find(({ kind }) => kind === 'syntax')
    const { line = 0, column = 0, detail: why = '' } = located?.kind === 'syntax' ? located : {}
    const where = line === 0 ? '' : ` at line ${line}, column ${column}: ${why}`
    const detail = text.trim() === '' ? `${field} is empty.` : `${field} is not valid JSON${where}.`
    throw new CodedError('json_invalid', detail, {
      errors: [
        {
          code: 'json_syntax',
          detail,
          fix: 'Send JSON text as RFC 8259 defines it.',
          at: { line, column },
        },
      ],
      cause,
    })
  }
}

const duplicatesOf = (text: string): Finding[] =>
  locateJsonErrors(text).flatMap((located) =>
    located.kind === 'duplicate'
      ? [
          {
            pointer: located.pointer,
            code: 'duplicate_key',
            detail: `${located.pointer} is given twice.`,
            fix: 'Keep one of them.',
          },
        ]
      : [],
  )

/** Visits every key and value once; the depth is already bounded. */
class JsonWalk {
  readonly findings: Finding[] = []
  names = 0
  readonly #checkCharacters: boolean
  readonly #path: (string | number)[] = []

  constructor(checkCharacters: boolean) {
    this.#checkCharacters = checkCharacters
  }

  value(value: JsonValue): void {
    if (typeof value === 'string') this.#text(value)
    else if (typeof value === 'number') this.#number(value)
    else if (Array.isArray(value)) this.#array(value)
    else if (isJsonObject(value)) this.#object(value)
  }

  #array(items: JsonValue[]): void {
    const depth = this.#path.length
    for (let index = 0; index < items.length; index++) {
      this.#path[depth] = index
      this.value(items[index] ?? null)
    }
    this.#path.length = depth
  }

  #object(object: JsonObject): void {
    const depth = this.#path.length
    for (const key of Object.keys(object)) {
      this.names++
      this.#path[depth] = key
      if (FORBIDDEN_KEYS.has(key))
        this.#add('forbidden_key', `has a name that is not allowed: ${key}`, 'Rename it.')
      if (this.#checkCharacters && isBad(key))
        this.#add('invalid_character', 'has a name with a character that documents cannot hold')
      this.value(object[key] ?? null)
    }
    this.#path.length = depth
  }

  #number(value: number): void {
    if (!Number.isFinite(value))
      this.#add('number_range', 'is a number too large to be held', 'Write it as text.')
    else if (Number.isInteger(value) && !Number.isSafeInteger(value))
      this.#add(
        'number_precision',
        'is an integer beyond ±9007199254740991, whose last digits would be lost',
        'Write it as text, in quotes.',
      )
  }

  #text(value: string): void {
    if (value.length > JSON_LIMITS.textChars && !BASE64.test(value))
      this.#add(
        'value_too_large',
        `is a text of ${value.length} characters; at most ${JSON_LIMITS.textChars} are accepted`,
        'Split the text.',
      )
    if (this.#checkCharacters && isBad(value))
      this.#add('invalid_character', 'contains a character that documents cannot contain')
  }

  #add(
    code: string,
    wrong: string,
    fix = 'Remove control characters, U+FFFE, U+FFFF and halves of surrogate pairs.',
  ): void {
    const pointer = this.#path.map(pointerStep).join('')
    if (this.findings.length < SHOWN_MAX)
      this.findings.push({ pointer, code, detail: `${pointer} ${wrong}.`, fix })
  }
}

const isBad = (text: string): boolean => BAD_CHARACTER.test(text)
