/**
 * The service's own signature over a document that everybody has signed, showing the proof certificate; then the
 * archive time-stamp, then our own validation: only files that pass it are handed out.
 */

import type { Trail } from '../../audit/trail.ts'
import { FatalError, invariant } from '../../kernel/invariant.ts'
import { Service } from '../../kernel/service.ts'
import { traced } from '../../kernel/trace.ts'
import type { ValidationData } from '../../pades/ports.ts'
import type { Pki } from '../../pki/open.ts'
import type { ProofContent, ProofSubject } from '../documents/content-port.ts'
import type { Bytes, SignFieldInput, ValidationResult } from '../documents/tasks.ts'
import { additionalFiles, fileOf, type RequestFile } from '../model/files.ts'
import { sealName, stampName } from '../model/placement.ts'
import type { SignerRow } from '../model/rows.ts'
import { filesPageOf } from '../proof/facts.ts'
import type { Needs } from '../requests/parts.ts'
import {
  type FileSigner,
  fileSigner,
  LEVEL,
  ownFindings,
  trustedOf,
  validationOf,
} from './file-signer.ts'

/** {@link LEVEL} as the standard names it (ETSI EN 319 142-1, 6.3). */
export const LEVEL_NAME = `PAdES-BASELINE-${LEVEL.slice('B-'.length)}`

/** How many places to sign a file has. */
const placesIn = (signers: readonly SignerRow[], number: number): number =>
  signers.flatMap(({ fields }) => fields).filter((each) => fileOf(each) === number).length

/** Seals with one authority. */
export class Seal extends Service<Needs<'clock' | 'documents' | 'externalSeals'> & { pki: Pki }> {
  /**
   * Seals a file and makes the proof certificate as a separate file, sealed in the same way.
   * @param open returns the subject's file
   * @throws FatalError when a sealed file fails our own validation
   */
  async make(
    subject: ProofSubject,
    content: ProofContent,
    open: (sha256: string) => Promise<FileSigner>,
  ) {
    const facts = await content.proof(subject)
    const [pages, file] = await Promise.all([
      this.parts.documents.proofPages(facts),
      open(subject.sha256BeforeSeal),
    ])
    // Independent of each other: with two cores both finish at the same time.
    const [proof] = await Promise.all([
      this.#proofFile(subject, content, pages),
      this.#sealDocument(file, subject, pages),
    ])
    // Both were sealed with the same certificates, and the revocation lists must be newer than every seal.
    const certificates = [...file.certificates, ...proof.certificates]
    const data = await traced('signing.validation_data', () =>
      this.parts.pki.revocation.validationData(certificates),
    )
    const { request, signers } = subject.whole
    const [{ proof_pages }] = request.files
    const seals = Math.max(1, proof_pages) + (request.outer_seal === null ? 0 : 1)
    const count = placesIn(signers, 1) + seals
    const [validation, proofValidation] = await Promise.all([
      this.#completed(file, data, { id: request.id, count }),
      this.#completed(proof, data, { id: request.id, count: 1 }),
    ])
    const additional: ValidationResult[] = []
    for (const each of additionalFiles(request))
      additional.push(await this.#additional(subject, each, { pages, open }))
    return { document: validation, proof: proofValidation, additional }
  }

  /** Seals a file after the first one; its seal shows the page of the certificate that lists the files. */
  async #additional(
    { whole: { request, signers }, trail }: ProofSubject,
    file: RequestFile,
    { pages, open }: { pages: readonly Bytes[]; open: (sha256: string) => Promise<FileSigner> },
  ): Promise<ValidationResult> {
    const { id } = request
    invariant(file.current_sha256 !== null, 'a signed file has a current revision')
    const opened = await open(file.current_sha256)
    const page = pages[filesPageOf(signers.length)]
    invariant(page !== undefined, 'the certificate lists the files')
    const isShown = file.proof_pages > 0
    const look = { kind: 'drawn', pdf: page } as const
    await this.#sign(opened, { field: sealName(id, 1), ...(isShown && { look }) }, trail)
    const data = await traced('signing.validation_data', () =>
      this.parts.pki.revocation.validationData(opened.certificates),
    )
    return await this.#completed(opened, data, { id, count: placesIn(signers, file.number) + 1 })
  }

  async #sealDocument(file: FileSigner, { whole, trail }: ProofSubject, pages: readonly Bytes[]) {
    const { id, files } = whole.request
    const [{ proof_pages }] = files
    for (const [index, page] of pages.slice(0, proof_pages).entries()) {
      const look = { kind: 'drawn', pdf: page } as const
      await this.#sign(file, { field: sealName(id, index + 1), look }, trail)
    }
    if (proof_pages === 0) await this.#sign(file, { field: sealName(id, 1) }, trail)
  }

  async #proofFile(
    { whole, trail }: ProofSubject,
    content: ProofContent,
    pages: readonly Bytes[],
  ): Promise<FileSigner> {
    const field = sealName(whole.request.id, 1)
    const names = { field, stampField: stampName(whole.request.id) }
    const pdf = await this.parts.documents.proofFile(content.sheets(whole), pages, names)
    const file = fileSigner(this.parts.documents, pdf)
    await this.#sign(file, { field }, trail)
    return file
  }

  /** The seal names the head of the trail: a trail that is rewritten alone no longer agrees with the file. */
  async #sign(file: FileSigner, what: Pick<SignFieldInput, 'field' | 'look'>, { entries }: Trail) {
    const trailHead = entries.at(-1)?.hash
    const facts = {
      name: this.parts.pki.operator.organization,
      timeMs: this.parts.clock.now(),
      ...(trailHead !== undefined && { trailHead }),
    }
    const { signer } = await this.parts.pki.authority.key('seal')
    const digest = signer.algorithm?.digest
    const order = { ...what, facts, ...(digest !== undefined && { digest }) }
    await file.sign(order, { signer, timestamps: this.parts.pki.timestamps })
  }

  /** Completes a file with validation data and the archive time-stamp, and runs our own validation on it. */
  async #completed(
    file: FileSigner,
    data: ValidationData,
    { id, count }: { id: string; count: number },
  ): Promise<ValidationResult> {
    await file.addValidationData(data)
    await file.stamp(stampName(id), this.parts.pki.timestamps)
    const trusted = await trustedOf(this.parts.pki, this.parts.externalSeals)
    const validation = await validationOf(
      this.parts.documents,
      file,
      trusted,
      this.parts.clock.now(),
    )
    const findings = ownFindings(validation, { id, count })
    if (findings.length > 0)
      throw new FatalError(`the sealed file of ${id} is not ${LEVEL}: ${findings.join('; ')}`)
    return validation
  }
}
