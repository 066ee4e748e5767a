/**
 * An account's signature requests, of live and test keys alike: the API's services, called on behalf of the owner.
 */

import type { Caller } from '../accounts/caller.ts'
import { KEY_MODES, type KeyMode } from '../accounts/key-format.ts'
import type { Accounts } from '../accounts/open.ts'
import type { Trails } from '../audit/trail.ts'
import type { Db } from '../database/open.ts'
import { safeFilename } from '../http/disposition.ts'
import { passwordIn } from '../http/form.ts'
import { shapeOf } from '../http/schema-check.ts'
import type { EventType, SecurityEvents } from '../identity/events.ts'
import type { DocumentWarning } from '../kernel/document-warnings.ts'
import { AppError } from '../kernel/errors.ts'
import type { Locale } from '../kernel/languages.ts'
import type { SignaturePlacement } from '../pdf/signature-marks.ts'
import type { Actor } from '../signing/model/people.ts'
import { type ReactivationInput, ReactivationSchema } from '../signing/model/schemas/changes.ts'
import {
  type ArchiveOrder,
  ArchiveOrderSchema,
  type BulkOrder,
  BulkOrderSchema,
  type ListQuery,
  TagsChangeSchema,
} from '../signing/model/schemas/listing.ts'
import { ReasonSchema } from '../signing/model/schemas/request.ts'
import { SignerChangesSchema } from '../signing/model/schemas/signer.ts'
import { URL_SECONDS } from '../signing/model/schemas/signing-url.ts'
import type { TextBudget } from '../signing/notifications/text-budget.ts'
import type { Signing } from '../signing/open.ts'
import { changesIn } from '../signing/requests/edit-input.ts'
import type { DocumentEdit } from '../signing/requests/edit-rows.ts'
import type { ListHolder } from '../signing/requests/lists.ts'
import { inputFromForm } from '../signing/requests/request-input.ts'
import { toDocument } from '../signing/requests/view.ts'
import { type TrailVerifier, trailVerdict } from './account-log.ts'

/** Dependencies of the requests. */
interface RequestSources extends TrailVerifier {
  db: Db
  signing: Signing
  texting: { budget: Pick<TextBudget, 'countries' | 'country'> }
  accounts: Pick<Accounts, 'rateLimiter'>
  trails: Trails
  /** The log of organisations. */
  events: Pick<SecurityEvents, 'note'>
  /** An account as a caller of the services. */
  callerOf(accountId: string, mode: KeyMode): Caller
}

/** The console's operations on an account's signature requests. */
export type AccountRequests = ReturnType<typeof accountRequests>

/** Which requests a list shows, of both modes where it names none. */
export interface ListedRequests extends ListQuery {
  mode?: KeyMode
}

/** The downloadable files of a request. */
export const REQUEST_FILES = ['file', 'signed', 'proof', 'audit', 'evidence'] as const
/** A file of a request that its sender may download. */
export type RequestFile = (typeof REQUEST_FILES)[number]

/** Who acts, and from where. */
export interface ConsoleUser {
  accountId: string
  /** The member. */
  personId: string
  ip: string
  ua: string | undefined
}

/** A new request: the parts of the form of `POST /api/v1/documents`. */
interface NewRequest {
  pdf: Uint8Array
  filename: string
  /** The PDFs after the first one. */
  additional?: ReadonlyArray<{ pdf: Uint8Array; filename: string }>
  texts: ReadonlyMap<string, string>
  /** Where a template has its signatures; absent: the document is searched. */
  placements?: readonly SignaturePlacement[]
  /** What the document lacks, where it was rendered. */
  warnings?: readonly DocumentWarning[]
}

/** The trail of a request and the result of verifying it. */
export type CheckedTrail = Awaited<ReturnType<typeof checkedTrail>>

