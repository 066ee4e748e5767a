/** A service with templates, a receiver of webhooks, and the connectors built and connected to it. */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { blocksOf, ClientPlace, ROOT } from './client-place.ts'
import { startListening } from './mcp.ts'
import { type Binary, N8n } from './n8n.ts'
import { type Received, type Receiver, startReceiver } from './receiver.ts'
import type { SigningApp } from './signing-app.ts'
import { Zapier } from './zapier.ts'

/** The package that the guide's commands make. */
export const PACKED = join(ROOT, 'connectors/n8n/n8n-nodes-paraph-0.1.0.tgz')
export const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

export const sample = (name: string): Buffer => readFileSync(join(ROOT, 'templates', name))
export const sampleJson = (name: string): Record<string, unknown> =>
  JSON.parse(sample(name).toString()) as Record<string, unknown>

/** A file of an n8n item. */
export const binary = (fileName: string, bytes: Uint8Array, mimeType = WORD): Binary => ({
  ...{ data: Buffer.from(bytes).toString('base64'), mimeType, fileName },
})

export function isPdf(bytes: Uint8Array | string | undefined): void {
  const given = typeof bytes === 'string' ? Buffer.from(bytes, 'base64') : Buffer.from(bytes ?? [])
  expect(given.subarray(0, 5).toString()).toBe('%PDF-')
}

/** What the tests of connectors share. */
export class ConnectorStage {
  readonly #running: Awaited<ReturnType<typeof startListening>>
  readonly place: ClientPlace
  readonly receiver: Receiver
  readonly n8n: N8n
  readonly zapier: Zapier
  /** Everything that webhooks brought, whoever asked for it. */
  readonly delivered: Received[] = []
  /** `letter.docx`, stored. */
  templateId = ''

  private constructor(
    running: Awaited<ReturnType<typeof startListening>>,
    parts: { place: ClientPlace; receiver: Receiver; zapier: Zapier },
  ) {
    this.#running = running
    this.place = parts.place
    this.receiver = parts.receiver
    this.zapier = parts.zapier
    this.n8n = new N8n(running.url, running.key)
    this.receiver.answer = (message, response) => {
      this.delivered.push(message)
      response.writeHead(204).end()
    }
  }

  static async open(): Promise<ConnectorStage> {
    const running = await startListening({ PARAPH_WEBHOOK_PRIVATE: 'on' })
    await running.service.services.start()
    const place = await ClientPlace.open(running.url, running.key)
    // As the guide says; what it installs is there already.
    const [commands = ''] = blocksOf('docs/connectors.md', 'sh')
    const built = commands.replace(/^npm ci .*$/m, '')
    await place.run('bash', ['-euo', 'pipefail', '-c', built], ROOT)
    const zapier = await Zapier.start(running.url, running.key)
    const stage = new ConnectorStage(running, { place, zapier, receiver: await startReceiver() })
    stage.templateId = await stage.upload('letter.docx')
    await stage.upload('facturx-invoice.docx')
    return stage
  }

  get service(): SigningApp {
    return this.#running.service
  }

  get url(): string {
    return this.#running.url
  }

  get key(): string {
    return this.#running.key
  }

  /** Stores a sample template under its name; answers its id. */
  async upload(name: string): Promise<string> {
    const form = new FormData()
    form.append('name', name.replace('.docx', ''))
    form.append('template', new Blob([new Uint8Array(sample(name))]), name)
    const headers = { 'x-api-key': this.key }
    const answer = await fetch(`${this.url}/templates`, { method: 'POST', headers, body: form })
    return ((await answer.json()) as { id: string }).id
  }

  async close(): Promise<void> {
    rmSync(PACKED, { force: true })
    this.place.close()
    await this.zapier.close()
    await this.receiver.close()
    await this.#running.close()
  }
}
