/**
 * A database with the rows of many documents: one that two people signed, and as many more with the same rows as are
 * wanted, all of one account, each table filled by one statement. PostgreSQL only.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { ConsoleForms } from './console-forms.ts'
import { member, Visitor } from './console-visitor.ts'
import { PostgresServer } from './postgres.ts'
import { startReceiver } from './receiver.ts'
import { SigningApp, somebody, startSigningApp } from './signing-app.ts'

const SCHEMA = 'growth'

/** The end of an id that is replaced by the number of its copy. */
const TAIL = 10
/** The one call of {@link GrownService.calls} that a plan limits, to thirty a minute. */
export const CREATE = 'a document is created'
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

/** What is copied are the rows of a document that is over: delivered to the webhook, and looked at by the daily runs. */
async function untilOver(client: Client, id: string): Promise<void> {
  const isOver = async () => {
    const { rows } = await client.query<{ all: string; open: string; stamps: string }>(
      `SELECT count(*) AS all, count(*) FILTER (WHERE status <> 'delivered') AS open,
        (SELECT count(*) FROM audit_stamps WHERE trail_id = $1) AS stamps
      FROM webhook_deliveries WHERE lane = $1`,
      [id],
    )
    const [{ all, open, stamps } = { all: 0, open: 0, stamps: 0 }] = rows
    return Number(all) > 5 && Number(open) === 0 && Number(stamps) > 0
  }
  for (let left = 200; !(await isOver()); left -= 1) {
    if (left === 0) throw new Error('it was not delivered to the webhook, or not stamped')
    await sleep(100)
  }
  // What comes after the end of a document is stamped once a day, and so is it noted when its time-stamps end.
  await client.query(
    `INSERT INTO audit_stamps SELECT trail_id, (SELECT max(seq) FROM audit_entries WHERE trail_id = $1), token, stamped_at
    FROM audit_stamps WHERE trail_id = $1 LIMIT 1 ON CONFLICT DO NOTHING`,
    [id],
  )
  await client.query(
    "UPDATE signature_requests SET stamp_ends_at = '2040-01-01T00:00:00.000Z' WHERE id = $1",
    [id],
  )
}

/** A service on PostgreSQL whose one account has as many documents as are wanted. */
export class GrownService {
  readonly client: Client
  readonly settings: Record<string, string>
  readonly #closers: Array<() => unknown> = []
  #signing: SigningApp | undefined
  #visitor: Visitor | undefined
  #pattern = { id: '', endpoint: '', entries: 0 }
  #copies = 0

  private constructor(server: PostgresServer) {
    const folder = mkdtempSync(join(tmpdir(), 'paraph-grown-'))
    this.#closers.push(
      () => rmSync(folder, { recursive: true, force: true }),
      () => server.close(),
    )
    this.client = new Client({ connectionString: server.url, options: `-c search_path=${SCHEMA}` })
    this.settings = {
      PARAPH_DATA_DIR: folder,
      PARAPH_DATABASE_URL: `${server.url}?schema=${SCHEMA}`,
      PARAPH_DATABASE_TIMEOUT_MS: '600000',
      PARAPH_SIGNER_KEYS: 'ecdsa-p256',
      PARAPH_WEBHOOK_PRIVATE: 'on',
      PARAPH_READS_PER_MINUTE: '1000000',
    }
  }

  /** With one document. */
  static async start(): Promise<GrownService> {
    const grown = new GrownService(await PostgresServer.start())
    await grown.#begin()
    return grown
  }

  async #begin(): Promise<void> {
    const receiver = await startReceiver()
    this.#closers.push(() => receiver.close())
    const started = await startSigningApp(this.settings)
    await started.services.start()
    // Somebody with a log-in owns everything.
    const { visitor, accountId } = await member(new ConsoleForms(started).visited)
    this.#visitor = visitor
    const key = await started.app.keyFor(accountId, 'signature_business')
    const signing = new SigningApp(started.app, key)
    this.#signing = signing
    const made = await signing.app.call('POST', '/api/v1/webhooks', {
      key,
      json: { url: receiver.url },
    })
    const who = [somebody(), somebody()]
    const { id } = await signing.create(who)
    await signing.finish(id, who)
    await this.client.connect()
    this.#closers.push(() => this.client.end())
    await untilOver(this.client, id)
    const counted = await this.client.query<{ n: string }>(
      'SELECT count(*) AS n FROM audit_entries WHERE trail_id = $1',
      [id],
    )
    const { id: endpoint } = made.json<{ id: string }>()
    this.#pattern = { id, endpoint, entries: Number(counted.rows[0]?.n) }
  }

  /** The service ends; its database gets so many entries in all. */
  async grow(entries: number): Promise<void> {
    await this.#signing?.app.close()
    const to = Math.ceil(entries / this.#pattern.entries)
    await grow(this.client, this.#pattern.id, { from: this.#copies, to })
    this.#copies = to
  }

  /** The service starts again, without what works in the background. @returns it, and the calls whose cost may not grow */
  async open() {
    const { id, endpoint } = this.#pattern
    const signing = new SigningApp(
      (await startSigningApp(this.settings)).app,
      this.#signing?.key ?? '',
    )
    this.#signing = signing
    const browser = new Visitor(new ConsoleForms(signing).visited)
    for (const each of this.#visitor?.cookies ?? []) browser.cookies.set(...each)
    const half = String(Math.floor(this.#copies / 2)).padStart(TAIL, '0')
    const middle = `${id.slice(0, -TAIL)}${half}`
    return { signing, calls: callsOf(signing, browser, { pattern: id, endpoint, middle }) }
  }

  /** How many rows each table of documents has, and bytes of all. */
  async size(): Promise<{ rows: Record<string, number>; bytes: number }> {
    const rows: Record<string, number> = {}
    for (const name of [...TABLES.map(([table]) => table), 'quota_usage', 'blob_refs']) {
      const counted = await this.client.query<{ n: string }>(`SELECT count(*) AS n FROM ${name}`)
      rows[name] = Number(counted.rows[0]?.n)
    }
    const total = await this.client.query<{ bytes: string }>(
      `SELECT sum(pg_total_relation_size(oid)) AS bytes FROM pg_class
      WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace`,
    )
    return { rows, bytes: Number(total.rows[0]?.bytes) }
  }

  async close(): Promise<void> {
    await this.#signing?.app.close()
    for (const close of this.#closers.toReversed()) await close()
  }
}
