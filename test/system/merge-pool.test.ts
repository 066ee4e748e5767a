import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MergePool } from '../../src/docx/merge-pool.ts'
import { CodedError } from '../../src/kernel/coded-error.ts'
import { docx, p, table, texts } from '../support/docx-builder.ts'
import { FRENCH } from '../support/merging.ts'

const simple = { ...FRENCH, template: docx([p('Bonjour {name}')]), data: { name: 'Ada' } }
const error = async (work: Promise<unknown>): Promise<CodedError> => {
  const thrown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (thrown instanceof CodedError) return thrown
  throw thrown ?? new Error('it was not refused')
}

describe('merge threads', () => {
  let pool: MergePool
  beforeAll(async () => {
    pool = new MergePool({ workers: 2, cpuMs: 10_000 })
    await pool.warm()
  })
  afterAll(() => pool.close())

  test('merge, and leave the bytes they were given to the caller', async () => {
    const { docx: merged } = await pool.merge(simple)
    expect(texts(merged)).toEqual(['Bonjour Ada'])
    expect(simple.template.byteLength).toBeGreaterThan(0)
    expect(texts((await pool.merge(simple)).docx)).toEqual(['Bonjour Ada'])
  })
  test('inspect', async () => {
    expect((await pool.inspect(simple.template)).sample).toEqual({ name: 'Ada Martin' })
  })
  test('errors cross with code and findings', async () => {
    const refused = await error(pool.merge({ ...simple, template: docx([p('{a')]) }))
    expect(refused.code).toBe('template_invalid')
    expect(refused.errors[0]).toMatchObject({ code: 'tag_unclosed', part: 'word/document.xml' })
  })
  test('many merges at once are all answered', async () => {
    const results = await Promise.all(Array.from({ length: 40 }, () => pool.merge(simple)))
    expect(results).toHaveLength(40)
  })
  test('one caller never sees the data of another', async () => {
    const merges = Array.from({ length: 20 }, (_, index) =>
      pool.merge({ ...simple, data: { name: `N${index}` } }),
    )
    const results = await Promise.all(merges)
    expect(results.map(({ docx: merged }) => texts(merged)[0])).toEqual(
      merges.map((_, index) => `Bonjour N${index}`),
    )
  })
  test('a large merge does not hold the event loop', async () => {
    const lines = Array.from({ length: 5000 }, (_, index) => ({ a: `line ${index}`, b: index }))
    const template = docx([table(['{#lines}{a}', '{b | currency:"EUR"}{/lines}'])])
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    await pool.merge({ ...simple, template, data: { lines } })
    delay.disable()
    // 50 ms are ours; the rest is what a loaded test machine takes away.
    expect(delay.percentile(95) / 1e6).toBeLessThan(50)
  })
})

describe('a thread that takes too much', () => {
  const heavy = Array.from({ length: 100 }, () => ({ a: 'x'.repeat(2000) }))
  const bomb = {
    ...simple,
    template: docx([p('{#l}{#l}{#l}{a}{/l}{/l}{/l}')]),
    data: { l: heavy },
  }
  test('time is ended and replaced, and the next merge works', async () => {
    const pool = new MergePool({ workers: 1, cpuMs: 300 })
    await pool.warm()
    const [refused, next] = await Promise.all([error(pool.merge(bomb)), pool.merge(simple)])
    expect(refused.code).toBe('render_limit_exceeded')
    expect(texts(next.docx)).toEqual(['Bonjour Ada'])
    await pool.close()
  })
  test('memory is ended and replaced, and the next merge works', async () => {
    const pool = new MergePool({ workers: 1, cpuMs: 30_000, heapMb: 24 })
    const rows = Array.from({ length: 30_000 }, (_, index) => ({ a: `${index}`.repeat(50) }))
    const template = docx([table(['{#rows}{a}', '{a}', '{a}', '{a}', '{a}{/rows}'])])
    const refused = await error(pool.merge({ ...simple, template, data: { rows } }))
    expect(refused.code).toBe('render_limit_exceeded')
    expect(texts((await pool.merge(simple)).docx)).toEqual(['Bonjour Ada'])
    await pool.close()
  })
})
