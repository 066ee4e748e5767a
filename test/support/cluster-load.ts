/** What callers and signers of a cluster do while its parts are killed; what they were answered is remembered. */
import { type FormParts, multipart } from './app.ts'
import { docxWith } from './docx-package.ts'
import { pause } from './kill-stage.ts'
import { smallPdf } from './signing-app.ts'

const LETTER: FormParts = [
  ['template', { filename: 'a.docx', bytes: docxWith('Dear {name}') }],
  ['data', '{"name":"Ada"}'],
]
/** Whoever gets no other answer, or no invitation, for this long gives up, and the test fails. */
const PATIENCE_MS = 120_000
/** Documents under way: where a machine is slower than they come, waiting for all of them would say nothing of what is lost. */
const OPEN_MAX = 12
/** Signers of each document, who sign at once. */
const SIGNERS = 2

/** Somebody who is asked to sign. */
interface Person {
  email: string
  phone: string
  first_name: string
}

/** What callers and signers see of a cluster. */
export interface Served {
  readonly url: string
  readonly parts: {
    key: string
    /** Mails and texts as they were sent; whoever gives them may add to the lists. */
    sink: { taken: ReadonlyArray<{ to: readonly string[]; raw: string }> }
    twilio: { requests: ReadonlyArray<{ form: Record<string, string> }> }
    /** Absent: nobody is told of anything. */
    receiver?: { url: string }
  }
}

/** Everybody who uses a cluster. */
export class ClusterLoad {
  readonly #cluster: Served
  readonly #origin: string
  readonly #patienceMs: number
  /** Ids of documents whose creation was answered. */
  readonly documents: string[] = []
  /** Pages rendered. */
  renders = 0
  /** Calls cut off with an instance. */
  cut = 0
  /** Calls asked to come again later, by what they were told. */
  readonly later = new Map<string, number>()
  /** Answers that nobody should get. */
  readonly wrong: string[] = []
  /** How long callers waited in a row for an answer, at most, in milliseconds. */
  longestMs = 0
  #numbers = 0

  /** @param origin of the balancer, or of one instance; first: a number below those of its documents, which name their signers */
  constructor(
    cluster: Served,
    {
      origin = cluster.url,
      patienceMs = PATIENCE_MS,
      first = 0,
    }: { origin?: string; patienceMs?: number; first?: number } = {},
  ) {
    this.#numbers = first
    this.#cluster = cluster
    this.#patienceMs = patienceMs
    this.#origin = origin
  }

  /** Renders and sends documents until it is over, and waits for the signatures. */
  async until(isOver: () => boolean): Promise<void> {
    const busy = () => !isOver()
    const signing: Promise<void>[] = []
    const render = async () => {
      while (busy()) await this.render()
    }
    let open = 0
    const sign = async () => {
      open += 1
      await this.document().catch((error) => void this.wrong.push(String(error)))
      open -= 1
    }
    const send = async () => {
      while (busy()) {
        if (open < OPEN_MAX) signing.push(sign())
        await pause(2_000)
      }
    }
    await Promise.all([render(), send()])
    await Promise.all(signing)
  }

  async render(): Promise<void> {
    const answer = await this.#form('/render', LETTER)
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (answer.status !== 200 || bytes.subarray(0, 5).toString() !== '%PDF-')
      this.wrong.push(`render: ${answer.status} ${bytes.subarray(0, 300)}`)
    this.renders += 1
  }

  /** Sends a document to people who sign it at once. */
  async document(): Promise<void> {
    this.#numbers += 1
    const document = this.#numbers
    const people = Array.from({ length: SIGNERS }, (_, index) => {
      const number = document * SIGNERS + index
      return {
        email: `person${number}@example.com`,
        phone: `+336120${String(number).padStart(5, '0')}`,
        first_name: `Person ${number}`,
      }
    })
    const form: FormParts = [
      ['file', { filename: 'a.pdf', bytes: await smallPdf(), type: 'application/pdf' }],
      ['signers', JSON.stringify(people)],
    ]
    const { receiver } = this.#cluster.parts
    if (receiver) form.push(['webhook_url', receiver.url])
    const headers = { 'idempotency-key': `document ${document}` }
    const answer = await this.#form('/api/v1/documents', form, headers)
    const body = await answer.text()
    if (answer.status !== 201) return void this.wrong.push(`create: ${answer.status} ${body}`)
    this.documents.push((JSON.parse(body) as { id: string }).id)
    await Promise.all(
      people.map((person, index) => this.#sign(person, `10.0.${document}.${index}`)),
    )
  }

  #form(path: string, parts: FormParts, more: Record<string, string> = {}): Promise<Response> {
    const { body, contentType } = multipart(parts)
    const { key } = this.#cluster.parts
    const headers = { 'x-api-key': key, 'content-type': contentType, ...more }
    return this.insist((origin) => fetch(`${origin}${path}`, { method: 'POST', headers, body }))
  }

