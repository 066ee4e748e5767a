/** Validates a console form with the schema of the corresponding API call. */
import type { Static, TSchema } from 'typebox'
import { findingsOf, newChecker } from '../http/schema-check.ts'
import { refuse } from '../kernel/refusal.ts'

const ajv = newChecker()

/**
 * Compiles a validator from a schema without references.
 * @returns a function that throws AppError `validation_failed` with every fault at its pointer
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
