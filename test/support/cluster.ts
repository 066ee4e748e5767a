/** Three instances of the built service behind HAProxy, on one PostgreSQL and one S3 server; any part can be taken away. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { balancerConfig } from './balancer.ts'
import { type Cable, layCable } from './cable.ts'
import { carrierSettings, TWILIO_LOGIN } from './carriers.ts'
import { GENEROUS_PLANS } from './generous-plans.ts'
import { pause } from './kill-stage.ts'
import { S3_BUCKET, S3_KEYS } from './place.ts'
import { PostgresServer } from './postgres.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { KEYS_PRELOAD, keysSettings } from './rsa-keys.ts'
import { type S3Server, startS3 } from './s3-servers.ts'
import { adminKey, freePort, ServerProcess } from './server-process.ts'
import { startSmtpSink } from './smtp-sink.ts'
import { startTwilio } from './twilio-server.ts'

const HAPROXY = '/usr/sbin/haproxy'
const READY_MS = 120_000
const SCHEMA = 'paraph'
/** Of the clock of one instance: the database's is everybody's. */
const CLOCK_AHEAD_MS = 300_000

/** Every signer comes from an address of their own, which the test writes down; the shipped balancer trusts no caller's. */
const balancer = (port: number, instances: readonly number[]): string =>
  balancerConfig([{ name: 'i', port, instances }])
    .replace('  http-request del-header X-Forwarded-For\n', '')
    .replace('option forwardfor', 'option forwardfor if-none')

/** One instance: its process, its folder, and its lines. */
export class Node {
  readonly settings: Record<string, string>
  readonly port: number
  readonly database: Cable
  process: ServerProcess
  #root: string | undefined
  /** How often it was killed. */
  kills = 0

  constructor(parts: { settings: Record<string, string>; port: number; database: Cable }) {
    this.settings = parts.settings
    this.port = parts.port
    this.database = parts.database
    this.process = this.#launch()
  }

  /** As under a supervisor: who gives up at the start, because the database is away or busy, is started again. */
  #launch(): ServerProcess {
    const settings = { ...this.settings, ...keysSettings() }
    const made = new ServerProcess(this.port, settings, KEYS_PRELOAD, [], this.#root)
    void made.exited.then((code) => {
      if (code === 1 && this.process === made) this.process = this.#launch()
    })
    return made
  }

  async ready(): Promise<void> {
    const endMs = performance.now() + READY_MS
    while (performance.now() < endMs) {
      const isReady = await this.process.ready(READY_MS).then(
        () => true,
        () => false,
      )
      if (isReady) return
      await pause(500)
    }
    throw new Error(`no start: ${this.process.said}`)
  }

  /** Kills it, and starts it again. */
  async kill(downMs = 0): Promise<void> {
    this.kills += 1
    await this.process.stop('SIGKILL')
    await pause(downMs)
    this.process = this.#launch()
  }

  /** Stops it as an operator does and starts another build in its place. @throws Error when it did not end well */
  async upgrade(root: string): Promise<void> {
    const code = await this.process.stop()
    // What it wrote last may still be on its way.
    if (code !== 0) await pause(500)
    if (code !== 0)
      throw new Error(`ended with ${code}: ${this.process.said}${this.process.logged}`)
    this.#root = root
    this.process = this.#launch()
    await this.ready()
  }
}

interface Parts {
  folder: string
  postgres: PostgresServer
  s3: S3Server
  storage: Cable
  nodes: Node[]
  proxy: ChildProcess
  sink: Awaited<ReturnType<typeof startSmtpSink>>
  receiver: Receiver
  twilio: Awaited<ReturnType<typeof startTwilio>>
  key: string
}

/** All of it, running. */
export class Cluster {
  readonly url: string
  readonly parts: Parts

  constructor(url: string, parts: Parts) {
    this.url = url
    this.parts = parts
  }

  /** Rows of a query over the database. */
  async rows<Row extends object>(sql: string): Promise<Row[]> {
    const client = new Client({
      connectionString: this.parts.postgres.url,
      options: `-c search_path=${SCHEMA}`,
    })
    await client.connect()
    try {
      return (await client.query<Row>(sql)).rows
    } finally {
      await client.end()
    }
  }

