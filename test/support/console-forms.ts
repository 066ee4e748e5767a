/** Signature requests made through the console: its forms with files, sent as the page or its script sends them. */
import { type FormParts, multipart } from './app.ts'
import { type Answer, csrfIn, type member, type Visited, type Visitor } from './console-visitor.ts'
import { type SigningApp, smallPdf } from './signing-app.ts'

export type Member = Awaited<ReturnType<typeof member>>

export const SIGNER = { email: 'ada@example.com', first_name: 'Ada', last_name: 'Lovelace' }
export const PLACE = { page: 1, x: 60, y: 640, width: 180, height: 60 }

export const pdfFile = (bytes: Uint8Array, filename = 'contrat.pdf') => ({
  bytes,
  filename,
  type: 'application/pdf',
})

export const jsonOf = <T>(answer: Answer): T => JSON.parse(answer.bytes.toString()) as T

/** A request without what differs from one to the next. */
export const comparable = (document: object): unknown =>
  JSON.parse(
    JSON.stringify(document, (name, value: unknown) =>
      ['id', 'created_at', 'sent_at', 'invited_at'].includes(name) ? undefined : value,
    ),
  )

/** What was refused, by field. */
export const faultsIn = (answer: Answer): Array<[string, string]> =>
  jsonOf<{ faults: Array<{ field: string; text: string }> }>(answer).faults.map(
    ({ field, text }) => [field, text],
  )

/** What a form may say instead of what would work. */
export interface Input {
  fields?: Record<string, string>
  signers?: unknown
  file?: FormParts[number][1]
}

/** The forms of a running service. */
export class ConsoleForms {
  readonly #service: SigningApp

  constructor(service: SigningApp) {
    this.#service = service
  }

  /** As much of the service as a visitor needs. */
  get visited(): Visited {
    const { outbox, accounts } = this.#service.services
    return { app: this.#service.app.app, outbox, accounts }
  }

  /** Sends a form with a file, as the page's script does. */
  async upload(
    who: Visitor,
    path: string,
    parts: FormParts,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const { body, contentType } = multipart(parts)
    const response = await this.#service.app.app.inject({
      method: 'POST',
      url: path,
      headers: {
        cookie: who.cookie,
        accept: 'application/json',
        'content-type': contentType,
        'accept-language': 'en',
        ...headers,
      },
      payload: body,
    })
    const { statusCode: status, rawPayload: bytes } = response
    return { status, headers: response.headers, bytes }
  }

  /** Keys that the form offers, by their labels. */
  async keysOffered(who: Member): Promise<Array<{ id: string; label: string }>> {
    const page = (await who.visitor.get('/console/requests/new')).bytes.toString()
    const select = /<select id="key"[^>]*>(.*?)<\/select>/s.exec(page)?.[1] ?? ''
    return [...select.matchAll(/value="([^"]+)" ?>([^<]+)</g)].map(([, id = '', label = '']) => ({
      id,
      label,
    }))
  }

  /** Makes a request through the form of the page. */
  async compose(who: Member, more: Input = {}): Promise<Answer> {
    const page = (await who.visitor.get('/console/requests/new')).bytes.toString()
    const [key] = await this.keysOffered(who)
    const fields = {
      csrf: csrfIn(page),
      form: /name="form" value="([^"]+)"/.exec(page)?.[1] ?? '',
      key: key?.id ?? '',
      intent: 'send',
      signers: JSON.stringify(more.signers ?? [{ ...SIGNER, fields: [PLACE] }]),
      ...more.fields,
    }
    return await this.upload(who.visitor, '/console/requests', [
      ...Object.entries(fields),
      ['file', more.file ?? pdfFile(await smallPdf())],
    ])
  }

  /** The same, which must work; answers the path of its page. */
  async composed(who: Member, more: Input = {}): Promise<string> {
    const answer = await this.compose(who, more)
    if (answer.status !== 201) throw new Error(`not made: ${answer.bytes}`)
    return jsonOf<{ location: string }>(answer).location
  }

  /** State of a request by the path of its page. */
  async statusOf(path: string): Promise<string | undefined> {
    const row = await this.#service.services.db
      .selectFrom('signature_requests')
      .select('status')
      .where('id', '=', path.split('/').at(-1) ?? '')
      .executeTakeFirst()
    return row?.status
  }
}
