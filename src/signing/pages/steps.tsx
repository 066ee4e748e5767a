/** The panel of each step of a signature; the page's script shows one at a time. */
import { type Language, languageFacts } from '../../kernel/languages.ts'
import { Alert, Button, Facts, Field, FileField } from '../../pages/components.tsx'
import type { Html, HtmlPart } from '../../pages/html.ts'
import type { SignTexts, Texts } from '../../translations/messages.ts'
import { textsIn } from '../../translations/texts.ts'
import { delegatorOf } from '../model/delegation.ts'
import type { MarkKind } from '../model/intent.ts'
import type { SignerState } from '../signers/schemas.ts'
import { codePanel } from './code-step.tsx'
import { inputFields } from './input-fields.tsx'
import { moment, othersList, panel, personName, problem, type StepParts } from './parts.tsx'

/** A photograph of a phone; it is made small before it is sent. */
const PICTURE_FILE_BYTES_MAX = 30_000_000

/** That one signature, or one approval, is for all files. */
function filesNote({ state, locale }: Pick<StepParts, 'state' | 'locale'>): HtmlPart {
  const { document, signer } = state
  if (document.files === undefined) return undefined
  const words = textsIn(locale).signing.pages.files
  const text = signer.action === 'approve' ? words.approved : words.together
  return <p>{text({ files: document.files.length })}</p>
}

/** Every panel, in order. */
export const stepPanels = (parts: StepParts): readonly Html[] => [
  readPanel(parts),
  agreePanel(parts),
  codePanel(parts),
  parts.state.signer.action === 'approve' ? approvePanel(parts) : signPanel(parts),
]

/** Who named this person, and why. */
const delegatedNote = (delegation: NonNullable<SignerState['signer']['delegation']>, locale: Language): Html => {
  const { notice, reason } = textsIn(locale).signing.delegation
  return (
    <Alert kind="info">
      <p>{notice({ from: delegatorOf(delegation) })}</p>
      <p>
        {reason}
        {languageFacts(locale).colon} {delegation.reason}
      </p>
    </Alert>
  )
}

function readPanel({ state, words, locale, host }: StepParts): Html {
  const { document, signer, others } = state
  return panel(
    'read',
    words.read.title,
    <>
      <p>{words.read.text}</p>
      {filesNote({ state, locale })}
      {host !== undefined && <Alert kind="info">{textsIn(locale).signing.inPerson.notice({ host })}</Alert>}
      {signer.delegation !== undefined && delegatedNote(signer.delegation, locale)}
      {document.message !== null && (
        <blockquote class="message" id="message">
          <p>{document.message}</p>
          <footer>{document.sender}</footer>
        </blockquote>
      )}
      {problem('read')}
      <div class="panel-actions">
        <Button label={words.read.next} id="read-next" disabled />
        {signer.may_return === true && <Button label={words.returning.open} id="return-open" kind="quiet" />}
        <Button label={words.decline} id="decline-open" kind="quiet" />
        {signer.may_delegate === true && (
          <Button label={textsIn(locale).signing.delegation.form.open} id="delegate-open" kind="quiet" />
        )}
      </div>
      <details class="about">
        <summary>{words.facts.title}</summary>
        <Facts
          lines={[
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
                  document.files === undefined ? words.facts.fingerprint : `${words.facts.fingerprint} ${index + 1}`,
                  <code>{sha256}</code>,
                ] as const,
            ),
          ]}
        />
      </details>
    </>,
  )
}

const agreePanel = ({ state: { consent }, words }: StepParts): Html =>
  panel(
    'agree',
    words.agree.title,
    <form id="agree-form" class="stack" novalidate>
      <div class="consent" lang={consent.language} tabindex="0" role="group" aria-labelledby="title-agree">
        {consent.text.split(/\n{2,}/).map((paragraph) => (
          <p>{paragraph}</p>
        ))}
      </div>
      {problem('agree')}
      <div class="panel-actions">
        <Button label={words.agree.next} type="submit" id="agree-next" />
        <Button label={words.agree.show} id="agree-back" kind="quiet" />
      </div>
    </form>,
  )

/** An approval takes a button. */
function approvePanel({ state, words, locale }: StepParts): Html {
  const { document, signer } = state
  const { sign } = words
  const verified = signer.authentication === 'passkey' ? words.passkey.verified : sign.verified
  return panel(
    'sign',
    sign.title,
    <>
      <Alert kind="success">{verified}</Alert>
      {filesNote({ state, locale })}
      <form id="approve-form" class="stack" novalidate data-busy={sign.busy}>
        <p class="hint">{sign.legal({ name: document.name })}</p>
        {problem('sign')}
        <div class="panel-actions">
          <Button label={sign.submit({ name: document.name })} type="submit" id="approve-submit" icon="check" />
          <Button label={words.agree.show} id="sign-back" kind="quiet" />
        </div>
      </form>
    </>,
  )
}

