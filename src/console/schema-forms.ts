/** Checks what a form of the console says by the schema that the same call of the API has. */
import type { Static, TSchema } from 'typebox'
import { findingsOf, newChecker } from '../http/schema-check.ts'
import { refuse } from '../signing/requests/refusal.ts'

const ajv = newChecker()

/**
 * Makes a check by a schema without references.
 * @returns what throws AppError `validation_failed` with every fault at its pointer
 */
export function shapeOf<Schema extends TSchema>(
  schema: Schema,
): (value: unknown) => Static<Schema> {
  const validate = ajv.compile(schema)
  return (value) => {
    if (!validate(value)) refuse(findingsOf(validate.errors))
    return value as Static<Schema>
  }
}
