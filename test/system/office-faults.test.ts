import { describe, expect, test } from 'vitest'
import { accountTenant, forTenant } from '../../src/kernel/tenant.ts'
import { OfficePool } from '../../src/office/office.ts'
import { makeDocx } from '../../src/office/sample.ts'
import { letter, nestedTables, tableDocx, textParagraph } from './office-documents.ts'
import {
  alive,
  failure,
  leftovers,
  officeOptions,
  openOffice,
  parentOf,
  pause,
  pdfText,
} from './office-fixture.ts'

/** A new worker needs a second; a busy machine makes it several. */
const LATE = { timeout: 60_000 }
/** What a document may take whose caller leaves. */
const LEFT_MS = 40_000

const pidsOf = (office: OfficePool): number[] => office.status().workers.map(({ pid }) => pid)
const allGone = (pids: number[]) => expect.poll(() => pids.filter(alive), LATE).toEqual([])
/** A table that keeps a worker busy for most of a second, on a fast machine too. */
const ROWS = 1_500
const inTheMiddle = async (office: OfficePool): Promise<void> => {
  await expect.poll(() => office.status().workers[0]?.state, LATE).toBe('busy')
  await pause(100)
}
const serves = async (office: OfficePool): Promise<void> => {
  const { pdf } = await office.convert({ docx: letter(), kind: 'pdf' })
  expect(pdfText(pdf)).toContain('Bonjour')
}

describe('a hostile document', () => {
  test('that never ends is stopped in time, and the next one is served', async () => {
    const office = await openOffice({ convertCpuMs: 1_500 })
    const before = pidsOf(office)
    // It would take minutes.
    const error = await failure(office.convert({ docx: nestedTables(200), kind: 'pdf' }))
    expect(error).toMatchObject({ code: 'render_limit_exceeded' })
    await serves(office)
    await allGone(before)
    expect(office.status().counters).toMatchObject({ timedOut: 1, retried: 0 })
  })

  test('that did so twice is refused without a worker', async () => {
    const office = await openOffice({ convertCpuMs: 700 })
    const docx = nestedTables(200)
    for (let n = 0; n < 2; n++) await failure(office.convert({ docx, kind: 'pdf' }))
    const { timedOut } = office.status().counters
    const error = await failure(office.convert({ docx, kind: 'pdf' }))
    expect(error).toMatchObject({ code: 'render_limit_exceeded' })
    expect(office.status().counters.timedOut).toBe(timedOut)
    await serves(office)
  })

  test('that a busy machine stops for longer than it may compute is converted', async () => {
    const office = await openOffice({ convertCpuMs: 1_500, workers: 1 })
    const [worker] = office.status().workers
    const slow = office.convert({ docx: letter(), kind: 'pdf' })
    process.kill(worker?.pid ?? Number.NaN, 'SIGSTOP')
    await pause(4_000)
    process.kill(worker?.pid ?? Number.NaN, 'SIGCONT')
    expect(pdfText((await slow).pdf)).toContain('Bonjour')
    expect(office.status().counters).toMatchObject({ timedOut: 0, crashed: 0 })
  })

  test('whose converter hangs is not to blame for it, however often', async () => {
    const office = await openOffice({ convertWallMs: 20_000, workers: 1 })
    for (let time = 0; time < 2; time++) {
      await serves(office)
      // Until the document is closed it is the one before that hangs.
      await expect.poll(() => office.status().workers[0]?.state, LATE).toBe('idle')
      const hanging = failure(office.convert({ docx: letter(), kind: 'pdf' }))
      process.kill(office.status().workers[0]?.pid ?? Number.NaN, 'SIGSTOP')
      expect(await hanging).toMatchObject({ code: 'server_busy' })
    }
    await serves(office)
    expect(office.status().counters).toMatchObject({ timedOut: 0, crashed: 0 })
  })

  test('that swells is stopped by its memory, and the next one is served', async () => {
    // LibreOffice itself takes about 195 MB.
    const office = await openOffice({ memoryBytesMax: 240_000_000 })
    const docx = makeDocx(textParagraph(' lorem ipsum'.repeat(30)).repeat(40_000))
    const error = await failure(office.convert({ docx, kind: 'pdf' }))
    expect(error).toMatchObject({ code: 'render_limit_exceeded' })
    expect(error.message).toContain('memory')
    await serves(office)
    expect(office.status().counters.swollen).toBe(1)
  })
})

