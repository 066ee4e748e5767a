import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

/** Which folder may import which: a file imports its own folder or a folder of a lower rank. */
const RANKS: Record<string, number> = {
  kernel: 0,
  xml: 0.5,
  zip: 0.5,
  images: 0.5,
  translations: 0.3,
  egress: 1,
  pdf: 1,
  docx: 1,
  office: 1,
  database: 1,
  files: 1,
  pades: 2,
  facturx: 2,
  http: 2,
  pages: 2,
  jobs: 2,
  throttling: 2,
  backup: 2,
  pki: 3,
  audit: 3,
  messages: 3,
  accounts: 4,
  identity: 5,
  rendering: 5,
  templates: 5,
  fonts: 5,
  detection: 5,
  seals: 5,
  verification: 5,
  signing: 6,
  webhooks: 6,
  mcp: 6,
  reference: 6,
  site: 6,
  console: 7,
  browser: 8,
  config: 8,
  retention: 9,
  app: 10,
  '': 11,
  cli: 11,
}
/**
 * The same inside a folder that has subfolders: a file imports its own subfolder or one of a lower rank. `'.'` are the
 * files directly in the folder, but for those that are named here because they stand lower or higher than the others.
 */
const INNER_RANKS: Record<string, Record<string, number>> = {
  audit: { standalone: 0, '.': 1 },
  browser: { 'embed.ts': 0, pieces: 0, console: 1, sign: 1, '.': 2 },
  console: { '.': 0, pages: 1, 'routes.ts': 2 },
  database: { '.': 0, postgres: 1, 'open.ts': 2, 'cluster-membership.ts': 3, copying: 3 },
  docx: {
    'docx-error.ts': 0,
    'merge-options.ts': 0,
    language: 0,
    contents: 0,
    package: 1,
    tags: 1,
    'embedded-fonts': 2,
    cost: 2,
    revisions: 2,
    'render-warnings': 2,
    lint: 3,
    rich: 3,
    charts: 4,
    'word-fields': 4,
    layout: 4,
    engine: 5,
    fields: 6,
    compare: 7,
    '.': 8,
  },
  facturx: {
    'facturx-error.ts': 0,
    codes: 0,
    model: 1,
    mapping: 2,
    page: 2,
    xml: 2,
    cii: 3,
    ubl: 4,
    rules: 4,
    complete: 4,
    credit: 5,
    official: 5,
    '.': 6,
  },
  files: { '.': 0, s3: 1, 'open-storage.ts': 2 },
  office: { fonts: 0, worker: 0, '.': 1 },
  pdf: {
    '.': 0,
    typesetting: 1,
    tagged: 1,
    compare: 1,
    repair: 1,
    flatten: 2,
    'acroform-import': 3,
    'opening.ts': 3,
    'layout.ts': 4,
    'one-picture.ts': 4,
    archive: 5,
    steps: 5.5,
    'pdf-worker.ts': 6,
  },
  signing: {
    model: 0,
    words: 0.5,
    store: 0.5,
    embedding: 0.5,
    appearance: 1,
    fields: 1.2,
    proof: 1.4,
    evidence: 1.6,
    documents: 2,
    branding: 2.2,
    authentication: 2.3,
    notifications: 3,
    requests: 4,
    sealing: 5,
    signers: 6,
    'remote-signing': 7,
    pages: 8,
    templates: 8,
    retention: 8,
    bulk: 9,
    'open-links': 9,
    http: 10,
    '.': 11,
  },
  site: { '.': 0, reference: 1, 'routes.ts': 2 },
  verification: { '.': 0, pages: 1 },
}
/** Folders whose subfolders import each other in circles still: each is untied on its own. */
const KNOTTED: string[] = []
/** Folders that could be lifted out: each has a README with its public files and what it is built on. */
const ENGINES = ['pdf', 'pades', 'docx', 'facturx', 'office']
/** What the README of an engine may name under "Built on". */
const BELOW_ENGINES = ['kernel', 'xml', 'zip', 'images', 'translations', ...ENGINES]
/** The catalogue of errors with their HTTP statuses, which is not for engines. */
const HTTP_ERRORS = 'kernel/errors.ts'
const LINES_MAX = 400
const ROOT = resolve(import.meta.dirname, '..')
const SRC = join(ROOT, 'src')

/** What other people wrote, and what was built. */
const NOT_OURS = ['node_modules', 'dist', 'typefaces']

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (!entry.isDirectory()) return [path]
    return NOT_OURS.includes(entry.name) ? [] : filesUnder(path)
  })
}

const sources = filesUnder(SRC).filter((path) => /\.tsx?$/.test(path))
const folderOf = (path: string): string => {
  const parts = relative(SRC, path).split('/')
  return parts.length > 1 ? (parts[0] as string) : ''
}
/** The subfolder of a file inside its folder; for a file directly in it, its name where that has a rank, else `'.'`. */
const roomOf = (path: string): string => {
  const [folder = '', name = '', ...deeper] = relative(SRC, path).split('/')
  return deeper.length > 0 || INNER_RANKS[folder]?.[name] !== undefined ? name : '.'
}
const text = (path: string): string => readFileSync(path, 'utf8')
const importsOf = (path: string): string[] =>
  [...text(path).matchAll(/(?:from\s+|import\s+|import\()'(\.[^']+)'/g)].map((match) =>
    resolve(dirname(path), match[1] as string),
  )
