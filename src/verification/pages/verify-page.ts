/** The page on which anyone can verify a PDF: a form, followed by the result. Works without scripts. */
import type { ErrorCode } from '../../kernel/errors.ts'
import type { Locale } from '../../kernel/languages.ts'
import type { Assets } from '../../pages/assets.ts'
import { alert, button, fileField, form } from '../../pages/components.ts'
import { type HtmlPart, html } from '../../pages/html.ts'
import { page, plainFoot } from '../../pages/page.ts'
import { textUnder } from '../../translations/messages.ts'
import { textsIn } from '../../translations/texts.ts'
import type { Verification } from '../schemas.ts'
import { resultParts } from './result.ts'

/** Largest PDF that the page takes, in bytes. */
export const VERIFIED_BYTES_MAX = 10 * 1_048_576

/** What to show besides the form. */
export type Shown =
  | { kind: 'form' }
  | { kind: 'failure'; code: ErrorCode }
  | { kind: 'result'; result: Verification; checkedAt: string }

/** The page as text. */
export function verifyPage(shown: Shown, parts: { locale: Locale; assets: Assets }): string {
  const { locale } = parts
  const { page: words, failures } = textsIn(locale).verification
  const upload = form(
    `/verify?lang=${locale}`,
    html`<div class="stack">${fileField({
      id: 'file',
      name: 'file',
      label: words.label,
      hint: words.hint,
      drop: words.drop,
      accept: 'application/pdf,.pdf',
      max: { bytes: VERIFIED_BYTES_MAX, text: words.over },
    })}${button(words.check, { type: 'submit' })}</div>`,
    { files: true },
  )
  const content: Record<Shown['kind'], () => HtmlPart> = {
    form: () => html`<h1>${words.title}</h1><p class="lead">${words.lead}</p>${upload}`,
    failure: () =>
      html`<h1>${words.title}</h1>${alert('error', html`<p>${textUnder(failures, shown.kind === 'failure' ? shown.code : '') ?? failures.otherwise}</p>`, { title: words.failed })}${upload}`,
    result: () =>
      html`<h1>${words.title}</h1>${shown.kind === 'result' && resultParts(shown.result, shown.checkedAt, locale)}<section class="again"><h2>${words.another}</h2>${upload}</section>`,
  }
  return page({
    ...parts,
    title: words.title,
    styles: ['verify.css'],
    scripts: ['verify.js'],
    footer: plainFoot(locale, `/?lang=${locale}`, textsIn(locale).common.about),
    main: html`<div class="stack verify">${content[shown.kind]()}</div>`,
  })
}
