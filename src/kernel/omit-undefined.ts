/** Objects without the members that have no value. */

/** The object without its undefined members: in our models, members are absent rather than undefined. */
export function omitUndefined<T extends object>(members: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined),
  ) as unknown as T
}
