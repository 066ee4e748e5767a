/** The page of one webhook with its deliveries, and the page of one delivery. */

import type { Locale } from '../../kernel/languages.ts'
import { alert, button, type FormFinding, facts } from '../../pages/components.ts'
import { type Html, type HtmlPart, html } from '../../pages/html.ts'
import type { ConsoleTexts } from '../../translations/messages.ts'
import { textsIn } from '../../translations/texts.ts'
import type { Delivery, Webhook } from '../../webhooks/schemas.ts'
import { copyBlock, crumb, curlLine, moment, ownForm, section } from '../components.ts'
import type { Visit } from '../visit.ts'
import { type LiveState, liveRegion } from './live.ts'
import { actionFold } from './request-actions.ts'
import { kindBadge, REQUESTS_PATH } from './requests-list.ts'
import { webhookCurl } from './signature-curl.ts'
import {
  eventsText,
  eventWords,
  WEBHOOKS_PATH,
  type WebhookForm,
  webhookFields,
  webhookState,
} from './webhooks-view.ts'

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
  const own = page.finding?.findings.find(({ field }) => field === 'form')
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
  return html`${crumb(words.back, WEBHOOKS_PATH)}
<div class="page-head"><div><h1 class="webhook-url">${webhook.url}</h1><p class="request-badges">${webhookState(locale, webhook)}${webhook.test && kindBadge(locale, true)}<code>${webhook.id}</code></p></div></div>
${own !== undefined && html`<div class="form-fault">${alert('error', html`<p>${own.text}</p>`)}</div>`}
<div class="key-acts request-acts">${actions(visit, page)}</div>
<section class="panel" aria-label="${words.title}">${facts(lines.filter(([, value]) => value !== false))}</section>
${deliveryList(visit, page)}`
}

/** Builds the collapsible forms of a webhook, each with its curl equivalent. */
const folder =
  (visit: Visit, { webhook, finding }: WebhookPage) =>
  (
    name: string,
    label: string,
    parts: { text?: string; content: HtmlPart; line: string; danger?: boolean },
  ): Html => {
    const form = ownForm(
      visit,
      `${WEBHOOKS_PATH}/${webhook.id}/${name}`,
      html`${parts.text !== undefined && html`<p>${parts.text}</p>`}${parts.content}`,
    )
    return actionFold({
      id: `act-${name}`,
      label,
      about: webhook.url,
      danger: parts.danger === true,
      open: finding?.act === name,
      content: html`${form}${curlLine(visit.locale, `curl-${name}`, parts.line)}`,
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
          content: button(words.enableDo, { type: 'submit' }),
          line: curl.change(webhook.id, { status: 'active' }),
        })
      : fold('disable', words.disable, {
          text: words.disableText,
          content: button(words.disableDo, { type: 'submit', kind: 'secondary' }),
          line: curl.change(webhook.id, { status: 'disabled' }),
        })
  return [
    fold('test', words.test, {
      text: words.testText,
      content: button(words.testDo, { type: 'submit', icon: 'send' }),
      line: curl.test(webhook.id),
    }),
    fold('edit', words.edit, {
      content: html`${webhookFields(visit.locale, fields, 'edit')}${button(words.editDo, { type: 'submit' })}`,
      line: curl.change(webhook.id, { events: ['document.completed'] }),
    }),
    fold('rotate', words.rotate, {
      text: words.rotateText,
      content: button(words.rotateDo, { type: 'submit', kind: 'secondary' }),
      line: curl.rotate(webhook.id),
    }),
    onOrOff(),
    fold('delete', words.remove, {
      text: words.removeText,
      content: html`<label class="check"><input type="checkbox" name="sure" value="yes" required><span>${words.removeCheck}</span></label>${button(words.removeDo, { type: 'submit', kind: 'danger' })}`,
      line: curl.remove(webhook.id),
      danger: true,
    }),
  ]
}

/** The label of a delivery's state. */
const deliveryBadge = (words: ConsoleTexts['webhooks'], { status }: Delivery): Html =>
  html`<span class="badge state delivery-${status}">${words.states[status]}</span>`

function deliveryList(visit: Visit, page: WebhookPage): Html {
  const { locale } = visit
  const words = textsIn(locale).console.webhooks
  const { webhook, deliveries } = page
  const options = [['', words.anyState] as const, ...Object.entries(words.states)].map(
    ([value, label]) =>
      html`<option value="${value}" ${value === page.status && html`selected`}>${label}</option>`,
  )
  const path = `${WEBHOOKS_PATH}/${webhook.id}`
  const filter = html`<form class="filters" action="${path}" method="get"><div class="field"><label for="status">${words.filter}</label><select id="status" name="status">${options}</select></div>${button(words.show, { type: 'submit', kind: 'secondary' })}</form>`
  const list =
    deliveries.length === 0
      ? html`<p class="hint">${words.noDeliveries}</p>`
      : html`<ul class="delivery-rows">${deliveries.map((delivery) => deliveryRow(locale, path, delivery))}</ul>`
  return section(
    { id: 'deliveries', title: words.deliveries, text: words.deliveriesText },
    html`${filter}${list}${pager(words, page, path)}${curlLine(locale, 'curl-deliveries', webhookCurl(page.baseUrl).deliveries(webhook.id))}`,
  )
}

