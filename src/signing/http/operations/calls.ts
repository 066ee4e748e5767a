/** The words of this domain's calls and their own errors. */
import { callsIn } from '../../../http/calls.ts'
import { problems } from '../../../http/schemas.ts'
import type { ErrorCode } from '../../../kernel/errors.ts'
import { TEMPLATE_PROBLEMS } from '../../../rendering/answer.ts'
import { CLOSED_LINK } from '../../model/signer-page.ts'
import words from './calls.json' with { type: 'json' }

/** Its operationId. */
export type CallName = keyof typeof words.calls

const { callsOf, codesOf } = callsIn(words, {
  template: TEMPLATE_PROBLEMS,
  closed_link: CLOSED_LINK,
})

/** Describes the calls of a tag. */
export { callsOf }

/** Error responses of a call that creates a request, plus its own error codes. */
export const requestProblems = (...own: readonly ErrorCode[]) =>
  problems(...codesOf(['new_request']), ...own)
