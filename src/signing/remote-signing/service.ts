/**
 * Signatures with a certificate that is not ours: the signer orders the signature here, lets the provider show their
 * certificates, chooses one, and authorises at the provider one signature over the one hash that was begun for it. What
 * is interrupted has signed nothing and is begun anew: only the revision that a row references counts.
 */

import { concurrently } from '../../database/concurrent.ts'
import type { Db } from '../../database/open.ts'
import { toIso } from '../../kernel/clock.ts'
import { AppError } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { invariant } from '../../kernel/invariant.ts'
import { Service } from '../../kernel/service.ts'
import { codeOf } from '../../kernel/type-guards.ts'
import {
  type Authorisation,
  type CertificateClient,
  type PersonToken,
  pageFor,
} from '../../seals/certificate-client.ts'
import type { CertificateServices, ChosenCertificate } from '../../seals/certificate-services.ts'
import { SealError } from '../../seals/place.ts'
import type { CertificateServiceRow } from '../../seals/store.ts'
import { say } from '../../translations/texts.ts'
import type { ProofContent } from '../documents/content-port.ts'
import { nameMatches } from '../model/certificate-demand.ts'
import { markFrom } from '../model/intent.ts'
import type { RequestRow, SignerRow } from '../model/rows.ts'
import { stateConflict } from '../requests/lifecycle.ts'
import type { PendingBlobs } from '../requests/pending-blobs.ts'
import type { SealingRecords } from '../sealing/records.ts'
import type { Sealing } from '../sealing/service.ts'
import type { SignerContext, SignerParts } from '../signers/access.ts'
import type { Visitor } from '../signers/action-entries.ts'
import { appendTrailEntry, sessionHash } from '../signers/action-entries.ts'
import type { OfferedCertificate } from '../signers/schemas.ts'
import {
  givenBy,
  holdFiles,
  intentIn,
  type Ordered,
  type SignatureOrderBody,
} from '../signers/sign-command.ts'
import { assertAsked, assertOwn, assertShown, assertVerified } from '../signers/signer-guards.ts'
import * as store from '../store/certificate-orders.ts'
import { findRequest, updateSigner } from '../store/requests.ts'
import {
  CertificateOrders,
  type CertificateOrdersDeps,
  type Departure,
  orderEnded,
  RETURN_PATH,
} from './orders.ts'
import { codeIn, ProviderErrors, type ProviderSaid, problemOf } from './provider-errors.ts'
import { beginSignature, finishSignature, offered } from './signature.ts'

interface OwnCertificatesDeps extends SignerParts, CertificateOrdersDeps {
  content: ProofContent
  files: PendingBlobs
  origin: string
  records: SealingRecords
  sealing: Sealing
}

