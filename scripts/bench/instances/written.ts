/** What calls leave behind on PostgreSQL and S3, and how long they hold what all instances wait for in turn (ADR 36). */
import { createHash, generateKeyPairSync } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ListObjectsV2Command, type ListObjectsV2CommandOutput } from '@aws-sdk/client-s3'
import { Client } from 'pg'
import { ClusterLoad } from '../../../test/support/cluster-load.ts'
import { S3_BUCKET } from '../../../test/support/place.ts'
import type { S3Server } from '../../../test/support/s3-servers.ts'
import { type Calls, send } from './calls.ts'
import { turnOf } from './race.ts'
import type { Spent, Written } from './results.ts'
import { spentOn } from './spent.ts'
import type { Site, Stage } from './stages.ts'

const SAMPLE_MS = 2
/** Of the keys that signers get. */
const KEY_BITS = 4096

/** Runs a query over the database of a stage. */
export async function rowsOf<Row extends object>(
  site: Site,
  { schema }: Stage,
  sql: string,
): Promise<Row[]> {
  return await connected(site, schema, async (client) => (await client.query<Row>(sql)).rows)
}

async function connected<T>(
  { postgres }: Site,
  schema: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({
    connectionString: postgres.url,
    options: `-c search_path=${schema}`,
  })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function bucketBytes({ client }: S3Server, prefix: string): Promise<number> {
  let [bytes, token]: [number, string | undefined] = [0, undefined]
  do {
    const page: ListObjectsV2CommandOutput = await client.send(
      new ListObjectsV2Command({
        Bucket: S3_BUCKET,
        Prefix: `${prefix}/`,
        ContinuationToken: token,
      }),
    )
    bytes += (page.Contents ?? []).reduce((sum, { Size = 0 }) => sum + Size, 0)
    token = page.NextContinuationToken
  } while (token !== undefined)
  return bytes
}

/** What there is: rows, bytes of tables with their indexes, bytes of files. */
async function held(site: Site, stage: Stage) {
  const tables = await rowsOf<{ name: string; bytes: string }>(
    site,
    stage,
    `SELECT relname AS name, pg_total_relation_size(oid) AS bytes FROM pg_class
    WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace`,
  )
  let rows = 0
  for (const { name } of tables) {
    const [counted] = await rowsOf<{ n: string }>(
      site,
      stage,
      `SELECT count(*) AS n FROM "${name}"`,
    )
    rows += Number(counted?.n)
  }
  const rowBytes = tables.reduce((sum, { bytes }) => sum + Number(bytes), 0)
  return { rows, rowBytes, fileBytes: await bucketBytes(site.s3, stage.schema) }
}

/** Turns (`TURNS` in database/concurrent.ts) that are about the whole installation. */
const ALL_WAIT_FOR = ['jobs', 'webhooks', 'texts'] as const
const keyOf = (turn: string): bigint => createHash('sha256').update(turn).digest().readBigInt64BE()

/** Runs work and tells for how long of it somebody held the turn that was held longest, looking every few milliseconds. */
async function turnHeld<T>(site: Site, { schema }: Stage, work: () => Promise<T>) {
  const keys = ALL_WAIT_FOR.map((turn) => `('${turn}', ${keyOf(turn)}::int8)`)
  const sql = `SELECT turn FROM pg_locks
    JOIN (SELECT turn, hashtextextended(current_schema(), 0) # key AS key FROM (VALUES ${keys.join(', ')}) AS turns (turn, key)) AS held
    ON (classid::bigint << 32 | objid::bigint) = held.key
    WHERE locktype = 'advisory' AND granted AND objsubid = 1`
  return await connected(site, schema, async (client) => {
    let [looks, over] = [0, false]
    const seen = new Map<string, number>(ALL_WAIT_FOR.map((turn) => [turn, 0]))
    const startMs = performance.now()
    const looking = (async () => {
      while (!over) {
        for (const { turn } of (await client.query<{ turn: string }>(sql)).rows)
          seen.set(turn, (seen.get(turn) ?? 0) + 1)
        looks += 1
        await sleep(SAMPLE_MS * 2 * Math.random())
      }
    })()
    const done = await work()
    const tookMs = performance.now() - startMs
    over = true
    await looking
    return { done, heldMs: (tookMs * Math.max(...seen.values())) / looks }
  })
}

async function written<T extends { readonly count: number }>(
  site: Site,
  stage: Stage,
  work: () => Promise<T>,
): Promise<T & { written: Written }> {
  const before = await held(site, stage)
  const { done, heldMs } = await turnHeld(site, stage, work)
  const after = await held(site, stage)
  const each = (name: keyof typeof before): number => (after[name] - before[name]) / done.count
  const figures = {
    rows: each('rows'),
    rowBytes: each('rowBytes'),
    fileBytes: each('fileBytes'),
    heldMs: heldMs / done.count,
  }
  return { ...done, written: figures }
}

/** Documents signed by two people at once, one document after the other. */
async function sign(site: Site, stage: Stage, documents: number): Promise<{ count: number }> {
  const { sink, twilio, receiver } = site
  // The balancer writes its own address down: each signer needs one of their own.
  const url = `http://127.0.0.1:${stage.instances[0]?.port}`
  const [key = ''] = stage.keys
  const { body } = await send(`${url}/api/v1/webhooks/default-secret`, key)
  receiver.secrets.push((JSON.parse(body.toString()) as { secret: string }).secret)
  const load = new ClusterLoad({ url, parts: { key, sink, twilio, receiver } })
  for (let n = 0; n < documents; n += 1) await load.document()
  if (load.wrong.length > 0) throw new Error(load.wrong.join('; '))
  const open = "SELECT id FROM signature_requests WHERE status = 'completed'"
  const endMs = performance.now() + 60_000
  while ((await rowsOf(site, stage, open)).length < documents) {
    if (performance.now() > endMs) throw new Error('documents were not sealed')
    await sleep(100)
  }
  return { count: documents }
}

/** Mean processor time of a signer's key. */
function keyTime(count: number): number {
  const before = process.cpuUsage()
  for (let n = 0; n < count; n += 1) generateKeyPairSync('rsa', { modulusLength: KEY_BITS })
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / count
}

/** All of it, on the stage of one instance on PostgreSQL and S3. */
export async function measureWritten(
  site: Site,
  calls: Calls,
  { forMs, documents, keys }: { forMs: number; documents: number; keys: number },
) {
  const stage = site.stages.one
  const alone = (call: 'merge' | 'create') => () =>
    turnOf(site, 'one', calls, { call, forMs, atOnce: 1 })
  const render = await written(site, stage, alone('merge'))
  const create = await written(site, stage, alone('create'))
  const signed: { written: Written; spent: Spent } = await written(site, stage, () =>
    spentOn(site, stage, () => sign(site, stage, documents)),
  )
  return {
    written: { render: render.written, create: create.written, signed: signed.written },
    signed: { spent: signed.spent, documents },
    keyMs: keyTime(keys),
  }
}
