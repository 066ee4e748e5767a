/** The list of guides, and one guide with what stands around it. */
import type { Assets } from '../pages/assets.ts'
import { type Html, html } from '../pages/html.ts'
import type { Locale } from '../pages/locale.ts'
import { sitePage } from './frame.ts'
import { GUIDES, type Guide } from './guides.ts'
import type { GuideContent } from './markdown.ts'
import { siteWording } from './wording.ts'

const GROUPS = ['start', 'use', 'run', 'measured'] as const

/** Every guide with what it is for. */
export function guideListPage(locale: Locale, assets: Assets): string {
  const words = siteWording(locale).guides
  return sitePage({
    locale,
    assets,
    title: words.title,
    description: words.lead,
    section: '/guides',
    main: html`<div class="guide-list"><h1>${words.title}</h1>
<p class="lead">${words.lead} ${words.language}</p>
${GROUPS.map(
  (group) =>
    html`<section><h2>${words.groups[group]}</h2><ul class="tiles" lang="en">${GUIDES.filter(
      (guide) => guide.group === group,
    ).map(
      ({ name, title, summary }) =>
        html`<li><a href="/guides/${name}"><strong>${title}</strong><span>${summary}</span></a></li>`,
    )}</ul></section>`,
)}</div>`,
  })
}

/** One guide, with the others beside it and its sections before it. */
export function guidePage(locale: Locale, assets: Assets, guide: Guide & GuideContent): string {
  const words = siteWording(locale).guides
  const next = GUIDES[GUIDES.findIndex(({ name }) => name === guide.name) + 1]
  return sitePage({
    locale,
    assets,
    title: guide.title,
    description: guide.summary,
    section: '/guides',
    main: html`<div class="guide">
<nav class="guide-nav" aria-label="${words.all}" lang="en">${GROUPS.map((group) => others(group, words.groups[group], guide.name))}</nav>
<article lang="en">
${contents(guide, words.contents)}
${guide.body}
${next !== undefined && html`<p class="next"><a href="/guides/${next.name}"><span lang="${locale}">${words.next}</span> <strong>${next.title}</strong></a></p>`}
</article></div>`,
  })
}

const others = (group: Guide['group'], title: string, current: string): Html =>
  html`<p class="guide-group">${title}</p><ul>${GUIDES.filter((one) => one.group === group).map(
    ({ name, title: label }) =>
      html`<li><a href="/guides/${name}" ${name === current && html`aria-current="page"`}>${label}</a></li>`,
  )}</ul>`

const contents = ({ contents: sections }: GuideContent, label: string): Html | false =>
  sections.length > 2 &&
  html`<details class="contents"><summary>${label}</summary><ul>${sections.map(
    ({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`,
  )}</ul></details>`
