import { Button, Field } from '../../pages/components.tsx'
import type { Html } from '../../pages/html.ts'
import { unbroken } from '../../pages/locale.ts'
import type { SignTexts } from '../../translations/messages.ts'
import { panel, problem, type StepParts } from './parts.tsx'

/** What is said before a code is asked for, by the way it comes. */
function beforeCode({ state: { document, signer }, words }: StepParts) {
  const { call, authentication, phone_masked: to } = signer
  const byMail = authentication === 'email' ? { ...words.mailCode, to: signer.email } : undefined
  const toPhone = call === 'only' ? words.callCode : words.code
  const { target, why, whyTest } = byMail ?? toPhone
  const special: Partial<Record<typeof authentication, string>> = {
    passkey: words.passkey.whyCode,
    totp: words.totp.whyCode,
    ...(call === 'possible' && to === null && { sms: words.callCode.whyEither }),
  }
  return {
    to: byMail?.to ?? to,
    target,
    why: document.test ? whyTest : (special[authentication] ?? why),
    phone: call === undefined ? words.code.phone : words.callCode.phone,
    send: call === 'only' ? words.callCode.send : words.code.send,
  }
}

/** The panel in which a code is asked for and entered. */
export const codePanel = (parts: StepParts): Html => {
  const { words } = parts
  const { authentication } = parts.state.signer
  const { to, target, why, phone, send } = beforeCode(parts)
  return panel(
    'code',
    words.code.title,
    <>
      <p id="code-why">{why}</p>
      {authentication === 'passkey' && passkeyForm(words)}
      <form id="phone-form" class="stack" novalidate hidden>
        <p id="phone-known" hidden={to === null}>
          <strong>{target({ to: unbroken(to ?? '') })}</strong>
        </p>
        <div id="phone-entry" class="stack" hidden>
          <div class="field">
            <label for="phone-country">{words.code.country}</label>
            <select id="phone-country" autocomplete="country" />
          </div>
          <Field
            id="phone"
            label={phone}
            hint={words.code.phoneHint}
            type="tel"
            autocomplete="tel"
            inputmode="tel"
            maxLength={30}
            required
          />
        </div>
        <div class="panel-actions">
          <Button label={send} type="submit" id="phone-send" />
        </div>
      </form>
      {codeForm(parts)}
      {problem('code')}
    </>,
  )
}

const codeForm = ({ words, state: { signer } }: StepParts): Html => (
  <form id="code-form" class="stack" novalidate hidden>
    <p id="code-sent" role="status" />
    {signer.authentication === 'totp' && newApp(words)}
    <div class="field code-field">
      <label for="code">{words.code.label}</label>
      <p class="hint" id="code-hint" />
      <input
        id="code"
        name="code"
        type="text"
        inputmode="numeric"
        autocomplete="one-time-code"
        pattern="[0-9]*"
        maxlength="12"
        autocapitalize="off"
        spellcheck="false"
        aria-describedby="code-hint code-error"
        required
      />
      <p class="field-error" id="code-error" role="alert" hidden />
    </div>
    <div class="panel-actions">
      <Button label={words.code.check} type="submit" id="code-check" />
      <Button label={words.code.again} id="code-again" kind="secondary" />
      <Button label={words.callCode.instead} id="code-call" kind="quiet" />
      <Button label={words.code.change} id="code-change" kind="quiet" />
    </div>
  </form>
)

const passkeyForm = (words: SignTexts): Html => (
  <form id="passkey-form" class="stack" novalidate hidden>
    <p id="passkey-text" />
    <p class="field-error" id="passkey-error" role="alert" hidden />
    <div class="panel-actions">
      <Button label={words.passkey.confirm} type="submit" id="passkey-use" />
    </div>
  </form>
)

/** What an authenticator app is given; hidden until it is registered. */
const newApp = ({ totp }: SignTexts): Html => (
  <div id="totp-new" class="stack totp-new" hidden>
    <div id="totp-qr" class="totp-qr" />
    <p>
      <a id="totp-open" class="button secondary" href="#code">
        {totp.open}
      </a>
    </p>
    <p>
      {totp.secret}: <code id="totp-secret" class="totp-secret" />
    </p>
  </div>
)
