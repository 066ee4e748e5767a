/** The form of a webhook. */
import { KEY_MODES, type KeyMode } from '../../accounts/key-format.ts'
import { shapeOf } from '../../http/schema-check.ts'
import { Alert, Button, Check, Field, type FormFinding } from '../../pages/components.tsx'
import type { Html } from '../../pages/html.ts'
import type { ConsoleTexts } from '../../translations/messages.ts'
import { EVENT_TYPES } from '../../webhooks/events.ts'
import { type Webhook, WebhookChangeSchema, WebhookCreateSchema } from '../../webhooks/schemas.ts'
import { WEBHOOKS_MAX } from '../../webhooks/service.ts'
import { ownerCaller } from '../callers.ts'
import { CurlLine, FormAlert, OwnForm, Section } from '../components.tsx'
import { faultAt, fieldsIn } from '../form-fields.ts'
import type { MemberRequest } from '../route-builder.ts'
import type { Visit } from '../visit.ts'
import type { Reader } from '../words.ts'
import { webhookCurl } from './signature-curl.ts'

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
export interface WebhooksPage {
  webhooks: readonly Webhook[]
  privateAllowed: boolean
  /** Token of this form: submitted twice, it adds one. */
  form: string
  typed: NewWebhookForm
  findings: readonly FormFinding[]
}

/** The form for a new webhook. */
export function createForm(visit: Visit, page: WebhooksPage): Html {
  const words = visit.words.webhooks
  const title = { id: 'create', title: words.createTitle, text: words.createText }
  const free = KEY_MODES.filter((mode) => heldOf(page, mode) < WEBHOOKS_MAX)
  if (free.length === 0)
    return (
      <Section {...title}>
        <Alert kind="info">{words.full({ max: WEBHOOKS_MAX })}</Alert>
      </Section>
    )
  return (
    <Section {...title}>
      <FormAlert findings={page.findings} />
      <OwnForm visit={visit} action={WEBHOOKS_PATH}>
        <input type="hidden" name="form" value={page.form} />
        {modeChoice(words, page, free)}
        {webhookFields(visit, page, 'new')}
        <Button label={words.create} type="submit" />
      </OwnForm>
      <CurlLine visit={visit} id="curl-create" text={webhookCurl(visit.baseUrl).create} />
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
  visit: Reader,
  { typed, findings, privateAllowed }: Pick<WebhooksPage, 'findings' | 'privateAllowed'> & { typed: WebhookForm },
  id: string,
): Html {
  const words = visit.words.webhooks
  const error = faultAt(findings, 'events')
  const { url, description } = typed
  const value = (name: string) => (name === 'url' ? url : description)
  const at = fieldsIn({ findings, value, id: (name) => `${name}-${id}` })
  const urlHint = privateAllowed ? words.urlHintPrivate : words.urlHint
  const boxes = EVENT_TYPES.map((type) => (
    <Check
      name={type}
      checked={typed.events?.includes(type) === true}
      label={<code>{type}</code>}
      hint={eventWords(visit, type)}
    />
  ))
  const choice = (value: string, label: string, chosen: boolean): Html => (
    <Check type="radio" name="which" value={value} checked={chosen} label={label} />
  )
  return (
    <>
      <Field {...at('url', words.url, urlHint)} type="url" required maxLength={2048} autocomplete="off" />
      <Field {...at('description', words.description, words.descriptionHint)} maxLength={200} autocomplete="off" />
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

/** A short description of an event; empty for one that is not known here. */
export const eventWords = (visit: Reader, type: string): string => {
  const words = visit.words.webhookEvents
  const events: Readonly<Record<string, string>> = words satisfies Record<(typeof EVENT_TYPES)[number], string>
  return events[type] ?? ''
}

/** @throws AppError `validation_failed` */
export const newWebhookOf = shapeOf(WebhookCreateSchema)

/** @throws AppError `validation_failed` */
export const webhookChangeOf = shapeOf(WebhookChangeSchema)

/** The owner of the account, who sees webhooks for live and test keys. */
export const ownerOf = ({ session }: MemberRequest, mode: KeyMode = 'live') =>
  ({ account: { id: session.accountId }, key: { mode }, owner: true }) as const

/**
 * The owner, who changes something or has something sent: counts against the user's rate per minute.
 * @throws AppError `rate_limited`
 */
export async function changerOf(context: MemberRequest, mode?: KeyMode) {
  const { parts, session } = context
  const caller = ownerCaller(parts, session.accountId, 'live')
  await parts.accounts.rateLimiter.count(caller, { interface: 'signature', rate: 'changes' })
  return ownerOf(context, mode)
}
