/** docs/code.md, and the list of what stands behind its figures. */
import type { Figures, Measures } from './figures.ts'
import type { Spot } from './sources.ts'

/** The commit that the figures are compared with, and its figures (`npm run measures -- --json` on a tree of it). */
const BEFORE_COMMIT = '88479d1'
const BEFORE: Figures = {
  files: 760,
  typescript: 85_457,
  lines: 90_493,
  fileP90: 209,
  fileMax: 370,
  functions: 4_155,
  functionP95: 26,
  functionMax: 67,
  circles: 3,
  root: 23,
  assertions: 365,
  exports: 2_770,
  undocumented: 307,
}

const ASSERTIONS_BASE = 1_000
const LISTED = 40

const count = (value: number): string => value.toLocaleString('en-GB')
const density = ({ assertions, typescript }: Figures): string =>
  ((assertions / typescript) * ASSERTIONS_BASE).toFixed(1)
/** Rounded down: 94.96 % is not yet 95. */
const documented = ({ exports, undocumented }: Figures): string =>
  `${(Math.floor((1 - undocumented / exports) * 1_000) / 10).toFixed(1)} %`

interface Row {
  readonly what: string
  readonly goal: string
  readonly of: (figures: Figures) => string
}

const ROWS: readonly Row[] = [
  { what: 'files: lines, 90th percentile', goal: '≤ 220', of: ({ fileP90 }) => count(fileP90) },
  { what: 'files: lines, longest', goal: '≤ 400', of: ({ fileMax }) => count(fileMax) },
  {
    what: 'functions: lines, 95th percentile',
    goal: '≤ 30',
    of: ({ functionP95 }) => count(functionP95),
  },
  { what: 'functions: lines, longest', goal: '≤ 60', of: ({ functionMax }) => count(functionMax) },
  { what: 'circles of imports', goal: '0', of: ({ circles }) => count(circles) },
  { what: 'files in src/ itself', goal: 'entry points', of: ({ root }) => count(root) },
  { what: 'type assertions per 1,000 lines', goal: '≤ 3', of: density },
  { what: 'exports documented', goal: '≥ 95 %', of: documented },
  { what: 'lines of src', goal: 'fewer', of: ({ lines }) => count(lines) },
  { what: 'of these, TypeScript', goal: '', of: ({ typescript }) => count(typescript) },
  { what: 'files', goal: '', of: ({ files }) => count(files) },
  { what: 'functions', goal: '', of: ({ functions }) => count(functions) },
  { what: 'exports', goal: '', of: ({ exports }) => count(exports) },
]

/** The page, as `npm run measures` writes it. */
export function codePage(now: Figures): string {
  const cells = [
    ['measure', 'goal', `before (${BEFORE_COMMIT})`, 'now'],
    ...ROWS.map(({ what, goal, of }) => [what, goal, of(BEFORE), of(now)]),
  ]
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  )
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, at) => (at < 2 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join(' | ')} |`
  const rule = `| ${widths.map((width, at) => (at < 2 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`
  const [head = [], ...rows] = cells
  return `${INTRODUCTION}\n${[line(head), rule, ...rows.map(line)].join('\n')}\n${HOW}`
}

const INTRODUCTION = `# The code in figures

Written by \`npm run measures\`; \`npm run measures -- --list\` prints what stands behind each figure.
`

const HOW = `
How it is counted:

- Files are the TypeScript files under \`src/\`, scripts for the browser included.
- Functions are those whose body is a block; blank lines are not counted, those of functions inside are. A plugin that registers routes is a list: its handlers count, it does not.
- A circle is a group of files that import each other, directly or round about; imports of types count.
- Type assertions are \`value as Type\`; \`as const\` asserts nothing. They are found by the TypeScript compiler.
- An export is documented if a comment \`/** … */\` with words in it stands at its declaration; an overloaded
  function is one export.
- Lines of src are those of TypeScript, Python, shell and style sheets; data files (\`.json\`) are not code.

Why there are more lines: of the 13,277 lines that \`src\` gained from 88479d1 to b26f86a, 65 commits of safety work and what it needs
(second factor, limits, repair and budget of PDFs, encrypted files, fonts, evidence) brought 12,229, 20 commits of structure 535
(7,583 added, 7,048 deleted), 27 commits of comments 189 and two of docstrings 324. So the structure work alone did not make
\`src\` shorter either. Method: \`git log --first-parent --numstat -M\` over the TypeScript, Python, shell and style files of \`src\`, each commit
sorted by its subject.
`

/** Everything behind the figures, one per line; of the folder `src/<folder>` alone where it is named. */
export function listing(measures: Measures, folder?: string): string {
  const within =
    folder === undefined ? 'src/' : `src/${folder.replace(/^src\//, '').replace(/\/$/, '')}`
  const here = ({ path }: { path: string }): boolean => path.startsWith(within)
  const spots = (found: readonly Spot[]): string[] =>
    found.filter(here).map(({ path, line, name }) => `${path}:${line} ${name}`)
  const sized = (found: readonly (Spot & { lines: number })[]): string[] =>
    found
      .filter(here)
      .slice(0, LISTED)
      .map(({ path, line, name, lines }) => `${lines} ${path}:${line} ${name}`)
  const files = measures.files.filter(here).slice(0, LISTED)
  const circles = measures.circles.filter((paths) => paths.some((path) => here({ path })))
  const parts: [string, readonly string[]][] = [
    ['exports without documentation', spots(measures.undocumented)],
    ['type assertions', spots(measures.assertions)],
    ['circles of imports', circles.map((paths) => paths.join(' '))],
    ['longest functions', sized(measures.functions)],
    ['longest files', files.map(({ path, lines }) => `${lines} ${path}`)],
    ['files in src/ itself', folder === undefined ? measures.root : []],
  ]
  return parts
    .filter(([, lines]) => lines.length > 0)
    .map(
      ([title, lines]) =>
        `${title}: ${lines.length}\n${lines.map((line) => `  ${line}`).join('\n')}`,
    )
    .join('\n\n')
}
