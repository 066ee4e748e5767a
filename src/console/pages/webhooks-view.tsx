/** Markup of the section "Webhooks": the list, the form for a new one, the page that shows a secret. */
import { KEY_MODES } from '../../accounts/key-format.ts'
import { Alert, Facts, LinkButton } from '../../pages/components.tsx'
import type { Html, HtmlPart } from '../../pages/html.ts'
import type { ConsoleTexts } from '../../translations/messages.ts'
import type { Webhook } from '../../webhooks/schemas.ts'
import { WEBHOOKS_MAX } from '../../webhooks/service.ts'
import { badge, CopyBlock, EmptyState, moment, PageHead, Section } from '../components.tsx'
import type { Visit } from '../visit.ts'
import type { Reader } from '../words.ts'

import { kindBadge } from './requests-list.tsx'
import { createForm, WEBHOOKS_PATH, type WebhooksPage } from './webhook-form.tsx'

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

/** The whole page. */
export function webhooksMain(visit: Visit, page: WebhooksPage): Html {
  const words = visit.words.webhooks
  const { webhooks } = page
  const some = webhooks.length > 0
  return (
    <>
      <PageHead title={words.title} text={words.text}>
        {some && visit.allows('POST', '/console/webhooks') && (
          <LinkButton label={words.createTitle} href="#create" icon="plus" />
        )}
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
          <ul class="keys">{webhooks.map((webhook) => item(visit, webhook))}</ul>
        ) : (
          <EmptyState icon="hook" title={words.empty} text={words.emptyText} />
        )}
      </Section>
      {createForm(visit, page)}
      {receiver(visit)}
    </>
  )
}

/** The label of its state, with the reason. */
export function webhookState(visit: Reader, webhook: Webhook): Html {
  const words = visit.words.webhooks
  const { status, disabled_reason: reason } = webhook
  if (status === 'active') return badge(words.active, 'live')
  return badge(`${words.disabled}${reason === undefined ? '' : `, ${words.reasons[reason]}`}`, 'off')
}

/** The events it receives. */
export const eventsText = (words: ConsoleTexts['webhooks'], events: readonly string[] | null): string =>
  events === null ? words.allEvents : events.length > 3 ? words.someEvents({ count: events.length }) : events.join(', ')

function item(visit: Reader, webhook: Webhook): Html {
  const words = visit.words.webhooks
  const { id, url, description, last_success_at: success, last_failure_at: failure } = webhook
  const common = visit.words.common
  return (
    <li class="key">
      <div class="key-head">
        <div class="webhook-main">
          <h3>
            <a href={`${WEBHOOKS_PATH}/${id}`}>{url}</a>
          </h3>
          <p class="key-text">
            {webhookState(visit, webhook)}
            {webhook.test && kindBadge(visit, true)}
            <span>{eventsText(words, webhook.events)}</span>
          </p>
          {description !== undefined && <p class="hint">{description}</p>}
        </div>
        <Facts
          className="key-facts"
          lines={[
            [words.lastSuccess, moment(success, visit) || common.never],
            [words.lastFailure, moment(failure, visit)],
          ]}
        />
      </div>
    </li>
  )
}

/** The sample receiver, collapsed. */
const receiver = (visit: Reader): Html => {
  const words = visit.words.webhooks
  return (
    <Section id="receiver" title={words.receiverTitle} text={words.receiverText}>
      <CopyBlock visit={visit} id="receiver-code" label="receiver.mjs" text={RECEIVER_SAMPLE} />
    </Section>
  )
}

/** The one page that shows a secret. */
export function secretMain(visit: Visit, shown: { id: string; url: string; secret: string; previousUntil?: string }) {
  const words = visit.words.webhooks
  const until: HtmlPart =
    shown.previousUntil === undefined ? (
      words.madeText
    ) : (
      <>
        {words.rotatedText} {moment(shown.previousUntil, visit)}.
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
        <CopyBlock visit={visit} id="secret" label={words.secret} text={shown.secret} kind="secret" />
      </section>
      {receiver(visit)}
      <div class="actions">
        <LinkButton label={words.stored} href={`${WEBHOOKS_PATH}/${shown.id}`} />
      </div>
    </>
  )
}
