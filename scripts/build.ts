/**
 * Builds dist: the program as a few modules, then what the pages load. Node reads some thousand small modules in
 * the time in which it reads these ten times over, once for the service and once for each of its threads.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { assetsAreFresh, buildAssets } from './build-assets.ts'

const ROOT = resolve(import.meta.dirname, '..')
const DIST = join(ROOT, 'dist')

/** What Node is started with, and what `workerEntry` names. */
const ENTRIES = [
  'main',
  'mcp-main',
  'app/reading-worker',
  'cli/main',
  'detection/detection-worker',
  'docx/merge-worker',
  'facturx/invoice-worker',
  'kernel/garbage-worker',
  'kernel/task-process',
  'pdf/pdf-worker',
  'signing/documents/worker',
]

/**
 * Packages that become part of the modules: those of many files that every thread reads. The others stay where they
 * are, as some bring binaries, data or threads of their own.
 */
const INCLUDED = [
  '@cantoo/fontkit',
  '@fastify/type-provider-typebox',
  '@peculiar/asn1-schema',
  '@peculiar/asn1-x509',
  'ajv',
  'big.js',
  'bwip-js',
  'diff',
  'docxtemplater',
  'intl-messageformat',
  'kysely',
  'libphonenumber-js',
  'marked',
  'node-forge',
  'parse5',
  'pdf-lib',
  'pizzip',
  'saxes',
  'typebox',
  'yaml',
]

/** Packages written for `require` ask for Node's own modules by it. */
const REQUIRE =
  "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);"

/** Characters beyond Latin-1. */
const WIDE = /[^\0-\xff]/
const WIDE_UNESCAPED = /(?<!\\)[^\0-\xff]/g
const escaped = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * Writes what is beyond Latin-1 as escapes, also in comments and regular expressions, which esbuild leaves as they are.
 * V8 keeps the text of each module in each thread, with two bytes for every character as soon as one needs them.
 * TSX is left alone: between elements an escape would be text. esbuild escapes what stands there, as in all strings.
 */
const narrow: Plugin = {
  name: 'narrow',
  setup(building) {
    building.onLoad({ filter: /\.[cm]?[jt]s$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      if (!WIDE.test(text)) return undefined
      const loader = path.endsWith('ts') ? 'ts' : 'js'
      return { contents: text.replace(WIDE_UNESCAPED, escaped), loader }
    })
  },
}

const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>
}
mkdirSync(DIST, { recursive: true })
// What the pages load is kept: compressing it takes longer than all the rest.
for (const name of readdirSync(DIST).filter((one) => one !== 'assets'))
  rmSync(join(DIST, name), { recursive: true })
await build({
  absWorkingDir: ROOT,
  entryPoints: ENTRIES.map((name) => `src/${name}.ts`),
  outbase: 'src',
  outdir: DIST,
  chunkNames: 'parts/[name]-[hash]',
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  banner: { js: REQUIRE },
  external: Object.keys(dependencies).filter((name) => !INCLUDED.includes(name)),
  logLevel: 'warning',
  plugins: [narrow],
})
for (const name of readdirSync(DIST, { recursive: true, encoding: 'utf8' })) {
  if (name.startsWith('assets') || !name.endsWith('.js')) continue
  const [wide] = WIDE.exec(readFileSync(join(DIST, name), 'utf8')) ?? []
  if (wide !== undefined)
    throw new Error(`dist/${name} takes twice the memory for the sake of “${wide}”`)
}
cpSync(join(ROOT, 'src/audit/standalone'), join(DIST, 'audit/standalone'), { recursive: true })
cpSync(join(ROOT, 'src/signing/evidence/check.sh'), join(DIST, 'signing/evidence/check.sh'))
for (const [folder, ending] of [
  ['office/worker', '.py'],
  ['facturx/codes', '.json'],
  ['facturx/official', '.json'],
  ['translations', '.json'],
  ['pdf/archive', '.icc'],
] as const)
  for (const name of readdirSync(join(ROOT, 'src', folder)).filter((one) => one.endsWith(ending)))
    cpSync(join(ROOT, 'src', folder, name), join(DIST, folder, name))
for (const folder of readdirSync(join(ROOT, 'src')))
  if (existsSync(join(ROOT, 'src', folder, 'migrations.sql')))
    cpSync(join(ROOT, 'src', folder, 'migrations.sql'), join(DIST, folder, 'migrations.sql'))
for (const folder of ['office/fonts/built', 'pdf/typefaces'])
  cpSync(join(ROOT, 'src', folder), join(DIST, folder), { recursive: true })
if (!assetsAreFresh()) await buildAssets()
