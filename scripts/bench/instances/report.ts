/** Several instances, as Markdown. */
import { type Goal, goalTable, measuredOn, ms, ratio, row, table } from '../report-parts.ts'
import { mean, median, summarise } from '../statistics.ts'
import { CALL_TITLES, CALLS, type CallName } from './calls.ts'
import { checkModel, TOLERANCE } from './capacity.ts'
import { capacityReport } from './capacity-report.ts'
import type { InstancesResults, Kill, Turn } from './results.ts'
import type { StageName } from './stages.ts'

const GOALS = { readsPerSecond: 300, readsP99Ms: 100, failed: 0, afterKillMs: 5_000 }
const TITLES: Record<StageName, string> = {
  sqlite: 'one, SQLite and files',
  one: 'one, PostgreSQL and S3',
  three: 'three, PostgreSQL and S3',
}

const turnsOf = ({ turns }: InstancesResults, stage: StageName, call: CallName): Turn[] =>
  turns.filter((turn) => turn.stage === stage && turn.call === call)

/** Two stages beside each other; a ratio is taken within a round. */
function beside(results: InstancesResults, first: StageName, second: StageName): string {
  const lines = CALLS.map((call) => {
    const [before, after] = [turnsOf(results, first, call), turnsOf(results, second, call)]
    const ratios = after.map(({ perSecond }, n) => perSecond / (before[n]?.perSecond ?? Number.NaN))
    const rate = (turns: Turn[]) => median(turns.map(({ perSecond }) => perSecond)).toFixed(1)
    const cost = (turns: Turn[]) => mean(turns.map(({ spent }) => spent.instances)).toFixed(1)
    return row(
      CALL_TITLES[call],
      rate(before),
      rate(after),
      ratio(summarise(ratios)),
      cost(before),
      cost(after),
    )
  })
  const head = ['calls per second', TITLES[first], TITLES[second], 'ratio']
  return table([...head, `processor ms of a call, ${TITLES[first]}`, TITLES[second]], lines)
}

function parts(results: InstancesResults): string {
  const lines = CALLS.map((call) => {
    const spent = turnsOf(results, 'one', call).map((turn) => turn.spent)
    const of = (name: keyof Turn['spent']) => mean(spent.map((each) => each[name])).toFixed(2)
    return row(
      CALL_TITLES[call],
      ...(['instances', 'main', 'database', 'storage', 'balancer', 'client'] as const).map(of),
    )
  })
  const head = ['instance', 'of it its event loop', 'PostgreSQL', 'S3Proxy', 'HAProxy', 'client']
  return table(['processor ms of a call', ...head], lines)
}

const BUSY = ['sqlite', 'three'] as const
const ratesOf = ({ busyReads }: InstancesResults): number[] =>
  [...new Set(busyReads.map(({ rate }) => rate))].sort((a, b) => a - b)

function busyAt(results: InstancesResults, stage: StageName, rate: number) {
  const found = results.busyReads.filter((each) => each.stage === stage && each.rate === rate)
  const rounds = results.busyReads.filter((each) => each.stage === stage && each.rate === 100)
  return {
    found,
    p99Ms: median(found.map(({ p99Ms }) => p99Ms)),
    // A rate that was not tried in every round was hopeless in one of them.
    isGood:
      found.length === rounds.length &&
      median(found.map(({ p99Ms }) => p99Ms)) <= GOALS.readsP99Ms &&
      found.every(({ failed }) => failed === 0),
  }
}

function busyTable(results: InstancesResults): string {
  const lines = ratesOf(results).map((rate) =>
    row(
      rate,
      ...BUSY.flatMap((stage) => {
        const { found, p99Ms } = busyAt(results, stage, rate)
        if (found.length === 0) return ['–', '–', '–']
        const renders = mean(found.map(({ rendersPerSecond }) => rendersPerSecond))
        const p50 = median(found.map(({ p50Ms }) => p50Ms))
        return [ms(p50), ms(p99Ms), renders.toFixed(1)]
      }),
    ),
  )
  const head = BUSY.flatMap((stage) => [`${TITLES[stage]}: p50`, 'p99', 'renders/s meanwhile'])
  return table(['reads per second', ...head], lines)
}

const worst = (values: readonly number[]): number => Math.max(0, ...values)
/** When calls of every kind went well again: the first that did, or the last that failed if that was later. */
const goesOn = ({ outcomes }: Kill): number =>
  worst(outcomes.flatMap(({ firstMs = 0, lastFailureMs = 0 }) => [firstMs, lastFailureMs]))

