/**
 * `npm run bench`: all parts, or those that are named (`npm run bench -- signing facturx`), with `--quick` coarser.
 * Each part writes its section of docs/benchmarks.md (fidelity: docs/fidelity.md) and its raw figures in docs/measurements/.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { admissionReport, benchAdmission } from './admission.ts'
import { benchBulk, bulkReport } from './bulk.ts'
import { benchEmbedding, embeddingReport } from './embedding.ts'
import { benchFacturx } from './facturx.ts'
import { facturxReport } from './facturx-report.ts'
import { benchFairness, fairnessReport } from './fairness.ts'
import { benchFidelity } from './fidelity/main.ts'
import { benchFiles, filesReport } from './files.ts'
import { benchGrowth, growthReport } from './growth.ts'
import { benchKeyMaking, keyMakingReport } from './instances/key-making.ts'
import { benchInstances } from './instances/main.ts'
import { instancesReport } from './instances/report.ts'
import { benchScaling } from './instances/scaling.ts'
import { scalingReport } from './instances/scaling-report.ts'
import { benchNewcomer, newcomerReport } from './newcomer.ts'
import { benchRendering } from './rendering.ts'
import { reportOf } from './report.ts'
import { benchSigning } from './signing.ts'
import { benchFields, fieldsReport } from './signing-fields.ts'
import { signingReport } from './signing-report.ts'
import { benchYears } from './years/main.ts'
import { yearsReport } from './years/report.ts'

const DOCS = join(import.meta.dirname, '..', '..', 'docs')
const args = process.argv.slice(2)
const mode = args.includes('--quick') ? 'quick' : 'full'
/** Some documents or ways only: the result is shown and not kept. */
const partial = args.some((text) => /^--(?:only=|ids=|ours$)/.test(text))
/** One part of a part; what it has measured before stays. */
const only = args.find((text) => text.startsWith('--part='))?.slice('--part='.length)
const say = (text: string): void => void process.stderr.write(`${text}\n`)

/** What a part is called, its page and its place there, where its figures go, and what it writes. */
const part = <Results>(
  name: string,
  bench: () => Promise<Results>,
  report: (results: Results) => string,
) => ({
  name,
  page: 'benchmarks.md',
  marker: `bench-${name}`,
  file: `benchmarks-${name}.json`,
  async run() {
    const results = await bench()
    return { results, text: report(results) }
  },
})

const PARTS = [
  // The first that there was: its names have no suffix.
  { ...part('rendering', benchRendering, reportOf), marker: 'bench', file: 'benchmarks.json' },
  part('signing', () => benchSigning(mode, say), signingReport),
  part('signing-fields', () => benchFields(mode, say), fieldsReport),
  part('facturx', () => benchFacturx(mode, say), facturxReport),
  part('fairness', () => benchFairness(mode, say), fairnessReport),
  part('newcomer', () => benchNewcomer(mode, say), newcomerReport),
  part('admission', () => benchAdmission(mode, say), admissionReport),
  part('bulk', () => benchBulk(mode, say), bulkReport),
  part('embedding', () => benchEmbedding(mode, say), embeddingReport),
  part('instances', () => benchInstances(mode, say), instancesReport),
  // With "instances", or alone.
  part('scaling', () => benchScaling(mode, say, only), scalingReport),
  part('key-making', () => benchKeyMaking(mode, say), keyMakingReport),
  part('growth', () => benchGrowth(mode, say), growthReport),
  part('files', () => benchFiles(mode, say), filesReport),
]
/** Needs files that are not in the repository: only when it is named. */
const FIDELITY = {
  name: 'fidelity',
  page: 'fidelity.md',
  marker: 'bench-fidelity',
  file: 'fidelity.json',
  run: () => benchFidelity(args, join(DOCS, 'images'), say),
}

/** Replaces what stands between the markers of a page of docs/. */
function writeSection(name: string, marker: string, text: string): void {
  const path = join(DOCS, name)
  const [begin, end] = [`<!-- ${marker}:begin -->`, `<!-- ${marker}:end -->`]
  const before = readFileSync(path, 'utf8')
  const [head, rest] = before.split(begin)
  const tail = rest?.split(end)[1]
  if (head === undefined || tail === undefined) throw new Error(`${path} has no ${begin}`)
  writeFileSync(path, `${head}${begin}\n${text}${end}${tail}`)
}

const named = args.filter((text) => !text.startsWith('--'))
/** Takes a data folder that has to be filled first: only when it is named. */
const YEARS = part('years', () => benchYears(mode, say), yearsReport)
const known = [...PARTS, FIDELITY, YEARS]
const unknown = named.filter((text) => !known.some(({ name }) => name === text))
if (unknown.length > 0)
  throw new Error(
    `no such part: ${unknown.join(', ')}; there are ${known.map(({ name }) => name).join(', ')}`,
  )
const wanted =
  named.length === 0
    ? PARTS
    : known.filter(
        ({ name }) => named.includes(name) || (name === 'scaling' && named.includes('instances')),
      )
for (const { page, marker, file, run } of wanted) {
  const { results, text } = await run()
  if (partial) process.stdout.write(text)
  else {
    writeSection(page, marker, text)
    writeFileSync(join(DOCS, 'measurements', file), `${JSON.stringify(results)}\n`)
  }
}
process.exit(0)
