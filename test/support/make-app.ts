/** The Make app as its files say it: requests rendered from them and sent. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './client-place.ts'
import { render, type Scope } from './iml.ts'

const FOLDER = join(ROOT, 'connectors/make')

type Json = Record<string, unknown>
interface Component {
  label: string
  connection?: string
  webhook?: string
  moduleType?: string
  codeFiles: Record<string, string>
}

type Kind = 'connection' | 'module' | 'rpc' | 'webhook'

interface Manifest {
  generalCodeFiles: Record<string, string | null>
  components: Record<Kind, Record<string, Component>>
}

/** What a call of Make consists of, as written in a file. */
export interface Communication {
  url: string
  method: string
  type?: string
  headers?: Json
  qs?: Json
  body?: unknown
  response?: {
    type?: Record<string, string>
    output?: unknown
    iterate?: string
    data?: Json
    metadata?: Json
    error?: Json
  }
  pagination?: { qs: Json }
  output?: unknown
  condition?: string
}

function formOf(body: Json): FormData {
  const form = new FormData()
  for (const [name, part] of Object.entries(body)) {
    const { value, options } = (part ?? {}) as { value?: Buffer; options?: { filename: string } }
    if (options === undefined) form.append(name, String(part))
    else form.append(name, new Blob([new Uint8Array(value ?? [])]), options.filename)
  }
  return form
}

/** Parameters of an address, as text. */
export const queryOf = (parameters: Json): URLSearchParams =>
  new URLSearchParams(
    Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]),
  )

const isBinary = (type: Record<string, string> | undefined, status: number): boolean =>
  type?.['200-299'] === 'binary' && status < 300

/** The app: its files and what they do with one connection. */
export class MakeApp {
  readonly manifest = this.file<Manifest>('makecomapp.json')
  /** What a connection keeps: what its test answered for `data`. */
  connection: Json = {}

  file<T = unknown>(path: string): T {
    return JSON.parse(readFileSync(join(FOLDER, path), 'utf8')) as T
  }

  /** Every component with its kind and name. */
  components(): { kind: Kind; id: string; component: Component }[] {
    return Object.entries(this.manifest.components).flatMap(([kind, found]) =>
      Object.entries(found).map(([id, component]) => ({ kind: kind as Kind, id, component })),
    )
  }

  base(): Communication {
    return this.file(this.manifest.generalCodeFiles.base ?? '')
  }

  communication(kind: Kind, id: string, code = 'communication'): Communication {
    const path = this.manifest.components[kind][id]?.codeFiles[code]
    if (path === undefined) throw new Error(`${kind} ${id} has no ${code}`)
    return this.file(path)
  }

  /** Makes a connection, as its form does. */
  async connect(parameters: Json): Promise<unknown> {
    const input = this.communication('connection', 'paraph')
    const { scope } = await this.#send(input, {}, { parameters })
    this.connection = render(input.response?.data, scope) as Json
    return render(input.response?.metadata, scope)
  }

  /** Runs a component; answers what it gives to the next module. */
  async run(kind: Kind, id: string, scope: Scope = {}, code = 'communication'): Promise<unknown> {
    const input = this.communication(kind, id, code)
    const base = this.base()
    const { scope: after } = await this.#send(input, base, {
      connection: this.connection,
      ...scope,
    })
    const { iterate, output, data } = input.response ?? {}
    if (iterate !== undefined)
      return (render(iterate, after) as unknown[]).map((item) => render(output, { ...after, item }))
    return render(output ?? data, after)
  }

  /** What a delivery to the webhook hands on to its trigger; nothing where its condition does not hold. */
  hooked(body: Json): unknown {
    const { condition, output } = this.communication('webhook', 'events')
    return render(condition, { body }) ? render(output, { body }) : undefined
  }

  async #send(input: Communication, base: Partial<Communication>, scope: Scope) {
    const {
      url,
      qs = {},
      body,
    } = render({ url: input.url, qs: input.qs, body: input.body }, scope) as {
      url: string
      qs?: Json
      body?: Json
    }
    const origin = url.startsWith('http')
      ? ''
      : render((base as { baseUrl: string }).baseUrl, scope)
    const headers = render({ ...base.headers, ...input.headers }, scope) as Record<string, string>
    const query = queryOf(qs)
    const isForm = input.type === 'multipart/form-data'
    const answer = await fetch(`${origin}${url}${query.size > 0 ? `?${query}` : ''}`, {
      method: input.method,
      headers: { ...headers, ...(body && !isForm && { 'content-type': 'application/json' }) },
      ...(body && { body: isForm ? formOf(body) : JSON.stringify(body) }),
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const read = isBinary(input.response?.type, answer.status)
      ? bytes
      : bytes.length > 0 && JSON.parse(bytes.toString())
    const after = {
      ...{ ...scope, body: read, statusCode: answer.status },
      headers: Object.fromEntries(answer.headers),
    }
    if (answer.status < 400) return { scope: after }
    const errors = (input.response?.error ?? base.response?.error ?? {}) as Json
    const { message } = (errors[answer.status] ?? errors) as { message: string }
    throw new Error(String(render(message, after)))
  }
}