/** What takes the place of the form once the signer is back from the provider of the certificate. */
function certificateForm(service: string, words: Texts['signing']['certificates']['page']): Html {
  return (
    <>
      <p id="certificate-status" role="status" hidden>
        {words.reading({ service })}
      </p>
      <form
        id="certificate-form"
        class="stack"
        novalidate
        hidden
        data-busy={words.busy}
        data-issuer={words.issuer({ name: '{name}', until: '{until}' })}
        data-differs={words.differs}
        data-ended={words.ended}
        data-unusable={words.unusable}
        data-unavailable={words.unavailable}
      >
        <fieldset>
          <legend id="certificate-title" tabindex="-1">
            {words.choose}
          </legend>
          <div id="certificate-list" class="stack-tight" />
        </fieldset>
        <div class="panel-actions">
          <Button label={words.go({ service })} type="submit" id="certificate-go" />
        </div>
      </form>
    </>
  )
}

function signPanel({ state, words, locale }: StepParts): Html {
  const { document, signer } = state
  const { sign } = words
  const { service } = signer.certificate ?? {}
  const own = textsIn(locale).signing.certificates.page
  const legal = service === undefined ? sign.legal({ name: document.name }) : own.legal({ service })
  const submit = service === undefined ? sign.submit({ name: document.name }) : own.submit({ service })
  const way = (kind: MarkKind, label: string): Html => (
    <label class="way">
      <input type="radio" name="way" value={kind} checked={kind === 'drawn'} />
      <span>{label}</span>
    </label>
  )
  return panel(
    'sign',
    sign.title,
    <>
      <Alert kind="success">{verifiedText(signer.authentication, words)}</Alert>
      {filesNote({ state, locale })}
      {service !== undefined && (
        <>
          {problem('sign')}
          {certificateForm(service, own)}
        </>
      )}
      <form id="sign-form" class="stack" novalidate>
        {inputFields(state, words)}
        <fieldset>
          <legend>{sign.how}</legend>
          <div class="ways">
            {way('drawn', sign.drawn)}
            {way('typed', sign.typed)}
            {way('image', sign.image)}
          </div>
        </fieldset>
        {wayParts(words)}
        <div id="preview-box" class="stack-tight" hidden>
          <p class="label">{sign.preview}</p>
          <canvas id="preview" class="preview" role="img" aria-label={sign.preview} />
        </div>
        <p class="hint">{legal}</p>
        <p class="field-error" id="sign-error" role="alert" hidden />
        {service === undefined && problem('sign')}
        <div class="panel-actions">
          <Button label={submit} type="submit" id="sign-submit" icon="pen" />
          <Button label={words.agree.show} id="sign-back" kind="quiet" />
        </div>
        <p id="sign-busy" class="hint" role="status" />
      </form>
    </>,
  )
}

/** What each way of making a signature takes. */
const wayParts = ({ sign }: SignTexts): Html => (
  <>
    <div data-way="drawn" class="stack-tight">
      <p class="hint">{sign.drawHint}</p>
      <canvas id="pad" class="pad" role="img" aria-label={sign.drawArea} />
      <div class="pad-tools">
        <Button label={sign.undo} id="pad-undo" kind="quiet" />
        <Button label={sign.clear} id="pad-clear" kind="quiet" />
      </div>
    </div>
    <div data-way="typed" class="stack" hidden>
      <Field id="typed" label={sign.text} autocomplete="name" maxLength={80} />
      <fieldset>
        <legend>{sign.look}</legend>
        <div class="looks">
          {sign.looks.map((look, index) => (
            <label class={`look look-${index}`}>
              <input type="radio" name="look" value={index} checked={index === 0} />
              <span>{look}</span>
            </label>
          ))}
        </div>
      </fieldset>
    </div>
    <div data-way="image" class="stack" hidden>
      <FileField
        id="picture"
        name="picture"
        label={sign.file}
        hint={sign.fileHint}
        drop={sign.fileDrop}
        accept="image/png,image/jpeg"
        required={false}
        max={{ bytes: PICTURE_FILE_BYTES_MAX, text: sign.fileLarge }}
      />
    </div>
  </>
)

function verifiedText(method: StepParts['state']['signer']['authentication'], words: SignTexts) {
  if (method === 'passkey') return words.passkey.verified
  return method === 'totp' ? words.totp.verified : words.sign.verified
}

/** The dialog in which a person declines, or returns the document. */
export function reasonDialog({ state: { document }, words }: StepParts, act: 'decline' | 'return'): Html {
  const { title, text, reason, confirm } = act === 'decline' ? words.declining : words.returning
  return (
    <dialog id={act} aria-labelledby={`${act}-title`}>
      <form id={`${act}-form`} class="stack" novalidate>
        <h2 id={`${act}-title`} tabindex="-1">
          {title}
        </h2>
        <p>{text({ sender: document.sender })}</p>
        <div class="field">
          <label for={`${act}-reason`}>{reason}</label>
          <textarea id={`${act}-reason`} maxlength="500" rows="4" aria-describedby={`${act}-reason-error`} required />
          <p class="field-error" id={`${act}-reason-error`} role="alert" hidden />
        </div>
        {problem(act)}
        <div class="actions">
          <Button label={confirm} type="submit" kind={act === 'decline' ? 'danger' : 'primary'} id={`${act}-confirm`} />
          <Button label={words.declining.cancel} kind="secondary" id={`${act}-cancel`} />
        </div>
      </form>
    </dialog>
  )
}
