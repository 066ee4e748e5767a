/** The panel of each step of a signature; the page's script shows one at a time. */
import { type Language, languageFacts } from '../../kernel/languages.ts'
import { alert, button, facts, field, fileField } from '../../pages/components.ts'
import { type Html, type HtmlPart, html } from '../../pages/html.ts'
import type { SignTexts, Texts } from '../../translations/messages.ts'
import { textsIn } from '../../translations/texts.ts'
import { delegatorOf } from '../model/delegation.ts'
import type { MarkKind } from '../model/intent.ts'
import type { SignerState } from '../signers/schemas.ts'
import { inputFields } from './input-fields.ts'
import { moment, othersList, personName } from './parts.ts'
import type { Step } from './sign-data.ts'
import { unbroken } from './unbroken.ts'

/** A photograph of a phone; it is made small before it is sent. */
const PICTURE_FILE_BYTES_MAX = 30_000_000

/** Input of the panels. */
export interface StepParts {
  state: SignerState
  words: SignTexts
  locale: Language
  /** Who is there while the person signs on the sender's device. */
  host?: string | undefined
}

const panel = (step: Exclude<Step, 'done'>, title: string, content: Html): Html =>
  html`<section class="panel-step stack" id="step-${step}" data-panel="${step}" aria-labelledby="title-${step}" hidden>
  <h2 id="title-${step}" tabindex="-1">${title}</h2>
  ${content}
</section>`

/** That one signature, or one approval, is for all files. */
function filesNote({ state, locale }: Pick<StepParts, 'state' | 'locale'>): HtmlPart {
  const { document, signer } = state
  if (document.files === undefined) return undefined
  const words = textsIn(locale).signing.pages.files
  const text = signer.action === 'approve' ? words.approved : words.together
  return html`<p>${text({ files: document.files.length })}</p>`
}

const problem = (step: string): Html =>
  html`<div class="problem" id="problem-${step}" role="alert"></div>`

/** Every panel, in order. */
export const stepPanels = (parts: StepParts): readonly Html[] => [
  readPanel(parts),
  agreePanel(parts),
  codePanel(parts),
  parts.state.signer.action === 'approve' ? approvePanel(parts) : signPanel(parts),
]

/** Who named this person, and why. */
const delegatedNote = (
  delegation: NonNullable<SignerState['signer']['delegation']>,
  locale: Language,
): Html => {
  const { notice, reason } = textsIn(locale).signing.delegation
  return alert(
    'info',
    html`<p>${notice({ from: delegatorOf(delegation) })}</p><p>${reason}${languageFacts(locale).colon} ${delegation.reason}</p>`,
  )
}

function readPanel({ state, words, locale, host }: StepParts): Html {
  const { document, signer, others } = state
  return panel(
    'read',
    words.read.title,
    html`<p>${words.read.text}</p>
  ${filesNote({ state, locale })}
  ${host !== undefined && alert('info', textsIn(locale).signing.inPerson.notice({ host }))}
  ${signer.delegation !== undefined && delegatedNote(signer.delegation, locale)}
  ${document.message !== null && html`<blockquote class="message" id="message"><p>${document.message}</p><footer>${document.sender}</footer></blockquote>`}
  ${problem('read')}
  <div class="panel-actions">
    ${button(words.read.next, { id: 'read-next' })}
    ${button(words.decline, { id: 'decline-open', kind: 'quiet' })}
    ${signer.may_delegate === true && button(textsIn(locale).signing.delegation.form.open, { id: 'delegate-open', kind: 'quiet' })}
  </div>
  <details class="about"><summary>${words.facts.title}</summary>${facts([
    [words.facts.document, document.name],
    [words.facts.from, document.sender],
    [words.facts.to, personName(signer)],
    [words.facts.pages, (document.files ?? [document]).reduce((sum, { pages }) => sum + pages, 0)],
    [words.facts.sent, moment(document.created_at, locale)],
    [words.facts.expires, moment(document.expires_at, locale)],
    [words.facts.others, othersList(words, others, locale) || null],
    ...(document.files ?? [document]).map(
      ({ sha256 }, index) =>
        [
          document.files === undefined
            ? words.facts.fingerprint
            : `${words.facts.fingerprint} ${index + 1}`,
          html`<code>${sha256}</code>`,
        ] as const,
    ),
  ])}</details>`,
  )
}

