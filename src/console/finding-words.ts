/** Messages of findings in templates and data, by finding code; the finding itself carries the English one. */
import type { Finding } from '../kernel/coded-error.ts'
import type { Locale } from '../kernel/languages.ts'
import { textUnder } from '../translations/messages.ts'
import { textsIn } from '../translations/texts.ts'

/** The message of a finding. */
interface FindingText {
  detail: string
  fix: string | undefined
  /** The language of the words, where it is not the page's. */
  lang: 'en' | undefined
}

/** The message of a finding in the page's language, or in English if there is no translation. */
export function findingWords(locale: Locale, finding: Finding): FindingText {
  const { code = '', detail, fix } = finding
  if (locale === 'en') return { detail, fix, lang: undefined }
  if (finding.detailFr !== undefined)
    return { detail: finding.detailFr, fix: finding.fixFr ?? undefined, lang: undefined }
  const words = textUnder(textsIn(locale).console.said.findings, code)
  return words === undefined ? { detail, fix, lang: 'en' } : { ...words, lang: undefined }
}
