/**
 * Whether calls cost the same however much there is: one document that two people signed, and as many more with the same
 * rows as make 10 thousand, 1 million and 10 million entries of trails, on PostgreSQL, all of one account. Each table gets its
 * rows by one statement.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { ConsoleForms } from '../../test/support/console-forms.ts'
import { member, Visitor } from '../../test/support/console-visitor.ts'
import { PostgresServer } from '../../test/support/postgres.ts'
import { startReceiver } from '../../test/support/receiver.ts'
import { SigningApp, somebody, startSigningApp } from '../../test/support/signing-app.ts'
import { describeMachine, type Machine } from './machine.ts'
import { measuredOn, ms, row, table } from './report-parts.ts'
import { median } from './statistics.ts'

const SIZES = { quick: [10_000, 1_000_000], full: [10_000, 1_000_000, 10_000_000] } as const
const CALLS = 40
const CREATE = 'a document is created'
/** A key sends thirty a minute. */
const CREATES = 20
const GOAL = 1.5
/** The end of an id that is replaced by the number of its copy. */
const TAIL = 10
const SCHEMA = 'growth'

/** What this part leaves behind: docs/measurements/benchmarks-growth.json. */
export interface GrowthResults {
  readonly mode: 'quick' | 'full'
  readonly date: string
  readonly machine: Machine
  readonly sizes: ReadonlyArray<{ entries: number; rows: Record<string, number>; bytes: number }>
  /** Medians in milliseconds, one for each size. */
  readonly calls: ReadonlyArray<{ name: string; ms: number[] }>
}

/** Tables with rows of a document, and which these are. */
const TABLES = [
  ['signature_requests', 'id = $1'],
  ['signers', 'request_id = $1'],
  ['audit_trails', 'id = $1'],
  ['audit_entries', 'trail_id = $1'],
  ['audit_stamps', 'trail_id = $1'],
  ['webhook_events', 'document_id = $1'],
  ['webhook_deliveries', 'lane = $1'],
] as const

type Row = Record<string, unknown>

/** Copies the rows of a document so often that its trail has so many entries in all. One statement for each table. */
async function grow(client: Client, pattern: string, { from, to }: { from: number; to: number }) {
  const found: Array<{ name: string; where: string; rows: Row[] }> = []
  for (const [name, where] of TABLES) {
    const { rows } = await client.query<Row>(`SELECT * FROM ${name} WHERE ${where}`, [pattern])
    found.push({ name, where, rows })
  }
  // Of what is copied each id becomes another one; columns without any are copied as they are.
  const ids = new Set(
    found.flatMap(({ rows }) => rows.flatMap(({ id }) => (id ? [String(id)] : []))),
  )
  const changed = (column: string) =>
    [...ids].reduce(
      (text, id) =>
        `replace(${text}, '${id}', '${id.slice(0, -TAIL)}' || lpad(n::text, ${TAIL}, '0'))`,
      `p.${column}`,
    )
  // Each entry is compared with the one before: that is right, and takes as long as all the rest.
  await client.query('ALTER TABLE audit_entries DISABLE TRIGGER USER')
  for (const { name, where, rows } of found) {
    const columns = await client.query<{ column_name: string }>(
      `SELECT column_name FROM information_schema.columns WHERE table_schema = current_schema()
      AND table_name = '${name}' AND is_identity = 'NO' AND is_generated = 'NEVER'`,
    )
    const names = columns.rows.map(({ column_name }) => column_name)
    const values = names.map((column) => {
      const hasId = rows.some((each) => [...ids].some((id) => String(each[column]).includes(id)))
      return hasId ? changed(column) : `p.${column}`
    })
    await client.query(
      `INSERT INTO ${name} (${names.join(', ')}) SELECT ${values.join(', ')}
      FROM generate_series(${from}, ${to - 1}) AS n
      CROSS JOIN (SELECT * FROM ${name} WHERE ${where.replace('$1', `'${pattern}'`)} OFFSET 0) AS p
      ORDER BY n`,
    )
  }
  await client.query('ALTER TABLE audit_entries ENABLE TRIGGER USER')
  // Counters: as many keys as there are documents for every hundred of them, over twelve months.
  await client.query(
    `INSERT INTO api_keys SELECT (jsonb_populate_record(NULL::api_keys, to_jsonb(key) || jsonb_build_object('id', 'key_' || lpad(n::text, ${TAIL}, '0')))).*
    FROM generate_series(${Math.floor(from / 12)}, ${Math.floor(to / 12) - 1}) AS n
    CROSS JOIN (SELECT * FROM api_keys ORDER BY id LIMIT 1) AS key`,
  )
  await client.query(
    `INSERT INTO quota_usage (key_id, month, metric, used)
    SELECT 'key_' || lpad(n::text, ${TAIL}, '0'), '2025-' || lpad(month::text, 2, '0'), 'documents', 1
    FROM generate_series(${Math.floor(from / 12)}, ${Math.floor(to / 12) - 1}) AS n, generate_series(1, 12) AS month`,
  )
  // As in a database that has been there for a while.
  for (const reader of ['webhooks', 'audit.stamps', 'audit.heads'])
    await client.query(
      `INSERT INTO audit_readers (name, position) SELECT '${reader}', max(position) FROM audit_entries
      ON CONFLICT (name) DO UPDATE SET position = excluded.position`,
    )
  await client.query('VACUUM ANALYZE')
}

