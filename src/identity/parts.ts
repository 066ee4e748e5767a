/** What the services of this domain share. */
import type { AccountService } from '../accounts/service.ts'
import type { Db } from '../database/open.ts'
import type { Clock } from '../kernel/clock.ts'
import type { MailQueue } from '../messages/mail-queue.ts'
import type { Throttling } from '../throttling/ports.ts'
import type { Devices } from './devices.ts'
import type { SecurityEvents } from './events.ts'
import type { IdentityLinks } from './links.ts'
import type { Members } from './members.ts'
import type { Passkeys } from './passkeys.ts'
import type { PasswordHasher } from './passwords.ts'
import type { SecondFactors } from './second-factor.ts'
import type { Sessions } from './sessions.ts'

/** Who may sign up. */
export interface SignupRule {
  mode: 'open' | 'closed' | 'invited-domains'
  /** Lower case; only for `invited-domains`. */
  domains: readonly string[]
}

/** Everything a service of this domain may use. */
export interface IdentityParts {
  db: Db
  clock: Clock
  throttling: Throttling
  accounts: AccountService
  mails: Pick<MailQueue, 'add'>
  hasher: PasswordHasher
  links: IdentityLinks
  devices: Devices
  sessions: Sessions
  events: SecurityEvents
  members: Members
  signup: SignupRule
  /** Whether people may log in with passwords. */
  passwords: boolean
  factors: SecondFactors
  passkeys: Passkeys
}
