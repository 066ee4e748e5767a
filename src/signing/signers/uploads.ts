/**
 * Files that signers give: uploaded, replaced and removed until their signer signs; from then on they are named in what
 * was signed, and the sender can fetch them.
 */

import { secondsOf } from '../../accounts/address-limits.ts'
import type { Caller } from '../../accounts/caller.ts'
import { concurrently } from '../../database/concurrent.ts'
import type { Db } from '../../database/open.ts'
import { safeFilename } from '../../http/disposition.ts'
import { HOUR_MS, toIso } from '../../kernel/clock.ts'
import { AppError } from '../../kernel/errors.ts'
import { INPUT_LIMITS } from '../../kernel/field-types.ts'
import { newId } from '../../kernel/ids.ts'
import { Service } from '../../kernel/service.ts'
import { accountTenant, forTenant } from '../../kernel/tenant.ts'
import { invalidAt } from '../../translations/refusals.ts'
import { say } from '../../translations/texts.ts'
import { HIDDEN } from '../fields/values.ts'
import type { UploadedFiles } from '../model/schemas/uploads.ts'
import { FILE_KINDS, type FileKind, type SignerFile } from '../model/uploads.ts'
import type { NamedFile } from '../requests/downloads.ts'
import type { PendingBlobs } from '../requests/pending-blobs.ts'
import type { RequestService } from '../requests/service.ts'
import * as store from '../store/uploads.ts'
import type { SignerContext, SignerParts } from './access.ts'
import { assertAsked, assertVerified } from './signer-guards.ts'

// Names of signers' files.
const EVERY_HIDDEN = new RegExp(HIDDEN.source, 'gu')
const EXTENSION: Readonly<Record<FileKind, RegExp>> = {
  'application/pdf': /\.pdf$/i,
  'image/jpeg': /\.(?:jpe?g|jfif)$/i,
  'image/png': /\.png$/i,
}

/** A name as a device sent it, without path and invisible characters, with the extension of what the file is. */
function fileName(given: string, kind: FileKind): string {
  const extension = FILE_KINDS[kind]
  const bare = given.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const seen = bare.replace(EVERY_HIDDEN, '_').trim().replace(EXTENSION[kind], '')
  const max = INPUT_LIMITS.fileName - extension.length - 1
  return safeFilename([...seen].slice(0, max).join(''), extension)
}

/** Each is read in a process of its own; a person who photographs a page anew stays far below. */
const UPLOADS = { name: 'signer-files', max: 60, windowMs: HOUR_MS, lasting: true } as const

/** A file as a signer's device sent it. */
interface Upload {
  field: string
  filename: string
  bytes: Uint8Array
}

/** A signer's file for the sender. */
export interface HandedFile extends NamedFile {
  mediaType: FileKind
}

/** The files of signers. */
export class SignerFileService extends Service<
  SignerParts & { files: PendingBlobs; requests: Pick<RequestService, 'find'> }
> {
  readonly #uploads = this.parts.throttling.attemptLimiter(UPLOADS)

  /**
   * Whether this person may upload now, before a byte of the file is read.
   * @throws AppError `verification_required`, `rate_limited`, and what is wrong with the link
   */
  async admit(context: SignerContext, session: string | undefined): Promise<void> {
    assertAsked(context.signer, 'signature')
    assertVerified(this.parts, context.signer, session)
    const { waitMs } = await this.#uploads.consume(context.signer.id)
    if (waitMs > 0)
      throw new AppError('rate_limited', say('links.uploadsMany'), {
        retryAfterSeconds: secondsOf(waitMs),
      })
  }

  /** What this person has uploaded. @throws AppError `verification_required` */
  async list(context: SignerContext, session: string | undefined): Promise<UploadedFiles> {
    assertVerified(this.parts, context.signer, session)
    const files = await store.filesOfSigner(this.parts.db, context.signer.id)
    return { files: Object.entries(files).map(([field, file]) => ({ field, file })) }
  }

  /**
   * Stores the file of a field, in the place of an earlier one. Call {@link admit} before.
   * @throws AppError `validation_failed`, `image_invalid`, `pdf_invalid`, `pdf_encrypted`, `already_signed`
   */
  async upload(token: string, session: string | undefined, upload: Upload): Promise<SignerFile> {
    const { documents, db, clock } = this.parts
    const { request, signer } = await this.parts.access.activeContext(db, token)
    const { field } = upload
    if (!signer.inputs.some(({ name, type }) => name === field && type === 'file'))
      throw invalidAt('/field', 'value_unknown', 'links.fieldNotFile')
    if (upload.bytes.length === 0) throw invalidAt('/file', 'file_kind', 'links.fileEmpty')
    const { kind, file: bytes = upload.bytes } = await forTenant(
      accountTenant(request.account_id),
      () => documents.inspect(upload.bytes),
    )
    return await this.parts.files.during(async (save) => {
      const sha256 = await save(bytes)
      const file: SignerFile = {
        id: newId('sfl', clock.now()),
        name: fileName(upload.filename, kind),
        media_type: kind,
        size: bytes.length,
        sha256,
      }
      const replaced = await this.#put(token, session, field, file)
      // Of the same name when the same file is sent again.
      if (replaced !== undefined) await this.parts.files.discard([replaced])
      return file
    })
  }

  /** Returns the hash of the file that was there. */
  async #put(token: string, session: string | undefined, field: string, file: SignerFile) {
    const { db, clock } = this.parts
    return await concurrently(db, 'request', async (trx) => {
      const { signer, request } = await this.#held(token, session, trx)
      const { [field]: before } = await store.filesOfSigner(trx, signer.id)
      const at = { uploaded_at: toIso(clock.now()) }
      const whose = { signer_id: signer.id, request_id: request.id, field }
      await store.putFile(trx, { ...file, ...whose, ...at })
      return before?.sha256
    })
  }

  /** The person, with their files held still. @throws AppError when they have signed or can no longer sign */
  async #held(token: string, session: string | undefined, trx: Db) {
    const found = await this.parts.access.activeContext(trx, token)
    await store.holdUnsigned(trx, found.signer.id)
    // Again: an order to sign may have been taken meanwhile.
    const context = await this.parts.access.activeContext(trx, token)
    assertVerified(this.parts, context.signer, session)
    return context
  }

  /** Removes a file that is not signed yet; nothing where there is none. */
  async remove(token: string, session: string | undefined, id: string): Promise<void> {
    const removed = await concurrently(this.parts.db, 'request', async (trx) => {
      const { signer } = await this.#held(token, session, trx)
      return await store.removeFile(trx, signer.id, id)
    })
    if (removed !== undefined) await this.parts.files.discard([removed])
  }

  /** A file that was signed, for the sender. @throws AppError `document_not_found`, `signer_file_not_found` */
  async read(caller: Caller, id: string, fileId: string): Promise<HandedFile> {
    const { db, blobs } = this.parts
    const { request, signers } = await this.parts.requests.find(caller, id)
    const row = await store.findFile(db, request.id, fileId)
    const signer = signers.find((each) => each.id === row?.signer_id)
    if (row === undefined || signer?.status !== 'signed')
      throw new AppError('signer_file_not_found', say('signers.noFile', { id: fileId }))
    return {
      bytes: await blobs.get(row.sha256),
      filename: row.name,
      mediaType: row.media_type,
    }
  }
}