describe('a worker that is lost', () => {
  test('in the middle of a document costs the caller nothing', async () => {
    const office = await openOffice()
    const [pid = 0] = pidsOf(office)
    const document = office.convert({ docx: tableDocx(ROWS), kind: 'pdf' })
    await inTheMiddle(office)
    process.kill(pid, 'SIGKILL')
    expect(pdfText((await document).pdf)).toContain(`${ROWS - 1}.4`)
    expect(office.status().counters).toMatchObject({ crashed: 1, retried: 1, lost: 1 })
  })

  test('through the death of its driver costs the caller nothing and leaves no office', async () => {
    const office = await openOffice()
    const [pid = 0] = pidsOf(office)
    const document = office.convert({ docx: tableDocx(ROWS), kind: 'pdf' })
    await inTheMiddle(office)
    process.kill(parentOf(pid), 'SIGKILL')
    expect(pdfText((await document).pdf)).toContain(`${ROWS - 1}.4`)
    await allGone([pid])
  })

  test('while idle is noticed and replaced before the next document', async () => {
    const office = await openOffice()
    const [pid = 0] = pidsOf(office)
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => pidsOf(office).some((now) => now > 0 && now !== pid), LATE).toBe(true)
    await serves(office)
    expect(office.status().counters).toMatchObject({ crashed: 0, lost: 1 })
  })

  test('twice by the same document makes that document refused', async () => {
    const office = await openOffice()
    // Once: a zip holds the time at which it was made, and another one is another document.
    const docx = tableDocx(ROWS)
    const document = failure(office.convert({ docx, kind: 'pdf' }))
    for (let n = 0; n < 2; n++) {
      await inTheMiddle(office)
      process.kill(pidsOf(office)[0] ?? 0, 'SIGKILL')
      await expect.poll(() => office.status().counters.lost, LATE).toBe(n + 1)
    }
    expect(await document).toMatchObject({ code: 'render_failed' })
    const again = await failure(office.convert({ docx, kind: 'pdf' }))
    expect(again).toMatchObject({ code: 'render_failed' })
    await serves(office)
  })
})

describe('load', () => {
  test('fifty documents at once are all converted, each into its own', async () => {
    const office = await openOffice({ workers: 2 })
    const names = Array.from({ length: 50 }, (_, index) => `number${index}end`)
    const all = await Promise.all(
      names.map((name) => office.convert({ docx: letter(name), kind: 'pdf' })),
    )
    for (const [index, { pdf }] of all.entries()) {
      expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe('%PDF-')
      if (index % 10 === 0) expect(pdfText(pdf).trim()).toBe(names[index])
    }
    expect(office.status().queued).toBe(0)
  })

  test.each([
    { accounts: 2, converted: 11 },
    { accounts: 1, converted: 6 },
  ])(
    'more than may wait, of $accounts accounts, are turned away with the time to come back',
    async ({ accounts, converted }) => {
      const office = await openOffice({ queueMax: 10 })
      await expect.poll(() => office.status().workers[0]?.state, LATE).toBe('idle')
      const all = await Promise.allSettled(
        Array.from({ length: 50 }, (_, n) =>
          forTenant(accountTenant(`account${n % accounts}`), () =>
            office.convert({ docx: letter(), kind: 'pdf' }),
          ),
        ),
      )
      expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(converted)
      const refused = all.filter((result) => result.status === 'rejected')
      for (const { reason } of refused) expect(reason).toMatchObject({ code: 'server_busy' })
      expect(refused[0]?.reason.retryAfterSeconds).toBeGreaterThanOrEqual(1)
    },
  )

  test('workers are replaced under load without a document noticing', async () => {
    const office = await openOffice({ workers: 2, recycleDocuments: 5 })
    const seen = new Set(pidsOf(office))
    const convert = async (): Promise<void> => {
      const end = performance.now() + 120_000
      while (office.status().counters.recycled < 4 && performance.now() < end) {
        await serves(office)
        for (const pid of pidsOf(office)) seen.add(pid)
      }
    }
    await Promise.all([convert(), convert()])
    const { counters } = office.status()
    expect(counters.recycled).toBeGreaterThanOrEqual(4)
    expect(counters).toMatchObject({ lost: 0, crashed: 0, retried: 0 })
    const now = pidsOf(office)
    await allGone([...seen].filter((pid) => !now.includes(pid)))
  })

  test('a caller that leaves frees its worker', async () => {
    const office = await openOffice({ convertCpuMs: LEFT_MS })
    const leaving = new AbortController()
    const document = failure(
      office.convert({ docx: nestedTables(200), kind: 'pdf', signal: leaving.signal }),
    )
    await pause(100)
    leaving.abort(new Error('gone'))
    expect(await document).toMatchObject({ message: 'gone' })
    const started = performance.now()
    await serves(office)
    // Not only when the time of the document that was left is over.
    expect(performance.now() - started).toBeLessThan(LEFT_MS - 5_000)
    expect(office.status().counters.abandoned).toBe(1)
  })
})

describe.each(['auto', 'uid', 'off'] as const)('closing (%s)', (sandbox) => {
  test('under load finishes what was accepted and leaves nothing behind', async () => {
    const options = officeOptions({ workers: 2, sandbox })
    const office = await OfficePool.start(options)
    const pids = pidsOf(office)
    const drivers = pids.map(parentOf)
    const accepted = Array.from({ length: 8 }, () =>
      office.convert({ docx: letter(), kind: 'pdf' }),
    )
    await office.close()
    expect(await Promise.all(accepted)).toHaveLength(8)
    expect(await failure(office.convert({ docx: letter(), kind: 'pdf' }))).toMatchObject({
      code: 'shutting_down',
    })
    await allGone([...pids, ...drivers])
    expect(leftovers(options.scratchDir)).toEqual([])
  })

  test('does not wait for ever for a document that does not end', async () => {
    const options = officeOptions({ sandbox, closeGraceMs: 200 })
    const office = await OfficePool.start(options)
    const pids = pidsOf(office)
    const document = failure(office.convert({ docx: nestedTables(200), kind: 'pdf' }))
    await office.close()
    expect(await document).toMatchObject({ code: 'shutting_down' })
    await allGone(pids)
    expect(leftovers(options.scratchDir)).toEqual([])
  })
})
