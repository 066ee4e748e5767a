/** Markup of the first page: three steps, each of which can be done right there. */
import type { MissingCarriers } from '../../messages/ports.ts'
import { Alert, Button, Field } from '../../pages/components.tsx'
import type { Html, HtmlPart } from '../../pages/html.ts'
import { Icon } from '../../pages/icons.tsx'
import { sampleData } from '../../pages/samples.ts'
import type { DocumentJson } from '../../signing/model/schemas/request.ts'
import type { ConsoleTexts } from '../../translations/messages.ts'
import { CurlLine, MemberLink, moment, OwnForm, PageHead } from '../components.tsx'
import { resultPane } from '../editor-page.tsx'
import { curlLines } from '../samples.ts'
import type { Visit } from '../visit.ts'

/** Data of the page. */
interface HomePage {
  keys: number
  rendered: boolean
  request: DocumentJson | undefined
  email: string
  outbox: boolean
  missing: MissingCarriers
}

interface Step {
  id: string
  done: boolean
  title: string
  text: HtmlPart
  content: HtmlPart
}

/** The whole page. */
export function homeMain(visit: Visit, page: HomePage): Html {
  const words = visit.words.home
  const steps = [
    visit.allows('POST', '/console/keys') && keyStep(visit, page),
    visit.allows('POST', '/console/try/invoice.pdf') && renderStep(visit, page),
    visit.allows('POST', '/console/try/signature') && signStep(visit, page),
  ].filter((one) => one !== false)
  return (
    <>
      <PageHead title={words.title} text={words.text} />
      {missingNotice(words, page.missing)}
      <ol class="first-steps">{steps.map((one, index) => step(visit, { ...one, number: index + 1 }))}</ol>
    </>
  )
}

const missingNotice = (words: ConsoleTexts['home'], missing: MissingCarriers): HtmlPart => {
  const channels = (['mail', 'sms'] as const).filter((channel) => missing[channel] !== undefined)
  const list = channels.map((channel) => <li>{words.missing[channel]}</li>)
  return (
    channels.length > 0 && (
      <Alert kind="warning" title={words.missingTitle}>
        <p>{words.missingText}</p>
        <ul>{list}</ul>
      </Alert>
    )
  )
}

const step = (visit: Visit, { number, id, done, title, text, content }: Step & { number: number }): Html => (
  <li class={`first-step ${done ? 'done' : ''}`} data-step>
    <div class="first-mark" aria-hidden="true">
      <span class="not-yet">{number}</span>
      <span class="when-done">
        <Icon name="check" />
      </span>
    </div>
    <section class="panel" aria-labelledby={id}>
      <div class="panel-head">
        <div>
          <h2 id={id}>
            {title} <span class="badge live when-done">{visit.words.home.done}</span>
          </h2>
          <p class="hint">{text}</p>
        </div>
      </div>
      {content}
    </section>
  </li>
)

function keyStep(visit: Visit, page: HomePage): Step {
  const words = visit.words.home
  const lines = curlLines(visit.baseUrl)
  const content =
    page.keys === 0 ? (
      <MemberLink visit={visit} label={words.keyDo} href="/console/keys#create" icon="key" method="POST" />
    ) : (
      <div class="stack">
        <p>
          {words.keyHave({ count: page.keys })} <a href="/console/keys">{words.keySee}</a>
        </p>
        <CurlLine visit={visit} id="curl-usage" text={lines.usage} />
      </div>
    )
  const { keyTitle: title, keyText: text } = words
  return { id: 'step-key', done: page.keys > 0, title, text, content }
}

/** The fields of the trial form, with the sample's values. */
const TRIAL_FIELDS = ['number', 'buyer', 'item', 'price'] as const

/** An alias: it is data of a template. */
type InvoiceData = {
  number: string
  buyer: { name: string }
  lines: Array<{ name: string; netPrice: number; netAmount?: number; quantity: number }>
}

/** The sample's data, as a modifiable copy. */
export const invoiceData = (): InvoiceData => sampleData('invoice') as unknown as InvoiceData

function renderStep(visit: Visit, page: HomePage): Step {
  const words = visit.words.home
  const data = invoiceData()
  const [line] = data.lines
  const values = {
    number: data.number,
    buyer: data.buyer.name,
    item: line?.name ?? '',
    price: String(line?.netPrice ?? ''),
  }
  const fields = TRIAL_FIELDS.map((name) => (
    <Field
      id={`try-${name}`}
      name={name}
      label={words[name]}
      value={values[name]}
      required
      maxLength={80}
      autocomplete="off"
      {...(name === 'price' && { inputmode: 'decimal' })}
    />
  ))
  const content = (
    <>
      <div class="try">
        <div>
          <OwnForm visit={visit} action="/console/try/invoice.pdf" id="try-form">
            {fields}
            <Button label={words.renderDo} type="submit" icon="document" />
            <p class="hint links">
              <a href="/console/samples/invoice.docx" download>
                {words.template}
              </a>
              <a href="/console/samples/invoice.json" download>
                {words.data}
              </a>
            </p>
          </OwnForm>
        </div>
        {resultPane(visit, { empty: words.renderEmpty })}
      </div>
      <CurlLine visit={visit} id="curl-render" text={curlLines(visit.baseUrl).render} />
    </>
  )
  const { renderTitle: title, renderText: text } = words
  return { id: 'step-render', done: page.rendered, title, text, content }
}

function signStep(visit: Visit, page: HomePage): Step {
  const words = visit.words.home
  const { request, email } = page
  const content = (
    <div class="stack">
      {request !== undefined && (
        <p class="last-request">
          <Icon name="pen" />
          <span>
            {words.signLast}: <strong>{request.name}</strong>, {words.states[request.status] ?? request.status} ·{' '}
            {moment(request.created_at, visit)}
          </span>
        </p>
      )}
      <OwnForm visit={visit} action="/console/try/signature">
        <Button
          label={request === undefined ? words.signDo : words.signAgain}
          type="submit"
          icon="pen"
          kind={request === undefined ? 'primary' : 'secondary'}
        />
      </OwnForm>
      {page.outbox && (
        <p>
          <a href="/dev/outbox">{words.outbox}</a>
        </p>
      )}
      <CurlLine visit={visit} id="curl-sign" text={curlLines(visit.baseUrl).signature(email)} />
    </div>
  )
  const { signTitle: title } = words
  const text = words.signText({ email })
  return { id: 'step-sign', done: request?.status === 'completed', title, text, content }
}
