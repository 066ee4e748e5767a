import { describe, expect, onTestFinished, test } from 'vitest'
import { Pool } from '../../../src/office/pool.ts'
import { silentLog } from '../../../src/office/worker-port.ts'
import { FakeWorker, PDF, settle } from './fake-worker.ts'
import { docx, LIMITS, openPool } from './open-pool.ts'

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error) => error,
  )

describe('the line', () => {
  test('documents are converted in the order they came, one per worker', async () => {
    const { pool, latest } = await openPool()
    const order: number[] = []
    const all = [1, 2, 3].map((n) => pool.convert(docx(`${n}`)).then(() => order.push(n)))
    await settle()
    expect(pool.queued).toBe(2)
    for (const n of [1, 2, 3]) {
      expect(latest().tasks).toHaveLength(n)
      latest().finish()
      await settle()
    }
    await Promise.all(all)
    expect(order).toEqual([1, 2, 3])
  })

  test('a document beyond the longest line is turned away with the seconds to wait', async () => {
    const { pool } = await openPool({ queueMax: 1 })
    void failure(pool.convert(docx('1')))
    void failure(pool.convert(docx('2')))
    const error = await failure(pool.convert(docx('3')))
    expect(error).toMatchObject({ code: 'server_busy' })
    expect(error.retryAfterSeconds).toBeGreaterThanOrEqual(1)
    expect(pool.counters.turnedAway).toBe(1)
  })

  test('a document that waits too long is turned away, the running one is not', async () => {
    const { pool, latest } = await openPool({ queueTimeoutMs: 30 })
    const running = pool.convert(docx('1'))
    expect(await failure(pool.convert(docx('2')))).toMatchObject({ code: 'server_busy' })
    expect(pool.queued).toBe(0)
    latest().finish()
    expect((await running).pdf).toEqual(PDF)
  })

  test('a caller that leaves frees its place in the line', async () => {
    const { pool, latest } = await openPool({ queueMax: 1 })
    const running = pool.convert(docx('1'))
    const leaving = new AbortController()
    const left = failure(pool.convert({ ...docx('2'), signal: leaving.signal }))
    await settle()
    leaving.abort(new Error('gone'))
    expect(await left).toMatchObject({ message: 'gone' })
    const third = pool.convert(docx('3'))
    latest().finish()
    await running
    await settle()
    expect(String(latest().tasks.at(-1)?.docx)).toBe('PK3')
    latest().finish()
    await third
  })

  test('the answer does not wait for the document to be closed, the next document does', async () => {
    const { pool, latest } = await openPool()
    const first = pool.convert(docx('1'))
    const second = pool.convert(docx('2'))
    await settle()
    latest().answer()
    await first
    expect(latest().tasks).toHaveLength(1)
    latest().close(1)
    await settle()
    expect(latest().tasks).toHaveLength(2)
    latest().finish()
    await second
  })
})

describe('limits', () => {
  test('a document that takes too long is refused and its worker replaced', async () => {
    const { pool, workers, latest } = await openPool({ convertCpuMs: 30 })
    expect(await failure(pool.convert(docx()))).toMatchObject({ code: 'render_limit_exceeded' })
    await settle()
    expect(workers).toHaveLength(2)
    const next = pool.convert(docx('another'))
    await settle()
    latest().finish()
    expect((await next).pdf).toEqual(PDF)
  })

  test('a document whose worker hangs is not to blame for it, however often', async () => {
    const { pool, workers, latest } = await openPool({ convertWallMs: 30 })
    for (let time = 0; time < 3; time++) {
      const hanging = failure(pool.convert(docx()))
      await settle()
      latest().hangs = true
      expect(await hanging).toMatchObject({ code: 'server_busy', retryAfterSeconds: 10 })
      await expect.poll(() => workers.length).toBe(time + 2)
      await settle()
    }
    expect(pool.counters).toMatchObject({ timedOut: 0, crashed: 0, turnedAway: 3 })
    const good = pool.convert(docx())
    await settle()
    latest().finish()
    expect((await good).pdf).toEqual(PDF)
  })

  test('a document that swells is refused while it runs', async () => {
    const { pool, latest } = await openPool()
    const swelling = failure(pool.convert(docx()))
    latest().bytes = 1_001
    expect(await swelling).toMatchObject({ code: 'render_limit_exceeded' })
    expect(pool.counters.swollen).toBe(1)
  })

  test('a PDF made short of memory is not handed out', async () => {
    const { pool, latest, workers } = await openPool()
    const document = failure(pool.convert(docx()))
    await settle()
    latest().answer(PDF, 1_001)
    expect(await document).toMatchObject({ code: 'render_limit_exceeded' })
    expect(workers[0]?.killed).toBeDefined()
  })

  test('the time limit applies until the document is closed', async () => {
    const { pool, workers, latest } = await openPool({ convertCpuMs: 60 })
    const document = pool.convert(docx())
    await settle()
    latest().answer()
    await document
    await workers[0]?.ended
    await settle()
    expect(workers).toHaveLength(2)
    expect(pool.counters.timedOut).toBe(0)
  })
})