function deliveryRow(locale: Locale, path: string, delivery: Delivery): Html {
  const words = textsIn(locale).console.webhooks
  const { id, event_type: type, error, created_at: at, duration_ms: took } = delivery
  const answer = delivery.response_status
  return html`<li class="delivery-row"><div><p class="delivery-type"><a href="${path}/deliveries/${id}"><code>${type}</code></a> <span class="hint">${eventWords(locale, type)}</span></p>${error !== undefined && html`<p class="delivery-error" lang="en">${error}</p>`}</div><div class="request-states">${deliveryBadge(words, delivery)}${answer !== undefined && html`<span class="badge">HTTP ${answer}</span>`}</div><p class="request-when">${moment(at, locale)}${took !== undefined && html`<br>${words.attempts({ count: delivery.attempts })}, ${words.took({ ms: took })}`}</p></li>`
}

function pager(words: ConsoleTexts['webhooks'], page: WebhookPage, path: string): HtmlPart {
  if (page.next === undefined && !page.hasMore) return undefined
  const link = (cursor: string): string => {
    const query = new URLSearchParams(
      Object.entries({ status: page.status, cursor }).filter(([, value]) => value !== ''),
    )
    return `${path}?${query}#deliveries`
  }
  return html`<nav class="pager" aria-label="${words.deliveries}">${page.hasMore ? html`<a class="button secondary" href="${link('')}">${words.newest}</a>` : html`<span></span>`}${page.next !== undefined && html`<a class="button secondary" href="${link(page.next)}" rel="next">${words.older}</a>`}</nav>`
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
    webhook.status === 'active'
      ? ownForm(
          visit,
          `${path}/deliveries/${delivery.id}/replay`,
          html`<p class="hint">${words.replayText}</p>${button(words.replay, { type: 'submit', icon: 'send' })}`,
        )
      : alert('info', html`<p>${words.faults.disabled}</p>`)
  const curl = webhookCurl(page.baseUrl).replay(webhook.id, delivery.id)
  const live = { ...deliveryState(delivery), path: `${path}/deliveries/${delivery.id}` }
  const content = html`<div class="page-head"><div><h1><code class="event-type">${delivery.event_type}</code></h1><p class="request-badges">${deliveryBadge(words, delivery)}<code>${delivery.id}</code></p></div></div>
${section({ id: 'response', title: words.response }, responsePart(locale, path, delivery))}
${section(
  {
    id: 'sent',
    title: words.request,
    text: delivery.request_headers ? words.requestText : words.requestLater,
  },
  html`<div class="stack">${copyBlock(locale, { id: 'sent-headers', label: 'HTTP', text: sentHeaders(webhook, delivery) })}${copyBlock(locale, { id: 'sent-body', label: words.body, text: pretty(page.body) })}<details class="more"><summary>${words.exactBody}</summary>${copyBlock(locale, { id: 'sent-bytes', label: words.body, text: page.body })}</details></div>`,
)}
${section({ id: 'again', title: words.replay }, html`${again}${curlLine(locale, 'curl-replay', curl)}`)}`
  return html`${crumb(words.backToWebhook, path)}
${liveRegion(locale, live, content)}`
}

function responsePart(locale: Locale, path: string, delivery: Delivery): Html {
  const words = textsIn(locale).console.webhooks
  const { response_status: status, response_excerpt: excerpt, duration_ms: took } = delivery
  const time = (iso: string | undefined): HtmlPart => iso !== undefined && moment(iso, locale)
  const link = (href: string, text: string | undefined): HtmlPart =>
    text !== undefined && html`<a href="${href}/${text}">${text}</a>`
  const lines: Array<readonly [string, HtmlPart]> = [
    [words.status, status === undefined ? words.noResponse : `HTTP ${status}`],
    [words.error, delivery.error !== undefined && html`<span lang="en">${delivery.error}</span>`],
    [
      words.excerpt,
      excerpt !== undefined && excerpt !== '' && html`<code class="prose">${excerpt}</code>`,
    ],
    [
      words.delivery,
      html`${words.attempts({ count: delivery.attempts })}${took !== undefined && `, ${words.took({ ms: took })}`}`,
    ],
    [words.made, time(delivery.created_at)],
    [words.nextAttempt, time(delivery.next_attempt_at)],
    [words.document, link(REQUESTS_PATH, delivery.document_id)],
    [words.replayOf, link(`${path}/deliveries`, delivery.replay_of)],
  ]
  return facts(lines.filter(([, value]) => value !== false))
}
