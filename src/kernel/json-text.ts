/** JSON that stays text until a thread parses it: parsing megabytes here would block every other caller. */
import type { JsonObject } from './json.ts'
import { isSpace } from './json-errors.ts'
import { parseJsonObject, stringEnd } from './parse-json.ts'

/** The text of a JSON object, and the name of the field it came in. */
export class JsonText {
  readonly text: string
  readonly field: string

  constructor(text: string, field: string) {
    this.text = text
    this.field = field
  }

  /** @throws CodedError `json_invalid`, `data_invalid`; see parseJsonObject */
  parse(): JsonObject {
    return parseJsonObject(this.text, this.field)
  }
}

const QUOTE = 0x22

/** Skims a text without building or validating anything; invalid JSON is detected when it is parsed. */
class JsonSkimmer {
  readonly #text: string
  at = 0

  constructor(text: string) {
    this.#text = text
  }

  skipSpace(): void {
    while (isSpace(this.#text.charCodeAt(this.at))) this.at++
  }

  /** Takes one character if it comes next. */
  take(sign: string): boolean {
    this.skipSpace()
    if (this.#text[this.at] !== sign) return false
    this.at++
    return true
  }

  /** Skips a string and returns its raw content, or undefined if there is none. */
  string(): string | undefined {
    this.skipSpace()
    if (this.#text.charCodeAt(this.at) !== QUOTE) return undefined
    const start = this.at + 1
    this.#passString()
    return this.#text.slice(start, this.at - 1)
  }

  /** Skips a value. */
  value(): void {
    let depth = 0
    this.skipSpace()
    for (; this.at < this.#text.length; this.at++) {
      const code = this.#text.charCodeAt(this.at)
      if (code === QUOTE) {
        this.#passString()
        this.at--
      } else if (code === 0x7b || code === 0x5b) depth++
      else if (code === 0x7d || code === 0x5d) {
        if (depth === 0) return
        depth--
      } else if (code === 0x2c && depth === 0) return
    }
  }

  /** Moves from an opening quote to behind the closing one. */
  #passString(): void {
    this.at = Math.min(this.#text.length, stringEnd(this.#text, this.at) + 1)
  }
}

/**
 * Cuts the one member with one of the names out of the top level of an object, if its value is an object. Undefined
 * when there is no such member, more than one, or the text is not an object: parse it whole then.
 */
export function cutMember(text: string, names: readonly string[]) {
  const skim = new JsonSkimmer(text)
  let found: { name: string; from: number; to: number } | undefined
  if (!skim.take('{')) return undefined
  do {
    const name = skim.string()
    if (name === undefined || !skim.take(':')) return undefined
    skim.skipSpace()
    const from = skim.at
    skim.value()
    if (!names.includes(name)) continue
    if (found !== undefined) return undefined
    found = { name, from, to: skim.at }
  } while (skim.take(','))
  if (found === undefined || text[found.from] !== '{') return undefined
  return {
    name: found.name,
    /** The member's value, verbatim. */
    member: text.slice(found.from, found.to),
    /** The text with `{}` in the member's place. */
    rest: `${text.slice(0, found.from)}{}${text.slice(found.to)}`,
  }
}
