/**
 * `npm run bench`: all parts, or those that are named (`npm run bench -- signing facturx`), with `--quick` coarser.
 * Each part writes its section of docs/benchmarks.md and its raw figures beside it.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { benchFacturx } from './facturx.ts'
import { facturxReport } from './facturx-report.ts'
import { benchNewcomer, newcomerReport } from './newcomer.ts'
import { benchRendering } from './rendering.ts'
import { reportOf } from './report.ts'
import { benchSigning } from './signing.ts'
import { signingReport } from './signing-report.ts'

const DOCS = join(import.meta.dirname, '..', '..', 'docs')
const args = process.argv.slice(2)
const mode = args.includes('--quick') ? 'quick' : 'full'
/** Some documents of the race only: the result is shown and not kept. */
const partial = args.some((text) => text.startsWith('--only='))
const say = (text: string): void => void process.stderr.write(`${text}\n`)

/** What a part is called, where its figures go, and what it writes. */
const PARTS = [
  {
    name: 'rendering',
    marker: 'bench',
    file: 'benchmarks.json',
    async run() {
      const results = await benchRendering()
      return { results, text: reportOf(results) }
    },
  },
  {
    name: 'signing',
    marker: 'bench-signing',
    file: 'benchmarks-signing.json',
    async run() {
      const results = await benchSigning(mode, say)
      return { results, text: signingReport(results) }
    },
  },
  {
    name: 'facturx',
    marker: 'bench-facturx',
    file: 'benchmarks-facturx.json',
    async run() {
      const results = await benchFacturx(mode, say)
      return { results, text: facturxReport(results) }
    },
  },
  {
    name: 'newcomer',
    marker: 'bench-newcomer',
    file: 'benchmarks-newcomer.json',
    async run() {
      const results = await benchNewcomer(mode, say)
      return { results, text: newcomerReport(results) }
    },
  },
]

/** Replaces what stands between the markers of docs/benchmarks.md. */
function writeSection(marker: string, text: string): void {
  const path = join(DOCS, 'benchmarks.md')
  const [begin, end] = [`<!-- ${marker}:begin -->`, `<!-- ${marker}:end -->`]
  const page = readFileSync(path, 'utf8')
  const [head, rest] = page.split(begin)
  const tail = rest?.split(end)[1]
  if (head === undefined || tail === undefined) throw new Error(`${path} has no ${begin}`)
  writeFileSync(path, `${head}${begin}\n${text}${end}${tail}`)
}

const named = args.filter((text) => !text.startsWith('--'))
const unknown = named.filter((text) => !PARTS.some(({ name }) => name === text))
if (unknown.length > 0)
  throw new Error(
    `no such part: ${unknown.join(', ')}; there are ${PARTS.map(({ name }) => name).join(', ')}`,
  )
for (const { name, marker, file, run } of PARTS) {
  if (named.length > 0 && !named.includes(name)) continue
  const { results, text } = await run()
  if (partial) process.stdout.write(text)
  else {
    writeSection(marker, text)
    writeFileSync(join(DOCS, file), `${JSON.stringify(results)}\n`)
  }
}
process.exit(0)
