/** The list of guides, and one guide with its navigation. */
import type { Locale } from '../kernel/languages.ts'
import type { Assets } from '../pages/assets.ts'
import { Button } from '../pages/components.tsx'
import type { Html } from '../pages/html.ts'
import { textsIn } from '../translations/texts.ts'
import { sitePage } from './frame.tsx'
import { guidesFor, type ShownGuide } from './guides.ts'
import type { GuideContent } from './markdown.ts'
import { type FoundSection, QUESTION_MAX, RESULTS_MAX } from './search.ts'

const GROUPS = ['start', 'use', 'run', 'measured'] as const

/** What was searched for, and the sections that were found. */
interface Searched {
  question: string
  found: readonly FoundSection[]
}

/** Every guide with what it is for, after what was found. */
export function guideListPage(locale: Locale, assets: Assets, searched?: Searched): string {
  const words = textsIn(locale).site.guides
  return sitePage({
    locale,
    assets,
    title: searched === undefined ? words.title : `${searched.question} · ${words.title}`,
    description: words.lead,
    section: '/guides',
    main: (
      <div class="guide-list">
        <h1>{words.title}</h1>
        <p class="lead">
          {words.lead} {locale !== 'en' && words.language}
        </p>
        {searchForm(locale, searched?.question)}
        {searched !== undefined && results(locale, searched)}
        {GROUPS.map((group) => (
          <section>
            <h2>{words.groups[group]}</h2>
            <ul class="tiles">
              {guidesFor(locale)
                .filter((guide) => guide.group === group)
                .map(({ name, title, summary, language }) => (
                  <li lang={language}>
                    <a href={addressOf(name, locale)}>
                      <strong>{title}</strong>
                      <span>{summary}</span>
                    </a>
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </div>
    ),
  })
}

/** One guide, with the others beside it and its sections before it. */
export function guidePage(locale: Locale, assets: Assets, guide: ShownGuide & GuideContent): string {
  const words = textsIn(locale).site.guides
  const guides = guidesFor(locale)
  const next = guides[guides.findIndex(({ name }) => name === guide.name) + 1]
  return sitePage({
    locale,
    assets,
    title: guide.title,
    description: guide.summary,
    section: '/guides',
    main: (
      <div class="guide">
        <nav class="guide-nav" aria-label={words.all}>
          {searchForm(locale)}
          {GROUPS.map((group) => others(group, words.groups[group], { locale, current: guide.name }))}
        </nav>
        <article lang={guide.language}>
          {contents(guide, words.contents)}
          {guide.body}
          {next !== undefined && (
            <p class="next">
              <a href={addressOf(next.name, locale)}>
                <span lang={locale}>{words.next}</span> <strong lang={next.language}>{next.title}</strong>
              </a>
            </p>
          )}
        </article>
      </div>
    ),
  })
}

/** Keeps the chosen language. */
const addressOf = (name: string, locale: Locale, id = ''): string => `/guides/${name}?lang=${locale}${id && `#${id}`}`

/** A GET of the list of guides: it works without script. */
function searchForm(locale: Locale, question = ''): Html {
  const words = textsIn(locale).site.guides
  return (
    <search>
      <form class="guide-search" action="/guides" method="get">
        <label class="visually-hidden" for="q">
          {words.search}
        </label>
        <input
          type="search"
          id="q"
          name="q"
          value={question}
          placeholder={words.search}
          maxlength={QUESTION_MAX}
          required
          autocomplete="off"
        />
        <input type="hidden" name="lang" value={locale} />
        <Button label={words.searchDo} type="submit" kind="secondary" />
      </form>
    </search>
  )
}

function results(locale: Locale, { found }: Searched): Html {
  const words = textsIn(locale).site.guides
  const list = found.map(({ guide, heading, id, excerpt }) => (
    <li lang={guide.language}>
      <a href={addressOf(guide.name, locale, id)}>
        <strong>{heading}</strong>
        {heading !== guide.title && (
          <>
            {' '}
            <span class="found-guide">{guide.title}</span>
          </>
        )}
      </a>
      <p>{excerpt.map((piece, at) => (at % 2 === 1 ? <mark>{piece}</mark> : piece))}</p>
    </li>
  ))
  const count = found.length
  const heading = count > 1 && count === RESULTS_MAX ? words.best({ most: count }) : words.found({ count })
  return (
    <section class="found-sections">
      <h2>{heading}</h2>
      {found.length === 0 ? <p>{words.foundNone}</p> : <ol>{list}</ol>}
    </section>
  )
}

const others = (
  group: ShownGuide['group'],
  title: string,
  { locale, current }: { locale: Locale; current: string },
) => (
  <>
    <p class="guide-group">{title}</p>
    <ul>
      {guidesFor(locale)
        .filter((one) => one.group === group)
        .map(({ name, title: label, language }) => (
          <li lang={language}>
            <a href={addressOf(name, locale)} aria-current={name === current ? 'page' : undefined}>
              {label}
            </a>
          </li>
        ))}
    </ul>
  </>
)

const contents = ({ contents: sections }: GuideContent, label: string): Html | false =>
  sections.length > 2 && (
    <details class="contents">
      <summary>{label}</summary>
      <ul>
        {sections.map(({ id, text }) => (
          <li>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ul>
    </details>
  )
