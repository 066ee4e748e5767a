/** The list of signature requests: filters, one line per request, pagination, and an empty state. */

import { LinkButton } from '../../pages/components.tsx'
import type { Html, HtmlPart } from '../../pages/html.ts'
import { Icon } from '../../pages/icons.tsx'
import type { DocumentJson } from '../../signing/model/schemas/request.ts'
import type { Periods } from '../../signing/retention/periods.ts'
import { type ConsoleTexts, named } from '../../translations/messages.ts'
import { badge, CopyBlock, CurlLine, EmptyState, MemberLink, moment, PageHead } from '../components.tsx'
import type { Visit } from '../visit.ts'
import type { Reader } from '../words.ts'
import { addressOf, type Chosen, csvLink, findForm, isEverything, REQUESTS_PATH } from './requests-find.tsx'
import { pickBox, selectionBar } from './requests-selection.tsx'
import { retentionBanner } from './retention.tsx'
import { requestCurl } from './signature-curl.ts'

/** Data of the list. */
interface RequestsPage {
  requests: readonly DocumentJson[]
  /** Cursor of the next page. */
  next: string | undefined
  /** Whether this is not the first page. */
  hasMore: boolean
  chosen: Chosen
  /** Tags in use. */
  tags: ReadonlyArray<{ tag: string }>
  periods: Periods
}

/** The whole page. */
export function requestsMain(visit: Visit, page: RequestsPage): Html {
  const words = visit.words.requests
  const filtered = !isEverything(page.chosen)
  const nothing = page.requests.length === 0
  if (nothing && !filtered && !page.hasMore)
    return (
      <>
        <PageHead title={words.title} text={words.text} />
        <section class="panel">
          <h2 class="visually-hidden">{words.listTitle}</h2>
          {firstOne(visit)}
        </section>
      </>
    )
  return (
    <>
      <PageHead title={words.title} text={words.text}>
        <div class="actions">
          {fromTemplate(visit)}
          <MemberLink visit={visit} label={words.newOne} href={`${REQUESTS_PATH}/new`} icon="plus" />
        </div>
      </PageHead>
      {retentionBanner(visit, page.periods)}
      {findForm(visit, page.chosen, page.tags)}
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
          <>
            {selectionBar(visit, page.requests.length)}
            <ul class="request-rows">{page.requests.map((request) => row(visit, request))}</ul>
          </>
        )}
        {pager(words, page)}
      </section>
      {!nothing && <p class="actions after-panels">{csvLink(visit, page.chosen)}</p>}
      <CurlLine visit={visit} id="curl-list" text={requestCurl(visit.baseUrl).list} />
    </>
  )
}

const fromTemplate = (visit: Visit): Html => (
  <>
    <MemberLink visit={visit} label={visit.words.bulk.link} href={`${REQUESTS_PATH}/templates`} kind="secondary" />{' '}
    <MemberLink
      visit={visit}
      label={visit.words.fromTemplate.link}
      href={`${REQUESTS_PATH}/from-template`}
      kind="secondary"
    />
  </>
)

function firstOne(visit: Visit): Html {
  const words = visit.words.requests
  return (
    <>
      <EmptyState
        icon="pen"
        title={words.empty}
        text={words.emptyText}
        action={
          <>
            <MemberLink visit={visit} label={words.newOne} href={`${REQUESTS_PATH}/new`} icon="pen" />{' '}
            {fromTemplate(visit)}
          </>
        }
      />
      <div class="stack after-empty">
        <p>{words.emptyCurl}</p>
        <CopyBlock visit={visit} id="curl-create" label="curl" text={requestCurl(visit.baseUrl).create} />
      </div>
    </>
  )
}

/** The label of a state, in its colour. */
export const stateBadge = (visit: Reader, status: string): Html => (
  <span class={`badge state state-${status}`}>{named(visit.words.requests.states, status)}</span>
)

/** The badge for live or test. */
export const kindBadge = (visit: Reader, test: boolean): Html =>
  test ? badge(visit.words.requests.test, 'test') : badge(visit.words.requests.live, 'plain')

function row(visit: Visit, request: DocumentJson): Html {
  const { id, name, status, test, signers, tags, created_at: at } = request
  const words = visit.words.requests
  const done = signers.filter(({ status }) => status === 'signed' || status === 'approved').length
  return (
    <li class="request-row">
      {pickBox(visit, request)}
      <div class="request-main">
        <h2>
          <a href={`${REQUESTS_PATH}/${id}`}>{name}</a>
          {test && <> {kindBadge(visit, test)}</>}
        </h2>
        <p class="request-who">
          {signers
            .map(({ email }) => email)
            .slice(0, 3)
            .join(', ')}
          {signers.length > 3 && ` + ${signers.length - 3}`}
        </p>
        {tagList(tags)}
      </div>
      <div class="request-states">{stateBadge(visit, status)}</div>
      <p class="request-count">
        {dots(done, signers.length)}
        <span>
          {signers.some(({ action }) => action === 'approve')
            ? `${done}/${signers.length}`
            : words.signedOf({ signed: done, all: signers.length })}
        </span>
      </p>
      <p class="request-when">{moment(at, visit)}</p>
    </li>
  )
}

/** Tags, each a link to what else has it. */
export const tagList = (tags: readonly string[]): HtmlPart =>
  tags.length > 0 && (
    <ul class="tags">
      {tags.map((tag) => (
        <li>
          <a href={`${REQUESTS_PATH}?${new URLSearchParams({ tag })}`}>{tag}</a>
        </li>
      ))}
    </ul>
  )

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

function pager(words: ConsoleTexts['requests'], { next, hasMore, chosen }: RequestsPage): HtmlPart {
  if (next === undefined && !hasMore) return undefined
  const link = (cursor: string): string => addressOf(chosen, REQUESTS_PATH, cursor)
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
