/** The words of this domain's calls and their own errors, as data in calls.json: a code there may name a group of codes. */
import { describing, JSON_BODY_CODES, problems, publicProblems } from '../../../http/schemas.ts'
import { ERRORS, type ErrorCode } from '../../../kernel/errors.ts'
import { invariant } from '../../../kernel/invariant.ts'
import { TEMPLATE_PROBLEMS } from '../../../rendering/answer.ts'
import { CLOSED_LINK } from '../../model/signer-page.ts'
import words from './calls.json' with { type: 'json' }

interface Words {
  summary: string
  description?: string
  codes: readonly string[]
}

/** Its operationId. */
export type CallName = keyof typeof words.calls

const CALLS: Readonly<Record<CallName, Words>> = words.calls
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  ...words.groups,
  template: TEMPLATE_PROBLEMS,
  closed_link: CLOSED_LINK,
  json_body: JSON_BODY_CODES,
}

const isCode = (name: string): name is ErrorCode => Object.hasOwn(ERRORS, name)

function codesOf(names: readonly string[]): ErrorCode[] {
  return names.flatMap((name) => {
    const group = GROUPS[name]
    if (group !== undefined) return codesOf(group)
    invariant(isCode(name), `calls.json names an unknown error: ${name}`)
    return [name]
  })
}

/** Error responses of a call that creates a request, plus its own error codes. */
export const requestProblems = (...own: readonly ErrorCode[]) =>
  problems(...codesOf(['new_request']), ...own)

/** Describes the calls of a tag. @param access `public`: without a key, the link is the credential */
export function callsOf(tag: string, access?: 'public') {
  const operation = describing(tag, access === 'public' ? { security: [] } : {})
  const failures = access === 'public' ? publicProblems : problems
  return <Answers extends object, Rest extends object>(
    id: CallName,
    { response, ...rest }: Rest & { response: Answers },
  ) => {
    const { codes, ...said } = CALLS[id]
    return operation(id, {
      ...said,
      ...rest,
      response: { ...response, ...failures(...codesOf(codes)) },
    })
  }
}
