/** The first page of a stored template with its sample data, for lists: a version is rendered once, then remembered. */

import type { FastifyReply } from 'fastify'
import { clientAbortSignal } from '../../http/client-abort.ts'
import { AppError } from '../../kernel/errors.ts'
import { JsonText } from '../../kernel/json-text.ts'
import { dateLocale } from '../../pages/locale.ts'
import { CONTRACT_LOCALE } from '../../pages/samples.ts'
import { say } from '../../translations/texts.ts'
import { templatesCaller } from '../callers.ts'
import { ACCOUNT } from '../guarded-call.ts'
import type { ConsoleRoutes, MemberRequest } from '../route-builder.ts'
import { sampleOf } from '../samples.ts'

const REMEMBERED_BYTES_MAX = 16 * 1024 * 1024
/** Seconds for which a browser need not ask again; the address names the version, which never changes. */
const FRESH_SECONDS = 86_400

/** PDFs by account and version, the least recently shown forgotten first. */
class Remembered {
  readonly #files = new Map<string, Uint8Array>()
  #bytes = 0

  get(key: string): Uint8Array | undefined {
    const file = this.#files.get(key)
    if (file !== undefined) {
      this.#files.delete(key)
      this.#files.set(key, file)
    }
    return file
  }

  add(key: string, file: Uint8Array): void {
    if (this.#files.has(key)) return
    this.#files.set(key, file)
    this.#bytes += file.byteLength
    for (const [oldest, { byteLength }] of this.#files) {
      if (this.#bytes <= REMEMBERED_BYTES_MAX) return
      this.#files.delete(oldest)
      this.#bytes -= byteLength
    }
  }
}

async function render(context: MemberRequest) {
  const { templates, renders, accounts } = context.parts
  const caller = await templatesCaller(context)
  const template = await templates.get(caller, context.param('id'))
  const { id, current_version: version } = template
  const make = async () => {
    const versions = await templates.versions(caller, id)
    const data = await sampleOf(templates, caller, template, versions)
    const input = {
      template: { kind: 'stored' as const, id, version },
      data: new JsonText(data, 'data'),
      pictures: new Map(),
      format: 'pdf' as const,
      filename: undefined,
      options: {
        locale: context.visit.locale === 'en' ? CONTRACT_LOCALE : dateLocale(context.visit.locale),
        missing: 'blank' as const,
      },
    }
    const signal = clientAbortSignal(context.reply)
    const work = () => renders.render(caller, input, signal)
    return (await accounts.rateLimiter.within(caller, ACCOUNT, work)).bytes
  }
  return { key: `${context.visit.locale} ${id} ${version}`, make }
}

/** GET of the PDF. It costs no quota and no call of the minute, so an account has one made at a time. */
export function pictureRoutes(routes: ConsoleRoutes): void {
  const remembered = new Remembered()
  const { calls } = routes.parts.accounts.throttling
  async function sendPicture(context: MemberRequest): Promise<FastifyReply> {
    const { key, make } = await render(context)
    const { accountId } = context.session
    let file = remembered.get(key)
    if (file === undefined) {
      const admitted = await calls.enter({ owner: `picture ${accountId}`, slots: 1 })
      if (admitted.refused !== undefined)
        throw new AppError('rate_limited', say('console.pictureBusy'), {
          retryAfterSeconds: 1,
        })
      try {
        file = await make()
      } finally {
        admitted.leave()
      }
      remembered.add(key, file)
    }
    return context.reply
      .headers({
        'Cache-Control': `private, max-age=${FRESH_SECONDS}`,
        'X-Content-Type-Options': 'nosniff',
      })
      .type('application/pdf')
      .send(Buffer.from(file))
  }
  routes.member('GET', '/templates/:id/picture', 'templates.read', sendPicture)
}
