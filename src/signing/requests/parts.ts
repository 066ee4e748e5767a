/** What services of requests and of their signers are given. */
import type { OtpCodes } from '../authentication/otp.ts'
import type { SignerPasskeys } from '../authentication/passkeys.ts'
import type { SignerTotps } from '../authentication/totps.ts'
import type { SenderFacts } from '../branding/name-rules.ts'
import type { Branding } from '../branding/service.ts'
import type { DocumentPool } from '../documents/pool.ts'
import type { Parts } from '../model/parts.ts'
import type { RecipientLimit } from '../notifications/recipient-limit.ts'
import type { TextBudget } from '../notifications/text-budget.ts'
import type { TextWatch } from '../notifications/text-watch.ts'

/** With the parts of this domain that the rooms below are made of. */
export interface ServiceParts extends Parts {
  branding: Branding
  documents: DocumentPool
  otp: OtpCodes
  passkeys: SignerPasskeys
  recipientLimit: RecipientLimit
  senderFacts(accountId: string): Promise<SenderFacts>
  texting: { budget: TextBudget; watch: TextWatch }
  totps: SignerTotps
}

/** Some of them. */
export type Needs<Names extends keyof ServiceParts> = Pick<ServiceParts, Names>