/** Modules of threads are started by name, not imported; the build must know them. */
const startedByName = (path: string): boolean => {
  const name = `'${relative(SRC, path).replace(/\.ts$/, '')}'`
  const isStarted = sources.some((other) => text(other).includes(`workerEntry(${name})`))
  return isStarted && text(join(ROOT, 'scripts/build.ts')).includes(name)
}

/** Files that import each other, directly or through others; each circle once, by one way around it. */
function circles(files: readonly string[]): string[] {
  const done = new Set<string>()
  const found: string[] = []
  const visit = (path: string, way: readonly string[]): void => {
    const start = way.indexOf(path)
    if (start >= 0) {
      found.push([...way.slice(start), path].map((step) => relative(SRC, step)).join(' → '))
      return
    }
    if (done.has(path) || !existsSync(path)) return
    for (const target of importsOf(path)) visit(target, [...way, path])
    done.add(path)
  }
  for (const file of files) visit(file, [])
  return found
}

/** Everything that files import, directly or through others, and they themselves. */
function reachedFrom(files: readonly string[]): Set<string> {
  const reached = new Set(files)
  for (const path of reached)
    if (existsSync(path)) for (const target of importsOf(path)) reached.add(target)
  return reached
}

/** Written by scripts from texts of the catalogues, or the names of tests. */
const RECORDED: ReadonlySet<string> = new Set([
  'docs/benchmarks.md',
  'docs/errors.md',
  'docs/facturx-conformance.md',
  'docs/facturx-rules.md',
  'docs/security-tests.md',
  'docs/signature-conformance.md',
  'CHANGELOG.md',
  'THIRD-PARTY-NOTICES.md',
])

