/** The section "Signature requests": the list, one request with everything that can be done to it, its files. */

import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { AppError } from '../../kernel/errors.ts'
import { membersOf } from '../../kernel/unknown.ts'
import type { DocumentJson } from '../../signing/requests/schemas.ts'
import { REQUEST_FILES } from '../account-requests.ts'
import { isShown, problemStatus, sendDownload } from '../guarded-call.ts'
import type { ConsoleRoutes, ConsoleSection, MemberRequest } from '../route-builder.ts'
import { actorOf, chosenSender, sendersOf, sending } from '../senders.ts'
import { SingleUseForms } from '../single-use-forms.ts'
import type { FlashCode } from '../words.ts'
import { composeRoutes } from './compose.ts'
import { plainPhone } from './compose-order.ts'
import { sendVersion } from './live.ts'
import { faultsOf, faultWords } from './request-faults.ts'
import { liveState, type RequestPage } from './request-page.ts'
import { requestMain } from './request-view.ts'
import { REQUESTS_PATH, requestsMain } from './requests-list.ts'
import { requestWords } from './requests-words.ts'

const PAGE = 25
const ID = /^doc_[0-9a-z]{26}$/

async function showList(kit: ConsoleRoutes, scene: MemberRequest): Promise<FastifyReply> {
  const { locale } = scene.visit
  const words = requestWords(locale)
  const query = membersOf(scene.request.query)
  const chosen = (name: string, among: readonly string[]): string => {
    const value = query[name]
    return typeof value === 'string' && among.includes(value) ? value : ''
  }
  const status = chosen('status', Object.keys(words.states))
  const mode = chosen('mode', ['live', 'test'])
  const cursor = typeof query.cursor === 'string' && ID.test(query.cursor) ? query.cursor : ''
  const { requests, next } = await kit.parts.requests.list(scene.session.accountId, {
    limit: PAGE,
    ...(status !== '' && { status }),
    ...((mode === 'live' || mode === 'test') && { mode }),
    ...(cursor !== '' && { cursor }),
  })
  const { baseUrl } = kit.parts
  const page = { requests, next, further: cursor !== '', status, mode, baseUrl }
  const main = requestsMain(scene.visit, page)
  return kit.show(scene, { title: words.title, main, section: REQUESTS_PATH })
}

/** The codes that signers of a test request have to enter now. */
async function codesOf(
  kit: ConsoleRoutes,
  accountId: string,
  request: DocumentJson,
): Promise<Map<string, string>> {
  const codes = new Map<string, string>()
  if (!request.test || request.status !== 'pending') return codes
  for (const { id, status } of request.signers) {
    if (status !== 'opened' && status !== 'invited') continue
    const code = await kit.parts.requests.testCode(accountId, request.id, id)
    if (code !== undefined) codes.set(id, code)
  }
  return codes
}

async function showRequest(
  kit: ConsoleRoutes,
  scene: MemberRequest,
  fault?: RequestPage['fault'] & { status: number },
): Promise<FastifyReply> {
  const { requests, accounts, baseUrl, outbox } = kit.parts
  const { accountId } = scene.session
  const { locale } = scene.visit
  const request = await requests.find(accountId, scene.param('id'))
  const keys = await accounts.keys.listKeys(accountId)
  const mode = request.test ? 'test' : 'live'
  const page: RequestPage = {
    request,
    trail: await requests.trail(accountId, request.id),
    codes: await codesOf(kit, accountId, request),
    keys: sendersOf(kit.parts, locale, accountId, keys).filter((sender) => sender.mode === mode),
    keyNames: new Map(keys.map(({ id, name }) => [id, name])),
    baseUrl,
    outbox,
    form: randomBytes(12).toString('base64url'),
    fault,
  }
  const main = requestMain(scene.visit, page)
  const status = fault?.status ?? 200
  return kit.show(scene, { title: request.name, main, section: REQUESTS_PATH, status })
}

async function showVersion(kit: ConsoleRoutes, scene: MemberRequest): Promise<FastifyReply> {
  const { status, entries } = await kit.parts.requests.progress(
    scene.session.accountId,
    scene.param('id'),
  )
  return sendVersion(scene, liveState(status, entries))
}

