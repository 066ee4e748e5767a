/** The page of one webhook with its deliveries, and the page of one delivery. */

import { Button, Check, Facts } from '../../pages/components.tsx'
import type { Html, HtmlPart } from '../../pages/html.ts'
import { Crumb, FormAlert, moment } from '../components.tsx'
import type { Visit } from '../visit.ts'
import { ActFold } from './request-actions.tsx'
import { kindBadge } from './requests-list.tsx'
import { webhookCurl } from './signature-curl.ts'
import { deliveryList, type WebhookPage } from './webhook-deliveries-view.tsx'
import { WEBHOOKS_PATH, webhookFields } from './webhook-form.tsx'
import { eventsText, webhookState } from './webhooks-view.tsx'

/** The whole page. */
export function webhookMain(visit: Visit, page: WebhookPage): Html {
  const words = visit.words.webhooks
  const { webhook } = page
  const lines: Array<readonly [string, HtmlPart]> = [
    [words.events, eventsText(words, webhook.events)],
    [words.description, webhook.description],
    [words.made, moment(webhook.created_at, visit)],
    [words.lastSuccess, moment(webhook.last_success_at, visit)],
    [words.lastFailure, moment(webhook.last_failure_at, visit)],
    [words.error, webhook.failures > 1 && words.failures({ count: webhook.failures })],
    [words.paused, moment(webhook.paused_until, visit)],
  ]
  return (
    <>
      <Crumb href={WEBHOOKS_PATH}>{words.back}</Crumb>
      <div class="page-head">
        <div>
          <h1 class="webhook-url">{webhook.url}</h1>
          <p class="request-badges">
            {webhookState(visit, webhook)}
            {webhook.test && kindBadge(visit, true)}
            <code>{webhook.id}</code>
          </p>
        </div>
      </div>
      <FormAlert findings={page.finding?.findings} />
      <div class="key-acts request-acts">{actions(visit, page)}</div>
      <section class="panel" aria-label={words.title}>
        <Facts lines={lines} />
      </section>
      {deliveryList(visit, page)}
    </>
  )
}

function actions(visit: Visit, page: WebhookPage): HtmlPart {
  const words = visit.words.webhooks
  const { webhook, finding, privateAllowed } = page
  const curl = webhookCurl(visit.baseUrl)
  const act = (name: 'test' | 'edit' | 'rotate' | 'enable' | 'disable' | 'delete') => ({
    visit,
    id: `act-${name}`,
    label: words[name === 'delete' ? 'remove' : name],
    about: webhook.url,
    open: finding?.act === name,
    form: `${WEBHOOKS_PATH}/${webhook.id}/${name}`,
  })
  const typed = finding?.typed ?? {
    url: webhook.url,
    description: webhook.description ?? '',
    events: webhook.events,
  }
  const fields = { typed, findings: finding?.findings ?? [], privateAllowed }
  return [
    <ActFold {...act('test')} curl={curl.test(webhook.id)}>
      <p>{words.testText}</p>
      <Button label={words.testDo} type="submit" icon="send" />
    </ActFold>,
    <ActFold {...act('edit')} curl={curl.change(webhook.id, { events: ['document.completed'] })}>
      {webhookFields(visit, fields, 'edit')}
      <Button label={words.editDo} type="submit" />
    </ActFold>,
    <ActFold {...act('rotate')} curl={curl.rotate(webhook.id)}>
      <p>{words.rotateText}</p>
      <Button label={words.rotateDo} type="submit" kind="secondary" />
    </ActFold>,
    webhook.status === 'disabled' ? (
      <ActFold {...act('enable')} curl={curl.change(webhook.id, { status: 'active' })}>
        <p>{words.enableText}</p>
        <Button label={words.enableDo} type="submit" />
      </ActFold>
    ) : (
      <ActFold {...act('disable')} curl={curl.change(webhook.id, { status: 'disabled' })}>
        <p>{words.disableText}</p>
        <Button label={words.disableDo} type="submit" kind="secondary" />
      </ActFold>
    ),
    <ActFold {...act('delete')} curl={curl.remove(webhook.id)} danger>
      <p>{words.removeText}</p>
      <Check name="sure" label={words.removeCheck} required />
      <Button label={words.removeDo} type="submit" kind="danger" />
    </ActFold>,
  ]
}
