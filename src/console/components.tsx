/** UI components specific to the console; styled in `browser/console.css`. */

import type { IdentityError } from '../identity/identity-error.ts'
import { languageFacts } from '../kernel/languages.ts'
import { Alert, Button, type FormFinding, LinkButton, type LinkParts, MULTIPART } from '../pages/components.tsx'
import { type Html, type HtmlPart, markup, safeHref } from '../pages/html.ts'
import { Icon, type IconName } from '../pages/icons.tsx'
import type { Attributes } from '../pages/jsx-runtime.ts'
import type { Visit } from './visit.ts'
import { inWords, type Reader } from './words.ts'

/**
 * A form that only this browser can submit; nothing where the member's role may not submit it.
 * @param parts `files`: it contains files; `more`: further attributes
 */
export const OwnForm = (parts: {
  visit: Visit
  action: string
  children: HtmlPart
  id?: string
  className?: string
  target?: string
  files?: boolean
  more?: Attributes
}): Html | false =>
  parts.visit.allows('POST', parts.action) && (
    <form
      action={safeHref(parts.action)}
      method="post"
      enctype={parts.files === true ? MULTIPART : undefined}
      {...parts.more}
      id={parts.id}
      class={parts.className ?? 'stack'}
      target={parts.target}
    >
      <input type="hidden" name="csrf" value={parts.visit.csrf} />
      {parts.children}
    </form>
  )

/** A form that is only its button. */
export const SubmitForm = ({
  visit,
  action,
  className,
  ...button
}: Omit<Parameters<typeof Button>[0], 'type'> & { visit: Visit; action: string; className?: string }): Html => (
  <OwnForm visit={visit} action={action} {...(className !== undefined && { className })}>
    <Button {...button} type="submit" />
  </OwnForm>
)

/** What an identity error says of a form as a whole; nothing of one about a field. */
export const identityFault = (visit: Reader, error: IdentityError | undefined): Html | false =>
  error !== undefined && error.field === undefined && <Alert kind="error">{visit.words.refusals[error.code]}</Alert>

/** A line of a list: what it is, what is known of it, and what stands beside it. */
export const Row = ({
  title,
  mark,
  hint,
  children,
}: {
  title: HtmlPart
  mark?: HtmlPart
  hint?: HtmlPart
  children?: HtmlPart
}): Html => (
  <li>
    <div>
      <p>
        <strong>{title}</strong>
        {mark}
      </p>
      {hint !== undefined && <p class="hint">{hint}</p>}
    </div>
    {children}
  </li>
)

/** What is wrong with a form as a whole, and with none of its fields; nothing where that is all right. */
export const FormAlert = ({ findings }: { findings: readonly FormFinding[] | undefined }): Html | false => {
  const own = findings?.find(({ field }) => field === 'form')
  return (
    own !== undefined && (
      <div class="form-fault">
        <Alert kind="error">{own.text}</Alert>
      </div>
    )
  )
}

/** Head of a page: title, a sentence and actions. */
export const PageHead = ({ title, text, children }: { title: HtmlPart; text: HtmlPart; children?: HtmlPart }): Html => (
  <div class="page-head">
    <div>
      <h1>{title}</h1>
      <p class="lead">{text}</p>
    </div>
    {children !== undefined && <div class="actions">{children}</div>}
  </div>
)

/** Link back to the parent page. */
export const Crumb = ({ href, children }: { href: string; children: HtmlPart }): Html => (
  <p class="crumb">
    <a href={href}>
      <Icon name="chevron" />
      <span>{children}</span>
    </a>
  </p>
)

/** A link that looks like a button; nothing where the member's role may not go there. */
export const MemberLink = ({
  visit,
  method = 'GET',
  ...parts
}: LinkParts & { visit: Visit; method?: 'GET' | 'POST' }): Html | false =>
  visit.allows(method, parts.href) && <LinkButton {...parts} />

/** Something folded away until it is wanted, such as renaming; nothing where the role may not submit its form. */
export const Folded = (parts: { visit: Visit; label: string; name: string; action: string; children: HtmlPart }) =>
  parts.visit.allows('POST', parts.action) && (
    <details class="act" name="act">
      <summary>
        {parts.label}
        <span class="visually-hidden"> {parts.name}</span>
      </summary>
      <div class="act-sheet">{parts.children}</div>
    </details>
  )

