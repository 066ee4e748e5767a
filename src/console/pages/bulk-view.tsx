/** Markup of the pages about request templates and bulk sends. */

import type { Locale } from '../../kernel/languages.ts'
import { Alert, Button, Facts, Field, FileField, LinkButton, SelectField, Table } from '../../pages/components.tsx'
import type { Html, HtmlPart } from '../../pages/html.ts'
import { BULK_LIMITS, type BulkSendJson } from '../../signing/bulk/schemas.ts'
import type { RequestTemplateJson } from '../../signing/templates/schemas.ts'
import type { Template } from '../../templates/schemas.ts'
import { textsIn } from '../../translations/texts.ts'
import { Crumb, EmptyState, MemberLink, moment, OwnForm, PageHead, Section } from '../components.tsx'
import type { Sender } from '../senders.ts'
import type { Visit } from '../visit.ts'
import { inBytes } from '../words.ts'

import { type LiveState, liveRegion } from './live.tsx'
import { kindBadge, REQUESTS_PATH } from './requests-list.tsx'
import { pauseText, type RowText, rowText } from './row-words.ts'

/** Paths of the pages. */
export const TEMPLATES_PATH = `${REQUESTS_PATH}/templates`
export const BULK_PATH = `${REQUESTS_PATH}/bulk`
/** Most errors on a page; the results have all of them. */
const SHOWN_MAX = 100

const badgeOf = (locale: Locale, { status }: BulkSendJson): Html => (
  <span class={`badge state state-${status === 'running' ? 'pending' : status === 'checked' ? 'draft' : status}`}>
    {textsIn(locale).console.bulk.states[status]}
  </span>
)

/** Templates and bulk sends. */
export function templatesMain(
  visit: Visit,
  page: {
    templates: readonly RequestTemplateJson[]
    bulks: readonly BulkSendJson[]
    words: readonly Template[]
  },
): Html {
  const { locale } = visit
  const words = textsIn(locale).console.bulk
  const action = <MemberLink visit={visit} label={words.fromPdf} href={`${REQUESTS_PATH}/new`} icon="plus" />
  const list =
    page.templates.length === 0 ? (
      <EmptyState icon="document" title={words.none} text={words.noneText} action={action} />
    ) : (
      <ul class="request-rows">{page.templates.map((one) => templateRow(locale, one))}</ul>
    )
  const bulks =
    page.bulks.length === 0 ? (
      <p class="hint">{words.bulksNone}</p>
    ) : (
      <ul class="request-rows">{page.bulks.map((one) => bulkItem(locale, one))}</ul>
    )
  return (
    <>
      <Crumb href={REQUESTS_PATH}>{textsIn(locale).console.compose.back}</Crumb>
      <PageHead title={words.title} text={words.text}>
        {action}
      </PageHead>
      <Section id="templates" title={words.templates}>
        {list}
      </Section>
      <Section id="bulks" title={words.bulks}>
        {bulks}
      </Section>
      {wordPart(visit, page.words)}
    </>
  )
}

function templateRow(locale: Locale, { id, name, test, roles, created_at }: RequestTemplateJson): Html {
  return (
    <li class="request-row">
      <div class="request-main">
        <h2>
          <a href={`${TEMPLATES_PATH}/${id}`}>{name}</a>
          {test && <> {kindBadge(locale, test)}</>}
        </h2>
        <p class="request-who">{roles.map(({ role }) => role).join(', ')}</p>
      </div>
      <p class="request-when">{moment(created_at, locale)}</p>
    </li>
  )
}

function bulkItem(locale: Locale, bulk: BulkSendJson): Html {
  const { id, name, test, rows, created_at } = bulk
  return (
    <li class="request-row">
      <div class="request-main">
        <h2>
          <a href={`${BULK_PATH}/${id}`}>{name}</a>
          {test && <> {kindBadge(locale, test)}</>}
        </h2>
        <p class="request-who">{textsIn(locale).console.bulk.of({ done: rows.sent, all: rows.total })}</p>
      </div>
      <div class="request-states">{badgeOf(locale, bulk)}</div>
      <p class="request-when">{moment(created_at, locale)}</p>
    </li>
  )
}

const option = (value: string, label: string): Html => <option value={value}>{label}</option>

function wordPart(visit: Visit, templates: readonly Template[]): Html {
  const words = textsIn(visit.locale).console.bulk
  const form = (
    <>
      <SelectField id="template" label={words.word}>
        {templates.map(({ id, name }) => option(id, name))}
      </SelectField>
      <Field id="name" label={words.name} maxLength={200} required autocomplete="off" />
      <Button label={words.save} type="submit" />
    </>
  )
  const content =
    templates.length === 0 ? (
      <p class="hint">{words.noWord}</p>
    ) : (
      <OwnForm visit={visit} action={`${TEMPLATES_PATH}/from-word`}>
        {form}
      </OwnForm>
    )
  return (
    <Section id="word" title={words.fromWord} text={words.wordText}>
      {content}
    </Section>
  )
}

