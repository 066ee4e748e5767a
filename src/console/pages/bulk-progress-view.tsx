/** The page of a bulk send: how far it is, and what can be done about it. */
import { Alert, Button, Facts, LinkButton, Table } from '../../pages/components.tsx'
import type { Html, HtmlPart } from '../../pages/html.ts'
import type { BulkSendJson } from '../../signing/bulk/schemas.ts'
import { Crumb, moment, OwnForm, PageHead, Section, SubmitForm } from '../components.tsx'
import { keyField } from '../option-lists.tsx'
import type { Sender } from '../senders.ts'
import type { Visit } from '../visit.ts'
import type { Reader } from '../words.ts'
import { BULK_PATH, badgeOf, TEMPLATES_PATH } from './bulk-view.tsx'
import { type LiveState, liveRegion } from './live.tsx'
import { kindBadge } from './requests-list.tsx'
import { pauseText, type RowText, rowText } from './row-words.ts'

/** Most errors on a page; the results have all of them. */
export const SHOWN_MAX = 100

/** Whether an open page is out of date. */
export const bulkState = ({ status, rows, paused }: BulkSendJson): LiveState => ({
  status: `${status} ${paused?.code ?? ''}`,
  steps: rows.sent + rows.failed,
  over: status === 'completed' || status === 'cancelled',
})

/** One bulk send: its rows, its progress, its results. */
export function bulkMain(visit: Visit, bulk: BulkSendJson, senders: readonly Sender[], finding?: string): Html {
  const words = visit.words.bulk
  const path = `${BULK_PATH}/${bulk.id}`
  const content = (
    <>
      {bulk.paused !== undefined && (
        <Alert kind="warning">
          <p>
            {inLanguage(pauseText(visit.locale, bulk.paused))}
            {resumes(visit, bulk.paused)}
          </p>
        </Alert>
      )}
      <Section
        id="progress"
        title={words.of({ done: bulk.rows.sent, all: bulk.rows.total })}
        side={badgeOf(visit, bulk)}
      >
        <div class="stack">
          {progressOf(visit, bulk)}
          {actions(visit, bulk, senders)}
        </div>
      </Section>
      {wrongRows(visit, bulk)}
    </>
  )
  return (
    <>
      <Crumb href={TEMPLATES_PATH}>{words.back}</Crumb>
      <PageHead title={bulk.name} text={kindBadge(visit, bulk.test)} />
      {finding !== undefined && <Alert kind="error">{finding}</Alert>}
      {liveRegion(visit, { path, ...bulkState(bulk) }, content)}
    </>
  )
}

function progressOf(visit: Reader, { rows, rows_per_minute, signatures, expected_end_at: end }: BulkSendJson): Html {
  const words = visit.words.bulk
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
        [words.end, end === undefined ? undefined : moment(end, visit)],
      ]}
    />
  )
}

function actions(visit: Visit, { id, status, rows, test }: BulkSendJson, senders: readonly Sender[]): Html {
  const words = visit.words.bulk
  const path = `${BULK_PATH}/${id}`
  const usable = senders.filter(({ mode }) => (mode === 'test') === test)
  const label = status === 'paused' ? words.resume : words.start({ count: rows.waiting })
  const isOver = status === 'completed' || status === 'cancelled'
  const cancel = !isOver && <SubmitForm visit={visit} action={`${path}/cancel`} label={words.cancel} kind="danger" />
  return (
    <>
      {(status === 'checked' || status === 'paused') && (
        <OwnForm visit={visit} action={`${path}/start`}>
          {keyField('key', words.key, usable)}
          <Button label={label} type="submit" icon="send" />
        </OwnForm>
      )}
      <div class="actions">
        <LinkButton label={words.results} href={`${path}/results`} kind="secondary" icon="download" download />
        {cancel}
      </div>
    </>
  )
}

const inLanguage = ({ text, lang }: RowText): HtmlPart => (lang === undefined ? text : <span lang={lang}>{text}</span>)

const resumes = (visit: Reader, { resumes_at: at }: Exclude<BulkSendJson['paused'], undefined>) =>
  visit.locale !== 'en' &&
  at !== undefined && (
    <>
      {' '}
      {visit.words.bulk.resumes} {moment(at, visit)}.
    </>
  )

function wrongRows(visit: Reader, { errors, warnings }: BulkSendJson): HtmlPart {
  const words = visit.words.bulk
  const cells = (list: BulkSendJson['errors']) =>
    list.slice(0, SHOWN_MAX).map((one) => [one.row || '', one.line, one.column, inLanguage(rowText(visit.locale, one))])
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
