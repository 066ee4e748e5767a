/** Mixed load on the service as a process, in an order that is always the same: what everybody who calls it does. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type FormParts, multipart } from './app.ts'
import { docxWith } from './docx-package.ts'
import { type KillStage, pause } from './kill-stage.ts'
import { smallPdf, somebody } from './signing-app.ts'

const TEMPLATES = resolve(import.meta.dirname, '../../templates')
const MAIL_WAIT_MS = 240_000

const template = (name: string): FormParts => [
  ['template', { filename: `${name}.docx`, bytes: readFileSync(join(TEMPLATES, `${name}.docx`)) }],
  ['data', readFileSync(join(TEMPLATES, `${name}.json`), 'utf8')],
]
const aPdf = (bytes: Uint8Array): FormParts => [
  ['file', { filename: 'a.pdf', bytes, type: 'application/pdf' }],
]

/** One thing that a caller does; throws where the answer is not the one that is due. */
interface Kind {
  name: string
  /** How often in every hundred. */
  share: number
  run(): Promise<void>
}

/** Callers of a service, and the people who sign what they send. */
export class Callers {
  readonly #stage: KillStage
  readonly #origin: string

  constructor(stage: KillStage) {
    this.#stage = stage
    this.#origin = `http://127.0.0.1:${stage.parts.port}`
  }

  async #call(due: number, method: string, path: string, init: RequestInit = {}): Promise<Buffer> {
    const headers = { 'x-api-key': this.#stage.parts.key, ...init.headers }
    const answer = await fetch(`${this.#origin}${path}`, { method, ...init, headers })
    const body = Buffer.from(await answer.arrayBuffer())
    if (answer.status !== due)
      throw new Error(`${method} ${path}: ${answer.status} ${body.subarray(0, 500)}`)
    return body
  }

  #form(due: number, path: string, parts: FormParts): Promise<Buffer> {
    const { body, contentType } = multipart(parts)
    return this.#call(due, 'POST', path, { headers: { 'content-type': contentType }, body })
  }

  /** Has a document made, and signs it: mail, link, code, signature. Answers the finished file. */
  async sign(): Promise<Buffer> {
    const who = somebody()
    const sent = await this.#form(201, '/api/v1/documents', [
      ...aPdf(await smallPdf()),
      ['signers', JSON.stringify([who])],
    ])
    const { id } = JSON.parse(sent.toString()) as { id: string }
    const link = `/sign/${await this.#inMail(who.email)}`
    const post = (path: string, body: object, cookie = '') =>
      fetch(`${this.#origin}${link}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify(body),
      })
    await (await post('/open', {})).arrayBuffer()
    const state = JSON.parse((await this.#call(200, 'GET', `${link}/state`)).toString()) as {
      consent: { version: string; sha256: string }
      document: { sha256: string }
    }
    const { version, sha256 } = state.consent
    await (await post('/code', { consent: { version, sha256 } })).arrayBuffer()
    const { requests } = this.#stage.parts.twilio
    const text = requests.findLast(({ form }) => form.To === who.phone)?.form.Body ?? ''
    const entered = await post('/verify', { code: /\b\d{6}\b/.exec(text)?.[0] ?? '' })
    const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
    await entered.arrayBuffer()
    const order = { document_sha256: state.document.sha256, kind: 'typed', text: 'Zoé' }
    const signed = await post('/signature', order, cookie)
    if (signed.status !== 200) throw new Error(`not signed: ${await signed.text()}`)
    await signed.arrayBuffer()
    return await this.#finished(id)
  }

  /** The end of the link in somebody's mail. */
  async #inMail(email: string): Promise<string> {
    for (const until = performance.now() + MAIL_WAIT_MS; performance.now() < until; ) {
      const mail = this.#stage.parts.sink.taken.findLast(({ to }) => to.includes(email))
      const text = mail?.raw.replace(/=\r?\n/g, '').replaceAll('=3D', '=') ?? ''
      const token = /\/sign\/([a-z0-9-]+)/.exec(text)?.[1]
      if (token !== undefined) return token
      await pause(20)
    }
    throw new Error(`no mail came to ${email}`)
  }

  async #finished(id: string): Promise<Buffer> {
    for (const until = performance.now() + MAIL_WAIT_MS; performance.now() < until; ) {
      const document = (await this.#call(200, 'GET', `/api/v1/documents/${id}`)).toString()
      if ((JSON.parse(document) as { status: string }).status === 'completed')
        return await this.#call(200, 'GET', `/api/v1/documents/${id}/signed`)
      await pause(50)
    }
    throw new Error(`${id} was not completed`)
  }

  /** Uploads a template, renders it, and deletes it again. */
  async #storedTemplate(): Promise<void> {
    const parts: FormParts = [['template', { filename: 'a.docx', bytes: docxWith('Dear {name}') }]]
    const made = await this.#form(201, '/templates', parts)
    const { id } = JSON.parse(made.toString()) as { id: string }
    const body = JSON.stringify({ template_id: id, data: { name: 'Ada' } })
    const headers = { 'content-type': 'application/json' }
    await this.#call(200, 'POST', '/render', { headers, body })
    await this.#call(204, 'DELETE', `/templates/${id}`)
  }

  /** What they do, after each of it was done once. */
  async kinds(): Promise<readonly Kind[]> {
    const signed = await this.sign()
    const [letter, invoice, electronic] = ['letter', 'invoice', 'facturx-invoice'].map(template)
    const facturx = await this.#form(200, '/render-facturx', electronic ?? [])
    const form =
      (due: number, path: string, parts: FormParts = []) =>
      async () =>
        void (await this.#form(due, path, parts))
    const read = (due: number, path: string) => async () =>
      void (await this.#call(due, 'GET', path))
    const page = aPdf(await smallPdf())
    const broken: FormParts = [['template', { filename: 'a.docx', bytes: docxWith('Dear {name') }]]
    return [
      { name: 'PDF', share: 24, run: form(200, '/render', letter) },
      { name: 'PDF of two pages', share: 6, run: form(200, '/render', invoice) },
      {
        name: 'Word',
        share: 8,
        run: form(200, '/render-document', [...(letter ?? []), ['format', 'docx']]),
      },
      { name: 'electronic invoice', share: 4, run: form(200, '/render-facturx', electronic) },
      { name: 'check of an invoice', share: 4, run: form(200, '/validate-facturx', aPdf(facturx)) },
      { name: 'verification', share: 8, run: form(200, '/api/v1/verify', aPdf(signed)) },
      { name: 'detection', share: 4, run: form(200, '/detect-signature-fields', page) },
      { name: 'stored template', share: 4, run: () => this.#storedTemplate() },
      { name: 'a file that is refused', share: 8, run: form(422, '/render', broken) },
      { name: 'nothing there', share: 4, run: read(404, '/nothing') },
      { name: 'usage', share: 8, run: read(200, '/usage') },
      { name: 'requests', share: 8, run: read(200, '/api/v1/documents?limit=10') },
      { name: 'health', share: 4, run: read(200, '/health/ready') },
      { name: 'metrics', share: 2, run: read(200, '/metrics') },
      { name: 'signed by one person', share: 4, run: async () => void (await this.sign()) },
    ]
  }
}

/** The kinds, each as often as its share says and spread over the hundred. */
export function inOrder(kinds: readonly Kind[]): readonly Kind[] {
  return kinds
    .flatMap((kind) =>
      Array.from({ length: kind.share }, (_, n) => ({ kind, at: (n + 0.5) / kind.share })),
    )
    .sort((a, b) => a.at - b.at)
    .map(({ kind }) => kind)
}