/** Data of a template's page. */
interface TemplatePage {
  template: RequestTemplateJson
  senders: readonly Sender[]
  form: string
  /** Sample data of a Word template. */
  data: string | undefined
  /** What was refused. */
  finding: string | undefined
  value: (name: string) => string
}

/** One template: sent to one person for each role, or to a list. */
export function templateMain(visit: Visit, page: TemplatePage): Html {
  const { locale } = visit
  const words = textsIn(locale).console.bulk
  const { template } = page
  const pages = template.pages === undefined ? '' : words.pages({ count: template.pages })
  return (
    <>
      <Crumb href={TEMPLATES_PATH}>{words.back}</Crumb>
      <PageHead title={template.name} text={pages} />
      {page.finding !== undefined && (
        <Alert kind="error">
          <p>{page.finding}</p>
        </Alert>
      )}
      <Section id="list-part" title={words.listTitle} text={words.listText}>
        {listForm(visit, page)}
      </Section>
      <Section id="use-part" title={words.useTitle} text={words.useText}>
        {useForm(visit, page)}
      </Section>
      <Section id="remove-part" title={words.remove}>
        <OwnForm visit={visit} action={`${TEMPLATES_PATH}/${template.id}/delete`}>
          <Button label={words.remove} type="submit" kind="danger" />
        </OwnForm>
      </Section>
    </>
  )
}

const keyField = (id: string, label: string, senders: readonly Sender[]): Html => (
  <SelectField id={id} name="key" label={label}>
    {senders.map((one) => option(one.id, one.label))}
  </SelectField>
)

function listForm(visit: Visit, { template, senders, form }: TemplatePage): Html {
  const { locale } = visit
  const words = textsIn(locale).console.bulk
  const limit = inBytes(BULK_LIMITS.bytes, locale)
  const rows = BULK_LIMITS.rows.toLocaleString(locale)
  const content = (
    <>
      <input type="hidden" name="form" value={form} />
      <FileField
        id="rows"
        name="rows"
        label={words.list}
        hint={words.listHint({ rows, limit })}
        drop={words.listDrop}
        accept=".csv,.tsv,.txt,.ndjson,.jsonl,text/csv,application/x-ndjson"
        max={{ bytes: BULK_LIMITS.bytes, text: words.listOver({ limit }) }}
      />
      {keyField('list-key', words.key, senders)}
      <div class="actions">
        <Button label={words.check} type="submit" />
        <LinkButton
          label={words.sample}
          href={`${TEMPLATES_PATH}/${template.id}/list.csv`}
          kind="secondary"
          icon="download"
          download
        />
      </div>
    </>
  )
  return (
    <OwnForm visit={visit} action={`${TEMPLATES_PATH}/${template.id}/list`} files>
      {content}
    </OwnForm>
  )
}

function useForm(visit: Visit, { template, senders, form, data, value }: TemplatePage): Html {
  const { locale } = visit
  const words = textsIn(locale).console.bulk
  const fields = textsIn(locale).console.compose
  const people = template.roles.map(({ role, email }, index) => {
    const text = (name: string, label: string, type = 'text', required = false): Html => (
      <Field
        id={`role-${index}-${name}`}
        label={label}
        type={type}
        required={required}
        autocomplete="off"
        value={value(`role-${index}-${name}`) || (name === 'email' ? (email ?? '') : '')}
      />
    )
    return (
      <fieldset class="stack">
        <legend>
          <code>{role}</code>
        </legend>
        {text('email', fields.email, 'email', true)}
        <div class="two">
          {text('first_name', fields.firstName)}
          {text('last_name', fields.lastName)}
        </div>
        {text('phone', fields.phone, 'tel')}
      </fieldset>
    )
  })
  const json = data !== undefined && (
    <div class="field">
      <label for="data">{words.data}</label>
      <textarea id="data" name="data" rows="10" spellcheck="false">
        {value('data') || data}
      </textarea>
    </div>
  )
  const content = (
    <>
      <input type="hidden" name="form" value={form} />
      {people}
      {json}
      {keyField('use-key', words.key, senders)}
      <Button label={words.use} type="submit" icon="send" />
    </>
  )
  return (
    <OwnForm visit={visit} action={`${TEMPLATES_PATH}/${template.id}/use`}>
      {content}
    </OwnForm>
  )
}

