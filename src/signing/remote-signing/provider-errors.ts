/**
 * What goes wrong at the provider of a signer's certificate: the problem that the signer gets, the entry in the trail,
 * and what the sender sees until the signer has signed. The provider's own words reach the signer alone.
 */

import { concurrently } from '../../database/concurrent.ts'
import type { Db } from '../../database/open.ts'
import { toIso } from '../../kernel/clock.ts'
import { AppError, type ErrorCode } from '../../kernel/errors.ts'
import { Service } from '../../kernel/service.ts'
import { omitUndefined } from '../../kernel/type-guards.ts'
import { SealError } from '../../seals/place.ts'
import type { CertificateServiceRow } from '../../seals/store.ts'
import { say } from '../../translations/texts.ts'
import type { FailureStep } from '../model/certificate-failure.ts'
import type { Needs } from '../requests/parts.ts'
import type { SignerContext } from '../signers/access.ts'
import type { Visitor } from '../signers/action-entries.ts'
import { appendTrailEntry } from '../signers/action-entries.ts'
import { updateSigner } from '../store/requests.ts'

/** What a provider says in the address to which it sends the browser back. */
export interface ProviderSaid {
  state: string
  code?: string | undefined
  /** RFC 6749, 4.1.2.1. */
  error?: string | undefined
}

const ENTRY = 'signer.certificate_failed'
/** Of one request: more tells nobody more, and a trail is never shortened. */
const ENTRIES_MAX = 30
/** Errors that are the provider's own; after all others the person has not agreed. */
const PROVIDERS_OWN =
  /^(?:server_error|temporarily_unavailable|invalid_\w+|unauthorized_client|unsupported_response_type)$/

/** The code of an authorisation. @throws SealError when the provider gave none */
export function codeIn({ code, error }: ProviderSaid): string {
  if (code !== undefined) return code
  if (error === undefined || !PROVIDERS_OWN.test(error))
    throw new SealError('the provider says that you did not agree', { kind: 'not_authorised' })
  const failed = new SealError(`the provider’s page failed (${error})`, { kind: 'refused' })
  failed.call = 'oauth2/authorize'
  throw failed
}

const CODES: Partial<Record<SealError['kind'], ErrorCode>> = {
  certificate: 'certificate_unusable',
  name: 'certificate_unusable',
  not_authorised: 'certificate_order_ended',
}

/** A fault as the problem of a call. */
export const problemOf = (title: string, error: SealError): AppError => {
  const code = CODES[error.kind] ?? 'certificate_service_unavailable'
  return new AppError(code, say('orders.problem', { title, why: error.message }), { cause: error })
}

interface ErrorWatchParts extends Needs<'clock' | 'db' | 'trails'> {
  /** Throws the reason why a person cannot sign any more. */
  assertMaySign(db: Db, visitor: Visitor): Promise<SignerContext>
}

/** Records faults. */
export class ProviderErrors extends Service<ErrorWatchParts> {
  /**
   * Does what may fail at a provider, and records it if it does.
   * @throws AppError
   */
  async watch<Result>(
    about: { visitor: Visitor; row: CertificateServiceRow; step: FailureStep },
    work: () => Promise<Result>,
  ): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof SealError)) throw error
      await this.#note(about, error)
      throw problemOf(about.row.title, error)
    }
  }

  async #note(
    { visitor, row, step }: { visitor: Visitor; row: CertificateServiceRow; step: FailureStep },
    { kind: fault, call, status }: SealError,
  ): Promise<void> {
    const { db, clock, trails } = this.parts
    const facts = omitUndefined({ step, fault, call, status })
    await concurrently(db, 'request', async (trx) => {
      // Withdrawn meanwhile: that is the better answer, and nothing is added to a trail that has ended.
      const context = await this.parts.assertMaySign(trx, visitor)
      const { request, signer } = context
      const at = toIso(clock.now())
      await updateSigner(trx, signer.id, { certificate_failure: { at, ...facts } })
      if ((await trails.count(trx, request.id, ENTRY)) >= ENTRIES_MAX) return
      const data = { service: row.title, ...facts }
      await appendTrailEntry(this.parts, { ...context, trx, origin: visitor.origin }, ENTRY, data)
    })
  }
}