const changesOf = shapeOf(SignerChangesSchema)
const reasonOf = shapeOf(ReasonSchema)
const orderOf = shapeOf(BulkOrderSchema)
const archiveOf = shapeOf(ArchiveOrderSchema)
const tagsOf = shapeOf(TagsChangeSchema)
const reactivationOf = shapeOf(ReactivationSchema)

const isMissing = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'document_not_found'

/** The console user as an actor in the trail. */
const consoleActor = ({ personId, ip, ua }: ConsoleUser): Actor => ({
  actor: `key:console:${personId}`,
  ip,
  ua,
})

const keyActor = ({ key }: Caller, { ip, ua }: ConsoleUser): Actor => ({
  actor: `key:${key.id}`,
  ip,
  ua,
})

/**
 * Builds the operations. All throw `document_not_found` for a request of another account, and the errors of the
 * corresponding API call.
 */
export function accountRequests(sources: RequestSources) {
  const { signing, trails } = sources
  const { requests } = signing
  const inItsMode: InItsMode = (accountId, work) => inModes(sources, accountId, work)
  return {
    ...requestLists(sources),
    /** Countries of signers' numbers, and the one that is likely. */
    phoneCountries: async (accountId: string, locale: Locale) => {
      const { db, texting } = sources
      const allowed = await texting.budget.countries(db, accountId)
      return { allowed, likely: (await texting.budget.country(db, accountId, locale)) ?? '' }
    },
    find: (accountId: string, id: string) =>
      inItsMode(accountId, (caller) => requests.get(caller, id)),
    trail: (accountId: string, id: string) =>
      limited(sources, accountId, 'checks', () =>
        inItsMode(accountId, (caller) => checkedTrail(sources, caller, id)),
      ),
    /** State and number of entries, for a page that polls every few seconds. */
    progress: (accountId: string, id: string) =>
      inItsMode(accountId, async (caller) => {
        const { request } = await requests.find(caller, id)
        const head = await trails.head(id)
        return { status: request.status, entries: head?.seq ?? 0 }
      }),
    ...requestSending(sources),
    ...requestFiles(sources, inItsMode),
    ...requestActs(sources, inItsMode),
  }
}

const isElsewhere = ({ code }: { code?: string }): boolean => code === 'document_not_found'

/** Lists of live and test requests alike, their tags, and what is done with many of them. */
function requestLists(sources: RequestSources) {
  const { callerOf, signing } = sources
  const { lists, bulkActions, archives } = signing
  const note = noteOf(sources)
  const holderOf = (accountId: string, mode: KeyMode | undefined): ListHolder => ({
    accountId,
    modes: KEY_MODES.filter((each) => mode === undefined || each === mode),
  })
  return {
    async list(accountId: string, { mode, ...query }: ListedRequests) {
      const { found, next_cursor: next } = await lists.page(holderOf(accountId, mode), query)
      return { requests: found.map(toDocument), next }
    },
    tags: async (accountId: string) => (await lists.tags(holderOf(accountId, undefined))).tags,
    csv: (accountId: string, { mode, ...query }: ListedRequests) =>
      limited(sources, accountId, 'checks', () => lists.file(holderOf(accountId, mode), query)),
    archive: (accountId: string, order: ArchiveOrder) =>
      limited(sources, accountId, 'checks', () => {
        const [live, test] = [callerOf(accountId, 'live'), callerOf(accountId, 'test')]
        return archives.open([live, test], archiveOf(order))
      }),
    setTags: (actor: ConsoleUser, id: string, given: { tags: string[] }) =>
      limited(sources, actor.accountId, 'changes', () =>
        inModes(sources, actor.accountId, (caller) =>
          bulkActions.setTags(caller, id, tagsOf(given).tags),
        ),
      ),
    /** Of live requests first, then of test requests: those that are not found are of the other kind. */
    async act(actor: ConsoleUser, given: BulkOrder, detailOf: (error: AppError) => string) {
      const order = orderOf(given)
      const how = { actor: consoleActor(actor), detailOf }
      const run = (mode: KeyMode, ids: string[]) =>
        bulkActions.run(callerOf(actor.accountId, mode), { ...order, ids }, how)
      const all = await limited(sources, actor.accountId, 'changes', async () => {
        const { results } = await run('live', order.ids ?? [])
        const ids = results.filter(isElsewhere).map(({ id }) => id)
        const others = ids.length === 0 ? [] : (await run('test', ids)).results
        return [...results.filter((one) => !isElsewhere(one)), ...others]
      })
      const cancelled =
        order.action === 'cancel' ? all.filter(({ result }) => result === 'done') : []
      for (const { id } of cancelled) await note(actor, 'request.cancelled', id)
      return all
    },
  }
}

