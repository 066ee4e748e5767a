/** The section "Signature requests": the list, one request with all its actions, its files. */

import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { AppError } from '../../kernel/errors.ts'
import { membersOf } from '../../kernel/type-guards.ts'
import { sendSignerFile } from '../../signing/http/uploads.ts'
import type { DocumentJson } from '../../signing/model/schemas/request.ts'
import { say } from '../../translations/texts.ts'
import { REQUEST_FILES } from '../account-requests.ts'
import type { ConsoleParts } from '../frame.ts'
import { once, orShown, sendDownload } from '../guarded-call.ts'
import { statusOf } from '../problem-words.ts'
import type { ConsoleSection, MemberRequest } from '../route-builder.ts'
import { actorOf, chosenSender, sendersOf, sending } from '../senders.ts'
import type { FlashCode } from '../words.ts'
import { bulkPages } from './bulk.ts'
import { composeRoutes } from './compose.ts'
import { formFindingsOf } from './form-findings.ts'
import { fromTemplateRoutes } from './from-template.ts'
import { inPersonRoutes } from './in-person.tsx'
import { sendVersion } from './live.tsx'
import { requestEditRoutes } from './request-edit.tsx'
import { liveState, type RequestPage } from './request-page.ts'
import { requestMain } from './request-view.tsx'
import { chosenIn, queryOf, REQUESTS_PATH } from './requests-find.tsx'
import { requestsMain } from './requests-list.tsx'
import { selectionRoutes } from './requests-selected.ts'

const PAGE = 25

async function showList(context: MemberRequest): Promise<FastifyReply> {
  const { visit } = context
  const words = visit.words.requests
  const { retention, requests: all } = context.parts
  const { accountId } = context.session
  const { chosen, cursor } = chosenIn(context.request.query)
  const query = { ...queryOf(chosen), limit: PAGE }
  const isBad = (error: unknown) => error instanceof AppError && error.code === 'validation_failed'
  // A cursor of another order, or of nobody: the first page.
  const { requests, next } = await all
    .list(accountId, { ...query, ...(cursor !== '' && { cursor }) })
    .catch((error: unknown) => (isBad(error) ? all.list(accountId, query) : Promise.reject(error)))
  const page = {
    ...{ requests, next, hasMore: cursor !== '', chosen },
    periods: await retention.of(accountId),
    tags: await all.tags(accountId),
  }
  const main = requestsMain(context.visit, page)
  return context.show({ title: words.title, main })
}

/** The links of those who can sign a test request now, and the codes that they must enter. */
async function testAccess({ requests }: ConsoleParts, accountId: string, request: DocumentJson) {
  const [codes, links] = [new Map<string, string>(), new Map<string, string>()]
  if (!request.test || request.status !== 'pending') return { codes, links }
  for (const { id, status } of request.signers) {
    if (status !== 'opened' && status !== 'invited') continue
    const code = await requests.testCode(accountId, request.id, id)
    if (code !== undefined) codes.set(id, code)
    const link = await requests.testLink(accountId, request.id, id)
    if (link !== undefined) links.set(id, link)
  }
  return { codes, links }
}

async function showRequest(
  context: MemberRequest,
  finding?: RequestPage['finding'] & { status: number },
): Promise<FastifyReply> {
  const { requests, accounts, outbox } = context.parts
  const { accountId } = context.session
  const { visit } = context
  const request = await requests.find(accountId, context.param('id'))
  const keys = await accounts.keys.listKeys(accountId)
  const mode = request.test ? 'test' : 'live'
  const page: RequestPage = {
    request,
    trail: await requests.trail(accountId, request.id),
    ...(await testAccess(context.parts, accountId, request)),
    keys: sendersOf(context.parts, visit, accountId, keys).filter((sender) => sender.mode === mode),
    keyNames: new Map(keys.map(({ id, name }) => [id, name])),
    countries: await requests.phoneCountries(accountId, visit.locale),
    keptUntil: await context.parts.retention.keptUntil(accountId, request),
    outbox,
    form: randomBytes(12).toString('base64url'),
    finding,
  }
  const main = requestMain(context.visit, page)
  const status = finding?.status ?? 200
  return context.show({ title: request.name, main, status })
}

