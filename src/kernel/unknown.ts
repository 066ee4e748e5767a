/** Values of which nothing is known yet: what was thrown, or came from outside. */

/** Whether it has members: an object or a list. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** Its members; none where it has none. */
export const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  isRecord(value) ? value : {}

/** The `code` of a system's or library's error, such as ENOENT; undefined where there is none. */
export function codeOf(error: unknown): string | undefined {
  const { code } = membersOf(error)
  return typeof code === 'string' ? code : undefined
}

/** Whether a value is one of a list, and so of its type. */
export const isOneOf = <T>(all: readonly T[], value: unknown): value is T =>
  all.some((one) => one === value)

/** The texts of a JSON list; what is no text is left out. */
export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
