/**
 * The API description as a Postman collection (format 2.1): the examples as requests and saved responses, in an order
 * that runs, and a test of each status.
 */
import type { DescribedApi, Operation, Parameter, Schema } from '../http/openapi-shape.ts'
import { membersOf } from '../kernel/type-guards.ts'
import { savedAnswers } from './examples.ts'
import {
  AFTER,
  ALSO_RIGHT,
  BEFORE,
  BODIES,
  FILES,
  FOLDERS,
  KEPT,
  NOTED,
  type Step,
  WAITS,
} from './postman-run.ts'

/** The description of the API. */
export type PostmanSource = DescribedApi &
  Required<Pick<DescribedApi, 'info' | 'servers' | 'paths'>>
interface Call {
  method: string
  path: string
  operation: Operation
  /** The parts of the form, if there is one. */
  parts: Record<string, Schema>
}

const ID = /\b(tpl|fnt|doc|whk|dlv|sgr|rqt|lnk|blk)_[0-9a-hjkmnp-tv-z]{26}\b/g

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'
const FORM = 'multipart/form-data'
const JSON_TYPE = 'application/json'

/** The collection; `base_url` and `api_key` are to be filled in, its other variables are filled automatically. */
export function postmanCollection(description: PostmanSource): object {
  const { info, servers, paths } = description
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
      parts: partsOf(description, operation),
    })),
  )
  const asked = new Set(FOLDERS.flatMap(({ steps }) => steps.map(({ operationId }) => operationId)))
  const left = calls
    .map(({ operation }) => operation.operationId ?? '')
    .filter((id) => !asked.has(id))
  if (left.length > 0) throw new Error(`no folder of the collection asks for ${left.join(', ')}`)
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
      ...['api_key', ...Object.values(KEPT), ...Object.values(NOTED)].map((key) => ({
        key,
        value: '',
        type: 'string',
      })),
    ],
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: AFTER } }],
    item: FOLDERS.map(({ name, steps }) => ({
      name,
      item: steps.map((step) => itemOf(calls, step)),
    })),
  }
}

const withVariables = (text: string): string =>
  text.replaceAll(ID, (_id, prefix: string) => {
    const name = KEPT[prefix] ?? NOTED.signer
    return `{{${name}}}`
  })

function partsOf({ components }: PostmanSource, { requestBody }: Operation) {
  const schema = requestBody?.content?.[FORM]?.schema
  const name = schema?.$ref?.split('/').at(-1)
  return (name === undefined ? schema : components?.schemas?.[name])?.properties ?? {}
}

function itemOf(calls: readonly Call[], step: Step): object {
  const call = calls.find(({ operation }) => operation.operationId === step.operationId)
  if (call === undefined) throw new Error(`there is no operation ${step.operationId}`)
  const { operation } = call
  const { operationId = '', summary = operationId } = operation
  const types = Object.keys(operation.requestBody?.content ?? {})
  const type = types.length > 1 ? (step.json ? JSON_TYPE : FORM) : types[0]
  const request = requestOf(call, type, step.again?.template)
  const succeeded = Object.keys(operation.responses ?? {}).filter((status) => status < '300')
  const event = [{ listen: 'test', script: scriptOf(testOf(operationId, succeeded)) }]
  const before = BEFORE[operationId]
  if (before !== undefined) event.push({ listen: 'prerequest', script: scriptOf(before) })
  return {
    // Stable across versions, so that people's changes in Postman are preserved.
    id: [operationId, step.json && JSON_TYPE, step.again?.name].filter(Boolean).join(':'),
    name: step.again?.name ?? (step.json ? `${summary} (JSON)` : summary),
    request,
    event,
    response: succeeded.flatMap((status) => savedAnswers(operation, status, request)),
  }
}

const scriptOf = (exec: readonly string[]) => ({ type: 'text/javascript', exec })

function testOf(operationId: string, succeeded: readonly string[]): string[] {
  const also = ALSO_RIGHT[operationId]
  const other = also === undefined ? '' : `, or ${also.status} ${also.why}`
  const expected = [...succeeded, ...(also === undefined ? [] : [also.status])]
  return [
    `pm.variables.get('${WAITS}') || pm.test('the status is ${succeeded.join(' or ')}${other}', () => {`,
    `  pm.expect(pm.response.code).to.be.oneOf([${expected.join(', ')}])`,
    '})',
  ]
}

function requestOf(
  { method, path, operation, parts }: Call,
  type: string | undefined,
  template: string | undefined,
): object {
  const { parameters = [], security, description, requestBody } = operation
  const shown = (place: string) => parameters.filter((parameter) => parameter.in === place)
  const query = shown('query').map((parameter) => ({
    ...pairOf(parameter),
    disabled: parameter.required !== true,
  }))
  const variable = shown('path').map((parameter) =>
    parameter.name === 'token' ? { key: 'token', value: `{{${NOTED.token}}}` } : pairOf(parameter),
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
    ...(type !== undefined && {
      body: bodyOf(operation, type, {
        parts,
        example: {
          ...membersOf(requestBody?.content?.[type]?.example),
          ...(template !== undefined && { template }),
          ...BODIES[operation.operationId ?? ''],
        },
      }),
    }),
  }
}

const pairOf = ({ name, description, example }: Parameter) => ({
  key: name,
  value: example === undefined ? '' : withVariables(String(example)),
  description,
})

function bodyOf(
  { operationId = '' }: Operation,
  type: string,
  { example, parts }: { example: Record<string, unknown>; parts: Record<string, Schema> },
): object {
  if (type === FORM) {
    const formdata = Object.entries(parts).map(([key, part]) => partOf(key, part, example[key]))
    return { mode: 'formdata', formdata }
  }
  if (type !== JSON_TYPE) return { mode: 'file', file: { src: FILES[operationId] } }
  return {
    mode: 'raw',
    raw: withVariables(JSON.stringify(example, null, 2)),
    options: { raw: { language: 'json' } },
  }
}

/** Where an example's files are. */
const fileOf = (example: unknown): unknown =>
  Array.isArray(example) ? example.map(fileOf) : (FILES[String(example)] ?? example)

/** A part without an example is included but disabled. */
function partOf(key: string, part: Schema, example: unknown): object {
  const isFile = (part.items ?? part).format === 'binary'
  return {
    key,
    description: part.description,
    ...(isFile
      ? { type: 'file', src: example === undefined ? [] : fileOf(example) }
      : { type: 'text', value: withVariables(String(example ?? '')) }),
    ...(example === undefined && { disabled: true }),
  }
}
