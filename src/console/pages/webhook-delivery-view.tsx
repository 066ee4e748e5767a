/** The page of one delivery: what was sent, and what came back. */
import { Alert, Button, Facts } from '../../pages/components.tsx'
import type { Html, HtmlPart } from '../../pages/html.ts'
import type { Delivery } from '../../webhooks/delivery-schemas.ts'
import type { Webhook } from '../../webhooks/schemas.ts'
import { CopyBlock, Crumb, CurlLine, moment, OwnForm, Section } from '../components.tsx'
import type { Visit } from '../visit.ts'
import type { Reader } from '../words.ts'
import { type LiveState, liveRegion } from './live.tsx'
import { REQUESTS_PATH } from './requests-find.tsx'
import { webhookCurl } from './signature-curl.ts'
import { deliveryBadge } from './webhook-deliveries-view.tsx'
import { WEBHOOKS_PATH } from './webhook-form.tsx'

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
export function deliveryMain(visit: Visit, page: { webhook: Webhook; delivery: Delivery; body: string }): Html {
  const words = visit.words.webhooks
  const { webhook, delivery } = page
  const path = `${WEBHOOKS_PATH}/${webhook.id}`
  const again =
    webhook.status === 'active' ? (
      <OwnForm visit={visit} action={`${path}/deliveries/${delivery.id}/replay`}>
        <p class="hint">{words.replayText}</p>
        <Button label={words.replay} type="submit" icon="send" />
      </OwnForm>
    ) : (
      <Alert kind="info">{words.faults.disabled}</Alert>
    )
  const curl = webhookCurl(visit.baseUrl).replay(webhook.id, delivery.id)
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
        {responsePart(visit, path, delivery)}
      </Section>
      <Section id="sent" title={words.request} text={delivery.request_headers ? words.requestText : words.requestLater}>
        <div class="stack">
          <CopyBlock visit={visit} id="sent-headers" label="HTTP" text={sentHeaders(webhook, delivery)} />
          <CopyBlock visit={visit} id="sent-body" label={words.body} text={pretty(page.body)} />
          <details class="more">
            <summary>{words.exactBody}</summary>
            <CopyBlock visit={visit} id="sent-bytes" label={words.body} text={page.body} />
          </details>
        </div>
      </Section>
      <Section id="again" title={words.replay}>
        {again}
        <CurlLine visit={visit} id="curl-replay" text={curl} />
      </Section>
    </>
  )
  return (
    <>
      <Crumb href={path}>{words.backToWebhook}</Crumb>
      {liveRegion(visit, live, content)}
    </>
  )
}

function responsePart(visit: Reader, path: string, delivery: Delivery): Html {
  const words = visit.words.webhooks
  const { response_status: status, response_excerpt: excerpt, duration_ms: took } = delivery
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
    [words.made, moment(delivery.created_at, visit)],
    [words.nextAttempt, moment(delivery.next_attempt_at, visit)],
    [words.document, link(REQUESTS_PATH, delivery.document_id)],
    [words.replayOf, link(`${path}/deliveries`, delivery.replay_of)],
  ]
  return <Facts lines={lines} />
}
