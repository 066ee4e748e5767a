/** The development outbox as a page: every message as text, links to follow, codes to select with one click. */
import { createHash } from 'node:crypto'
import { type Html, type HtmlPart, raw, wholeDocument } from '../pages/html.ts'
import type { OutboxMessage } from './outbox.ts'

const SHOWN_MAX = 100
const REFRESH_SECONDS = 5

const CSS = `
:root{color-scheme:light dark;--paper:#f7f6f3;--surface:#fff;--ink:#1d1c1a;--soft:#57534c;--line:#dcd8d0;--accent:#2f4bc6;--tint:#eaeefc}
@media (prefers-color-scheme:dark){:root{--paper:#161719;--surface:#1f2124;--ink:#eeede9;--soft:#b4b1a9;--line:#383a3f;--accent:#a9b8ff;--tint:#2a3050}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",Arial,sans-serif;overflow-wrap:anywhere}
header,main{max-width:46rem;margin:0 auto;padding:1.5rem 1rem 0}
main{padding-bottom:3rem}
h1{margin:0;font-size:1.5rem}
h2{margin:0;font-size:1.125rem;line-height:1.35}
p{margin:.5rem 0 0}
a{color:var(--accent)}
article{margin:0 0 1rem;padding:1.25rem;background:var(--surface);border:1px solid var(--line);border-radius:.75rem}
.soft{color:var(--soft);font-size:.875rem}
.count{margin:0 0 .75rem}
.tag{display:inline-block;margin-right:.5rem;padding:.0625rem .5rem;border-radius:1rem;background:var(--tint);color:var(--accent);font-size:.8125rem;font-weight:600}
.text{margin:1rem 0 0;white-space:pre-wrap}
.code{display:inline-block;margin-top:.75rem;padding:.25rem .75rem;border:1px dashed var(--accent);border-radius:.5rem;font:600 1.5rem/1.4 ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;letter-spacing:.15em;user-select:all;-webkit-user-select:all}
nav{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin-top:.5rem}
nav a{padding:.5rem 0}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:1rem;margin-top:1rem}
iframe{width:100%;height:44rem;border:1px solid var(--line);border-radius:.5rem}
`

/** The page runs no scripts, loads nothing and has a single inline style. */
export const OUTBOX_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(CSS).digest('base64')}'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** A mail is shown as in a mail program: own styles and pictures, no scripts, nothing from elsewhere. */
export const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-popups allow-popups-to-escape-sandbox"

/** The same, in the page of previews. */
export const PREVIEW_POLICY = MAIL_POLICY.replace("frame-ancestors 'none'", "frame-ancestors 'self'")

const URLS = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]}]/g

/** Text with its http(s) addresses as links. */
function linked(text: string): Html {
  const parts: Array<Html | string> = []
  let end = 0
  for (const { 0: url, index } of text.matchAll(URLS)) {
    parts.push(
      text.slice(end, index),
      <a href={url} rel="noopener noreferrer">
        {url}
      </a>,
    )
    end = index + url.length
  }
  return <>{[...parts, text.slice(end)]}</>
}

/** A six-digit code on its own. */
const codeIn = (text: string): string | undefined => /(?<![\d+])\d{6}(?!\d)/.exec(text)?.[0]

function article(message: OutboxMessage): Html {
  const { id, at, channel, to, subject, text, attachment } = message
  const code = channel === 'sms' ? codeIn(text) : undefined
  return (
    <article id={id}>
      <h2>{subject ?? `Text message to ${to}`}</h2>
      <p class="soft">
        <span class="tag">{channel === 'mail' ? 'Mail' : 'SMS'}</span>to {to} ·{' '}
        <time datetime={at}>{at.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')}</time>
        {message.html !== undefined && (
          <>
            {' '}
            · <a href={`/dev/outbox/${id}`}>as HTML</a>
          </>
        )}
        {attachment !== undefined && (
          <>
            {' '}
            · {attachment.filename} attached ({attachment.size} bytes, not stored)
          </>
        )}
      </p>
      {code !== undefined && (
        <code class="code" title="Click to select">
          {code}
        </code>
      )}
      <p class="text">{linked(text)}</p>
    </article>
  )
}

/** The page. @param refreshing whether it reloads every few seconds */
export function outboxPage(messages: readonly OutboxMessage[], refreshing: boolean): string {
  const shown = messages.slice(0, SHOWN_MAX)
  return wholeDocument(
    <DevelopmentPage
      title="Development outbox"
      about="Messages that would have been sent, had a mail server and Twilio been set up. Never in production (PARAPH_PRODUCTION=on)."
      refreshSeconds={refreshing ? REFRESH_SECONDS : undefined}
      links={
        <>
          <a href="/dev/outbox">Load again</a>
          {refreshing ? (
            <a href="/dev/outbox">Stop loading by itself</a>
          ) : (
            <a href="/dev/outbox?refresh=on">Load every {REFRESH_SECONDS} seconds</a>
          )}
          <a href="/dev/outbox.json">JSON</a>
          <a href="/dev/mails">Every mail</a>
        </>
      }
    >
      <p class="soft count" role="status">
        {summary(messages.length, shown.length)}
      </p>
      <div>{shown.map(article)}</div>
    </DevelopmentPage>,
  )
}

/** The frame of a page that only developers see: English, without scripts, with the one style that its policy allows. */
export const DevelopmentPage = (parts: {
  title: string
  about: string
  /** After how many seconds it reloads by itself; undefined: it does not. */
  refreshSeconds?: number | undefined
  links: HtmlPart
  children: HtmlPart
}): Html => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex, nofollow" />
      <meta name="color-scheme" content="light dark" />
      {parts.refreshSeconds && <meta http-equiv="refresh" content={parts.refreshSeconds} />}
      <title>{parts.title} · Paraph</title>
      <style>{raw(CSS)}</style>
    </head>
    <body>
      <header>
        <h1>{parts.title}</h1>
        <p class="soft">{parts.about}</p>
        <nav aria-label="Outbox">
          {parts.links}
          <a href="/console">Developer area</a>
          <a href="/">Start page</a>
        </nav>
      </header>
      <main>{parts.children}</main>
    </body>
  </html>
)

function summary(stored: number, shown: number): string {
  if (stored === 0) return 'Nothing yet.'
  return shown < stored
    ? `The newest ${shown} of ${stored} messages.`
    : stored === 1
      ? 'One message.'
      : `${stored} messages, newest first.`
}
