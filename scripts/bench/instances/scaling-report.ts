/** What docs/benchmarks.md says of one, two and four instances, and of the build before ADR 36. */
import { type Goal, goalTable, measuredOn, ratio, row, table, verdict } from '../report-parts.ts'
import { median, summarise } from '../statistics.ts'
import {
  FAR_MS,
  SCALING_CALLS,
  type ScalingResults,
  type ScalingStage,
  type ScalingTurn,
} from './scaling.ts'

const TITLES = {
  create: 'documents created',
  sign: 'documents signed by two people',
  render: 'letters rendered to DOCX',
  read: 'documents read',
} as const
/** Stages in the order of the table of costs. */
const ALL = [
  ['one', '1 instance'],
  ['two', '2'],
  ['four', '4'],
  ['before', 'before'],
  ['after', 'now'],
  ['ecdsa', 'one with keys on P-256'],
  ['rsa', 'one that makes RSA-4096 keys'],
  ['far-before', 'before, PostgreSQL far away'],
  ['far-after', 'now, PostgreSQL far away'],
  ['sqlite-before', 'SQLite before'],
  ['sqlite-after', 'SQLite now'],
] as const
const GOALS = { minute: 40, two: 1.8, before: 3, sqlite: 1.02 }

const figure = (value: number): string => value.toFixed(value < 10 ? 2 : 0)

/** The section. */
export function scalingReport(results: ScalingResults): string {
  const of = (stage: ScalingStage, call: string) =>
    results.turns
      .filter((turn) => turn.stage === stage && turn.call === call)
      .map((turn) => turn.perSecond)
  const compared = (one: ScalingStage, other: ScalingStage, call: string) =>
    summarise(of(one, call).map((value, n) => value / (of(other, call)[n] ?? value)))
  const isThere = (stage: ScalingStage, call: string) => of(stage, call).length > 0
  const seconds = SCALING_CALLS.filter((call) => isThere('one', call)).map((call) =>
    row(
      TITLES[call],
      ...(['one', 'two', 'four'] as const).map((stage) => figure(median(of(stage, call)))),
      ratio(compared('two', 'one', call)),
      ratio(compared('four', 'one', call)),
    ),
  )
  const before = [
    ['PostgreSQL, 64 created at once', 'after', 'before', 'create'],
    ['PostgreSQL, 32 read at once', 'after', 'before', 'read'],
    [
      `PostgreSQL ${FAR_MS / 2} ms away (0 to ${FAR_MS}), 16 created at once`,
      'far-after',
      'far-before',
      'create',
    ],
    ['SQLite, 8 created at once', 'sqlite-after', 'sqlite-before', 'create'],
    ['SQLite, 16 read at once', 'sqlite-after', 'sqlite-before', 'read'],
  ] as const
  const olds = before
    .filter(([, now, , call]) => isThere(now, call))
    .map(([title, now, then, call]) =>
      row(
        title,
        figure(median(of(then, call))),
        figure(median(of(now, call))),
        ratio(compared(now, then, call)),
      ),
    )
  const costs = ALL.flatMap(([stage, name]) =>
    SCALING_CALLS.flatMap((call) => {
      const spent = results.turns
        .filter((turn) => turn.stage === stage && turn.call === call)
        .map((turn) => turn.spent)
      const part = (key: keyof ScalingTurn['spent']) => median(spent.map((each) => each[key]))
      return spent.length === 0
        ? []
        : [
            row(
              `${TITLES[call]}: ${name}`,
              ...(['instances', 'database', 'storage', 'client'] as const).map((key) =>
                part(key).toFixed(1),
              ),
            ),
          ]
    }),
  )
  const minutes = (['ecdsa', 'rsa'] as const).map((stage) =>
    summarise(of(stage, 'sign').map((value) => value * 60)),
  )
  const goals: Goal[] = [
    ...(minutes[0] === undefined
      ? []
      : [
          {
            text: `two signers, keys on P-256: documents a minute ≥ ${GOALS.minute}`,
            met: verdict(minutes[0], (value) => value >= GOALS.minute),
            seen: `${ratio(minutes[0])}; with RSA-4096 keys made meanwhile ${ratio(minutes[1])}`,
          },
        ]),
    ...(['create', 'sign'] as const).map((call) => {
      const seen = compared('two', 'one', call)
      return {
        text: `two instances: ${TITLES[call]} ≥ ${GOALS.two} × one`,
        met: verdict(seen, (value) => value >= GOALS.two),
        seen: ratio(seen),
      }
    }),
    ...[compared('after', 'before', 'create')].map((seen) => ({
      text: `64 created at once on one instance ≥ ${GOALS.before} × before ADR 36`,
      met: verdict(seen, (value) => value >= GOALS.before),
      seen: ratio(seen),
    })),
    ...[compared('sqlite-before', 'sqlite-after', 'create')].map((seen) => ({
      text: `SQLite, what was before over what is, created ≤ ${GOALS.sqlite}`,
      met: verdict(seen, (value) => value <= GOALS.sqlite),
      seen: ratio(seen),
    })),
  ]
  return [
    measuredOn(results, 'scaling'),
    '',
    goalTable(goals.filter(({ seen }) => !seen.includes('NaN'))),
    '',
    'A second, by instances of a quarter of a core each (medians; ratios of the same rounds):',
    '',
    table(['', '1 instance', '2', '4', '2 : 1', '4 : 1'], seconds),
    '',
    'A second, by one instance without that limit, of the build before ADR 36 and of this one:',
    '',
    table(['', 'before', 'now', 'now : before'], olds),
    '',
    'Processor time of one, in milliseconds, what follows from it (mails, jobs) included. Client, PostgreSQL and S3Proxy share the two cores with the instances:',
    '',
    table(['', 'instances', 'PostgreSQL', 'S3Proxy', 'client'], costs),
    '',
  ].join('\n')
}
