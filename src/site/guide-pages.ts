/** The list of guides, and one guide with its navigation. */
import type { Assets } from '../pages/assets.ts'
import { type Html, html } from '../pages/html.ts'
import type { Locale } from '../pages/locale.ts'
import { sitePage } from './frame.ts'
import { guidesFor, type ShownGuide } from './guides.ts'
import type { GuideContent } from './markdown.ts'
import { siteWords } from './words.ts'

const GROUPS = ['start', 'use', 'run', 'measured'] as const

/** Every guide with what it is for. */
export function guideListPage(locale: Locale, assets: Assets): string {
  const words = siteWords(locale).guides
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
    html`<section><h2>${words.groups[group]}</h2><ul class="tiles">${guidesFor(locale)
      .filter((guide) => guide.group === group)
      .map(
        ({ name, title, summary, language }) =>
          html`<li lang="${language}"><a href="${addressOf(name, locale)}"><strong>${title}</strong><span>${summary}</span></a></li>`,
      )}</ul></section>`,
)}</div>`,
  })
}

/** One guide, with the others beside it and its sections before it. */
export function guidePage(
  locale: Locale,
  assets: Assets,
  guide: ShownGuide & GuideContent,
): string {
  const words = siteWords(locale).guides
  const guides = guidesFor(locale)
  const next = guides[guides.findIndex(({ name }) => name === guide.name) + 1]
  return sitePage({
    locale,
    assets,
    title: guide.title,
    description: guide.summary,
    section: '/guides',
    main: html`<div class="guide">
<nav class="guide-nav" aria-label="${words.all}">${GROUPS.map((group) => others(group, words.groups[group], { locale, current: guide.name }))}</nav>
<article lang="${guide.language}">
${contents(guide, words.contents)}
${guide.body}
${next !== undefined && html`<p class="next"><a href="${addressOf(next.name, locale)}"><span lang="${locale}">${words.next}</span> <strong lang="${next.language}">${next.title}</strong></a></p>`}
</article></div>`,
  })
}

/** Keeps the chosen language. */
const addressOf = (name: string, locale: Locale): string => `/guides/${name}?lang=${locale}`

const others = (
  group: ShownGuide['group'],
  title: string,
  { locale, current }: { locale: Locale; current: string },
): Html =>
  html`<p class="guide-group">${title}</p><ul>${guidesFor(locale)
    .filter((one) => one.group === group)
    .map(
      ({ name, title: label, language }) =>
        html`<li lang="${language}"><a href="${addressOf(name, locale)}" ${name === current && html`aria-current="page"`}>${label}</a></li>`,
    )}</ul>`

const contents = ({ contents: sections }: GuideContent, label: string): Html | false =>
  sections.length > 2 &&
  html`<details class="contents"><summary>${label}</summary><ul>${sections.map(
    ({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`,
  )}</ul></details>`
