/** GET /sign/{token}: the page on which a person signs, or its outcome. */
import type { Language } from '../../kernel/languages.ts'
import type { Assets } from '../../pages/assets.ts'
import { Alert, Button, Field, Outcome } from '../../pages/components.tsx'
import { type Html, type HtmlPart, jsonBlock } from '../../pages/html.ts'
import { Icon, type IconName } from '../../pages/icons.tsx'
import { plainFoot } from '../../pages/page.tsx'
import { textsIn } from '../../translations/texts.ts'
import { FIRST_PAGE } from '../model/signer-page.ts'
import type { SignerState } from '../signers/schemas.ts'
import { pageWords } from './action-words.ts'
import { outcomeMain } from './outcomes.tsx'
import type { StepParts } from './parts.tsx'
import { signerPage, stepList, testNote } from './parts.tsx'
import type { LateData, SignData } from './sign-data.ts'
import { reasonDialog, stepPanels } from './steps.tsx'

/** Input of the page. */
export interface SignPageParts {
  /** As returned by GET /sign/{token}/state. */
  state: SignerState
  locale: Language
  assets: Assets
  /** Path of the page, `/sign/{token}`; the URLs of its files are derived from it. */
  path: string
  /** What the account shows of itself besides its name; the files are beside the page. */
  brand?: { logo: boolean; color: boolean }
  /** Origin of the page that shows this one in a frame and receives its events; undefined: none. */
  embedOrigin?: string | undefined
  /** Who is there while the person signs on the sender's device; undefined: it is the person's own. */
  host?: string | undefined
}

/** The whole page of a valid link, by `state.next`. */
export function renderSignPage(given: SignPageParts): string {
  const { state, locale, assets, path, brand, embedOrigin, host } = given
  const words = pageWords(locale, state.signer.action)
  const parts = { state, words, locale, embedded: embedOrigin !== undefined, host }
  const signing = state.next === 'open' || state.next === 'sign'
  const data = jsonBlock('sign-data', {
    state,
    locale,
    stampWords: textsIn(state.signer.locale).signing.stamp,
    embedOrigin,
  } satisfies SignData)
  const main = signing ? signMain(parts, path) : outcomeMain({ ...parts, path })
  return signerPage({
    locale,
    assets,
    title: words.pageTitle({ name: state.document.name }),
    brand: state.document.sender,
    ...(brand?.logo === true && {
      logo: <img class="own-logo" src={`${path}/logo.png`} alt="" />,
    }),
    ...(brand?.color === true && { ownStyles: [`${path}/brand.css`] }),
    scripts: ['sign.js'],
    layout: signing ? 'wide' : 'text',
    ...(signing && { header: signHeader(parts) }),
    ...embeddedFooter(locale, embedOrigin),
    main: (
      <>
        {main}
        {data}
      </>
    ),
  })
}

/** Why there is no state to show. */
export type DeadLink = 'unknown' | 'ended' | 'late' | 'busy' | 'delegated' | 'removed'

/** A link in a frame leads to a tab of its own: no other page of this service can be shown there. */
const embeddedFooter = (locale: Language, embedOrigin: string | undefined) =>
  embedOrigin !== undefined && {
    footer: plainFoot(locale, '/verify', textsIn(locale).common.verify, { newTab: true }),
  }

const deadLooks = (why: DeadLink): { kind: 'warning' | 'info'; icon: IconName } =>
  why === 'delegated' || why === 'removed'
    ? { kind: 'info', icon: 'check' }
    : { kind: 'warning', icon: why === 'unknown' ? 'warning' : 'clock' }

/** The page of a link that is invalid (404), has expired (410), or is rate limited (429). */
export function renderDeadLink(
  why: DeadLink,
  { locale, assets, embedOrigin }: { locale: Language; assets: Assets; embedOrigin?: string | undefined },
): string {
  const words =
    why === 'delegated' ? textsIn(locale).signing.delegation.done : textsIn(locale).signing.pages.sign.outcomes[why]
  return signerPage({
    locale,
    assets,
    title: words.title,
    ...embeddedFooter(locale, embedOrigin),
    ...(embedOrigin !== undefined && { scripts: ['sign-late.js'] }),
    main: (
      <>
        <Outcome {...deadLooks(why)} title={words.title} text={words.text} />
        {embedOrigin !== undefined && jsonBlock('late-data', { embedOrigin } satisfies LateData)}
      </>
    ),
  })
}

/** What is left on the sender's device once a person has signed there: nothing of that person. */
export function renderHandBack(host: string, { locale, assets }: { locale: Language; assets: Assets }): string {
  const { title, text } = textsIn(locale).signing.inPerson.done
  return signerPage({
    locale,
    assets,
    title,
    main: <Outcome kind="success" icon="check" title={title} text={text({ host })} />,
  })
}

/** Who asks and what for, in the one bar above the document. */
const signHeader = ({ state: { document }, words }: StepParts): Html => (
  <>
    <div class="sign-title">
      <h1>{document.name}</h1>
      <p>{words.from({ sender: document.sender })}</p>
    </div>
    {stepList(words, 'read')}
  </>
)

