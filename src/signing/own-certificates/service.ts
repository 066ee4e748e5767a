/**
 * Signatures with a certificate that is not ours: the signer orders the signature here, lets the provider show their
 * certificates, chooses one, and authorises at the provider one signature over the one hash that was begun for it. What
 * is interrupted has signed nothing and is begun anew: only the revision that a row references counts.
 */
import type { KeyMode } from '../../accounts/key-format.ts'
import type { Db } from '../../database/open.ts'
import { toIso } from '../../kernel/clock.ts'
import { AppError } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { invariant } from '../../kernel/invariant.ts'
import type { Authorisation, CertificateClient } from '../../seals/certificate-client.ts'
import type { CertificateServiceRow } from '../../seals/certificate-service-store.ts'
import {
  CertificateFault,
  type ChosenCertificate,
  type PersonCertificate,
} from '../../seals/certificate-services.ts'
import { SealFault } from '../../seals/place.ts'
import { filesOf } from '../further-files/file.ts'
import { checkedValues } from '../inputs/filling.ts'
import type { SigningParts } from '../parts.ts'
import type { ProofContent } from '../proof/content-port.ts'
import { stateConflict } from '../requests/lifecycle.ts'
import type { RequestRow, SignerRow } from '../requests/store.ts'
import type { StoredFiles } from '../requests/stored-files.ts'
import type { SealingRecords } from '../sealing/records.ts'
import type { Sealing } from '../sealing/service.ts'
import type { SignerAccess, SignerContext } from '../signers/access.ts'
import { type Origin, sessionHash, tell } from '../signers/action-entries.ts'
import { markFrom } from '../signers/intent.ts'
import {
  filesFor,
  holdFiles,
  intentIn,
  type Ordered,
  type SignatureOrderBody,
} from '../signers/ordering.ts'
import { assertAsked, assertOwn, assertShown, assertVerified } from '../signers/standing.ts'
import { nameMatches } from './demand.ts'
import type { OfferedCertificate } from './offered.ts'
import { CertificateOrders, type Departure, orderEnded } from './orders.ts'
import { beginSignature, finishSignature } from './signature.ts'
import * as store from './store.ts'

/** Path of the page to which providers send browsers back; registered with them. */
export const RETURN_PATH = '/certificate-return'

/** Who acts: behind which link, in which browser. */
export interface Visitor {
  token: string
  session: string | undefined
  origin: Origin
}

/** The service that a signer is to use. */
interface Named {
  row: CertificateServiceRow
  client: CertificateClient
}

/** What went wrong at the provider as the problem of a call. */
async function explained<Result>(title: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SealFault)) throw error
    const code =
      error instanceof CertificateFault ? 'certificate_unusable' : 'certificate_service_unavailable'
    throw new AppError(code, `${title}: ${error.message}.`, { cause: error })
  }
}

/** Signs for people with a key of theirs. */
export class OwnCertificates {
  readonly #parts: SigningParts
  readonly #access: SignerAccess
  readonly #sealing: Sealing
  readonly #records: SealingRecords
  readonly #content: ProofContent
  readonly #files: StoredFiles
  readonly #orders: CertificateOrders

  constructor(
    parts: SigningParts,
    deps: {
      access: SignerAccess
      sealing: Sealing
      records: SealingRecords
      content: ProofContent
      files: StoredFiles
    },
  ) {
    this.#parts = parts
    this.#access = deps.access
    this.#sealing = deps.sealing
    this.#records = deps.records
    this.#content = deps.content
    this.#files = deps.files
    this.#orders = new CertificateOrders(parts)
  }

