/** Markup of the section "Webhooks": the list, the form for a new one, the page that shows a secret. */
import { KEY_MODES, type KeyMode } from '../../accounts/key-format.ts'
import type { Locale } from '../../kernel/languages.ts'
import { Alert, Button, Check, Field, type FormFinding, LinkButton } from '../../pages/components.tsx'
import type { Html, HtmlPart } from '../../pages/html.ts'
import type { ConsoleTexts } from '../../translations/messages.ts'
import { textsIn } from '../../translations/texts.ts'
import { EVENT_TYPES } from '../../webhooks/events.ts'
import type { Webhook } from '../../webhooks/schemas.ts'
import { WEBHOOKS_MAX } from '../../webhooks/service.ts'
import {
  badge,
  CopyBlock,
  CurlLine,
  EmptyState,
  FormAlert,
  moment,
  OwnForm,
  PageHead,
  Section,
} from '../components.tsx'
import type { Visit } from '../visit.ts'

import { findingIn } from './request-actions.tsx'
import { kindBadge } from './requests-list.tsx'
import { webhookCurl } from './signature-curl.ts'

// A sample receiver to start from; a test runs it against real deliveries.

/** The program, for Node 20 and newer; the secret and the port come from the environment. */
export const RECEIVER_SAMPLE = `import { createServer } from 'node:http'
import { env } from 'node:process'
import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(env.WEBHOOK_SECRET)

createServer((request, response) => {
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    try {
      // Checks the signature and that it is not older than five minutes.
      const event = webhook.verify(Buffer.concat(chunks).toString(), request.headers)
      console.log(event.type, event.data)
      response.writeHead(204).end()
    } catch {
      response.writeHead(400).end()
    }
  })
}).listen(env.PORT ?? 3000)
`

/** Path of the section. */
export const WEBHOOKS_PATH = '/console/webhooks'

/** Input of a webhook form. */
export interface WebhookForm {
  url: string
  description: string
  /** Null: all. */
  events: readonly string[] | null
}

/** A new one also chooses live or test keys, which cannot be changed later. */
export type NewWebhookForm = WebhookForm & { mode: KeyMode }

/** Data of the page. */
interface WebhooksPage {
  webhooks: readonly Webhook[]
  privateAllowed: boolean
  baseUrl: string
  /** Token of this form: submitted twice, it adds one. */
  form: string
  typed: NewWebhookForm
  findings: readonly FormFinding[]
}

/** The whole page. */
export function webhooksMain(visit: Visit, page: WebhooksPage): Html {
  const words = textsIn(visit.locale).console.webhooks
  const { webhooks } = page
  const some = webhooks.length > 0
  const add = some && visit.allows('POST', '/console/webhooks') && (
    <LinkButton label={words.createTitle} href="#create" icon="plus" />
  )
  return (
    <>
      <PageHead title={words.title} text={words.text}>
        {add}
      </PageHead>
      <Section
        id="list"
        title={
          <>
            {words.listTitle}{' '}
            {some && (
              <span class="title-count">
                {words.held({ held: webhooks.length, max: KEY_MODES.length * WEBHOOKS_MAX })}
              </span>
            )}
          </>
        }
      >
        {some ? (
          <ul class="keys">{webhooks.map((webhook) => item(visit.locale, webhook))}</ul>
        ) : (
          <EmptyState icon="hook" title={words.empty} text={words.emptyText} />
        )}
      </Section>
      {createForm(visit, page)}
      {receiver(visit.locale)}
    </>
  )
}

/** The label of its state, with the reason. */
export function webhookState(locale: Locale, webhook: Webhook): Html {
  const words = textsIn(locale).console.webhooks
  const { status, disabled_reason: reason } = webhook
  if (status === 'active') return badge(words.active, 'live')
  return badge(`${words.disabled}${reason === undefined ? '' : `, ${words.reasons[reason]}`}`, 'off')
}

/** The events it receives. */
export const eventsText = (words: ConsoleTexts['webhooks'], events: readonly string[] | null): string =>
  events === null ? words.allEvents : events.length > 3 ? words.someEvents({ count: events.length }) : events.join(', ')

function item(locale: Locale, webhook: Webhook): Html {
  const words = textsIn(locale).console.webhooks
  const { id, url, description, last_success_at: success, last_failure_at: failure } = webhook
  const common = textsIn(locale).console.common
  return (
    <li class="key">
      <div class="key-head">
        <div class="webhook-main">
          <h3>
            <a href={`${WEBHOOKS_PATH}/${id}`}>{url}</a>
          </h3>
          <p class="key-text">
            {webhookState(locale, webhook)}
            {webhook.test && kindBadge(locale, true)}
            <span>{eventsText(words, webhook.events)}</span>
          </p>
          {description !== undefined && <p class="hint">{description}</p>}
        </div>
        <dl class="key-facts">
          <div>
            <dt>{words.lastSuccess}</dt>
            <dd>{success === undefined ? common.never : moment(success, locale)}</dd>
          </div>
          {failure !== undefined && (
            <div>
              <dt>{words.lastFailure}</dt>
              <dd>{moment(failure, locale)}</dd>
            </div>
          )}
        </dl>
      </div>
    </li>
  )
}

