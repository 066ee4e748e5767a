/**
 * Renews archive time-stamps before the certificates end that vouch for them (ETSI EN 319 142-1, 5.4 and 5.5): validation
 * data of the stamp that is there, then a new one over all of it. Finished files only grow: what was handed out before is
 * the beginning of what is handed out now. A run looks at a bounded number of documents; each is a job of its own.
 */

import { randomBytes } from 'node:crypto'
import { concurrently } from '../../database/concurrent.ts'
import type { Db } from '../../database/open.ts'
import type { HealthCheck } from '../../http/health.ts'
import { withRests } from '../../kernel/batches.ts'
import { DAY_MS, HOUR_MS, toIso } from '../../kernel/clock.ts'
import { invariant } from '../../kernel/invariant.ts'
import { Service } from '../../kernel/service.ts'
import { accountTenant, forTenant } from '../../kernel/tenant.ts'
import { traced } from '../../kernel/trace.ts'
import { parseCertificate } from '../../pades/certificate.ts'
import { certificatesIn } from '../../pades/incremental-signer.ts'
import type { Pki } from '../../pki/open.ts'
import type { StampReport } from '../documents/tasks.ts'
import { additionalHashes, eachFile } from '../model/files.ts'
import { JOBS } from '../model/job-kinds.ts'
import { SERVICE } from '../model/people.ts'
import type { RequestRow } from '../model/rows.ts'
import * as requests from '../store/requests.ts'
import { checkedFileSigner, ownFindings, trustedOf, validationOf } from './file-signer.ts'
import type { SealingParts } from './records.ts'
import * as store from './renewal-store.ts'

/** Documents that one daily run looks at: a first run over an old archive takes several days, and nobody waits for it. */
const DOCUMENTS_A_RUN = 1000
/** Of SHA-256. */
const DIGEST_BYTES = 32
const RETRIES_MS = [HOUR_MS, HOUR_MS, HOUR_MS]

/** A file with another stamp, stored. */
interface RenewedFile {
  sha256: string
  endsMs: number
}

/** The renewals of one installation. */
export class Renewal extends Service<SealingParts & { renewStampsMs: number }> {
  /** Create it before the jobs start. */
  constructor(parts: SealingParts & { renewStampsMs: number }) {
    super(parts)
    const { jobs, db } = parts
    jobs.handle(JOBS.findStamps, {
      retryDelaysMs: RETRIES_MS,
      run: async () => {
        await this.plan()
        await this.#next(db, DAY_MS)
      },
      givenUp: (trx) => this.#next(trx, DAY_MS),
    })
    jobs.handle<{ id: string }>(JOBS.renewStamp, {
      // One at a time: signers' own jobs must find a place.
      atOnce: 1,
      // Tomorrow's run finds what failed today.
      retryDelaysMs: [HOUR_MS],
      run: async ({ id }) => {
        await traced('signing.renew_stamp', () => this.renew(id))
      },
    })
  }

  /** Schedules a run now, which schedules the next one. */
  async start(): Promise<void> {
    if (this.parts.renewStampsMs > 0) await this.#next(this.parts.db, 0)
  }

  /** Its entry in /health/ready: stamps that should have been renewed months ago; it never makes the service unready. */
  get check(): HealthCheck {
    const { db, clock, renewStampsMs } = this.parts
    return {
      name: 'archive_stamps',
      check: async () => {
        if (renewStampsMs === 0)
          return { status: 'up', detail: 'archive time-stamps are not renewed' }
        const late = await store.countEnding(db, toIso(clock.now() + renewStampsMs / 2))
        if (late === 0) return { status: 'up' }
        return {
          status: 'degraded',
          detail: `${late} archive time-stamps should have been renewed long ago; see the log, and "renew-timestamps --dry-run"`,
        }
      },
    }
  }

