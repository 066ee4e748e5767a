/**
 * A data folder as a service has it after years: one request that people really signed, and as many more like it, each
 * with rows, trail and file of its own, written by the same stores as the service's.
 */
import { insertStamp, savePosition } from '../../../src/audit/store.ts'
import { Trails } from '../../../src/audit/trail.ts'
import { together } from '../../../src/kernel/batches.ts'
import { DAY_MS, HOUR_MS, toIso } from '../../../src/kernel/clock.ts'
import { newId } from '../../../src/kernel/ids.ts'
import type { Files } from '../../../src/signing/model/files.ts'
import {
  findRequestWithSigners,
  insertRequest,
  insertSigners,
} from '../../../src/signing/store/requests.ts'
import { somebody, startSigningApp } from '../../../test/support/signing-app.ts'

/** Documents per transaction. */
const BATCH = 250
/** Files written at a time. */
const TOGETHER = 16
const READERS = ['audit.stamps', 'webhooks'] as const
/** The oldest one ended so long ago. */
const YEARS_MS = 3 * 365 * DAY_MS
/** The upload begins like the finished file, which alone has 50 kB of validation data. */
const FILE_BYTES = { least: 16_000, spread: 3_000 }

/** What was made. */
export interface Filled {
  /** Of the account that has them all. */
  key: string
  /** The last address that is in one document only. */
  email: string
  seconds: number
}

type Signing = Awaited<ReturnType<typeof startSigningApp>>

/** A file of its own for each: the same bytes, and its number behind the end of the PDF. */
async function putFiles({ services }: Signing, pattern: Buffer, numbers: readonly number[]) {
  const hashes = new Map<number, string>()
  await together(numbers, TOGETHER, async (number) => {
    const bytes = Buffer.from(
      pattern.subarray(0, FILE_BYTES.least + ((number * 7919) % FILE_BYTES.spread)),
    )
    bytes.write(`% ${number}\n`, bytes.length - 16)
    hashes.set(number, await services.signing.parts.blobs.put(bytes))
  })
  return hashes
}

/** Fills a data folder. The time-stamps are copies of one: `verify-audit` finds all trails but the first broken. */
export async function fill(
  folder: string,
  count: number,
  say: (text: string) => void,
): Promise<Filled> {
  const startMs = performance.now()
  const signing = await startSigningApp({ PARAPH_DATA_DIR: folder })
  try {
    const who = somebody()
    const { id } = await signing.create([who])
    await signing.finish(id, [who])
    const { db, trails: own } = signing.services
    const found = await findRequestWithSigners(db, id)
    if (found === undefined) throw new Error('the pattern is gone')
    const { request, signers } = found
    await signing.services.stampTrail(id)
    const pattern = await own.read(id)
    const entries = pattern?.entries ?? []
    const stamp = pattern?.stamps.at(-1)
    if (stamp === undefined) throw new Error('the pattern has no time-stamp')
    const token = { token: stamp.token, stamped_at: stamp.at }
    const file = await signing.signedFile(id)
    const nowMs = signing.app.clock.now()
    let [atMs, email] = [nowMs, '']
    const trails = new Trails(db, { now: () => atMs })
    for (let from = 0; from < count; from += BATCH) {
      const numbers = Array.from({ length: Math.min(BATCH, count - from) }, (_, at) => from + at)
      const files = await putFiles(signing, file, numbers)
      await db.transaction().execute(async (trx) => {
        for (const number of numbers) {
          atMs = nowMs - YEARS_MS + Math.floor((number * (YEARS_MS - HOUR_MS)) / count)
          const [documentId, at] = [newId('doc', atMs), toIso(atMs)]
          const sha256 = files.get(number) ?? ''
          const stored: Files['files'] = [
            {
              ...request.files[0],
              original_sha256: sha256,
              original_bytes: FILE_BYTES.least,
              laid_out_sha256: sha256,
              current_sha256: sha256,
              signed_sha256: sha256,
            },
          ]
          const times = { created_at: at, sent_at: at, ended_at: at, expires_at: at }
          await insertRequest(trx, {
            ...request,
            ...times,
            id: documentId,
            files: stored,
            external_id: `contract-${number}`,
            // Long after: the files are no PDFs whose archive time-stamps could be renewed.
            stamp_ends_at: toIso(nowMs + 3 * YEARS_MS),
          })
          email = `person${number}@customer${number % 997}.example`
          await insertSigners(
            trx,
            signers.map((signer) => ({
              ...signer,
              id: newId('sgr', atMs),
              request_id: documentId,
              email,
              serial: `${signer.serial}${number.toString(16).padStart(8, '0')}`,
            })),
          )
          await trails.open(trx, {
            id: documentId,
            accountId: request.account_id,
            header: { number },
          })
          for (const { type, actor, ip, ua, data } of entries)
            await trails.append(trx, documentId, {
              type,
              actor,
              ip: ip ?? undefined,
              ua: ua ?? undefined,
              data,
            })
          await insertStamp(trx, { ...token, trail_id: documentId, seq: entries.length })
        }
      })
      if ((from / BATCH) % 20 === 19) say(`${from + BATCH} of ${count} documents`)
    }
    // What follows the trails has long been here.
    const { position } = await db
      .selectFrom('audit_entries')
      .select(({ fn }) => fn.max('position').as('position'))
      .executeTakeFirstOrThrow()
    for (const reader of READERS) await savePosition(db, reader, position)
    return { key: signing.key, email, seconds: (performance.now() - startMs) / 1000 }
  } finally {
    await signing.close()
  }
}
