/**
 * The external seal of a document that everybody has signed: a signature by a key of another provider, with its
 * time-stamp and validation data, in the field that was laid out for it. It is a revision of its own, made before the
 * seal of the service, which shows it. What is interrupted is repeated: only the revision that a row references counts,
 * so that a file has exactly one.
 */

import { toIso } from '../../kernel/clock.ts'
import { invariant } from '../../kernel/invariant.ts'
import { Service } from '../../kernel/service.ts'
import { accountTenant, forTenant } from '../../kernel/tenant.ts'
import { SealError } from '../../seals/place.ts'
import type { ReadySeal } from '../../seals/service.ts'
import { externalSealName } from '../model/placement.ts'
import type { ExternalSealState, RequestRow, StoredExternalSeal } from '../model/rows.ts'
import * as store from '../store/requests.ts'
import {
  certificateFacts,
  checkedFileSigner,
  type FileSigner,
  validationDataOf,
} from './file-signer.ts'
import type { SealingParts, SealingRecords } from './records.ts'
import { WatchedStamps } from './watched-stamps.ts'

/** Makes external seals. */
export class ExternalSealing extends Service<SealingParts & { records: SealingRecords }> {
  /**
   * Seals a request, if it is to be and is not yet.
   * @throws SealError, which is recorded as the reason why the request waits
   */
  async seal(requestId: string): Promise<void> {
    const whole = await store.findRequestWithSigners(this.parts.db, requestId)
    if (whole === undefined || !['pending', 'failed'].includes(whole.request.status)) return
    const { request, signers } = whole
    const { outer_seal: state } = request
    const [{ current_sha256: from }] = request.files
    if (state === null || state.made !== undefined) return
    if (signers.some(({ status }) => status !== 'signed')) return
    invariant(from !== null, 'a signed document has a current revision')
    try {
      await this.#make(request, state, from)
    } catch (error) {
      if (error instanceof SealError) await this.#note(request, { state, from }, error)
      throw error
    }
  }

  async #make(request: RequestRow, state: ExternalSealState, from: string): Promise<void> {
    const { blobs, externalSeals } = this.parts
    const seal = await externalSeals.ready(request.account_id, request.mode)
    const next = blobs.begin(from)
    try {
      const { file, timestamps, atMs } = await forTenant(
        accountTenant(request.account_id),
        async () => {
          const opened = await checkedFileSigner(this.parts, from)
          return { file: opened, ...(await this.#signed(opened, request, seal)) }
        },
      )
      const { certificate, chain } = seal.signer
      const all = [certificate, ...chain]
      const pki = this.parts.pkiOf(request.mode)
      const data = await validationDataOf(file, pki, all, seal.collectValidationData)
      const { pdf, sha256 } = await file.addValidationData(data)
      const to = await next.put(pdf, sha256)
      const made = madeOf(seal, {
        field: externalSealName(request.id),
        timestamp: timestamps.last,
        at: toIso(atMs),
        sha256_before: from,
        sha256_after: to,
      })
      const { fault: _, ...rest } = state
      await this.parts.records.externalSealed(request, { state: { ...rest, made }, made })
    } finally {
      await next.abandon()
    }
  }

  async #signed(file: FileSigner, { id, mode }: RequestRow, { signer }: ReadySeal) {
    const timestamps = new WatchedStamps(this.parts.pkiOf(mode).timestamps)
    const atMs = this.parts.clock.now()
    const facts = { name: signer.certificate.name, timeMs: atMs }
    const order = { field: externalSealName(id), facts, digest: signer.algorithm.digest }
    await file.sign(order, { signer, timestamps })
    return { timestamps, atMs }
  }

  async #note(
    request: RequestRow,
    { state, from }: { state: ExternalSealState; from: string },
    { message }: SealError,
  ): Promise<void> {
    const fault = { reason: message, at: toIso(this.parts.clock.now()) }
    await store.noteExternalSeal(this.parts.db, request.id, from, { ...state, fault })
  }
}

function madeOf(
  { signer, claim }: ReadySeal,
  where: Pick<StoredExternalSeal, 'field' | 'timestamp' | 'at' | 'sha256_before' | 'sha256_after'>,
): StoredExternalSeal {
  const { certificate, issuerName, algorithm } = signer
  return {
    ...where,
    name: certificate.name,
    ...certificateFacts(certificate),
    issuer: issuerName,
    algorithm: algorithm.name,
    claim,
  }
}
