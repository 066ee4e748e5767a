/** What senders may download: the original, the signed file, the trail. */
import type { Caller } from '../accounts/caller.ts'
import { trailJson } from '../audit/trail-json.ts'
import { safeFilename } from '../http/disposition.ts'
import { AppError } from '../kernel/errors.ts'
import { invariant } from '../kernel/invariant.ts'
import type { SigningParts } from './parts.ts'
import { stateConflict } from './progress.ts'
import type { RequestService } from './service.ts'

/** A file to hand out. */
export interface NamedFile {
  bytes: Buffer
  filename: string
}

/** Files of requests. */
export class SenderFiles {
  readonly #parts: SigningParts
  readonly #requests: RequestService

  constructor(parts: SigningParts, requests: RequestService) {
    this.#parts = parts
    this.#requests = requests
  }

  /** The upload. @throws AppError `document_not_found` */
  async original(caller: Caller, id: string): Promise<NamedFile> {
    const { request } = await this.#requests.find(caller, id)
    const bytes = await this.#parts.blobs.get(request.original_sha256)
    return { bytes: Buffer.from(bytes), filename: request.filename }
  }

  /** The finished file. @throws AppError `document_not_found`, `document_state_conflict` */
  async signed(caller: Caller, id: string): Promise<NamedFile> {
    const { request } = await this.#requests.find(caller, id)
    if (request.signed_sha256 === null)
      throw stateConflict(`The document is ${request.status}; there is no signed file.`)
    const bytes = await this.#parts.blobs.get(request.signed_sha256)
    const filename = safeFilename(`${request.name} (signed)`, 'pdf')
    return { bytes: Buffer.from(bytes), filename }
  }

  /** The whole trail. @throws AppError `document_not_found` */
  async trail(caller: Caller, id: string) {
    const { request } = await this.#requests.find(caller, id)
    const trail = await this.#parts.trails.read(request.id)
    invariant(trail !== undefined, 'a request has a trail')
    return trailJson(trail)
  }

  /** The code that a signer of a test document has to enter; undefined when there is none. */
  async testCode(caller: Caller, id: string, signerId: string): Promise<string | undefined> {
    const { signers } = await this.#requests.find(caller, id)
    if (!signers.some((signer) => signer.id === signerId))
      throw new AppError('signer_not_found', `The document has no signer ${signerId}.`)
    return await this.#parts.otp.testCode(this.#parts.db, signerId)
  }
}
