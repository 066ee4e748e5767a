/** Visitors of open links, as tests make them: they solve the challenge, read the mail and enter the code. */
import { createHash } from 'node:crypto'
import { leadingZeros } from '../../src/signing/open-links/work.ts'
import type { Answer } from './app.ts'
import { messagesOf, type SigningApp } from './signing-app.ts'

/** What a test reads of a link. */
export interface SeenLink {
  id: string
  url: string
  status: string
  role: string
  started: number
  completed: number
  has_invitation_code: boolean
  max_total?: number
}

/** The number that a challenge asks for. */
export function solutionOf({ challenge, bits }: { challenge: string; bits: number }): string {
  for (let number = 0; ; number += 1) {
    const hash = createHash('sha256').update(`${challenge}.${number}`).digest()
    if (leadingZeros(hash) >= bits) return String(number)
  }
}

/** Makes a link of a template. */
export async function openLink(
  signing: SigningApp,
  template: string,
  more: object = {},
  key = signing.key,
): Promise<SeenLink> {
  const path = `/api/v1/request-templates/${template}/links`
  const made = await signing.app.call('POST', path, { key, json: more })
  if (made.status !== 201) throw new Error(`no link: ${made.bytes}`)
  return made.json<SeenLink>()
}

let networks = 0

/** Somebody with the address of a link. */
export class Visitor {
  readonly #signing: SigningApp
  readonly path: string
  /** A network of one's own: limits count per network. */
  ip: string
  start = ''

  constructor(signing: SigningApp, link: { url: string }, ip?: string) {
    networks += 1
    this.#signing = signing
    this.path = new URL(link.url).pathname
    this.ip = ip ?? `198.18.${networks >> 8}.${networks & 255}`
  }

  call(method: string, path = '', json?: unknown): Promise<Answer> {
    const options = { ip: this.ip, ...(json !== undefined && { json }) }
    return this.#signing.app.call(method, `${this.path}${path}`, options)
  }

  /** A challenge with its solution. */
  async work(): Promise<{ challenge: string; solution: string }> {
    const work = (await this.call('GET', '/challenge')).json<{ challenge: string; bits: number }>()
    return { challenge: work.challenge, solution: solutionOf(work) }
  }

  /** Asks for a code. */
  async ask(email: string, more: object = {}): Promise<Answer> {
    const names = { first_name: 'Zoé', last_name: 'Łukasz' }
    const asked = await this.call('POST', '/code', {
      ...{ email, lang: 'fr', ...names },
      ...('challenge' in more ? {} : await this.work()),
      ...more,
    })
    if (asked.status === 202) this.start = asked.json<{ start: string }>().start
    return asked
  }

  /** The code of the newest mail to an address. */
  async mailedCode(email: string): Promise<string> {
    await this.#signing.work()
    const mail = (await messagesOf(this.#signing.app)).find(
      ({ channel, to, text }) => channel === 'mail' && to === email && /^\d{6}$/m.test(text),
    )
    const code = /^\d{6}$/m.exec(mail?.text ?? '')?.[0]
    if (code === undefined) throw new Error(`no code was mailed to ${email}`)
    return code
  }

  enter(code: string): Promise<Answer> {
    return this.call('POST', '/confirm', { start: this.start, code })
  }

  /** From the link to the request. */
  async begin(email: string, more: object = {}): Promise<Answer> {
    const asked = await this.ask(email, more)
    if (asked.status !== 202) return asked
    return await this.enter(await this.mailedCode(email))
  }
}