describe('what the worker hands over', () => {
  test.each([
    ['is empty', ''],
    ['is no PDF', '<html>%%EOF'],
    ['is cut off', '%PDF-1.7\nbody'],
  ])('a file that %s is not handed on', async (_, text) => {
    const { pool, latest } = await openPool()
    const document = failure(pool.convert(docx()))
    await settle()
    latest().finish(1, Buffer.from(text))
    expect(await document).toMatchObject({ code: 'render_failed' })
  })

  test('a document that LibreOffice refuses is answered with its reason and the worker stays', async () => {
    const { pool, workers, latest } = await openPool()
    const document = failure(pool.convert(docx()))
    await settle()
    latest().refuse('unreadable')
    const error = await document
    expect(error).toMatchObject({ code: 'render_failed' })
    expect(error.message).toContain('unreadable')
    expect(workers).toHaveLength(1)
    expect(pool.counters).toMatchObject({ refused: 1, crashed: 0 })
  })
})

describe('lost workers', () => {
  test('a document whose worker dies is tried once more, unseen, before those that wait', async () => {
    const { pool, workers, latest } = await openPool()
    const document = pool.convert(docx('victim'))
    const waiting = pool.convert(docx('waiting'))
    await settle()
    workers[0]?.kill('crash')
    await settle()
    await settle()
    expect(String(latest().tasks[0]?.docx)).toBe('PKvictim')
    latest().finish()
    expect((await document).pdf).toEqual(PDF)
    await settle()
    latest().finish()
    await waiting
    expect(pool.counters).toMatchObject({ crashed: 1, retried: 1, converted: 2 })
  })

  test('a document that killed two workers is refused at once from then on, others are not', async () => {
    const { pool, workers, latest } = await openPool()
    const document = failure(pool.convert(docx('killer')))
    for (let n = 0; n < 2; n++) {
      await settle()
      latest().kill('crash')
      await settle()
    }
    expect(await document).toMatchObject({ code: 'render_failed' })
    await settle()
    const started = workers.length
    expect(await failure(pool.convert(docx('killer')))).toMatchObject({ code: 'render_failed' })
    expect(workers).toHaveLength(started)
    expect(latest().tasks).toHaveLength(0)
    const other = pool.convert(docx('other'))
    await settle()
    latest().finish()
    await other
  })

  test('a document that is converted after a crash has nothing held against it', async () => {
    const { pool, latest } = await openPool()
    for (let round = 0; round < 3; round++) {
      const document = pool.convert(docx('unlucky'))
      await settle()
      latest().kill('machine short of memory')
      await settle()
      await settle()
      latest().finish()
      expect((await document).pdf).toEqual(PDF)
      await settle()
    }
  })

  test('with no worker left and none to be started, callers are refused at once', async () => {
    let mayStart = true
    const { pool, latest } = await openPool({}, () => mayStart)
    mayStart = false
    const running = failure(pool.convert(docx('1')))
    const waiting = failure(pool.convert(docx('2')))
    await settle()
    latest().kill('crash')
    expect(await running).toMatchObject({ code: 'renderer_unavailable' })
    expect(await waiting).toMatchObject({ code: 'renderer_unavailable' })
    expect(await failure(pool.convert(docx('3')))).toMatchObject({ code: 'renderer_unavailable' })
    mayStart = true
    await expect.poll(() => pool.supervisor.slots[0]?.worker).toBeDefined()
    const later = pool.convert(docx('4'))
    await settle()
    latest().finish()
    expect((await later).pdf).toEqual(PDF)
  })
})

