/** The page of one webhook with its deliveries, and the page of one delivery. */

import { Button, Check, Facts } from '../../pages/components.tsx'
import type { Html, HtmlPart } from '../../pages/html.ts'
import { textsIn } from '../../translations/texts.ts'
import { Crumb, CurlLine, FormAlert, moment, OwnForm } from '../components.tsx'
import type { Visit } from '../visit.ts'
import { actionFold } from './request-actions.tsx'
import { kindBadge } from './requests-list.tsx'
import { webhookCurl } from './signature-curl.ts'
import { deliveryList, type WebhookPage } from './webhook-deliveries-view.tsx'
import { WEBHOOKS_PATH, webhookFields } from './webhook-form.tsx'
import { eventsText, webhookState } from './webhooks-view.tsx'

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
    return actionFold({
      id: `act-${name}`,
      label,
      about: webhook.url,
      danger: parts.danger === true,
      open: finding?.act === name,
      content: (
        <>
          <OwnForm visit={visit} action={`${WEBHOOKS_PATH}/${webhook.id}/${name}`}>
            {parts.text !== undefined && <p>{parts.text}</p>}
            {parts.content}
          </OwnForm>
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
