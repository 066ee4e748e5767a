/** UI components specific to the console; styled in `browser/console.css`. */

import { type Locale, languageFacts } from '../kernel/languages.ts'
import { linkButton, safeHref } from '../pages/components.ts'
import { type Html, type HtmlPart, html } from '../pages/html.ts'
import { type IconName, icon } from '../pages/icons.ts'
import { textsIn } from '../translations/texts.ts'
import type { Visit } from './visit.ts'
import { inWords } from './words.ts'

/**
 * A form that only this browser can submit; nothing where the member's role may not submit it.
 * @param parts `files`: it contains files; `more`: further attributes
 */
export const ownForm = (
  visit: Visit,
  action: string,
  content: HtmlPart,
  parts: { id?: string; className?: string; target?: string; files?: boolean; more?: Html } = {},
): Html =>
  visit.allows('POST', action)
    ? html`<form action="${safeHref(action)}" method="post" ${parts.files === true && html`enctype="multipart/form-data"`} ${parts.more} ${parts.id !== undefined && html`id="${parts.id}"`} class="${parts.className ?? 'stack'}" ${parts.target !== undefined && html`target="${parts.target}"`}><input type="hidden" name="csrf" value="${visit.csrf}">${content}</form>`
    : html``

/** Head of a page: title, a sentence and actions. */
export const pageHead = (title: HtmlPart, text: HtmlPart, actions?: HtmlPart): Html =>
  html`<div class="page-head"><div><h1>${title}</h1><p class="lead">${text}</p></div>${actions !== undefined && html`<div class="actions">${actions}</div>`}</div>`

/** Link back to the parent page. */
export const crumb = (label: string, href: string): Html =>
  html`<p class="crumb"><a href="${href}">${icon('chevron')}<span>${label}</span></a></p>`

/** A link that looks like a button; nothing where the member's role may not go there. */
export const memberLink = (
  visit: Visit,
  label: HtmlPart,
  href: string,
  parts: Parameters<typeof linkButton>[2] & { method?: 'GET' | 'POST' } = {},
): Html | false => {
  const { method = 'GET', ...looks } = parts
  return visit.allows(method, href) && linkButton(label, href, looks)
}

/** Something folded away until it is wanted, such as renaming; nothing where the role may not submit its form. */
export const folded = (
  visit: Visit,
  act: { label: string; name: string; action: string },
  content: HtmlPart,
): Html | false =>
  visit.allows('POST', act.action) &&
  html`<details class="act" name="act"><summary>${act.label}<span class="visually-hidden"> ${act.name}</span></summary><div class="act-sheet">${content}</div></details>`

/** A section of a page with a heading; nothing where it has no content. */
export const section = (
  parts: { id: string; title: HtmlPart; text?: HtmlPart; side?: HtmlPart },
  content: HtmlPart,
): Html =>
  String(content).trim() === ''
    ? html``
    : html`<section class="panel" aria-labelledby="${parts.id}"><div class="panel-head"><div><h2 id="${parts.id}">${parts.title}</h2>${parts.text !== undefined && html`<p class="hint">${parts.text}</p>`}</div>${parts.side}</div>${content}</section>`

/** The part of the settings that leads to a page of its own. */
export function pageLink(
  visit: Visit,
  id: string,
  href: string,
  words: { title: string; text: string; linkDo: string },
): Html | false {
  const link = memberLink(visit, words.linkDo, href, { kind: 'secondary' })
  return link && section({ id, title: words.title, text: words.text }, link)
}

/** Empty state: what belongs here and how to create it. */
export const emptyState = (parts: {
  icon: IconName
  title: HtmlPart
  text: HtmlPart
  action?: HtmlPart
}): Html =>
  html`<div class="empty"><div class="empty-mark">${icon(parts.icon)}</div><h3>${parts.title}</h3><p>${parts.text}</p>${parts.action}</div>`

/** Text with a copy button; without script, one click selects it all. */
export const copyBlock = (
  locale: Locale,
  parts: { id: string; label: HtmlPart; text: string; kind?: 'secret' | 'curl' },
): Html => {
  const words = textsIn(locale).console.common
  return html`<div class="copy-block ${parts.kind ?? 'curl'}"><div class="copy-head"><span id="${parts.id}-label">${parts.label}</span><button type="button" class="copy-button" data-copy="${parts.id}" data-copied="${words.copied}" hidden>${icon('copy')}<span aria-live="polite">${words.copy}</span></button></div><pre tabindex="0" role="group" aria-labelledby="${parts.id}-label"><code id="${parts.id}">${parts.text}</code></pre></div>`
}

/** The curl equivalent of an action, collapsed by default. */
export const curlLine = (locale: Locale, id: string, text: string): Html =>
  html`<details class="curl-line"><summary>${textsIn(locale).console.common.curl}</summary>${copyBlock(locale, { id, label: 'curl', text })}</details>`

/** A time, which the page's script converts to the reader's local time. */
export const moment = (iso: string, locale: Locale): Html =>
  html`<time datetime="${iso}">${inWords(iso, locale)}</time>`

/** A badge for a state. */
export const badge = (text: HtmlPart, kind: 'live' | 'test' | 'off' | 'plain' = 'plain'): Html =>
  html`<span class="badge ${kind}">${text}</span>`

const METER_WIDTH = 300

/** How much of a limit is used. The text beside it is equivalent. */
export function meter(label: HtmlPart, figures: string, share: number | null): Html {
  const filled = share === null ? 0 : Math.min(1, share) * METER_WIDTH
  const level = share === null || share < 0.8 ? 'fine' : share < 1 ? 'near' : 'full'
  return html`<div class="meter ${level}"><p><span>${label}</span><strong>${figures}</strong></p><svg viewBox="0 0 ${METER_WIDTH} 8" preserveAspectRatio="none" aria-hidden="true" focusable="false"><rect class="meter-rest" width="${METER_WIDTH}" height="8"/><rect class="meter-used" width="${Math.round(filled)}" height="8"/></svg></div>`
}

/** How to get a larger plan, where the operator says so: a link or a sentence. */
export const planAdvice = (locale: Locale, advice: string): Html | false =>
  advice !== '' &&
  html`<p class="plan-advice">${textsIn(locale).console.common.largerPlans}${languageFacts(locale).colon} ${/^https?:\/\/\S+$/i.test(advice) ? html`<a href="${safeHref(advice)}">${advice}</a>` : advice}</p>`