function createForm(visit: Visit, page: WebhooksPage): Html {
  const words = textsIn(visit.locale).console.webhooks
  const title = { id: 'create', title: words.createTitle, text: words.createText }
  const free = KEY_MODES.filter((mode) => heldOf(page, mode) < WEBHOOKS_MAX)
  if (free.length === 0)
    return (
      <Section {...title}>
        <Alert kind="info">
          <p>{words.full({ max: WEBHOOKS_MAX })}</p>
        </Alert>
      </Section>
    )
  const content = (
    <>
      <input type="hidden" name="form" value={page.form} />
      {modeChoice(words, page, free)}
      {webhookFields(visit.locale, page, 'new')}
      <Button label={words.create} type="submit" />
    </>
  )
  return (
    <Section {...title}>
      <FormAlert findings={page.findings} />
      <OwnForm visit={visit} action={WEBHOOKS_PATH}>
        {content}
      </OwnForm>
      <CurlLine locale={visit.locale} id="curl-create" text={webhookCurl(page.baseUrl).create} />
    </Section>
  )
}

const heldOf = ({ webhooks }: WebhooksPage, mode: KeyMode): number =>
  webhooks.filter(({ test }) => test === (mode === 'test')).length

/** The choice of live or test keys whose events it receives. */
function modeChoice(words: ConsoleTexts['webhooks'], page: WebhooksPage, free: readonly KeyMode[]): Html {
  const chosen = free.includes(page.typed.mode) ? page.typed.mode : free[0]
  const choices = KEY_MODES.map((mode) => (
    <Check
      type="radio"
      name="mode"
      value={mode}
      checked={mode === chosen}
      disabled={!free.includes(mode)}
      label={words.modes[mode]}
      hint={free.includes(mode) ? words.modeHints[mode] : words.modeFull({ max: WEBHOOKS_MAX })}
    />
  ))
  return (
    <fieldset class="event-choice">
      <legend>{words.mode}</legend>
      {choices}
    </fieldset>
  )
}

/** The fields of a new and of a changed webhook. @param id distinguishes forms on one page */
export function webhookFields(
  locale: Locale,
  { typed, findings, privateAllowed }: Pick<WebhooksPage, 'findings' | 'privateAllowed'> & { typed: WebhookForm },
  id: string,
): Html {
  const words = textsIn(locale).console.webhooks
  const { error } = findingIn(findings, 'events')
  const boxes = EVENT_TYPES.map((type) => (
    <Check
      name={type}
      checked={typed.events?.includes(type) === true}
      label={<code>{type}</code>}
      hint={eventWords(locale, type)}
    />
  ))
  const choice = (value: string, label: string, chosen: boolean): Html => (
    <Check type="radio" name="which" value={value} checked={chosen} label={label} />
  )
  return (
    <>
      <Field
        id={`url-${id}`}
        name="url"
        type="url"
        label={words.url}
        hint={privateAllowed ? words.urlHintPrivate : words.urlHint}
        value={typed.url}
        required
        maxLength={2048}
        autocomplete="off"
        {...findingIn(findings, 'url')}
      />
      <Field
        id={`description-${id}`}
        name="description"
        label={words.description}
        hint={words.descriptionHint}
        value={typed.description}
        maxLength={200}
        autocomplete="off"
        {...findingIn(findings, 'description')}
      />
      <fieldset class="event-choice">
        <legend>{words.events}</legend>
        {choice('all', words.everything, typed.events === null)}
        {choice('some', words.choose, typed.events !== null)}
        <div class="event-boxes">{boxes}</div>
        {error !== undefined && <p class="field-error">{error}</p>}
      </fieldset>
    </>
  )
}

/** The sample receiver, collapsed. */
const receiver = (locale: Locale): Html => {
  const words = textsIn(locale).console.webhooks
  return (
    <Section id="receiver" title={words.receiverTitle} text={words.receiverText}>
      <CopyBlock locale={locale} id="receiver-code" label="receiver.mjs" text={RECEIVER_SAMPLE} />
    </Section>
  )
}

/** The one page that shows a secret. */
export function secretMain(
  visit: Visit,
  shown: { id: string; url: string; secret: string; previousUntil?: string },
): Html {
  const { locale } = visit
  const words = textsIn(locale).console.webhooks
  const until: HtmlPart =
    shown.previousUntil === undefined ? (
      words.madeText
    ) : (
      <>
        {words.rotatedText} {moment(shown.previousUntil, locale)}.
      </>
    )
  const title = shown.previousUntil === undefined ? words.madeTitle : words.rotatedTitle
  return (
    <>
      <PageHead title={title} text={shown.url} />
      <section class="panel new-key">
        <Alert kind="warning">
          <p>{until}</p>
        </Alert>
        <CopyBlock locale={locale} id="secret" label={words.secret} text={shown.secret} kind="secret" />
      </section>
      {receiver(locale)}
      <div class="actions">
        <LinkButton label={words.stored} href={`${WEBHOOKS_PATH}/${shown.id}`} />
      </div>
    </>
  )
}

/** A short description of an event; empty for one that is not known here. */
export const eventWords = (locale: Locale, type: string): string => {
  const words = textsIn(locale).console.webhookEvents
  const events: Readonly<Record<string, string>> = words satisfies Record<(typeof EVENT_TYPES)[number], string>
  return events[type] ?? ''
}
