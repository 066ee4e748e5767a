/** The service with its signature half, and people who sign through it: mails, codes, cookies, over real calls. */
import { setTimeout as sleep } from 'node:timers/promises'
import { PDFDocument } from 'pdf-lib'
import type { Ports } from '../../src/app/platform.ts'
import { isSqlite } from '../../src/database/conditions.ts'
import type { OutboxMessage } from '../../src/messages/outbox.ts'
import { embedFont } from '../../src/pdf/fonts.ts'
import { type Answer, type CallOptions, type FormParts, startTestApp, type TestApp } from './app.ts'
import { fileFaults, refFaults } from './blob-refs.ts'
import { cachedKeys } from './rsa-keys.ts'

/** What a test reads of a document. */
export interface SeenDocument {
  id: string
  status: string
  level?: string
  end_reason?: string
  signed_sha256?: string
  files?: Array<{
    number: number
    filename: string
    pages: number
    sha256: string
    signed_sha256?: string
  }>
  expires_at: string
  reminders?: object
  warnings?: unknown[]
  signers: Array<{
    id: string
    email: string
    status: string
    phone?: string
    phone_from?: string
    delivery?: string
    action?: string
    order?: number
    witness_of?: string
    fields?: unknown[]
    signed_at?: string
    approved_at?: string
  }>
}

/** What a test reads of a problem. */
export interface SeenProblem {
  code: string
  detail: string
  attempts_left?: number
  errors?: Array<{ pointer: string }>
}

/** What a test reads of a signer's state. */
export interface SeenState {
  document: { id: string; sha256: string; status: string; name: string }
  signer: { id: string; status: string; phone_masked: string | null; fields: unknown[] }
  consent: { version: string; sha256: string; language: string }
  code: { attempts_left: number; phone_masked: string; resend_at: string } | null
  verified_until: string | null
  next: string
}

/** A signer as the form takes one. */
export interface WishedSigner {
  email: string
  phone?: string
  order?: number
  locale?: string
  first_name?: string
  last_name?: string
  fields?: unknown[]
  role?: string
  delivery?: 'email' | 'sms' | 'email_and_sms' | 'none'
  authentication?: 'sms' | 'passkey' | 'totp' | 'email'
  action?: 'sign' | 'approve' | 'witness'
  witness_of?: string
  verified_identity?: object
  allow_delegation?: boolean
  certificate?: { service: string; name_must_match?: boolean }
}

/** Longest wait for jobs that somebody else runs. */
const RUN_MS = 60_000
/** Longest wait for a mail that is on its way. */
const MAIL_MS = 10_000

let people = 0
/** Somebody new, with a phone of their own: limits count per phone. */
export function somebody(more: Partial<WishedSigner> = {}): WishedSigner {
  people += 1
  return {
    email: `person${people}@example.com`,
    // Of another block of 10,000 numbers than the one before: texts are limited per block.
    phone: `+336${String(10_000_000 + ((people * 10_007) % 10_000_000))}`,
    first_name: 'Zoé',
    last_name: `Łukasz ${people}`,
    ...more,
  }
}

let samplePdf: Promise<Uint8Array> | undefined
/** A small document, made once. */
export function smallPdf(): Promise<Uint8Array> {
  samplePdf ??= (async () => {
    const document = await PDFDocument.create()
    const font = await embedFont(document, 'regular')
    document
      .addPage([595, 842])
      .drawText('Contrat de prestation', { x: 60, y: 700, size: 12, font })
    return await document.save()
  })()
  return samplePdf
}

const TYPED = { kind: 'typed', text: 'Zoé Łukasz' } as const

/** The browser of one person who has a link. */
export class Person {
  readonly #app: TestApp
  readonly token: string
  readonly to: string
  readonly phone: string | undefined
  cookie = ''
  /** Where the calls come from, unless one says otherwise. */
  address: string | undefined

  constructor(app: TestApp, who: { token: string; to: string; phone?: string | undefined }) {
    this.#app = app
    this.token = who.token
    this.to = who.to
    this.phone = who.phone
  }

  /** One call behind the link, with the cookie that a right code gave. */
  async call(method: string, path: string, json?: unknown, ip = this.address): Promise<Answer> {
    const headers = this.cookie === '' ? {} : { cookie: this.cookie }
    const from = ip === undefined ? {} : { ip }
    const options: CallOptions = { headers, ...from, ...(json !== undefined && { json }) }
    return await this.#app.call(method, `/sign/${this.token}${path}`, options)
  }

  async state(): Promise<SeenState> {
    return (await this.call('GET', '/state')).json<SeenState>()
  }

  async open(): Promise<SeenState> {
    return (await this.call('POST', '/open', {})).json<SeenState>()
  }

