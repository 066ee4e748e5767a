/** The list of signature requests: filters, one line per request, pagination, and an empty state. */

import type { Locale } from '../../kernel/languages.ts'
import { button, linkButton } from '../../pages/components.ts'
import { type Html, type HtmlPart, html } from '../../pages/html.ts'
import { icon } from '../../pages/icons.ts'
import type { DocumentJson } from '../../signing/model/schemas/request.ts'
import type { Periods } from '../../signing/retention/periods.ts'
import { type ConsoleTexts, named } from '../../translations/messages.ts'
import { textsIn } from '../../translations/texts.ts'
import {
  badge,
  copyBlock,
  curlLine,
  emptyState,
  memberLink,
  moment,
  pageHead,
} from '../components.ts'
import type { Visit } from '../visit.ts'
import { retentionBanner } from './retention.ts'
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
  const create = html`<div class="actions">${fromTemplate(visit)}${memberLink(visit, words.newOne, `${REQUESTS_PATH}/new`, { icon: 'plus' })}</div>`
  if (nothing && !filtered && !page.hasMore)
    return html`${pageHead(words.title, words.text)}<section class="panel"><h2 class="visually-hidden">${words.listTitle}</h2>${firstOne(visit, page.baseUrl)}</section>`
  return html`${pageHead(words.title, words.text, create)}${retentionBanner(visit, page.periods)}
${filterForm(words, page)}
<section class="panel list-panel" aria-label="${words.title}">${
    nothing
      ? html`<h2 class="visually-hidden">${words.listTitle}</h2>${emptyState({
          icon: 'document',
          title: words.none,
          text: words.noneText,
          action: linkButton(words.all, REQUESTS_PATH, { kind: 'secondary' }),
        })}`
      : html`<ul class="request-rows">${page.requests.map((request) => row(visit.locale, request))}</ul>`
  }${pager(words, page)}</section>
${curlLine(visit.locale, 'curl-list', requestCurl(page.baseUrl).list)}`
}

const fromTemplate = (visit: Visit): Html =>
  html`${memberLink(visit, textsIn(visit.locale).console.bulk.link, `${REQUESTS_PATH}/templates`, {
    kind: 'secondary',
  })} ${memberLink(
    visit,
    textsIn(visit.locale).console.fromTemplate.link,
    `${REQUESTS_PATH}/from-template`,
    {
      kind: 'secondary',
    },
  )}`

function firstOne(visit: Visit, baseUrl: string): Html {
  const { locale } = visit
  const words = textsIn(locale).console.requests
  const action = html`${memberLink(visit, words.newOne, `${REQUESTS_PATH}/new`, { icon: 'pen' })} ${fromTemplate(visit)}`
  return html`${emptyState({ icon: 'pen', title: words.empty, text: words.emptyText, action })}
<div class="stack after-empty"><p>${words.emptyCurl}</p>${copyBlock(locale, { id: 'curl-create', label: 'curl', text: requestCurl(baseUrl).create })}</div>`
}

const option = (value: string, label: string, chosen: string): Html =>
  html`<option value="${value}" ${value === chosen && html`selected`}>${label}</option>`

function filterForm(words: ConsoleTexts['requests'], { status, mode }: RequestsPage): Html {
  const states = Object.entries(words.states).map(([value, label]) => option(value, label, status))
  const kinds = [option('live', words.live, mode), option('test', words.test, mode)]
  return html`<form class="filters" action="${REQUESTS_PATH}" method="get" aria-label="${words.filterTitle}">
<div class="field"><label for="status">${words.state}</label><select id="status" name="status">${option('', words.anyState, status)}${states}</select></div>
<div class="field"><label for="mode">${words.kind}</label><select id="mode" name="mode">${option('', words.anyKind, mode)}${kinds}</select></div>
${button(words.show, { type: 'submit', kind: 'secondary' })}</form>`
}

/** The label of a state, in its colour. */
export const stateBadge = (locale: Locale, status: string): Html =>
  html`<span class="badge state state-${status}">${named(textsIn(locale).console.requests.states, status)}</span>`

/** The badge for live or test. */
export const kindBadge = (locale: Locale, test: boolean): Html =>
  test
    ? badge(textsIn(locale).console.requests.test, 'test')
    : badge(textsIn(locale).console.requests.live, 'plain')

function row(locale: Locale, request: DocumentJson): Html {
  const { id, name, status, test, signers, created_at: at } = request
  const words = textsIn(locale).console.requests
  const done = signers.filter(({ status }) => status === 'signed' || status === 'approved').length
  return html`<li class="request-row"><div class="request-main"><h2><a href="${REQUESTS_PATH}/${id}">${name}</a>${test && html` ${kindBadge(locale, test)}`}</h2><p class="request-who">${signers
    .map(({ email }) => email)
    .slice(0, 3)
    .join(', ')}${signers.length > 3 && ` + ${signers.length - 3}`}</p></div>
<div class="request-states">${stateBadge(locale, status)}</div>
<p class="request-count">${dots(done, signers.length)}<span>${signers.some(({ action }) => action === 'approve') ? `${done}/${signers.length}` : words.signedOf({ signed: done, all: signers.length })}</span></p>
<p class="request-when">${moment(at, locale)}</p></li>`
}

const DOTS_MAX = 8

/** Decorative: the count beside it is the text equivalent. */
const dots = (signed: number, all: number): HtmlPart =>
  all <= DOTS_MAX &&
  html`<span class="dots" aria-hidden="true">${Array.from({ length: all }, (_, index) => html`<span class="dot ${index < signed && 'on'}"></span>`)}</span>`

function pager(
  words: ConsoleTexts['requests'],
  { next, hasMore, status, mode }: RequestsPage,
): HtmlPart {
  if (next === undefined && !hasMore) return undefined
  const link = (cursor: string): string => {
    const query = new URLSearchParams(
      Object.entries({ status, mode, cursor }).filter(([, value]) => value !== ''),
    ).toString()
    return query === '' ? REQUESTS_PATH : `${REQUESTS_PATH}?${query}`
  }
  return html`<nav class="pager" aria-label="${words.listTitle}">${hasMore ? html`<a class="button secondary" href="${link('')}">${words.newest}</a>` : html`<span></span>`}${next !== undefined && html`<a class="button secondary" href="${link(next)}" rel="next">${words.older}${icon('chevron')}</a>`}</nav>`
}
