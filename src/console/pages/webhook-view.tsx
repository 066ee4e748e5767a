/** The page of one webhook with its deliveries, and the page of one delivery. */
import type { Locale } from '../../kernel/languages.ts'
import { Alert, Button, Check, Facts, type FormFinding, SelectField } from '../../pages/components.tsx'
import type { Html, HtmlPart } from '../../pages/html.ts'
import type { ConsoleTexts } from '../../translations/messages.ts'
import { textsIn } from '../../translations/texts.ts'
import type { Delivery } from '../../webhooks/delivery-schemas.ts'
import type { Webhook } from '../../webhooks/schemas.ts'
import { CopyBlock, Crumb, CurlLine, FormAlert, moment, OwnForm, Section } from '../components.tsx'
import type { Visit } from '../visit.ts'
import { type LiveState, liveRegion } from './live.tsx'
import { actionFold } from './request-actions.tsx'
import { kindBadge, REQUESTS_PATH } from './requests-list.tsx'
import { webhookCurl } from './signature-curl.ts'
import {
  eventsText,
  eventWords,
  WEBHOOKS_PATH,
  type WebhookForm,
  webhookFields,
  webhookState,
} from './webhooks-view.tsx'

/** Data of the page. */
export interface WebhookPage {
  webhook: Webhook
  deliveries: readonly Delivery[]
  next: string | undefined
  /** Whether this is not the first page. */
  hasMore: boolean
  /** The selected state; empty: all. */
  status: string
  privateAllowed: boolean
  baseUrl: string
  /** The faults of the submitted form. */
  finding?: { act: string; typed: WebhookForm; findings: readonly FormFinding[] } | undefined
}

/** The whole page. */
export function webhookMain(visit: Visit, page: WebhookPage): Html {
  const { locale } = visit
  const words = textsIn(locale).console.webhooks
  const { webhook } = page
  const time = (iso: string | undefined): HtmlPart => iso !== undefined && moment(iso, locale)
  const lines: Array<readonly [string, HtmlPart]> = [
    [words.events, eventsText(words, webhook.events)],
    [words.description, webhook.description],
    [words.made, time(webhook.created_at)],
    [words.lastSuccess, time(webhook.last_success_at)],
    [words.lastFailure, time(webhook.last_failure_at)],
    [words.error, webhook.failures > 1 && words.failures({ count: webhook.failures })],
    [words.paused, time(webhook.paused_until)],
  ]
  return (
    <>
      <Crumb href={WEBHOOKS_PATH}>{words.back}</Crumb>
      <div class="page-head">
        <div>
          <h1 class="webhook-url">{webhook.url}</h1>
          <p class="request-badges">
            {webhookState(locale, webhook)}
            {webhook.test && kindBadge(locale, true)}
            <code>{webhook.id}</code>
          </p>
        </div>
      </div>
      <FormAlert findings={page.finding?.findings} />
      <div class="key-acts request-acts">{actions(visit, page)}</div>
      <section class="panel" aria-label={words.title}>
        <Facts lines={lines.filter(([, value]) => value !== false)} />
      </section>
      {deliveryList(visit, page)}
    </>
  )
}

/** Builds the collapsible forms of a webhook, each with its curl equivalent. */
const folder =
  (visit: Visit, { webhook, finding }: WebhookPage) =>
  (name: string, label: string, parts: { text?: string; content: HtmlPart; line: string; danger?: boolean }): Html => {
    const form = (
      <OwnForm visit={visit} action={`${WEBHOOKS_PATH}/${webhook.id}/${name}`}>
        {parts.text !== undefined && <p>{parts.text}</p>}
        {parts.content}
      </OwnForm>
    )
    return actionFold({
      id: `act-${name}`,
      label,
      about: webhook.url,
      danger: parts.danger === true,
      open: finding?.act === name,
      content: (
        <>
          {form}
          <CurlLine locale={visit.locale} id={`curl-${name}`} text={parts.line} />
        </>
      ),
    })
  }

