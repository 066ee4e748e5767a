/** The page of a link whose document is shown after a code only: it says nothing of the document but its name. */
import type { Language } from '../../kernel/languages.ts'
import type { Assets } from '../../pages/assets.ts'
import { Alert, Button, Field } from '../../pages/components.tsx'
import { type Html, jsonBlock } from '../../pages/html.ts'
import { unbroken } from '../../pages/locale.ts'
import { templatesOf } from '../../translations/messages.ts'
import { textsIn } from '../../translations/texts.ts'
import { OTP } from '../authentication/otp.ts'
import { signerPage } from './parts.tsx'

/** Where the code goes, as it may be shown. */
interface CodePlace {
  to: string
  byMail: boolean
}

/** What the script of the page gets. */
export const openData = (locale: Language, { to, byMail }: CodePlace) => {
  const { code, mailCode, errors } = textsIn(locale).signing.pages.sign
  const { opening } = textsIn(locale).signing
  const { sentTo, wrong } = byMail ? mailCode : { ...code, wrong: errors.otp_invalid }
  const { test, incomplete } = code
  const attempts = Array.from({ length: OTP.attempts }, (_, left) => code.attempts({ left }))
  return {
    locale,
    errors: templatesOf({
      ...errors,
      otp_invalid: wrong,
      otp_locked_today: opening.locked,
      validation_failed: incomplete,
    }),
    words: { ...templatesOf({ test }), sentTo: sentTo({ to: unbroken(to) }), attempts },
  }
}
/** See {@link openData}. */
export type OpenData = ReturnType<typeof openData>

/** One form that asks for a code, and one that takes it; the script shows the second after the first. */
function CodeForms({ locale, place }: { locale: Language; place: CodePlace }): Html {
  const { code: words, mailCode, noScript } = textsIn(locale).signing.pages.sign
  const { target } = place.byMail ? mailCode : words
  return (
    <>
      <noscript>
        <Alert kind="warning">{noScript.title}</Alert>
      </noscript>
      <form id="open-ask" class="stack" novalidate>
        <p>{target({ to: unbroken(place.to) })}</p>
        <p class="field-error" id="ask-problem" role="alert" hidden />
        <div class="actions">
          <Button label={words.send} type="submit" id="ask-send" />
        </div>
      </form>
      <form id="open-enter" class="stack" novalidate hidden>
        <p id="code-sent" role="status" />
        <p id="code-test" class="alert warning" hidden />
        <div class="code-field">
          <Field
            id="code"
            label={words.label}
            inputmode="numeric"
            autocomplete="one-time-code"
            maxLength={12}
            required
          />
        </div>
        <p class="field-error" id="enter-problem" role="alert" hidden />
        <div class="actions">
          <Button label={words.check} type="submit" id="code-check" />
          <Button label={words.again} id="code-again" kind="quiet" />
        </div>
      </form>
    </>
  )
}

/** @param given `outside`: address of the page in a tab of its own, for one in a frame */
export function renderOpenPage(given: {
  locale: Language
  assets: Assets
  document: string
  sender: string
  place: CodePlace
  outside: string | undefined
}): string {
  const { locale, assets, document, sender, place, outside } = given
  const { opening } = textsIn(locale).signing
  return signerPage({
    locale,
    assets,
    title: opening.title({ document }),
    brand: sender,
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
            <CodeForms locale={locale} place={place} />
            {jsonBlock('open-data', openData(locale, place))}
          </>
        )}
      </div>
    ),
  })
}
