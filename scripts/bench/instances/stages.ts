/**
 * What is raced: one instance on SQLite and files, one on PostgreSQL and S3, three on those; all from the built service,
 * each behind the balancer of docs/ops. They are there at the same time, and one of them at a time has work.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { balancerConfig } from '../../../test/support/balancer.ts'
import { carrierSettings, TWILIO_LOGIN } from '../../../test/support/carriers.ts'
import { GENEROUS_PLANS } from '../../../test/support/generous-plans.ts'
import { S3_BUCKET, S3_KEYS } from '../../../test/support/place.ts'
import { PostgresServer } from '../../../test/support/postgres.ts'
import { type Receiver, startReceiver } from '../../../test/support/receiver.ts'
import { KEYS_PRELOAD, keysSettings } from '../../../test/support/rsa-keys.ts'
import { type S3Server, startS3 } from '../../../test/support/s3-servers.ts'
import { admin, adminOf, freePort, ServerProcess } from '../../../test/support/server-process.ts'
import { startSmtpSink } from '../../../test/support/smtp-sink.ts'
import { startTwilio } from '../../../test/support/twilio-server.ts'
import { untilReady } from '../contender.ts'

const HAPROXY = '/usr/sbin/haproxy'
const READY_MS = 400_000
const KEYS = 4

/** What is raced, in the order of the tables. */
export const STAGES = ['sqlite', 'one', 'three'] as const
export type StageName = (typeof STAGES)[number]
const COUNTS: Record<StageName, number> = { sqlite: 1, one: 1, three: 3 }
/** Of PARAPH_OFFICE_WORKERS: as many as there are cores, or one for each instance. */
const OFFICE_WORKERS: Record<StageName, string> = { sqlite: '2', one: '2', three: '1' }

/** Which build an instance runs, and a command that becomes it; absent: this one. */
export interface Build {
  readonly root?: string
  readonly through?: readonly string[]
  /** Absent: keys come from the cache of the tests. */
  readonly makesKeys?: boolean
}

/** One process of the service, which can be ended and started again. */
export class Instance {
  readonly settings: Record<string, string>
  readonly port: number
  readonly #build: Build
  process: ServerProcess

  constructor(settings: Record<string, string>, port: number, build: Build = {}) {
    this.settings = settings
    this.port = port
    this.#build = build
    this.process = this.start()
  }

  start(): ServerProcess {
    const { root, through = [], makesKeys } = this.#build
    const settings = { ...this.settings, ...(!makesKeys && keysSettings()) }
    const preload = makesKeys ? undefined : KEYS_PRELOAD
    this.process = new ServerProcess(this.port, settings, preload, through, root)
    return this.process
  }

  async ready(): Promise<void> {
    await this.process.ready(READY_MS)
  }

  /** What it calls itself in the database. */
  get id(): string {
    return readFileSync(join(this.settings.PARAPH_DATA_DIR ?? '', 'instance'), 'utf8').trim()
  }
}

/** Instances behind a balancer, and keys to call them with. */
export interface Stage {
  readonly name: StageName
  readonly url: string
  readonly instances: readonly Instance[]
  /** PostgreSQL's schema, and the folder of the bucket; '' of SQLite. */
  readonly schema: string
  /** Of one account. With one key it would be the counting of its calls that is measured. */
  readonly keys: readonly string[]
}

/** Everything that runs. */
export interface Site {
  readonly stages: Record<StageName, Stage>
  readonly postgres: PostgresServer
  readonly s3: S3Server
  readonly proxy: ChildProcess
  readonly sink: Awaited<ReturnType<typeof startSmtpSink>>
  readonly twilio: Awaited<ReturnType<typeof startTwilio>>
  readonly receiver: Receiver
  close(): Promise<void>
}

/** What ends what runs, in the order in which it was started. */
export type Closers = Array<() => unknown>
export type Carriers = Pick<Site, 's3' | 'sink' | 'twilio'> & {
  readonly postgres: Pick<PostgresServer, 'url' | 'port'>
}

export function sharedSettings(url: string, plans: string, { sink, twilio }: Carriers) {
  return {
    PARAPH_BASE_URL: url,
    PARAPH_TRUSTED_PROXIES: '1',
    PARAPH_PLANS_FILE: plans,
    PARAPH_CA_PASSPHRASE: 'the passphrase of every instance',
    PARAPH_CA_AUTOMATIC: 'on',
    PARAPH_CA_KEY_POOL: '2',
    PARAPH_READS_PER_MINUTE: '1000000',
    PARAPH_SMS_PER_KEY: '10000/10000',
    PARAPH_SMS_PER_ACCOUNT: '10000/10000',
    PARAPH_SMS_PER_PREFIX: '10000/10000',
    PARAPH_WEBHOOK_PRIVATE: 'on',
    ...carrierSettings(sink, twilio),
  }
}

