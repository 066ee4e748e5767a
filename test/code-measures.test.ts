/** scripts/code-measures.ts: the figures of docs/code.md, on a small source folder made for it. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { circlesOf, type Measures, measure, percentile } from '../scripts/measures/figures.ts'
import { codePage } from '../scripts/measures/page.ts'

const ROOT = resolve(import.meta.dirname, '..')
const FILES: Record<string, string> = {
  'tsconfig.json': '{"include": ["src"], "exclude": ["src/browser"]}',
  'src/browser/tsconfig.json': '{"include": ["."]}',
  'src/main.ts': `import type { Far } from './room/far.ts'
/** Documented. */
export const far = 1 as unknown as Far
export const fixed = ['a'] as const
`,
  'src/room/far.ts': `import { near } from './near.ts'
export interface Far { near: typeof near }
/** One of two signatures. */
export function twice(value: string): string
export function twice(value: number): number
export function twice(value: unknown): unknown {

  return value
}
`,
  'src/room/near.ts': `/** @returns what far returns */
export const near = async () => {
  const { twice } = await import('./far.ts')
  return twice(1)
}
export const routes = (app: { get(path: string, handler: () => void): void }) => {
  app.get('/a', () => {
    near()
  })
  app.get('/b', () => {
    near()
  })
}
`,
  'src/room/worker.py': 'print(1)\n',
  'src/browser/page.css': 'a {\n}\n',
}

let root: string
let measured: Measures

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'measures-'))
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  measured = measure(root)
})
afterAll(() => rmSync(root, { recursive: true }))

describe('the measures of the code', () => {
  test('type assertions count, "as const" does not', () => {
    expect(measured.assertions.map(({ path, line }) => `${path}:${line}`)).toEqual([
      'src/main.ts:3',
      'src/main.ts:3',
    ])
  })

  test('an import that waits and the type of a module close a circle', () => {
    expect(measured.circles).toEqual([['src/room/far.ts', 'src/room/near.ts']])
  })

  test('a circle is found beside a file that only leads to it', () => {
    const imports = new Map([
      ['a', ['b']],
      ['b', ['c']],
      ['c', ['d', 'b']],
      ['d', []],
    ])
    expect(circlesOf(imports)).toEqual([['b', 'c']])
  })

  test('exports without a comment or a tag in words are listed, overloads are one export', () => {
    expect(measured.undocumented.map(({ name }) => name)).toEqual(['fixed', 'Far', 'routes'])
    expect(measured.figures.exports).toBe(6)
  })

  test('a plugin of routes is counted by its handlers, blank lines are not counted', () => {
    expect(measured.functions.map(({ name, lines }) => `${lines} ${name}`)).toEqual([
      '4 near',
      "3 app.get('/a', () => { near() })",
      "3 app.get('/b', () => { near() })",
      '3 twice',
    ])
  })

  test('lines of src are those of every language that people write', () => {
    expect(measured.figures.lines - measured.figures.typescript).toBe(3)
    expect(measured.root).toEqual(['main.ts'])
  })

  test('a percentile is one of the values', () => {
    expect(percentile([4, 1, 3, 2], 0.9)).toBe(4)
    expect(percentile([4, 1, 3, 2], 0.5)).toBe(2)
    expect(percentile([], 0.5)).toBe(0)
  })
})

/** By how much a figure of the page may differ: it is not written with every commit, but never older than this. */
const TOLERANCE = 0.02

test('docs/code.md says what npm run measures would write, give or take two percent', () => {
  const page = readFileSync(resolve(ROOT, 'docs/code.md'), 'utf8')
  const now = codePage(measure(ROOT).figures)
  const text = (written: string): string =>
    written.replace(/^\|.*$/gm, (row) =>
      row.split('|').slice(1, 4).join('|').replace(/[ -]+/g, ' '),
    )
  expect(text(page)).toBe(text(now))
  const figures = (written: string): number[] =>
    [...written.matchAll(/([\d,.]+)(?: %)? \|$/gm)].map(([, figure = '']) =>
      Number(figure.replaceAll(',', '')),
    )
  const measuredNow = figures(now)
  const off = figures(page).filter(
    (figure, at) => Math.abs(figure - (measuredNow[at] ?? 0)) > TOLERANCE * figure + 0.1,
  )
  expect(off).toEqual([])
}, 120_000)
