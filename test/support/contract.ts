/**
 * Holds every answer in every test against the committed openapi.yaml: an undocumented operation,
 * status, media type or body fails the test that caused it.
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { parse } from 'yaml'

interface MediaType {
  schema?: object
}
interface Response {
  description: string
  content?: Record<string, MediaType>
}
interface Operation {
  operationId?: string
  tags?: string[]
  responses: Record<string, Response>
}
interface Description {
  paths: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, object> }
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
ajv.addSchema({ $id: 'openapi', components: description.components ?? {} })

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
  const response = operation.responses[String(seen.status)]
  if (response === undefined) throw new Error(`${name}: openapi.yaml does not list this status`)
  if (response.content === undefined) return
  const type = seen.contentType.split(';')[0]?.trim() ?? ''
  const media = response.content[type]
  if (media === undefined) throw new Error(`${name}: openapi.yaml does not list ${type}`)
  if (!type.endsWith('json') || media.schema === undefined) return
  const validate = validatorOf(media.schema)
  const body = seen.body()
  if (!validate(body))
    throw new Error(`${name}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(body)}`)
  if (seen.status >= 400) checkCode(name, response, body)
}

/** A problem's code must be one that the description of its status names. */
function checkCode(name: string, response: Response, body: unknown): void {
  const code = (body as { code?: unknown }).code
  if (typeof code === 'string' && !response.description.includes(`\`${code}\``)) {
    throw new Error(`${name}: openapi.yaml does not list the code ${code}`)
  }
}
