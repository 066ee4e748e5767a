/**
 * Measures the code under src/ and writes docs/code.md.
 *
 *     npm run measures                     writes docs/code.md and prints the figures
 *     npm run measures -- --list [FOLDER]  prints what stands behind them, of src/FOLDER alone where given
 *     npm run measures -- --json [ROOT]    prints the figures of another working tree, such as an older commit's
 */
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { measure } from './measures/figures.ts'
import { codePage, listing } from './measures/page.ts'

const ROOT = resolve(import.meta.dirname, '..')
const [option, value] = process.argv.slice(2)

if (option === '--json') console.log(JSON.stringify(measure(resolve(value ?? ROOT)).figures))
else if (option === '--list') console.log(listing(measure(ROOT), value))
else {
  const page = codePage(measure(ROOT).figures)
  writeFileSync(resolve(ROOT, 'docs/code.md'), page)
  console.log(page)
}
