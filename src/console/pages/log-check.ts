/** The page "Check the log": whether its entries are as they were written, or where its chain breaks. */
import type { FastifyReply } from 'fastify'
import type { LogFinding } from '../../identity/log-check.ts'
import type { Locale } from '../../kernel/languages.ts'
import { alert, facts, linkButton } from '../../pages/components.ts'
import { type Html, html } from '../../pages/html.ts'
import { icon } from '../../pages/icons.ts'
import { filled } from '../../translations/messages.ts'
import { textsIn } from '../../translations/texts.ts'
import type { CheckedLog } from '../account-log.ts'
import { crumb, pageHead } from '../components.ts'
import type { MemberRequest } from '../route-builder.ts'
import { inWords } from '../words.ts'

const LOG = '/console/log'

/** The page. */
export async function showCheck(context: MemberRequest): Promise<FastifyReply> {
  const { visit, session, parts } = context
  const { locale } = visit
  const words = textsIn(locale).console.log
  const checked = await parts.log.check(session.accountId)
  const download = [
    [words.chainFile, 'chain.json'] as const,
    [words.verifier, 'verify-trail.mjs'] as const,
  ].map(([label, file]) =>
    linkButton(label, `${LOG}/${file}`, { kind: 'secondary', icon: 'download', download: true }),
  )
  const main = html`${crumb(words.title, LOG)}${pageHead(words.check, words.checkText)}<section class="panel" aria-label="${words.check}">${checked === undefined ? html`<p>${words.noChain}</p>` : report(locale, checked)}</section><p class="actions after-panels">${download}</p><p class="hint">${words.chainHint}</p>`
  return context.show({ title: words.check, main, section: LOG })
}

function report(locale: Locale, { head, found }: CheckedLog): Html {
  const words = textsIn(locale).console.log
  const newest = [words.head, html`${head.seq} <code>${head.hash}</code>`] as const
  if (found === undefined) return html`${alert('warning', words.tooLong)}${facts([newest])}`
  const { rows, chain } = found
  const { intact, anonymous, erased, older } = rows
  const period =
    erased.before === undefined
      ? '0'
      : words.erasedOf({ entries: erased.entries, before: inWords(erased.before, locale) })
  return html`${verdictPart(locale, found)}${facts([
    [words.intact, anonymous === 0 ? `${intact}` : words.anonymous({ entries: intact, anonymous })],
    [words.erasedEntries, period],
    [words.olderEntries, `${older}`],
    [words.stamps, words.stamped({ stamps: chain.stamps, after: chain.unstamped })],
    newest,
  ])}`
}

function verdictPart(locale: Locale, { rows, chain }: NonNullable<CheckedLog['found']>): Html {
  const words = textsIn(locale).console.log
  if (rows.findingCount === 0 && chain.findings.length === 0)
    return html`<p class="chain whole">${icon('shield')}<span>${words.whole}</span></p>`
  const more = rows.findingCount - rows.findings.length
  const list = html`<ul class="points">${rows.findings.map((finding) => html`<li>${findingText(locale, finding)}</li>`)}${more > 0 && html`<li>${words.moreFaults({ count: more })}</li>`}${chain.findings.map((finding) => html`<li lang="en">${finding}</li>`)}</ul>`
  return alert('error', list, { title: words.broken })
}

function findingText(locale: Locale, { kind, id, seq }: LogFinding): Html {
  const words = textsIn(locale).console.log
  return html`${filled(words.faults[kind], { seq: seq ?? '' })} <code>${id}</code>`
}