describe('the structure', () => {
  test('a file imports its own folder or a lower rank', () => {
    const wrong = sources.flatMap((path) =>
      importsOf(path).flatMap((target) => {
        const [from, to] = [folderOf(path), folderOf(target)]
        if (from === to) return []
        const [high, low] = [RANKS[from], RANKS[to]]
        return high !== undefined && low !== undefined && low < high
          ? []
          : [`${relative(ROOT, path)} → ${relative(ROOT, target)}`]
      }),
    )
    expect(wrong).toEqual([])
  })

  test('inside a folder, a file imports its own subfolder or one of a lower rank', () => {
    const wrong = sources.flatMap((path) =>
      importsOf(path).flatMap((target) => {
        const ranks = INNER_RANKS[folderOf(path)]
        if (ranks === undefined || folderOf(path) !== folderOf(target)) return []
        const [from, to] = [roomOf(path), roomOf(target)]
        const [high, low] = [ranks[from], ranks[to]]
        return from === to || (high !== undefined && low !== undefined && low < high)
          ? []
          : [`${relative(ROOT, path)} → ${relative(ROOT, target)}`]
      }),
    )
    expect(wrong).toEqual([])
  })

  test('every subfolder has a rank inside its folder', () => {
    const rooms = (folder: string) =>
      readdirSync(join(SRC, folder), { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && !NOT_OURS.includes(entry.name))
        .map((entry) => entry.name)
    const tops = Object.keys(RANKS).filter((folder) => folder !== '' && rooms(folder).length > 0)
    expect([...Object.keys(INNER_RANKS), ...KNOTTED].sort()).toEqual(tops.sort())
    for (const [folder, ranks] of Object.entries(INNER_RANKS)) {
      const named = Object.keys(ranks).filter((room) => !existsSync(join(SRC, folder, room)))
      expect([folder, named]).toEqual([folder, []])
      expect(Object.keys(ranks)).toEqual(expect.arrayContaining(rooms(folder)))
    }
  })

  describe.each(ENGINES)('the engine %s/', (engine) => {
    const readme = (): string => text(join(SRC, engine, 'README.md'))
    const named = (pattern: RegExp): string[] =>
      [...readme().matchAll(pattern)].map(([, path = '']) => path).sort()
    const crossing = (isFrom: (path: string) => boolean, isTo: (path: string) => boolean) => {
      const targets = sources.filter(isFrom).flatMap((path) => importsOf(path).filter(isTo))
      return [...new Set(targets)].map((path) => relative(SRC, path)).sort()
    }
    const isInside = (path: string): boolean => folderOf(path) === engine
    const isOutside = (path: string): boolean => !isInside(path)

    test('others import only the public files that its README names', () => {
      const used = crossing(isOutside, isInside).map((path) => path.slice(engine.length + 1))
      expect(used).toEqual(named(/^\| `([\w/-]+\.ts)`/gm))
    })

    test('it imports only what its README names, and no HTTP error, not even through others', () => {
      const built = named(/`((?:[\w-]+\/)+[\w-]+\.ts)`(?=,|$)/gm)
      expect(crossing(isInside, isOutside)).toEqual(built)
      expect(reachedFrom(sources.filter(isInside))).not.toContain(join(SRC, HTTP_ERRORS))
      const folders = built.map((path) => path.split('/')[0] ?? '')
      expect(folders.filter((folder) => !BELOW_ENGINES.includes(folder))).toEqual([])
    })
  })

  test('nothing lies in src but what Node is started with', () => {
    const loose = sources.filter((path) => folderOf(path) === '')
    expect(loose.map((path) => relative(SRC, path)).sort()).toEqual(['main.ts', 'mcp-main.ts'])
  })

  test('no file imports itself through others, types included', () => {
    expect(circles(sources)).toEqual([])
  })

  test(`no file is longer than ${LINES_MAX} lines`, () => {
    const checked = [
      ...sources,
      ...filesUnder(join(ROOT, 'test')).filter((path) => /\.tsx?$/.test(path)),
      // Their style is their platforms' own (n8n's linter has tabs and semicolons), their length is not.
      ...filesUnder(join(ROOT, 'connectors')).filter((path) => /\.(ts|js)$/.test(path)),
    ]
    const long = checked.filter((path) => text(path).split('\n').length > LINES_MAX)
    const written = long.map((path) => relative(ROOT, path))
    expect(written).toEqual([])
  })

  test('every file is imported by another or is an entry', () => {
    const entries = new Set([
      ...['main.ts', 'mcp-main.ts', 'cli/main.ts'].map((path) => join(SRC, path)),
      // What the compiler imports where there is JSX (package.json, `imports`).
      join(SRC, 'pages/jsx-runtime.ts'),
      // Each script directly in this folder is loaded by a page under its name.
      ...readdirSync(join(SRC, 'browser')).map((name) => join(SRC, 'browser', name)),
    ])
    const imported = new Set(
      [
        ...sources,
        ...filesUnder(join(ROOT, 'scripts')).filter((path) => path.endsWith('.ts')),
      ].flatMap(importsOf),
    )
    const dead = sources.filter(
      (path) => !entries.has(path) && !imported.has(path) && !startedByName(path),
    )
    expect(dead.map((path) => relative(ROOT, path))).toEqual([])
  })

  test('comments and guides name people by their part and use verbs of the field', () => {
    const vague =
      /\b(?:whoever|somebody|(?:is|are|was) told|as (?:it|they) stands?|had at hand|in vain)\b/i
    const comments = sources.flatMap((path) =>
      text(path)
        .split('\n')
        .flatMap((line) =>
          /^\s*(?:\/\/|\/?\*)/.test(line) && vague.test(line) ? [[path, line]] : [],
        ),
    )
    const guides = [
      ...readdirSync(join(ROOT, 'docs')).map((name) => join('docs', name)),
      ...readdirSync(ROOT),
    ].filter((name) => name.endsWith('.md') && !RECORDED.has(name))
    const sentences = guides.flatMap((name) =>
      text(join(ROOT, name))
        .split('\n')
        // A label of a page is quoted as it is.
        .filter((line) => vague.test(line.replace(/"[^"]*"/g, '')))
        .map((line) => [name, line]),
    )
    expect([...comments, ...sentences]).toEqual([])
  })

  test('only config.ts reads the environment, only the clock reads the time', () => {
    const env = sources.filter(
      (path) => /process\.env/.test(text(path)) && !path.endsWith('src/config/config.ts'),
    )
    const time = sources.filter(
      (path) => /new Date\(\)|Date\.now\(\)/.test(text(path)) && !path.endsWith('kernel/clock.ts'),
    )
    expect([...env, ...time].map((path) => relative(ROOT, path))).toEqual([])
  })

  test('no stream is piped without listeners for its errors: pipeline, or http/body-limit.ts', () => {
    const bare = sources.filter(
      (path) => /\.pipe\(/.test(text(path)) && !path.endsWith('src/http/body-limit.ts'),
    )
    expect(bare.map((path) => relative(ROOT, path))).toEqual([])
  })

  test('no module is mocked', () => {
    const tests = filesUnder(join(ROOT, 'test')).filter(
      (path) => path.endsWith('.ts') && !path.endsWith('tidy.test.ts'),
    )
    expect(tests.filter((path) => text(path).includes('vi.mock'))).toEqual([])
  })

  test('a test of one module or of the service lies in a folder named after the folder of src it tests', () => {
    const astray = ['unit', 'service'].flatMap((kind) => {
      const folder = join(ROOT, 'test', kind)
      return filesUnder(folder).filter((path) => {
        const [room = '', ...rest] = relative(folder, path).split('/')
        return rest.length === 0 || !existsSync(join(SRC, room))
      })
    })
    expect(astray.map((path) => relative(ROOT, path))).toEqual([])
  })

  test('ARCHITECTURE.md names every folder', () => {
    const architecture = text(join(ROOT, 'ARCHITECTURE.md'))
    const folders = readdirSync(SRC).filter((name) => statSync(join(SRC, name)).isDirectory())
    expect(folders.filter((name) => !architecture.includes(`${name}/`))).toEqual([])
  })
})