/** Whether an open page is out of date. */
export const bulkState = ({ status, rows, paused }: BulkSendJson): LiveState => ({
  status: `${status} ${paused?.code ?? ''}`,
  steps: rows.sent + rows.failed,
  over: status === 'completed' || status === 'cancelled',
})

/** One bulk send: its rows, its progress, its results. */
export function bulkMain(visit: Visit, bulk: BulkSendJson, senders: readonly Sender[], finding?: string): Html {
  const { locale } = visit
  const words = textsIn(locale).console.bulk
  const path = `${BULK_PATH}/${bulk.id}`
  const content = (
    <>
      {bulk.paused !== undefined && (
        <Alert kind="warning">
          <p>
            {inLanguage(pauseText(locale, bulk.paused))}
            {resumes(locale, bulk.paused)}
          </p>
        </Alert>
      )}
      <Section
        id="progress"
        title={words.of({ done: bulk.rows.sent, all: bulk.rows.total })}
        side={badgeOf(locale, bulk)}
      >
        <div class="stack">
          {progressOf(locale, bulk)}
          {actions(visit, bulk, senders)}
        </div>
      </Section>
      {wrongRows(locale, bulk)}
    </>
  )
  return (
    <>
      <Crumb href={TEMPLATES_PATH}>{words.back}</Crumb>
      <PageHead title={bulk.name} text={kindBadge(locale, bulk.test)} />
      {finding !== undefined && (
        <Alert kind="error">
          <p>{finding}</p>
        </Alert>
      )}
      {liveRegion(locale, { path, ...bulkState(bulk) }, content)}
    </>
  )
}

function progressOf(locale: Locale, { rows, rows_per_minute, signatures, expected_end_at: end }: BulkSendJson): Html {
  const words = textsIn(locale).console.bulk
  const counts = (Object.keys(words.rows) as Array<keyof typeof rows>).map(
    (name) => [words.rows[name], String(rows[name])] as const,
  )
  const { needed, remaining } = signatures
  return (
    <Facts
      lines={[
        ...counts,
        [words.paceName, words.pace({ count: rows_per_minute })],
        [words.needed, `${needed} (${remaining === null ? words.noLimit : words.left({ count: remaining })})`],
        [words.end, end === undefined ? undefined : moment(end, locale)],
      ]}
    />
  )
}

function actions(visit: Visit, { id, status, rows, test }: BulkSendJson, senders: readonly Sender[]): Html {
  const words = textsIn(visit.locale).console.bulk
  const path = `${BULK_PATH}/${id}`
  const usable = senders.filter(({ mode }) => (mode === 'test') === test)
  const label = status === 'paused' ? words.resume : words.start({ count: rows.waiting })
  const start = (status === 'checked' || status === 'paused') && (
    <OwnForm visit={visit} action={`${path}/start`}>
      {keyField('key', words.key, usable)}
      <Button label={label} type="submit" icon="send" />
    </OwnForm>
  )
  const isOver = status === 'completed' || status === 'cancelled'
  const cancel = !isOver && (
    <OwnForm visit={visit} action={`${path}/cancel`}>
      <Button label={words.cancel} type="submit" kind="danger" />
    </OwnForm>
  )
  return (
    <>
      {start}
      <div class="actions">
        <LinkButton label={words.results} href={`${path}/results`} kind="secondary" icon="download" download />
        {cancel}
      </div>
    </>
  )
}

const inLanguage = ({ text, lang }: RowText): HtmlPart => (lang === undefined ? text : <span lang={lang}>{text}</span>)

const resumes = (locale: Locale, { resumes_at: at }: Exclude<BulkSendJson['paused'], undefined>) =>
  locale !== 'en' &&
  at !== undefined && (
    <>
      {' '}
      {textsIn(locale).console.bulk.resumes} {moment(at, locale)}.
    </>
  )

function wrongRows(locale: Locale, { errors, warnings }: BulkSendJson): HtmlPart {
  const words = textsIn(locale).console.bulk
  const cells = (list: BulkSendJson['errors']) =>
    list.slice(0, SHOWN_MAX).map((one) => [one.row || '', one.line, one.column, inLanguage(rowText(locale, one))])
  const part = (id: string, title: string, list: BulkSendJson['errors']): HtmlPart =>
    list.length > 0 && (
      <Section id={id} title={title} {...(list.length > SHOWN_MAX && { text: words.wrongMore })}>
        <Table caption={title} head={words.wrongHead} rows={cells(list)} />
      </Section>
    )
  return (
    <>
      {part('wrong', words.wrong, errors)}
      {part('warnings', words.warnings, warnings)}
    </>
  )
}
