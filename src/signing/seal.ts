/**
 * The service's own signature over a document that everybody has signed, which shows the proof certificate; then
 * the archive time-stamp, then our own validation: no file is handed out that is not what it claims to be.
 */
import type { Clock } from '../kernel/clock.ts'
import { FatalError } from '../kernel/invariant.ts'
import { traced } from '../kernel/trace.ts'
import { closeSignature } from '../pades/open-signature.ts'
import type { Pki } from '../pki/open.ts'
import type { DocumentPool } from './documents/pool.ts'
import type { Bytes, FieldOrder } from './documents/tasks.ts'
import { sealName, stampName } from './prepare.ts'
import { factsOnPage, proofPageCount } from './proof/pages.ts'
import type { ProofArtist, ProofSubject } from './proof-artist.ts'
import { signField } from './sign-field.ts'
import { placesOf } from './view.ts'

/** The level that every document must reach, as our validation names it … */
const LEVEL = 'B-LTA'
/** … and as the standard does (ETSI EN 319 142-1, 6.3). */
export const LEVEL_NAME = `PAdES-BASELINE-${LEVEL.slice('B-'.length)}`

/** Seals with one authority. */
export class Seal {
  readonly #pki: Pki
  readonly #clock: Clock
  readonly #documents: DocumentPool

  constructor(pki: Pki, parts: { clock: Clock; documents: DocumentPool }) {
    this.#pki = pki
    this.#clock = parts.clock
    this.#documents = parts.documents
  }

  /**
   * Seals a file, which is handed over, and makes the proof certificate as a file of its own, sealed like it.
   * @throws FatalError when a sealed file does not hold to our own validation
   */
  async make(
    pdf: Uint8Array,
    subject: ProofSubject,
    artist: ProofArtist,
  ): Promise<{ pdf: Bytes; proof: Bytes }> {
    const facts = await artist.proof(subject)
    const pages = await Promise.all(
      Array.from({ length: proofPageCount(facts.signers.length) }, (_, page) =>
        this.#documents.proofPage(factsOnPage(facts, page), page),
      ),
    )
    // Neither needs the other: the second is done when the first is, where there are two cores.
    const [sealed, proof] = await Promise.all([
      this.#document(pdf, subject, pages),
      this.#proofFile(subject, artist, pages),
    ])
    return { pdf: sealed, proof }
  }

  async #document(
    pdf: Uint8Array,
    { whole }: ProofSubject,
    pages: readonly Bytes[],
  ): Promise<Bytes> {
    const { request, signers } = whole
    let current = pdf
    for (const [index, page] of pages.slice(0, request.proof_pages).entries()) {
      const look = { kind: 'drawn', pdf: page } as const
      current = await this.#sign(current, { field: sealName(request.id, index + 1), look })
    }
    if (request.proof_pages === 0)
      current = await this.#sign(current, { field: sealName(request.id, 1) })
    const seals = Math.max(1, request.proof_pages)
    return await this.#stamped(current, request.id, signers.flatMap(placesOf).length + seals)
  }

  async #proofFile(
    { whole }: ProofSubject,
    artist: ProofArtist,
    pages: readonly Bytes[],
  ): Promise<Bytes> {
    const { id } = whole.request
    const field = sealName(id, 1)
    const pdf = await this.#documents.proofFile(artist.sheets(whole), pages, field)
    return await this.#stamped(await this.#sign(pdf, { field }), id, 1)
  }

  async #sign(pdf: Uint8Array, what: Pick<FieldOrder, 'field' | 'look'>): Promise<Bytes> {
    const { signer } = await this.#pki.authority.key('seal')
    const facts = { name: this.#pki.operator.organization, timeMs: this.#clock.now() }
    const { timestamps, revocation } = this.#pki
    const ports = { documents: this.#documents, timestamps, revocation }
    return await signField(pdf, { order: { ...what, facts }, signer }, ports)
  }

  /** Ends a file with the archive time-stamp, and holds it to our own validation. */
  async #stamped(pdf: Uint8Array, id: string, expected: number): Promise<Bytes> {
    const open = await this.#documents.beginStamp(pdf, stampName(id))
    const stamp = () => this.#pki.timestamps.stamp(open.digest)
    const token = await traced('signing.archive_stamp', stamp)
    const stamped = closeSignature(open.pdf, open.hole, token)
    const roots = (await this.#pki.roots()).map(({ der }) => der)
    const judged = await traced('signing.judge', () =>
      this.#documents.judge(stamped, roots, this.#clock.now()),
    )
    const own = judged.signatures.filter(({ field }) => field.startsWith(`${id.slice(-8)}-`))
    const faults = [
      ...(own.length === expected ? [] : [`${own.length} of ${expected} signatures are there`]),
      ...own
        .filter(({ level }) => level !== LEVEL)
        .map(({ field, level }) => `${field} is ${level}`),
      ...own.flatMap(({ problems }) => problems),
      ...judged.problems,
    ]
    if (faults.length > 0)
      throw new FatalError(`the sealed file of ${id} is not ${LEVEL}: ${faults.join('; ')}`)
    return judged.pdf
  }
}