  /** Agrees and asks for a code. */
  async askCode(phone?: string, call?: boolean): Promise<Answer> {
    const { version, sha256 } = (await this.state()).consent
    const body = {
      consent: { version, sha256 },
      ...(phone !== undefined && { phone }),
      ...(call !== undefined && { call }),
    }
    return await this.call('POST', '/code', body)
  }

  /** The newest code that came to a phone. */
  async readCode(phone = this.phone): Promise<string> {
    const messages = await messagesOf(this.#app)
    const text = messages.find(({ channel, to }) => channel === 'sms' && to === phone)?.text
    const code = /\b\d{6}\b/.exec(text ?? '')?.[0]
    if (code === undefined) throw new Error(`no code came to ${phone}`)
    return code
  }

  /** The newest code that came by e-mail. */
  async readMailedCode(): Promise<string> {
    await this.#app.services.jobs.runDue()
    const mail = (await messagesOf(this.#app)).find(
      ({ channel, to, text }) => channel === 'mail' && to === this.to && /^\d{6}$/m.test(text),
    )
    const code = /^\d{6}$/m.exec(mail?.text ?? '')?.[0]
    if (code === undefined) throw new Error(`no code was mailed to ${this.to}`)
    return code
  }

  /** @param ip where it comes from: of one network address only so many are read at the same time */
  async enter(code: string, ip?: string): Promise<Answer> {
    const answer = await this.call('POST', '/verify', { code }, ip)
    const cookie = String(answer.headers['set-cookie'] ?? '')
    // What a code to open gave stays beside it.
    const opened = this.cookie.split('; ').filter((one) => one.startsWith('paraph-open-'))
    if (cookie !== '') this.cookie = [...opened, cookie.split(';')[0] ?? ''].join('; ')
    return answer
  }

  /** A code that is not the one. */
  async wrongCode(): Promise<string> {
    return (await this.readCode()) === '000000' ? '111111' : '000000'
  }

  /** From the link to the right code. */
  async verify(phone = this.phone): Promise<void> {
    await this.open()
    const asked = await this.askCode(this.phone === undefined ? phone : undefined)
    if (asked.status !== 202) throw new Error(`no code: ${asked.bytes}`)
    const entered = await this.enter(await this.readCode(phone))
    if (entered.status !== 200) throw new Error(`not verified: ${entered.bytes}`)
  }

  async sign(body: object = TYPED): Promise<Answer> {
    const { sha256 } = (await this.state()).document
    return await this.call('POST', '/signature', { document_sha256: sha256, ...body })
  }

  /** From the link to the signature. */
  async signWhole(body: object = TYPED): Promise<Answer> {
    await this.verify()
    const signed = await this.sign(body)
    if (signed.status !== 200) throw new Error(`not signed: ${signed.bytes}`)
    return signed
  }

  /** Approves, once verified. */
  async approve(): Promise<Answer> {
    const { sha256 } = (await this.state()).document
    return await this.call('POST', '/approval', { document_sha256: sha256 })
  }

  /** From the link to the approval. */
  async approveWhole(): Promise<Answer> {
    await this.verify()
    const approved = await this.approve()
    if (approved.status !== 200) throw new Error(`not approved: ${approved.bytes}`)
    return approved
  }

  decline(reason = 'Le prix est faux'): Promise<Answer> {
    return this.call('POST', '/decline', { reason })
  }
}

/** How often a document is sent to a machine that is too busy. */
const BUSY_TRIES = 5

/** Everything that was sent, newest first. */
export async function messagesOf(app: TestApp): Promise<OutboxMessage[]> {
  const { outbox } = app.services
  if (outbox === undefined) throw new Error('there is no outbox')
  return await outbox.list()
}

/** Options of {@link SigningApp.create}. */
export interface CreateOptions {
  key?: string
  pdf?: Uint8Array
  /** Files after the first one. */
  files?: ReadonlyArray<{ filename: string; bytes: Uint8Array }>
  headers?: Record<string, string>
  options?: Record<string, string>
}

/** Starts the service with an authority over cached keys. Close it in `afterAll`. */
export async function startSigningApp(settings: Record<string, string> = {}, ports: Ports = {}) {
  const app = await startTestApp(
    { PARAPH_CA_AUTOMATIC: 'on', ...settings },
    { makeKey: cachedKeys(), ...ports },
  )
  const untilMs = performance.now() + 60_000
  while (app.services.pki.authority.state.status === 'starting' && performance.now() < untilMs)
    await new Promise((done) => setTimeout(done, 20))
  const { state } = app.services.pki.authority
  if (state.status !== 'ready') throw new Error('no authority', { cause: state })
  const key = await app.newKey('signature_business')
  return new SigningApp(app, key)
}

/** The service, and what a test does with it. */
export class SigningApp {
  readonly app: TestApp
  /** Of an account that may send. */
  readonly key: string

  constructor(app: TestApp, key: string) {
    this.app = app
    this.key = key
  }

  get services() {
    return this.app.services
  }

  /** Sends a form; answers whatever came back. */
  async post(signers: readonly WishedSigner[], more: CreateOptions = {}): Promise<Answer> {
    const form: FormParts = [
      ['file', { filename: 'contrat.pdf', bytes: more.pdf ?? (await smallPdf()) }],
      ...(more.files ?? []).map((file) => ['files', file] as const),
      ['signers', JSON.stringify(signers)],
      ...Object.entries(more.options ?? {}),
    ]
    const call = () =>
      this.app.call('POST', '/api/v1/documents', {
        key: more.key ?? this.key,
        form,
        ...(more.headers !== undefined && { headers: more.headers }),
      })
    // A machine on which other tests run may be too busy for a large file: the answer says to send it again.
    for (let tries = 1; ; tries += 1) {
      const answer = await call()
      if (tries === BUSY_TRIES || answer.status !== 503) return answer
      if (answer.json<SeenProblem>().code !== 'server_busy') return answer
      await sleep(tries * 1_000)
    }
  }

  /** Makes a document, which must work. */
  async create(signers: readonly WishedSigner[], more: CreateOptions = {}): Promise<SeenDocument> {
    const answer = await this.post(signers, more)
    if (answer.status !== 201) throw new Error(`not made: ${answer.bytes}`)
    return answer.json<SeenDocument>()
  }

  /** A call of the sender on a document. */
  act(method: string, id: string, path = '', json?: unknown, key = this.key): Promise<Answer> {
    const options = { key, ...(json !== undefined && { json }) }
    return this.app.call(method, `/api/v1/documents/${id}${path}`, options)
  }

  async get(id: string): Promise<SeenDocument> {
    return (await this.act('GET', id)).json<SeenDocument>()
  }

  /** Does the background work that is due. */
  async work(): Promise<void> {
    const { db, jobs } = this.services
    const running = db
      .selectFrom('jobs')
      .select('id')
      .where('leased_until', '>', this.app.clock.now())
    const untilMs = performance.now() + RUN_MS
    for (let quiet = 0; quiet < 2 && performance.now() < untilMs; await sleep(20)) {
      const done = await jobs.runDue()
      if (isSqlite(db)) return
      // On PostgreSQL one that runs by itself may have been taken before, and ends a little later; one that ended between
      // the two looks may have ordered another.
      quiet = done === 0 && (await running.execute()).length === 0 ? quiet + 1 : 0
    }
  }

  /** The person who was invited last under an address, by the link in the mail. */
  async person(
    who: { email: string; phone?: string | undefined },
    { documentId, before }: { documentId?: string; before?: Person } = {},
  ): Promise<Person> {
    const untilMs = performance.now() + MAIL_MS
    const { signers = [] } = documentId === undefined ? {} : await this.get(documentId)
    const signer = signers.find(({ email }) => email === who.email)
    // A link begins with its signer; without a document, the newest mail counts.
    const start = signer?.id.slice('sgr_'.length) ?? ''
    for (;;) {
      await this.work()
      const token = await this.#tokenOf(who.email, start)
      if (token !== undefined && token !== before?.token)
        return new Person(this.app, { token, to: who.email, phone: who.phone })
      // A job that runs by itself may have taken the mail, and ends a little later.
      if (performance.now() > untilMs) throw new Error(`no link was sent to ${who.email}`)
      await sleep(20)
    }
  }

  async #tokenOf(email: string, start: string): Promise<string | undefined> {
    const mail = (await messagesOf(this.app)).find(
      ({ channel, to, text }) =>
        channel === 'mail' && to === email && text.includes(`/sign/${start}`),
    )
    return /\/sign\/([a-z0-9-]+)/.exec(mail?.text ?? '')?.[1]
  }

  /** Everybody signs, in the given order; the sealed document comes back. */
  async finish(id: string, signers: readonly WishedSigner[]): Promise<SeenDocument> {
    for (const who of signers) await (await this.person(who)).signWhole()
    await this.work()
    return await this.get(id)
  }

  /** The finished file. */
  async signedFile(id: string): Promise<Buffer> {
    return (await this.act('GET', id, '/signed')).bytes
  }

  /** Ends it, unless what it did has left a reference to a file that no row names, or a file without one. */
  async close(): Promise<void> {
    const { db } = this.services
    const faults = [...(await refFaults(db)), ...(await fileFaults(db))]
    await this.app.close()
    if (faults.length > 0)
      throw new Error(
        `references to files, or the files of requests, are wrong: ${faults.join(', ')}`,
      )
  }
}
