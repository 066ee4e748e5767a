/** A sender and signers of a service that runs as a process; they do again whatever got no answer. */
import { expect } from 'vitest'
import { multipart } from './app.ts'
import type { KillStage } from './kill-stage.ts'
import { smallPdf } from './signing-app.ts'

/** Somebody who is asked to sign. */
export interface AskedPerson {
  email: string
  phone: string
  first_name: string
  order: number
}

/** How long anything may take on a machine that has other things to do. */
export const PATIENCE_MS = 400_000

/** Sends a document, again and again under one Idempotency-Key; answers its id. */
export async function sendDocument(
  stage: KillStage,
  signers: readonly AskedPerson[],
): Promise<string> {
  const { body, contentType } = multipart([
    ['file', { filename: 'contrat.pdf', bytes: await smallPdf(), type: 'application/pdf' }],
    ['signers', JSON.stringify(signers)],
    ['webhook_url', stage.parts.receiver.url],
  ])
  const headers = {
    'x-api-key': stage.parts.key,
    'content-type': contentType,
    'idempotency-key': 'once',
  }
  const answer = await stage.insist((origin) =>
    fetch(`${origin}/api/v1/documents`, { method: 'POST', headers, body }),
  )
  expect(answer.status, await answer.clone().text()).toBe(201)
  return ((await answer.json()) as { id: string }).id
}

/** A call of the sender. */
export async function readAs<Answer>(stage: KillStage, path: string): Promise<Answer> {
  const headers = { 'x-api-key': stage.parts.key }
  const answer = await stage.insist((origin) => fetch(`${origin}${path}`, { headers }))
  expect(answer.status).toBe(200)
  return (await answer.json()) as Answer
}

/** Text of a mail as a person reads it: quoted-printable (RFC 2045, 6.7) undone. */
const readable = (raw: string): string => raw.replace(/=\r?\n/g, '').replaceAll('=3D', '=')

/** One person, who does again whatever got no answer. */
export class ProcessSigner {
  readonly #stage: KillStage
  readonly #who: AskedPerson
  token = ''
  cookie = ''

  constructor(stage: KillStage, who: AskedPerson) {
    this.#stage = stage
    this.#who = who
  }

  async call(method: string, path: string, body?: object): Promise<Response> {
    const answer = await this.#stage.insist((origin) =>
      fetch(`${origin}/sign/${this.token}${path}`, {
        method,
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          cookie: this.cookie,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    )
    this.cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? this.cookie
    return answer
  }

  /** Waits for the mail and opens the link. */
  async open(): Promise<void> {
    const link = () => {
      const mails = this.#stage.parts.sink.taken.filter(({ to }) => to.includes(this.#who.email))
      return /\/sign\/([a-z0-9-]+)/.exec(readable(mails[0]?.raw ?? ''))?.[1]
    }
    await expect.poll(link, { timeout: PATIENCE_MS }).toBeTruthy()
    this.token = link() ?? ''
    expect((await this.call('POST', '/open', {})).status).toBe(200)
  }

  async state() {
    type State = { consent: { version: string; sha256: string }; document: { sha256: string } }
    return (await (await this.call('GET', '/state')).json()) as State
  }

  /** Agrees and has a code sent. */
  async askCode(): Promise<void> {
    const { version, sha256 } = (await this.state()).consent
    const answer = await this.call('POST', '/code', { consent: { version, sha256 } })
    expect(answer.status, await answer.clone().text()).toBe(202)
  }

  /** The newest code that came to the phone. */
  newestCode(): string {
    const { requests } = this.#stage.parts.twilio
    const texts = requests.filter(({ form }) => form.To === this.#who.phone)
    return /\b\d{6}\b/.exec(texts.at(-1)?.form.Body ?? '')?.[0] ?? ''
  }

  /** Enters the newest code, and a new one while there is no answer that lets them sign. */
  async verify(): Promise<void> {
    for (;;) {
      const answer = await this.call('POST', '/verify', { code: this.newestCode() })
      if (answer.status === 200 && this.cookie !== '') return
      expect(await answer.json()).toMatchObject({ code: 'otp_expired' })
      await this.askCode()
    }
  }

  /** Orders the signature; an order that was taken before the answer was lost stands. */
  async sign(): Promise<void> {
    const document_sha256 = (await this.state()).document.sha256
    const order = { document_sha256, kind: 'typed', text: this.#who.first_name }
    const answer = await this.call('POST', '/signature', order)
    if (answer.status !== 200) expect(await answer.json()).toMatchObject({ code: 'already_signed' })
  }
}
