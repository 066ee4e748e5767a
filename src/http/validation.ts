/**
 * Validates requests against their route's schema, rejects bodies that would bypass it, and serialises responses by
 * schema. Each schema is compiled on first use: compiling all at startup takes two seconds.
 */

import {
  type SerializerCompiler,
  type SerializerFactory,
  SerializerSelector,
} from '@fastify/fast-json-stringify-compiler'
import type { AnySchema, Options, ValidateFunction } from 'ajv'
import type { FastifyRequest, FastifySchemaValidationError } from 'fastify'
import { AppError } from '../kernel/errors.ts'
import { isRecord, membersOf } from '../kernel/type-guards.ts'
import { say } from '../translations/texts.ts'
import { findingsOf, newChecker } from './schema-check.ts'

const FORM = 'multipart/form-data'

interface ValidatorRequest {
  schema: AnySchema
  httpPart?: string
  contentType?: string
}

/** Bodies are taken exactly as declared; only query strings and paths, which are text, are coerced. */
export function buildValidator(shared: unknown) {
  const checker = (options: Options) =>
    once(() => {
      const ajv = newChecker({ useDefaults: true, ...options })
      for (const schema of Object.values(membersOf(shared)).filter(isRecord)) ajv.addSchema(schema)
      return ajv
    })
  const strict = checker({})
  const coercing = checker({ coerceTypes: 'array' })
  return ({ schema, httpPart, contentType }: ValidatorRequest) => {
    // A form is checked while it is read (http/form.ts): its files never exist as JSON.
    if (contentType === FORM) return () => true
    return inWords(once(() => (httpPart === 'body' ? strict() : coercing()).compile(schema)))
  }
}

/** Serialises responses: members not in the schema are omitted. */
export const buildSerializer: SerializerFactory = (...given) => {
  const compile: SerializerCompiler = SerializerSelector()(...given)
  return (route) => {
    const compiled = once(() => compile(route))
    return (answer) => compiled()(answer)
  }
}

function once<T>(make: () => T): () => T {
  let made: { it: T } | undefined
  return () => {
    made ??= { it: make() }
    return made.it
  }
}

const NONE: FastifySchemaValidationError[] = []

/** Ajv's errors contain the values, and Fastify's error, which may be logged, contains Ajv's. */
function inWords(compiled: () => ValidateFunction) {
  function check(value: unknown): boolean {
    const validate = compiled()
    const holds = validate(value)
    const found = holds ? [] : findingsOf(validate.errors)
    check.errors = found.map(({ pointer, detail, code = '', wording }) => ({
      instancePath: pointer ?? '',
      message: detail,
      keyword: code,
      params: wording === undefined ? {} : { wording },
      schemaPath: '',
    }))
    return holds
  }
  check.errors = NONE
  return check
}

const noBody = () => new AppError('request_invalid', say('http.noBody'))

/**
 * Fastify does not validate a body of a content type the route does not describe, nor a missing one: neither may
 * reach the handler.
 */
export function refuseOtherBodies({ routeOptions, headers, body }: FastifyRequest): void {
  const asked = routeOptions.schema?.body
  if (asked === undefined) return
  const kinds = Object.keys(membersOf(asked).content ?? { 'application/json': asked })
  const kind = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (kind !== '' && !kinds.includes(kind))
    throw new AppError('unsupported_media_type', say('http.sendAs', { types: kinds.join(' or ') }))
  // Without a Content-Type no parser runs that could treat an absent body as an empty object: curl -X POST.
  const optional = routeOptions.config.bodyOptional === true
  if ((body === undefined || body === null) && kind !== FORM && !optional) throw noBody()
}