  /**
   * Takes the order to sign; returns the provider's page, at which the signer lets us read their certificates.
   * @param at origin of the signer's page
   * @throws AppError `action_not_asked`, `verification_required`, `validation_failed`, `document_changed`, `image_invalid`, `certificate_service_unavailable`
   */
  async order(visitor: Visitor, body: SignatureOrderBody, at: string): Promise<string> {
    const { db } = this.#parts
    const asking = await this.#standing(db, visitor)
    const { request, signer } = asking
    const { client } = await this.#named(request, signer)
    const files = await filesFor(db, signer)
    const values = checkedValues(signer.inputs, body.values ?? {}, files)
    await this.#sealing.rehearse(asking, { mark: markFrom(body), values })
    const redirect = await this.#redirectFor(request, at)
    const id = newId('sgr', this.#parts.clock.now())
    const departure = this.#orders.depart(id)
    await this.#files.during(async (save) => {
      const picture = body.picture === undefined ? undefined : await save(body.picture)
      const ordered = { body, picture, values, files }
      await this.#keepOrder(visitor, ordered, { id, departure, redirect })
    })
    return this.#page(client, signer, { scope: 'service' }, departure, redirect)
  }

  async #keepOrder(
    visitor: Visitor,
    ordered: Ordered,
    { id, departure, redirect }: { id: string; departure: Departure; redirect: string },
  ): Promise<void> {
    const { db, clock } = this.#parts
    const at = toIso(clock.now())
    await db.transaction().execute(async (trx) => {
      const context = await this.#standing(trx, visitor)
      assertShown(context, ordered.body.document_sha256)
      await store.removeExpiredOrders(trx, at)
      await store.replaceOrder(trx, {
        ...departure.kept,
        id,
        signer_id: context.signer.id,
        request_id: context.request.id,
        step: 'service',
        session_hash: sessionHash(visitor.session ?? ''),
        data: { intent: intentIn(context, ordered, visitor.origin, at), redirect_uri: redirect },
        file_sha256: null,
        picture_sha256: ordered.picture ?? null,
      })
    })
  }

  /**
   * What the provider sent the browser back with. After the first visit: the certificates to choose among; after the
   * second: null, the document is signed.
   * @throws AppError `certificate_order_ended`, `certificate_unusable`, `certificate_service_unavailable`
   */
  async comeBack(
    visitor: Visitor,
    given: { state: string; code?: string | undefined },
  ): Promise<OfferedCertificate[] | null> {
    const { db } = this.#parts
    const context = await this.#standing(db, visitor)
    const { request, signer } = context
    const { session } = visitor
    const found = { signerId: signer.id, session, state: given.state }
    const order = await this.#orders.returned(db, found)
    const { code } = given
    if (code === undefined) throw orderEnded('The provider says that you did not agree.')
    const named = await this.#named(request, signer)
    const { verifier, token } = this.#orders.secretsOf(order)
    const { redirect_uri: redirect } = order.data
    const authorised = await explained(named.row.title, () =>
      named.client.token(code, verifier, redirect),
    )
    if (order.step === 'service') return await this.#offer(order, named, signer, authorised.value)
    if (token === undefined) throw orderEnded('This order is not complete.')
    await this.#sign(context, order, named, { service: token, authorised })
    return null
  }

  async #offer(
    order: store.CertificateOrderRow,
    { row, client }: Named,
    signer: SignerRow,
    token: string,
  ): Promise<OfferedCertificate[]> {
    const { certificateServices, db } = this.#parts
    const found = await explained(row.title, () => certificateServices.certificates(client, token))
    const listed = found.map(({ credential, leaf }) => ({ credential, sha256: leaf.fingerprint }))
    const moved = await store.moveOrder(db, order.id, {
      step: 'choice',
      secrets: this.#orders.keep(order.id, token),
      data: { ...order.data, listed },
      expires_at: this.#orders.endsAt(),
    })
    if (!moved) throw orderEnded('You have begun to sign in another window.')
    return found.map((each) => offered(each, signer))
  }

  /**
   * Begins the signature with one of the certificates that were listed; returns the provider's page, at which the
   * signer authorises it.
   * @throws AppError `certificate_order_ended`, `certificate_unusable`, `certificate_service_unavailable`
   */
  async choose(visitor: Visitor, credential: string): Promise<string> {
    const { db } = this.#parts
    const context = await this.#standing(db, visitor)
    const { request, signer } = context
    const order = await this.#orders.current(db, signer.id, visitor.session)
    const { token } = this.#orders.secretsOf(order)
    const listed = order.data.listed?.find((each) => each.credential === credential)
    if (listed === undefined || token === undefined)
      throw orderEnded('This certificate is not one of those that your provider listed.')
    const { row, client } = await this.#named(request, signer)
    const chosen = await explained(row.title, () => this.#chosen({ row, client }, token, listed))
    this.#checkName(signer, chosen)
    const departure = this.#orders.depart(order.id, token)
    const authorisation = await this.#files.during(async (save) => {
      const begun = await beginSignature(this.#parts, this.#content, {
        context,
        intent: order.data.intent,
        chosen,
        save,
      })
      await this.#keepBegun(visitor, { order, begun, chosen, departure, title: row.title })
      return begun.authorisation
    })
    return this.#page(client, signer, authorisation, departure, order.data.redirect_uri)
  }

  /** The certificate as it is now: the same that was listed, valid and not revoked. @throws SealFault */
  async #chosen(
    { row, client }: Named,
    token: string,
    { credential, sha256 }: store.ListedCertificate,
  ): Promise<ChosenCertificate> {
    const { certificateServices } = this.#parts
    const now = await certificateServices.certificate(client, token, credential)
    if (now.leaf.fingerprint !== sha256)
      throw new CertificateFault('the provider now names another certificate than it listed')
    return await certificateServices.choose(row, now)
  }

  #checkName(signer: SignerRow, { leaf }: ChosenCertificate): void {
    if (signer.certificate?.name_must_match !== true || nameMatches(signer, leaf.name)) return
    throw new AppError(
      'certificate_unusable',
      `The certificate is that of ${leaf.name}, and the sender demands one in the name of the signer.`,
    )
  }

  async #keepBegun(
    visitor: Visitor,
    what: {
      order: store.CertificateOrderRow
      begun: Awaited<ReturnType<typeof beginSignature>>
      chosen: ChosenCertificate
      departure: Departure
      title: string
    },
  ): Promise<void> {
    const { order, begun, chosen, departure, title } = what
    const { leaf, chain } = chosen
    await this.#parts.db.transaction().execute(async (trx) => {
      const context = await this.#standing(trx, visitor)
      const moved = await store.moveOrder(trx, order.id, {
        ...departure.kept,
        step: 'credential',
        data: { ...order.data, begun: begun.signature },
        file_sha256: begun.sha256,
      })
      if (!moved) throw orderEnded('You have begun to sign in another window.')
      await tell(this.#parts, trx, context, visitor.origin, 'signer.certificate_chosen', {
        service: title,
        holder: leaf.name,
        issuer: chain[1]?.name ?? leaf.name,
        serial: leaf.serialHex,
        outer_certificate_sha256: leaf.fingerprint,
        claim: chosen.claim,
        name_matches: nameMatches(context.signer, leaf.name),
        sha256_before: begun.signature.from,
      })
    })
    const old = order.file_sha256
    if (old !== null && old !== begun.sha256) await this.#files.discard([old])
  }

  async #sign(
    context: SignerContext,
    order: store.CertificateOrderRow,
    { row, client }: Named,
    tokens: Parameters<SigningParts['certificateServices']['signer']>[2],
  ): Promise<void> {
    const { request, signer } = context
    const { begun, intent } = order.data
    const { file_sha256: file } = order
    if (begun === undefined || file === null || begun.from !== request.current_sha256)
      throw orderEnded('The document has changed meanwhile.')
    const finished = await explained(row.title, () =>
      finishSignature(this.#parts, { request, signer, row, client, begun, file, tokens }),
    )
    const next = this.#parts.blobs.begin(begun.from)
    try {
      const to = await next.put(finished.pdf, finished.sha256)
      const [first] = filesOf(request)
      const turn = { file: first, from: begun.from, to, made: [finished.made] }
      const signed = { turns: [turn], intent }
      await this.#records.signed(request, signer, signed, async (trx) => {
        await holdFiles(trx, signer, intent.files ?? {})
        if (!(await store.endOrder(trx, order.id)))
          throw orderEnded('You have begun to sign in another window.')
      })
    } finally {
      await next.abandon()
    }
    await this.#files.discard([file])
  }

  /** @throws AppError with the reason why this person cannot sign here now */
  async #standing(db: Db, { token, session }: Visitor): Promise<SignerContext> {
    const context = await this.#access.activeContext(db, token)
    const { signer, embedOrigin, host } = context
    assertAsked(signer, 'signature')
    assertOwn(signer, true)
    assertVerified(this.#parts, signer, session)
    if (embedOrigin !== undefined || host !== undefined)
      throw stateConflict(
        'A certificate of one’s own is used in a tab of one’s own: neither in a frame nor on the sender’s device.',
      )
    return context
  }

  #named({ account_id, mode }: RequestRow, { certificate }: SignerRow): Promise<Named> {
    invariant(certificate !== null, 'this was checked')
    return this.#parts.certificateServices.named(account_id, mode as KeyMode, certificate.service)
  }

  async #redirectFor(request: RequestRow, at: string): Promise<string> {
    const { branding, origin } = this.#parts
    const { origin: branded } = await branding.of(request)
    // The page finds what it left only on its own origin; no other than ours is ever named.
    const own = at === origin ? origin : (branded ?? origin)
    return `${own}${RETURN_PATH}`
  }

  #page(
    client: CertificateClient,
    { locale }: SignerRow,
    asked: Authorisation,
    { state, challenge }: Departure,
    redirectUri: string,
  ): string {
    return client.pageFor(asked, { redirectUri, state, challenge, language: locale })
  }
}

const offered = (
  { credential, leaf, beside }: PersonCertificate,
  signer: SignerRow,
): OfferedCertificate => ({
  id: credential,
  holder: leaf.name,
  issuer: beside[0]?.name ?? '',
  valid_to: toIso(leaf.notAfterMs),
  name_matches: nameMatches(signer, leaf.name),
})
