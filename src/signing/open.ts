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
import { OpenLinkStarts } from './open-links/starting.ts'
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

/** What is made here, over what was given. */
interface Made {
  access: SignerAccess
  content: ProofContent
  files: PendingBlobs
  finderFor: FinderFor
  lifecycle: RequestLifecycle
  linkTexts: LinkTexts
  records: SealingRecords
  report: ValidateFile
  requests: RequestService
  sealing: Sealing
  sending: Sending
}

type Needed<Service extends abstract new (...given: never[]) => unknown> = Omit<
  ConstructorParameters<Service>[0],
  keyof Made
>

/** What the services below need: each says so itself. */
export type SigningNeeds = Parameters<typeof hearCarriers>[0] &
  Needed<typeof RequestLifecycle> &
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
  given: Pick<Made, 'lifecycle' | 'requests' | 'sealing' | 'files'> & { jobs: Jobs; db: Db },
): void {
  const { jobs, db, lifecycle, requests, sealing, files } = given
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
  deps: Pick<Made, 'content' | 'finderFor' | 'report'>,
) {
  const lifecycle = new RequestLifecycle({ ...parts, linkTexts: new LinkTexts(parts) })
  const files = new PendingBlobs(parts)
  const access = new SignerAccess(parts)
  const below = { ...parts, ...deps, lifecycle, files, access }
  const sending = new Sending(below)
  const requests = new RequestService({ ...below, sending })
  const sealing = new Sealing(below)
  const records = new SealingRecords(below)
  const all = { ...below, sending, requests, sealing, records }
  const actions = new SignerActions(all)
  const senderFiles = new SenderFiles(all)
  const lists = new RequestLists(parts)
  const { jobs, db } = parts
  hearCarriers(parts)
  handleJobs(all)

  const idempotency = new Idempotency(parts)
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
    editing: new Editing(all),
    reactivating: new Reactivating(all),
    lifecycle,
    sealing,
    renewal: new Renewal(all),
    access,
    actions,
    /** Signatures with certificates that are not ours. */
    own: new OwnCertificates(all),
    /** Files that signers give. */
    signerFiles: new SignerFileService(all),
    erasure: new Erasure(all),
    deletion: new Deletion(all),
    files: senderFiles,
    lists,
    bulkActions: new BulkActions({ db, lists, requests }),
    archives: new Archives({ lists, requests, files: senderFiles }),
    issuedFiles: new IssuedRequestFiles(parts),
    /** Files of requests and of their templates. */
    pendingBlobs: files,
    idempotency,
  }
}

/** Request templates, and what is sent with them. */
export type Bulk = ReturnType<typeof openBulk>

/** What is given to them besides the parts of signing. */
interface BulkGiven {
  callerOf: BulkSendingParts['callerOf']
  rateLimiter: RateLimiter
  renders: RenderService
  templates: TemplateService
}

type TemplateNeeds = Omit<
  Needed<typeof RequestTemplates> &
    Needed<typeof TemplateUses> &
    Needed<typeof BulkSends> &
    Needed<typeof BulkSending> &
    Needed<typeof OpenLinkStarts>,
  keyof BulkGiven | 'linkService' | 'requestTemplates' | 'uses'
>

/** Connects the services of request templates and bulk sends, and registers the job that sends. */
export function openBulk(
  signing: {
    parts: TemplateNeeds
    requests: RequestService
    lifecycle: RequestLifecycle
    pendingBlobs: PendingBlobs
  },
  given: BulkGiven,
) {
  const { requests, lifecycle, pendingBlobs: files } = signing
  const { finderFor } = requests
  const parts = { ...signing.parts, ...given, requests, lifecycle, files, finderFor }
  const requestTemplates = new RequestTemplates(parts)
  const templateUses = new TemplateUses(parts)
  const bulkSends = new BulkSends({ ...parts, requestTemplates })
  new BulkSending({ ...parts, uses: templateUses })
  const openLinks = new OpenLinks({ ...parts, requestTemplates })
  const at = { ...parts, linkService: openLinks, requestTemplates, uses: templateUses }
  return {
    requestTemplates,
    templateUses,
    bulkSends,
    openLinks,
    openLinkStarts: new OpenLinkStarts(at),
  }
}