function signMain(parts: StepParts, path: string): Html {
  const { state, words } = parts
  return (
    <>
      {state.document.test && testNote(words)}
      <noscript>
        <div class="sign-note">
          <Alert kind="warning" title={words.noScript.title}>
            <p>{words.noScript.text}</p>
            {saveLinks(parts, path)}
          </Alert>
        </div>
      </noscript>
      <div class="sign-body">
        {viewer(parts, path)}
        <div class="panel" id="panel" hidden>
          {stepPanels(parts)}
        </div>
      </div>
      {reasonDialog(parts, 'decline')}
      {state.signer.may_return === true && reasonDialog(parts, 'return')}
      {state.signer.may_delegate === true && delegateDialog(parts)}
    </>
  )
}

/** The files, for browsers without script. */
function saveLinks({ state, words }: StepParts, path: string): Html {
  const { files } = state.document
  if (files === undefined)
    return (
      <p>
        <a href={`${path}/file`}>{words.viewer.save}</a>
      </p>
    )
  return (
    <ul>
      {files.map(({ number, filename }) => (
        <li>
          <a href={`${path}/file?file_number=${number}`}>{filename}</a>
        </li>
      ))}
    </ul>
  )
}

/** The files of a request with several: each button leads to its file. */
function fileTabs({ state, locale }: StepParts): HtmlPart {
  const { files } = state.document
  if (files === undefined) return undefined
  const { label, pages } = textsIn(locale).signing.pages.files
  return (
    <nav class="file-tabs" aria-label={label}>
      <ol>
        {files.map((file) => (
          <li>
            <button
              type="button"
              class="file-tab"
              data-file={file.number}
              aria-current={file.number === 1 ? 'true' : undefined}
            >
              <span class="file-tab-name">
                {file.number}. {file.filename}
              </span>
              <span class="file-tab-pages">{pages({ pages: file.pages })}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

const tool = (id: string, name: 'plus' | 'minus', label: string): Html => (
  <button type="button" class="tool" id={id} aria-label={label} title={label}>
    <Icon name={name} />
  </button>
)

function viewer(parts: StepParts, path: string): Html {
  const {
    state,
    words: { viewer: words },
  } = parts
  const about = state.document.message === null ? '#step-read' : '#message'
  return (
    <section class="viewer" id="viewer" aria-label={words.label}>
      <div class="viewer-tools" id="viewer-tools" role="toolbar" aria-label={words.toolbar} hidden>
        <p class="page-count" id="page-count" />
        {tool('zoom-out', 'minus', words.zoomOut)}
        {tool('zoom-in', 'plus', words.zoomIn)}
        <a class="tool to-about" href={about} aria-label={words.about} title={words.about}>
          <Icon name={state.document.message === null ? 'info' : 'mail'} />
        </a>
        <a class="tool" id="save-copy" href={`${path}/file`} download aria-label={words.save} title={words.save}>
          <Icon name="download" />
        </a>
        <button type="button" class="button secondary go-field" id="go-field" hidden>
          <Icon name="pen" />
          <span />
        </button>
      </div>
      {fileTabs(parts)}
      <p class="viewer-state" id="viewer-state" role="status">
        {words.loading}
      </p>
      <div id="viewer-problem" />
      <div class="sheets" id="sheets">
        <img class="first-page" id="first-page" src={`${path}/${FIRST_PAGE}`} alt="" fetchpriority="high" />
      </div>
    </section>
  )
}

/** The dialog; its script finds in it what is said about mistakes. */
function delegateDialog({ state, words, locale }: StepParts): Html {
  const { form, faults } = textsIn(locale).signing.delegation
  const { title, text: about } = state.signer.action === 'approve' ? textsIn(locale).signing.pages.approverDialog : form
  const text = (name: string, label: string, more: Omit<Parameters<typeof Field>[0], 'id' | 'label'>) => (
    <Field id={`delegate-${name}`} label={label} autocomplete="off" {...more} />
  )
  return (
    <dialog id="delegate" aria-labelledby="delegate-title">
      <form
        id="delegate-form"
        class="stack"
        novalidate
        data-asked={faults.asked}
        data-email={faults.email}
        data-name={faults.name}
        data-phone={faults.phone}
        data-reason={faults.reason}
        data-limit={faults.limit}
      >
        <h2 id="delegate-title" tabindex="-1">
          {title}
        </h2>
        <p>{about({ sender: state.document.sender })}</p>
        {text('email', form.email, { type: 'email', maxLength: 254, required: true })}
        {text('first_name', form.firstName, { maxLength: 100, required: true })}
        {text('last_name', form.lastName, { maxLength: 100, required: true })}
        {state.signer.authentication !== 'email' &&
          text('phone', form.phone, { type: 'tel', inputmode: 'tel', hint: form.phoneHint, maxLength: 40 })}
        <div class="field">
          <label for="delegate-reason">{form.reason}</label>
          <textarea id="delegate-reason" maxlength="300" rows="3" aria-describedby="delegate-reason-error" required />
          <p class="field-error" id="delegate-reason-error" role="alert" hidden />
        </div>
        <div id="problem-delegate" />
        <div class="actions">
          <Button label={form.submit} type="submit" id="delegate-confirm" />
          <Button label={words.declining.cancel} kind="secondary" id="delegate-cancel" />
        </div>
      </form>
    </dialog>
  )
}
