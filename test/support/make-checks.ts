/** What can be wrong with the Make app without anything being sent: compared with the description of the service. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { ROOT } from './client-place.ts'
import type { Communication, MakeApp } from './make-app.ts'

interface Schema {
  $ref?: string
  properties?: Record<string, Schema>
  items?: Schema
  contentSchema?: Schema
  enum?: string[]
}

interface Operation {
  parameters?: { name: string; in: string }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

interface Description {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

/** A field of a form in Make. */
interface Field {
  name: string
  type: string
  options?: { value: string }[] | { store: string }
  spec?: Field[]
}

const description = parse(readFileSync(join(ROOT, 'openapi.yaml'), 'utf8')) as Description

const resolved = (schema: Schema | undefined): Schema => {
  const name = schema?.$ref?.split('/').at(-1)
  return name === undefined ? (schema ?? {}) : resolved(description.components.schemas[name])
}

/** The operation that a call of Make is of; several where a part of the path is chosen. */
function operationsOf({ url, method }: Communication): Operation[] {
  const pattern = new RegExp(
    `^${url.replace(/^\{\{.*?\}\}(?=\/)/, '').replace(/\{\{.*?\}\}/g, '[^/]+')}$`,
  )
  return Object.entries(description.paths)
    .filter(([path]) => pattern.test(path))
    .flatMap(([, methods]) => methods[method.toLowerCase()] ?? [])
}

const fieldsOf = (app: MakeApp, path: string | undefined): Field[] =>
  path === undefined ? [] : app.file<Field[]>(path)

/** The names in a body that the description lacks, with nested ones. */
function strange(value: unknown, schema: Schema, at: string): string[] {
  if (value === null || typeof value !== 'object' || schema.properties === undefined) return []
  return Object.entries(value).flatMap(([name, part]) => {
    const known = schema.properties?.[name]
    return known === undefined ? [`${at}.${name}`] : strange(part, resolved(known), `${at}.${name}`)
  })
}

/** The members of signers, and values of choices, that the description lacks. */
function strangeFields(fields: Field[], schema: Schema, at: string): string[] {
  return fields.flatMap(({ name, options, spec }) => {
    const known = resolved(schema.properties?.[name])
    const values = Array.isArray(options) ? options.map(({ value }) => value) : []
    const allowed = known.enum ?? resolved(known.items).enum
    const wrong = allowed ? values.filter((value) => !allowed.includes(value)) : []
    const inner = resolved(known.items ?? resolved(known.contentSchema).items)
    return [
      ...wrong.map((value) => `${at}.${name}: ${value}`),
      ...(spec && inner.properties
        ? spec
            .filter((one) => !inner.properties?.[one.name])
            .map((one) => `${at}.${name}.${one.name}`)
        : []),
    ]
  })
}

function mistakesOf(app: MakeApp, at: string, input: Communication, fields: Field[]): string[] {
  const operations = operationsOf(input)
  if (operations.length === 0) return [`${at}: no such call ${input.method} ${input.url}`]
  const query = Object.keys({ ...input.qs, ...input.pagination?.qs })
  const used = [...JSON.stringify(input).matchAll(/parameters\.(\w+)/g)].map(([, name]) => name)
  const names = fields.map(({ name }) => name)
  const content = input.type ?? 'application/json'
  return operations.flatMap(({ parameters = [], requestBody }) => {
    const schema = resolved(requestBody?.content[content]?.schema)
    const body = input.body as Record<string, unknown> | undefined
    return [
      ...query
        .filter((name) => !parameters.some((one) => one.in === 'query' && one.name === name))
        .map((name) => `${at}: no parameter ${name}`),
      ...(body && Object.keys(body).length > 0 && schema.properties === undefined
        ? [`${at}: takes no ${content}`]
        : strange(body, schema, at)),
      ...used
        .filter((name) => !names.includes(name ?? ''))
        .map((name) => `${at}: no field ${name}`),
      ...names
        .filter((name) => !used.includes(name))
        .map((name) => `${at}: field ${name} goes nowhere`),
      ...strangeFields(fields, schema, at),
      ...fields.flatMap(({ options }) => {
        const rpc = options && 'store' in options ? options.store.replace('rpc://', '') : undefined
        return rpc === undefined || app.manifest.components.rpc[rpc] ? [] : [`${at}: no rpc ${rpc}`]
      }),
    ]
  })
}

/** Everything that is wrong; empty when nothing is. */
export function mistakesIn(app: MakeApp): string[] {
  const listed = Object.values(app.manifest.generalCodeFiles).filter((path) =>
    path?.endsWith('.json'),
  )
  const groups = app.file<{ modules: string[] }[]>('general/groups.json')
  const modules = Object.keys(app.manifest.components.module)
  const grouped = groups.flatMap((group) => group.modules)
  return [
    ...listed.flatMap((path) => (app.file(path ?? '') ? [] : [`${path} is empty`])),
    ...(JSON.stringify(modules.sort()) === JSON.stringify(grouped.sort())
      ? []
      : ['the groups are not of the modules']),
    ...app.components().flatMap(({ kind, id, component: { codeFiles, connection, webhook } }) => {
      const { components } = app.manifest
      const fields = ['params', 'mappableParams'].flatMap((code) => fieldsOf(app, codeFiles[code]))
      fieldsOf(app, codeFiles.interface)
      const codes = Object.keys(codeFiles).filter(
        (code) =>
          ['attach', 'detach'].includes(code) || (code === 'communication' && kind !== 'webhook'),
      )
      return [
        ...(connection === undefined || components.connection[connection]
          ? []
          : [`${id}: ${connection}`]),
        ...(webhook === undefined || components.webhook[webhook] ? [] : [`${id}: ${webhook}`]),
        ...codes.flatMap((code) => {
          const own = code === 'detach' ? [] : fields
          return mistakesOf(app, `${id} ${code}`, app.communication(kind, id, code), own)
        }),
      ]
    }),
  ]
}
