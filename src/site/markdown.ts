/** The guides' Markdown as HTML: our own text, so its content is trusted; only URLs are rewritten. */
import { Marked, type Tokens } from 'marked'
import type { Locale } from '../kernel/languages.ts'
import { type Html, raw } from '../pages/html.ts'

/** One heading of a guide. */
interface Heading {
  level: number
  text: string
  id: string
}

/** A rendered guide. */
export interface GuideContent {
  title: string
  body: Html
  /** Its second level, for the table of contents. */
  contents: readonly Heading[]
}

/** The origin that commands in the guides are written for, which is where `./scripts/start` listens. */
export const WRITTEN_ORIGIN = 'http://127.0.0.1:3000'

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (one) => `&#${one.codePointAt(0)};`)

/** The id of a heading as GitHub makes it, so that links work in both places. */
export const headingId = (text: string): string =>
  text
    .toLowerCase()
    .replace(/<[^>]+>|[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')

/** Maps a link between files of docs/ to its site URL; French guides link to French ones. */
export function siteAddress(href: string, locale: Locale = 'en'): string {
  if (/^[a-z]+:|^#|^\//.test(href)) return href
  const [path = '', fragment] = href.split('#', 2)
  const name = path.split('/').at(-1) ?? ''
  const end = fragment === undefined ? '' : `#${fragment}`
  if (name === 'openapi.yaml') return '/openapi.yaml'
  if (/^(?:\.\.\/)?images\//.test(path)) return `/guides/images/${name}`
  if (path.includes('templates/')) return `/samples/${name}`
  const language = locale === 'en' ? '' : `?lang=${locale}`
  return name.endsWith('.md') ? `/guides/${name.replace(/\.md$/, '')}${language}${end}` : href
}

/**
 * Renders one guide.
 * @param origin replaces {@link WRITTEN_ORIGIN}, so that commands work as copied.
 */
export function renderGuide(markdown: string, origin: string, locale: Locale = 'en'): GuideContent {
  const headings: Heading[] = []
  const used = new Map<string, number>()
  const numbered = (id: string): string => {
    const times = used.get(id) ?? 0
    used.set(id, times + 1)
    return times === 0 ? id : `${id}-${times}`
  }
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const id = numbered(headingId(text))
        const inner = this.parser.parseInline(tokens)
        headings.push({ level: depth, text: text.replaceAll('`', ''), id })
        if (depth === 1) return `<h1>${inner}</h1>\n`
        return `<h${depth} id="${escaped(id)}"><a class="anchor" href="#${escaped(id)}">${inner}</a></h${depth}>\n`
      },
      link({ href, tokens }: Tokens.Link) {
        // Raw figures and examples for operators exist only in the repository; "name@1.2" is not a mail address.
        if (/^mailto:|^(?:\.\.\/)?(?:ops|measurements)\//.test(href))
          return this.parser.parseInline(tokens)
        return `<a href="${escaped(siteAddress(href, locale).replace(WRITTEN_ORIGIN, ''))}">${this.parser.parseInline(tokens)}</a>`
      },
      image({ href, text }: Tokens.Image) {
        return `<img src="${escaped(siteAddress(href))}" alt="${escaped(text)}" loading="lazy">`
      },
      // The button that copies is added by the page's script.
      code({ text, lang }: Tokens.Code) {
        return `<div class="code"><pre tabindex="0" data-lang="${escaped(lang ?? '')}"><code>${escaped(text)}</code></pre></div>\n`
      },
      table({ header, rows }: Tokens.Table) {
        const cell = (tag: string, { tokens }: Tokens.TableCell) =>
          `<${tag}${tag === 'th' ? ' scope="col"' : ''}>${this.parser.parseInline(tokens)}</${tag}>`
        const row = (tag: string, cells: Tokens.TableCell[]) =>
          `<tr>${cells.map((one) => cell(tag, one)).join('')}</tr>`
        return `<div class="table-scroll" tabindex="0"><table><thead>${row('th', header)}</thead><tbody>${rows.map((cells) => row('td', cells)).join('')}</tbody></table></div>\n`
      },
      // Comments steer tests and scripts; there is no other HTML in the guides.
      html: () => '',
    },
  })
  const body = marked.parse(markdown.replaceAll(WRITTEN_ORIGIN, origin), { async: false })
  return {
    title: headings[0]?.text ?? '',
    body: raw(body),
    contents: headings.filter(({ level }) => level === 2),
  }
}
