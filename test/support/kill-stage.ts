/**
 * The service as a process that is killed at moments of a test's choice and started again each time, between
 * carriers that speak the real protocols. What they took before a kill they have.
 */
import { existsSync, watch } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import BetterSqlite from 'better-sqlite3'
import type { SMTPServerOptions } from 'smtp-server'
import { openPlatform } from '../../src/app/platform.ts'
import { loadConfig } from '../../src/config/config.ts'
import { JOBS } from '../../src/signing/model/job-kinds.ts'
import { carrierSettings, TWILIO_LOGIN } from './carriers.ts'
import { type Glance, openGlance } from './glance.ts'
import { engineSettings } from './place.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { cachedKeys, KEYS_PRELOAD, keysSettings } from './rsa-keys.ts'
import { dataFolder, freePort, ServerProcess } from './server-process.ts'
import { startSmtpSink } from './smtp-sink.ts'
import { startTwilio } from './twilio-server.ts'

/** How long a start may take on a machine that has other things to do. */
const READY_MS = 400_000
/** How much later it is after each restart: codes can be asked for again, what was put off is due. */
const LATER_MS = 61_000

export const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

/** What a kill left behind. */
export interface Landing {
  at: string
  /** The newest entry of the trail that tells of an act. */
  newest: string | undefined
  /** Kinds of jobs that were being done. */
  running: string[]
  /** Deliveries of webhooks that had no outcome yet. */
  undelivered: number
  /** How often the seal had been begun. */
  sealings: number
}

/** Things that the process can be killed for. */
type Trigger = 'mail' | 'text' | 'webhook' | 'file' | 'provider'

async function makeData(settings: Record<string, string>, plan: string) {
  const config = loadConfig({ ...settings, PARAPH_LOG_LEVEL: 'silent', PARAPH_CA_KEY_POOL: '0' })
  const platform = await openPlatform(config, { makeKey: cachedKeys() })
  const { accounts, pki } = platform
  while (pki.authority.state.status === 'starting') await pause(10)
  const account = await accounts.accounts.createAccount('ops@example.com')
  const input = { accountId: account.id, plan, name: 'kills' }
  const { secret } = await accounts.keys.createKey({ ...input, mode: 'live' })
  const root = (await pki.authority.key('root')).facts.certificate
  await platform.close()
  return { key: secret, root }
}

/**
 * Starts the carriers, makes the data folder with its authority, and launches the server.
 * @param more settings; `{port}` in the mail server's address is the sink's
 * @param process the plan of its key, and what is loaded into it before its own code
 */
export async function startKillStage(
  more: Record<string, string> = {},
  smtp: SMTPServerOptions = {},
  { plan = 'signature_business', preload = KEYS_PRELOAD } = {},
) {
  const folder = await dataFolder()
  const [sink, receiver] = [await startSmtpSink(smtp), await startReceiver()]
  let stage: KillStage | undefined
  const twilio = await startTwilio(TWILIO_LOGIN, () =>
    stage?.isShotFor('text') ? 'silence' : undefined,
  )
  const port = await freePort()
  const settings = {
    PARAPH_DATA_DIR: folder.path,
    PARAPH_BASE_URL: `http://127.0.0.1:${port}`,
    PARAPH_OFFICE_WORKERS: '1',
    PARAPH_MERGE_WORKERS: '1',
    PARAPH_VERIFY_WORKERS: '1',
    PARAPH_INVOICE_WORKERS: '1',
    PARAPH_STRANGERS_PER_DAY: '0',
    PARAPH_SMS_PER_PREFIX: '10000/10000',
    PARAPH_CA_AUTOMATIC: 'on',
    PARAPH_CA_KEY_POOL: '2',
    PARAPH_WEBHOOK_PRIVATE: 'on',
    ...carrierSettings(sink, twilio),
    ...engineSettings(folder.path),
    ...more,
  }
  settings.PARAPH_SMTP_URL = settings.PARAPH_SMTP_URL.replace('{port}', String(sink.port))
  const made = await makeData(settings, plan)
  const documents = join(folder.path, 'documents', 'incoming')
  await mkdir(documents, { recursive: true })
  stage = new KillStage({
    ...made,
    settings,
    port,
    preload,
    documents,
    sink,
    receiver,
    twilio,
    folder,
    glance: await openGlance(folder.path),
  })
  return stage
}

