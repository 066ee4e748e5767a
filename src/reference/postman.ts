/**
 * The API description as a Postman collection (format 2.1): a folder for each tag, the examples as requests and saved
 * responses, and a test of each status.
 */
import type { DescribedApi, Operation, Parameter, Schema } from '../http/openapi-shape.ts'
import { membersOf } from '../kernel/unknown.ts'

/** The description of the API. */
export type PostmanSource = DescribedApi &
  Required<Pick<DescribedApi, 'info' | 'servers' | 'tags' | 'paths'>>
interface Call {
  method: string
  path: string
  operation: Operation
  /** The parts of the form, if there is one. */
  parts: Record<string, Schema>
}

/** Identifiers in examples become variables filled from earlier responses. */
const KEPT = {
  tpl: 'template_id',
  fnt: 'font_id',
  doc: 'document_id',
  whk: 'webhook_id',
  dlv: 'delivery_id',
}
const SIGNER = 'signer_id'
const TOKEN = 'signing_token'
const ID = /\b(tpl|fnt|doc|whk|dlv|sgr)_[0-9a-hjkmnp-tv-z]{26}\b/g

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'
const FORM = 'multipart/form-data'
const JSON_TYPE = 'application/json'

/** The collection; `base_url` and `api_key` are to be filled in, its other variables are filled automatically. */
export function postmanCollection(description: PostmanSource): object {
  const { info, servers, tags, paths } = description
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
      parts: partsOf(description, operation),
    })),
  )
  return {
    info: {
      name: info.title,
      version: info.version,
      description: info.description,
      schema: SCHEMA,
    },
    auth: {
      type: 'apikey',
      apikey: [
        { key: 'key', value: 'X-API-Key', type: 'string' },
        { key: 'value', value: '{{api_key}}', type: 'string' },
        { key: 'in', value: 'header', type: 'string' },
      ],
    },
    variable: [
      { key: 'base_url', value: servers[0]?.url ?? '', type: 'string' },
      ...['api_key', ...Object.values(KEPT), SIGNER, TOKEN].map((key) => ({
        key,
        value: '',
        type: 'string',
      })),
    ],
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: KEEP } }],
    item: tags.map(({ name, description }) => ({
      name,
      description,
      item: calls.filter(({ operation }) => operation.tags?.[0] === name).flatMap(itemsOf),
    })),
  }
}

/** Script run after every response: the next requests use what was created last. */
const KEEP = [
  `const kept = ${JSON.stringify(KEPT)}`,
  "if (pm.response.code < 300 && /json/.test(pm.response.headers.get('Content-Type') ?? '')) {",
  '  const { id, signers } = pm.response.json()',
  "  const name = kept[String(id).split('_')[0]]",
  '  if (name !== undefined) pm.collectionVariables.set(name, id)',
  `  if (signers?.length > 0) pm.collectionVariables.set('${SIGNER}', signers[0].id)`,
  '}',
]

const withVariables = (text: string): string =>
  text.replaceAll(ID, (_id, prefix: string) => {
    const name = (KEPT as Record<string, string>)[prefix] ?? SIGNER
    return `{{${name}}}`
  })

function partsOf({ components }: PostmanSource, { requestBody }: Operation) {
  const schema = requestBody?.content?.[FORM]?.schema
  const name = schema?.$ref?.split('/').at(-1)
  return (name === undefined ? schema : components?.schemas?.[name])?.properties ?? {}
}

/** One item for each content type an operation accepts; the form, which takes a file, comes first with the plain name. */
function itemsOf(call: Call): object[] {
  const types = Object.keys(call.operation.requestBody?.content ?? {})
  types.sort((one, other) => Number(other === FORM) - Number(one === FORM))
  return (types.length === 0 ? [undefined] : types).map((type, index) => itemOf(call, type, index))
}

function itemOf(call: Call, type: string | undefined, index: number): object {
  const { operation } = call
  const { operationId = '', summary = operationId } = operation
  const request = requestOf(call, type)
  const expected = Object.keys(operation.responses ?? {}).filter((status) => status < '300')
  return {
    // Stable across versions, so that people's changes in Postman are preserved.
    id: type === undefined || index === 0 ? operationId : `${operationId}:${type}`,
    name: index === 0 ? summary : `${summary} (${type === JSON_TYPE ? 'JSON' : 'form'})`,
    request,
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: testOf(expected) } }],
    response: expected.flatMap((status) => savedAnswers(operation, status, request)),
  }
}

function testOf(expected: readonly string[]): string[] {
  return [
    `pm.test('the status is ${expected.join(' or ')}', () => {`,
    `  pm.expect(pm.response.code).to.be.oneOf([${expected.join(', ')}])`,
    '})',
  ]
}

function requestOf({ method, path, operation, parts }: Call, type: string | undefined): object {
  const { parameters = [], security, description, requestBody } = operation
  const shown = (place: string) => parameters.filter((parameter) => parameter.in === place)
  const query = shown('query').map((parameter) => ({
    ...pairOf(parameter),
    disabled: parameter.required !== true,
  }))
  const variable = shown('path').map((parameter) =>
    parameter.name === 'token' ? { key: 'token', value: `{{${TOKEN}}}` } : pairOf(parameter),
  )
  const segments = path.slice(1).replaceAll(/\{(\w+)\}/g, ':$1')
  return {
    method,
    description,
    ...(security?.length === 0 && { auth: { type: 'noauth' } }),
    header: [
      ...(type === undefined || type === FORM ? [] : [{ key: 'Content-Type', value: type }]),
      ...shown('header').map((parameter) => ({ ...pairOf(parameter), disabled: true })),
    ],
    url: {
      raw: `{{base_url}}/${segments}`,
      host: ['{{base_url}}'],
      path: segments.split('/'),
      ...(query.length > 0 && { query }),
      ...(variable.length > 0 && { variable }),
    },
    ...(type !== undefined && { body: bodyOf(type, requestBody?.content?.[type]?.example, parts) }),
  }
}

const pairOf = ({ name, description, example }: Parameter) => ({
  key: name,
  value: example === undefined ? '' : withVariables(String(example)),
  description,
})

function bodyOf(type: string, example: unknown, parts: Record<string, Schema>): object {
  if (type === FORM) {
    const given = membersOf(example)
    const formdata = Object.entries(parts).map(([key, part]) => partOf(key, part, given[key]))
    return { mode: 'formdata', formdata }
  }
  if (type !== JSON_TYPE) return { mode: 'file', file: {} }
  return {
    mode: 'raw',
    raw: withVariables(JSON.stringify(example ?? {}, null, 2)),
    options: { raw: { language: 'json' } },
  }
}

/** A part without an example is included but disabled. */
function partOf(key: string, part: Schema, example: unknown): object {
  const isFile = (part.items ?? part).format === 'binary'
  return {
    key,
    description: part.description,
    ...(isFile
      ? { type: 'file', src: example ?? [] }
      : { type: 'text', value: withVariables(String(example ?? '')) }),
    ...(example === undefined && { disabled: true }),
  }
}

function savedAnswers(operation: Operation, status: string, originalRequest: object): object[] {
  const { description = '', content = {} } = operation.responses?.[status] ?? {}
  return Object.entries(content).flatMap(([type, { example }]) =>
    example === undefined
      ? []
      : [
          {
            name: description,
            originalRequest,
            code: Number(status),
            status: description,
            _postman_previewlanguage: type.endsWith('json') ? 'json' : 'text',
            header: [{ key: 'Content-Type', value: type }],
            body: typeof example === 'string' ? example : JSON.stringify(example, null, 2),
          },
        ],
  )
}
