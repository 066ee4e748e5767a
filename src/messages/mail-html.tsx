/**
 * A mail as HTML that mail programs render alike: tables, inline styles, no pictures, fonts or scripts. The style
 * element only adds dark mode; without it the mail stays light and complete.
 */

import { languageFacts } from '../kernel/languages.ts'
import { type Html, type HtmlPart, raw, wholeDocument } from '../pages/html.ts'
import type { Attributes } from '../pages/jsx-runtime.ts'
import { textsIn } from '../translations/texts.ts'
import {
  type Block,
  type Fact,
  type FooterLine,
  linePart,
  type MailContent,
  mailUrl,
  manyLines,
  oneLine,
  type Words,
} from './mail-content.ts'

const FONT = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif"
const LIGHT = {
  paper: '#f7f6f3',
  surface: '#ffffff',
  sunken: '#f3f1ec',
  ink: '#1d1c1a',
  soft: '#57534c',
  line: '#dcd8d0',
  accent: '#2f4bc6',
  onAccent: '#ffffff',
} as const
const DARK = {
  paper: '#161719',
  surface: '#1f2124',
  sunken: '#292b2f',
  ink: '#eeede9',
  soft: '#b4b1a9',
  line: '#383a3f',
  accent: '#a9b8ff',
  onAccent: '#11162e',
} as const

/** Apple Mail and most others use the first; Outlook's dark mode uses the second. */
const darkRules = (prefix: string, accent: string): string =>
  [
    `.paper{background:${DARK.paper}!important}`,
    `.surface{background:${DARK.surface}!important;border-color:${DARK.line}!important}`,
    `.sunken{background:${DARK.sunken}!important;border-color:${DARK.line}!important}`,
    `.ink{color:${DARK.ink}!important}`,
    `.soft{color:${DARK.soft}!important}`,
    `.line{border-color:${DARK.line}!important}`,
    `.link{color:${accent}!important}`,
    `.button{background:${accent}!important}`,
    `.button-label{background:${accent}!important;border-color:${accent}!important;color:${DARK.onAccent}!important}`,
  ]
    .map((rule) => `${prefix}${rule}`)
    .join('\n')

/** On phones the mail fills the screen. */
const NARROW = `@media (max-width:480px){.space{padding-left:20px!important;padding-right:20px!important}
.edge{padding-top:0!important;padding-left:0!important;padding-right:0!important}
.surface{border-left:0!important;border-right:0!important;border-top:0!important;border-radius:0!important}
.button,.button-label{display:block!important;text-align:center!important}.button-table{width:100%!important}}`

/** @param accent `#rrggbb`: nothing else from outside is inserted here, where escaping would not protect */
const styles = (accent: string): Html =>
  raw(`:root{color-scheme:light dark;supported-color-schemes:light dark}
${NARROW}
@media (prefers-color-scheme:dark){
${darkRules('', accent)}
}
${darkRules('[data-ogsc] ', accent)}`)

/** Outlook on Windows renders with Word, which does not support max-width. */
const WORD_BEGIN = raw(
  '<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->',
)
const WORD_END = raw('<!--[if mso]></td></tr></table><![endif]-->')

/** A table that only places what is in it. */
const Layout = (given: Attributes): Html => (
  <table role="presentation" cellpadding="0" cellspacing="0" border="0" {...given} />
)

/** What the pieces of a mail share. */
interface Look {
  locale: MailContent['locale']
  /** `#rrggbb`, readable under white text. */
  accent: string
}

const inline = (words: Words): HtmlPart =>
  typeof words === 'string'
    ? oneLine(words)
    : words.map((word) => (typeof word === 'string' ? linePart(word) : <strong>{oneLine(word.strong)}</strong>))

const paragraph = (content: HtmlPart, space: number): Html => (
  <p class="ink" style={`margin:0 0 ${space}px;font-size:16px;line-height:1.55;color:${LIGHT.ink}`}>
    {content}
  </p>
)

const link = (url: string, label: string, accent: string): Html => (
  <a class="link" href={mailUrl(url)} style={`color:${accent};word-break:break-all`}>
    {label}
  </a>
)

function button(label: string, url: string, { locale, accent }: Look): Html {
  const { onAccent, soft } = LIGHT
  return (
    <>
      <Layout class="button-table" style="margin:8px 0 20px">
        <tr>
          <td
            class="button"
            bgcolor={accent}
            style={`border-radius:10px;background:${accent};mso-padding-alt:14px 28px`}
          >
            <a
              class="button-label"
              href={mailUrl(url)}
              style={`display:inline-block;padding:14px 28px;border:1px solid ${accent};border-radius:10px;background:${accent};color:${onAccent};font-size:16px;line-height:20px;font-weight:600;text-decoration:none`}
            >
              {oneLine(label)}
            </a>
          </td>
        </tr>
      </Layout>
      <p class="soft" style={`margin:0 0 24px;font-size:13px;line-height:1.5;color:${soft}`}>
        {textsIn(locale).mails.noButton}
        <br />
        {link(url, mailUrl(url), accent)}
      </p>
    </>
  )
}

