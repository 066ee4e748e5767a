/**
 * Three instances behind HAProxy, on one PostgreSQL and one bucket, while parts of it are killed. They start at once on an
 * empty database, and the clock of one is five minutes ahead throughout.
 */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parseCertificate } from '../../src/pades/certificate.ts'
import { verifyPdf } from '../../src/pades/verify.ts'
import { EVENT_TYPES } from '../../src/webhooks/events.ts'
import { type Cluster, startCluster } from '../support/cluster.ts'
import { ClusterLoad } from '../support/cluster-load.ts'
import { pause } from '../support/kill-stage.ts'
import { admin } from '../support/server-process.ts'

/** Of load, with a fault every few seconds; `npm run test:all` makes it ten minutes. */
const SECONDS = Number(process.env.TEST_INSTANCES_SECONDS ?? 22)
/** Where there is time, what is away stays away for a minute, or for longer than an instance may be silent. */
const IS_LONG = SECONDS >= 120
const AWAY_MS = IS_LONG ? 60_000 : 3_000
const SILENT_MS = IS_LONG ? 20_000 : 3_000
/** Outages of a minute that follow one another leave work waiting for minutes; none of it may be lost. */
const PATIENCE_MS = IS_LONG ? 300_000 : 120_000

let cluster: Cluster

beforeEach(async () => {
  cluster = await startCluster()
}, 300_000)
afterEach(() => cluster.close())

let turns = 0
/** Each in turn. */
const nextNode = () => {
  const { nodes } = cluster.parts
  turns += 1
  const node = nodes[turns % nodes.length]
  if (node === undefined) throw new Error('no instance')
  return node
}

/** What happens to the cluster, in turn. */
const FAULTS: Readonly<Record<string, () => Promise<void>>> = {
  'an instance is killed and started again': () => nextNode().kill(),
  async 'PostgreSQL is killed and comes back'() {
    await cluster.parts.postgres.kill()
    await pause(1_000)
    await cluster.parts.postgres.restart()
  },
  'an instance is killed and stays away': () => nextNode().kill(IS_LONG ? 10_000 : 1_000),
  async 'the bucket is away'() {
    cluster.parts.storage.cut()
    await pause(AWAY_MS)
    cluster.parts.storage.mend()
  },
  async 'the bucket stops, answers nobody, and is there again'() {
    process.kill(cluster.parts.s3.pid, 'SIGSTOP')
    await pause(AWAY_MS)
    process.kill(cluster.parts.s3.pid, 'SIGCONT')
  },
  async 'the line of one instance to the database is cut'() {
    const { database } = nextNode()
    database.cut()
    await pause(SILENT_MS)
    database.mend()
  },
  async 'packets between one instance and the database are lost'() {
    const { database } = nextNode()
    database.freeze()
    await pause(SILENT_MS)
    database.mend()
  },
}
/** How often each of them happened. */
const happened = new Map<string, number>()

async function spoil(endMs: number): Promise<void> {
  for (let turn = 0; performance.now() < endMs; turn += 1) {
    await pause(3_000 + Math.random() * 1_000)
    const [name = '', happens] = Object.entries(FAULTS)[turn % Object.keys(FAULTS).length] ?? []
    await happens?.()
    happened.set(name, (happened.get(name) ?? 0) + 1)
  }
}

const settled = (sql: string) =>
  expect.poll(() => cluster.rows(sql), { timeout: PATIENCE_MS, interval: 500 }).toEqual([])

/** Every event of every document, in its order, as often as it may be. */
async function expectAllDelivered(ids: readonly string[]): Promise<void> {
  const types = EVENT_TYPES.map((type) => `'${type}'`).join(', ')
  const entries = await cluster.rows<{ trail_id: string; seq: string }>(
    `SELECT trail_id, seq FROM audit_entries WHERE type IN (${types}) ORDER BY trail_id, seq`,
  )
  const { received, refused } = cluster.parts.receiver
  expect(refused).toBe(0)
  for (const id of ids) {
    const seen = received
      .filter(({ data }) => data.document_id === id)
      .map(({ data }) => (data.trail as { seq: number }).seq)
    const inOrder = seen.filter((seq, index) => seen.indexOf(seq) === index)
    const due = entries.filter(({ trail_id }) => trail_id === id).map(({ seq }) => Number(seq))
    expect([id, ...inOrder]).toEqual([id, ...due])
  }
  const bodies = new Map(received.map((each) => [each.id, each.body]))
  expect(received.every((each) => bodies.get(each.id) === each.body)).toBe(true)
}

