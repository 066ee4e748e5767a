/** Request templates and bulk sends in the console: the API's services, called with one of the member's keys. */
import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { Caller } from '../../accounts/caller.ts'
import { clientAbortSignal } from '../../http/client-abort.ts'
import { jsonObject } from '../../http/form.ts'
import type { FormSpec } from '../../http/form-spec.ts'
import { AppError } from '../../kernel/errors.ts'
import { columnNames } from '../../signing/bulk/columns.ts'
import { BULK_LIMITS } from '../../signing/bulk/schemas.ts'
import { ownerCaller, templatesCaller } from '../callers.ts'
import { type FileRequest, fileForm, LINE } from '../file-forms.ts'
import { once, orShown, sendDownload } from '../guarded-call.ts'
import { problemText } from '../problem-words.ts'
import type { ConsoleRoutes, MemberRequest } from '../route-builder.ts'
import { actorOf, chosenSender, sendersFor, sending } from '../senders.ts'
import type { FlashCode } from '../words.ts'
import { bulkMain, bulkState } from './bulk-progress-view.tsx'
import { BULK_PATH, TEMPLATES_PATH, templatesMain } from './bulk-view.tsx'
import { sendVersion } from './live.tsx'
import { openLinkPages } from './open-links.tsx'
import { templateMain } from './request-template-view.tsx'
import { REQUESTS_PATH } from './requests-find.tsx'
import { listText } from './row-words.ts'

const LISTED = 50
/** Findings of a refusal that are shown. */
const SHOWN = 20
const TEXT_BYTES_MAX = 256 * 1024
const LIST_FORM: FormSpec = {
  form: LINE,
  key: LINE,
  rows: { kind: 'file', description: 'The list' },
}

const ownerOf = ({ parts, session }: MemberRequest): Caller =>
  ownerCaller(parts, session.accountId, 'live')

const keyActor = (context: MemberRequest, { key }: Caller) => {
  const { ip, ua } = actorOf(context)
  return { actor: `key:${key.id}`, ip, ua }
}

/** What a refusal says, with rows and roles. */
const wordsOf = (context: MemberRequest, error: AppError): string => {
  const { visit } = context
  const texts = error.errors.map((finding) => listText(visit.locale, finding))
  return texts.length > 0 ? texts.slice(0, SHOWN).join(' ') : problemText(visit.locale, error)
}

/** The key that was chosen, which here may use any template of the account. */
async function senderOf(context: MemberRequest): Promise<Caller> {
  const sender = await chosenSender(context)
  if (sender === undefined) throw new AppError('validation_failed', context.visit.words.faults.key)
  return { ...sender.caller, owner: true }
}

async function showAll(context: MemberRequest): Promise<FastifyReply> {
  const { requestTemplates, bulkSends } = context.parts.bulk
  const owner = ownerOf(context)
  const { request_templates: templates } = await requestTemplates.list(owner, { limit: LISTED })
  const { bulk_sends: bulks } = await bulkSends.list(owner, { limit: LISTED })
  const caller = await templatesCaller(context)
  const words = (await context.parts.templates.list(caller, undefined, LISTED)).templates
  const main = templatesMain(context.visit, { templates, bulks, words })
  return context.show({ title: context.visit.words.bulk.title, main })
}

async function showTemplate(context: MemberRequest, error?: AppError): Promise<FastifyReply> {
  const { parts } = context
  const template = await parts.bulk.requestTemplates.get(ownerOf(context), context.param('id'))
  const { template_id: word } = template
  const sample =
    word === undefined
      ? undefined
      : (await parts.templates.fields(ownerOf(context), word, template.template_version)).sample
  const main = templateMain(context.visit, {
    template,
    ...(await parts.bulk.openLinks.list(ownerOf(context), template.id)),
    allowed: parts.bulk.openLinks.allowed,
    senders: await sendersFor(context),
    form: randomBytes(12).toString('base64url'),
    data: sample === undefined ? undefined : JSON.stringify(sample, null, 2),
    finding: error === undefined ? undefined : wordsOf(context, error),
    value: context.field,
  })
  return context.show({ title: template.name, main, error })
}

/** A refusal is shown on the template's page. */
const onShown = (context: MemberRequest, work: () => Promise<FastifyReply>) =>
  orShown(work, (error) => showTemplate(context, error))

/** Does what a form of a template's page says, once. */
const onTemplate = (context: MemberRequest, work: (caller: Caller) => Promise<FastifyReply>) =>
  onShown(context, () => once(context, TEMPLATES_PATH, async () => work(await senderOf(context))))

const checkList = (context: FileRequest): Promise<FastifyReply> =>
  onTemplate(context, async (caller) => {
    const list = context.file('rows')
    if (list === undefined) throw new AppError('validation_failed', context.visit.words.bulk.list)
    const order = {
      requestTemplateId: context.param('id'),
      list,
      name: undefined,
      refuseBad: false,
      send: false,
    }
    const { id } = await context.parts.accounts.rateLimiter.within(
      caller,
      { interface: 'signature', rate: 'changes' },
      () => context.parts.bulk.bulkSends.create(caller, order, keyActor(context, caller)),
    )
    return context.go(`${BULK_PATH}/${id}`, 'bulk_checked')
  })

