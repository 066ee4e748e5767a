/** The calls that are made of a stage, and the ways to make them: as fast as they are answered, or at a rate. */
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { smallPdf } from '../../../test/support/signing-app.ts'
import { letter, letterData } from '../../templates/letter.ts'
import { type Form, multipart } from '../contender.ts'
import type { Stage } from './stages.ts'

/** Kinds of calls, in the order of the tables. */
export const CALLS = ['render', 'merge', 'create', 'read', 'list'] as const
export type CallName = (typeof CALLS)[number]
/** What they are. */
export const CALL_TITLES: Record<CallName, string> = {
  render: '`POST /render`, 1-page letter, PDF',
  merge: '`POST /render-document`, the same as DOCX',
  create: '`POST /api/v1/documents`, one signer, mail included',
  read: '`GET /api/v1/documents/{id}`',
  list: '`GET /api/v1/documents`, the newest ten',
}

const TEMPLATES = join(import.meta.dirname, '..', '..', 'templates')
const agent = new Agent({ keepAlive: true, maxSockets: 256 })
/** A call that is answered later than this has failed. */
const PATIENCE_MS = 60_000

interface Answer {
  readonly status: number
  readonly body: Buffer
}

/** Makes a call; an error where there is no whole answer. */
export function send(url: string, key: string, form?: Form): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = {
      'x-api-key': key,
      ...(form && { 'content-type': form.type, 'content-length': String(form.body.length) }),
    }
    const call = request(
      url,
      { method: form ? 'POST' : 'GET', agent, headers, timeout: PATIENCE_MS },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('aborted', () => reject(new Error('cut off')))
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks) }),
        )
      },
    )
    call.on('timeout', () => call.destroy(new Error('no answer')))
    call.on('error', (error: NodeJS.ErrnoException) => {
      // An idle connection was closed while it was taken again: nothing was sent (RFC 9112, 9.3.1).
      const isStale = call.reusedSocket && error.code === 'ECONNRESET'
      if (isStale) send(url, key, form).then(resolve, reject)
      else reject(error)
    })
    call.end(form?.body)
  })
}

/** Each call of one stage; it throws unless the answer is the one that is wanted. */
export type Calls = Record<CallName, () => Promise<Buffer>>

/** Forms that are made once, so that the client costs little. */
export async function makeForms() {
  const drawn = (name: string): string =>
    readFileSync(join(TEMPLATES, `${name}.png`)).toString('base64')
  const parts = [
    ['template', letter(), 'letter.docx'],
    ['data', JSON.stringify(letterData(drawn('logo'), drawn('signature')))],
  ] as const
  const pdf = await smallPdf()
  const create = (person: number): Form =>
    multipart([
      ['file', pdf, 'contract.pdf'],
      [
        'signers',
        JSON.stringify([
          {
            email: `bench${person}@example.com`,
            phone: `+33611${String(person).padStart(6, '0')}`,
            first_name: 'Zoé',
            last_name: `Bench ${person}`,
          },
        ]),
      ],
    ])
  return {
    render: multipart(parts),
    merge: multipart([...parts, ['format', 'docx']]),
    create,
    pdfBytes: pdf.length,
  }
}
export type Forms = Awaited<ReturnType<typeof makeForms>>

let people = 0

/** The calls of a stage. A document is created, which is the one that is read. */
export async function callsOf({ url, keys }: Stage, forms: Forms): Promise<Calls> {
  let turn = 0
  const call = async (status: number, path: string, form?: Form): Promise<Buffer> => {
    turn += 1
    const answer = await send(`${url}${path}`, keys[turn % keys.length] ?? '', form)
    if (answer.status === status) return answer.body
    throw new Error(`${path}: ${answer.status} ${answer.body.toString().slice(0, 300)}`)
  }
  const create = () => {
    people += 1
    return call(201, '/api/v1/documents', forms.create(people))
  }
  const { id } = JSON.parse((await create()).toString()) as { id: string }
  return {
    render: () => call(200, '/render', forms.render),
    merge: () => call(200, '/render-document', forms.merge),
    create,
    read: () => call(200, `/api/v1/documents/${id}`),
    list: () => call(200, '/api/v1/documents?limit=10'),
  }
}

/** So many at a time, each begun when one is answered, for so long; how many, and milliseconds of each. */
export async function burst(
  call: () => Promise<unknown>,
  atOnce: number,
  forMs: number,
): Promise<{ latenciesMs: number[]; perSecond: number }> {
  const startMs = performance.now()
  const latenciesMs: number[] = []
  const lane = async () => {
    while (performance.now() - startMs < forMs) {
      const begunMs = performance.now()
      await call()
      latenciesMs.push(performance.now() - begunMs)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return { latenciesMs, perSecond: (latenciesMs.length * 1000) / (performance.now() - startMs) }
}

/**
 * At a rate, however long the answers take: who waits because others wait counts from when they wanted to begin.
 * @returns milliseconds of each, and how many had no right answer
 */
export async function atRate(
  call: () => Promise<unknown>,
  perSecond: number,
  forMs: number,
): Promise<{ latenciesMs: number[]; failed: number }> {
  const startMs = performance.now()
  const count = Math.round((perSecond * forMs) / 1000)
  const latenciesMs: number[] = []
  let failed = 0
  const running: Promise<void>[] = []
  for (let n = 0; n < count; n += 1) {
    const dueMs = startMs + (n * 1000) / perSecond
    const waitMs = dueMs - performance.now()
    if (waitMs > 1) await new Promise((done) => setTimeout(done, waitMs))
    running.push(
      call().then(
        () => void latenciesMs.push(performance.now() - dueMs),
        () => {
          failed += 1
        },
      ),
    )
  }
  await Promise.all(running)
  return { latenciesMs, failed }
}
