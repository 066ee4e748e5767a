/** The words of this domain's calls and their own errors. */
import { callsIn } from '../../../http/calls.ts'
import { problems } from '../../../http/schemas.ts'
import type { ErrorCode } from '../../../kernel/errors.ts'
import { TEMPLATE_PROBLEMS } from '../../../rendering/answer.ts'
import { CLOSED_LINK } from '../../model/signer-page.ts'
import words from './calls.json' with { type: 'json' }

const { tableOf, codesOf } = callsIn(words, {
  template: TEMPLATE_PROBLEMS,
  closed_link: CLOSED_LINK,
})

/** Describes the calls of a tag. */
export { tableOf }

/** Who may make a call, and what it counts as. */
export const ACCESS = {
  /** Of the account, whatever its plan. */
  account: { access: {} },
  /** Behind a signer's link, which is the credential. */
  link: { access: 'public' },
  reading: { access: { interface: 'signature' } },
  changing: { access: { interface: 'signature', rate: 'changes' } },
  checking: { access: { interface: 'signature', rate: 'checks' } },
  sending: { access: { interface: 'signature', metered: 'signatures' } },
  /** A change whose body is optional. */
  action: { access: { interface: 'signature', rate: 'changes' }, bodyOptional: true },
} as const

/** Error responses of a call that creates a request, plus its own error codes. */
export const requestProblems = (...own: readonly ErrorCode[]) =>
  problems(...codesOf(['new_request']), ...own)
