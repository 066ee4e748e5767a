/** One changed line, and the tests of which at least one must fail. */
export interface Mutation {
  /** What the change does, as an attacker or an operator would notice it. */
  what: string
  /** What stands in exactly one file of src, wherever that is. */
  text: string | RegExp
  /** What stands there instead. */
  becomes: string
  /** Test files, as paths below test. */
  tests: readonly string[]
}

/** How often the text of a mutation stands in a file. */
export const occurrences = (source: string, text: string | RegExp): number =>
  typeof text === 'string'
    ? source.split(text).length - 1
    : [...source.matchAll(new RegExp(text.source, `${text.flags}g`))].length
