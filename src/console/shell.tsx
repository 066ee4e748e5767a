/** The frame of the console's pages: sections at the side (collapsed on a phone), the logged-in user, language. */

import type { IdentityError } from '../identity/identity-error.ts'
import { LOCALES, type Locale, languageFacts } from '../kernel/languages.ts'
import type { Assets } from '../pages/assets.ts'
import { Alert } from '../pages/components.tsx'
import type { Html, HtmlPart } from '../pages/html.ts'
import { Icon, type IconName } from '../pages/icons.tsx'
import { documentPage, mark } from '../pages/page.tsx'
import type { ConsoleTexts } from '../translations/messages.ts'
import { textsIn } from '../translations/texts.ts'
import { OwnForm } from './components.tsx'
import type { FileFinding } from './problem-words.ts'
import { safeNext, type Visit } from './visit.ts'

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
  /** HTTP status; by default that of the error, or 200. */
  status?: number
  /** What was refused, where the page shows it. */
  error?: FileFinding | IdentityError | undefined
  /** It belongs to no section, whatever its address is: an error in place of a page. */
  isNowhere?: boolean
  /** `entry` for visitors who are not logged in. */
  frame?: 'shell' | 'entry'
  /** Shown without the logged-in navigation, because the session has just ended. */
  guest?: boolean
  /** Names of scripts besides the common one. */
  scripts?: readonly string[]
}

/** A page of the console as text. */
export function consolePage(parts: { assets: Assets; nav: readonly NavEntry[] }, visit: Visit, view: ConsoleView) {
  const entry = (view.frame ?? 'shell') === 'entry' || visit.session === undefined
  return documentPage({
    locale: visit.locale,
    assets: parts.assets,
    title: view.title,
    styles: ['console.css'],
    scripts: ['console.js', ...(view.scripts ?? [])],
    bodyClass: entry ? 'console-entry' : 'console-shell',
    body: entry ? entryBody(visit, view) : shellBody(parts.nav, visit, view),
  })
}

const flashOf = ({ flash, words }: Visit): HtmlPart =>
  flash !== undefined && (
    <div class="flash" role="status">
      <Alert kind="success">{words.flashes[flash]}</Alert>
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
        <a href="/docs">{visit.words.common.docs}</a>
        <a href="/verify">{common.verify}</a>
      </footer>
    </>
  )
}

function shellBody(nav: readonly NavEntry[], visit: Visit, view: ConsoleView): Html {
  const words = visit.words.common
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
            {sections(nav, visit, view)}
            {foot(visit)}
          </div>
        </details>
      </header>
      <header class="side">
        <a class="brand" href="/console">
          {mark}
          <span>Paraph</span>
        </a>
        {sections(nav, visit, view)}
        {foot(visit)}
      </header>
      <main id="main" tabindex="-1">
        {flashOf(visit)}
        {view.main}
      </main>
    </>
  )
}

/** Whether a path is of a section: of its page, or of one below; below the first page is everything else. */
const isIn = (section: string, { path }: Visit): boolean => {
  const [bare = ''] = path.split('?', 1)
  return bare === section || (section !== '/console' && bare.startsWith(`${section}/`))
}

const sections = (nav: readonly NavEntry[], visit: Visit, { isNowhere }: ConsoleView): Html => (
  <nav class="sections" aria-label={visit.words.common.nav}>
    <ul>
      {nav.map(({ path, icon: name, label }) => (
        <li>
          <a href={path} aria-current={isNowhere !== true && isIn(path, visit) ? 'page' : undefined}>
            <Icon name={name} />
            <span>{visit.words.sections[label]}</span>
          </a>
        </li>
      ))}
      <li>
        <a href={`/guides?lang=${visit.locale}`}>
          <Icon name="info" />
          <span>{visit.words.common.guides}</span>
        </a>
      </li>
      <li>
        <a href="/docs">
          <Icon name="book" />
          <span>{visit.words.common.docs}</span>
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
      <span>{visit.words.common.logOut}</span>
    </button>
  </OwnForm>
)

/** The organisation that is open, with the way to another. */
function whereOf({ words, session }: Visit): Html | false {
  if (session === undefined) return false
  const { membership, email } = session
  return (
    <p class="where">
      <a href="/console/organisations">
        <span class="visually-hidden">{words.common.organisation}: </span>
        {membership?.name ?? email}
      </a>
    </p>
  )
}

/** Two buttons: works without script, and the choice is stored. */
function languageForm(visit: Visit): Html {
  const words = visit.words.common
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
