/** The examples of openapi.yaml hold: each fits its schema, and the same run gives the same again. */
import { readFileSync } from 'node:fs'
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { EXAMPLES } from '../../../src/reference/examples.ts'
import { OPENAPI_FILE } from '../../support/contract.ts'
import { recordExamples } from '../../support/example-scenario.ts'

interface Schema {
  $ref?: string
  type?: string
  format?: string
  contentSchema?: object
  properties?: Record<string, Schema>
}
interface Media {
  schema: Schema
  example?: unknown
}
interface Operation {
  operationId: string
  parameters?: { name: string; in: string; required?: boolean; schema: object; example?: unknown }[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { content?: Record<string, Media> }>
}
const description = parse(readFileSync(OPENAPI_FILE, 'utf8')) as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}
const operations = Object.values(description.paths).flatMap((one) => Object.values(one))
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
ajv.addSchema({ $id: 'openapi', components: description.components })
const faults = (schema: object, value: unknown): ErrorObject[] => {
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/')
  const validate = ajv.compile(JSON.parse(text))
  return validate(value) ? [] : (validate.errors ?? [])
}

/** Files, whose bytes no reader of the description would want, and pages for people. */
const isFile = (type: string, { schema }: Media) =>
  schema.format === 'binary' || type === 'text/html'

/** What depends on the machine, or on what was opened before. */
const OF_THE_MACHINE = [
  'metrics',
  'healthReady',
  'getTestLink',
  'createSigningUrl',
  'createEditorSession',
]

describe('the examples of openapi.yaml', () => {
  test.each(operations)('$operationId has one for what it takes and what it answers', (one) => {
    const media = [
      ...Object.entries(one.requestBody?.content ?? {}),
      ...Object.entries(one.responses)
        .filter(([status]) => status < '300')
        .flatMap(([, { content = {} }]) => Object.entries(content)),
    ].filter(([type, body]) => !isFile(type, body))
    for (const [type, { schema, example }] of media) {
      expect(example, type).toBeDefined()
      expect(faults(schema, example), type).toEqual([])
    }
    for (const { name, required, schema, example } of one.parameters ?? []) {
      if (required === true) expect(example, name).toBeDefined()
      if (example !== undefined) expect(faults(schema, example), name).toEqual([])
    }
  })

  test('the JSON in the parts of forms is what the parts hold', () => {
    let held = 0
    for (const { requestBody, operationId } of operations) {
      const { schema, example } = requestBody?.content['multipart/form-data'] ?? {}
      const named = description.components.schemas[schema?.$ref?.split('/').at(-1) ?? '']
      for (const [name, part] of Object.entries((named ?? schema)?.properties ?? {})) {
        const text = (example as Record<string, string> | undefined)?.[name]
        if (text === undefined || part.contentSchema === undefined) continue
        held += 1
        expect(faults(part.contentSchema, JSON.parse(text)), `${operationId} ${name}`).toEqual([])
      }
    }
    expect(held).toBeGreaterThan(4)
  })

  test('hold nothing secret', () => {
    const text = JSON.stringify(EXAMPLES)
    for (const [secret = ''] of text.matchAll(/whsec_[A-Za-z0-9+/=]+/g))
      expect(Buffer.from(secret.slice(6), 'base64').toString()).toMatch(/^an example/)
    expect(text).not.toMatch(/pk_|sk_|127\.0\.0\.1:(?!3000)|PRIVATE KEY|\/tmp\/|\/home\//)
    expect(EXAMPLES.signerState?.parameters).toEqual({ token: 'link-from-the-mail' })
  })

  test('are what the service accepts and returns today (npm run examples records them)', async () => {
    const now = await recordExamples()
    for (const operation of OF_THE_MACHINE) delete now[operation]
    const known = Object.entries(EXAMPLES).filter(([name]) => !OF_THE_MACHINE.includes(name))
    expect(now).toEqual(Object.fromEntries(known))
  }, 900_000)
})
