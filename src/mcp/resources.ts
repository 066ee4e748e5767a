/** What an agent can read: the guides, the invoice schema, fields of templates, files of signature requests. */

import {
  type CallToolResult,
  fromJsonSchema,
  type McpServer,
  type ReadResourceResult,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server'
import { membersOf } from '../kernel/type-guards.ts'
import type { Api } from './api.ts'
import type { ApiDescription } from './description.ts'
import { GUIDES, sectionOf, sectionsOf } from './guides.ts'
import { failure } from './tool-result.ts'
import { HINTS } from './tool-spec.ts'
import { DOCUMENT_KINDS } from './tool-table.ts'

const INVOICE_SCHEMA = '/facturx/invoice.schema.json'
const MARKDOWN = 'text/markdown'
const TOPICS = [...GUIDES.map(({ topic }) => topic), 'invoice-schema']

const GUIDE_INPUT = fromJsonSchema<{ topic: string; section?: string }>({
  type: 'object',
  properties: {
    topic: { type: 'string', enum: TOPICS, description: 'What about' },
    section: {
      type: 'string',
      description:
        'Words of a heading, to read that section only; of the template language this saves much',
    },
  },
  required: ['topic'],
  additionalProperties: false,
})

/** Reads one path of the API as a resource. */
async function fromApi(
  api: Api,
  { path, uri, signal }: { path: string; uri: URL; signal: AbortSignal },
): Promise<ReadResourceResult> {
  const { status, headers, bytes } = await api({ method: 'GET', path }, signal)
  if (status >= 400) {
    const { code, detail } = membersOf(JSON.parse(bytes.toString()))
    throw new ResourceNotFoundError(uri.href, `${String(code)}: ${String(detail)}`)
  }
  const mimeType = headers.get('content-type')?.split(';')[0] ?? 'application/octet-stream'
  const content = mimeType.endsWith('json')
    ? { text: bytes.toString() }
    : { blob: bytes.toString('base64') }
  return { contents: [{ uri: uri.href, mimeType, ...content }] }
}

/** Registers the resources on a server that acts for one caller. */
export function registerResources(server: McpServer, api: Api, description: ApiDescription): void {
  for (const { topic, title, about, text } of GUIDES) {
    const config = { title, description: about, mimeType: MARKDOWN }
    server.registerResource(topic, `paraph://guides/${topic}`, config, async ({ href }) => ({
      contents: [{ uri: href, mimeType: MARKDOWN, text: text() }],
    }))
  }
  server.registerResource(
    'invoice-schema',
    'paraph://schemas/invoice',
    {
      title: 'JSON Schema of the invoice',
      description: 'Every field of the invoice with its BT number (EN 16931); 50 kB',
      mimeType: 'application/schema+json',
    },
    (uri, { mcpReq }) => fromApi(api, { path: INVOICE_SCHEMA, uri, signal: mcpReq.signal }),
  )
  // Not listed individually: each listing would count against the plan's requests per minute.
  server.registerResource(
    'template-fields',
    new ResourceTemplate('paraph://templates/{template_id}/fields', { list: undefined }),
    {
      title: 'Fields of a template',
      description: 'JSON Schema of its data, sample data, tags',
      mimeType: 'application/json',
    },
    (uri, { template_id }, { mcpReq }) => {
      const path = `/templates/${encodeURIComponent(String(template_id))}/fields`
      return fromApi(api, { path, uri, signal: mcpReq.signal })
    },
  )
  for (const [kind, [operation, about]] of Object.entries(DOCUMENT_KINDS)) {
    const { path } = description.operation(operation)
    server.registerResource(
      `document-${kind}`,
      new ResourceTemplate(`paraph://documents/{document_id}/${kind}`, { list: undefined }),
      { title: `Signature request: ${about}` },
      (uri, { document_id }, { mcpReq }) => {
        const address = path.replace('{id}', encodeURIComponent(String(document_id)))
        return fromApi(api, { path: address, uri, signal: mcpReq.signal })
      },
    )
  }
}

/** The guides as a tool, for the many programs that show a model tools but no resources. */
export function registerGuideTool(server: McpServer, api: Api): void {
  server.registerTool(
    'get_guide',
    {
      title: 'Read a guide',
      description: `Gives a guide to read up on: ${GUIDES.map(({ topic, about }) => `${topic} (${about})`).join('; ')}; invoice-schema (JSON Schema of the invoice, long).`,
      inputSchema: GUIDE_INPUT,
      annotations: { title: 'Read a guide', ...HINTS.reads },
    },
    async ({ topic, section }, { mcpReq }): Promise<CallToolResult> => {
      const guide = GUIDES.find((one) => one.topic === topic)
      if (guide === undefined) {
        const { bytes } = await api({ method: 'GET', path: INVOICE_SCHEMA }, mcpReq.signal)
        return { content: [{ type: 'text', text: bytes.toString() }] }
      }
      const whole = guide.text()
      const text = section === undefined ? whole : sectionOf(whole, section)
      if (text === undefined)
        return failure(`There is no such section. The sections: ${sectionsOf(whole).join('; ')}.`)
      return { content: [{ type: 'text', text }] }
    },
  )
}
