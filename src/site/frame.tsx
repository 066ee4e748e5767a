/** The frame of every site page: current section and navigation. */
import type { Locale } from '../kernel/languages.ts'
import type { Assets } from '../pages/assets.ts'
import type { HtmlPart } from '../pages/html.ts'
import { page } from '../pages/page.tsx'
import { textsIn } from '../translations/texts.ts'

/** One page of the site. */
interface SitePage {
  locale: Locale
  assets: Assets
  title: string
  description: string
  main: HtmlPart
  /** Path of the site section that the page belongs to. */
  section?: '/guides' | '/docs'
  /** Scripts and style sheets besides those of every site page. */
  scripts?: readonly string[]
  styles?: readonly string[]
}

/** The page as text. */
export function sitePage(parts: SitePage): string {
  const { locale, assets, title, description, main, section } = parts
  const words = textsIn(locale).site.nav
  const copying = textsIn(locale).console.common
  const links: ReadonlyArray<readonly [href: string, label: string]> = [
    ['/guides', words.guides],
    ['/docs', words.reference],
    ['/verify', words.verify],
    ['/console', words.console],
  ]
  return page({
    locale,
    assets,
    title,
    description,
    main,
    layout: 'site',
    styles: ['guides.css', ...(parts.styles ?? [])],
    scripts: ['copy.js', ...(parts.scripts ?? [])],
    header: (
      <nav class="site-nav" aria-label={words.label} data-copy={copying.copy} data-copied={copying.copied}>
        <ul>
          {links.map(([href, label]) => (
            <li>
              <a href={href} aria-current={href === section ? 'true' : undefined}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    ),
    footer: (
      <>
        <p>{words.footer}</p>
        <ul class="foot-links">
          {[
            ['/guides/security', words.security],
            ['/guides/limits', words.limits],
            ['/pki/policy', words.policy],
            ['/openapi.yaml', 'openapi.yaml'],
          ].map(([href, label]) => (
            <li>
              <a href={href}>{label}</a>
            </li>
          ))}
        </ul>
      </>
    ),
  })
}

const TO_PAGES = /href="(\/(?:docs(?:\/\w+)?|guides(?:\/[\w-]+)?|verify|console(?:\/[\w-]+)*)?)(#[^"]*)?"/g

/** Carries over a language chosen in the URL: these pages are public and use no cookies. */
export const keepLanguage = (text: string, locale: Locale): string =>
  text.replaceAll(TO_PAGES, (_whole, path: string, part = '') => `href="${path}?lang=${locale}${part}"`)
