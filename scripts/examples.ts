/** Writes src/reference/examples.json from a run through the interface; test/service/reference/examples.test.ts compares. */
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { recordExamples } from '../test/support/example-scenario.ts'

const file = resolve(import.meta.dirname, '../src/reference/examples.json')
writeFileSync(file, `${JSON.stringify(await recordExamples(), null, 1)}\n`)
// The threads of the service would keep the process for a while.
process.exit()
