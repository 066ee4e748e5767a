/** What the pages that create a signature request have in common: its name, its message, the key to send with. */

import {
  Alert,
  AreaField,
  Button,
  Check,
  type Choice,
  Field,
  type FormFinding,
  SelectField,
} from '../../pages/components.tsx'
import type { Html } from '../../pages/html.ts'
import { Icon } from '../../pages/icons.tsx'
import { Section } from '../components.tsx'
import { faultAt, fieldsIn } from '../form-fields.ts'
import type { PhoneCountries } from '../option-lists.tsx'
import type { Sender } from '../senders.ts'
import { inWords, type Reader } from '../words.ts'
import { NO_REMINDERS, REMINDERS } from './compose-input.ts'

/** Data of the page. */
export interface ComposePage {
  senders: readonly Sender[]
  /** Maximum number of days a request may stay open. */
  daysMax: number
  /** Maximum PDF size over all keys. */
  bytesMax: number
  /** Token of this form: submitted twice, it creates one request. */
  form: string
  /** The previous input. */
  value: (name: string) => string
  findings: readonly FormFinding[]
  countries: PhoneCountries
  baseUrl: string
  /** The button that stores it as a template; absent: there is none. */
  keep?: string
  /** Where the form goes. */
  action: string
  /** In a frame of another page; absent: in the console. */
  frame?: ComposeFrame
}

/** What is edited in a frame, and by whose leave. */
export interface ComposeFrame {
  kind: 'document' | 'request_template'
  /** What has been saved; absent: nothing yet. */
  saved?: object | undefined
  maySend: boolean
  /** Whether this page follows on saving. */
  isSaved: boolean
}

/** The document's name. */
export function nameField(visit: Reader, page: ComposePage): Html {
  const words = visit.words.compose
  return <Field {...fieldsIn(page)('name', words.name, words.nameHint)} maxLength={200} autocomplete="off" />
}

const DAYS = [3, 7, 14] as const

/** Message, expiry and reminders. */
export function wordsPart(visit: Reader, page: ComposePage): Html {
  const words = visit.words.compose
  return (
    <Section id="words" title={words.wordsTitle}>
      <div class="stack">
        <AreaField {...fieldsIn(page)('message', words.message, words.messageHint)} rows={3} maxLength={2000} />
        {deadlinePart(visit, page)}
      </div>
    </Section>
  )
}

/** Expiry, reminders and delivery; what is saved keeps its own unless something else is chosen. */
function deadlinePart(visit: Reader, page: ComposePage): Html {
  const words = visit.words.compose
  const isSaved = page.frame?.saved !== undefined
  const kept = (now = ''): Choice[] => (isSaved ? [['', `${words.kept}${now}`]] : [])
  const until = page.value('until')
  const days = DAYS.filter((one) => one < page.daysMax).map((one): Choice => [String(one), words.daysOf({ days: one })])
  const reminders = REMINDERS.map((one): Choice => [String(one), words.remindOf({ days: one })])
  const longest: Choice[] = isSaved
    ? kept(until && ` (${inWords(until, visit)})`)
    : [['', words.daysMax({ days: page.daysMax })]]
  return (
    <>
      <div class="choices-row">
        <SelectField
          id="days"
          label={words.days}
          choices={[...longest, ...days]}
          chosen={page.value('days')}
          error={faultAt(page.findings, 'days')}
        />
        <SelectField
          id="remind"
          label={words.remind}
          choices={[...kept(), [isSaved ? NO_REMINDERS : '', words.remindNever], ...reminders]}
          chosen={page.value('remind')}
        />
        {!isSaved && (
          <Check
            name="code_to_open"
            label={visit.words.settings.codeToOpen}
            checked={page.value('code_to_open') === 'yes'}
          />
        )}
        {!isSaved && (
          <Check name="allow_return" label={words.allowReturn} checked={page.value('allow_return') === 'yes'} />
        )}
      </div>
      <SelectField
        id="delivery"
        label={words.delivery}
        hint={words.deliveryHint}
        choices={[
          ...kept(),
          [isSaved ? 'email' : '', words.deliveryEmail],
          ['sms', words.deliverySms],
          ['email_and_sms', words.deliveryBoth],
          ['none', words.deliveryNone],
        ]}
        chosen={page.value('delivery')}
      />
    </>
  )
}

/** The buttons in a frame: what its session allows. */
export function framedSendPart(visit: Reader, { frame }: ComposePage): Html {
  const { compose: words, editor, framed } = visit.words
  const maySend = frame?.kind === 'document' && frame.maySend
  return (
    <Section id="send" title={framed.finish}>
      <div class="stack">
        {frame?.isSaved === true && (
          <Alert kind="success">
            <p role="status">{framed.saved}</p>
          </Alert>
        )}
        <div class="actions">
          {maySend && (
            <button type="submit" class="button primary" name="intent" value="send">
              <Icon name="send" />
              <span>{words.send}</span>
            </button>
          )}
          <button type="submit" class={`button ${maySend ? 'secondary' : 'primary'}`} name="intent" value="draft">
            <span>{editor.save}</span>
          </button>
          <Button label={framed.close} id="frame-close" kind="secondary" />
        </div>
        <p class="hint" role="status" id="send-status" />
      </div>
    </Section>
  )
}

/** The key to send with, and the buttons. */
export function sendPart(visit: Reader, page: ComposePage): Html {
  const words = visit.words.compose
  return (
    <Section id="send" title={words.sendTitle}>
      <div class="stack">
        <SelectField
          id="key"
          label={words.key}
          hint={words.keyHint}
          choices={page.senders.map(({ id, label }) => [id, label])}
          chosen={page.value('key')}
          error={faultAt(page.findings, 'key')}
        />
        <div class="actions">
          <button type="submit" class="button primary" name="intent" value="send">
            <Icon name="send" />
            <span>{words.send}</span>
          </button>
          <button type="submit" class="button secondary" name="intent" value="draft">
            <span>{words.draft}</span>
          </button>
          {page.keep !== undefined && (
            <button type="submit" class="button secondary" name="intent" value="template" formnovalidate>
              <span>{page.keep}</span>
            </button>
          )}
        </div>
        <p class="hint" role="status" id="send-status" />
      </div>
    </Section>
  )
}
