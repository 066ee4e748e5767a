/** A parsed JSON value. */
export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject

/** A JSON object. Keys are untrusted: read them with `Object.hasOwn`. */
export interface JsonObject {
  [key: string]: JsonValue
}

/** Distinguishes a JSON object from arrays, null and scalars. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
