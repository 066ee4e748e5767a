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
      text: `our own rules on 100 lines < ${RULES_GOAL_MS} ms`,
      met: rulesAlone.ms < RULES_GOAL_MS,
      seen: `${fine(rulesAlone)}; completed, checked and written as XML ${fine(hundredLines)}`,
    },
  ]
}

/** Judging a file of 10,000 lines may take so long. */
const LONG_GOAL_MS = 2000

/** Official schema and sheets are among the rules since every file is judged by them. */
const verdictGoals = ({ verdicts }: FacturxResults): Goal[] =>
  verdicts === undefined
    ? []
    : [
        ...(verdicts.hundredRules === undefined
          ? []
          : [
              {
                text: `all rules on 100 lines, official schema and sheets among them, < ${RULES_GOAL_MS} ms`,
                met: verdicts.hundredRules.ms < RULES_GOAL_MS,
                seen: fine(verdicts.hundredRules),
              },
            ]),
        {
          text: `verdict on a file of 100 lines, reading it included, < ${RULES_GOAL_MS} ms`,
          met: verdicts.hundred.ms < RULES_GOAL_MS,
          seen: fine(verdicts.hundred),
        },
        {
          text: `verdict on a file of 10,000 lines < ${LONG_GOAL_MS} ms`,
          met: verdicts.tenThousand.ms < LONG_GOAL_MS,
          seen: fine(verdicts.tenThousand),
        },
      ]

/** Ours must validate so many times as fast as Mustang. */
const VALIDATION_GOAL = 10

function validationGoal({ validation }: FacturxResults): Goal[] {
  const [own, ...others] = validation?.validators ?? []
  if (own === undefined) return []
  const times = others.map(({ name, perSecond }) => ({ name, by: own.perSecond / perSecond }))
  return [
    {
      text: `validations per second ≥ ${VALIDATION_GOAL} × the others’`,
      met: times.every(({ by }) => by >= VALIDATION_GOAL),
      seen: times.map(({ name, by }) => `${by.toFixed(1)} × ${name}`).join(', '),
    },
  ]
}

const notHad = (missing: readonly string[] = []): string =>
  missing.length === 0 ? '' : ` Not measured: ${missing.join('; ')}.`

/** Validations per second, beside those of the others. */
function validationPart({ validation }: FacturxResults): string[] {
  const [own] = validation?.validators ?? []
  if (validation === undefined || own === undefined) return []
  return [
    '\n### Validation\n',
    `${validation.files} invoices of EN 16931, made from the JSON Schema; warm: each in one process and one thread over all of them, by turns, after five rounds; the processor time includes compilers and garbage collection, in Java’s threads too; cold: from the start of a process to its first verdict (ours from sources, compiled on the way). Ours judges by XML schema, EN 16931, Factur-X and French sheets; KoSIT’s validator and phive, as they are shipped or set up for EN 16931, by XML schema and EN 16931 only.${notHad(validation.missing)}\n`,
    table(
      ['', 'validations per second', 'ours ÷ that', 'processor time of one', 'cold'],
      validation.validators.map(({ name, perSecond, cpuMs, coldMs }) =>
        row(
          name,
          perSecond.toFixed(1),
          (own.perSecond / perSecond).toFixed(1),
          `${cpuMs.toFixed(1)} ms`,
          coldMs === null ? '–' : ms(coldMs),
        ),
      ),
    ),
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
    goalTable([...goals(results), ...verdictGoals(results), ...validationGoal(results)]),
    ...validationPart(results),
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
