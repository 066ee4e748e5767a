/** Examples of the interface: calls that were made and what they answered, put into its description. */
import recorded from './examples.json' with { type: 'json' }

/** What one operation was sent and answered. */
export interface OperationExample {
  /** Parameters of address, query and header by name. */
  parameters: Record<string, string>
  /** Bodies by media type; of a form the parts, files by their names. */
  requests: Record<string, unknown>
  /** Bodies by status and media type. */
  responses: Record<string, Record<string, unknown>>
}

interface Media {
  example?: unknown
}
interface Operation {
  operationId?: string
  parameters?: { name: string; example?: unknown; schema?: { type?: unknown } }[]
  requestBody?: { content?: Record<string, Media> }
  responses?: Record<string, { content?: Record<string, Media> }>
}

/** Every example by operationId; `npm run examples` records them. */
export const EXAMPLES = recorded as unknown as Record<string, OperationExample>

/** Puts an example into each request, parameter and answer of a description that has one. */
export function exemplify(description: { paths?: object }): void {
  for (const operations of Object.values(description.paths ?? {})) {
    for (const operation of Object.values(operations as Record<string, Operation>)) {
      const example = EXAMPLES[operation.operationId ?? '']
      if (example !== undefined) exemplifyOperation(operation, example)
    }
  }
}

function exemplifyOperation(operation: Operation, example: OperationExample): void {
  for (const parameter of operation.parameters ?? []) {
    const value = example.parameters[parameter.name]
    if (value === undefined) continue
    parameter.example = parameter.schema?.type === 'integer' ? Number(value) : value
  }
  fill(operation.requestBody?.content, example.requests)
  for (const [status, bodies] of Object.entries(example.responses))
    fill(operation.responses?.[status]?.content, bodies)
}

function fill(content: Record<string, Media> | undefined, bodies: Record<string, unknown>): void {
  for (const [type, value] of Object.entries(bodies)) {
    const media = content?.[type]
    if (media !== undefined) media.example = value
  }
}