export function backEnd(schema: string, { postgres, s3 }: Carriers): Record<string, string> {
  const endpoint = encodeURIComponent(s3.endpoint)
  return {
    PARAPH_DATABASE_URL: `${postgres.url}?schema=${schema}`,
    PARAPH_STORAGE_URL: `s3://${S3_BUCKET}/${schema}?endpoint=${endpoint}`,
    AWS_ACCESS_KEY_ID: S3_KEYS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey,
  }
}

/** @param closers get what ends an instance, as soon as it runs */
async function openStage(
  name: StageName,
  { folder, carriers, closers }: { folder: string; carriers: Carriers; closers: Closers },
): Promise<Stage> {
  const url = `http://127.0.0.1:${await freePort()}`
  const plans = join(folder, 'plans.json')
  writeFileSync(plans, JSON.stringify(GENEROUS_PLANS))
  const schema = name === 'sqlite' ? '' : `paraph_${name}`
  const shared = {
    ...sharedSettings(url, plans, carriers),
    ...(schema === '' ? {} : backEnd(schema, carriers)),
    PARAPH_OFFICE_WORKERS: OFFICE_WORKERS[name],
  }
  const instances = []
  for (let number = 1; number <= COUNTS[name]; number += 1) {
    const settings = { ...shared, PARAPH_DATA_DIR: join(folder, `${name}-${number}`) }
    const instance = new Instance(settings, await freePort())
    closers.push(() => instance.process.stop('SIGKILL'))
    instances.push(instance)
    await instance.ready()
  }
  const keys = await makeKeys(instances[0]?.settings ?? {})
  return { name, url, instances, schema, keys }
}

/** @param root of the build whose commands are used; absent: this one. accounts: how many they belong to, in turn */
export async function makeKeys(
  settings: Record<string, string>,
  { root, accounts = 1 }: { root?: string | undefined; accounts?: number } = {},
): Promise<string[]> {
  const run = root === undefined ? admin : adminOf(root)
  const addresses = Array.from({ length: accounts }, (_, n) => `bench${n}@example.com`)
  const made = await Promise.all(
    addresses.map((email) => run(settings, 'account', 'create', '--email', email)),
  )
  const make = (n: number) =>
    run(settings, 'key', 'create', '--account', made[n % accounts] ?? '', '--plan', 'abused')
  return await Promise.all(Array.from({ length: KEYS }, (_, n) => make(n)))
}

/** Starts everything. */
export async function openSite(say: (text: string) => void): Promise<Site> {
  const closers: Closers = []
  const close = async () => {
    for (const each of closers.toReversed()) await each()
  }
  try {
    return { ...(await openParts(closers, say)), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** What all instances share, in a folder of their own. PostgreSQL waits for the disk, as the SQLite file does; the bucket is in memory. */
export async function openCarriers(name: string, closers: Closers) {
  const folder = mkdtempSync(join(tmpdir(), `paraph-bench-${name}-`))
  closers.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const postgres = await PostgresServer.start({ fsync: 'on' })
  closers.push(() => postgres.close())
  const s3 = await startS3('S3Proxy')
  closers.push(() => s3.stop())
  const [sink, receiver] = [await startSmtpSink(), await startReceiver()]
  const twilio = await startTwilio(TWILIO_LOGIN)
  closers.push(
    () => sink.close(),
    () => receiver.close(),
    () => twilio.close(),
  )
  return { folder, carriers: { postgres, s3, sink, twilio }, receiver }
}

async function openParts(
  closers: Closers,
  say: (text: string) => void,
): Promise<Omit<Site, 'close'>> {
  const { folder, carriers, receiver } = await openCarriers('instances', closers)
  const open = (name: StageName) => {
    say(`instances: starting ${name}`)
    return openStage(name, { folder, carriers, closers })
  }
  const stages = {
    sqlite: await open('sqlite'),
    one: await open('one'),
    three: await open('three'),
  }
  const config = join(folder, 'haproxy.cfg')
  const behind = Object.values(stages).map(({ name, url, instances }) => ({
    name,
    port: Number(new URL(url).port),
    instances: instances.map(({ port }) => port),
  }))
  writeFileSync(config, balancerConfig(behind))
  const proxy = spawn(HAPROXY, ['-db', '-q', '-f', config], { stdio: 'ignore' })
  closers.push(() => proxy.kill('SIGKILL'))
  for (const { url } of Object.values(stages)) await untilReady(url, READY_MS)
  return { ...carriers, stages, proxy, receiver }
}
