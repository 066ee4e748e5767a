/**
 * Records of signatures and seals in the database and the trail, each written in one transaction: serial numbers
 * before anything is signed under them, then the resulting revision.
 */

import { concurrently } from '../../database/concurrent.ts'
import type { Db } from '../../database/open.ts'
import { toIso } from '../../kernel/clock.ts'
import { invariant } from '../../kernel/invariant.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { Service } from '../../kernel/service.ts'
import { omitUndefined } from '../../kernel/type-guards.ts'
import type { SignerReservation } from '../../pki/authority.ts'
import { partiesHash } from '../evidence/parties.ts'
import { filledNames } from '../fields/filled.ts'
import { additionalHashes, eachFile, type RequestFile } from '../model/files.ts'
import type { Intent } from '../model/intent.ts'
import { JOBS, MAILS } from '../model/job-kinds.ts'
import { SERVICE } from '../model/people.ts'
import type {
  ExternalSealState,
  RequestRow,
  RequestWithSigners,
  SignerRow,
  StoredExternalSeal,
  StoredSignature,
} from '../model/rows.ts'
import { addCopies } from '../notifications/cc-mail.ts'
import { addNotices } from '../notifications/sender-mails.ts'
import type { RequestLifecycle } from '../requests/lifecycle.ts'
import type { ServiceParts } from '../requests/parts.ts'
import type { PendingBlobs } from '../requests/pending-blobs.ts'
import * as store from '../store/requests.ts'
import { LEVEL_NAME } from './seal.ts'

/** Another signer signed the same revision first, on another instance. */
export class RevisionTaken extends Error {
  override readonly name = 'RevisionTaken'
  override readonly message = 'another revision came between'
}

/** What became of one file when a signer signed. */
export interface Turn {
  file: RequestFile
  from: string
  to: string
  made: StoredSignature['made']
}

/** What a signer's row and the trail say of a signature in all files. */
function signatureOf(turns: readonly Turn[]): StoredSignature {
  const [first] = turns
  invariant(first !== undefined, 'a request has a file')
  const files = turns.map(({ file: { number }, from, to }) => ({ number, from, to }))
  return {
    made: turns.flatMap(({ made }) => made),
    sha256_before: first.from,
    sha256_after: first.to,
    ...additionalHashes('further_sha256_before', files, ({ from }) => from),
    ...additionalHashes('further_sha256_after', files, ({ to }) => to),
  }
}

/** What the rooms that sign and seal are given. */
export interface SealingParts extends ServiceParts {
  files: PendingBlobs
  lifecycle: RequestLifecycle
}

/** Records what {@link Sealing} does. */
export class SealingRecords extends Service<SealingParts> {
  /** The serial numbers of a signer's certificates, recorded before anything is signed under them. */
  async reserve(request: RequestRow, signer: SignerRow): Promise<SignerReservation[]> {
    const { db, trails } = this.parts
    const pki = this.parts.pkiOf(request.mode)
    const person = {
      ...(signer.first_name !== null && { givenName: signer.first_name }),
      ...(signer.last_name !== null && { surname: signer.last_name }),
      email: signer.email,
      serialNumber: signer.id.slice('sgr_'.length).toUpperCase(),
    }
    // Loads the keys outside the transaction, which must wait only for its own statements.
    await pki.authority.key('issuing')
    return await concurrently(db, 'request', async (trx) => {
      if (signer.serial !== null) {
        const data = { signer_id: signer.id, serials: signer.serial.split(' ') }
        await trails.record(trx, request.id, 'signing.abandoned', SERVICE, data)
      }
      const reservations: SignerReservation[] = []
      for (const _place of signer.fields)
        reservations.push(await pki.authority.reserveSigner(person, registerOf(trx, request)))
      const serials = reservations.map(({ serialHex }) => serialHex)
      await store.updateSigner(trx, signer.id, { serial: serials.join(' ') })
      const data = { signer_id: signer.id, serials, sha256_before: request.files[0].current_sha256 }
      await trails.record(trx, request.id, 'signature.intended', SERVICE, data)
      return reservations
    })
  }

  /**
   * Stores the revision that a signer's signature made; a signature that comes too late is discarded.
   * @param also done in the same transaction
   */
  async signed(
    request: RequestRow,
    signer: SignerRow,
    signed: { turns: readonly Turn[]; intent: Intent },
    also?: (trx: Db) => Promise<void>,
  ): Promise<void> {
    const { db, clock } = this.parts
    const at = toIso(clock.now())
    const { turns } = signed
    const signature = signatureOf(turns)
    const made = {
      from: signature.sha256_before,
      files: eachFile(request, (file, index) => {
        const turn = turns[index]
        invariant(turn !== undefined, 'every file is signed')
        return { ...file, current_sha256: turn.to }
      }),
    }
    const isReplaced = await concurrently(db, 'request', async (trx) => {
      if (!(await store.replaceRevision(trx, request.id, made))) {
        const now = await store.findRequest(trx, request.id)
        // Cancelled or expired while the signature was made: it is discarded.
        if (now?.status !== 'pending') return false
        throw new RevisionTaken()
      }
      const moved = await store.moveSigner(trx, signer.id, 'signed', {
        signed_at: at,
        signature,
        intent: signed.intent,
        session_hash: null,
        verified_until: null,
        kept_values: null,
      })
      if (!moved) throw new Error('the signer is in no state to sign')
      await this.#appendSigned(trx, request, signer, { intent: signed.intent, signature })
      await also?.(trx)
      await this.parts.lifecycle.advance(trx, request.id)
      return true
    })
    // Ten signers must not leave ten files on disk.
    await this.parts.files.discard(turns.map(({ from, to }) => (isReplaced ? from : to)))
  }