function actions(visit: Visit, page: WebhookPage): HtmlPart {
  const words = textsIn(visit.locale).console.webhooks
  const { webhook } = page
  const curl = webhookCurl(page.baseUrl)
  const fold = folder(visit, page)
  const typed = page.finding?.typed ?? {
    url: webhook.url,
    description: webhook.description ?? '',
    events: webhook.events,
  }
  const { privateAllowed } = page
  const fields = { typed, findings: page.finding?.findings ?? [], privateAllowed }
  const onOrOff = (): Html =>
    webhook.status === 'disabled'
      ? fold('enable', words.enable, {
          text: words.enableText,
          content: <Button label={words.enableDo} type="submit" />,
          line: curl.change(webhook.id, { status: 'active' }),
        })
      : fold('disable', words.disable, {
          text: words.disableText,
          content: <Button label={words.disableDo} type="submit" kind="secondary" />,
          line: curl.change(webhook.id, { status: 'disabled' }),
        })
  return [
    fold('test', words.test, {
      text: words.testText,
      content: <Button label={words.testDo} type="submit" icon="send" />,
      line: curl.test(webhook.id),
    }),
    fold('edit', words.edit, {
      content: (
        <>
          {webhookFields(visit.locale, fields, 'edit')}
          <Button label={words.editDo} type="submit" />
        </>
      ),
      line: curl.change(webhook.id, { events: ['document.completed'] }),
    }),
    fold('rotate', words.rotate, {
      text: words.rotateText,
      content: <Button label={words.rotateDo} type="submit" kind="secondary" />,
      line: curl.rotate(webhook.id),
    }),
    onOrOff(),
    fold('delete', words.remove, {
      text: words.removeText,
      content: (
        <>
          <Check name="sure" label={words.removeCheck} required />
          <Button label={words.removeDo} type="submit" kind="danger" />
        </>
      ),
      line: curl.remove(webhook.id),
      danger: true,
    }),
  ]
}

/** The label of a delivery's state. */
const deliveryBadge = (words: ConsoleTexts['webhooks'], { status }: Delivery): Html => (
  <span class={`badge state delivery-${status}`}>{words.states[status]}</span>
)

function deliveryList(visit: Visit, page: WebhookPage): Html {
  const { locale } = visit
  const words = textsIn(locale).console.webhooks
  const { webhook, deliveries } = page
  const options = [['', words.anyState] as const, ...Object.entries(words.states)].map(([value, label]) => (
    <option value={value} selected={value === page.status}>
      {label}
    </option>
  ))
  const path = `${WEBHOOKS_PATH}/${webhook.id}`
  const filter = (
    <form class="filters" action={path} method="get">
      <SelectField id="status" label={words.filter}>
        {options}
      </SelectField>
      <Button label={words.show} type="submit" kind="secondary" />
    </form>
  )
  const list =
    deliveries.length === 0 ? (
      <p class="hint">{words.noDeliveries}</p>
    ) : (
      <ul class="delivery-rows">{deliveries.map((delivery) => deliveryRow(locale, path, delivery))}</ul>
    )
  return (
    <Section id="deliveries" title={words.deliveries} text={words.deliveriesText}>
      {filter}
      {list}
      {pager(words, page, path)}
      <CurlLine locale={locale} id="curl-deliveries" text={webhookCurl(page.baseUrl).deliveries(webhook.id)} />
    </Section>
  )
}

function deliveryRow(locale: Locale, path: string, delivery: Delivery): Html {
  const words = textsIn(locale).console.webhooks
  const { id, event_type: type, error, created_at: at, duration_ms: took } = delivery
  const answer = delivery.response_status
  return (
    <li class="delivery-row">
      <div>
        <p class="delivery-type">
          <a href={`${path}/deliveries/${id}`}>
            <code>{type}</code>
          </a>{' '}
          <span class="hint">{eventWords(locale, type)}</span>
        </p>
        {error !== undefined && (
          <p class="delivery-error" lang="en">
            {error}
          </p>
        )}
      </div>
      <div class="request-states">
        {deliveryBadge(words, delivery)}
        {answer !== undefined && <span class="badge">HTTP {answer}</span>}
      </div>
      <p class="request-when">
        {moment(at, locale)}
        {took !== undefined && (
          <>
            <br />
            {words.attempts({ count: delivery.attempts })}, {words.took({ ms: took })}
          </>
        )}
      </p>
    </li>
  )
}

function pager(words: ConsoleTexts['webhooks'], page: WebhookPage, path: string): HtmlPart {
  if (page.next === undefined && !page.hasMore) return undefined
  const link = (cursor: string): string => {
    const query = new URLSearchParams(
      Object.entries({ status: page.status, cursor }).filter(([, value]) => value !== ''),
    )
    return `${path}?${query}#deliveries`
  }
  return (
    <nav class="pager" aria-label={words.deliveries}>
      {page.hasMore ? (
        <a class="button secondary" href={link('')}>
          {words.newest}
        </a>
      ) : (
        <span />
      )}
      {page.next !== undefined && (
        <a class="button secondary" href={link(page.next)} rel="next">
          {words.older}
        </a>
      )}
    </nav>
  )
}

