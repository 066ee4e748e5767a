/**
 * What mixed load leaves behind, for CI: the same calls three times over, of which the first warms up. Hours of it, with
 * times and memory as the kernel counts it, are `npm run soak -- MINUTES`.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadConfig } from '../../src/config/config.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import type { Glance } from '../support/glance.ts'
import { descendants } from '../support/server-process.ts'
import { collectedHeap, openSoakStage } from '../support/soak.ts'
import { Callers, inOrder } from '../support/soak-load.ts'
import { filesOf } from '../support/storage.ts'

/** Requests of each of the three rounds: as the shares of a hundred say, and these often. */
const REQUESTS = 100
const AT_ONCE = 3
/** A leak of 40 kB a request is more; what V8 and the caches do in a round is less. */
const HEAP_GROWTH_MAX = 4_000_000
/** Connections that are kept for the next request, and files that are open at the moment of looking. */
const HANDLES_MORE_MAX = 8
/** Tables with rows for each request that is signed, which is kept, as its events are; no other may have more rows after a round. */
const KEPT = new Set([
  ...['signature_requests', 'request_search', 'signers', 'otp_codes', 'text_messages'],
  ...['first_mails', 'jobs'],
  ...['audit_trails', 'audit_entries', 'audit_stamps', 'pki_certificates'],
  ...['blob_refs', 'request_files', 'webhook_events'],
])

const files = (folder: string): number => readdirSync(folder, { recursive: true }).length

async function rows({ value, tables }: Glance): Promise<Record<string, number>> {
  const counted: [string, number][] = []
  for (const name of await tables())
    counted.push([name, Number(await value(`SELECT count(*) FROM "${name}"`))])
  return Object.fromEntries(counted)
}

test('the same load again leaves no memory, handle, process, temporary file or row behind that it did not leave before', async () => {
  const { stage, probe, close } = await openSoakStage()
  try {
    await stage.up()
    const { folder, glance, settings } = stage.parts
    const place = { config: loadConfig(settings), clock: systemClock }
    const order = inOrder(await new Callers(stage).kinds())
    const round = async (): Promise<void> => {
      let next = 0
      const caller = async (): Promise<void> => {
        while (next < REQUESTS) await order[next++ % order.length]?.run()
      }
      await Promise.all(Array.from({ length: AT_ONCE }, caller))
    }
    const look = async () => ({
      heap: await collectedHeap(stage.pid, probe),
      handles: readdirSync(`/proc/${stage.pid}/fd`).length,
      processes: (await descendants(stage.pid)).length,
      scratch: files(join(folder.path, 'office')) + files(join(folder.path, 'documents/incoming')),
      blobs: (await filesOf(place, 'blobs')).length,
      rows: await rows(glance),
    })
    const seen = []
    for (let number = 0; number < 3; number++) {
      await round()
      seen.push(await look())
    }
    const [, before, after] = seen
    if (before === undefined || after === undefined) throw new Error('three rounds were made')
    expect(after.heap - before.heap).toBeLessThan(HEAP_GROWTH_MAX)
    expect(after.handles - before.handles).toBeLessThanOrEqual(HANDLES_MORE_MAX)
    expect(after.processes - before.processes).toBeLessThanOrEqual(1)
    expect(after.scratch).toBeLessThanOrEqual(before.scratch)
    expect(after.blobs).toBeLessThanOrEqual(before.blobs)
    const grown = Object.keys(after.rows).filter(
      (table) => (after.rows[table] ?? 0) > (before.rows[table] ?? 0) && !KEPT.has(table),
    )
    expect(grown).toEqual([])
  } finally {
    await close()
  }
}, 400_000)
