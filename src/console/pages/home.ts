/** The first page: a key, a document and a signature, tried on the spot. */

import type { FastifyReply } from 'fastify'
import { clientAbortSignal } from '../../http/client-abort.ts'
import { monthOf } from '../../kernel/clock.ts'
import { AppError } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { CONTRACT_LOCALE, sampleData, sampleFile, sampleTemplate } from '../../pages/samples.ts'
import type { RenderInput } from '../../rendering/render-input.ts'
import { say } from '../../translations/texts.ts'
import { trialCaller } from '../callers.ts'
import { asTrial, sendDownload } from '../guarded-call.ts'
import { may } from '../permissions.ts'
import type { ConsoleSection, MemberRequest, PageRequest } from '../route-builder.ts'
import { homeMain, invoiceData } from './home-view.tsx'

const PATH = '/console'
const TEXT_MAX = 80
const PRICE_MAX = 10_000_000

async function showHome(context: MemberRequest): Promise<FastifyReply> {
  // A member who only reads has nothing to try.
  if (!may(context.session.role, 'try')) return context.go('/console/requests')
  const { accounts, outbox, clock, firstRequests, missingCarriers: missing } = context.parts
  const { accountId, email } = context.session
  const keys = await accounts.keys.listKeys(accountId)
  const used = await accounts.quota.history(accountId, monthOf(clock.now()))
  const main = homeMain(context.visit, {
    keys: keys.filter(({ revoked_at }) => revoked_at === null).length,
    rendered:
      used.some(({ metric, used: count }) => metric === 'documents' && count > 0) ||
      context.cookies.read(context.request, 'tried') === accountId,
    request: await firstRequests.latest(trialCaller(context.parts, accountId)),
    email,
    outbox,
    missing,
  })
  return context.show({ title: context.visit.words.home.title, main })
}

/** The sample's data with the form's input. @throws AppError `validation_failed` */
function dataFrom(context: MemberRequest): JsonObject {
  const text = (name: string): string => {
    const value = context.field(name).trim()
    if (value !== '' && value.length <= TEXT_MAX) return value
    throw new AppError('validation_failed', say('fields.length', { name, max: TEXT_MAX }))
  }
  const price = Number(text('price').replace(',', '.'))
  if (!(price >= 0 && price <= PRICE_MAX))
    throw new AppError('validation_failed', say('console.price', { max: PRICE_MAX }))
  const data = invoiceData()
  const [line] = data.lines
  data.number = text('number')
  data.buyer.name = text('buyer')
  if (line !== undefined) {
    line.name = text('item')
    line.netPrice = price
    line.netAmount = Math.round(price * line.quantity * 100) / 100
  }
  return data
}

const input = (
  name: 'invoice' | 'contract',
  data: JsonObject,
  options: RenderInput['options'] = {},
): RenderInput => ({
  template: { kind: 'file', bytes: sampleTemplate(name), name },
  data,
  pictures: new Map(),
  format: 'pdf',
  filename: undefined,
  options,
})

async function tryInvoice(context: MemberRequest): Promise<FastifyReply> {
  const asked = input('invoice', dataFrom(context))
  const signal = clientAbortSignal(context.reply)
  const { bytes } = await asTrial(context, (caller) =>
    context.parts.renders.render(caller, asked, signal),
  )
  context.cookies.set(context.reply, 'tried', context.session.accountId)
  return sendDownload(context, { bytes, filename: 'invoice.pdf', type: 'application/pdf' })
}

async function trySignature(context: MemberRequest): Promise<FastifyReply> {
  const { renders, firstRequests } = context.parts
  const { locale, origin } = context.visit
  const asked = input('contract', sampleData('contract'), { locale: CONTRACT_LOCALE })
  const signal = clientAbortSignal(context.reply)
  await asTrial(context, (caller) =>
    renders.renderForSigning(caller, asked, signal, async (made) => {
      const place =
        made.placements.find(({ signer }) => signer === 'provider') ?? made.placements[0]
      if (place === undefined) throw new Error('the sample contract has no place for a signature')
      await firstRequests.send(caller, {
        pdf: made.bytes,
        filename: made.filename,
        field: { page: place.page, ...place.box },
        email: context.session.email,
        locale,
        ip: origin.ip,
      })
    }),
  )
  return context.go(PATH, 'signature_sent')
}

function sendSample(context: PageRequest): FastifyReply {
  const filename = context.param('file')
  const file = sampleFile(filename)
  if (file === undefined) throw new AppError('not_found', say('console.noSample'))
  return sendDownload(context, { ...file, filename }, 'public, max-age=3600')
}

/** The section. */
export const homePages: ConsoleSection = {
  nav: { path: PATH, icon: 'home', label: 'home' },
  routes(routes) {
    routes.member('GET', '/', 'home', showHome)
    routes.member('POST', '/try/invoice.pdf', 'try', tryInvoice)
    routes.member('POST', '/try/signature', 'requests.change', trySignature)
    routes.open('GET', '/samples/:file', sendSample)
  },
}