  /** Makes a call until it is answered; an idempotency key in use is no answer yet. */
  async insist(call: (origin: string) => Promise<Response>): Promise<Response> {
    const startMs = performance.now()
    for (;;) {
      // A body that was cut off is no answer either.
      const answer = await call(this.#origin)
        .then(async (got) => new Response(await got.arrayBuffer().then(nullable(got)), got))
        .catch(() => undefined)
      const waitedMs = performance.now() - startMs
      this.longestMs = Math.max(this.longestMs, waitedMs)
      if (waitedMs > this.#patienceMs) throw new Error(`no answer: ${answer?.status}`)
      if (answer === undefined) this.cut += 1
      else if (answer.status === 503 && answer.headers.has('retry-after'))
        await this.#noteLater(answer)
      else if (!(answer.status === 409 && (await isInUse(answer)))) return answer
      await pause(300)
    }
  }

  async #noteLater(answer: Response): Promise<void> {
    const text = await answer.text()
    const why = /"code":"([^"]*)"/.exec(text)?.[1] ?? text.trim()
    if (why === 'interrupted') this.cut += 1
    this.later.set(why, (this.later.get(why) ?? 0) + 1)
  }

  async #sign({ email, phone, first_name: text }: Person, address: string) {
    const person = new Signer(this, await this.#link(email), address)
    const opened = await person.post('/open', {})
    if (opened.status !== 200)
      return void this.wrong.push(`open: ${opened.status} ${await opened.text()}`)
    for (;;) {
      const { status, code } = await person.session(() => this.#code(phone))
      if (status === 'signed') return
      if (code !== undefined) this.wrong.push(`${email}: ${code}`)
      const { document } = await person.state()
      const order = { document_sha256: document.sha256, kind: 'typed', text }
      const answer = await person.post('/signature', order)
      if (answer.status === 200) return
      const problem = (await answer.json()) as { code: string }
      if (problem.code === 'already_signed') return
      if (problem.code !== 'document_changed' && problem.code !== 'verification_required')
        return void this.wrong.push(`signature: ${answer.status} ${JSON.stringify(problem)}`)
      await pause(500)
    }
  }

  async #link(email: string): Promise<string> {
    const endMs = performance.now() + this.#patienceMs
    while (performance.now() < endMs) {
      const mail = this.#cluster.parts.sink.taken.find(({ to }) => to.includes(email))
      const raw = (mail?.raw ?? '').replace(/=\r?\n/g, '').replaceAll('=3D', '=')
      const token = /\/sign\/([a-z0-9-]+)/.exec(raw)?.[1]
      if (token !== undefined) return token
      await pause(100)
    }
    throw new Error(`${email} was never invited`)
  }

  #code(phone: string): string | undefined {
    const texts = this.#cluster.parts.twilio.requests.filter(({ form }) => form.To === phone)
    return /\b\d{6}\b/.exec(texts.at(-1)?.form.Body ?? '')?.[0]
  }
}

const nullable = (got: Response) => (bytes: ArrayBuffer) =>
  [204, 304].includes(got.status) ? null : bytes

const isInUse = async (answer: Response): Promise<boolean> =>
  (await answer.clone().text()).includes('idempotency_key_in_use')

/** Somebody with a link. */
class Signer {
  readonly #load: ClusterLoad
  readonly #token: string
  readonly #address: string
  #cookie = ''

  constructor(load: ClusterLoad, token: string, address: string) {
    this.#address = address
    this.#load = load
    this.#token = token
  }

  get #headers() {
    return { cookie: this.#cookie, 'x-forwarded-for': this.#address }
  }

  async post(path: string, body: object): Promise<Response> {
    const answer = await this.#load.insist((origin) =>
      fetch(`${origin}/sign/${this.#token}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...this.#headers },
        body: JSON.stringify(body),
      }),
    )
    this.#cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? this.#cookie
    return answer
  }

  async state() {
    const answer = await this.#load.insist((origin) =>
      fetch(`${origin}/sign/${this.#token}/state`, { headers: this.#headers }),
    )
    return (await answer.json()) as {
      consent: { version: string; sha256: string }
      document: { sha256: string }
      signer: { status: string }
    }
  }

  /** Has a code sent and enters it, as often as it takes: an answer that was cut off took its session with it. */
  async session(newestCode: () => string | undefined): Promise<{ status: string; code?: string }> {
    for (let tries = 0; tries < 100; tries += 1) {
      const { consent, signer } = await this.state()
      if (signer.status === 'signed' || signer.status === 'signing') return { status: 'signed' }
      const { version, sha256 } = consent
      const sent = await this.post('/code', { consent: { version, sha256 } })
      if (sent.status !== 202 && sent.status !== 429) return { status: '', code: await sent.text() }
      const code = newestCode()
      if (code !== undefined) {
        const entered = await this.post('/verify', { code })
        if (entered.status === 200 && this.#cookie !== '') return { status: 'verified' }
      }
      await pause(1_000)
    }
    return { status: '', code: 'no code was ever right' }
  }
}