/** The same for a form of its own. */
export const FoldedForm = ({ children, ...parts }: Parameters<typeof Folded>[0]): Html | false => (
  <Folded {...parts}>
    <OwnForm visit={parts.visit} action={parts.action}>
      {children}
    </OwnForm>
  </Folded>
)

/** A section of a page with a heading; nothing where it has no content. */
export const Section = ({
  id,
  title,
  text,
  side,
  children,
}: {
  id: string
  title: HtmlPart
  text?: HtmlPart
  side?: HtmlPart
  children: HtmlPart
}): Html | false =>
  markup(children).trim() !== '' && (
    <section class="panel" aria-labelledby={id}>
      <div class="panel-head">
        <div>
          <h2 id={id}>{title}</h2>
          {text !== undefined && <p class="hint">{text}</p>}
        </div>
        {side}
      </div>
      {children}
    </section>
  )

/** The part of the settings that leads to a page of its own. */
export function pageLink(
  visit: Visit,
  id: string,
  href: string,
  words: { title: string; text: string; linkDo: string },
): Html | false {
  return (
    <Section id={id} title={words.title} text={words.text}>
      <MemberLink visit={visit} label={words.linkDo} href={href} kind="secondary" />
    </Section>
  )
}

/** Empty state: what belongs here and how to create it. */
export const EmptyState = (parts: { icon: IconName; title: HtmlPart; text: HtmlPart; action?: HtmlPart }): Html => (
  <div class="empty">
    <div class="empty-mark">
      <Icon name={parts.icon} />
    </div>
    <h3>{parts.title}</h3>
    <p>{parts.text}</p>
    {parts.action}
  </div>
)

/** Text with a copy button; without script, one click selects it all. */
export const CopyBlock = ({
  visit,
  ...parts
}: {
  visit: Reader
  id: string
  label: HtmlPart
  text: string
  kind?: 'secret' | 'curl'
}): Html => {
  const words = visit.words.common
  return (
    <div class={`copy-block ${parts.kind ?? 'curl'}`}>
      <div class="copy-head">
        <span id={`${parts.id}-label`}>{parts.label}</span>
        <button type="button" class="copy-button" data-copy={parts.id} data-copied={words.copied} hidden>
          <Icon name="copy" />
          <span aria-live="polite">{words.copy}</span>
        </button>
      </div>
      <pre tabindex="0" role="group" aria-labelledby={`${parts.id}-label`}>
        <code id={parts.id}>{parts.text}</code>
      </pre>
    </div>
  )
}

/** The curl equivalent of an action, collapsed by default. */
export const CurlLine = ({ visit, id, text }: { visit: Reader; id: string; text: string }): Html => (
  <details class="curl-line">
    <summary>{visit.words.common.curl}</summary>
    <CopyBlock visit={visit} id={id} label="curl" text={text} />
  </details>
)

/** A time, which the page's script converts to the reader's local time. */
export const moment = (iso: string | undefined, visit: Reader): Html | false =>
  iso !== undefined && <time datetime={iso}>{inWords(iso, visit)}</time>

/** A badge for a state. */
export const badge = (text: HtmlPart, kind: 'live' | 'test' | 'off' | 'plain' = 'plain'): Html => (
  <span class={`badge ${kind}`}>{text}</span>
)

const METER_WIDTH = 300

/** How much of a limit is used. The text beside it is equivalent. */
export function meter(label: HtmlPart, figures: string, share: number | null): Html {
  const filled = share === null ? 0 : Math.min(1, share) * METER_WIDTH
  const level = share === null || share < 0.8 ? 'fine' : share < 1 ? 'near' : 'full'
  return (
    <div class={`meter ${level}`}>
      <p>
        <span>{label}</span>
        <strong>{figures}</strong>
      </p>
      <svg viewBox={`0 0 ${METER_WIDTH} 8`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
        <rect class="meter-rest" width={METER_WIDTH} height="8" />
        <rect class="meter-used" width={Math.round(filled)} height="8" />
      </svg>
    </div>
  )
}

/** How to get a larger plan, where the operator says so: a link or a sentence. */
export const planAdvice = (visit: Reader, advice: string): Html | false =>
  advice !== '' && (
    <p class="plan-advice">
      {visit.words.common.largerPlans}
      {languageFacts(visit.locale).colon}{' '}
      {/^https?:\/\/\S+$/i.test(advice) ? <a href={safeHref(advice)}>{advice}</a> : advice}
    </p>
  )
