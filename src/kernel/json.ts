/** A parsed JSON value. */
export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject

/** A JSON object. Keys are untrusted: read them with `Object.hasOwn`. */
export interface JsonObject {
  [key: string]: JsonValue
}

/** Distinguishes a JSON object from arrays, null and scalars. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Sets a value at a path of an object. A name of the prototype is a member like any other. */
export function setAt(target: JsonObject, path: readonly string[], value: JsonValue): void {
  let at = target
  path.forEach((name, index) => {
    const there = Object.hasOwn(at, name) ? at[name] : undefined
    const inner = isJsonObject(there) ? there : {}
    const own = { value: index < path.length - 1 ? inner : value, writable: true }
    Object.defineProperty(at, name, { ...own, enumerable: true, configurable: true })
    at = inner
  })
}