const agreePanel = ({ state: { consent }, words }: StepParts): Html =>
  panel(
    'agree',
    words.agree.title,
    html`<form id="agree-form" class="stack" novalidate>
    <div class="consent" lang="${consent.language}" tabindex="0" role="group" aria-labelledby="title-agree">${consent.text
      .split(/\n{2,}/)
      .map((paragraph) => html`<p>${paragraph}</p>`)}</div>
    ${problem('agree')}
    <div class="panel-actions">
      ${button(words.agree.next, { type: 'submit', id: 'agree-next' })}
      ${button(words.agree.show, { id: 'agree-back', kind: 'quiet' })}
    </div>
  </form>`,
  )

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

const codePanel = (parts: StepParts): Html => {
  const { words } = parts
  const { authentication } = parts.state.signer
  const { to, target, why, phone, send } = beforeCode(parts)
  return panel(
    'code',
    words.code.title,
    html`<p id="code-why">${why}</p>
  ${authentication === 'passkey' && passkeyForm(words)}
  <form id="phone-form" class="stack" novalidate hidden>
    <p id="phone-known" ${to === null && html`hidden`}><strong>${target({ to: unbroken(to ?? '') })}</strong></p>
    <div id="phone-entry" class="stack" hidden>
      <div class="field"><label for="phone-country">${words.code.country}</label><select id="phone-country" autocomplete="country"></select></div>
      ${field({ id: 'phone', label: phone, hint: words.code.phoneHint, type: 'tel', autocomplete: 'tel', inputmode: 'tel', maxLength: 30, required: true })}
    </div>
    <div class="panel-actions">${button(send, { type: 'submit', id: 'phone-send' })}</div>
  </form>
  <form id="code-form" class="stack" novalidate hidden>
    <p id="code-sent" role="status"></p>
    ${authentication === 'totp' && newApp(words)}
    <div class="field code-field">
      <label for="code">${words.code.label}</label>
      <p class="hint" id="code-hint"></p>
      <input id="code" name="code" type="text" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9]*" maxlength="12" autocapitalize="off" spellcheck="false" aria-describedby="code-hint code-error" required>
      <p class="field-error" id="code-error" role="alert" hidden></p>
    </div>
    <div class="panel-actions">
      ${button(words.code.check, { type: 'submit', id: 'code-check' })}
      ${button(words.code.again, { id: 'code-again', kind: 'secondary' })}
      ${button(words.callCode.instead, { id: 'code-call', kind: 'quiet' })}
      ${button(words.code.change, { id: 'code-change', kind: 'quiet' })}
    </div>
  </form>
  ${problem('code')}`,
  )
}

const passkeyForm = (words: SignTexts): Html =>
  html`<form id="passkey-form" class="stack" novalidate hidden>
    <p id="passkey-text"></p>
    <p class="field-error" id="passkey-error" role="alert" hidden></p>
    <div class="panel-actions">${button(words.passkey.confirm, { type: 'submit', id: 'passkey-use' })}</div>
  </form>`

/** What an authenticator app is given; hidden until it is registered. */
const newApp = ({ totp }: SignTexts): Html =>
  html`<div id="totp-new" class="stack totp-new" hidden>
      <div id="totp-qr" class="totp-qr"></div>
      <p><a id="totp-open" class="button secondary" href="#code">${totp.open}</a></p>
      <p>${totp.secret}: <code id="totp-secret" class="totp-secret"></code></p>
    </div>`

/** An approval takes a button. */
function approvePanel({ state, words, locale }: StepParts): Html {
  const { document, signer } = state
  const { sign } = words
  const verified = signer.authentication === 'passkey' ? words.passkey.verified : sign.verified
  return panel(
    'sign',
    sign.title,
    html`${alert('success', verified)}
  ${filesNote({ state, locale })}
  <form id="approve-form" class="stack" novalidate data-busy="${sign.busy}">
    <p class="hint">${sign.legal({ name: document.name })}</p>
    ${problem('sign')}
    <div class="panel-actions">
      ${button(sign.submit({ name: document.name }), { type: 'submit', id: 'approve-submit', icon: 'check' })}
      ${button(words.agree.show, { id: 'sign-back', kind: 'quiet' })}
    </div>
  </form>`,
  )
}

/** What takes the place of the form once the signer is back from the provider of the certificate. */
function certificateForm(service: string, words: Texts['signing']['certificates']['page']): Html {
  return html`<p id="certificate-status" role="status" hidden>${words.reading({ service })}</p>
  <form id="certificate-form" class="stack" novalidate hidden data-busy="${words.busy}" data-issuer="${words.issuer({ name: '{name}', until: '{until}' })}" data-differs="${words.differs}" data-ended="${words.ended}" data-unusable="${words.unusable}" data-unavailable="${words.unavailable}">
    <fieldset><legend id="certificate-title" tabindex="-1">${words.choose}</legend><div id="certificate-list" class="stack-tight"></div></fieldset>
    <div class="panel-actions">${button(words.go({ service }), { type: 'submit', id: 'certificate-go' })}</div>
  </form>`
}

