/** The frame of the console's pages: sections at the side (collapsed on a phone), the logged-in user, language. */
import { LOCALES, type Locale, languageFacts } from '../kernel/languages.ts'
import type { Assets } from '../pages/assets.ts'
import { Alert } from '../pages/components.tsx'
import type { Html, HtmlPart } from '../pages/html.ts'
import { Icon, type IconName } from '../pages/icons.tsx'
import { documentPage, mark } from '../pages/page.tsx'
import type { ConsoleTexts } from '../translations/messages.ts'
import { textsIn } from '../translations/texts.ts'
import { OwnForm } from './components.tsx'
import { safeNext, type Visit } from './visit.ts'
import { flashText } from './words.ts'

/** A section of the console. */
export interface NavEntry {
  /** Path, such as `/console/keys`. */
  path: string
  icon: IconName
  label: keyof ConsoleTexts['sections']
}

/** Content of a page. */
export interface ConsoleView {
  title: string
  main: HtmlPart
  /** HTTP status; 200 by default. */
  status?: number
  /** Path of the section it belongs to. */
  section?: string
  /** `entry` for visitors who are not logged in. */
  frame?: 'shell' | 'entry'
  /** Shown without the logged-in navigation, because the session has just ended. */
  guest?: boolean
  /** Names of scripts besides the common one. */
  scripts?: readonly string[]
}

/** A page of the console as text. */
export function consolePage(
  parts: { assets: Assets; nav: readonly NavEntry[] },
  visit: Visit,
  view: ConsoleView,
): string {
  const { locale } = visit
  const entry = (view.frame ?? 'shell') === 'entry' || visit.session === undefined
  return documentPage({
    locale,
    assets: parts.assets,
    title: view.title,
    styles: ['console.css'],
    scripts: ['console.js', ...(view.scripts ?? [])],
    bodyClass: entry ? 'console-entry' : 'console-shell',
    body: entry ? entryBody(visit, view) : shellBody(parts.nav, visit, view),
  })
}

const flashOf = ({ flash, locale }: Visit): HtmlPart =>
  flash !== undefined && (
    <div class="flash" role="status">
      <Alert kind="success">{flashText(locale, flash)}</Alert>
    </div>
  )

function entryBody(visit: Visit, view: ConsoleView): Html {
  const common = textsIn(visit.locale).common
  return (
    <>
      <header class="entry-header">
        <a class="brand" href="/console">
          {mark}
          <span>Paraph</span>
        </a>
        {visit.person !== undefined && logOut(visit)}
        {languageForm(visit)}
      </header>
      <main id="main" tabindex="-1">
        {flashOf(visit)}
        {view.main}
      </main>
      <footer class="entry-footer">
        <a href="/docs">{textsIn(visit.locale).console.common.docs}</a>
        <a href="/verify">{common.verify}</a>
      </footer>
    </>
  )
}

function shellBody(nav: readonly NavEntry[], visit: Visit, view: ConsoleView): Html {
  const words = textsIn(visit.locale).console.common
  return (
    <>
      <header class="bar">
        <a class="brand" href="/console">
          {mark}
          <span>Paraph</span>
        </a>
        <details class="bar-menu">
          <summary>
            <Icon name="menu" />
            <span>{words.menu}</span>
          </summary>
          <div class="bar-sheet">
            {sections(nav, visit, view.section)}
            {foot(visit)}
          </div>
        </details>
      </header>
      <header class="side">
        <a class="brand" href="/console">
          {mark}
          <span>Paraph</span>
        </a>
        {sections(nav, visit, view.section)}
        {foot(visit)}
      </header>
      <main id="main" tabindex="-1">
        {flashOf(visit)}
        {view.main}
      </main>
    </>
  )
}

const sections = (nav: readonly NavEntry[], { locale }: Visit, current?: string): Html => (
  <nav class="sections" aria-label={textsIn(locale).console.common.nav}>
    <ul>
      {nav.map(({ path, icon: name, label }) => (
        <li>
          <a href={path} aria-current={path === current ? 'page' : undefined}>
            <Icon name={name} />
            <span>{textsIn(locale).console.sections[label]}</span>
          </a>
        </li>
      ))}
      <li>
        <a href={`/guides?lang=${locale}`}>
          <Icon name="info" />
          <span>{textsIn(locale).console.common.guides}</span>
        </a>
      </li>
      <li>
        <a href="/docs">
          <Icon name="book" />
          <span>{textsIn(locale).console.common.docs}</span>
        </a>
      </li>
    </ul>
  </nav>
)

function foot(visit: Visit): Html {
  return (
    <div class="side-foot">
      {whereOf(visit)}
      <p class="who">{visit.person?.email}</p>
      {languageForm(visit)}
      {logOut(visit)}
    </div>
  )
}

const logOut = (visit: Visit): Html => (
  <OwnForm visit={visit} action="/console/log-out" className="log-out">
    <button class="button quiet" type="submit">
      <Icon name="exit" />
      <span>{textsIn(visit.locale).console.common.logOut}</span>
    </button>
  </OwnForm>
)

/** The organisation that is open, with the way to another. */
function whereOf({ locale, session }: Visit): Html | false {
  if (session === undefined) return false
  const { membership, email } = session
  return (
    <p class="where">
      <a href="/console/organisations">
        <span class="visually-hidden">{textsIn(locale).console.common.organisation}: </span>
        {membership?.name ?? email}
      </a>
    </p>
  )
}

/** Two buttons: works without script, and the choice is stored. */
function languageForm(visit: Visit): Html {
  const words = textsIn(visit.locale).console.common
  const back = safeNext(visit.path.split('?', 1)[0])
  return (
    <OwnForm visit={visit} action="/console/language" className="language-form">
      <input type="hidden" name="back" value={back} />
      <fieldset>
        <legend class="visually-hidden">{words.language}</legend>
        {LOCALES.map((locale) => languageButton(locale, visit.locale))}
      </fieldset>
    </OwnForm>
  )
}

const languageButton = (locale: Locale, current: Locale): Html => (
  <button type="submit" name="lang" value={locale} lang={locale} aria-current={locale === current ? 'true' : undefined}>
    <span aria-hidden="true">{locale.toUpperCase()}</span>
    <span class="visually-hidden">{languageFacts(locale).name}</span>
  </button>
)