/** Runs work as the caller in whose mode the request is. */
type InItsMode = <T>(accountId: string, work: (caller: Caller) => Promise<T>) => Promise<T>

/** A request belongs to live or test keys; nothing is done before it is found. */
async function inModes<T>(
  { callerOf }: RequestSources,
  accountId: string,
  work: (caller: Caller) => Promise<T>,
): Promise<T> {
  try {
    return await work(callerOf(accountId, 'live'))
  } catch (error) {
    if (!isMissing(error)) throw error
    return await work(callerOf(accountId, 'test'))
  }
}

/** Making and sending requests. */
function requestSending(sources: RequestSources) {
  const note = noteOf(sources)
  const { requests } = sources.signing
  return {
    /** @throws AppError those of `POST /api/v1/documents` */
    async create(caller: Caller, given: NewRequest, actor: ConsoleUser) {
      const { pdf, filename, additional = [], texts, placements, warnings = [] } = given
      const form = { texts, files: new Map() }
      const input = inputFromForm(form)
      const named = safeFilename(filename || 'document.pdf', 'pdf')
      const finder = {
        tags: async () => placements ?? [],
        isOfTemplate: true as const,
        locate: requests.finderFor(pdf).locate,
      }
      const made = await requests.create(
        caller,
        {
          ...input,
          ...passwordIn(form),
          pdf,
          filename: named,
          additional,
          warnings,
          ...(placements && { finder }),
        },
        keyActor(caller, actor),
      )
      await note(actor, made.status === 'draft' ? 'request.drafted' : 'request.sent', made.id)
      return made
    },
    /** @throws AppError those of `PATCH /api/v1/documents/{id}` */
    async edit(
      caller: Caller,
      id: string,
      { changes, file }: { changes: unknown; file?: DocumentEdit['file'] },
      actor: ConsoleUser,
    ) {
      const named = file && {
        ...file,
        filename: safeFilename(file.filename || 'document.pdf', 'pdf'),
      }
      const edit = { changes: changesIn(changes), ...(named && { file: named }) }
      await sources.signing.editing.edit(caller, id, edit, consoleActor(actor))
    },
    async reactivate(caller: Caller, id: string, until: ReactivationInput, actor: ConsoleUser) {
      const how = reactivationOf(until)
      await sources.signing.reactivating.reactivate(caller, id, how, keyActor(caller, actor))
      await note(actor, 'request.sent', id)
    },
    async send(caller: Caller, id: string, actor: ConsoleUser) {
      await requests.send(caller, id, keyActor(caller, actor))
      await note(actor, 'request.sent', id)
    },
  }
}

/** What is read of a request: its files, and the codes and links of a test request. */
const requestFiles = ({ signing }: RequestSources, inItsMode: InItsMode) => ({
  /** The code that a signer of a test request has to enter now. */
  testCode: (accountId: string, id: string, signerId: string) =>
    inItsMode(accountId, (caller) => signing.files.testCode(caller, id, signerId)),
  testLink: (accountId: string, id: string, signerId: string) =>
    inItsMode(accountId, (caller) => signing.files.testLink(caller, id, signerId)),
  file: (accountId: string, id: string, file: RequestFile, number?: number) =>
    inItsMode(accountId, (caller) => fileOf(signing, caller, id, { file, number })),
  /** What a signer gave. @throws AppError `signer_file_not_found` */
  signerFile: (accountId: string, id: string, fileId: string) =>
    inItsMode(accountId, (caller) => signing.signerFiles.read(caller, id, fileId)),
})

