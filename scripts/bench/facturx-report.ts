/** The Factur-X part of docs/benchmarks.md. */
import type { Cost, FacturxResults } from './facturx.ts'
import { type Goal, goalTable, measuredOn, ms, ratio, row, table, verdict } from './report-parts.ts'

/** /render-facturx may take so many times as long as /render. */
const RATIO_GOAL = 1.35
/** Completing, checking and writing an invoice of 100 lines may take so long. */
const RULES_GOAL_MS = 20

const fine = ({ ms: wall, cpuMs }: Cost): string =>
  `${wall.toFixed(1)} ms (processor ${cpuMs.toFixed(1)} ms)`

function goals(results: FacturxResults): Goal[] {
  const { ratio: value, rulesAlone, hundredLines, renderMs, facturxMs } = results
  return [
    {
      text: `/render-facturx ≤ ${RATIO_GOAL} × /render of the same page`,
      met: verdict(value, (r) => r <= RATIO_GOAL),
      seen: `${ratio(value)}: ${ms(facturxMs)} and ${ms(renderMs)}`,
    },
    {
      text: `rules on 100 lines < ${RULES_GOAL_MS} ms`,
      met: rulesAlone.ms < RULES_GOAL_MS,
      seen: `${fine(rulesAlone)}; completed, checked and written as XML ${fine(hundredLines)}`,
    },
  ]
}

/** This part as Markdown. */
export function facturxReport(results: FacturxResults): string {
  const { embed, whole, others } = results
  const beside = others.map(({ name, ms: took }) =>
    typeof took === 'number'
      ? row(
          `${name}: embedding alone`,
          `${took.toFixed(1)} ms`,
          (embed.ms / took).toFixed(2),
          (whole.ms / took).toFixed(2),
        )
      : row(`${name}: embedding alone`, took, '–', '–'),
  )
  return [
    measuredOn(results, 'facturx'),
    '\n### Goals\n',
    goalTable(goals(results)),
    '\n### XML and embedding\n',
    table(
      ['', 'time', 'our embedding ÷ that', 'our rules, XML and embedding ÷ that'],
      [
        row('Paraph: embedding alone', fine(embed), '1.00', ''),
        row('Paraph: rules, XML and embedding', fine(whole), '', '1.00'),
        ...beside,
      ],
    ),
    '',
  ].join('\n')
}
