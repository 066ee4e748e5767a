/** What is done with many signature requests at once: reminders, cancelling, tags, an archive, the list as a file. */
import type { FastifyReply } from 'fastify'
import type { AppError } from '../../kernel/errors.ts'
import { membersOf } from '../../kernel/type-guards.ts'
import { BULK_ACTIONS, LISTING_LIMITS } from '../../signing/model/schemas/listing.ts'
import { TAG_PATTERN } from '../../signing/model/tags.ts'
import { detailIn } from '../../translations/findings.ts'
import { orShown, sendDownload } from '../guarded-call.ts'
import { statusOf } from '../problem-words.ts'
import type { ConsoleRoutes, MemberRequest } from '../route-builder.ts'
import { actorOf } from '../senders.ts'
import { chosenIn, queryOf } from './requests-find.tsx'
import { cancelMain, outcomeMain, PICK, type Picked, refusedMain } from './requests-selection.tsx'

const ID = /^doc_[0-9a-hjkmnp-tv-z]{26}$/

/** The requests whose boxes are ticked. @throws AppError `document_not_found` for one of another account */
async function pickedIn({ request, parts, session }: MemberRequest): Promise<Picked[]> {
  const ids = Object.keys(membersOf(request.body))
    .filter((name) => name.startsWith(PICK))
    .map((name) => name.slice(PICK.length))
  const picked: Picked[] = []
  for (const id of ids.filter((id) => ID.test(id)).slice(0, LISTING_LIMITS.selected)) {
    const { name } = await parts.requests.find(session.accountId, id)
    picked.push({ id, name })
  }
  return picked
}

function refuse(context: MemberRequest, title: string, why: string | AppError): FastifyReply {
  const text = typeof why === 'string' ? why : detailIn(context.visit.locale, why)
  const status = typeof why === 'string' ? 422 : statusOf(why)
  const main = refusedMain(context.visit, title, text)
  return context.show({ title, main, status })
}

async function change(context: MemberRequest): Promise<FastifyReply> {
  const { visit, parts } = context
  const { many } = visit.words.requests
  const picked = await pickedIn(context)
  const action = BULK_ACTIONS.find((one) => one === context.field('act'))
  if (picked.length === 0 || action === undefined) return refuse(context, many.title, many.nothing)
  if (action === 'cancel' && context.field('sure') !== 'yes')
    return context.show({
      title: many.cancelTitle({ count: picked.length }),
      main: cancelMain(visit, picked),
    })
  const tag = context.field('tag').trim()
  const tagging = action === 'tag' || action === 'untag'
  if (tagging && !new RegExp(TAG_PATTERN).test(tag))
    return refuse(context, many.title, many.tagMissing)
  const reason = context.field('reason').trim()
  const order = {
    action,
    ids: picked.map(({ id }) => id),
    ...(tagging && { tags: [tag] }),
    ...(action === 'cancel' && reason !== '' && { reason }),
  }
  const work = async () => {
    const detailOf = (error: AppError) => detailIn(visit.locale, error)
    const results = await parts.requests.act(actorOf(context), order, detailOf)
    const names = new Map(picked.map(({ id, name }) => [id, name]))
    const main = outcomeMain(visit, results, names)
    return context.show({ title: many.resultTitle, main })
  }
  return await orShown(work, (error) => refuse(context, many.title, error))
}

async function archive(context: MemberRequest): Promise<FastifyReply> {
  const { visit, session, parts } = context
  const { many } = visit.words.requests
  const picked = await pickedIn(context)
  if (picked.length === 0) return refuse(context, many.title, many.nothing)
  const work = async () => {
    const ids = picked.map(({ id }) => id)
    const bytes = await parts.requests.archive(session.accountId, { ids })
    return sendDownload(context, { bytes, filename: 'documents.zip', type: 'application/zip' })
  }
  return await orShown(work, (error) => refuse(context, many.refused, error))
}

async function csv(context: MemberRequest): Promise<FastifyReply> {
  const { parts, session, request } = context
  const { chosen } = chosenIn(request.query)
  const pieces = await parts.requests.csv(session.accountId, queryOf(chosen))
  const file = { filename: 'requests.csv', type: 'text/csv; charset=utf-8' }
  return sendDownload(context, { ...file, bytes: pieces })
}

/** The routes. */
export function selectionRoutes(routes: ConsoleRoutes): void {
  routes.member('GET', '/requests/export.csv', 'requests.read', csv)
  routes.member('POST', '/requests/archive', 'requests.read', archive)
  routes.member('POST', '/requests/selected', 'requests.change', change)
}