/** Data of the delivery page. */
interface DeliveryPageParts {
  webhook: Webhook
  delivery: Delivery
  body: string
  baseUrl: string
}

const pretty = (body: string): string => JSON.stringify(JSON.parse(body), null, 2)

/** The request headers of the last attempt; none are shown before the first attempt. */
function sentHeaders({ url }: Webhook, { event_id, request_headers }: Delivery): string {
  const signed = request_headers ?? {
    'webhook-id': event_id,
    'webhook-timestamp': '…',
    'webhook-signature': 'v1,…',
  }
  const lines = Object.entries(signed).map(([name, value]) => `${name}: ${value}`)
  return [`POST ${url}`, 'content-type: application/json', ...lines].join('\n')
}

/** The live state that an open page of a delivery is compared with. */
export const deliveryState = ({ status, attempts }: Delivery): LiveState => ({
  status,
  steps: attempts,
  over: status !== 'pending',
})

/** One delivery: the request, the response, and replaying it. */
export function deliveryMain(visit: Visit, page: DeliveryPageParts): Html {
  const { locale } = visit
  const words = textsIn(locale).console.webhooks
  const { webhook, delivery } = page
  const path = `${WEBHOOKS_PATH}/${webhook.id}`
  const again =
    webhook.status === 'active' ? (
      <OwnForm visit={visit} action={`${path}/deliveries/${delivery.id}/replay`}>
        <p class="hint">{words.replayText}</p>
        <Button label={words.replay} type="submit" icon="send" />
      </OwnForm>
    ) : (
      <Alert kind="info">
        <p>{words.faults.disabled}</p>
      </Alert>
    )
  const curl = webhookCurl(page.baseUrl).replay(webhook.id, delivery.id)
  const live = { ...deliveryState(delivery), path: `${path}/deliveries/${delivery.id}` }
  const content = (
    <>
      <div class="page-head">
        <div>
          <h1>
            <code class="event-type">{delivery.event_type}</code>
          </h1>
          <p class="request-badges">
            {deliveryBadge(words, delivery)}
            <code>{delivery.id}</code>
          </p>
        </div>
      </div>
      <Section id="response" title={words.response}>
        {responsePart(locale, path, delivery)}
      </Section>
      <Section id="sent" title={words.request} text={delivery.request_headers ? words.requestText : words.requestLater}>
        <div class="stack">
          <CopyBlock locale={locale} id="sent-headers" label="HTTP" text={sentHeaders(webhook, delivery)} />
          <CopyBlock locale={locale} id="sent-body" label={words.body} text={pretty(page.body)} />
          <details class="more">
            <summary>{words.exactBody}</summary>
            <CopyBlock locale={locale} id="sent-bytes" label={words.body} text={page.body} />
          </details>
        </div>
      </Section>
      <Section id="again" title={words.replay}>
        {again}
        <CurlLine locale={locale} id="curl-replay" text={curl} />
      </Section>
    </>
  )
  return (
    <>
      <Crumb href={path}>{words.backToWebhook}</Crumb>
      {liveRegion(locale, live, content)}
    </>
  )
}

function responsePart(locale: Locale, path: string, delivery: Delivery): Html {
  const words = textsIn(locale).console.webhooks
  const { response_status: status, response_excerpt: excerpt, duration_ms: took } = delivery
  const time = (iso: string | undefined): HtmlPart => iso !== undefined && moment(iso, locale)
  const link = (href: string, text: string | undefined): HtmlPart =>
    text !== undefined && <a href={`${href}/${text}`}>{text}</a>
  const lines: Array<readonly [string, HtmlPart]> = [
    [words.status, status === undefined ? words.noResponse : `HTTP ${status}`],
    [words.error, delivery.error !== undefined && <span lang="en">{delivery.error}</span>],
    [words.excerpt, excerpt !== undefined && excerpt !== '' && <code class="prose">{excerpt}</code>],
    [
      words.delivery,
      <>
        {words.attempts({ count: delivery.attempts })}
        {took !== undefined && `, ${words.took({ ms: took })}`}
      </>,
    ],
    [words.made, time(delivery.created_at)],
    [words.nextAttempt, time(delivery.next_attempt_at)],
    [words.document, link(REQUESTS_PATH, delivery.document_id)],
    [words.replayOf, link(`${path}/deliveries`, delivery.replay_of)],
  ]
  return <Facts lines={lines.filter(([, value]) => value !== false)} />
}