  async #appendSigned(
    trx: Db,
    request: RequestRow,
    signer: SignerRow,
    { intent, signature }: { intent: Intent; signature: StoredSignature },
  ): Promise<void> {
    const { trails } = this.parts
    const { ip, ua, kind, shown_sha256, embed_origin, in_person_host } = intent
    const actor = { actor: `signer:${signer.id}`, ip, ua }
    const shown = shown_sha256 === undefined ? {} : { sha256_shown: shown_sha256 }
    const data = {
      signer_id: signer.id,
      ...omitUndefined({ embed_origin, in_person_host }),
      kind,
      ...filledNames({ ...signer, intent }),
      ...shown,
      ...signature,
      made: signature.made.map(madeForTrail),
    }
    await trails.record(trx, request.id, 'signer.signed', actor, data)
    const destroyed = signature.made.filter(({ own }) => own === undefined)
    if (destroyed.length > 0)
      await trails.record(trx, request.id, 'signer.key_destroyed', SERVICE, {
        signer_id: signer.id,
        serials: destroyed.map(({ serial }) => serial),
      })
  }

  /** Stores the revision with the external seal; one that comes too late is discarded. */
  async externalSealed(
    request: RequestRow,
    { state, made }: { state: ExternalSealState; made: StoredExternalSeal },
  ): Promise<void> {
    const { db, trails, jobs } = this.parts
    const [from, to] = [made.sha256_before, made.sha256_after]
    const replaced = await concurrently(db, 'request', async (trx) => {
      if (!(await store.placeExternalSeal(trx, request.id, { from, to, state }))) return to
      // The evidence takes "certificate_sha256" for the certificates of persons.
      const { certificate_sha256: outer_certificate_sha256, ...rest } = made
      const data = { ...rest, outer_certificate_sha256 }
      await trails.record(trx, request.id, 'document.outer_sealed', SERVICE, data)
      const order = { uniqueKey: request.id, accountId: request.account_id }
      await jobs.add(trx, JOBS.seal, { id: request.id }, order)
      return from
    })
    await this.parts.files.discard([replaced])
  }

  /** @param sealed hashes of the finished files, in their order, and of the proof certificate */
  async sealed(
    { request, signers }: RequestWithSigners,
    sealed: { files: readonly string[]; proofSha256: string },
  ): Promise<void> {
    const { db, trails, clock, mails } = this.parts
    const { proofSha256 } = sealed
    const files = eachFile(request, (file, index) => {
      const finished = sealed.files[index]
      invariant(finished !== undefined, 'every file is sealed')
      return { ...file, current_sha256: finished, signed_sha256: finished }
    })
    await concurrently(db, 'request', async (trx) => {
      const moved = await store.moveRequest(trx, request.id, 'completed', {
        files,
        proof_sha256: proofSha256,
        level: LEVEL_NAME,
        ended_at: toIso(clock.now()),
        end_reason: null,
      })
      if (!moved) return
      const data = {
        sha256: files[0].signed_sha256,
        ...additionalHashes('further_sha256', files, (file) => file.signed_sha256),
        level: LEVEL_NAME,
        proof_sha256: proofSha256,
        parties_sha256: partiesHash(signers),
      }
      await trails.record(trx, request.id, 'document.completed', SERVICE, data)
      for (const signer of signers.filter(({ delivery }) => delivery !== 'none'))
        await mails.add(
          trx,
          MAILS.completed,
          { signer_id: signer.id },
          { uniqueKey: signer.id, accountId: request.account_id },
        )
      await addCopies(trx, mails, request)
      await addNotices(trx, mails, request, { kind: 'completed' })
    })
  }
}

/** The evidence takes "certificate_sha256" for certificates of ours. */
function madeForTrail(made: StoredSignature['made'][number]): JsonObject {
  const { own, certificate_sha256, ...rest } = made
  return own === undefined
    ? { ...rest, certificate_sha256 }
    : { ...rest, own: { ...own }, outer_certificate_sha256: certificate_sha256 }
}

/** Where serial numbers are recorded: the TEST authority has its register in a separate database. */
const registerOf = (trx: Db, { mode }: RequestRow) => (mode === 'live' ? trx : undefined)
