/** Validates JSON against a schema and words the errors, never with the value, which may be private. */

import { Ajv, type ErrorObject, type Options } from 'ajv'
import type { Static, TSchema } from 'typebox'
import { isRfc3339 } from '../kernel/clock.ts'
import type { Finding, Wording } from '../kernel/coded-error.ts'
import { throwIfInvalid } from '../kernel/errors.ts'
import { prefixOfPattern } from '../kernel/ids.ts'
import { membersOf } from '../kernel/type-guards.ts'
import type { Texts } from '../translations/messages.ts'
import { inEveryLanguage, textsIn } from '../translations/texts.ts'

// Validates a console form with the schema of the corresponding API call.
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
    if (!validate(value)) throwIfInvalid(findingsOf(validate.errors))
    return value as Static<Schema>
  }
}

/** An Ajv with our formats that reports all errors at once. */
export function newChecker(options: Options = {}): Ajv {
  // The schemas are ours, and openapi.yaml is tested: validating each against the meta-schema takes seconds.
  const all = {
    allErrors: true,
    discriminator: true,
    strict: false,
    verbose: true,
    validateSchema: false,
  }
  const ajv = new Ajv({ ...all, ...options })
  ajv.addFormat('binary', true)
  ajv.addFormat('date-time', isRfc3339)
  ajv.addFormat('email', /^[^\s@]+@[^\s@]+\.[^\s@]+$/)
  ajv.addFormat('uri', true)
  return ajv
}

interface Described {
  description?: string
  pattern?: string
  properties?: Record<string, Described>
}

/** The errors of a {@link newChecker} Ajv as findings; `root` is the pointer of the validated value. */
export function findingsOf(
  errors: readonly ErrorObject[] | null | undefined,
  root = '',
): Finding[] {
  const all = errors ?? []
  // The errors of each branch are reported separately.
  const specific = all.filter(({ keyword }) => keyword !== 'anyOf')
  return (specific.length > 0 ? specific : all).map((error) => findingOf(error, root))
}

const listed = (values: unknown): string => (Array.isArray(values) ? values.join(', ') : '')

function findingOf(error: ErrorObject, root: string): Finding {
  const params = membersOf(error.params)
  const member = params.additionalProperty ?? params.missingProperty
  const place = `${root}${error.instancePath}`
  const pointer = typeof member === 'string' ? `${place}/${member}` : place
  const said = saidOf(error, pointer)
  const own = englishOf(error) ?? (said === undefined ? error.message : undefined)
  const detail =
    own === undefined ? (said?.en ?? 'It is not valid.') : `${pointer || 'The value'} ${own}.`
  return {
    pointer,
    detail,
    ...(said !== undefined && { wording: { detail: { ...said, en: detail } } }),
    code: error.keyword,
  }
}

type Values = Texts['faults']['values']

/** The text of a keyword of JSON Schema. */
function textName(keyword: string, { isId, isKnown }: { isId: boolean; isKnown: boolean }): string {
  if (keyword === 'enum') return 'oneOf'
  if (keyword === 'pattern') return isId ? 'id' : 'form'
  if (keyword !== 'additionalProperties') return keyword
  return isKnown ? 'knownAre' : 'unknown'
}

/** What an error says in every language; undefined where the catalogues do not have it. */
function saidOf(
  { keyword, parentSchema, params }: ErrorObject,
  pointer: string,
): Wording | undefined {
  const { pattern = '', properties = {} } = (parentSchema ?? {}) as Described
  const known = Object.keys(properties).join(', ')
  const { allowedValues = [], limit = '', type = '', format = '' } = membersOf(params)
  const prefix = prefixOfPattern(pattern)
  const name = textName(keyword, { isId: prefix !== undefined, isKnown: known !== '' })
  if (!Object.hasOwn(textsIn('en').faults.values, name) || name === 'whole') return undefined
  return inEveryLanguage(({ faults: { values } }) =>
    values[name as Exclude<keyof Values, 'whole'>]({
      place: pointer || values.whole,
      known,
      values: listed(allowedValues),
      limit: String(limit),
      type: String(type),
      format: String(format),
      prefix: prefix ?? '',
      form: formOf(pattern),
    }),
  )
}

/** What a pattern asks for, by a part of it. */
const FORMS: readonly [part: string, form: string][] = [
  ['@', 'email'],
  ['^https?://', 'url'],
  ['^[0-9]{6}$', 'digits'],
  ['[0-9a-f]{64}', 'sha256'],
  ['^[A-Z]{2}$', 'country'],
  ['{2,8})*$', 'language'],
  ['^#', 'colour'],
  ['^data:image/', 'picture'],
  ['^[1-9]', 'number'],
  ['\\S', 'text'],
  ['\\s', 'text'],
]
const formOf = (pattern: string): string =>
  FORMS.find(([part]) => pattern.includes(part))?.[1] ?? 'other'

/** The kinds of a union, by the constant of each branch. */
const kindsOf = (schema: unknown): string => {
  const { oneOf } = membersOf(schema)
  const kinds = (Array.isArray(oneOf) ? oneOf : []).map(
    (each) => membersOf(membersOf(membersOf(each).properties).type).const,
  )
  return listed(kinds)
}

/**
 * What English says instead of the catalogues: a regular expression helps few people, the field's description does. What
 * follows the name of the field.
 */
function englishOf({ keyword, message, parentSchema }: ErrorObject): string | undefined {
  const { description, pattern = '' } = (parentSchema ?? {}) as Described
  if (keyword === 'discriminator') return `must have a "type" among ${kindsOf(parentSchema)}`
  if (keyword === 'uniqueItems') return message
  if (keyword !== 'pattern' || prefixOfPattern(pattern) !== undefined) return undefined
  return description === undefined ? message : `is not of the right form: ${description}`
}