interface Parts {
  key: string
  root: Awaited<ReturnType<typeof makeData>>['root']
  settings: Record<string, string>
  port: number
  preload: string
  /** Where files are written before they get their name. */
  documents: string
  sink: Awaited<ReturnType<typeof startSmtpSink>>
  receiver: Receiver
  twilio: Awaited<ReturnType<typeof startTwilio>>
  folder: Awaited<ReturnType<typeof dataFolder>>
  glance: Glance
}

/** The process, and the one who kills it. */
export class KillStage {
  readonly parts: Parts
  readonly landings: Landing[] = []
  /** Calls that were cut off. */
  cutOff = 0
  /** For moments of a kill, which are read off SQLite's file alone; undefined on PostgreSQL. */
  readonly #file: BetterSqlite.Database | undefined
  readonly #watching
  readonly #armed = new Map<Trigger, { at: string; isSo: (what: string) => boolean }>()
  #server: ServerProcess
  #aheadMs = 0
  #up: Promise<unknown>
  #killing = false

  constructor(parts: Parts) {
    this.parts = parts
    if (parts.settings.PARAPH_DATABASE_URL === undefined)
      this.#file = new BetterSqlite(join(parts.folder.path, 'paraph.sqlite'), { readonly: true })
    this.#server = this.#launch()
    this.#up = this.#server.ready(READY_MS)
    parts.receiver.answer = ({ type }, response) => {
      if (!this.isShotFor('webhook', type)) response.writeHead(204).end()
    }
    parts.sink.beforeAnswer = () => (this.isShotFor('mail') ? this.up() : undefined)
    this.#watching = watch(parts.documents, (_event, name) => {
      // A file that goes away is reported too.
      if (name !== null && existsSync(join(parts.documents, name))) this.isShotFor('file')
    })
  }

  /** Whether a thing is what was waited for; then the process dies before it gets an answer. */
  isShotFor(trigger: Trigger, what = ''): boolean {
    const armed = this.#armed.get(trigger)
    if (armed === undefined || this.#killing || !armed.isSo(what)) return false
    this.#armed.delete(trigger)
    void this.kill(armed.at)
    return true
  }

  #launch(): ServerProcess {
    const settings = {
      ...this.parts.settings,
      ...keysSettings(),
      TEST_CLOCK_AHEAD_MS: String(this.#aheadMs),
    }
    return new ServerProcess(this.parts.port, settings, this.parts.preload)
  }

  /** Kills the process with the next thing of a kind, while that is under way. */
  arm(trigger: Trigger, at: string, isSo: (what: string) => boolean = () => true): void {
    this.#armed.set(trigger, { at, isSo })
  }

  /** Kills the process as soon as its database says so, or some milliseconds later. */
  async killWhen(at: string, isSo: () => boolean, afterMs = 0): Promise<void> {
    const until = performance.now() + READY_MS
    while (this.#killing || !isSo()) {
      if (performance.now() > until) throw new Error(`it never came to that: ${at}`)
      await pause(1)
    }
    if (afterMs > 0) await pause(afterMs)
    await this.kill(at)
  }

  /** Kills the process and starts it again, a minute later by its clock. */
  async kill(at: string): Promise<void> {
    if (this.#killing) return await this.up()
    this.#killing = true
    const again = async () => {
      await this.#server.stop('SIGKILL')
      this.landings.push(this.#look(at))
      this.#aheadMs += LATER_MS
      this.#server = this.#launch()
      this.#killing = false
      // Nobody who signs needs LibreOffice, which starts meanwhile.
      await this.#server.says(() => true, READY_MS)
    }
    this.#up = again()
    await this.#up
  }

  /** How often the seal was begun. */
  get sealings(): number {
    return this.value("SELECT coalesce(sum(attempts), 0) FROM jobs WHERE kind = 'signing.seal'")
  }

  /** Waits until so many kills have landed. */
  async landed(count: number): Promise<void> {
    const until = performance.now() + READY_MS
    while (this.landings.length < count) {
      if (performance.now() > until)
        throw new Error(`not killed after: ${this.landings.at(-1)?.at}`)
      await pause(10)
    }
  }

  /** Resolves when the process that was started last is ready. */
  async up(): Promise<void> {
    for (let seen: unknown; seen !== this.#up; ) {
      seen = this.#up
      await seen
    }
  }

  /** Makes a call, again and again until one is answered. */
  async insist(call: (origin: string) => Promise<Response>): Promise<Response> {
    for (;;) {
      await this.up()
      try {
        const answer = await call(`http://127.0.0.1:${this.parts.port}`)
        // A body that was cut off is no answer either.
        return new Response(await answer.arrayBuffer(), answer)
      } catch (error) {
        if (!(error instanceof TypeError)) throw error
        this.cutOff += 1
        await pause(20)
      }
    }
  }

  get #db(): BetterSqlite.Database {
    if (this.#file === undefined) throw new Error('moments of a kill are seen in SQLite alone')
    return this.#file
  }

  /** One value of a query over SQLite's file, at this moment. */
  value<Value>(sql: string, ...bound: unknown[]): Value {
    return this.#db
      .prepare(sql)
      .pluck()
      .get(...bound) as Value
  }

  /** How many entries of a type the trail has. */
  count(type: string): number {
    return this.value('SELECT count(*) FROM audit_entries WHERE type = ?', type)
  }

  /** Waits for something in the database. */
  async settled(sql: string, wanted: unknown): Promise<void> {
    const until = performance.now() + 120_000
    const { glance } = this.parts
    for (let value = await glance.value(sql); value !== wanted; value = await glance.value(sql)) {
      if (performance.now() > until) throw new Error(`${sql}: ${value}, not ${wanted}`)
      await pause(20)
    }
  }

  /** Waits until no job is left but those that are always planned: daily work, ends of links. */
  async settledJobs(): Promise<void> {
    const planned = [JOBS.expire, JOBS.watchTexts, JOBS.findStamps].map((kind) => `'${kind}'`)
    await this.settled(
      `SELECT count(*) FROM jobs WHERE kind NOT IN (${planned.join()}) AND kind NOT LIKE '%.sweep'`,
      0,
    )
  }

  #look(at: string): Landing {
    const newest = this.value<string | undefined>(
      "SELECT type FROM audit_entries WHERE type NOT IN ('message.sent', 'trails.heads') ORDER BY position DESC LIMIT 1",
    )
    const running = this.#db.prepare('SELECT kind FROM jobs WHERE leased_until IS NOT NULL').pluck()
    const pending = "SELECT count(*) FROM webhook_deliveries WHERE status = 'pending'"
    return {
      at,
      newest,
      running: running.all() as string[],
      undelivered: this.value(pending),
      sealings: this.sealings,
    }
  }

  /** The process that was started last. */
  get pid(): number {
    return this.#server.pid
  }

  /** What the process that was started last has written. */
  get output(): string {
    return `${this.#server.logged}\n${this.#server.said}`
  }

  /** Stops the process as an operator does; answers its exit code. */
  stop(): Promise<number | null> {
    return this.#server.stop()
  }

  async close(): Promise<void> {
    this.#watching.close()
    await this.#server.stop('SIGKILL')
    this.#file?.close()
    const { sink, receiver, twilio, folder, glance } = this.parts
    await Promise.all([sink.close(), receiver.close(), twilio.close(), glance.close()])
    await folder.remove()
  }
}
