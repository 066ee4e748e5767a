/** Helpers for unknown values, thrown or from outside, and for the members of objects. */

/** Whether it has members: an object or an array. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** Its members; an empty object if it has none. */
export const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  isRecord(value) ? value : {}

/** The `code` of a system or library error, such as ENOENT; undefined if there is none. */
export function codeOf(error: unknown): string | undefined {
  const { code } = membersOf(error)
  return typeof code === 'string' ? code : undefined
}

/** What an error says. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** The names of a table's rows, as a list of their type: for constants, whose rows are all known. */
export const keysOf = <Table extends object>(table: Table): (keyof Table & string)[] =>
  Object.keys(table) as (keyof Table & string)[]

/** Whether a value is one of a list, and so of its type. */
export const isOneOf = <T>(all: readonly T[], value: unknown): value is T =>
  all.some((one) => one === value)

/** The strings in a JSON array; other values are dropped. */
export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []

/** The object without its undefined members: in our models, members are absent rather than undefined. */
export function omitUndefined<T extends object>(members: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined),
  ) as unknown as T
}

/** What a function returns; undefined where it throws an error of one of these kinds. */
export function unlessThrown<Result>(
  kinds: ReadonlyArray<abstract new (...given: never) => Error>,
  read: () => Result,
): Result | undefined {
  try {
    return read()
  } catch (error) {
    if (kinds.some((kind) => error instanceof kind)) return undefined
    throw error
  }
}

/** The object without what is not there: undefined members, and those that a row has as null. */
export const present = <T extends object>(members: T): { [K in keyof T]?: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value != null)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }

/** Some members of an object, in this order. */
export const pick = <T extends object, K extends keyof T>(from: T, ...names: K[]): Pick<T, K> =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>