describe('recycling', () => {
  test('a worker at its document limit works until its successor is ready, then is stopped', async () => {
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const workers: FakeWorker[] = []
    const pool = new Pool({
      limits: { ...LIMITS, recycleDocuments: 2 },
      log: silentLog,
      start: async (id) => {
        if (id > 1) await held
        const worker = new FakeWorker(id)
        workers.push(worker)
        return worker
      },
    })
    onTestFinished(() => pool.close(0))
    await pool.supervisor.open()
    const [first] = workers
    for (let n = 0; n < 3; n++) {
      const document = pool.convert(docx(`${n}`))
      await settle()
      first?.finish()
      await document
      await settle()
    }
    expect(first?.killed).toBeUndefined()
    expect(first?.tasks).toHaveLength(3)
    release()
    await settle()
    expect(first?.killed).toBe('recycled')
    expect(pool.supervisor.counts).toMatchObject({ recycled: 1, lost: 0 })
    const document = pool.convert(docx('next'))
    await settle()
    workers[1]?.finish()
    await document
  })

  test('a worker that grew is replaced after its document', async () => {
    const { pool, workers } = await openPool()
    const document = pool.convert(docx())
    await settle()
    workers[0]?.finish(501)
    await document
    await settle()
    await settle()
    expect(workers[0]?.killed).toBe('recycled')
    expect(workers).toHaveLength(2)
  })

  test('only one worker is replaced at a time', async () => {
    const { pool, workers } = await openPool({ workers: 3, recycleDocuments: 1 })
    const all = [1, 2, 3].map((n) => pool.convert(docx(`${n}`)))
    await settle()
    for (const worker of workers.slice(0, 3)) worker.finish()
    await Promise.all(all)
    await settle()
    expect(pool.supervisor.counts.recycled).toBe(1)
  })
})

describe('callers that leave', () => {
  test('a document nobody waits for may end by itself within half a second', async () => {
    const { pool, workers } = await openPool()
    const leaving = new AbortController()
    const document = failure(pool.convert({ ...docx(), signal: leaving.signal }))
    await settle()
    leaving.abort(new Error('gone'))
    expect(await document).toMatchObject({ message: 'gone' })
    expect(workers[0]?.killed).toBeUndefined()
    workers[0]?.finish()
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(workers[0]?.killed).toBeUndefined()
    expect(pool.counters.abandoned).toBe(1)
  })

  test('a worker still busy after that is killed and replaced', async () => {
    const { pool, workers } = await openPool()
    const leaving = new AbortController()
    const document = failure(pool.convert({ ...docx(), signal: leaving.signal }))
    await settle()
    leaving.abort(new Error('gone'))
    await document
    await expect.poll(() => workers.length, { timeout: 2_000 }).toBe(2)
    expect(workers[0]?.killed).toContain('its caller has left')
  })
})

describe('closing', () => {
  test('accepted documents finish, new ones are refused', async () => {
    const { pool, latest } = await openPool()
    const accepted = [pool.convert(docx('1')), pool.convert(docx('2'))]
    await settle()
    const closing = pool.close(5_000)
    expect(await failure(pool.convert(docx('3')))).toMatchObject({ code: 'shutting_down' })
    for (let n = 0; n < 2; n++) {
      latest().finish()
      await settle()
    }
    expect((await Promise.all(accepted)).map(({ pdf }) => pdf)).toEqual([PDF, PDF])
    await closing
    expect(latest().killed).toBe('the pool is closing')
  })

  test('what is not finished in time fails and every worker is stopped', async () => {
    const { pool, workers } = await openPool({ workers: 2 })
    const open = ['1', '2', '3'].map((name) => failure(pool.convert(docx(name))))
    await settle()
    await pool.close(20)
    for (const error of await Promise.all(open))
      expect(error).toMatchObject({ code: 'shutting_down' })
    expect(workers.every(({ killed }) => killed !== undefined)).toBe(true)
  })
})