/** Signs for people with a key of theirs. */
export class OwnCertificates extends Service<OwnCertificatesDeps> {
  readonly #orders = new CertificateOrders(this.parts)
  readonly #errors = new ProviderErrors({
    ...this.parts,
    assertMaySign: (db, visitor) => this.#assertMaySign(db, visitor),
  })

  /**
   * Takes the order to sign; returns the provider's page, at which the signer lets us read their certificates.
   * @param at origin of the signer's page
   * @throws AppError `action_not_asked`, `verification_required`, `validation_failed`, `document_changed`, `image_invalid`, `certificate_service_unavailable`
   */
  async order(visitor: Visitor, body: SignatureOrderBody, at: string): Promise<string> {
    const { db } = this.parts
    const asking = await this.#assertMaySign(db, visitor)
    const { request, signer } = asking
    const row = await this.#named(request, signer)
    this.#assertAwake(row)
    const given = await givenBy(db, asking, body)
    await this.parts.sealing.rehearse(asking, { mark: markFrom(body), ...given })
    const redirect = await this.#redirectFor(request, at)
    const id = newId('sgr', this.parts.clock.now())
    const departure = this.#orders.depart(id)
    await this.parts.files.during(async (save) => {
      const picture = body.picture === undefined ? undefined : await save(body.picture)
      const ordered = { body, picture, ...given }
      await this.#keepOrder(visitor, ordered, { id, departure, redirect })
    })
    return this.#page(row, signer, { scope: 'service' }, departure, redirect)
  }

  async #keepOrder(
    visitor: Visitor,
    ordered: Ordered,
    { id, departure, redirect }: { id: string; departure: Departure; redirect: string },
  ): Promise<void> {
    const { db, clock } = this.parts
    const at = toIso(clock.now())
    const left = await concurrently(db, 'request', async (trx) => {
      const context = await this.#assertMaySign(trx, visitor)
      assertShown(context, ordered.body.document_sha256)
      const late = await store.removeExpiredOrders(trx, this.#orders.lateSince())
      const earlier = await store.replaceOrder(trx, {
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
      return [...late, ...earlier]
    })
    await this.parts.files.discard(left)
  }

  /**
   * What the provider sent the browser back with. After the first visit: the certificates to choose among; after the
   * second: null, the document is signed.
   * @throws AppError `certificate_order_ended`, `certificate_unusable`, `certificate_service_unavailable`
   */
  async comeBack(visitor: Visitor, given: ProviderSaid): Promise<OfferedCertificate[] | null> {
    const { db, certificateServices } = this.parts
    const context = await this.#assertMaySign(db, visitor)
    const { request, signer } = context
    const { session } = visitor
    const found = { signerId: signer.id, session, state: given.state }
    const order = await this.#orders.returned(db, found)
    const row = await this.#named(request, signer)
    const step = order.step === 'service' ? 'certificates' : 'signature'
    return await this.#errors.watch({ visitor, row, step }, async () => {
      const code = codeIn(given)
      const { verifier, token } = this.#orders.secretsOf(order)
      return await certificateServices.visit(row, async (client) => {
        const authorised = await client.token(code, verifier, order.data.redirect_uri)
        if (step === 'certificates') return await this.#offer(order, client, signer, authorised)
        if (token === undefined) throw orderEnded('incomplete')
        const tokens = { service: token, authorised }
        await this.#sign({ visitor, context, order, row, client, tokens })
        return null
      })
    })
  }

  async #offer(
    order: store.CertificateOrderRow,
    client: CertificateClient,
    signer: SignerRow,
    { value: token }: PersonToken,
  ): Promise<OfferedCertificate[]> {
    const { certificateServices, db } = this.parts
    const found = await certificateServices.certificates(client, token)
    const listed = found.map(({ credential, leaf }) => ({ credential, sha256: leaf.fingerprint }))
    const moved = await store.moveOrder(db, order, {
      step: 'choice',
      secrets: this.#orders.keep(order.id, token),
      data: { ...order.data, listed },
      expires_at: this.#orders.endsAt(),
    })
    if (!moved) throw orderEnded('otherWindow')
    return found.map((each) => offered(each, signer))
  }

  /**
   * Begins the signature with one of the certificates that were listed; returns the provider's page, at which the
   * signer authorises it.
   * @throws AppError `certificate_order_ended`, `certificate_unusable`, `certificate_service_unavailable`
   */
  async choose(visitor: Visitor, credential: string): Promise<string> {
    const { db } = this.parts
    const context = await this.#assertMaySign(db, visitor)
    const { request, signer } = context
    const order = await this.#orders.current(db, signer.id, visitor.session)
    const { token } = this.#orders.secretsOf(order)
    const listed = order.data.listed?.find((each) => each.credential === credential)
    if (listed === undefined || token === undefined) throw orderEnded('notListed')
    const row = await this.#named(request, signer)
    const chosen = await this.#errors.watch({ visitor, row, step: 'choice' }, () =>
      this.#chosen(row, signer, token, listed),
    )
    const departure = this.#orders.depart(order.id, token)
    const authorisation = await this.parts.files.during(async (save) => {
      const begun = await beginSignature(this.parts, this.parts.content, {
        context,
        intent: order.data.intent,
        chosen,
        save,
      })
      await this.#keepBegun(visitor, { order, begun, chosen, departure, title: row.title })
      return begun.authorisation
    })
    return this.#page(row, signer, authorisation, departure, order.data.redirect_uri)
  }

  /** The certificate as it is now: the same that was listed, valid and not revoked. @throws SealError */
  #chosen(
    row: CertificateServiceRow,
    signer: SignerRow,
    token: string,
    { credential, sha256 }: store.ListedCertificate,
  ): Promise<ChosenCertificate> {
    const { certificateServices } = this.parts
    return certificateServices.visit(row, async (client) => {
      const now = await certificateServices.certificate(client, token, credential)
      if (now.leaf.fingerprint !== sha256)
        throw new SealError('the provider now names another certificate than it listed', {
          kind: 'certificate',
        })
      const chosen = await certificateServices.choose(row, now)
      const { name } = chosen.leaf
      if (signer.certificate?.name_must_match !== true || nameMatches(signer, name)) return chosen
      const why = `the certificate is that of ${name}, and the sender demands one in the name of the signer`
      throw new SealError(why, { kind: 'name' })
    })
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
    await concurrently(this.parts.db, 'request', async (trx) => {
      const context = await this.#assertMaySign(trx, visitor)
      const moved = await store.moveOrder(trx, order, {
        ...departure.kept,
        step: 'credential',
        data: { ...order.data, begun: begun.signature },
        file_sha256: begun.sha256,
      })
      if (!moved) throw orderEnded('otherWindow')
      const choosing = { ...context, trx, origin: visitor.origin }
      await appendTrailEntry(this.parts, choosing, 'signer.certificate_chosen', {
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
    if (order.file_sha256 !== null) await this.parts.files.discard([order.file_sha256])
  }

  async #sign(what: {
    visitor: Visitor
    context: SignerContext
    order: store.CertificateOrderRow
    row: CertificateServiceRow
    client: CertificateClient
    tokens: Parameters<CertificateServices['signer']>[2]
  }): Promise<void> {
    const { visitor, context, order, ...by } = what
    const { request, signer } = context
    const { begun, intent } = order.data
    const { file_sha256: file } = order
    if (begun === undefined || file === null || begun.from !== request.files[0].current_sha256)
      throw orderEnded('changed')
    const next = this.parts.blobs.begin(begun.from)
    let isStored = false
    try {
      const finished = await finishSignature(this.parts, { request, signer, begun, file, ...by })
      const to = await next.put(finished.pdf, finished.sha256)
      const [first] = request.files
      const turn = { file: first, from: begun.from, to, made: [finished.made] }
      const signed = { turns: [turn], intent }
      await this.parts.records.signed(request, signer, signed, async (trx) => {
        await holdFiles(trx, signer, intent.files ?? {})
        await updateSigner(trx, signer.id, { certificate_failure: null })
        if (!(await store.endOrder(trx, order.id))) throw orderEnded('otherWindow')
        isStored = true
      })
    } catch (error) {
      // The prepared file is gone once the signature of another window has been stored.
      const mayBeOutdated = codeOf(error) === 'file_damaged'
      if (!mayBeOutdated && (error instanceof AppError || error instanceof SealError)) throw error
      await this.#assertStill(visitor, order)
      throw error
    } finally {
      await next.abandon()
    }
    if (!isStored) {
      await this.#assertStill(visitor, order)
      throw orderEnded('changed')
    }
    await this.parts.files.discard([file])
  }

  /** What happened meanwhile is the better answer. @throws AppError unless the order is still to be carried out */
  async #assertStill(visitor: Visitor, order: store.CertificateOrderRow): Promise<void> {
    const { db } = this.parts
    await this.#assertMaySign(db, visitor)
    const now = await store.findOrder(db, order.signer_id)
    if (now?.id !== order.id || now.file_sha256 !== order.file_sha256)
      throw orderEnded('otherWindow')
    const request = await findRequest(db, order.request_id)
    if (request?.files[0].current_sha256 !== order.data.begun?.from) throw orderEnded('changed')
  }

  /** Checks the signer before they are sent to a provider. @throws AppError `certificate_service_unavailable` */
  #assertAwake(row: CertificateServiceRow): void {
    try {
      this.parts.certificateServices.assertAwake(row)
    } catch (error) {
      throw error instanceof SealError ? problemOf(row.title, error) : error
    }
  }

  /** @throws AppError with the reason why this person cannot sign here now */
  async #assertMaySign(db: Db, { token, session }: Visitor): Promise<SignerContext> {
    const context = await this.parts.access.activeContext(db, token)
    const { signer, embedOrigin, host } = context
    assertAsked(signer, 'signature')
    assertOwn(signer, true)
    assertVerified(this.parts, signer, session)
    if (embedOrigin !== undefined || host !== undefined) throw stateConflict(say('orders.ownTab'))
    return context
  }

  #named({ account_id, mode }: RequestRow, { certificate }: SignerRow) {
    invariant(certificate !== null, 'this was checked')
    return this.parts.certificateServices.named(account_id, mode, certificate.service)
  }

  async #redirectFor(request: RequestRow, at: string): Promise<string> {
    const { branding, origin } = this.parts
    const { origin: branded } = await branding.of(request)
    // The page finds what it left only on its own origin; no other than ours is ever named.
    const own = at === new URL(origin).origin ? origin : (branded ?? origin)
    return `${own}${RETURN_PATH}`
  }

  #page(
    { place }: CertificateServiceRow,
    { locale }: SignerRow,
    asked: Authorisation,
    { state, challenge }: Departure,
    redirectUri: string,
  ): string {
    return pageFor(place, asked, { redirectUri, state, challenge, language: locale })
  }
}
