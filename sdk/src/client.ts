/** The client: every call of the interface with its types, and short forms of what is done most. */
import createClient, { type Client, type Middleware } from 'openapi-fetch'
import { serializeBody } from './form.ts'
import { errorOf } from './problem.ts'
import { retrying } from './retry.ts'
import type { components, operations, paths } from './schema.ts'

/** Every named shape of the interface. */
export type Schemas = components['schemas']
/** Body of a call, in any form that it takes. */
export type BodyOf<Name extends keyof operations> = operations[Name] extends {
  requestBody: { content: infer Content }
}
  ? Content[keyof Content]
  : never
type QueryOf<Name extends keyof operations> = NonNullable<operations[Name]['parameters']['query']>

/** How the service is reached. */
export interface ParaphOptions {
  apiKey: string
  /** Such as `https://paraph.example.com`. */
  baseUrl: string
  /** How often a call is sent again when the service was busy or the network failed; 2 when left out. */
  retries?: number
  /** Sends a request; `fetch` when left out. */
  fetch?: (request: Request) => Promise<Response>
}
/** What calls that create may be given besides their body. */
export interface CreateOptions {
  /** The same call with the same key is done once; a fresh one for each call when left out. */
  idempotencyKey?: string
  signal?: AbortSignal
}
/** What other calls may be given. */
export interface CallOptions {
  signal?: AbortSignal
}
type FilePath =
  | '/api/v1/documents/{id}/file'
  | '/api/v1/documents/{id}/signed'
  | '/api/v1/documents/{id}/proof'
  | '/api/v1/documents/{id}/evidence'
/** The files of a signature request. */
export type DocumentFile = 'file' | 'signed' | 'proof' | 'evidence'
type RenderPath = '/render' | '/render-document' | '/render-facturx'

const problems: Middleware = {
  async onResponse({ response }) {
    if (!response.ok) throw await errorOf(response)
  },
}

/** The service of one key. Every method throws `ParaphError` when the service refuses. */
export class Paraph {
  /** Every call by its address, typed by openapi.yaml; see {@link data}. */
  readonly api: Client<paths>

  constructor({ apiKey, baseUrl, retries = 2, fetch: send = fetch }: ParaphOptions) {
    this.api = createClient<paths>({
      baseUrl: baseUrl.replace(/\/+$/, ''),
      headers: { 'X-API-Key': apiKey },
      bodySerializer: serializeBody,
      fetch: retrying((request) => send(request), retries),
    })
    this.api.use(problems)
  }

  /** A Word template and data as a PDF. */
  render(body: BodyOf<'render'>, options: CallOptions = {}): Promise<File> {
    return this.#rendered('/render', body, options)
  }

  /** A Word template and data in a format of your choice. */
  renderDocument(body: BodyOf<'renderDocument'>, options: CallOptions = {}): Promise<File> {
    return this.#rendered('/render-document', body, options)
  }

  /** A Word template and an invoice as Factur-X. */
  renderFacturx(body: BodyOf<'renderFacturx'>, options: CallOptions = {}): Promise<File> {
    return this.#rendered('/render-facturx', body, options)
  }

  /** Has a PDF signed. */
  createDocument(
    body: BodyOf<'createDocument'>,
    { idempotencyKey = crypto.randomUUID(), ...rest }: CreateOptions = {},
  ): Promise<Schemas['Document']> {
    const params = { header: { 'idempotency-key': idempotencyKey } }
    return data(this.api.POST('/api/v1/documents', { params, body, ...rest }))
  }

  /** Has a Word template filled and signed. */
  createSignatureRequest(
    body: BodyOf<'createSignatureRequest'>,
    { idempotencyKey = crypto.randomUUID(), ...rest }: CreateOptions = {},
  ): Promise<Schemas['Document']> {
    const params = { header: { 'idempotency-key': idempotencyKey } }
    return data(this.api.POST('/create-signature-request', { params, body, ...rest }))
  }

  /** A signature request as it stands. */
  document(id: string, options: CallOptions = {}): Promise<Schemas['Document']> {
    return data(this.api.GET('/api/v1/documents/{id}', { params: { path: { id } }, ...options }))
  }

  /** A file of a signature request: as sent in, signed, the proof certificate, or the evidence in a zip. */
  async documentFile(id: string, which: DocumentFile, options: CallOptions = {}): Promise<File> {
    const path: FilePath = `/api/v1/documents/{id}/${which}`
    const call = this.api.GET(path, { params: { path: { id } }, parseAs: 'blob', ...options })
    return await fileOf(call)
  }

  /** Every signature request, newest first, page after page. */
  documents(query: QueryOf<'listDocuments'> = {}): AsyncGenerator<Schemas['Document']> {
    return pages(query, async (params) => {
      const page = await data(this.api.GET('/api/v1/documents', { params }))
      return [page.documents, page.next_cursor]
    })
  }

  /** Every stored template. */
  templates(query: QueryOf<'listTemplates'> = {}): AsyncGenerator<Schemas['Template']> {
    return pages(query, async (params) => {
      const page = await data(this.api.GET('/templates', { params }))
      return [page.templates, page.next_cursor]
    })
  }

  /** Every delivery of a webhook, newest first. */
  deliveries(
    id: string,
    query: QueryOf<'listWebhookDeliveries'> = {},
  ): AsyncGenerator<Schemas['WebhookDelivery']> {
    return pages(query, async (params) => {
      const path = { id }
      const address = '/api/v1/webhooks/{id}/deliveries'
      const page = await data(this.api.GET(address, { params: { ...params, path } }))
      return [page.deliveries, page.next_cursor]
    })
  }

  async #rendered(path: RenderPath, body: unknown, options: CallOptions): Promise<File> {
    // The three take different bodies; their methods have checked which.
    const wish = { body: body as BodyOf<'render'>, parseAs: 'blob', ...options } as const
    return await fileOf(this.api.POST(path as '/render', wish))
  }
}

/** What a call answered; a call of {@link Paraph.api} that failed has thrown already. */
export async function data<T>(call: Promise<{ data?: T; response: Response }>): Promise<T> {
  return (await call).data as T
}

/** The file that a call answered, with the name that the service gave it. */
async function fileOf(call: Promise<{ data?: unknown; response: Response }>): Promise<File> {
  const { data: blob, response } = await call
  const disposition = response.headers.get('content-disposition') ?? ''
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? []
  const [, plain = 'document'] = /filename="([^"]*)"/i.exec(disposition) ?? []
  const name = encoded === undefined ? plain : decodeURIComponent(encoded)
  return new File([blob as Blob], name, { type: (blob as Blob).type })
}

/** Reads page after page, each only when it is wanted. */
async function* pages<Query extends { cursor?: string }, Item>(
  query: Query,
  read: (params: { query: Query }) => Promise<[items: Item[], next: string | undefined]>,
): AsyncGenerator<Item> {
  let asked = query
  for (;;) {
    const [items, cursor] = await read({ query: asked })
    yield* items
    if (cursor === undefined) return
    asked = { ...asked, cursor }
  }
}