  /** What is due now, those that end first before those not looked at yet. */
  due(limit: number): Promise<store.DueStamp[]> {
    return store.listDue(this.parts.db, this.#before(), limit)
  }

  /** Adds a job for each document that is due. */
  async plan(): Promise<void> {
    const { db, jobs, renewStampsMs } = this.parts
    if (renewStampsMs === 0) return
    for await (const { id } of withRests(await this.due(DOCUMENTS_A_RUN)))
      await jobs.add(db, JOBS.renewStamp, { id }, { uniqueKey: id })
  }

  /**
   * Renews the stamps of one document and of its proof certificate, if that is due.
   * @returns whether it was
   * @throws Error when a file is not valid, or the new stamp ends no later than the one before
   */
  async renew(id: string): Promise<boolean> {
    const request = await requests.findRequest(this.parts.db, id)
    if (request?.status !== 'completed') return false
    const { proof_sha256: proof } = request
    const [signed, ...additional] = request.files.flatMap((file) => file.signed_sha256 ?? [])
    if (signed === undefined || proof === null) return false
    return await forTenant(accountTenant(request.account_id), () =>
      this.#renew(request, { signed, proof, additional }),
    )
  }

  async #renew(request: RequestRow, before: store.FinishedHashes) {
    const { id, mode } = request
    const pki = this.parts.pkiOf(mode)
    const files = store.hashesOf(before)
    const stamps: StampReport[] = []
    for (const from of files) stamps.push(await this.#stampIn(pki, id, from))
    const endsMs = Math.min(...stamps.map((stamp) => stamp.endsMs))
    const isDue = stamps.some(({ isWeak }) => isWeak) || toIso(endsMs) < this.#before()
    if (!isDue) {
      await store.noteEnd(this.parts.db, id, toIso(endsMs))
      return false
    }
    const made: RenewedFile[] = []
    for (const [index, from] of files.entries()) {
      const stamp = stamps[index]
      invariant(stamp !== undefined, 'every file was reported on')
      const renewed = await this.#renewed(pki, { id, from }, stamp)
      // Stored at once: ten files are not held in memory together.
      const sha256 = await this.parts.blobs.put(renewed.pdf, renewed.sha256)
      made.push({ sha256, endsMs: renewed.stamp.endsMs })
    }
    await this.#store(request, before, made)
    return true
  }

  /** The newest stamp of a file that must be valid. */
  async #stampIn(pki: Pki, id: string, sha256: string): Promise<StampReport> {
    const { blobs, documents, clock } = this.parts
    const validation = await documents.validate(
      await blobs.read(sha256),
      await trustedOf(pki, this.parts.externalSeals),
      clock.now(),
    )
    // The store looks itself, and reports the file.
    if (validation.sha256 !== sha256) await blobs.get(sha256)
    const findings =
      validation.sha256 === sha256 ? ownFindings(validation, { id }) : ['it is another file']
    if (validation.stamp === undefined) findings.push('it has no archive time-stamp')
    if (findings.length > 0 || validation.stamp === undefined)
      throw new Error(`file ${sha256} of ${id} cannot be renewed: ${findings.join('; ')}`)
    return validation.stamp
  }

  async #renewed(pki: Pki, { id, from }: { id: string; from: string }, old: StampReport) {
    const { documents, clock } = this.parts
    const file = await checkedFileSigner(this.parts, from)
    // The certificate of the new stamp may be one that the file knows nothing of: it is asked for beforehand.
    const trial = certificatesIn(await pki.timestamps.stamp(randomBytes(DIGEST_BYTES)))
    const earlier = old.certificates.map((der) => parseCertificate(Buffer.from(der)))
    await file.addValidationData(await pki.revocation.validationData([...earlier, ...trial]))
    await file.stamp(undefined, pki.timestamps)
    const validation = await validationOf(
      documents,
      file,
      await trustedOf(pki, this.parts.externalSeals),
      clock.now(),
    )
    const { stamp } = validation
    const findings = [...ownFindings(validation, { id }), ...(stamp?.problems ?? [])]
    if (stamp === undefined || stamp.endsMs <= old.endsMs)
      findings.push('the certificate of the time-stamping authority ends no later than before')
    if (stamp === undefined || findings.length > 0)
      throw new Error(`file ${from} of ${id} was not renewed: ${findings.join('; ')}`)
    return { ...validation, stamp }
  }

  /** The rows that name the new files, which are stored already; what they replace goes last. */
  async #store(request: RequestRow, before: store.FinishedHashes, made: readonly RenewedFile[]) {
    const { db, trails } = this.parts
    const stampEndsAt = toIso(Math.min(...made.map(({ endsMs }) => endsMs)))
    const after = store.finishedHashes(made.map(({ sha256 }) => sha256))
    const finished = [after.signed, ...after.additional]
    const files = eachFile(request, (file, index) => {
      const sha256 = finished[index] ?? null
      return { ...file, current_sha256: sha256, signed_sha256: sha256 }
    })
    const isStored = await concurrently(db, 'request', async (trx) => {
      const renewed = { before, after, stampEndsAt, files }
      if (!(await store.replaceFiles(trx, request.id, renewed))) return false
      const data = {
        sha256_before: before.signed,
        sha256: after.signed,
        proof_sha256_before: before.proof,
        proof_sha256: after.proof,
        ...additionalHashes('further_sha256_before', request.files, (file) => file.signed_sha256),
        ...additionalHashes('further_sha256', files, (file) => file.signed_sha256),
        ends_at: stampEndsAt,
      }
      await trails.record(trx, request.id, 'document.renewed', SERVICE, data)
      return true
    })
    // Erased, or renewed by another instance, in the meantime.
    await this.parts.files.discard(store.hashesOf(isStored ? before : after))
  }

  /** Stamps that end before this are due, RFC 3339. */
  #before(): string {
    return toIso(this.parts.clock.now() + this.parts.renewStampsMs)
  }

  async #next(db: Db, delayMs: number): Promise<void> {
    await this.parts.jobs.add(db, JOBS.findStamps, {}, { uniqueKey: 'daily', delayMs })
  }
}
