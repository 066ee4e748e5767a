/** The shape of the findings of an invoice check. */
import { type Finding, saying, type Wording } from '../../kernel/coded-error.ts'

/** A finding under construction: the rule or check id, the pointer, what is wrong, what to do. */
export interface WordedFinding {
  code: string
  pointer: string
  detail: Wording
  fix?: Wording
}

/** @returns the finding as callers see it */
export const findingOf = ({ code, pointer, detail, fix }: WordedFinding): Finding => ({
  code,
  pointer,
  ...saying(detail, fix),
})
