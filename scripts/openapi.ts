/**
 * Writes openapi.yaml from the routes, and postman.json from that; test/service/http/openapi.test.ts compares. With `--approve` also what it
 * promises, against which test/service/http/promises.test.ts holds every later state.
 */
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parse } from 'yaml'
import { currentDescription } from './describe.ts'
import { type Description, promisesOf } from './promises.ts'

const inRoot = (path: string): string => resolve(import.meta.dirname, '..', path)
const { openapi, postman } = await currentDescription()
writeFileSync(inRoot('openapi.yaml'), openapi)
writeFileSync(inRoot('postman.json'), postman)
if (process.argv.includes('--approve')) {
  const promises = promisesOf(parse(openapi) as Description)
  writeFileSync(inRoot('test/approved/promises.json'), `${JSON.stringify(promises, null, 1)}\n`)
}
