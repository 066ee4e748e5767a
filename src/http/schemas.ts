/** Schemas shared by the whole API, and helpers to declare a route's responses. */
import { type Static, type TSchema, Type } from 'typebox'
import { WARNING_CODES } from '../kernel/document-warnings.ts'
import { ERRORS, type ErrorCode } from '../kernel/errors.ts'
import { type FormSpec, formSchema } from './form-spec.ts'
import { KEYED_CODES, PROBLEM_TYPE, PUBLIC_CODES } from './openapi-problems.ts'

/** A reference by name: one component in openapi.yaml, one compiled validator, one static type. */
export const ref = <T extends TSchema & { $id?: string }>(schema: T) =>
  Type.Unsafe<Static<T>>({ $ref: `${schema.$id}#` })

/** A body of JSON alone, described by its media type. */
export const jsonBody = <T extends TSchema>(schema: T) =>
  Type.Unsafe<Static<T>>({ content: { 'application/json': { schema } } })

/** Any JSON object; one component for all of them. */
export const jsonObject = (description: string) =>
  Type.Record(Type.String(), Type.Unknown(), { title: 'JsonObject', description })

/** One of several findings in a response. */
export const FindingSchema = Type.Object(
  {
    detail: Type.String({ description: 'The problem, in plain language' }),
    code: Type.Optional(Type.String({ description: 'Stable name of this finding' })),
    pointer: Type.Optional(
      Type.String({ description: 'JSON pointer (RFC 6901) into the data or the request' }),
    ),
    source: Type.Optional(
      Type.String({
        description:
          'Where a mapping read the value: JSON pointers into your data, or the expression',
      }),
    ),
    fix: Type.Optional(Type.String({ description: 'What to do about it' })),
    tag: Type.Optional(Type.String({ description: 'The template tag as written' })),
    part: Type.Optional(
      Type.String({ description: 'The part of the .docx, e.g. word/header1.xml' }),
    ),
    paragraph: Type.Optional(Type.String({ description: 'Text of the paragraph around the tag' })),
  },
  { title: 'Finding' },
)

/** One of the warnings about a document. */
export const DocumentWarningSchema = Type.Object(
  {
    code: Type.Enum(WARNING_CODES, {
      title: 'RenderWarningCode',
      description: 'Stable name of this kind of warning',
    }),
    detail: Type.String({
      description: 'What is missing from the document or shown differently than in Word',
    }),
    fix: Type.String({ description: 'What to do about it' }),
    text: Type.Optional(
      Type.String({ description: 'What it is about: characters, a font, an address, a field' }),
    ),
    by: Type.Optional(Type.String({ description: 'What was used instead' })),
    count: Type.Optional(Type.Integer({ description: 'How often' })),
    part: Type.Optional(
      Type.String({ description: 'The part of the .docx, e.g. word/header1.xml' }),
    ),
    paragraph: Type.Optional(Type.String({ description: 'Text of the first paragraph concerned' })),
  },
  { title: 'RenderWarning' },
)

/** One error, as returned by every operation: RFC 9457 with the members `code` and `request_id`. */
export const ProblemSchema = Type.Object(
  {
    type: Type.String({ description: 'URI that names the kind of problem' }),
    title: Type.String({ description: 'The kind of problem in a short sentence' }),
    status: Type.Integer({ description: 'HTTP status' }),
    code: Type.Unsafe<ErrorCode>({
      type: 'string',
      enum: Object.keys(ERRORS),
      description: 'Stable name of the problem, to branch on',
    }),
    detail: Type.String({
      description: 'What is wrong in this case: the field, the problem, the valid values',
    }),
    request_id: Type.String({ description: 'Name of this request in the logs' }),
    attempts_left: Type.Optional(Type.Integer({ description: 'Remaining attempts for the code' })),
    errors: Type.Optional(
      Type.Array(FindingSchema, { description: 'All findings, if there are several' }),
    ),
  },
  { $id: 'Problem', description: 'An error (RFC 9457 problem details)' },
)

/** Problems by their codes; words are made of them where the description is published. */
const problemsOf = (codes: readonly ErrorCode[]) => ({
  default: {
    description: [...new Set(codes)].join(' '),
    content: { [PROBLEM_TYPE]: { schema: ref(ProblemSchema) } },
  },
})

/** Declares the problems of an operation: the codes of every keyed operation and its own. */
export const problems = (...own: readonly ErrorCode[]) => problemsOf([...KEYED_CODES, ...own])

/** Declares the problems of an operation that needs no key. */
export const publicProblems = (...own: readonly ErrorCode[]) =>
  problemsOf([...PUBLIC_CODES, ...own])

/** Declares a file as the response of an operation. */
export const fileAnswer = (description: string, ...mediaTypes: readonly string[]) => ({
  description,
  content: Object.fromEntries(
    mediaTypes.map((type) => [type, { schema: Type.Unsafe({ type: 'string', format: 'binary' }) }]),
  ),
})

/** Declares a JSON response of an operation. */
export const jsonAnswer = (description: string, schema: TSchema) => ({
  description,
  content: { 'application/json': { schema } },
})

/**
 * Describes operations of one tag of openapi.yaml.
 * @param common what all of them have, such as `security: []` where no key is needed
 */
export const describing =
  <Common extends object>(tag: string, common: Common) =>
  <Rest extends object>(operationId: string, rest: Rest) => ({
    operationId,
    tags: [tag],
    ...common,
    ...rest,
  })

/** Declares a form as the body of an operation. @param title of its schema */
export const formBody = (title: string, spec: FormSpec) => ({
  content: { 'multipart/form-data': { schema: formSchema(title, spec) } },
})

/** Declares a form, or the same as JSON, as the body of an operation. @param title of the form's schema */
export const formOrJson = (title: string, spec: FormSpec, json: TSchema & { $id?: string }) => ({
  content: { ...formBody(title, spec).content, 'application/json': { schema: ref(json) } },
})

/** Codes of an operation that reads a JSON body. */
export const JSON_BODY_CODES = [
  'unsupported_media_type',
  'json_invalid',
  'data_invalid',
  'file_too_large',
] as const satisfies readonly ErrorCode[]

/**
 * A page of rows, and where the next one begins: after the last row that is shown.
 * @param rows one more than the page has, where there are more
 * @param limit number of rows of the page
 */
export function pageOf<Row extends { readonly id: string }>(rows: readonly Row[], limit: number) {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    page,
    next: rows.length > page.length && last !== undefined ? { next_cursor: last.id } : {},
  }
}
