/**
 * Builds what the pages load into dist/assets: scripts and style sheets of src/browser, pdf.js with
 * its data, fonts; every name holds a hash of the content, every text is compressed in advance.
 * With `--if-needed` it does nothing while no input is newer than the last build.
 */
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, extname, join, relative, resolve } from 'node:path'
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib'
import { build, type Metafile } from 'esbuild'
import { pageTexts } from './texts/page-texts.ts'

const ROOT = resolve(import.meta.dirname, '..')
const BROWSER = join(ROOT, 'src/browser')
const TARGET = join(ROOT, 'dist/assets')
const PDFJS = join(ROOT, 'node_modules/pdfjs-dist')
const COMPRESSED = /\.(?:js|mjs|css|svg|wasm|ttf|txt)$/
const BROWSERS = ['es2022', 'safari16', 'chrome100', 'firefox102']
/** What pdf.js fetches by plain name while it reads a document. */
const PDFJS_DATA = ['cmaps', 'standard_fonts', 'wasm', 'iccs']

interface Manifest {
  /** Plain name to name with hash. */
  urls: Record<string, string>
  /** Every file the build read, and every entry it found. */
  inputs: string[]
  entries: string[]
}

const hashOf = (...contents: Uint8Array[]): string => {
  const hash = createHash('sha256')
  for (const content of contents) hash.update(content)
  return hash.digest('hex').slice(0, 10)
}

/** Every script, style sheet and picture directly in src/browser; folders hold their parts. */
const entries = (): string[] =>
  readdirSync(BROWSER)
    .filter((name) => /\.(?:ts|css|svg)$/.test(name))
    .sort()

/** Whether the last build saw every input as it is now. */
export function assetsAreFresh(): boolean {
  const manifest = join(TARGET, 'manifest.json')
  if (!existsSync(manifest)) return false
  const builtMs = statSync(manifest).mtimeMs
  const { inputs, entries: known } = JSON.parse(readFileSync(manifest, 'utf8')) as Manifest
  const unchanged = (path: string): boolean => {
    const absolute = join(ROOT, path)
    return existsSync(absolute) && statSync(absolute).mtimeMs <= builtMs
  }
  return JSON.stringify(known) === JSON.stringify(entries()) && inputs.every(unchanged)
}

/** Copies a file under a name with its hash. */
function copyHashed(from: string, folder: string): string {
  const content = readFileSync(from)
  const extension = extname(from)
  const name = `${basename(from, extension)}-${hashOf(content)}${extension}`
  writeFileSync(join(folder, name), content)
  return name
}

/** pdf.js names these files itself, so the hash of all stands in the folder's name. */
function copyPdfData(folder: string): string {
  const files = PDFJS_DATA.flatMap((part) =>
    readdirSync(join(PDFJS, part)).map((name) => join(PDFJS, part, name)),
  )
  const name = `pdfjs-${hashOf(...files.map((path) => readFileSync(path)))}`
  for (const part of PDFJS_DATA) {
    cpSync(join(PDFJS, part), join(folder, name, part), { recursive: true })
  }
  return name
}

/** The fonts are under the SIL Open Font License, which travels with them. */
function copyFontLicences(folder: string): void {
  for (const font of ['caveat', 'dancing-script']) {
    const from = join(ROOT, 'node_modules/@fontsource', font, 'LICENSE')
    cpSync(from, join(folder, `${font}.LICENSE.txt`))
  }
}

/** Compresses anew only what the last build did not have under the same name. */
function compress(folder: string, before: string): void {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  for (const name of names.filter((one) => COMPRESSED.test(one))) {
    const content = readFileSync(join(folder, name))
    const made: Record<string, () => Buffer> = {
      br: () =>
        brotliCompressSync(content, { params: { [zlib.BROTLI_PARAM_SIZE_HINT]: content.length } }),
      gz: () => gzipSync(content, { level: 9 }),
    }
    for (const [ending, pack] of Object.entries(made)) {
      const old = join(before, `${name}.${ending}`)
      const packed = existsSync(old) ? readFileSync(old) : pack()
      if (packed.length < content.length) writeFileSync(join(folder, `${name}.${ending}`), packed)
    }
  }
}

function namesOf({ outputs }: Metafile, folder: string): Record<string, string> {
  const found = Object.entries(outputs).flatMap(([path, { entryPoint }]) =>
    entryPoint === undefined || path.endsWith('.map')
      ? []
      : [[basename(entryPoint).replace(/\.ts$/, '.js'), relative(folder, join(ROOT, path))]],
  )
  return Object.fromEntries(found) as Record<string, string>
}

/** The script for pages of others, as one that defines `Paraph`; the module is built with the others. */
async function buildEmbedGlobal(folder: string): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [join(BROWSER, 'embed.ts')],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    globalName: 'Paraph',
    platform: 'browser',
    target: BROWSERS,
    tsconfig: join(BROWSER, 'tsconfig.json'),
  })
  const [{ contents = new Uint8Array() } = {}] = outputFiles
  const name = `embed-global-${hashOf(contents)}.js`
  writeFileSync(join(folder, name), contents)
  return name
}

/** Builds everything into a new folder and puts it in the place of the old one. */
export async function buildAssets(): Promise<void> {
  const fresh = `${TARGET}.new-${process.pid}`
  const folder = join(fresh, 'files')
  mkdirSync(folder, { recursive: true })
  const found = entries()
  const worker = copyHashed(join(PDFJS, 'legacy/build/pdf.worker.min.mjs'), folder)
  const pdfData = copyPdfData(folder)
  copyFontLicences(folder)
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: found.filter((name) => !name.endsWith('.svg')).map((name) => join(BROWSER, name)),
    outdir: folder,
    entryNames: '[name]-[hash]',
    chunkNames: 'part-[hash]',
    assetNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    metafile: true,
    format: 'esm',
    platform: 'browser',
    target: BROWSERS,
    loader: { '.woff2': 'file' },
    legalComments: 'linked',
    tsconfig: join(BROWSER, 'tsconfig.json'),
    define: {
      PDF_WORKER_URL: JSON.stringify(`./${worker}`),
      PDF_DATA_URL: JSON.stringify(`./${pdfData}/`),
    },
    logLevel: 'warning',
    alias: {
      '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js',
    },
    plugins: [pageTexts],
  })
  const pictures = found
    .filter((name) => name.endsWith('.svg'))
    .map((name) => [name, copyHashed(join(BROWSER, name), folder)] as const)
  const embedGlobal = await buildEmbedGlobal(folder)
  compress(folder, join(TARGET, 'files'))
  const manifest: Manifest = {
    urls: {
      ...namesOf(metafile, folder),
      ...Object.fromEntries(pictures),
      'embed-global.js': embedGlobal,
    },
    inputs: [
      ...Object.keys(metafile.inputs),
      ...pictures.map(([name]) => relative(ROOT, join(BROWSER, name))),
      'scripts/build-assets.ts',
      'scripts/texts/page-texts.ts',
    ],
    entries: found,
  }
  writeFileSync(join(fresh, 'manifest.json'), JSON.stringify(manifest, null, 2))
  mkdirSync(dirname(TARGET), { recursive: true })
  rmSync(TARGET, { recursive: true, force: true })
  renameSync(fresh, TARGET)
}

if (process.argv[1] === import.meta.filename) {
  if (!process.argv.includes('--if-needed') || !assetsAreFresh()) await buildAssets()
}