const sendOne = (context: MemberRequest): Promise<FastifyReply> =>
  onTemplate(context, async (caller) => {
    const { requestTemplates, templateUses } = context.parts.bulk
    const template = await requestTemplates.row(caller, context.param('id'))
    const signers = template.definition.roles.map(({ role }, index) => ({
      role,
      ...Object.fromEntries(
        ['email', 'first_name', 'last_name', 'phone'].flatMap((name) => {
          const value = context.field(`role-${index}-${name}`).trim()
          return value === '' ? [] : [[name, value]]
        }),
      ),
    }))
    const data = context.field('data')
    const use = {
      signers,
      ...(template.template_id !== null && { data: jsonObject(data, 'data') }),
    }
    const made = await sending(context.parts, caller, () =>
      templateUses.create(caller, template, use, {
        actor: keyActor(context, caller),
        signal: clientAbortSignal(context.reply),
      }),
    )
    return context.go(`${REQUESTS_PATH}/${made.id}`, 'request_sent')
  })

/** From the tags of a stored Word template. */
async function keepWord(context: MemberRequest): Promise<FastifyReply> {
  const caller = ownerOf(context)
  const id = context.field('template')
  const { signatures } = await context.parts.templates.fields(caller, id, undefined)
  const keys = [...new Set(signatures.map(({ key }) => key))]
  const roles = (keys.length === 0 ? ['signer1'] : keys).map((role, index) => ({
    role,
    order: index + 1,
  }))
  const name = context.field('name').trim()
  const definition = { name: name === '' ? 'Template' : name.slice(0, 200), roles }
  const word = { template_id: id, template_version: undefined }
  const made = await context.parts.bulk.requestTemplates.createFromWord(caller, definition, word)
  return context.go(`${TEMPLATES_PATH}/${made.id}`, 'request_template_kept')
}

/** The header of a list for a template. */
async function sendSample(context: MemberRequest): Promise<FastifyReply> {
  const row = await context.parts.bulk.requestTemplates.row(ownerOf(context), context.param('id'))
  // Where the comma is the decimal mark, spreadsheets separate cells by semicolons.
  const separator = context.visit.locale === 'en' ? ',' : ';'
  const names = columnNames(row.definition.roles, row.template_id !== null)
  const header = names.filter(
    (name) => !name.includes('…') && name !== 'name' && name !== 'message',
  )
  const cells = header.map((name) =>
    /[",;]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name,
  )
  const bytes = Buffer.from(`\ufeff${cells.join(separator)}\r\n`)
  return sendDownload(context, { bytes, filename: 'list.csv', type: 'text/csv; charset=utf-8' })
}

async function showBulk(context: MemberRequest, error?: AppError): Promise<FastifyReply> {
  const bulk = await context.parts.bulk.bulkSends.get(ownerOf(context), context.param('id'))
  const finding = error === undefined ? undefined : wordsOf(context, error)
  const main = bulkMain(context.visit, bulk, await sendersFor(context), finding)
  return context.show({ title: bulk.name, main, error })
}

async function sendResults(context: MemberRequest): Promise<FastifyReply> {
  const id = context.param('id')
  const bytes = await context.parts.bulk.bulkSends.results(ownerOf(context), id)
  return sendDownload(context, { bytes, filename: `${id}.csv`, type: 'text/csv; charset=utf-8' })
}

/** The routes. */
export function bulkPages(routes: ConsoleRoutes): void {
  const { bulk } = routes.parts
  const one = '/requests/templates/:id'
  const sent = '/requests/bulk/:id'
  routes.member('GET', '/requests/templates', 'requests.read', showAll)
  routes.member('POST', '/requests/templates/from-word', 'requests.change', keepWord)
  routes.member('GET', one, 'requests.read', showTemplate)
  routes.member('GET', `${one}/list.csv`, 'requests.read', sendSample)
  routes.member('POST', `${one}/use`, 'requests.change', sendOne)
  routes.member('POST', `${one}/delete`, 'requests.change', async (context) => {
    await bulk.requestTemplates.remove(ownerOf(context), context.param('id'))
    return context.go(TEMPLATES_PATH, 'request_template_deleted')
  })
  openLinkPages(routes, { senderOf, ownerOf, guarded: onShown })
  const limits = async () => ({
    fileBytesMax: BULK_LIMITS.bytes,
    textBytesMax: TEXT_BYTES_MAX,
    formBytesMax: BULK_LIMITS.bytes + TEXT_BYTES_MAX,
  })
  fileForm(
    routes,
    {
      url: `${one}/list`,
      action: 'requests.change',
      spec: LIST_FORM,
      limits,
      refused: showTemplate,
    },
    checkList,
  )
  routes.member('GET', sent, 'requests.read', showBulk)
  routes.member('GET', `${sent}/version`, 'requests.read', async (context) =>
    sendVersion(
      context,
      bulkState(await bulk.bulkSends.get(ownerOf(context), context.param('id'))),
    ),
  )
  routes.member('GET', `${sent}/results`, 'requests.read', sendResults)
  const onBulk = (
    act: string,
    done: FlashCode,
    work: (context: MemberRequest) => Promise<unknown>,
  ) =>
    routes.member('POST', `${sent}/${act}`, 'requests.change', (context) => {
      const acted = async () => {
        await work(context)
        return context.go(`${BULK_PATH}/${context.param('id')}`, done)
      }
      return orShown(acted, (error) => showBulk(context, error))
    })
  onBulk('start', 'bulk_started', async (context) =>
    bulk.bulkSends.start(await senderOf(context), context.param('id')),
  )
  onBulk('cancel', 'bulk_cancelled', (context) =>
    bulk.bulkSends.cancel(ownerOf(context), context.param('id')),
  )
}
