/** Reads the parts of a form that contain text or JSON, whether sent as text or as a file. */
import { AppError, throwAsAppError } from '../kernel/errors.ts'
import type { JsonObject } from '../kernel/json.ts'
import { JSON_LIMITS, parseJsonObject } from '../kernel/parse-json.ts'
import { say } from '../translations/texts.ts'
import type { Form } from './form.ts'

/** A text part, or a file part as text; undefined when it was not sent. @throws json_invalid */
export function textPart(form: Form, name: string): string | undefined {
  const text = form.texts.get(name)
  if (text !== undefined) return text
  const file = form.files.get(name)?.[0]
  if (file === undefined) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(file.bytes)
  } catch {
    throw new AppError('json_invalid', say('http.partNotUtf8', { name }))
  }
}

/** {@link parseJsonObject} of what a caller sent. @throws AppError `json_invalid`, `data_invalid` */
export function jsonObject(text: string, field: string): JsonObject {
  try {
    return parseJsonObject(text, JSON_LIMITS, field)
  } catch (error) {
    return throwAsAppError(error)
  }
}

/** A part that contains one JSON object; undefined when it was not sent. @throws json_invalid, data_invalid */
export function objectPart(form: Form, name: string): JsonObject | undefined {
  const text = textPart(form, name)
  return text === undefined ? undefined : jsonObject(text, name)
}
