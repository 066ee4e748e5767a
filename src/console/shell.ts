/** The frame of the console's pages: sections at the side (collapsed on a phone), the logged-in user, language. */
import { LOCALES, type Locale, languageFacts } from '../kernel/languages.ts'
import type { Assets } from '../pages/assets.ts'
import { alert } from '../pages/components.ts'
import { type Html, type HtmlPart, html } from '../pages/html.ts'
import { type IconName, icon } from '../pages/icons.ts'
import { documentPage, mark } from '../pages/page.ts'
import type { ConsoleTexts } from '../translations/messages.ts'
import { textsIn } from '../translations/texts.ts'
import { ownForm } from './components.ts'
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
  flash !== undefined &&
  html`<div class="flash" role="status">${alert('success', html`<p>${flashText(locale, flash)}</p>`)}</div>`

function entryBody(visit: Visit, view: ConsoleView): Html {
  const common = textsIn(visit.locale).common
  return html`<header class="entry-header"><a class="brand" href="/console">${mark}<span>Paraph</span></a>${visit.person !== undefined && logOut(visit)}${languageForm(visit)}</header>
<main id="main" tabindex="-1">${flashOf(visit)}${view.main}</main>
<footer class="entry-footer"><a href="/docs">${textsIn(visit.locale).console.common.docs}</a><a href="/verify">${common.verify}</a></footer>`
}

function shellBody(nav: readonly NavEntry[], visit: Visit, view: ConsoleView): Html {
  const words = textsIn(visit.locale).console.common
  return html`<header class="bar"><a class="brand" href="/console">${mark}<span>Paraph</span></a>
<details class="bar-menu"><summary>${icon('menu')}<span>${words.menu}</span></summary><div class="bar-sheet">${sections(nav, visit, view.section)}${foot(visit)}</div></details></header>
<header class="side"><a class="brand" href="/console">${mark}<span>Paraph</span></a>${sections(nav, visit, view.section)}${foot(visit)}</header>
<main id="main" tabindex="-1">${flashOf(visit)}${view.main}</main>`
}

const sections = (nav: readonly NavEntry[], { locale }: Visit, current?: string): Html =>
  html`<nav class="sections" aria-label="${textsIn(locale).console.common.nav}"><ul>${nav.map(
    ({ path, icon: name, label }) =>
      html`<li><a href="${path}" ${path === current && html`aria-current="page"`}>${icon(name)}<span>${textsIn(locale).console.sections[label]}</span></a></li>`,
  )}<li><a href="/guides?lang=${locale}">${icon('info')}<span>${textsIn(locale).console.common.guides}</span></a></li><li><a href="/docs">${icon('book')}<span>${textsIn(locale).console.common.docs}</span></a></li></ul></nav>`

function foot(visit: Visit): Html {
  return html`<div class="side-foot">${whereOf(visit)}<p class="who">${visit.person?.email}</p>${languageForm(visit)}${logOut(visit)}</div>`
}

const logOut = (visit: Visit): Html =>
  ownForm(
    visit,
    '/console/log-out',
    html`<button class="button quiet" type="submit">${icon('exit')}<span>${textsIn(visit.locale).console.common.logOut}</span></button>`,
    { className: 'log-out' },
  )

/** The organisation that is open, with the way to another. */
function whereOf({ locale, session }: Visit): Html | false {
  if (session === undefined) return false
  const { membership, email } = session
  return html`<p class="where"><a href="/console/organisations"><span class="visually-hidden">${textsIn(locale).console.common.organisation}: </span>${membership?.name ?? email}</a></p>`
}

/** Two buttons: works without script, and the choice is stored. */
function languageForm(visit: Visit): Html {
  const words = textsIn(visit.locale).console.common
  const back = safeNext(visit.path.split('?', 1)[0])
  return ownForm(
    visit,
    '/console/language',
    html`<input type="hidden" name="back" value="${back}"><fieldset><legend class="visually-hidden">${words.language}</legend>${LOCALES.map((locale) => languageButton(locale, visit.locale))}</fieldset>`,
    { className: 'language-form' },
  )
}

const languageButton = (locale: Locale, current: Locale): Html =>
  html`<button type="submit" name="lang" value="${locale}" lang="${locale}" ${locale === current && html`aria-current="true"`}><span aria-hidden="true">${locale.toUpperCase()}</span><span class="visually-hidden">${languageFacts(locale).name}</span></button>`
