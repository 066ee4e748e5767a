/** Binds placeholders to the tags of the template, pairs sections, and turns `{:else}` into sections. */

import { invariant } from '../../kernel/invariant.ts'
import type { Evaluate } from '../language/expression.ts'
import { isTruthy } from '../language/values.ts'
import {
  ELSE_MODULE,
  type ExpressionTable,
  isPlaceholder,
  LOOP_MODULE,
  type Token,
} from '../tags/engine-tokens.ts'
import type { TemplateTag } from '../tags/template-tags.ts'

/** Which close token belongs to which open token, and vice versa. */
export type Partners = ReadonlyMap<Token, Token>

const NOTHING: Evaluate = () => undefined

/** Gives each placeholder its tag, which has its position, and its expression. */
export function bindSources(
  tokens: readonly Token[],
  tags: readonly TemplateTag[],
  expressions: ExpressionTable,
): void {
  let next = 0
  for (const token of tokens) {
    if (!isPlaceholder(token)) continue
    const source = tags[next++]
    invariant(source !== undefined, 'the engine finds the tags that the scan found')
    token.source = source
    token.evaluate = expressions.get(source.expression)?.evaluate ?? NOTHING
  }
  invariant(next === tags.length, 'the engine finds the tags that the scan found')
}

/** An open section during the walk: its start and the conditions tried so far. */
interface Branches {
  start: Token
  tried: Evaluate[]
}

const startCondition = (start: Token): Evaluate => {
  const evaluate = start.evaluate ?? NOTHING
  return start.inverted === true ? (scopes, run) => !isTruthy(evaluate(scopes, run)) : evaluate
}

/** The value of a branch: its own condition if none before it was true. */
function branchValue(tried: readonly Evaluate[], own: Evaluate): Evaluate {
  const before = [...tried]
  return (scopes, run) =>
    before.some((condition) => isTruthy(condition(scopes, run))) ? undefined : own(scopes, run)
}

function closeToken(of: Token, shift: number): Token {
  const { source, lIndex } = of
  return {
    type: 'placeholder',
    module: LOOP_MODULE,
    location: 'end',
    value: '',
    lIndex: lIndex + shift,
    endLindex: lIndex + shift,
    ...(of.offset === undefined ? {} : { offset: of.offset }),
    ...(source === undefined ? {} : { source }),
  }
}

/** `{:else …}` as the end of the branch before it and the start of its own. */
function elseTokens(token: Token, open: Branches): { close: Token; start: Token } {
  const condition = token.source?.expression === '' ? () => true : (token.evaluate ?? NOTHING)
  const evaluate = branchValue(open.tried, condition)
  const start: Token = {
    ...closeToken(token, 0.5),
    location: 'start',
    inverted: false,
    expandTo: 'auto',
    value: token.source?.tag ?? 'else',
    evaluate,
  }
  open.tried.push(condition)
  return { close: closeToken(token, 0.25), start }
}

/**
 * Rewrites `{:else}` into plain sections and gives every end tag its partner. The scan has already rejected sections
 * that do not pair.
 */
export function resolveSections(tokens: readonly Token[]): { tokens: Token[]; partners: Partners } {
  const result: Token[] = []
  const partners = new Map<Token, Token>()
  const stack: Branches[] = []
  const pair = (start: Token, close: Token): void => {
    partners.set(start, close)
    partners.set(close, start)
  }
  for (const token of tokens) {
    const open = stack.at(-1)
    if (token.module === ELSE_MODULE && open !== undefined) {
      const { close, start } = elseTokens(token, open)
      pair(open.start, close)
      open.start = start
      result.push(close, start)
      continue
    }
    result.push(token)
    if (token.module !== LOOP_MODULE) continue
    if (token.location === 'start') {
      stack.push({ start: token, tried: [startCondition(token)] })
    } else if (open !== undefined) {
      // An empty name closes whatever is open; pairing by name was done by the scan.
      token.value = ''
      pair(open.start, token)
      stack.pop()
    }
  }
  return { tokens: result, partners }
}
