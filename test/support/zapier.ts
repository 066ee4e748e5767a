/**
 * The Zapier app under Zapier's own tester, and a stand-in for the one thing of Zapier's that the tester does not bring: the store
 * of files, which core asks for an address (RPC) and sends the file to.
 */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { ROOT } from './client-place.ts'

const load = createRequire(join(ROOT, 'connectors/zapier/package.json'))

type Json = Record<string, unknown>

/** An operation of the app. */
interface Operation {
  perform: unknown
  performList?: unknown
  performSubscribe?: unknown
  performUnsubscribe?: unknown
  inputFields?: unknown[]
  sample?: Json
}

/** The app's definition, as far as tests read it. */
export interface App {
  authentication: { test: unknown; connectionLabel: unknown }
  hydrators: { download: unknown }
  triggers: Record<string, { operation: Operation }>
  searches: Record<string, { operation: Operation }>
  creates: Record<string, { operation: Operation }>
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** A store of files with an address of its own. */
async function startStore() {
  const files = new Map<string, { bytes: Buffer; disposition: string }>()
  let base = ''
  const server = createServer(async (request, response) => {
    const body = await bytesOf(request)
    const file = files.get((request.url ?? '').slice(1))
    if (request.url === '/platform/rpc/cli') {
      const { id } = JSON.parse(body.toString()) as { id: string }
      const result = { url: `${base}/`, fields: { key: randomUUID() } }
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ id, result }))
    } else if (request.method === 'POST') {
      const type = request.headers['content-type'] ?? ''
      const form = await new Response(new Uint8Array(body), {
        headers: { 'content-type': type },
      }).formData()
      files.set(String(form.get('key')), {
        bytes: Buffer.from(await (form.get('file') as File).arrayBuffer()),
        disposition: String(form.get('Content-Disposition')),
      })
      response.writeHead(204).end()
    } else if (file === undefined) response.writeHead(404).end()
    else response.setHeader('content-disposition', file.disposition).end(file.bytes)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { base, files, server }
}

/** A delivery as Zapier hands it to a trigger: with names of headers of its own. */
export function rawRequestOf({ headers, body }: { headers: IncomingHttpHeaders; body: string }) {
  const named = Object.entries(headers).map(([name, value]) => [
    `Http-${name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())}`,
    value,
  ])
  return { headers: Object.fromEntries(named) as Json, content: body }
}

/** The app with one connection. */
export class Zapier {
  readonly app: App
  readonly #store: Awaited<ReturnType<typeof startStore>>
  readonly #tester: (method: unknown, bundle: Json) => Promise<unknown>
  readonly authData: { base_url: string; api_key: string }

  private constructor(
    store: Awaited<ReturnType<typeof startStore>>,
    authData: { base_url: string; api_key: string },
  ) {
    this.#store = store
    this.authData = authData
    const core = load('zapier-platform-core') as {
      createAppTester: (app: App) => (method: unknown, bundle: Json) => Promise<unknown>
    }
    this.app = load('./index.js') as App
    this.#tester = core.createAppTester(this.app)
  }

  static async start(base_url: string, api_key: string): Promise<Zapier> {
    const store = await startStore()
    // Read by core as it is loaded.
    process.env.ZAPIER_BASE_ENDPOINT = store.base
    process.env.ZAPIER_DEPLOY_KEY = 'none'
    return new Zapier(store, { base_url, api_key })
  }

  /** Runs a function of the app as Zapier would. */
  async run<T>(method: unknown, bundle: Json = {}): Promise<T> {
    return (await this.#tester(method, { authData: this.authData, ...bundle })) as T
  }

  /** What `zapier validate` says of the app's definition. */
  async mistakes(): Promise<unknown[]> {
    const createHandler = load('zapier-platform-core/src/tools/create-lambda-handler') as (
      app: App,
    ) => (event: Json) => Promise<{ results: unknown[] }>
    return (await createHandler(this.app)({ command: 'validate' })).results
  }

  /** Puts a file where a step before would have put it. */
  offer(name: string, bytes: Uint8Array): string {
    const key = randomUUID()
    const disposition = `attachment; filename="${name}"`
    this.#store.files.set(key, { bytes: Buffer.from(bytes), disposition })
    return `${this.#store.base}/${key}`
  }

  /** A file that the app kept. */
  file(url: string): Buffer {
    const file = this.#store.files.get(new URL(url).pathname.slice(1))
    if (file === undefined) throw new Error(`nothing was kept at ${url}`)
    return file.bytes
  }

  /** Fetches a file that the app promised. @param promised what stands in a step's output */
  async fetched(promised: unknown): Promise<Buffer> {
    const json = /^hydrate\|\|\|(.*)\|\|\|hydrate$/.exec(String(promised))?.[1] ?? ''
    const { method, bundle } = JSON.parse(json.replace(/:[\w+/=-]+$/, '')) as {
      method: string
      bundle: Json
    }
    if (method !== 'hydrators.download') throw new Error(`there is no ${method}`)
    return this.file(await this.run(this.app.hydrators.download, { inputData: bundle }))
  }

  close(): Promise<void> {
    this.#store.server.closeAllConnections()
    return new Promise((done) => this.#store.server.close(() => done()))
  }
}
