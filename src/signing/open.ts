/** Assembles the parts of this domain and registers its job handlers. */

import type { RateLimiter } from '../accounts/rate-limiter.ts'
import { concurrently } from '../database/concurrent.ts'
import type { Instance } from '../database/instance.ts'
import type { Db } from '../database/open.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { inPages } from '../kernel/batches.ts'
import type { RenderService } from '../rendering/service.ts'
import type { TemplateService } from '../templates/service.ts'
import { BulkSending, type BulkSendingParts } from './bulk/sending.ts'
import { BulkSends } from './bulk/service.ts'
import type { ProofContent } from './documents/content-port.ts'
import { JOBS } from './model/job-kinds.ts'
import type { Calls, Texts } from './model/ports.ts'
import { noteReport } from './notifications/deliveries.ts'
import { LinkTexts } from './notifications/link-texts.ts'
import { speakCode } from './notifications/spoken-codes.ts'
import { OpenLinks } from './open-links/service.ts'
import { OpenLinkStarts, type StartingDeps } from './open-links/starting.ts'
import { OwnCertificates } from './remote-signing/service.ts'
import { Archives } from './requests/archive.ts'
import { BulkActions } from './requests/bulk-actions.ts'
import { SenderFiles, type ValidateFile } from './requests/downloads.ts'
import { Editing } from './requests/editing.ts'
import { Idempotency } from './requests/idempotency.ts'
import { IssuedRequestFiles } from './requests/issued-files.ts'
import { RequestLifecycle } from './requests/lifecycle.ts'
import { RequestLists } from './requests/lists.ts'
import { PendingBlobs } from './requests/pending-blobs.ts'
import type { FinderFor } from './requests/placements.ts'
import { Reactivating } from './requests/reactivating.ts'
import { Sending } from './requests/sending.ts'
import { RequestService } from './requests/service.ts'
import { Deletion } from './retention/deletion.ts'
import { Erasure } from './retention/erasure.ts'
import { SealingRecords } from './sealing/records.ts'
import { Renewal } from './sealing/renewal.ts'
import { Sealing } from './sealing/service.ts'
import { SignerAccess } from './signers/access.ts'
import { SignerActions } from './signers/actions.ts'
import { SignerFileService } from './signers/uploads.ts'
import { fillGaps, hasGaps, unnamedOf } from './store/blob-refs.ts'
import { countOpen } from './store/requests.ts'
import { RequestTemplates } from './templates/service.ts'
import { TemplateUses } from './templates/use.ts'

/** The parts of this domain. */
export type Signing = ReturnType<typeof openSigning>

const MINUTE_MS = 60_000
/** Retry delays of a signature or a seal: more than a day in total, since none may be lost. */
const SEALING_RETRIES_MS = [5_000, 15_000, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS].concat(
  Array<number>(24).fill(60 * MINUTE_MS),
)
const ONCE = { uniqueKey: 'once' }
const DATABASE_RETRIES_MS = [1_000, 10_000, MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS]

/** What carriers report, and ask. */
function hearCarriers(
  parts: Parameters<typeof noteReport>[0] &
    Parameters<typeof speakCode>[0] & { texts: Texts; calls: Calls | undefined },
): void {
  parts.texts.onReport((report) => noteReport(parts, report))
  parts.calls?.onAnswer({
    pressed: (reference) => speakCode(parts, reference),
    ended: (report) => noteReport(parts, { ...report, outcome: 'failed' }),
  })
}

type Needed<Service extends abstract new (...given: never[]) => unknown> =
  ConstructorParameters<Service>[0]

/** What the services below need: each says so itself. */
export type SigningNeeds = Parameters<typeof hearCarriers>[0] &
  Omit<Needed<typeof RequestLifecycle>, 'linkTexts'> &
  Needed<typeof LinkTexts> &
  Needed<typeof Sending> &
  Needed<typeof PendingBlobs> &
  Needed<typeof RequestService> &
  Needed<typeof Editing> &
  Needed<typeof SenderFiles> &
  Needed<typeof Sealing> &
  Needed<typeof Renewal> &
  Needed<typeof SignerAccess> &
  Needed<typeof SignerActions> &
  Needed<typeof SignerFileService> &
  Needed<typeof OwnCertificates> &
  Needed<typeof Erasure> &
  Needed<typeof Deletion> & { instance: Instance }