function goals(results: InstancesResults): Goal[] {
  const busy = BUSY.map((stage): Goal => {
    const good = ratesOf(results).filter((rate) => busyAt(results, stage, rate).isGood)
    const most = worst(good)
    return {
      text: `${TITLES[stage]}: reads per second at p99 ≤ ${GOALS.readsP99Ms} ms while all LibreOffice processes work ≥ ${GOALS.readsPerSecond}`,
      met: most >= GOALS.readsPerSecond,
      seen: String(most),
    }
  })
  const { outcomes } = results.restarts
  const failed = outcomes.reduce((sum, each) => sum + each.failed, 0)
  const made = outcomes.reduce((sum, each) => sum + each.made, 0)
  const kills = (restarted: boolean) => results.kills.filter((each) => each.restarted === restarted)
  const after = (text: string, values: number[]): Goal => ({
    text: `${text} ≤ ${ms(GOALS.afterKillMs)}`,
    met: worst(values) <= GOALS.afterKillMs,
    seen: `${ms(worst(values))} at most, ${values.length} kills`,
  })
  const checked = (stage: 'one' | 'three'): Goal => {
    const off = checkModel(results)
      .filter((each) => each.stage === stage)
      .map(({ model, measured }) => Math.abs(model / measured - 1))
    return {
      text: `the model’s calls per second differ from those measured, ${TITLES[stage]}, by at most ${TOLERANCE * 100} %`,
      met: worst(off) <= TOLERANCE,
      seen: `${(worst(off) * 100).toFixed(0)} % at most`,
    }
  }
  return [
    ...busy,
    {
      text: 'failed calls during a rolling restart: 0',
      met: failed === GOALS.failed,
      seen: `${failed} of ${made}`,
    },
    after('calls go on after `kill -9`', results.kills.map(goesOn)),
    after(
      'a killed instance’s job is done by another',
      kills(false).map(({ jobMs }) => jobMs),
    ),
    after(
      'a killed instance’s job is done, if it is started again at once',
      kills(true).map(({ jobMs }) => jobMs),
    ),
    checked('one'),
    checked('three'),
  ]
}

function interruptions({ restarts, kills }: InstancesResults): string {
  const lines = CALLS.map((call) => {
    const during = restarts.outcomes.find((each) => each.call === call)
    const after = kills.flatMap(({ outcomes }) => outcomes.filter((each) => each.call === call))
    const sum = (of: 'made' | 'failed') => after.reduce((total, each) => total + each[of], 0)
    return row(
      CALL_TITLES[call],
      `${during?.failed} of ${during?.made}`,
      `${sum('failed')} of ${sum('made')}`,
      ms(worst(after.map(({ firstMs = 0 }) => firstMs))),
      ms(worst(after.map(({ lastFailureMs = 0 }) => lastFailureMs))),
    )
  })
  const why = [...restarts.outcomes, ...kills.flatMap(({ outcomes }) => outcomes)]
  const reasons = [...new Set(why.flatMap((each) => each.why.map((one) => one.slice(0, 80))))]
  const said = reasons.length === 0 ? '' : `\n\nWhat failed calls were told: ${reasons.join('; ')}.`
  const head = ['failed, rolling restart', `failed, ${kills.length} kills`]
  return `${table(['', ...head, 'first right answer after the kill, worst', 'last failure after the kill, worst'], lines)}${said}`
}

/** This part as Markdown. */
export function instancesReport(results: InstancesResults): string {
  const { load, minutes } = results
  return [
    measuredOn(results, 'instances'),
    `It took ${minutes.toFixed(1)} minutes; load average before and after: ${load.map((value) => value.toFixed(1)).join(' and ')}${load[0] > 1 ? ' (others were using the machine: read the ratios, not the milliseconds)' : ''}. Raw figures: [benchmarks-instances.json](measurements/benchmarks-instances.json).`,
    '\n### Goals\n',
    goalTable(goals(results)),
    '\n### One instance, by engine\n',
    beside(results, 'sqlite', 'one'),
    '\n### One instance and three, on the same cores\n',
    beside(results, 'one', 'three'),
    '\n### What a call costs each part\n',
    parts(results),
    '\n### Reads beside renders\n',
    busyTable(results),
    '\n### Restarts and kills\n',
    interruptions(results),
    '',
    capacityReport(results),
    '',
  ].join('\n')
}
