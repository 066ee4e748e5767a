/** Writes the results as Markdown: goals first, then every table. */

import { type Goal, goalTable, ms, ratio, row, table, verdict } from './report-parts.ts'
import type { Results } from './results.ts'
import { type Cell, compare, figures } from './rounds.ts'
import type { Ratio } from './statistics.ts'

const titleOf = (results: Results, name: string): string =>
  results.documents.find((document) => document.name === name)?.title ?? name

const GROWTH_MAX_MB = 20

function goalsOf(results: Results, cell: Cell): Goal[] {
  const title = titleOf(results, cell.document)
  const goals: Goal[] = []
  const goal = (text: string, value: Ratio | undefined, met: (median: number) => boolean): void => {
    if (value)
      goals.push({ text: `${title}: ${text}`, met: verdict(value, met), seen: ratio(value) })
  }
  if (cell.atOnce === 1) {
    goal('time ≤ 1.00 × floor', compare(cell, 'paraph', 'floor', 'time'), (r) => r <= 1)
    goal('never slower than Carbone', compare(cell, 'paraph', 'carbone-1', 'time'), (r) => r <= 1)
    const { p50, p95 } = figures(cell, 'paraph')
    const large = ['report', 'ledger'].includes(cell.document)
    if (!large)
      goals.push({
        text: `${title}: under 2 s (p95)`,
        met: p95 < 2_000,
        seen: `p50 ${ms(p50)}, p95 ${ms(p95)}`,
      })
  }
  if (cell.atOnce === 2) {
    goal(
      'two at once, documents/s ≥ 1.8 × one bare worker',
      compare(cell, 'paraph', 'floor', 'throughput'),
      (r) => r >= 1.8,
    )
    goal(
      'two at once, documents/s ≥ 1.8 × Carbone',
      compare(cell, 'paraph', 'carbone-1', 'throughput'),
      (r) => r >= 1.8,
    )
  }
  return goals
}

function goals(results: Results): string {
  const all = results.cells.flatMap((cell) => goalsOf(results, cell))
  const { nodeGrowthMb, treeGrowthMb, renders } = results.flatness
  // V8 lets its heap grow for some hundred renders before it settles: a short run says nothing.
  if (results.mode === 'full') {
    all.push({
      text: `memory flat over ${renders} renders: growth per 1,000 in the second half < ${GROWTH_MAX_MB} MB`,
      met: treeGrowthMb < GROWTH_MAX_MB,
      seen: `Node ${nodeGrowthMb.toFixed(0)} MB, whole tree ${treeGrowthMb.toFixed(0)} MB`,
    })
  }
  return goalTable(all)
}

function cellTable(results: Results, cell: Cell): string {
  const rows = cell.results.map(({ contender, rounds }) => {
    const { p50, p95, perSecond, cpuMs } = figures(cell, contender)
    return row(
      contender,
      ms(p50),
      ms(p95),
      perSecond.toFixed(perSecond < 1 ? 2 : 1),
      ms(cpuMs),
      ratio(compare(cell, contender, 'floor', 'time')),
      ratio(compare(cell, contender, 'floor', 'throughput')),
      (cpuMs / figures(cell, 'floor').cpuMs).toFixed(2),
      rounds.length,
    )
  })
  const head = [
    '',
    'p50',
    'p95',
    'documents/s',
    'CPU',
    'time ÷ floor',
    'documents/s ÷ floor',
    'CPU ÷ floor',
    'rounds',
  ]
  return `#### ${titleOf(results, cell.document)}, ${cell.atOnce === 1 ? 'one at a time' : `${cell.atOnce} at once`}\n\n${table(head, rows)}`
}

function memoryTable(results: Results): string {
  const documents = [...new Set(results.memory.map(({ document }) => document))]
  const rows = results.contenders.map(({ name }) =>
    row(
      name,
      ...documents.map((document) => {
        const found = results.memory.find(
          (one) => one.document === document && one.contender === name,
        )
        return found ? found.peakMb.toFixed(0) : '–'
      }),
    ),
  )
  return table(['peak MB', ...documents.map((name) => titleOf(results, name))], rows)
}

function flatTable(results: Results): string {
  const { samples } = results.flatness
  const step = Math.max(1, Math.floor((samples.length - 1) / 10))
  const shown = samples.filter((_, index) => index % step === 0)
  return table(
    ['renders', ...shown.map(({ renders }) => String(renders))],
    [
      row('Node, MB', ...shown.map(({ nodeMb }) => nodeMb.toFixed(0))),
      row('whole tree, MB', ...shown.map(({ treeMb }) => treeMb.toFixed(0))),
    ],
  )
}

/** The generated part of docs/benchmarks.md. */
export function reportOf(results: Results): string {
  const { machine } = results
  const facts = [
    `Measured ${results.date.slice(0, 10)} in ${results.minutes.toFixed(0)} minutes (\`npm run bench${results.mode === 'quick' ? ' -- --quick' : ''}\`) on:`,
    '',
    `- ${machine.cpu}, ${machine.cores} cores, ${machine.memoryGb} GB`,
    `- ${machine.system}; LibreOffice ${machine.libreOffice}; Node ${machine.node}`,
    `- load average before and after: ${results.load.map((value) => value.toFixed(1)).join(' and ')}${results.load[0] > 1 ? ' (others were using the machine: read the ratios, not the milliseconds)' : ''}`,
  ]
  const documents = table(
    ['document', 'pages', 'template kB', 'data kB'],
    results.documents.map(({ title, pages, templateBytes, dataBytes }) =>
      row(title, pages, Math.round(templateBytes / 1000), Math.round(dataBytes / 1000)),
    ),
  )
  const contenders = results.contenders.map(({ name, what }) => `- **${name}**: ${what}`)
  return [
    ...facts,
    '\n### Goals\n',
    goals(results),
    '\n“Not shown”: the interval lies on both sides of the goal, or there was one round only.',
    '\n### Documents\n',
    documents,
    '\n### Contenders\n',
    ...contenders,
    '\n### Times\n',
    'A ratio is the median of the ratios taken inside each round, with its 95 % interval (below six rounds: lowest and highest). CPU is the processor time of the whole process tree for one document.\n',
    results.cells.map((cell) => cellTable(results, cell)).join('\n\n'),
    '\n### Memory\n',
    'Highest proportional set size of the whole process tree, Node and LibreOffice included, two documents at once.\n',
    memoryTable(results),
    `\n${results.flatness.renders} letters in a row, two at once:\n`,
    flatTable(results),
    '',
  ].join('\n')
}