async function sendFile(kit: ConsoleRoutes, scene: MemberRequest): Promise<FastifyReply> {
  const file = REQUEST_FILES.find((one) => one === scene.param('file'))
  if (file === undefined) throw new AppError('not_found', 'There is no such file.')
  const { accountId } = scene.session
  const { bytes, filename } = await kit.parts.requests.file(accountId, scene.param('id'), file)
  const type = TYPES[filename.slice(filename.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
  return sendDownload(scene, { bytes, filename, type })
}

const TYPES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  zip: 'application/zip',
  json: 'application/json',
}

/** Does something to a request; what the service refuses is shown on its page, at the form that asked for it. */
async function act(
  kit: ConsoleRoutes,
  scene: MemberRequest,
  { name, done }: { name: string; done: FlashCode },
  work: () => Promise<void>,
): Promise<FastifyReply> {
  const id = scene.param('id')
  try {
    await work()
  } catch (error) {
    if (!isShown(error)) throw error
    const faults = faultsOf(scene.visit.locale, error)
    return await showRequest(kit, scene, { act: name, faults, status: problemStatus(error) })
  }
  return kit.go(scene, `${REQUESTS_PATH}/${id}`, done)
}

async function sendDraft(kit: ConsoleRoutes, scene: MemberRequest, forms: SingleUseForms) {
  const { accountId, id: session } = scene.session
  const id = scene.param('id')
  // Before anything else: those of others are not there.
  const request = await kit.parts.requests.find(accountId, id)
  const sender = await chosenSender(kit, scene)
  if (sender === undefined || (sender.mode === 'test') !== request.test) {
    const text = faultWords(scene.visit.locale).key
    const faults = [{ field: 'form', text }]
    return await showRequest(kit, scene, { act: 'send', faults, status: 422 })
  }
  const form = `${session} ${scene.field('form')}`
  if (!forms.take(form)) return kit.go(scene, `${REQUESTS_PATH}/${id}`, 'form_repeated')
  return await act(kit, scene, { name: 'send', done: 'request_sent' }, async () => {
    try {
      await sending(kit.parts, sender.caller, () =>
        kit.parts.requests.send(sender.caller, id, actorOf(scene)),
      )
    } catch (error) {
      forms.giveBack(form)
      throw error
    }
  })
}

async function cancel(kit: ConsoleRoutes, scene: MemberRequest): Promise<FastifyReply> {
  const id = scene.param('id')
  await kit.parts.requests.find(scene.session.accountId, id)
  if (scene.field('sure') !== 'yes') return kit.go(scene, `${REQUESTS_PATH}/${id}`)
  const reason = scene.field('reason').trim()
  return await act(kit, scene, { name: 'cancel', done: 'request_cancelled' }, () =>
    kit.parts.requests.cancel(actorOf(scene), id, reason === '' ? undefined : reason),
  )
}

const CHANGEABLE = ['email', 'first_name', 'last_name', 'phone', 'locale'] as const

/** What differs from what stands; an empty field changes nothing. */
async function changeSigner(kit: ConsoleRoutes, scene: MemberRequest): Promise<FastifyReply> {
  const [id, signerId] = [scene.param('id'), scene.param('sid')]
  const request = await kit.parts.requests.find(scene.session.accountId, id)
  const signer = request.signers.find((one) => one.id === signerId)
  if (signer === undefined) throw new AppError('signer_not_found', 'There is no such signer.')
  const changes = Object.fromEntries(
    CHANGEABLE.map((name) => [name, fieldValue(scene, name)] as const).filter(
      ([name, value]) => value !== '' && value !== signer[name],
    ),
  )
  if (Object.keys(changes).length === 0) {
    const faults = [{ field: 'email', text: faultWords(scene.visit.locale).nothing }]
    return await showRequest(kit, scene, { act: `signer ${signerId}`, faults, status: 422 })
  }
  return await act(kit, scene, { name: `signer ${signerId}`, done: 'signer_changed' }, () =>
    kit.parts.requests.update(actorOf(scene), id, signerId, changes),
  )
}

/** People write numbers with spaces and dots. */
const fieldValue = (scene: MemberRequest, name: string): string => {
  const value = scene.field(name).trim()
  return name === 'phone' ? plainPhone(value) : value
}

/** The section. */
export const requestPages: ConsoleSection = {
  nav: {
    path: REQUESTS_PATH,
    icon: 'pen',
    label: { en: 'Signature requests', fr: 'Demandes de signature' },
  },
  routes(app, kit) {
    const forms = new SingleUseForms()
    const { requests } = kit.parts
    const one = '/requests/:id'
    kit.member(app, 'GET', '/requests', (scene) => showList(kit, scene))
    composeRoutes(app, kit, forms)
    kit.member(app, 'GET', one, (scene) => showRequest(kit, scene))
    kit.member(app, 'GET', `${one}/version`, (scene) => showVersion(kit, scene))
    kit.member(app, 'GET', `${one}/files/:file`, (scene) => sendFile(kit, scene))
    kit.member(app, 'POST', `${one}/send`, (scene) => sendDraft(kit, scene, forms))
    kit.member(app, 'POST', `${one}/cancel`, (scene) => cancel(kit, scene))
    kit.member(app, 'POST', `${one}/remind`, (scene) =>
      act(kit, scene, { name: 'remind', done: 'request_reminded' }, () =>
        requests.remind(actorOf(scene), scene.param('id')),
      ),
    )
    kit.member(app, 'POST', `${one}/signers/:sid`, (scene) => changeSigner(kit, scene))
    kit.member(app, 'POST', `${one}/signers/:sid/unblock`, (scene) =>
      act(kit, scene, { name: 'unblock', done: 'signer_unblocked' }, () =>
        requests.unblock(actorOf(scene), scene.param('id'), scene.param('sid')),
      ),
    )
  },
}