  /** Stops the instances as an operator does; answers their exit codes. */
  stop(): Promise<Array<number | null>> {
    return Promise.all(this.parts.nodes.map(({ process }) => process.stop()))
  }

  async close(): Promise<void> {
    const { nodes, proxy, sink, receiver, twilio, storage, s3, postgres, folder } = this.parts
    await Promise.all(nodes.map(({ process }) => process.stop('SIGKILL')))
    proxy.kill('SIGKILL')
    await Promise.all([sink.close(), receiver.close(), twilio.close(), storage.close()])
    await Promise.all(nodes.map(({ database }) => database.close()))
    s3.stop()
    await postgres.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function settingsOf(
  folder: string,
  number: number,
  shared: Record<string, string>,
  postgres: PostgresServer,
) {
  const database = await layCable(postgres.port)
  const settings = {
    ...shared,
    PARAPH_DATA_DIR: join(folder, `instance-${number}`),
    PARAPH_DATABASE_URL: `postgres://paraph@127.0.0.1:${database.port}/postgres?schema=${SCHEMA}`,
  }
  return { settings, database, port: await freePort() }
}

/** Starts everything: the instances at once, on an empty database. @param roles PARAPH_ROLES of each instance */
export async function startCluster(roles: readonly string[] = ['', '', '']): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'paraph-cluster-'))
  const [postgres, s3] = await Promise.all([PostgresServer.start(), startS3('S3Proxy')])
  const [sink, receiver, storage] = [
    await startSmtpSink(),
    await startReceiver(),
    await layCable(Number(new URL(s3.endpoint).port)),
  ]
  const twilio = await startTwilio(TWILIO_LOGIN)
  const [port, plans] = [await freePort(), join(folder, 'plans.json')]
  writeFileSync(plans, JSON.stringify(GENEROUS_PLANS))
  const url = `http://127.0.0.1:${port}`
  const endpoint = encodeURIComponent(`http://127.0.0.1:${storage.port}`)
  const shared = {
    PARAPH_BASE_URL: url,
    PARAPH_TRUSTED_PROXIES: '1',
    PARAPH_PLANS_FILE: plans,
    PARAPH_STORAGE_URL: `s3://${S3_BUCKET}/cluster?endpoint=${endpoint}`,
    AWS_ACCESS_KEY_ID: S3_KEYS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey,
    PARAPH_CA_PASSPHRASE: 'the passphrase of every instance',
    PARAPH_CA_AUTOMATIC: 'on',
    PARAPH_CA_KEY_POOL: '2',
    PARAPH_OFFICE_WORKERS: '1',
    PARAPH_MERGE_WORKERS: '1',
    PARAPH_VERIFY_WORKERS: '1',
    PARAPH_INVOICE_WORKERS: '1',
    PARAPH_SIGN_WORKERS: '1',
    PARAPH_STRANGERS_PER_DAY: '0',
    PARAPH_SMS_PER_KEY: '10000/10000',
    PARAPH_SMS_PER_ACCOUNT: '10000/10000',
    PARAPH_SMS_PER_PREFIX: '10000/10000',
    PARAPH_WEBHOOK_PRIVATE: 'on',
    ...carrierSettings(sink, twilio),
  }
  const made = []
  for (const [index, each] of roles.entries()) {
    const own = {
      PARAPH_ROLES: each,
      TEST_CLOCK_AHEAD_MS: String(index === 1 ? CLOCK_AHEAD_MS : 0),
    }
    made.push(await settingsOf(folder, index + 1, { ...shared, ...own }, postgres))
  }
  const nodes = made.map((each) => new Node(each))
  const config = join(folder, 'haproxy.cfg')
  writeFileSync(
    config,
    balancer(
      port,
      nodes.map((node) => node.port),
    ),
  )
  const proxy = spawn(HAPROXY, ['-db', '-f', config], { stdio: 'ignore' })
  const parts = { folder, postgres, s3, storage, nodes, proxy, sink, receiver, twilio, key: '' }
  const cluster = new Cluster(url, parts)
  try {
    await Promise.all(nodes.map((node) => node.ready()))
    const first = nodes[0]?.settings ?? {}
    parts.key = await adminKey(first, 'abused')
    return cluster
  } catch (error) {
    await cluster.close()
    throw error
  }
}
