/** GET /start/{token}: the page of an open link, at which a person begins a request of their own. */
import type { Language } from '../../kernel/languages.ts'
import type { Assets } from '../../pages/assets.ts'
import { Alert, Button, Field, Outcome } from '../../pages/components.tsx'
import { type Html, jsonBlock } from '../../pages/html.ts'
import { templatesOf } from '../../translations/messages.ts'
import { textsIn } from '../../translations/texts.ts'
import { OTP } from '../authentication/otp.ts'
import { signerPage } from './parts.tsx'

/** What is asked of a visitor's device. */
export interface Work {
  challenge: string
  bits: number
}

/** What the page shows. */
interface StartPageParts {
  locale: Language
  assets: Assets
  document: string
  sender: string
  message: string | undefined
  needsInvitation: boolean
  work: Work
}

/** What the script of the page gets. */
export const startData = (locale: Language, work: Work) => ({
  work,
  locale,
  minutes: OTP.validMs / 60_000,
  words: templatesOf(textsIn(locale).signing.start),
})
/** See {@link startData}. */
export type StartData = ReturnType<typeof startData>

/** The page of a link at which a request can be begun. */
export function renderStartPage(given: StartPageParts): string {
  const { locale, assets, sender, work } = given
  const words = textsIn(locale).signing.start
  const title = words.title({ document: given.document })
  return signerPage({
    locale,
    assets,
    title,
    brand: sender,
    scripts: ['start.js'],
    main: (
      <div class="stack">
        <h1>{title}</h1>
        <p class="lead">{words.lead({ sender })}</p>
        {given.message !== undefined && <blockquote class="message">{given.message}</blockquote>}
        <noscript>
          <Alert kind="warning" title={words.noScript.title}>
            {words.noScript.text}
          </Alert>
        </noscript>
        {personForm(given)}
        {codeForm(locale)}
        <div id="start-continued" tabindex="-1" hidden>
          <Outcome kind="info" icon="mail" {...words.continued} />
        </div>
        {jsonBlock('start-data', startData(locale, work))}
      </div>
    ),
  })
}

function personForm({ locale, sender, needsInvitation }: StartPageParts): Html {
  const words = textsIn(locale).signing.start
  return (
    <form id="start-form" class="stack" novalidate hidden>
      <Field
        id="email"
        label={words.email}
        hint={words.emailHint}
        type="email"
        inputmode="email"
        autocomplete="email"
        maxLength={254}
        required
      />
      <Field id="first_name" label={words.firstName} autocomplete="given-name" maxLength={100} required />
      <Field id="last_name" label={words.lastName} autocomplete="family-name" maxLength={100} required />
      {needsInvitation && (
        <Field
          id="invitation_code"
          label={words.invitation}
          hint={words.invitationHint({ sender })}
          autocomplete="off"
          maxLength={100}
          required
        />
      )}
      <p class="field-error" id="start-problem" role="alert" hidden />
      <div class="actions">
        <Button label={words.send} type="submit" id="start-send" />
      </div>
    </form>
  )
}

function codeForm(locale: Language): Html {
  const words = textsIn(locale).signing.start
  return (
    <form id="code-form" class="stack" novalidate hidden>
      <p id="code-sent" role="status" />
      <p id="code-test" class="alert warning" hidden />
      <Field id="code" label={words.code} inputmode="numeric" autocomplete="one-time-code" maxLength={12} required />
      <p class="field-error" id="code-problem" role="alert" hidden />
      <div class="actions">
        <Button label={words.confirm} type="submit" id="code-check" />
        <Button label={words.again} id="code-again" kind="quiet" />
      </div>
    </form>
  )
}

/** The page of a link at which nothing can be begun: any more, or now. */
export function renderStartOutcome(
  why: 'ended' | 'unavailable',
  { locale, assets }: { locale: Language; assets: Assets },
): string {
  const { title, text } = textsIn(locale).signing.start[why]
  return signerPage({
    locale,
    assets,
    title,
    main: <Outcome kind="warning" icon="clock" title={title} text={text} />,
  })
}
