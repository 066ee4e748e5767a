/** `webhooks …`: what a developer needs beside a server, over its HTTP interface with a key. */
import { setTimeout as sleep } from 'node:timers/promises'
import { loadCallerConfig } from '../config/config.ts'
import { systemResolver } from '../egress/addresses.ts'
import { systemClock, toIso } from '../kernel/clock.ts'
import { FatalError } from '../kernel/invariant.ts'
import { remoteApi } from '../mcp/api.ts'
import type { EventsPage } from '../webhooks/delivery-schemas.ts'
import { EVENT_TYPES } from '../webhooks/events.ts'
import { Sender } from '../webhooks/sender.ts'
import { signedHeaders } from '../webhooks/signature.ts'
import {
  type Command,
  type Flags,
  optional,
  required,
  type Session,
  UsageError,
} from './command.ts'

const POLL_MS = 1_000
const TIMEOUT_MS = 30_000
/** A developer restarts a program every minute: waiting longer would only be in the way. */
const PAUSE_MAX_MS = 5_000
/** Before every event that is stored. */
const BEGINNING = `evt_${'0'.repeat(26)}`

/** Waits twice as long after each failure in a row; the first and the last are reported, not those in between. */
class Patience {
  readonly #note: Session['note']
  readonly #signal: AbortSignal
  #failures = 0

  constructor(note: Session['note'], signal: AbortSignal) {
    this.#note = note
    this.#signal = signal
  }

  async wait(what: string): Promise<void> {
    if (this.#failures === 0) this.#note(`${what} Trying again …`)
    await sleep(Math.min(500 * 2 ** this.#failures, PAUSE_MAX_MS), undefined, {
      signal: this.#signal,
    })
    this.#failures += 1
  }

  over(what: string): void {
    if (this.#failures > 0) this.#note(what)
    this.#failures = 0
  }
}

/** Follows the events of a key's account and passes each on, in order. */
class Listener {
  readonly #session: Session
  readonly #forward: string
  readonly #types: readonly string[]
  readonly #stop: AbortSignal
  readonly #server: Patience
  readonly #receiver: Patience
  readonly #caller = loadCallerConfig()
  readonly #api = remoteApi({ ...this.#caller, agent: 'paraph-cli' })
  readonly #sender = new Sender({
    resolver: systemResolver,
    privateAllowed: true,
    nowMs: () => systemClock.now(),
  })
  #secret = ''
  /** The last event that was passed on, or left out. */
  after: string

  constructor(session: Session, flags: Flags, stop: AbortSignal) {
    this.#session = session
    this.#stop = stop
    this.#forward = required(flags, 'forward')
    this.#types = (optional(flags, 'events') ?? '').split(/[\s,]+/).filter(Boolean)
    const unknown = this.#types.find((type) => !EVENT_TYPES.some((known) => known === type))
    if (unknown !== undefined)
      throw new UsageError(`--events: "${unknown}" is not one of ${EVENT_TYPES.join(', ')}`)
    this.after = optional(flags, 'after') ?? ''
    this.#server = new Patience(session.note, stop)
    this.#receiver = new Patience(session.note, stop)
  }

  /** Runs until it is stopped. @throws FatalError when the server refuses a call */
  async run(): Promise<never> {
    await this.#sender.check(this.#forward)
    const { secret } = await this.#get<{ secret: string }>('/api/v1/webhooks/default-secret')
    this.#secret = secret
    if (this.after === '') {
      const { events } = await this.#events({ limit: '1' })
      this.after = events[0]?.id ?? BEGINNING
    }
    this.#session.note(`Events are forwarded to ${this.#forward}. Ctrl-C ends it.`)
    this.#session.note('They are signed with this secret:')
    this.#session.out(secret)
    for (;;) {
      const { events, next_cursor } = await this.#events({ after: this.after })
      for (const event of events) {
        if (this.#types.length === 0 || this.#types.includes(event.type)) await this.#pass(event)
        this.after = event.id
      }
      if (next_cursor === undefined) await sleep(POLL_MS, undefined, { signal: this.#stop })
    }
  }

  #events(query: Record<string, string>): Promise<EventsPage> {
    return this.#get<EventsPage>('/api/v1/events', query)
  }

  /** Delivers an event as a webhook would, until there is a response. */
  async #pass({ id, type, document_id, body }: EventsPage['events'][number]): Promise<void> {
    for (;;) {
      const timestamp = Math.floor(systemClock.now() / 1000)
      const headers = signedHeaders({ id, timestamp, body }, [this.#secret])
      const agent = { 'user-agent': 'Paraph-Webhooks/cli' }
      const sent = await this.#sender.send(
        this.#forward,
        body,
        { ...headers, ...agent },
        this.#stop,
      )
      this.#stop.throwIfAborted()
      if (sent.status === null) {
        await this.#receiver.wait(`${this.#forward}: ${sent.error}.`)
        continue
      }
      this.#receiver.over(`${this.#forward} responds again.`)
      const at = toIso(systemClock.now())
      return this.#session.out(
        [at, type, id, document_id, sent.status, `${sent.durationMs} ms`].join('  '),
      )
    }
  }

  /** Calls the server until it responds. */
  async #get<Body>(path: string, query: Readonly<Record<string, string>> = {}): Promise<Body> {
    for (;;) {
      const signal = AbortSignal.any([this.#stop, AbortSignal.timeout(TIMEOUT_MS)])
      const answer = await this.#api({ method: 'GET', path, query }, signal).catch(() => undefined)
      this.#stop.throwIfAborted()
      if (answer === undefined) {
        await this.#server.wait(`${new URL(this.#caller.url).origin} does not answer.`)
        continue
      }
      const { status, bytes } = answer
      const text = bytes.toString()
      if (status === 429 || status >= 500) {
        await this.#server.wait(`The server responded with ${status}.`)
        continue
      }
      this.#server.over('The server responds again.')
      if (status === 200) return JSON.parse(text) as Body
      const detail = /"detail":"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? 'is this a Paraph server?'
      throw new FatalError(`The server responded with ${status} to ${path}: ${detail}`)
    }
  }
}

/** Commands under `webhooks`. */
export const webhookCommands: Readonly<Record<string, Command>> = {
  listen: {
    usage: '--forward <url> [--events <types>] [--after <event>]',
    summary: 'Forwards events to a program on your machine as webhooks deliver them',
    help: [
      'Reads PARAPH_API_KEY, and PARAPH_URL if the server is not http://127.0.0.1:3000. A test key',
      'forwards the events of its test requests. The secret that signs is the last line before the',
      'first event; it stays the same (GET /api/v1/webhooks/default-secret).',
      '',
      '--forward  such as http://localhost:4000/hooks',
      '--events   only these types, separated by commas: document.completed,signer.signed',
      '--after    begin after this event instead of now; Ctrl-C prints the last one',
    ],
    async run(session, flags) {
      const stop = new AbortController()
      const end = () => stop.abort()
      process.once('SIGINT', end).once('SIGTERM', end)
      const listener = new Listener(session, flags, stop.signal)
      try {
        await listener.run()
      } catch (error) {
        if (!stop.signal.aborted) throw error
        const at = listener.after
        if (at !== '' && at !== BEGINNING) session.note(`To go on from here: --after ${at}`)
      } finally {
        process.off('SIGINT', end).off('SIGTERM', end)
      }
    },
  },
}