/** Records in the log of the organisation what a member did with a request. */
const noteOf =
  ({ events }: RequestSources) =>
  (
    { accountId: organisationId, personId: accountId, ip, ua }: ConsoleUser,
    type: EventType,
    subject: string,
  ) =>
    events.note({ accountId, organisationId, type, origin: { ip, ua }, subject })

/** Operations that change a sent request. */
function requestActs(sources: RequestSources, inItsMode: InItsMode) {
  const { requests, deletion, files } = sources.signing
  const note = noteOf(sources)
  const changing = <T>(user: ConsoleUser, work: (caller: Caller, by: Actor) => Promise<T>) =>
    limited(sources, user.accountId, 'changes', () =>
      inItsMode(user.accountId, (caller) => work(caller, consoleActor(user))),
    )
  return {
    remind: (user: ConsoleUser, id: string) =>
      changing(user, (caller, by) => requests.remind(caller, id, by)),
    sendAgain: (user: ConsoleUser, id: string) =>
      changing(user, (caller, by) => requests.sendAgain(caller, id, by)),
    async cancel(user: ConsoleUser, id: string, given: string | undefined) {
      const { reason } = reasonOf(given === undefined ? {} : { reason: given })
      await changing(user, (caller, by) => requests.cancel(caller, id, reason, by))
      await note(user, 'request.cancelled', id)
    },
    async remove(user: ConsoleUser, id: string) {
      await changing(user, (caller, by) => deletion.delete(caller, id, by))
      await note(user, 'request.deleted', id)
    },
    /** @param given body of the API call */
    async update(user: ConsoleUser, id: string, signerId: string, given: unknown) {
      const changes = changesOf(given)
      await changing(user, (caller, by) => requests.updateSigner(caller, id, signerId, changes, by))
    },
    /** The link with which a person signs on the sender's device, and which has to be opened soon. */
    inPerson: (user: ConsoleUser, id: string, signerId: string, host: string) =>
      changing(user, async (caller, actor) => {
        const how = { seconds: URL_SECONDS.default, host, actor }
        return (await files.signingUrl(caller, id, signerId, how)).url
      }),
    unblock: (user: ConsoleUser, id: string, signerId: string) =>
      changing(user, (caller, by) => requests.unblock(caller, id, signerId, by)),
  }
}

/** Counts against the user's rate per minute, as an API call does against its key's. */
async function limited<T>(
  { accounts, callerOf }: RequestSources,
  accountId: string,
  rate: 'changes' | 'checks',
  work: () => Promise<T>,
): Promise<T> {
  const caller = callerOf(accountId, 'live')
  await accounts.rateLimiter.count(caller, { interface: 'signature', rate })
  return await work()
}

async function checkedTrail(sources: RequestSources, caller: Caller, id: string) {
  const trail = await sources.signing.files.trail(caller, id)
  return { entries: trail.entries, verdict: await trailVerdict(sources, trail, caller.key.mode) }
}

async function fileOf(
  { files }: Pick<Signing, 'files'>,
  caller: Caller,
  id: string,
  { file, number }: { file: RequestFile; number: number | undefined },
): Promise<{ bytes: Uint8Array; filename: string }> {
  if (file === 'file') return await files.original(caller, id, number)
  if (file === 'signed') return await files.signed(caller, id, number)
  if (file !== 'audit') return await files[file](caller, id)
  const trail = await files.trail(caller, id)
  const bytes = Buffer.from(`${JSON.stringify(trail, null, 2)}\n`)
  return { bytes, filename: `${id}-audit.json` }
}
