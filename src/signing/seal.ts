/**
 * The service's own signature over a document that everybody has signed, which shows the proof certificate; then
 * the archive time-stamp, then our own validation: no file is handed out that is not what it claims to be.
 */
import type { Clock } from '../kernel/clock.ts'
import { FatalError } from '../kernel/invariant.ts'
import { addArchiveTimestamp, addLongTermData, type SignatureOrder, sign } from '../pades/sign.ts'
import { verifyPdf } from '../pades/verify.ts'
import { layOut, openPdf } from '../pdf/layout.ts'
import type { Pki } from '../pki/open.ts'
import { sealName } from './prepare.ts'
import type { ProofArtist, ProofSubject } from './proof-artist.ts'
import type { WholeRequest } from './store.ts'
import { placesOf } from './view.ts'

/** The level that every document must reach, as our validation names it … */
const LEVEL = 'B-LTA'
/** … and as the standard does (ETSI EN 319 142-1, 6.3). */
export const LEVEL_NAME = `PAdES-BASELINE-${LEVEL.slice('B-'.length)}`

/** Seals with one authority. */
export class Seal {
  readonly #pki: Pki
  readonly #clock: Clock

  constructor(pki: Pki, clock: Clock) {
    this.#pki = pki
    this.#clock = clock
  }

  /** @throws FatalError when the sealed file does not hold to our own validation */
  async document(pdf: Uint8Array, subject: ProofSubject, artist: ProofArtist): Promise<Buffer> {
    const { request, signers } = subject.whole
    const pages = request.proof_pages === 0 ? [undefined] : await artist.proofPages(subject)
    let current = pdf
    for (const [index, drawing] of pages.entries())
      current = await this.#sign(current, {
        field: sealName(request.id, index + 1),
        ...(drawing !== undefined && { drawing }),
      })
    const sealed = await this.#stamp(current)
    const expected = signers.flatMap(placesOf).length + pages.length
    await this.#assertReached(sealed, request.id, expected)
    return sealed
  }

  /** The proof certificate as a file of its own, sealed like the document. */
  async proofFile(subject: ProofSubject, artist: ProofArtist): Promise<Buffer> {
    const { id } = subject.whole.request
    const field = sealName(id, 1)
    const opened = await openPdf(await artist.proofFile(subject))
    const laidOut = layOut(opened, {
      reservedPages: [],
      fields: [{ name: field, page: 0 }],
      attachments: [],
    })
    const sealed = await this.#stamp(await this.#sign(laidOut, { field }))
    await this.#assertReached(sealed, id, 1)
    return sealed
  }

  async #sign(
    pdf: Uint8Array,
    what: Pick<SignatureOrder, 'field' | 'drawing'>,
  ): Promise<Uint8Array> {
    const { signer } = await this.#pki.authority.key('seal')
    const facts = { name: this.#pki.operator.organization, timeMs: this.#clock.now() }
    const signed = await sign(pdf, { ...what, signer, facts }, this.#pki.timestamps)
    return await addLongTermData(signed, this.#pki.revocation)
  }

  #stamp(pdf: Uint8Array): Promise<Buffer> {
    const { timestamps, revocation } = this.#pki
    return addArchiveTimestamp(pdf, { timestamps, revocation })
  }

  async #assertReached(
    pdf: Uint8Array,
    id: WholeRequest['request']['id'],
    expected: number,
  ): Promise<void> {
    const roots = await this.#pki.roots()
    const verified = verifyPdf(pdf, { roots, nowMs: this.#clock.now() })
    const own = verified.signatures.filter(({ field }) => field.startsWith(`${id.slice(-8)}-`))
    const faults = [
      ...(own.length === expected ? [] : [`${own.length} of ${expected} signatures are there`]),
      ...own
        .filter(({ level }) => level !== LEVEL)
        .map(({ field, level }) => `${field} is ${level}`),
      ...own.flatMap(({ problems }) => problems).map(({ detail }) => detail),
      ...verified.problems.map(({ detail }) => detail),
    ]
    if (faults.length > 0)
      throw new FatalError(`the sealed file of ${id} is not ${LEVEL}: ${faults.join('; ')}`)
  }
}
