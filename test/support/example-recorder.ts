/** Calls the service and keeps what went there and came back, for the examples of openapi.yaml. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { OperationExample } from '../../src/reference/examples.ts'
import { type Answer, DOCX_TYPE, type FilePart, type FormParts } from './app.ts'
import { OPERATIONS } from './contract.ts'
import { settled } from './settled.ts'
import type { SigningApp } from './signing-app.ts'

/** One call of the recording. */
export interface RecordedCall {
  params?: Record<string, string>
  query?: Record<string, string>
  json?: unknown
  form?: FormParts
  body?: { type: string; bytes: Buffer }
  /** Left out: the recording's own key; null: none. */
  key?: string | null
  headers?: Record<string, string>
  /** What is shown of a long answer. */
  shown?: (answer: Record<string, unknown>) => unknown
}

/** A file of templates/, under its own name. */
export const shipped = (filename: string, type = DOCX_TYPE): FilePart => ({
  filename,
  bytes: readFileSync(resolve(import.meta.dirname, '../../templates', filename)),
  type,
})

const same = (value: unknown): unknown => value

interface TrailEntry {
  type: string
  at: string
  data: object
}
const isToSender = ({ data }: TrailEntry): number => ('to' in data ? 1 : 0)

/**
 * What the trail says, the same in each run: mails to several people go out together, and heads are time-stamped as
 * soon as there is time, so that only of the newest entry it is certain that it has a stamp.
 */
function inOrder(trail: Record<string, unknown>): unknown {
  const entries = trail.entries as TrailEntry[]
  const settledEntries = entries.map((entry) => {
    const together = entries.filter(({ type, at }) => type === entry.type && at === entry.at)
    const sorted = together.toSorted((one, other) => isToSender(one) - isToSender(other))
    return { ...entry, data: sorted[together.indexOf(entry)]?.data }
  })
  return { ...trail, entries: settledEntries, stamps: (trail.stamps as object[]).slice(-1) }
}

/** Texts are shown by their beginning. */
const TEXT_LINES = 12
const KEPT = /json|text\/plain|x-pem-file/
/** Of headers only these are described. */
const DESCRIBED_HEADER = 'idempotency-key'
const BETWEEN_CALLS_MS = 20_000

/** Calls, and keeps the first answer of each operation by media type. */
export class ExampleRecorder {
  readonly #examples: Record<string, OperationExample> = {}
  readonly #service: SigningApp
  /** What is written instead: where something lives on this machine, and links that let in. */
  readonly instead = new Map<string, string>()

  constructor(service: SigningApp) {
    this.#service = service
  }

  /** What was recorded, with nothing in it that another run would not give. */
  get examples(): Record<string, OperationExample> {
    const text = [...this.instead].reduce(
      (before, [here, there]) => before.replaceAll(here, there),
      JSON.stringify(this.#examples),
    )
    return JSON.parse(settled(text)) as Record<string, OperationExample>
  }

  /** Makes a call, which must succeed, and keeps it. */
  async call(operationId: string, input: RecordedCall = {}): Promise<Answer> {
    const found = OPERATIONS.find(({ operation }) => operation.operationId === operationId)
    if (found === undefined) throw new Error(`there is no operation ${operationId}`)
    const { params = {}, query = {}, json, form, body } = input
    const path = found.path.replace(/\{(\w+)\}/g, (_all, name: string) =>
      encodeURIComponent(params[name] ?? ''),
    )
    const search = new URLSearchParams(query).toString()
    const key = input.key === undefined ? this.#service.key : (input.key ?? undefined)
    const headers = { ...input.headers, ...(body && { 'content-type': body.type }) }
    this.#service.app.clock.move(BETWEEN_CALLS_MS)
    const answer = await this.#service.app.call(
      found.method,
      search === '' ? path : `${path}?${search}`,
      {
        key,
        headers,
        ...(json !== undefined && { json }),
        ...(form !== undefined && { form }),
        ...(body !== undefined && { body: body.bytes }),
      },
    )
    if (answer.status >= 300)
      throw new Error(`${operationId} answered ${answer.status}: ${answer.bytes}`)
    this.#keep(operationId, input, answer)
    return answer
  }

  /** Does the background work that is due. */
  work(): Promise<void> {
    return this.#service.work()
  }

  /** The trail of a request, its newest entry time-stamped as by the daily round. */
  async trail(id: string): Promise<void> {
    await this.#service.services.stampTrail(id)
    await this.call('getDocumentAudit', { params: { id }, shown: inOrder })
  }

  #keep(operationId: string, input: RecordedCall, answer: Answer): void {
    const { params, query, json, form, headers } = input
    const kept = this.#examples[operationId] ?? { parameters: {}, requests: {}, responses: {} }
    this.#examples[operationId] = kept
    const repeatable = headers?.[DESCRIBED_HEADER]
    kept.parameters = {
      ...query,
      ...params,
      ...(repeatable !== undefined && { [DESCRIBED_HEADER]: repeatable }),
      ...kept.parameters,
    }
    if (json !== undefined) kept.requests['application/json'] ??= json
    if (form !== undefined) kept.requests['multipart/form-data'] ??= writtenForm(form)
    const type = String(answer.headers['content-type'] ?? '').split(';')[0] ?? ''
    if (!KEPT.test(type)) return
    const value: unknown = type.endsWith('json')
      ? (input.shown ?? same)(answer.json())
      : answer.bytes.toString().split('\n').slice(0, TEXT_LINES).join('\n')
    kept.responses[String(answer.status)] ??= { [type]: value }
  }
}

/** Its parts by name; several of one name are a list. */
function writtenForm(form: NonNullable<RecordedCall['form']>): object {
  const parts: Record<string, string | string[]> = {}
  for (const [name, value] of form) {
    const part = typeof value === 'string' ? value : writtenPart(value)
    const before = parts[name]
    parts[name] = before === undefined ? part : [before, part].flat()
  }
  return parts
}

/** Of files the name; JSON that came from a file is text like any other. */
const writtenPart = ({ filename, bytes, type }: FilePart): string =>
  type === 'application/json' ? JSON.stringify(JSON.parse(Buffer.from(bytes).toString())) : filename