function signPanel({ state, words, locale }: StepParts): Html {
  const { document, signer } = state
  const { sign } = words
  const { service } = signer.certificate ?? {}
  const own = textsIn(locale).signing.certificates.page
  const legal = service === undefined ? sign.legal({ name: document.name }) : own.legal({ service })
  const submit =
    service === undefined ? sign.submit({ name: document.name }) : own.submit({ service })
  const way = (kind: MarkKind, label: string): Html =>
    html`<label class="way"><input type="radio" name="way" value="${kind}" ${kind === 'drawn' && html`checked`}><span>${label}</span></label>`
  return panel(
    'sign',
    sign.title,
    html`${alert('success', verifiedText(signer.authentication, words))}
  ${filesNote({ state, locale })}
  ${service !== undefined && html`${problem('sign')}${certificateForm(service, own)}`}
  <form id="sign-form" class="stack" novalidate>
    ${inputFields(state, words)}
    <fieldset><legend>${sign.how}</legend><div class="ways">${way('drawn', sign.drawn)}${way('typed', sign.typed)}${way('image', sign.image)}</div></fieldset>
    <div data-way="drawn" class="stack-tight">
      <p class="hint">${sign.drawHint}</p>
      <canvas id="pad" class="pad" role="img" aria-label="${sign.drawArea}"></canvas>
      <div class="pad-tools">${button(sign.undo, { id: 'pad-undo', kind: 'quiet' })}${button(sign.clear, { id: 'pad-clear', kind: 'quiet' })}</div>
    </div>
    <div data-way="typed" class="stack" hidden>
      ${field({ id: 'typed', label: sign.text, autocomplete: 'name', maxLength: 80 })}
      <fieldset><legend>${sign.look}</legend><div class="looks">${sign.looks.map(
        (look, index) =>
          html`<label class="look look-${index}"><input type="radio" name="look" value="${index}" ${index === 0 && html`checked`}><span>${look}</span></label>`,
      )}</div></fieldset>
    </div>
    <div data-way="image" class="stack" hidden>
      ${fileField({ id: 'picture', name: 'picture', label: sign.file, hint: sign.fileHint, drop: sign.fileDrop, accept: 'image/png,image/jpeg', required: false, max: { bytes: PICTURE_FILE_BYTES_MAX, text: sign.fileLarge } })}
    </div>
    <div id="preview-box" class="stack-tight" hidden><p class="label">${sign.preview}</p><canvas id="preview" class="preview" role="img" aria-label="${sign.preview}"></canvas></div>
    <p class="hint">${legal}</p>
    <p class="field-error" id="sign-error" role="alert" hidden></p>
    ${service === undefined && problem('sign')}
    <div class="panel-actions">
      ${button(submit, { type: 'submit', id: 'sign-submit', icon: 'pen' })}
      ${button(words.agree.show, { id: 'sign-back', kind: 'quiet' })}
    </div>
    <p id="sign-busy" class="hint" role="status"></p>
  </form>`,
  )
}

function verifiedText(method: StepParts['state']['signer']['authentication'], words: SignTexts) {
  if (method === 'passkey') return words.passkey.verified
  return method === 'totp' ? words.totp.verified : words.sign.verified
}

/** The dialog in which a person declines. */
export const declineDialog = ({ state: { document }, words }: StepParts): Html =>
  html`<dialog id="decline" aria-labelledby="decline-title"><form id="decline-form" class="stack" novalidate>
  <h2 id="decline-title" tabindex="-1">${words.declining.title}</h2>
  <p>${words.declining.text({ sender: document.sender })}</p>
  <div class="field"><label for="decline-reason">${words.declining.reason}</label>
    <textarea id="decline-reason" maxlength="500" rows="4" aria-describedby="decline-reason-error" required></textarea>
    <p class="field-error" id="decline-reason-error" role="alert" hidden></p></div>
  ${problem('decline')}
  <div class="actions">${button(words.declining.confirm, { type: 'submit', kind: 'danger', id: 'decline-confirm' })}${button(words.declining.cancel, { kind: 'secondary', id: 'decline-cancel' })}</div>
</form></dialog>`
