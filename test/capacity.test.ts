/** The model of capacity: its arithmetic, and how far it is from what was measured. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  besideOthers,
  type Cost,
  checkModel,
  costOf,
  limits,
  need,
  TOLERANCE,
  throughput,
  tightest,
} from '../scripts/bench/instances/capacity.ts'
import { instancesReport } from '../scripts/bench/instances/report.ts'
import type { InstancesResults, Spent } from '../scripts/bench/instances/results.ts'

const DOCS = join(import.meta.dirname, '../docs')

describe('calls per second of a machine', () => {
  const cost: Cost = {
    ...{ instances: 6, main: 4, database: 2, storage: 1, balancer: 0.5, client: 0.5, turn: 1 },
  }

  test('end with its cores, whoever uses them', () => {
    expect(throughput(cost, { instances: 3, cores: 2 })).toBeCloseTo(180)
    expect(throughput({ ...cost, database: 12 }, { instances: 3, cores: 2 })).toBeCloseTo(90)
  })

  test('end with the event loop of one instance, and go on with three', () => {
    const many = { cores: 16 }
    expect(throughput(cost, { instances: 1, ...many })).toBe(250)
    expect(throughput(cost, { instances: 3, ...many })).toBe(750)
  })

  test('end with a turn that all take, however many instances there are', () => {
    expect(throughput({ ...cost, turn: 20 }, { instances: 30, cores: 64 })).toBe(50)
  })
})

const spent = (instances: number): Spent => ({
  ...{ instances, main: instances / 2, database: 2, storage: 0, balancer: 0, client: 0 },
})
const written = (rows: number, heldMs: number) => ({
  ...{ rows, rowBytes: rows * 500, fileBytes: rows * 1_000, heldMs },
})
/** Round figures: a render 100 ms, a read 1 ms of an instance and 2 ms of PostgreSQL, a signed document 300 ms and two keys of 200 ms. */
const FIGURES: InstancesResults = {
  mode: 'full',
  date: '2026-01-01T00:00:00.000Z',
  minutes: 1,
  machine: { cpu: '', cores: 2, memoryGb: 1, system: '', libreOffice: '', node: '' },
  load: [0, 0],
  pdfBytes: 1_000,
  turns: (['one', 'three'] as const).flatMap((stage) =>
    (['render', 'merge', 'create', 'read', 'list'] as const).map((call) => ({
      ...{ round: 0, stage, call, perSecond: call === 'read' ? 600 : 19, p50Ms: 1, p99Ms: 1 },
      spent: spent(call === 'read' ? 1 : 100),
    })),
  ),
  written: { render: written(0, 1), create: written(20, 5), signed: written(100, 50) },
  signed: { spent: spent(300), documents: 1 },
  keyMs: 200,
  busyReads: [],
  restarts: { seconds: 1, outcomes: [] },
  kills: [],
}

describe('what a number of documents a month needs', () => {
  test('is the mean of the mix, at the peak', () => {
    const many = need(FIGURES, 730 * 3600 * 10)
    // 10 a second, ten times that at the peak.
    expect(many.perSecond).toBeCloseTo(100)
    // 0.9 · 100 + 0.1 · (300 + 400) + 2 · 1 = 162 ms each, 60 % busy: 27 processors, 7 instances of 4; event loops:
    // 0.9 · 50 + 0.1 · 150 + 2 · 0.5 = 61 ms each: 10.2, so 11 instances.
    expect(many.instances).toBe(11)
    expect(many.connections).toBe(165)
    // 2 · 0.9 + 2 · 0.1 + 2 · 2 = 6 ms each.
    expect(many.databaseVcpu).toBeCloseTo(1)
    // 0.9 · 1 + 0.1 · 50 = 5.9 ms each.
    expect(many.turnShare).toBeCloseTo(0.59)
    expect(many.rowsPerYear).toBeCloseTo(10 * 730 * 3600 * 12 * 10)
    expect(many.rowGbPerYear).toBeCloseTo((10 * 730 * 3600 * 12 * 10 * 500) / 1e9)
  })

  test('names what gives way first', () => {
    const [first, second] = limits(FIGURES)
    expect(first?.part).toBe('a turn of ours')
    expect(first?.documents).toBeCloseTo((730 * 3600 * 10 * 0.6) / 0.59, -3)
    expect(second?.documents).toBeGreaterThan(first?.documents ?? 0)
    const twice = tightest(FIGURES, 2 * (first?.documents ?? 0))
    expect([twice.part, twice.share]).toEqual(['a turn of ours', expect.closeTo(2)])
  })

  test('takes what a call costs beside others', () => {
    const [create] = FIGURES.turns.filter(
      (turn) => turn.stage === 'three' && turn.call === 'create',
    )
    if (create === undefined) throw new Error('no turn')
    const turns = FIGURES.turns.map((turn) =>
      turn === create ? { ...turn, spent: spent(200) } : turn,
    )
    const dearer = { ...FIGURES, turns }
    expect(besideOthers(dearer, 'instances')).toBe(2)
    // 0.1 · 300 ms more than before.
    expect(need(dearer, 730 * 3600 * 1000).instances).toBeGreaterThan(
      need(FIGURES, 730 * 3600 * 1000).instances,
    )
  })
})

test('a call costs what the rounds say on average', () => {
  const [read] = FIGURES.turns.filter(({ call }) => call === 'read')
  if (read === undefined) throw new Error('no turn')
  const more = { ...FIGURES, turns: [...FIGURES.turns, { ...read, spent: spent(3) }] }
  expect(costOf(more, 'one', 'read').instances).toBe(2)
})

describe('the figures of docs', () => {
  const path = join(DOCS, 'measurements', 'benchmarks-instances.json')
  const results = existsSync(path)
    ? (JSON.parse(readFileSync(path, 'utf8')) as InstancesResults)
    : FIGURES

  test('are those of the page', () => {
    const page = readFileSync(join(DOCS, 'benchmarks.md'), 'utf8')
    const [, section = ''] = page.split(/<!-- bench-instances:(?:begin|end) -->\n?/)
    if (results === FIGURES) expect(section).toContain('Not measured')
    else expect(section).toBe(instancesReport(results))
  })

  test('are those of the model for the instance it is made from; where three are off, the page says so', () => {
    const off = checkModel(results).filter(
      ({ model, measured }) => Math.abs(model / measured - 1) > TOLERANCE,
    )
    expect(off.filter(({ stage }) => stage === 'one')).toEqual([])
    const goal = `three, PostgreSQL and S3, by at most ${TOLERANCE * 100} %`
    const row = instancesReport(results)
      .split('\n')
      .find((line) => line.includes(goal))
    if (results !== FIGURES) expect(row?.includes('**no**')).toBe(off.length > 0)
  })
})
