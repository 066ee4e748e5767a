/** The port for spans: what is recorded, and that nothing changes where nobody records. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { AppError } from '../../../src/kernel/errors.ts'
import { recordSpans, spanIds, type Tracer, traced } from '../../../src/kernel/trace.ts'

const SRC = resolve(import.meta.dirname, '../../../src')

test('one file knows OpenTelemetry, and it is loaded only where it is asked for', () => {
  const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => ({ path, text: readFileSync(join(SRC, path), 'utf8') }))
  const naming = (text: string) => sources.filter((one) => one.text.includes(text))
  expect(naming("from '@opentelemetry/").map(({ path }) => path)).toEqual(['app/tracing.ts'])
  expect(naming("'./tracing.ts'").map(({ path }) => path)).toEqual(['app/platform.ts'])
  expect(naming("import('./tracing.ts')").map(({ path }) => path)).toEqual(['app/platform.ts'])
  expect(naming("from './tracing.ts'")).toEqual([])
})

afterEach(() => recordSpans(undefined))

function recorder() {
  const calls: unknown[] = []
  const tracer: Tracer = {
    begin: (name, start) => {
      calls.push(['begin', name, start])
      return {
        set: (facts) => calls.push(['set', facts]),
        run: (work) => work(),
        end: (failure) => calls.push(['end', failure]),
      }
    },
    current: () => ({ trace_id: 'a', span_id: 'b' }),
  }
  return { calls, tracer }
}

test('without a recorder the work is done, and fails, as without a span', async () => {
  expect(await traced('x', async (span) => span.set({ a: 1 }) ?? 'result')).toBe('result')
  const error = new Error('why')
  await expect(traced('x', () => Promise.reject(error))).rejects.toBe(error)
  expect(spanIds()).toEqual({})
})

test('a span starts, is recorded and ends around the work', async () => {
  const { calls, tracer } = recorder()
  recordSpans(tracer)
  const work = async (span: { set(facts: { n: number }): void }) => {
    span.set({ n: 1 })
    return 2
  }
  expect(await traced('x', work, { kind: 'client' })).toBe(2)
  expect(calls).toEqual([
    ['begin', 'x', { kind: 'client' }],
    ['set', { n: 1 }],
    ['end', undefined],
  ])
  expect(spanIds()).toEqual({ trace_id: 'a', span_id: 'b' })
})

test('a failure is named by its code or kind, never by its words, and comes out as it was', async () => {
  const { calls, tracer } = recorder()
  recordSpans(tracer)
  const refused = new AppError('quota_exceeded', 'ada@example.com has none left')
  await expect(traced('x', () => Promise.reject(refused))).rejects.toBe(refused)
  await expect(traced('x', () => Promise.reject(new TypeError('ada')))).rejects.toThrow('ada')
  await expect(traced('x', () => Promise.reject('ada'))).rejects.toBe('ada')
  const ends = calls.filter((one) => (one as string[])[0] === 'end')
  expect(ends).toEqual([
    ['end', 'quota_exceeded'],
    ['end', 'TypeError'],
    ['end', 'unknown'],
  ])
})
