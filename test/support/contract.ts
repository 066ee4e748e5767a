/**
 * Holds every answer in every test against the committed openapi.yaml: an undocumented operation,
 * status, media type or body fails the test that caused it.
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { parse } from 'yaml'
import { KEYED_CODES, PUBLIC_CODES } from '../../src/http/openapi-problems.ts'
import { ERRORS, type ErrorCode } from '../../src/kernel/errors.ts'

const COMMON: ReadonlySet<string> = new Set([...KEYED_CODES, ...PUBLIC_CODES])

interface MediaType {
  schema?: object
}
interface Response {
  $ref?: string
  content?: Record<string, MediaType>
}
interface Operation {
  operationId?: string
  description: string
  tags?: string[]
  responses: Record<string, Response>
}
interface Description {
  paths: Record<string, Record<string, Operation>>
  components: { schemas?: Record<string, object>; responses: Record<string, Response> }
}

/** What a test saw. */
export interface Seen {
  method: string
  path: string
  status: number
  contentType: string
  body: () => unknown
}

export const OPENAPI_FILE = resolve(import.meta.dirname, '../../openapi.yaml')

const description = parse(readFileSync(OPENAPI_FILE, 'utf8')) as Description
const ajv = new Ajv2020({ strict: false, validateFormats: false })
ajv.addSchema({ $id: 'openapi', components: description.components })

/** Schemas refer to `#/components/…` of the whole file. */
const rooted = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/'))

/** Compiling one takes longer than most of the calls whose answers it checks. */
const validators = new Map<object, ValidateFunction>()

function validatorOf(schema: object): ValidateFunction {
  const validate = validators.get(schema) ?? ajv.compile(rooted(schema))
  validators.set(schema, validate)
  return validate
}

const routes = Object.entries(description.paths).map(([path, operations]) => ({
  path,
  operations,
  matcher: new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`),
}))

/** Every operation of the file. */
export const OPERATIONS = routes.flatMap(({ path, operations }) =>
  Object.entries(operations).map(([method, operation]) => ({
    method: method.toUpperCase(),
    path,
    operation,
  })),
)

/** Addresses that are pages or belong to no operation. */
const UNDESCRIBED =
  /^\/(docs|mcp|openapi\.yaml|postman\.json|console|dev|messages|verify|sign|start|copy|editor)/

/** The operation at an address, fixed paths before patterns. */
function find(method: string, path: string): Operation | undefined {
  const found = routes
    .filter(({ matcher }) => matcher.test(path))
    .sort((a, b) => a.path.split('{').length - b.path.split('{').length)
  return found.map(({ operations }) => operations[method.toLowerCase()]).find(Boolean)
}

/** What is said of a status; problems share one response. */
function responseOf(
  { responses }: Operation,
  status: number,
  name: string,
): { response: Response; isShared: boolean } {
  const given = responses[String(status)] ?? (status >= 400 ? responses.default : undefined)
  if (given === undefined) throw new Error(`${name}: openapi.yaml does not list this status`)
  const shared = given.$ref?.split('/').at(-1)
  const response = shared === undefined ? given : description.components.responses[shared]
  if (response === undefined) throw new Error(`${name}: openapi.yaml has no response ${shared}`)
  return { response, isShared: shared !== undefined }
}

/** Throws when the answer is not one that openapi.yaml describes. */
export function checkAgainstContract(seen: Seen): void {
  const path = seen.path.split('?')[0] ?? ''
  const name = `${seen.method} ${path} → ${seen.status}`
  if (UNDESCRIBED.test(path)) return
  const operation = find(seen.method, path)
  // Addresses and methods that do not exist have no operation; their problems are still checked.
  if (operation === undefined) {
    if (seen.status === 404 || seen.status === 405) return
    throw new Error(`${name}: openapi.yaml has no such operation`)
  }
  const { response, isShared } = responseOf(operation, seen.status, name)
  if (response.content === undefined) return
  const type = seen.contentType.split(';')[0]?.trim() ?? ''
  const media = response.content[type]
  if (media === undefined) throw new Error(`${name}: openapi.yaml does not list ${type}`)
  if (!type.endsWith('json') || media.schema === undefined) return
  const validate = validatorOf(media.schema)
  const body = seen.body()
  if (!validate(body))
    throw new Error(`${name}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(body)}`)
  if (isShared) checkCode(name, operation, body as { code: ErrorCode; status: number })
}

/** A problem's code must be one that the operation, or every operation, lists, and have the status of the catalogue. */
function checkCode(
  name: string,
  { description: said }: Operation,
  { code, status }: { code: ErrorCode; status: number },
): void {
  const isListed = COMMON.has(code) || said.includes(`\`${code}\` (${status})`)
  if (!isListed || ERRORS[code].status !== status)
    throw new Error(`${name}: openapi.yaml does not list the code ${code}`)
}