/** Each file that was signed, as a judge sees it: two signers, once each. */
async function expectSigned(id: string, root: Buffer): Promise<void> {
  const headers = { 'x-api-key': cluster.parts.key }
  const answer = await fetch(`${cluster.url}/api/v1/documents/${id}/signed`, { headers })
  expect(answer.status).toBe(200)
  const pdf = Buffer.from(await answer.arrayBuffer())
  const roots = [parseCertificate(root)] as const
  const { problems, signatures } = verifyPdf(pdf, { roots: [...roots], nowMs: Date.now() + 60_000 })
  expect(problems).toEqual([])
  const fields = signatures.map(({ field }) => field)
  expect(fields.filter((field) => field.includes('-signer-'))).toHaveLength(2)
  expect(new Set(fields).size).toBe(fields.length)
}

test(
  'nothing acknowledged is lost or doubled, whatever is killed',
  async () => {
    const { parts } = cluster
    const headers = { 'x-api-key': parts.key }
    const secret = await fetch(`${cluster.url}/api/v1/webhooks/default-secret`, { headers })
    parts.receiver.secrets.push(((await secret.json()) as { secret: string }).secret)
    const load = new ClusterLoad(cluster, { patienceMs: PATIENCE_MS })
    const endMs = performance.now() + SECONDS * 1_000
    await Promise.all([load.until(() => performance.now() >= endMs), spoil(endMs)])
    console.info({ ...load, documents: load.documents.length, happened })
    expect(load.wrong).toEqual([])
    await settled("SELECT id, status FROM signature_requests WHERE status <> 'completed'")
    // The instance that sends may have been killed: the next one has to read on before there is anything to deliver.
    await settled(
      `SELECT position FROM audit_entries WHERE position >
      (SELECT position FROM audit_readers WHERE name = 'webhooks') LIMIT 1`,
    )
    await settled("SELECT id FROM webhook_deliveries WHERE status = 'pending'")
    expect(load.documents.length).toBeGreaterThan(SECONDS < 20 ? 1 : 3)
    const ids = await cluster.rows<{ id: string }>('SELECT id FROM signature_requests ORDER BY id')
    expect(ids.map(({ id }) => id)).toEqual([...load.documents].sort())
    const roots = await cluster.rows<{ der: Buffer }>(
      "SELECT der FROM pki_certificates WHERE profile = 'root' AND der IS NOT NULL",
    )
    expect(roots).toHaveLength(1)
    for (const { id } of ids) await expectSigned(id, roots[0]?.der ?? Buffer.alloc(0))
    await expectAllDelivered(load.documents)
    const once = await cluster.rows(
      "SELECT data::json ->> 'signer_id' FROM audit_entries WHERE type = 'signer.signed' GROUP BY 1 HAVING count(*) <> 1",
    )
    expect(once).toEqual([])
    const [usage] = await cluster.rows<{ documents: string; signatures: string }>(
      `SELECT sum(used) FILTER (WHERE metric = 'documents') AS documents,
      sum(used) FILTER (WHERE metric = 'signatures') AS signatures FROM quota_usage`,
    )
    expect(Number(usage?.signatures)).toBe(2 * load.documents.length)
    // A render that was cut off after it was counted was answered to nobody.
    expect(Number(usage?.documents)).toBeGreaterThanOrEqual(load.renders)
    expect(Number(usage?.documents)).toBeLessThanOrEqual(load.renders + load.cut)
    const settings = parts.nodes[0]?.settings ?? {}
    expect(await admin(settings, 'verify-audit')).toMatch(/^intact/)
    expect(await cluster.stop()).toEqual([0, 0, 0])
  },
  (SECONDS + 1_000) * 1_000,
)
