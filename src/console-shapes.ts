/** Checks what a form of the console says by the schema that the same call of the API has. */
import { Ajv } from 'ajv'
import type { Static, TSchema } from 'typebox'
import { AppError } from './kernel/errors.ts'

const ajv = new Ajv({ allErrors: true, strict: false })

/**
 * Makes a check by a schema without references.
 * @returns what throws AppError `validation_failed` with every fault at its pointer
 */
export function shapeOf<Schema extends TSchema>(
  schema: Schema,
): (value: unknown) => Static<Schema> {
  const validate = ajv.compile(schema)
  return (value) => {
    if (validate(value)) return value as Static<Schema>
    const errors = (validate.errors ?? []).map(({ instancePath, keyword, message, params }) => {
      const member = params.missingProperty ?? params.additionalProperty
      const pointer = `${instancePath}${member === undefined ? '' : `/${String(member)}`}` || '/'
      return { pointer, code: keyword, detail: `${pointer} ${message ?? 'is wrong'}.` }
    })
    const detail = errors.map((error) => error.detail).join(' ')
    throw new AppError('validation_failed', detail, { errors })
  }
}