async function sizeOf(client: Client) {
  const rows: Record<string, number> = {}
  for (const name of [...TABLES.map(([table]) => table), 'quota_usage', 'blob_refs']) {
    const counted = await client.query<{ n: string }>(`SELECT count(*) AS n FROM ${name}`)
    rows[name] = Number(counted.rows[0]?.n)
  }
  const total = await client.query<{ bytes: string }>(
    `SELECT sum(pg_total_relation_size(oid)) AS bytes FROM pg_class
    WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace`,
  )
  return { rows, bytes: Number(total.rows[0]?.bytes) }
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const startMs = performance.now()
  await work()
  return performance.now() - startMs
}

async function medianOf(work: () => Promise<unknown>, calls: number): Promise<number> {
  for (let n = 0; n < 5; n += 1) await work()
  const all: number[] = []
  for (let n = 0; n < calls; n += 1) all.push(await timed(work))
  return median(all)
}

/** The calls whose cost may not grow. @param middle the cursor of a page in the middle of all */
function callsOf(
  signing: SigningApp,
  visitor: Visitor,
  { pattern, endpoint, middle }: { pattern: string; endpoint: string; middle: string },
) {
  const get = (path: string) => async () => {
    const answer = await signing.app.call('GET', path, { key: signing.key })
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.bytes}`)
  }
  const page = (path: string) => async () => {
    const { status } = await visitor.get(path)
    if (status !== 200) throw new Error(`${path}: ${status}`)
  }
  const { services } = signing
  return {
    'list, the newest ten': get('/api/v1/documents?limit=10'),
    'list, a page in the middle': get(`/api/v1/documents?limit=10&cursor=${middle}`),
    'list, those that are completed': get('/api/v1/documents?limit=10&status=completed'),
    'list, of one signer': get('/api/v1/documents?limit=10&email=nobody@example.com'),
    'one document': get(`/api/v1/documents/${pattern}`),
    'its audit trail': get(`/api/v1/documents/${pattern}/audit`),
    'events, the newest ten': get('/api/v1/events?limit=10'),
    'deliveries of a webhook': get(`/api/v1/webhooks/${endpoint}/deliveries?limit=10`),
    'console: home': page('/console'),
    'console: requests': page('/console/requests'),
    'console: one request': page(`/console/requests/${pattern}`),
    'console: webhook and its deliveries': page(`/console/webhooks/${endpoint}`),
    'console: log': page('/console/log'),
    [CREATE]: () => signing.create([somebody()]),
    '`/health/ready`': async () => void (await signing.app.call('GET', '/health/ready')),
    'a retention run with nothing to erase': () => services.retention.run(),
  }
}

/** What is copied has been delivered to the webhook: these are the rows of a document that is over. */
async function untilDelivered(client: Client, id: string): Promise<void> {
  const isDelivered = async () => {
    const { rows } = await client.query<{ all: string; open: string }>(
      `SELECT count(*) AS all, count(*) FILTER (WHERE status <> 'delivered') AS open
      FROM webhook_deliveries WHERE lane = $1`,
      [id],
    )
    return Number(rows[0]?.all) > 5 && Number(rows[0]?.open) === 0
  }
  for (let left = 200; !(await isDelivered()); left -= 1) {
    if (left === 0) throw new Error('nothing was delivered to the webhook')
    await sleep(100)
  }
}

/** Of three starts, background work included. */
async function fastestStart(settings: Record<string, string>): Promise<number> {
  const all: number[] = []
  for (let n = 0; n < 3; n += 1) {
    const startMs = performance.now()
    const { app } = await startSigningApp(settings)
    await app.services.start()
    all.push(performance.now() - startMs)
    await app.close()
  }
  return Math.min(...all)
}

/** Runs this part. */
export async function benchGrowth(
  mode: 'quick' | 'full',
  say: (text: string) => void,
): Promise<GrowthResults> {
  const server = await PostgresServer.start()
  const receiver = await startReceiver()
  const client = new Client({ connectionString: server.url, options: `-c search_path=${SCHEMA}` })
  const folder = mkdtempSync(join(tmpdir(), 'paraph-growth-'))
  const settings = {
    PARAPH_DATA_DIR: folder,
    PARAPH_DATABASE_URL: `${server.url}?schema=${SCHEMA}`,
    PARAPH_DATABASE_TIMEOUT_MS: '600000',
    PARAPH_SIGNER_KEYS: 'ecdsa-p256',
    PARAPH_WEBHOOK_PRIVATE: 'on',
    PARAPH_READS_PER_MINUTE: '1000000',
  }
  try {
    let signing = await startSigningApp(settings)
    await signing.services.start()
    // Somebody with a log-in owns everything.
    const { visitor, accountId } = await member(new ConsoleForms(signing).visited)
    const key = await signing.app.keyFor(accountId, 'signature_business')
    signing = new SigningApp(signing.app, key)
    const made = await signing.app.call('POST', '/api/v1/webhooks', {
      key,
      json: { url: receiver.url },
    })
    const { id: endpoint } = made.json<{ id: string }>()
    const who = [somebody(), somebody()]
    const { id } = await signing.create(who)
    await signing.finish(id, who)
    await client.connect()
    await untilDelivered(client, id)
    const counted = await client.query<{ n: string }>(
      'SELECT count(*) AS n FROM audit_entries WHERE trail_id = $1',
      [id],
    )
    const each = Number(counted.rows[0]?.n)
    const calls = new Map<string, number[]>()
    const note = (name: string, took: number) => calls.set(name, [...(calls.get(name) ?? []), took])
    const sizes: GrowthResults['sizes'][number][] = []
    let from = 0
    for (const entries of SIZES[mode]) {
      const to = Math.ceil(entries / each)
      say(`growth: ${entries} entries`)
      await signing.app.close()
      await grow(client, id, { from, to })
      from = to
      sizes.push({ entries, ...(await sizeOf(client)) })
      note('start-up', await fastestStart(settings))
      // Without what works in the background, and with the key that all documents belong to.
      signing = new SigningApp((await startSigningApp(settings)).app, key)
      const browser = new Visitor(new ConsoleForms(signing).visited)
      for (const each of visitor.cookies) browser.cookies.set(...each)
      const middle = `${id.slice(0, -TAIL)}${String(Math.floor(to / 2)).padStart(TAIL, '0')}`
      for (const [name, call] of Object.entries(
        callsOf(signing, browser, {
          pattern: id,
          endpoint,
          middle,
        }),
      ))
        note(name, await medianOf(call, name === CREATE ? CREATES : CALLS))
    }
    await signing.app.close()
    return {
      mode,
      date: new Date().toISOString(),
      machine: describeMachine(),
      sizes,
      calls: [...calls].map(([name, took]) => ({ name, ms: took })),
    }
  } finally {
    await client.end().catch(() => undefined)
    await receiver.close()
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What docs/benchmarks.md says of it. */
export function growthReport(results: GrowthResults): string {
  const { sizes, calls } = results
  const head = ['', ...sizes.map(({ entries }) => entries.toLocaleString('en')), 'last / first']
  const rows = calls.map(({ name, ms: took }) => {
    const ratio = (took.at(-1) ?? 0) / (took[0] ?? 1)
    return row(name, ...took.map(ms), ratio > GOAL ? `**${ratio.toFixed(2)}**` : ratio.toFixed(2))
  })
  const facts = sizes.map(({ rows: of, bytes }) =>
    [
      `${(of.signature_requests ?? 0).toLocaleString('en')} documents`,
      `${(of.webhook_deliveries ?? 0).toLocaleString('en')} deliveries`,
      `${(of.quota_usage ?? 0).toLocaleString('en')} counters`,
      `${(bytes / 1e9).toFixed(2)} GB`,
    ].join(', '),
  )
  return [
    measuredOn(results, 'growth'),
    '',
    `Entries of audit trails, all of one account: ${facts.join('; ')}. Medians of ${CALLS} calls; start-ups: the fastest of three. Goal: at most ${GOAL} times.`,
    '',
    table(head, rows),
    '',
  ].join('\n')
}
