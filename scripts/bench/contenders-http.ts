/** The contenders that are services: ours, Carbone, and an office served the way Gotenberg does it. */
import { type ChildProcess, execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { launcher, PLAIN, python } from './bare-office.ts'
import { type Contender, end, type Form, launch, multipart, post, untilReady } from './contender.ts'
import type { BenchDocument } from './documents.ts'

const ROOT = join(import.meta.dirname, '..', '..')
/** The newest that the registry offers. */
const newestCarbone = (): string => {
  const version = execFileSync('npm', ['view', 'carbone', 'version'], { encoding: 'utf8' })
  return `carbone@${version.trim()}`
}
/** Where Carbone is installed at bench time: it has a licence of its own and is no dependency of ours. */
const CARBONE_FOLDER = join(ROOT, 'node_modules', '.cache', 'bench-carbone')

/** A port that was free a moment ago. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

const script = (name: string, ...args: string[]): string[] => [
  '--import',
  'tsx',
  join(import.meta.dirname, name),
  ...args,
]

/** A value made once per document, outside the time that is measured. */
function once<T>(make: (document: BenchDocument) => T): (document: BenchDocument) => T {
  const made = new Map<string, T>()
  return (document) => {
    const found = made.get(document.name) ?? make(document)
    made.set(document.name, found)
    return found
  }
}

const PLAN = {
  bench: {
    title: 'Bench',
    documents: {
      documents_per_month: null,
      templates: null,
      versions_per_template: 10,
      api_keys: null,
      file_size_mb: 25,
      requests_per_minute: 1_000_000,
      simultaneous_requests: 10,
    },
  },
}

export interface Service extends Contender {
  /** The merged .docx of the same pipeline: what the floor converts. */
  merge(document: BenchDocument): Promise<Uint8Array>
}

/** Our whole request: POST /render with template and data, answered with the PDF. */
export function paraph(folder: string): Service {
  let child: ChildProcess | undefined
  let url = ''
  let key = ''
  const data = join(folder, 'paraph')
  const parts = (document: BenchDocument) =>
    [
      ['template', document.template, `${document.name}.docx`],
      ['data', JSON.stringify(document.data)],
    ] as const
  const form = once((document): Form => multipart(parts(document)))
  const mergeForm = once((document): Form => multipart([...parts(document), ['format', 'docx']]))
  const send = (path: string, { body, type }: Form): Promise<Uint8Array> =>
    post(`${url}${path}`, { 'x-api-key': key, 'content-type': type }, body)
  return {
    name: 'paraph',
    what: 'POST /render over HTTP, as a client sees it: upload of template and data, key and quota, checks, merge, conversion in the confined pool, answer',
    every: 1,
    batchMax: 4,
    async start() {
      mkdirSync(data, { recursive: true })
      const plans = join(data, 'plans.json')
      writeFileSync(plans, JSON.stringify(PLAN))
      const port = await freePort()
      const environment = {
        PARAPH_DATA_DIR: data,
        PARAPH_PLANS_FILE: plans,
        PARAPH_PORT: String(port),
        PARAPH_HOST: '127.0.0.1',
        PARAPH_LOG_LEVEL: 'warn',
        MALLOC_ARENA_MAX: '2',
        MALLOC_MMAP_THRESHOLD_: '1048576',
        MALLOC_TRIM_THRESHOLD_: '4194304',
      }
      const cli = (...args: string[]): string =>
        execFileSync('node', [join(ROOT, 'dist/cli/main.js'), ...args], {
          env: { ...process.env, ...environment },
          encoding: 'utf8',
        })
          .trim()
          .split('\n')
          .at(-1) ?? ''
      const account =
        /[\w-]+$/.exec(cli('account', 'create', '--email', 'bench@example.com'))?.[0] ?? ''
      key = cli('key', 'create', '--account', account, '--plan', 'bench')
      child = launch('node', ['--max-semi-space-size=8', join(ROOT, 'dist/main.js')], environment)
      child.stdout?.resume()
      url = `http://127.0.0.1:${port}`
      await untilReady(`${url}/health/ready`, 60_000)
    },
    run: (document) => send('/render', form(document)),
    merge: (document) => send('/render-document', mergeForm(document)),
    stop: () => end(child),
    roots: () => (child?.pid ? [child.pid] : []),
  }
}

function installCarbone(version: string): void {
  mkdirSync(CARBONE_FOLDER, { recursive: true })
  writeFileSync(join(CARBONE_FOLDER, 'package.json'), '{"private":true}\n')
  execFileSync('npm', ['i', '--no-audit', '--no-fund', '--ignore-scripts', version], {
    cwd: CARBONE_FOLDER,
    stdio: 'ignore',
  })
}

/** Carbone with its own converter; `factories` is its number of LibreOffice processes. */
export function carbone(
  folder: string,
  factories: number,
  documents: readonly BenchDocument[],
): Contender {
  const version = newestCarbone()
  let child: ChildProcess | undefined
  let url = ''
  const own = join(folder, `carbone-${factories}`)
  const templates = join(own, 'templates')
  const body = once((document) => Buffer.from(JSON.stringify(document.data)))
  return {
    name: `carbone-${factories}`,
    what: `${version} (npm) with its own converter, ${factories} LibreOffice process${factories > 1 ? 'es' : ''} (\`factories\`), behind a bare HTTP server; template already on disk, conditions and pictures already in it`,
    every: 1,
    batchMax: 4,
    async start() {
      installCarbone(version)
      mkdirSync(templates, { recursive: true })
      for (const document of documents) {
        writeFileSync(join(templates, `${document.name}.docx`), document.carbone)
      }
      const port = await freePort()
      // Carbone looks for soffice.bin in the path and takes the first python3, which must have `uno`.
      const path = `${dirname(python())}:${process.env.PATH}:${dirname(realpathSync(launcher()))}`
      child = launch(
        process.execPath,
        script(
          'carbone-server.ts',
          CARBONE_FOLDER,
          templates,
          String(factories),
          String(port),
          own,
        ),
        { ...PLAIN, PATH: path },
      )
      child.stdout?.resume()
      url = `http://127.0.0.1:${port}`
      await untilReady(url, 60_000)
    },
    run: (document) => post(`${url}/${document.name}.docx`, {}, body(document)),
    stop: () => end(child),
    roots: () => (child?.pid ? [child.pid] : []),
  }
}

/** What `serialised-office.ts` emulates. */
export function gotenbergWay(folder: string): Contender {
  let child: ChildProcess | undefined
  let url = ''
  const form = once(
    (document): Form => multipart([['files', readFileSync(document.mergedPath), 'document.docx']]),
  )
  return {
    name: 'gotenberg-way',
    what: 'our emulation of how Gotenberg works by default, not Gotenberg itself: multipart upload of the merged .docx, one office, one document at a time, a Python client per document, office restarted after 10',
    every: 2,
    batchMax: 4,
    async start() {
      const own = join(folder, 'gotenberg-way')
      mkdirSync(own, { recursive: true })
      const port = await freePort()
      child = launch(process.execPath, script('serialised-office.ts', own, String(port)), PLAIN)
      child.stdout?.resume()
      url = `http://127.0.0.1:${port}`
      await untilReady(url, 60_000)
    },
    run: (document) => {
      const { body, type } = form(document)
      return post(url, { 'content-type': type }, body)
    },
    stop: () => end(child),
    roots: () => (child?.pid ? [child.pid] : []),
  }
}
