/** The page of a link whose document is shown after a code only: it says nothing of the document but its name. */
import { LANGUAGES, type Language } from '../../kernel/languages.ts'
import type { Assets } from '../../pages/assets.ts'
import { Alert, Button, Field } from '../../pages/components.tsx'
import { jsonBlock } from '../../pages/html.ts'
import { page } from '../../pages/page.tsx'
import { templatesOf } from '../../translations/messages.ts'
import { textsIn } from '../../translations/texts.ts'

/** What the script of the page gets. */
export const openData = (locale: Language, to: string) => {
  const { sign } = textsIn(locale).signing.pages
  const { code, errors } = sign
  return { locale, to, errors: templatesOf(errors), words: templatesOf({ sentTo: code.sentTo, test: code.test }) }
}
/** See {@link openData}. */
export type OpenData = ReturnType<typeof openData>

/** @param given `to`: where the code goes, as it may be shown. `outside`: address of the page in a tab of its own, for one in a frame */
export function renderOpenPage(given: {
  locale: Language
  assets: Assets
  document: string
  sender: string
  to: string
  outside: string | undefined
}): string {
  const { locale, assets, document, sender, to, outside } = given
  const { opening, pages } = textsIn(locale).signing
  const { code: words, noScript } = pages.sign
  return page({
    locale,
    languages: LANGUAGES,
    assets,
    title: opening.title({ document }),
    brand: sender,
    styles: ['sign.css'],
    ...(outside === undefined && { scripts: ['open.js'] }),
    main: (
      <div class="stack">
        <h1>{opening.title({ document })}</h1>
        <p class="lead">{opening.lead({ sender })}</p>
        {outside !== undefined ? (
          <p>
            <a class="button primary" href={outside} target="_blank" rel="noopener">
              {opening.newTab}
            </a>
          </p>
        ) : (
          <>
            <noscript>
              <Alert kind="warning">{noScript.title}</Alert>
            </noscript>
            <form id="open-ask" class="stack" novalidate>
              <p>{words.target({ to })}</p>
              <p class="field-error" id="ask-problem" role="alert" hidden />
              <div class="actions">
                <Button label={words.send} type="submit" id="ask-send" />
              </div>
            </form>
            <form id="open-enter" class="stack" novalidate hidden>
              <p id="code-sent" role="status" />
              <p id="code-test" class="alert warning" hidden />
              <Field
                id="code"
                label={words.label}
                inputmode="numeric"
                autocomplete="one-time-code"
                maxLength={12}
                required
              />
              <p class="field-error" id="enter-problem" role="alert" hidden />
              <div class="actions">
                <Button label={words.check} type="submit" id="code-check" />
                <Button label={words.again} id="code-again" kind="quiet" />
              </div>
            </form>
            {jsonBlock('open-data', openData(locale, to))}
          </>
        )}
      </div>
    ),
  })
}
