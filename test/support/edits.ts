/** Calls that edit requests, and what tests read of them. */
import { expect } from 'vitest'
import { verifyPdf } from '../../src/pades/verify.ts'
import type { Answer } from './app.ts'
import { messagesOf, type SeenDocument, type SeenProblem, type SigningApp } from './signing-app.ts'

type Data = Record<string, unknown>
type Entry = { type: string; actor: string; data: Data }
/** What a test reads of findings. */
export type Faults = { errors: Array<Record<string, string>> }

/** @param signing the service of the test that runs */
export function editsOf(signing: () => SigningApp) {
  const edit = (id: string, changes: object, key = signing().key): Promise<Answer> =>
    signing().act('PATCH', id, '', changes, key)
  /** A new PDF in place of one of the files, with changes. */
  const replace = (
    id: string,
    bytes: Uint8Array,
    { changes, ...texts }: { changes?: object; file_number?: string; password?: string } = {},
  ): Promise<Answer> =>
    signing().app.call('PATCH', `/api/v1/documents/${id}`, {
      key: signing().key,
      form: [
        ['file', { filename: 'neu.pdf', bytes }],
        ...Object.entries(texts),
        ...(changes === undefined ? [] : [['changes', JSON.stringify(changes)] as const]),
      ],
    })
  const entriesOf = async (id: string): Promise<Entry[]> =>
    (await signing().act('GET', id, '/audit')).json<{ entries: Entry[] }>().entries
  const updatesOf = async (id: string) =>
    (await entriesOf(id)).filter(({ type }) => type === 'document.updated').map(({ data }) => data)
  const codeOf = (answer: Answer) => answer.json<SeenProblem>().code
  const usedBy = async (key = signing().key): Promise<number> =>
    (await signing().app.call('GET', '/usage', { key })).json<{
      monthly: { signatures: { used: number } }
    }>().monthly.signatures.used
  const mailsTo = async (email: string): Promise<string[]> => {
    await signing().work()
    return (await messagesOf(signing().app))
      .filter(({ channel, to }) => channel === 'mail' && to === email)
      .map(({ subject }) => subject ?? '')
  }
  const ok = (answer: Answer): SeenDocument => {
    expect(String(answer.bytes).slice(0, 600), String(answer.bytes)).toContain('"id"')
    expect(answer.status).toBe(200)
    return answer.json()
  }
  const verdict = async (pdf: Uint8Array) =>
    verifyPdf(pdf, {
      roots: (await signing().services.pki.trusted()).roots,
      nowMs: signing().app.clock.now(),
    })
  return { codeOf, edit, entriesOf, mailsTo, ok, replace, updatesOf, usedBy, verdict }
}

/** Moves to the second day of the next month. */
export function toNextMonth(clock: { now(): number; move(ms: number): void }): void {
  const now = new Date(clock.now())
  clock.move(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 2) - now.getTime())
}
