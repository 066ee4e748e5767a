/** API examples: recorded calls and responses, added to the description. */
import type { Content, Operation } from '../http/openapi-shape.ts'
import recorded from './examples.json' with { type: 'json' }

/** Recorded request and response of one operation. */
export interface OperationExample {
  /** Path, query and header parameters by name. */
  parameters: Record<string, string>
  /** Bodies by media type; of a form the parts, files by their names. */
  requests: Record<string, unknown>
  /** Bodies by status and media type. */
  responses: Record<string, Record<string, unknown>>
}

/** Every example by operationId; `npm run examples` records them. */
export const EXAMPLES = recorded as unknown as Record<string, OperationExample>

/** Adds the examples to each request, parameter and response of a description. */
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

function fill(content: Content | undefined, bodies: Record<string, unknown>): void {
  for (const [type, value] of Object.entries(bodies)) {
    const media = content?.[type]
    if (media !== undefined) media.example = value
  }
}
