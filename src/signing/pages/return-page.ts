/** GET /certificate-return: where providers send browsers back; its script goes on to the document. */
import { LANGUAGES, type Language } from '../../kernel/languages.ts'
import type { Assets } from '../../pages/assets.ts'
import { html } from '../../pages/html.ts'
import { page } from '../../pages/page.ts'
import { alert } from '../../pages/pieces.ts'
import { ownWords } from '../words/certificates/words.ts'

/** The page in a language. */
export function renderReturn(locale: Language, assets: Assets): string {
  const { returning, lost } = ownWords(locale).page
  return page({
    locale,
    languages: LANGUAGES,
    assets,
    title: returning,
    styles: ['sign.css'],
    scripts: ['certificate-return.js'],
    main: html`<h1 id="returning">${returning}</h1>
<noscript>${alert('warning', lost)}</noscript>
<div id="lost" role="alert" hidden>${alert('warning', lost)}</div>`,
  })
}
