/** The frame of every page: head, header, main, footer; the same look and the same order. */
import { type Language, LOCALES, languageFacts } from '../kernel/languages.ts'
import { textsIn } from '../translations/texts.ts'
import type { Assets } from './assets.ts'
import { type Html, type HtmlPart, wholeDocument } from './html.ts'

/** One page. */
interface PageParts {
  locale: Language
  /** Every language the page can be had in; by default those of all pages. */
  languages?: readonly Language[]
  assets: Assets
  /** Shown in the tab, before the product's name. */
  title: string
  main: HtmlPart
  /** Brand in the header; the product's name by default. */
  brand?: string
  /** Picture in the header; the product's logo by default. */
  logo?: Html
  /** Shown in the header beside the brand. */
  header?: HtmlPart
  /** Names of style sheets besides `site.css`. */
  styles?: readonly string[]
  /** Names of scripts; all are modules. */
  scripts?: readonly string[]
  /** Style sheets that are not assets, by their paths; they come last. */
  ownStyles?: readonly string[]
  /** Class of the body: `wide` for pages that fill the window, `site` for those with columns. */
  layout?: 'text' | 'wide' | 'site'
  /** Public pages may be indexed by search engines; all others may not. */
  description?: string
  /** Footer replacing that of the signers' pages. */
  footer?: HtmlPart
}

const PRODUCT = 'Paraph'

/** What every document has around its body. */
interface DocumentParts
  extends Pick<PageParts, 'locale' | 'assets' | 'title' | 'styles' | 'scripts' | 'ownStyles' | 'description'> {
  bodyClass: string
  /** After the link that skips to `#main`. */
  body: HtmlPart
}

/** A whole page as text. */
export function page(parts: PageParts): string {
  const { locale, main } = parts
  const words = textsIn(locale).common
  return documentPage({
    ...parts,
    bodyClass: `layout-${parts.layout ?? 'text'}`,
    body: (
      <>
        <header class="site-header">
          <div class="site-header-inner">
            <p class="brand">{brand(parts)}</p>
            {parts.header}
            {languageLinks(locale, parts.languages ?? LOCALES)}
          </div>
        </header>
        <main id="main" tabindex="-1">
          {main}
        </main>
        <footer class="site-footer">
          <div>{parts.footer ?? plainFoot(locale, '/verify', words.verify)}</div>
        </footer>
      </>
    ),
  })
}

/** The footer of a page outside the site: what this is, and one link. */
export const plainFoot = (locale: Language, href: string, label: string, { newTab = false } = {}): Html => (
  <>
    <p>
      {PRODUCT} · {textsIn(locale).common.tagline}
    </p>
    <p>
      <a href={href} {...(newTab && { target: '_blank', rel: 'noopener noreferrer' })}>
        {label}
      </a>
    </p>
  </>
)

/** A document with a body of its own, as text: for pages with another frame than {@link page}. */
export function documentPage(parts: DocumentParts): string {
  const { locale, assets, title } = parts
  const words = textsIn(locale).common
  const styles = ['site.css', ...(parts.styles ?? [])]
  return wholeDocument(
    <html lang={locale} dir={languageFacts(locale).direction}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        {parts.description === undefined ? (
          <meta name="robots" content="noindex, nofollow" />
        ) : (
          <meta name="description" content={parts.description} />
        )}
        <meta name="color-scheme" content="light dark" />
        <meta name="format-detection" content="telephone=no" />
        <title>
          {title} · {PRODUCT}
        </title>
        <link rel="icon" href={assets.url('icon.svg')} type="image/svg+xml" />
        {styles.map((name) => (
          <link rel="stylesheet" href={assets.url(name)} />
        ))}
        {(parts.ownStyles ?? []).map((path) => (
          <link rel="stylesheet" href={path} />
        ))}
        {(parts.scripts ?? []).map((name) => (
          <script type="module" src={assets.url(name)} />
        ))}
      </head>
      <body class={parts.bodyClass}>
        <a class="skip-link" href="#main">
          {words.skip}
        </a>{' '}
        {parts.body}
      </body>
    </html>,
  )
}

/** The path of the product's logo, in a square of 32 units; `browser/icon.svg` has it too. */
const MARK_PATH = 'M5 23c5-1 13-8 15-13 1-3-2-4-4-1-3 5-4 12-1 13 3 0 4-5 6-5s1 4 3 4 2-1 3-2'

/** The product's logo. */
export const mark: Html = (
  <svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    <path d={MARK_PATH} />
  </svg>
)

/** Public pages link to the home page; a signer's page links nowhere else. */
function brand({ brand: name, description, logo = mark }: PageParts): Html {
  const inner = (
    <>
      {logo}
      <span>{name ?? PRODUCT}</span>
    </>
  )
  return description === undefined ? inner : <a href="/">{inner}</a>
}

/** Two languages stand side by side, each by its code; more of them in a menu, each by its name. */
const ASIDE_MOST = 2

function languageLinks(current: Language, offered: readonly Language[]): Html {
  const { languages: label } = textsIn(current).common
  if (offered.length > ASIDE_MOST) return languageMenu(current, offered)
  return (
    <nav class="languages" aria-label={label}>
      <ul>
        {offered.map((language) => {
          const { name } = languageFacts(language)
          return (
            <li>
              <a
                href={`?lang=${language}`}
                lang={language}
                hreflang={language}
                title={name}
                aria-current={language === current ? 'true' : undefined}
              >
                <span aria-hidden="true">{language.toUpperCase()}</span>
                <span class="visually-hidden">{name}</span>
              </a>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

function languageMenu(current: Language, offered: readonly Language[]): Html {
  const { languages: label } = textsIn(current).common
  const links = offered.map((language) => (
    <li>
      <a
        href={`?lang=${language}`}
        lang={language}
        hreflang={language}
        aria-current={language === current ? 'true' : undefined}
      >
        {languageFacts(language).name}
      </a>
    </li>
  ))
  return (
    <nav class="languages" aria-label={label}>
      <details class="language-menu">
        <summary title={label}>
          <span class="visually-hidden">
            {label}: {languageFacts(current).name}
          </span>
          <span aria-hidden="true">{current.toUpperCase()}</span>
        </summary>
        <ul>{links}</ul>
      </details>
    </nav>
  )
}