function handleJobs(
  { jobs, db }: { jobs: Jobs; db: Db },
  services: {
    lifecycle: RequestLifecycle
    requests: RequestService
    sealing: Sealing
    files: PendingBlobs
  },
): void {
  const { lifecycle, requests, sealing, files } = services
  jobs.handle<{ signer_id: string; id: string }>(JOBS.sign, {
    retryDelaysMs: SEALING_RETRIES_MS,
    run: ({ signer_id }) => sealing.sign(signer_id),
    givenUp: (trx, { id }) => sealing.fail(trx, id, 'signing_failed'),
  })
  jobs.handle<{ id: string }>(JOBS.seal, {
    retryDelaysMs: SEALING_RETRIES_MS,
    run: ({ id }) => sealing.seal(id),
    givenUp: (trx, { id }) => sealing.fail(trx, id, 'sealing_failed'),
  })
  jobs.handle<{ id: string }>(JOBS.externalSeal, {
    // Providers may take their time; seals of others must find a place.
    atOnce: 2,
    retryDelaysMs: SEALING_RETRIES_MS,
    run: ({ id }) => sealing.sealOuter(id),
    givenUp: (trx, { id }) => sealing.fail(trx, id, 'outer_seal_failed'),
  })
  jobs.handle<{ id: string }>(JOBS.expire, {
    retryDelaysMs: DATABASE_RETRIES_MS,
    run: ({ id }) => requests.expire(id),
  })
  jobs.handle<{ files: string[] }>(JOBS.discard, {
    retryDelaysMs: DATABASE_RETRIES_MS,
    run: (order) => files.discard(order.files),
  })
  for (const kind of [JOBS.fillBlobRefs, JOBS.fillRequestFiles])
    jobs.handle(kind, {
      retryDelaysMs: DATABASE_RETRIES_MS,
      run: (_, { signal }) => fillGaps(db, signal),
    })
  jobs.handle<{ signer_id: string; number: number; revision?: number }>(JOBS.remind, {
    retryDelaysMs: DATABASE_RETRIES_MS,
    run: ({ signer_id, ...planned }) =>
      concurrently(db, 'request', (trx) => lifecycle.remindAsPlanned(trx, signer_id, planned)),
  })
}

/** Connects the services. */
export function openSigning(
  parts: SigningNeeds,
  deps: { content: ProofContent; finderFor: FinderFor; report: ValidateFile },
) {
  const lifecycle = new RequestLifecycle({ ...parts, linkTexts: new LinkTexts(parts) })
  const sending = new Sending(parts, { lifecycle, content: deps.content })
  const files = new PendingBlobs(parts)
  const { finderFor } = deps
  const requests = new RequestService(parts, { lifecycle, sending, finderFor, files })
  const edits = { requests, lifecycle, sending, files, finderFor }
  const { content } = deps
  const sealing = new Sealing(parts, { lifecycle, content, files })
  const access = new SignerAccess(parts)
  const actions = new SignerActions(parts, { access, lifecycle, sealing, files })
  const records = new SealingRecords(parts, { lifecycle, files })
  const own = new OwnCertificates(parts, { access, sealing, records, content, files })
  const signerFiles = new SignerFileService(parts, { access, requests, files })
  const senderFiles = new SenderFiles(parts, { requests, report: deps.report })
  const lists = new RequestLists(parts)
  const { jobs, db } = parts
  hearCarriers(parts)

  handleJobs(parts, { lifecycle, requests, sealing, files })

  const idempotency = new Idempotency(db, parts.clock, parts.instance)
  return {
    /** Cleans up after a crash. Call once, before anything else uses these parts. */
    async recover() {
      await idempotency.recover()
      if (await hasGaps(db)) return await jobs.addAtStart(db, JOBS.fillRequestFiles, ONCE)
      // Of files that other instances have just stored and not yet named, the daily sweep takes care.
      if (parts.blobs.isShared) return
      for await (const page of inPages(parts.blobs.list()))
        for (const hash of await unnamedOf(db, page)) await parts.blobs.remove(hash)
    },
    /** Open requests. */
    countOpen: () => countOpen(db),
    requests,
    editing: new Editing(parts, edits),
    reactivating: new Reactivating(parts, edits),
    lifecycle,
    sealing,
    renewal: new Renewal(parts, files),
    access,
    actions,
    /** Signatures with certificates that are not ours. */
    own,
    /** Files that signers give. */
    signerFiles,
    erasure: new Erasure(parts, files),
    deletion: new Deletion(parts, { requests, lifecycle }),
    files: senderFiles,
    lists,
    bulkActions: new BulkActions(parts, { lists, requests }),
    archives: new Archives({ lists, requests, files: senderFiles }),
    issuedFiles: new IssuedRequestFiles(db),
    /** Files of requests and of their templates. */
    pendingBlobs: files,
    idempotency,
  }
}

/** Request templates, and what is sent with them. */
export type Bulk = ReturnType<typeof openBulk>

type TemplateNeeds = Needed<typeof RequestTemplates>['parts'] &
  Needed<typeof TemplateUses> &
  Needed<typeof BulkSends>['parts'] &
  BulkSendingParts['parts'] &
  StartingDeps['parts']

/** Connects the services of request templates and bulk sends, and registers the job that sends. */
export function openBulk(
  {
    parts,
    requests,
    lifecycle,
    pendingBlobs: files,
  }: {
    parts: TemplateNeeds
    requests: RequestService
    lifecycle: RequestLifecycle
    pendingBlobs: PendingBlobs
  },
  deps: {
    renders: RenderService
    templates: TemplateService
    rateLimiter: RateLimiter
    callerOf: BulkSendingParts['callerOf']
  },
) {
  const { renders, templates, rateLimiter, callerOf } = deps
  const { finderFor } = requests
  const requestTemplates = new RequestTemplates({ parts, finderFor, templates }, files)
  const templateUses = new TemplateUses(parts, { requests, renders })
  const bulkSends = new BulkSends({ parts, files, requestTemplates, templates, callerOf })
  new BulkSending({ parts, uses: templateUses, rateLimiter, callerOf })
  const openLinks = new OpenLinks(parts, requestTemplates)
  const at = { parts, openLinks, requestTemplates, lifecycle, rateLimiter, callerOf }
  const openLinkStarts = new OpenLinkStarts({ ...at, uses: templateUses })
  return { requestTemplates, templateUses, bulkSends, openLinks, openLinkStarts }
}