async function showVersion(context: MemberRequest): Promise<FastifyReply> {
  const { status, entries } = await context.parts.requests.progress(
    context.session.accountId,
    context.param('id'),
  )
  return sendVersion(context, liveState(status, entries))
}

async function sendFile(context: MemberRequest): Promise<FastifyReply> {
  const file = REQUEST_FILES.find((one) => one === context.param('file'))
  if (file === undefined) throw new AppError('not_found', say('service.noFile'))
  const { accountId } = context.session
  const number = Number(membersOf(context.request.query).file_number ?? 1)
  const { bytes, filename } = await context.parts.requests.file(
    accountId,
    context.param('id'),
    file,
    Number.isInteger(number) ? number : undefined,
  )
  const type = TYPES[filename.slice(filename.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
  return sendDownload(context, { bytes, filename, type })
}

/** What a signer gave. */
async function sendSignersFile(context: MemberRequest): Promise<FastifyReply> {
  const { accountId } = context.session
  const [id, fileId] = [context.param('id'), context.param('fid')]
  const file = await context.parts.requests.signerFile(accountId, id, fileId)
  return sendSignerFile(context.reply, file)
}

const TYPES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  zip: 'application/zip',
  json: 'application/json',
}

/** Performs an action on a request; a refusal is shown on its page, at the form that was submitted. */
async function act(
  context: MemberRequest,
  { name, done, to }: { name: string; done: FlashCode; to?: string },
  work: () => Promise<unknown>,
): Promise<FastifyReply> {
  const id = context.param('id')
  const acted = async () => {
    await work()
    return context.go(to ?? `${REQUESTS_PATH}/${id}`, done)
  }
  return await orShown(acted, (error) => refused(context, name, error))
}

const refused = (context: MemberRequest, act: string, error: AppError): Promise<FastifyReply> => {
  const findings = formFindingsOf(context.visit.locale, error)
  return showRequest(context, { act, findings, status: statusOf(error) })
}

async function sendDraft(context: MemberRequest) {
  const { accountId } = context.session
  const id = context.param('id')
  // First of all: other accounts' requests are not found.
  const request = await context.parts.requests.find(accountId, id)
  const sender = await chosenSender(context)
  if (sender === undefined || (sender.mode === 'test') !== request.test) {
    const text = context.visit.words.faults.key
    const findings = [{ field: 'form', text }]
    return await showRequest(context, { act: 'send', findings, status: 422 })
  }
  const page = `${REQUESTS_PATH}/${id}`
  const send = async () => {
    await sending(context.parts, sender.caller, () =>
      context.parts.requests.send(sender.caller, id, actorOf(context)),
    )
    return context.go(page, 'request_sent')
  }
  return await orShown(
    () => once(context, page, send),
    (error) => refused(context, 'send', error),
  )
}

/** What must be confirmed by a tick. */
async function actSurely(
  context: MemberRequest,
  how: Parameters<typeof act>[1],
  work: (id: string) => Promise<unknown>,
): Promise<FastifyReply> {
  const id = context.param('id')
  await context.parts.requests.find(context.session.accountId, id)
  if (context.field('sure') !== 'yes') return context.go(`${REQUESTS_PATH}/${id}`)
  return await act(context, how, () => work(id))
}

const cancel = (context: MemberRequest): Promise<FastifyReply> =>
  actSurely(context, { name: 'cancel', done: 'request_cancelled' }, (id) => {
    const reason = context.field('reason').trim()
    return context.parts.requests.cancel(actorOf(context), id, reason || undefined)
  })

const remove = (context: MemberRequest): Promise<FastifyReply> =>
  actSurely(context, { name: 'delete', done: 'request_deleted', to: REQUESTS_PATH }, (id) =>
    context.parts.requests.remove(actorOf(context), id),
  )

const CHANGEABLE = ['email', 'first_name', 'last_name', 'phone', 'locale'] as const

/** Submits only changed values; an empty field changes nothing. */
async function changeSigner(context: MemberRequest): Promise<FastifyReply> {
  const [id, signerId] = [context.param('id'), context.param('sid')]
  const request = await context.parts.requests.find(context.session.accountId, id)
  const signer = request.signers.find((one) => one.id === signerId)
  if (signer === undefined) throw new AppError('signer_not_found', say('console.noSigner'))
  const changes: Record<string, string> = Object.fromEntries(
    CHANGEABLE.map((name) => [name, context.field(name).trim()] as const).filter(
      ([name, value]) => value !== '' && value !== signer[name],
    ),
  )
  const country = context.field('country')
  if (changes.phone !== undefined && country !== '') changes.country = country
  if (Object.keys(changes).length === 0) {
    const findings = [{ field: 'email', text: context.visit.words.faults.nothing }]
    return await showRequest(context, { act: `signer ${signerId}`, findings, status: 422 })
  }
  return await act(context, { name: `signer ${signerId}`, done: 'signer_changed' }, () =>
    context.parts.requests.update(actorOf(context), id, signerId, changes),
  )
}

/** The section. */
export const requestPages: ConsoleSection = {
  nav: { path: REQUESTS_PATH, icon: 'pen', label: 'requests' },
  routes(routes) {
    const { requests } = routes.parts
    const one = '/requests/:id'
    routes.member('GET', '/requests', 'requests.read', showList)
    composeRoutes(routes)
    selectionRoutes(routes)
    bulkPages(routes)
    fromTemplateRoutes(routes)
    routes.member('GET', one, 'requests.read', showRequest)
    routes.member('GET', `${one}/version`, 'requests.read', showVersion)
    routes.member('GET', `${one}/files/:file`, 'requests.read', sendFile)
    routes.member('GET', `${one}/signer-files/:fid`, 'requests.read', sendSignersFile)
    routes.member('POST', `${one}/send`, 'requests.change', sendDraft)
    routes.member('POST', `${one}/cancel`, 'requests.change', cancel)
    routes.member('POST', `${one}/delete`, 'requests.change', remove)
    const simple = (
      path: string,
      how: { name: string; done: FlashCode },
      work: (context: MemberRequest, id: string) => Promise<unknown>,
    ) =>
      routes.member('POST', `${one}/${path}`, 'requests.change', (context) =>
        act(context, how, () => work(context, context.param('id'))),
      )
    simple('remind', { name: 'remind', done: 'request_reminded' }, (context, id) =>
      requests.remind(actorOf(context), id),
    )
    simple('send-again', { name: 'send-again', done: 'request_sent' }, (context, id) =>
      requests.sendAgain(actorOf(context), id),
    )
    routes.member('POST', `${one}/signers/:sid`, 'requests.change', changeSigner)
    requestEditRoutes(routes, {
      act,
      refused,
      faulty: (context, name, text) =>
        showRequest(context, { act: name, findings: [{ field: 'form', text }], status: 422 }),
    })
    simple('tags', { name: 'tags', done: 'request_tagged' }, (context, id) => {
      const tags = context.field('tags').split(',')
      const given = { tags: tags.map((tag) => tag.trim()).filter((tag) => tag !== '') }
      return requests.setTags(actorOf(context), id, given)
    })
    inPersonRoutes(routes, refused)
    const unblocked = { name: 'unblock', done: 'signer_unblocked' } as const
    simple('signers/:sid/unblock', unblocked, (context, id) =>
      requests.unblock(actorOf(context), id, context.param('sid')),
    )
  },
}
