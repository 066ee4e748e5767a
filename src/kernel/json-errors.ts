/**
 * A strict JSON reader (RFC 8259) that builds nothing: it reports where the first syntax error is, which keys occur
 * twice and where values begin, none of which `JSON.parse` reports. Only used when something is wrong.
 */

/** What is wrong with a JSON text and where. */
type LocatedJsonError =
  | { kind: 'syntax'; detail: string; line: number; column: number }
  | { kind: 'duplicate'; pointer: string }

/** One step of a JSON pointer, escaped (RFC 6901). */
export const pointerStep = (key: string | number): string =>
  `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`

class JsonSyntaxError extends Error {}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const DUPLICATES_MAX = 100
const HEX4 = /[0-9a-fA-F]{4}/y
const WORDS = ['true', 'false', 'null'] as const
const QUOTE = 0x22
const BACKSLASH = 0x5c
const SMALL_U = 0x75
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
/** `"`, `\`, `/`, b, f, n, r, t */
const ESCAPED = new Set([QUOTE, BACKSLASH, 0x2f, 0x62, 0x66, 0x6e, 0x72, 0x74])

/** White space of JSON and XML. */
export const isSpace = (code: number): boolean =>
  code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

/** Receives the offset of each value by its JSON pointer; a member's is that of its name, then that of its value. */
type Place = (pointer: string, offset: number) => void

class JsonLocator {
  readonly duplicates: string[] = []
  readonly #text: string
  readonly #place: Place | undefined
  readonly #depthMax: number
  #pointer = ''
  #depth = 0
  #at = 0

  constructor(text: string, place?: Place, depthMax = Number.POSITIVE_INFINITY) {
    this.#text = text
    this.#place = place
    this.#depthMax = depthMax
  }

  get position(): number {
    return this.#at
  }

  /** Reads the whole text. @throws SyntaxFault at {@link position} */
  document(): void {
    this.#value()
    this.#space()
    if (this.#at < this.#text.length) this.#fail('nothing more was expected')
  }

  #fail(expected: string): never {
    const found = this.#text.slice(this.#at, this.#at + 1)
    const what = found === '' ? 'the text ends' : `found ${JSON.stringify(found)}`
    throw new JsonSyntaxError(`${expected}, ${what}`)
  }

  #take(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at
    if (!pattern.test(this.#text)) return false
    this.#at = pattern.lastIndex
    return true
  }

  #space(): void {
    while (isSpace(this.#text.charCodeAt(this.#at))) this.#at++
  }

  #takeSign(sign: number): boolean {
    this.#space()
    const found = this.#text.charCodeAt(this.#at) === sign
    if (found) this.#at++
    return found
  }

  #value(): void {
    this.#space()
    this.#place?.(this.#pointer, this.#at)
    const code = this.#text.charCodeAt(this.#at)
    if (code === QUOTE) this.#string()
    else if (code === OPEN_OBJECT) this.#within(() => this.#object())
    else if (code === OPEN_ARRAY) this.#within(() => this.#array())
    else this.#scalar()
  }

  #within(read: () => void): void {
    const own = this.#pointer
    this.#depth++
    if (this.#depth > this.#depthMax) this.#fail('less nesting was expected')
    this.#at++
    read()
    this.#depth--
    this.#pointer = own
  }

  #scalar(): void {
    if (this.#take(NUMBER)) return
    const word = WORDS.find((candidate) => this.#text.startsWith(candidate, this.#at))
    if (word === undefined) this.#fail('a value was expected')
    this.#at += word.length
  }

  /** Reads a string and returns where its content begins; regular expressions are unsuitable for megabytes. */
  #string(): number {
    const text = this.#text
    const start = ++this.#at
    for (;;) {
      const code = text.charCodeAt(this.#at)
      if (code === QUOTE) break
      if (!(code >= 0x20))
        this.#fail('the text value is not closed or contains a control character')
      this.#at++
      if (code === BACKSLASH) this.#escape()
    }
    this.#at++
    return start
  }

  #escape(): void {
    const code = this.#text.charCodeAt(this.#at)
    if (code !== SMALL_U && !ESCAPED.has(code)) this.#fail('an escape that JSON knows was expected')
    this.#at++
    if (code === SMALL_U && !this.#take(HEX4)) this.#fail('four hexadecimal digits were expected')
  }

  #key(): string {
    const start = this.#string()
    const raw = this.#text.slice(start, this.#at - 1)
    return raw.includes('\\') ? String(JSON.parse(`"${raw}"`)) : raw
  }

  #object(): void {
    if (this.#takeSign(CLOSE_OBJECT)) return
    const keys = new Set<string>()
    const own = this.#pointer
    do {
      this.#space()
      if (this.#text.charCodeAt(this.#at) !== QUOTE)
        this.#fail('a name in double quotes was expected')
      const at = this.#at
      const key = this.#key()
      this.#pointer = own + pointerStep(key)
      if (keys.has(key) && this.duplicates.length < DUPLICATES_MAX)
        this.duplicates.push(this.#pointer)
      keys.add(key)
      if (!this.#takeSign(COLON)) this.#fail('":" was expected')
      this.#place?.(this.#pointer, at)
      this.#value()
    } while (this.#takeSign(COMMA))
    if (!this.#takeSign(CLOSE_OBJECT)) this.#fail('"," or "}" was expected')
  }

  #array(): void {
    if (this.#takeSign(CLOSE_ARRAY)) return
    const own = this.#pointer
    let index = 0
    do {
      this.#pointer = own + pointerStep(index++)
      this.#value()
    } while (this.#takeSign(COMMA))
    if (!this.#takeSign(CLOSE_ARRAY)) this.#fail('"," or "]" was expected')
  }
}

/** Reports where values begin, up to the first syntax error or where the text nests deeper than `depthMax`. */
export function placesIn(text: string, place: Place, depthMax: number): void {
  try {
    new JsonLocator(text, place, depthMax).document()
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error
  }
}

/**
 * Finds the faults of a text: its first syntax error, or else every duplicate key.
 * Recurses as deep as the text nests: limit its depth first.
 */
export function locateJsonErrors(text: string): LocatedJsonError[] {
  const locator = new JsonLocator(text)
  try {
    locator.document()
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error
    const before = text.slice(0, locator.position)
    const line = before.split('\n').length
    const column = locator.position - before.lastIndexOf('\n')
    return [{ kind: 'syntax', detail: error.message, line, column }]
  }
  return locator.duplicates.map((pointer) => ({ kind: 'duplicate', pointer }))
}
