/** Reasons for refusing a person, as codes that pages translate. */
import type { AttemptLimiter } from '../throttling/ports.ts'

/** Every reason; a closed list. */
export type IdentityErrorCode =
  | 'email_invalid'
  | 'password_short'
  | 'password_long'
  | 'password_common'
  | 'password_personal'
  | 'password_wrong'
  | 'credentials_wrong'
  | 'signup_closed'
  | 'domain_not_invited'
  | 'link_over'
  | 'factor_wrong'
  | 'factor_over'
  | 'passkeys_full'
  | 'name_invalid'
  | 'last_owner'
  | 'not_owner'
  | 'not_member'
  | 'already_member'
  | 'invitations_full'
  | 'other_person'
  | 'known_person'
  | 'password_off'
  | 'oidc_over'
  | 'oidc_down'
  | 'oidc_refused'
  | 'oidc_email'
  | 'oidc_unknown'
  | 'too_many'
  | 'busy'

/** The field of the form that a reason belongs to; without one it is about the whole form. */
const FIELDS: Partial<Record<IdentityErrorCode, string>> = {
  email_invalid: 'email',
  domain_not_invited: 'email',
  password_short: 'password',
  password_long: 'password',
  password_common: 'password',
  password_personal: 'password',
  password_wrong: 'current',
  factor_wrong: 'code',
  already_member: 'email',
  name_invalid: 'name',
}

/** A refusal. It does not reveal whether an address is known. */
export class IdentityError extends Error {
  override readonly name = 'IdentityError'
  readonly code: IdentityErrorCode
  readonly retryAfterSeconds: number | undefined

  constructor(code: IdentityErrorCode, retryAfterSeconds?: number, cause?: unknown) {
    super(code, cause === undefined ? undefined : { cause })
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }

  /** Name of the field it is about. */
  get field(): string | undefined {
    return FIELDS[this.code]
  }
}

/** Counts a try. @throws IdentityError `too_many` when none is left; AppError `storage_unavailable` */
export async function countAttempt(limiter: AttemptLimiter, key: string): Promise<void> {
  const { waitMs } = await limiter.consume(key)
  if (waitMs > 0) throw new IdentityError('too_many', Math.ceil(waitMs / 1000))
}
