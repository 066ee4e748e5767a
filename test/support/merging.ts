/** Shorthands for tests that merge small templates. */
import { type MergeInput, mergeDocx } from '../../src/docx/merge.ts'
import { CodedError, type Finding } from '../../src/kernel/coded-error.ts'
import type { ErrorCode } from '../../src/kernel/errors.ts'
import type { JsonObject } from '../../src/kernel/json.ts'
import { type DocxParts, docx, texts, type Xml } from './docx-builder.ts'

/** Options of a merge in French, Paris, with missing values refused. */
export const FRENCH = {
  locale: 'fr-FR',
  timezone: 'Europe/Paris',
  missing: 'error',
  pictures: new Map<string, Uint8Array>(),
} as const

/** Merges a body. */
export const merge = (
  body: Xml[],
  data: JsonObject,
  parts: DocxParts = {},
  options: Partial<MergeInput> = {},
) => mergeDocx({ template: docx(body, parts), data, ...FRENCH, ...options })

/** Texts of the paragraphs of a merged body. */
export const textsOf = (body: Xml[], data: JsonObject, options: Partial<MergeInput> = {}) =>
  texts(merge(body, data, {}, options).docx)

/** The error of something that must be refused. */
export function refusal(work: () => unknown): CodedError {
  try {
    work()
  } catch (error) {
    if (error instanceof CodedError) return error
    throw error
  }
  throw new Error('it was not refused')
}

/** The findings of a refusal with the given code. */
export function findings(code: ErrorCode, work: () => unknown): readonly Finding[] {
  const error = refusal(work)
  if (error.code !== code) throw error
  return error.errors
}
