/** A value that came from JSON text. */
export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject

/** A JSON object. Keys come from strangers: read them with `Object.hasOwn`. */
export interface JsonObject {
  [key: string]: JsonValue
}

/** Tells a JSON object from arrays, null and scalars. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
