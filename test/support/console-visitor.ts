/** A browser as far as the console's forms go: cookies, the token of each form, redirects, links in mails. */
import type { LightMyRequestResponse } from 'fastify'
import type { Role } from '../../src/identity/roles.ts'
import { type FormParts, multipart } from './app.ts'
import type { ConsoleApp } from './console-app.ts'

/** What came back. */
export interface Answer {
  status: number
  headers: LightMyRequestResponse['headers']
  bytes: Buffer
}

/** As much of a running service as a visitor needs. */
export type Visited = Pick<ConsoleApp, 'app' | 'outbox' | 'accounts'>

/** What a visitor's browser may differ in. */
export interface VisitorOptions {
  ip?: string
  /** Sent with every request. */
  headers?: Record<string, string>
}

/** Fields of a form. */
export type Fields = Record<string, string>

export const PASSWORD = 'nine brown lamps sing'

let addresses = 0

/** One browser. */
export class Visitor {
  readonly cookies = new Map<string, string>()
  readonly #app: Visited
  readonly #headers: Record<string, string>
  readonly #ip: string

  constructor(app: Visited, { ip, headers = {} }: VisitorOptions = {}) {
    addresses += 1
    this.#app = app
    this.#headers = headers
    // Somebody else's network, unless a test wants the same: limits count per address.
    this.#ip = ip ?? `10.${addresses >> 8}.${addresses & 255}.7`
  }

  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return await this.#send('GET', path, undefined, headers)
  }

  /** Opens the page that has the form and sends it, as a person would. */
  async submit(page: string, action: string, fields: Fields = {}): Promise<Answer> {
    const shown = (await this.get(page)).bytes.toString()
    return await this.post(action, { csrf: csrfIn(shown), ...hiddenIn(shown), ...fields })
  }

  /** Sends exactly these fields. */
  async post(path: string, fields: Fields, headers: Record<string, string> = {}): Promise<Answer> {
    return await this.#send('POST', path, new URLSearchParams(fields).toString(), headers)
  }

  /** Sends exactly these parts, as a form with files. */
  async upload(
    path: string,
    parts: FormParts,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const { body, contentType } = multipart(parts)
    return await this.#send('POST', path, body, { 'content-type': contentType, ...headers })
  }

  /** The token of the forms of a page. */
  async token(page: string): Promise<string> {
    return csrfIn((await this.get(page)).bytes.toString())
  }

  async #send(
    method: 'GET' | 'POST',
    path: string,
    payload: string | Buffer | undefined,
    headers: Record<string, string>,
  ): Promise<Answer> {
    const response = await this.#app.app.inject({
      method,
      url: path,
      remoteAddress: this.#ip,
      headers: {
        'accept-language': 'en',
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
        ...(this.cookies.size > 0 && { cookie: this.cookie }),
        ...(payload !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...this.#headers,
        ...headers,
      },
      ...(payload !== undefined && { payload }),
    })
    this.#storeCookies(response.headers['set-cookie'])
    return {
      status: response.statusCode,
      headers: response.headers,
      bytes: response.rawPayload,
    }
  }

  #storeCookies(given: string | string[] | undefined): void {
    for (const line of [given ?? []].flat()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      if (/max-age=0/i.test(line)) this.cookies.delete(pair.slice(0, at))
      else this.cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
  }
}

/** The token of the forms of a page. */
export const csrfIn = (page: string): string => /name="csrf" value="([^"]+)"/.exec(page)?.[1] ?? ''

/** The other hidden field that a form must bring back. */
const hiddenIn = (page: string): Fields => {
  const form = /name="form" value="([^"]+)"/.exec(page)?.[1]
  return form === undefined ? {} : { form }
}

/** Words of a page, without its markup. */
export const textOf = (answer: Answer): string =>
  answer.bytes
    .toString()
    .replace(/<(style|script)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

/** Every mail to an address, newest first. */
export const mailsTo = async (app: Pick<Visited, 'outbox'>, address: string) =>
  ((await app.outbox?.list()) ?? []).filter(({ to }) => to === address)

/** Waits until the queue has sent a mail to an address, and answers the path of a link in the newest. */
export async function linkIn(
  app: Pick<Visited, 'outbox'>,
  address: string,
  kind: 'confirm' | 'reset' | 'invite',
) {
  for (let tries = 0; tries < 200; tries += 1) {
    for (const { text } of await mailsTo(app, address)) {
      const path = new RegExp(`http://[^/\\s]+(/console/${kind}/[\\w-]+)`).exec(text)?.[1]
      if (path !== undefined) return path
    }
    await new Promise((done) => setTimeout(done, 50))
  }
  throw new Error(`no ${kind} mail came to ${address}`)
}

let people = 0

/** Somebody who has signed up and is logged in. */
export async function member(app: Visited, options: VisitorOptions = {}) {
  people += 1
  const email = `person${people}@example.org`
  const visitor = new Visitor(app, options)
  const sent = await visitor.submit('/console/sign-up', '/console/sign-up', {
    email,
    password: PASSWORD,
  })
  if (sent.status !== 200) throw new Error(`not signed up: ${sent.status}`)
  const path = await linkIn(app, email, 'confirm')
  const entered = await visitor.submit(path, path)
  if (entered.status !== 303) throw new Error(`not confirmed: ${entered.status}`)
  const account = await app.accounts.accounts.findAccount(email)
  if (account === undefined) throw new Error('no account was made')
  return { visitor, email, accountId: account.id }
}

/** Somebody who is logged in. */
export type Person = Awaited<ReturnType<typeof member>>

let invited = 0

/** Somebody new who has accepted an owner's invitation. */
export async function newMember(app: Visited, owner: Person, role: Role): Promise<Person> {
  invited += 1
  const email = `invited${invited}@example.org`
  const [page, locale] = ['/console/members', 'en']
  await owner.visitor.submit(page, `${page}/invite`, { email, role, locale })
  const path = await linkIn(app, email, 'invite')
  const visitor = new Visitor(app)
  const done = await visitor.submit(path, path, { password: PASSWORD })
  if (done.status !== 303) throw new Error(`not joined: ${done.status} ${textOf(done)}`)
  const account = await app.accounts.accounts.findAccount(email)
  if (account === undefined) throw new Error('no log-in was made')
  return { visitor, email, accountId: account.id }
}
