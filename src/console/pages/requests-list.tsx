/** The list of signature requests: filters, one line per request, pagination, and an empty state. */

import type { Locale } from '../../kernel/languages.ts'
import { Button, LinkButton, SelectField } from '../../pages/components.tsx'
import type { Html, HtmlPart } from '../../pages/html.ts'
import { Icon } from '../../pages/icons.tsx'
import type { DocumentJson } from '../../signing/model/schemas/request.ts'
import type { Periods } from '../../signing/retention/periods.ts'
import { type ConsoleTexts, named } from '../../translations/messages.ts'
import { textsIn } from '../../translations/texts.ts'
import { badge, CopyBlock, CurlLine, EmptyState, MemberLink, moment, PageHead } from '../components.tsx'
import type { Visit } from '../visit.ts'
import { retentionBanner } from './retention.tsx'
import { requestCurl } from './signature-curl.ts'

/** Path of the section. */
export const REQUESTS_PATH = '/console/requests'

/** Data of the list. */
interface RequestsPage {
  requests: readonly DocumentJson[]
  /** Cursor of the next page. */
  next: string | undefined
  /** Whether this is not the first page. */
  hasMore: boolean
  /** The selected filter; empty: all. */
  status: string
  mode: string
  periods: Periods
  baseUrl: string
}

/** The whole page. */
export function requestsMain(visit: Visit, page: RequestsPage): Html {
  const words = textsIn(visit.locale).console.requests
  const filtered = page.status !== '' || page.mode !== ''
  const nothing = page.requests.length === 0
  const create = (
    <div class="actions">
      {fromTemplate(visit)}
      <MemberLink visit={visit} label={words.newOne} href={`${REQUESTS_PATH}/new`} icon="plus" />
    </div>
  )
  if (nothing && !filtered && !page.hasMore)
    return (
      <>
        <PageHead title={words.title} text={words.text} />
        <section class="panel">
          <h2 class="visually-hidden">{words.listTitle}</h2>
          {firstOne(visit, page.baseUrl)}
        </section>
      </>
    )
  return (
    <>
      <PageHead title={words.title} text={words.text}>
        {create}
      </PageHead>
      {retentionBanner(visit, page.periods)}
      {filterForm(words, page)}
      <section class="panel list-panel" aria-label={words.title}>
        {nothing ? (
          <>
            <h2 class="visually-hidden">{words.listTitle}</h2>
            <EmptyState
              icon="document"
              title={words.none}
              text={words.noneText}
              action={<LinkButton label={words.all} href={REQUESTS_PATH} kind="secondary" />}
            />
          </>
        ) : (
          <ul class="request-rows">{page.requests.map((request) => row(visit.locale, request))}</ul>
        )}
        {pager(words, page)}
      </section>
      <CurlLine locale={visit.locale} id="curl-list" text={requestCurl(page.baseUrl).list} />
    </>
  )
}

const fromTemplate = (visit: Visit): Html => (
  <>
    <MemberLink
      visit={visit}
      label={textsIn(visit.locale).console.bulk.link}
      href={`${REQUESTS_PATH}/templates`}
      kind="secondary"
    />{' '}
    <MemberLink
      visit={visit}
      label={textsIn(visit.locale).console.fromTemplate.link}
      href={`${REQUESTS_PATH}/from-template`}
      kind="secondary"
    />
  </>
)

function firstOne(visit: Visit, baseUrl: string): Html {
  const { locale } = visit
  const words = textsIn(locale).console.requests
  const action = (
    <>
      <MemberLink visit={visit} label={words.newOne} href={`${REQUESTS_PATH}/new`} icon="pen" /> {fromTemplate(visit)}
    </>
  )
  return (
    <>
      <EmptyState icon="pen" title={words.empty} text={words.emptyText} action={action} />
      <div class="stack after-empty">
        <p>{words.emptyCurl}</p>
        <CopyBlock locale={locale} id="curl-create" label="curl" text={requestCurl(baseUrl).create} />
      </div>
    </>
  )
}

const option = (value: string, label: string, chosen: string): Html => (
  <option value={value} selected={value === chosen}>
    {label}
  </option>
)

function filterForm(words: ConsoleTexts['requests'], { status, mode }: RequestsPage): Html {
  const states = Object.entries(words.states).map(([value, label]) => option(value, label, status))
  const kinds = [option('live', words.live, mode), option('test', words.test, mode)]
  return (
    <form class="filters" action={REQUESTS_PATH} method="get" aria-label={words.filterTitle}>
      <SelectField id="status" label={words.state}>
        {option('', words.anyState, status)}
        {states}
      </SelectField>
      <SelectField id="mode" label={words.kind}>
        {option('', words.anyKind, mode)}
        {kinds}
      </SelectField>
      <Button label={words.show} type="submit" kind="secondary" />
    </form>
  )
}

/** The label of a state, in its colour. */
export const stateBadge = (locale: Locale, status: string): Html => (
  <span class={`badge state state-${status}`}>{named(textsIn(locale).console.requests.states, status)}</span>
)

/** The badge for live or test. */
export const kindBadge = (locale: Locale, test: boolean): Html =>
  test ? badge(textsIn(locale).console.requests.test, 'test') : badge(textsIn(locale).console.requests.live, 'plain')

function row(locale: Locale, request: DocumentJson): Html {
  const { id, name, status, test, signers, created_at: at } = request
  const words = textsIn(locale).console.requests
  const done = signers.filter(({ status }) => status === 'signed' || status === 'approved').length
  return (
    <li class="request-row">
      <div class="request-main">
        <h2>
          <a href={`${REQUESTS_PATH}/${id}`}>{name}</a>
          {test && <> {kindBadge(locale, test)}</>}
        </h2>
        <p class="request-who">
          {signers
            .map(({ email }) => email)
            .slice(0, 3)
            .join(', ')}
          {signers.length > 3 && ` + ${signers.length - 3}`}
        </p>
      </div>
      <div class="request-states">{stateBadge(locale, status)}</div>
      <p class="request-count">
        {dots(done, signers.length)}
        <span>
          {signers.some(({ action }) => action === 'approve')
            ? `${done}/${signers.length}`
            : words.signedOf({ signed: done, all: signers.length })}
        </span>
      </p>
      <p class="request-when">{moment(at, locale)}</p>
    </li>
  )
}

const DOTS_MAX = 8

/** Decorative: the count beside it is the text equivalent. */
const dots = (signed: number, all: number): HtmlPart =>
  all <= DOTS_MAX && (
    <span class="dots" aria-hidden="true">
      {Array.from({ length: all }, (_, index) => (
        <span class={`dot ${index < signed ? 'on' : ''}`} />
      ))}
    </span>
  )

function pager(words: ConsoleTexts['requests'], { next, hasMore, status, mode }: RequestsPage): HtmlPart {
  if (next === undefined && !hasMore) return undefined
  const link = (cursor: string): string => {
    const query = new URLSearchParams(
      Object.entries({ status, mode, cursor }).filter(([, value]) => value !== ''),
    ).toString()
    return query === '' ? REQUESTS_PATH : `${REQUESTS_PATH}?${query}`
  }
  return (
    <nav class="pager" aria-label={words.listTitle}>
      {hasMore ? (
        <a class="button secondary" href={link('')}>
          {words.newest}
        </a>
      ) : (
        <span />
      )}
      {next !== undefined && (
        <a class="button secondary" href={link(next)} rel="next">
          {words.older}
          <Icon name="chevron" />
        </a>
      )}
    </nav>
  )
}
