/**
 * Writes openapi.yaml from the routes; test/service/openapi.test.ts compares. With `--approve` also what it
 * promises, against which test/service/promises.test.ts holds every later state.
 */
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parse } from 'yaml'
import { currentDescription } from './describe.ts'
import { type Description, promisesOf } from './promises.ts'

const inRoot = (path: string): string => resolve(import.meta.dirname, '..', path)
const text = await currentDescription()
writeFileSync(inRoot('openapi.yaml'), text)
if (process.argv.includes('--approve')) {
  const promises = promisesOf(parse(text) as Description)
  writeFileSync(inRoot('test/approved/promises.json'), `${JSON.stringify(promises, null, 1)}\n`)
}