function factTable(facts: readonly Fact[], accent: string): Html {
  const { line, ink, soft } = LIGHT
  const cell = `padding:10px 0;border-top:1px solid ${line};font-size:15px;line-height:1.45;vertical-align:top`
  const rows = facts.map(({ label, value, url }) => (
    <tr>
      <th
        class="soft line"
        scope="row"
        align="left"
        style={`${cell};width:34%;padding-right:16px;font-weight:400;color:${soft}`}
      >
        {oneLine(label)}
      </th>
      <td class="ink line" style={`${cell};color:${ink};word-break:break-word`}>
        {url === undefined ? oneLine(value) : link(url, oneLine(value), accent)}
      </td>
    </tr>
  ))
  return (
    <table cellpadding="0" cellspacing="0" border="0" width="100%" style="margin:4px 0 24px;border-collapse:collapse">
      {rows}
    </table>
  )
}

function quote(text: string): Html {
  const lines = manyLines(text).map((line, index) => (
    <>
      {index > 0 && <br />}
      {line}
    </>
  ))
  const { sunken, line, ink } = LIGHT
  return (
    <Layout width="100%" style="margin:0 0 24px">
      <tr>
        <td
          class="sunken ink"
          bgcolor={sunken}
          style={`padding:14px 18px;border-left:3px solid ${line};background:${sunken};font-size:15px;line-height:1.55;color:${ink};word-break:break-word`}
        >
          {lines}
        </td>
      </tr>
    </Layout>
  )
}

function blockHtml(block: Block, look: Look): Html {
  switch (block.type) {
    case 'paragraph':
      return paragraph(inline(block.words), 18)
    case 'button':
      return button(block.label, block.url, look)
    case 'facts':
      return factTable(block.facts, look.accent)
    case 'quote':
      return quote(block.text)
    case 'note':
      return (
        <p class="soft" style={`margin:0 0 18px;font-size:14px;line-height:1.5;color:${LIGHT.soft}`}>
          {inline(block.words)}
        </p>
      )
  }
}

/** A logo of at most 480 × 160 pixels, for screens with two of them per unit; the name stands for it where pictures are blocked. */
const logo = (cid: string, name: string): Html => (
  <img src={`cid:${cid}`} alt={oneLine(name)} height="40" style="display:block;height:40px;max-width:240px;border:0" />
)

const footerLine = (line: FooterLine, accent: string): Html => {
  const words = typeof line === 'string' ? oneLine(line) : link(line.url, oneLine(line.text), accent)
  return (
    <p class="soft" style={`margin:0 0 8px;font-size:13px;line-height:1.5;color:${LIGHT.soft}`}>
      {words}
    </p>
  )
}

/** Shown beside the subject; the padding keeps the mail's first words from following it there. */
const previewText = (text: string): Html => (
  <div style="display:none;max-height:0;overflow:hidden;mso-hide:all">
    {oneLine(text)}
    {'\u00a0\u200c'.repeat(60)}
  </div>
)

/** The mail as a whole HTML document. */
export function mailHtml(content: MailContent): string {
  const { locale, subject, preview, heading, blocks, footer, brand = 'Paraph' } = content
  const { paper, surface, ink, line } = LIGHT
  const { accent = LIGHT.accent, darkAccent = DARK.accent, logoCid } = content.look ?? {}
  return wholeDocument(
    <html lang={locale} dir={languageFacts(locale).direction}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no,date=no,address=no,email=no" />
        <title>{oneLine(subject)}</title>
        <style>{styles(darkAccent)}</style>
      </head>
      <body class="paper" style={`margin:0;padding:0;background:${paper};${FONT};-webkit-text-size-adjust:100%`}>
        {preview !== undefined && previewText(preview)}
        <Layout class="paper" width="100%" bgcolor={paper} style={`background:${paper}`}>
          <tr>
            <td class="edge" align="center" style="padding:32px 16px">
              {WORD_BEGIN}
              <Layout width="100%" style={`max-width:600px;${FONT}`}>
                <tr>
                  <td
                    class="surface space"
                    align="left"
                    bgcolor={surface}
                    style={`padding:32px 36px 14px;background:${surface};border:1px solid ${line};border-radius:14px`}
                  >
                    <p class="link" style={`margin:0 0 20px;font-size:15px;font-weight:700;color:${accent}`}>
                      {logoCid === undefined ? oneLine(brand) : logo(logoCid, brand)}
                    </p>
                    <h1
                      class="ink"
                      style={`margin:0 0 18px;font-size:23px;line-height:1.3;font-weight:700;color:${ink};word-break:break-word`}
                    >
                      {oneLine(heading)}
                    </h1>
                    {blocks.map((block) => blockHtml(block, { locale, accent }))}
                  </td>
                </tr>
                <tr>
                  <td class="space" align="left" style="padding:20px 36px 32px">
                    {footer.map((line) => footerLine(line, accent))}
                  </td>
                </tr>
              </Layout>
              {WORD_END}
            </td>
          </tr>
        </Layout>
      </body>
    </html>,
  )
}
