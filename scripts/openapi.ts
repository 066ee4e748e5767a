/** Writes openapi.yaml from the routes. test/service/openapi.test.ts compares. */
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { currentDescription } from './describe.ts'

writeFileSync(resolve(import.meta.dirname, '../openapi.yaml'), await currentDescription())
