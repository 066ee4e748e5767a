/** Markup of the pages about request templates and bulk sends. */

import { Button, Field, SelectField } from '../../pages/components.tsx'
import type { Html } from '../../pages/html.ts'
import type { BulkSendJson } from '../../signing/bulk/schemas.ts'
import type { RequestTemplateJson } from '../../signing/templates/schemas.ts'
import type { Template } from '../../templates/schemas.ts'
import { Crumb, EmptyState, MemberLink, moment, OwnForm, PageHead, Section } from '../components.tsx'
import type { Visit } from '../visit.ts'
import type { Reader } from '../words.ts'
import { REQUESTS_PATH } from './requests-find.tsx'
import { kindBadge } from './requests-list.tsx'

/** Paths of the pages. */
export const TEMPLATES_PATH = `${REQUESTS_PATH}/templates`
/** Path of bulk sends. */
export const BULK_PATH = `${REQUESTS_PATH}/bulk`
/** How far a bulk send is, as a badge. */
export const badgeOf = (visit: Reader, { status }: BulkSendJson): Html => (
  <span class={`badge state state-${status === 'running' ? 'pending' : status === 'checked' ? 'draft' : status}`}>
    {visit.words.bulk.states[status]}
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
  const words = visit.words.bulk
  const action = <MemberLink visit={visit} label={words.fromPdf} href={`${REQUESTS_PATH}/new`} icon="plus" />
  const list =
    page.templates.length === 0 ? (
      <EmptyState icon="document" title={words.none} text={words.noneText} action={action} />
    ) : (
      <ul class="request-rows">{page.templates.map((one) => templateRow(visit, one))}</ul>
    )
  const bulks =
    page.bulks.length === 0 ? (
      <p class="hint">{words.bulksNone}</p>
    ) : (
      <ul class="request-rows">{page.bulks.map((one) => bulkItem(visit, one))}</ul>
    )
  return (
    <>
      <Crumb href={REQUESTS_PATH}>{visit.words.compose.back}</Crumb>
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

function templateRow(visit: Reader, { id, name, test, roles, created_at }: RequestTemplateJson): Html {
  return (
    <li class="request-row">
      <div class="request-main">
        <h2>
          <a href={`${TEMPLATES_PATH}/${id}`}>{name}</a>
          {test && <> {kindBadge(visit, test)}</>}
        </h2>
        <p class="request-who">{roles.map(({ role }) => role).join(', ')}</p>
      </div>
      <p class="request-when">{moment(created_at, visit)}</p>
    </li>
  )
}

function bulkItem(visit: Reader, bulk: BulkSendJson): Html {
  const { id, name, test, rows, created_at } = bulk
  return (
    <li class="request-row">
      <div class="request-main">
        <h2>
          <a href={`${BULK_PATH}/${id}`}>{name}</a>
          {test && <> {kindBadge(visit, test)}</>}
        </h2>
        <p class="request-who">{visit.words.bulk.of({ done: rows.sent, all: rows.total })}</p>
      </div>
      <div class="request-states">{badgeOf(visit, bulk)}</div>
      <p class="request-when">{moment(created_at, visit)}</p>
    </li>
  )
}

function wordPart(visit: Visit, templates: readonly Template[]): Html {
  const words = visit.words.bulk
  const content =
    templates.length === 0 ? (
      <p class="hint">{words.noWord}</p>
    ) : (
      <OwnForm visit={visit} action={`${TEMPLATES_PATH}/from-word`}>
        <SelectField id="template" label={words.word} choices={templates.map(({ id, name }) => [id, name])} />
        <Field id="name" label={words.name} maxLength={200} required autocomplete="off" />
        <Button label={words.save} type="submit" />
      </OwnForm>
    )
  return (
    <Section id="word" title={words.fromWord} text={words.wordText}>
      {content}
    </Section>
  )
}
