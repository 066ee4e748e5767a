/** The shape of the findings of an invoice check, in English and French. */
import type { Finding } from '../../kernel/coded-error.ts'

/** One sentence in both languages. */
export interface Bilingual {
  en: string
  fr: string
}

/** A finding under construction: the rule or check id, the pointer, what is wrong, what to do. */
export interface BilingualFinding {
  code: string
  pointer: string
  detail: Bilingual
  fix?: Bilingual
}

/** @returns the finding as callers see it */
export const findingOf = ({ code, pointer, detail, fix }: BilingualFinding): Finding => ({
  code,
  pointer,
  detail: detail.en,
  detailFr: detail.fr,
  ...(fix === undefined ? {} : { fix: fix.en, fixFr: fix.fr }),
})
