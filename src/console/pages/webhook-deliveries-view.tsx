/** The deliveries of a webhook as a list. */
import { Button, type FormFinding, SelectField } from '../../pages/components.tsx'
import type { Html, HtmlPart } from '../../pages/html.ts'
import type { ConsoleTexts } from '../../translations/messages.ts'
import type { Delivery } from '../../webhooks/delivery-schemas.ts'
import type { Webhook } from '../../webhooks/schemas.ts'
import { CurlLine, moment, Section } from '../components.tsx'
import type { Visit } from '../visit.ts'
import type { Reader } from '../words.ts'
import { webhookCurl } from './signature-curl.ts'
import { eventWords, WEBHOOKS_PATH, type WebhookForm } from './webhook-form.tsx'

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
  /** The faults of the submitted form. */
  finding?: { act: string; typed: WebhookForm; findings: readonly FormFinding[] } | undefined
}

/** The label of a delivery's state. */
export const deliveryBadge = (words: ConsoleTexts['webhooks'], { status }: Delivery): Html => (
  <span class={`badge state delivery-${status}`}>{words.states[status]}</span>
)

/** The deliveries of a webhook, page by page. */
export function deliveryList(visit: Visit, page: WebhookPage): Html {
  const words = visit.words.webhooks
  const { webhook, deliveries } = page
  const states = [['', words.anyState] as const, ...Object.entries(words.states)]
  const path = `${WEBHOOKS_PATH}/${webhook.id}`
  const list =
    deliveries.length === 0 ? (
      <p class="hint">{words.noDeliveries}</p>
    ) : (
      <ul class="delivery-rows">{deliveries.map((delivery) => deliveryRow(visit, path, delivery))}</ul>
    )
  return (
    <Section id="deliveries" title={words.deliveries} text={words.deliveriesText}>
      <form class="filters" action={path} method="get">
        <SelectField id="status" label={words.filter} choices={states} chosen={page.status} />
        <Button label={words.show} type="submit" kind="secondary" />
      </form>
      {list}
      {pager(words, page, path)}
      <CurlLine visit={visit} id="curl-deliveries" text={webhookCurl(visit.baseUrl).deliveries(webhook.id)} />
    </Section>
  )
}

function deliveryRow(visit: Reader, path: string, delivery: Delivery): Html {
  const words = visit.words.webhooks
  const { id, event_type: type, error, created_at: at, duration_ms: took } = delivery
  const answer = delivery.response_status
  return (
    <li class="delivery-row">
      <div>
        <p class="delivery-type">
          <a href={`${path}/deliveries/${id}`}>
            <code>{type}</code>
          </a>{' '}
          <span class="hint">{eventWords(visit, type)}</span>
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
        {moment(at, visit)}
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
