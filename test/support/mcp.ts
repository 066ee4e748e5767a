/** A running service and the official client of the Model Context Protocol, by HTTP in both eras and by stdio. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import {
  type CallToolResult,
  Client,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { TestClock } from './clock.ts'
import { freePort } from './server-process.ts'
import { SigningApp, startSigningApp } from './signing-app.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const WIDE = {
  wide: {
    title: 'Wide',
    documents: {
      documents_per_month: null,
      templates: null,
      versions_per_template: 10,
      api_keys: null,
      file_size_mb: 25,
      requests_per_minute: 1_000,
      simultaneous_requests: 10,
    },
    signature: {
      signatures_per_month: null,
      api_keys: null,
      pdf_size_mb: 10,
      sends_per_minute: 30,
      request_expiry_days: 30,
    },
  },
}

/** How a client is connected. */
export type Transport = '2025-11-25 over HTTP' | '2026-07-28 over HTTP' | 'stdio'

/** What a tool answered, as tests read it. */
export interface ToolAnswer {
  isError: boolean
  text: string
  data: Record<string, unknown>
  content: CallToolResult['content']
}

/** A service that listens, with a plan that holds both interfaces. */
export async function startListening(settings: Record<string, string> = {}, clock?: TestClock) {
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'paraph-mcp-'))
  const plans = join(folder, 'plans.json')
  await writeFile(plans, JSON.stringify(WIDE))
  const wishes = {
    PARAPH_PLANS_FILE: plans,
    PARAPH_BASE_URL: `http://127.0.0.1:${port}`,
    ...settings,
  }
  const { app } = await startSigningApp(wishes, clock && { clock })
  const url = await app.app.listen({ port, host: '127.0.0.1' })
  const key = await app.newKey('wide')
  const service = new SigningApp(app, key)
  return {
    service,
    url,
    key,
    folder,
    async close() {
      await service.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** The official client, connected. */
export class Agent {
  readonly client: Client
  /** What the process of a stdio server said to people. */
  said = ''

  private constructor(client: Client) {
    this.client = client
  }

  static async connect(
    transport: Transport,
    { url, key, folder = '.' }: { url: string; key: string; folder?: string },
    headers: Record<string, string> = {},
  ): Promise<Agent> {
    const modern = transport === '2026-07-28 over HTTP'
    const client = new Client(
      { name: 'test', version: '1' },
      modern ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {},
    )
    const agent = new Agent(client)
    if (transport !== 'stdio') {
      const requestInit = { headers: { 'x-api-key': key, ...headers } }
      const wire = new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit })
      await client.connect(wire)
      return agent
    }
    const wire = new StdioClientTransport({
      command: process.execPath,
      args: ['--import', 'tsx', 'src/mcp-main.ts'],
      cwd: ROOT,
      env: {
        PATH: process.env.PATH ?? '',
        PARAPH_URL: url,
        PARAPH_API_KEY: key,
        PARAPH_FILES_DIR: folder,
      },
      stderr: 'pipe',
    })
    wire.stderr?.on('data', (chunk) => {
      agent.said += String(chunk)
    })
    await client.connect(wire)
    return agent
  }

  /** Calls a tool. */
  async call(name: string, given: Record<string, unknown> = {}): Promise<ToolAnswer> {
    const answer = (await this.client.callTool({ name, arguments: given })) as CallToolResult
    const [first] = answer.content
    return {
      isError: answer.isError === true,
      text: first?.type === 'text' ? first.text : '',
      data: (answer.structuredContent ?? {}) as Record<string, unknown>,
      content: answer.content,
    }
  }

  /** A guide or another resource as text. */
  async read(uri: string): Promise<string> {
    const [first] = (await this.client.readResource({ uri })).contents
    return first !== undefined && 'text' in first ? first.text : ''
  }

  close(): Promise<void> {
    return this.client.close()
  }
}

/** The bytes of the file that an answer carries. */
export function fileIn({ content }: ToolAnswer): Buffer {
  for (const part of content)
    if (part.type === 'resource' && 'blob' in part.resource)
      return Buffer.from(part.resource.blob, 'base64')
  throw new Error('the answer carries no file')
}
