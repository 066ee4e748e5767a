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

/** What all calls answer that make a file later. */
const ACCEPTED = EXAMPLES.renderBatch?.responses['202'] ?? {}

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
    const type = parameter.schema?.type
    parameter.example =
      type === 'integer' ? Number(value) : type === 'array' ? value.split(',') : value
  }
  fill(operation.requestBody?.content, example.requests)
  for (const [status, bodies] of Object.entries({ 202: ACCEPTED, ...example.responses }))
    fill(operation.responses?.[status]?.content, bodies)
}

function fill(content: Content | undefined, bodies: Record<string, unknown>): void {
  for (const [type, value] of Object.entries(bodies)) {
    const media = content?.[type]
    if (media !== undefined) media.example = value
  }
}

/** The recorded answers of an operation with a status, as saved responses of a request in Postman. */
export function savedAnswers(
  operation: Operation,
  status: string,
  originalRequest: object,
): object[] {
  const { description = '', content = {} } = operation.responses?.[status] ?? {}
  return Object.entries(content).flatMap(([type, { example }]) =>
    example === undefined
      ? []
      : [
          {
            name: description,
            originalRequest,
            code: Number(status),
            status: description,
            _postman_previewlanguage: type.endsWith('json') ? 'json' : 'text',
            header: [{ key: 'Content-Type', value: type }],
            body: typeof example === 'string' ? example : JSON.stringify(example, null, 2),
          },
        ],
  )
}
