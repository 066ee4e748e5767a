/** The page "Check the log": whether its entries are as they were written, or where its chain breaks. */
import type { FastifyReply } from 'fastify'
import type { LogFinding } from '../../identity/log-check.ts'
import { Alert, Facts, LinkButton } from '../../pages/components.tsx'
import type { Html } from '../../pages/html.ts'
import { Icon } from '../../pages/icons.tsx'
import { filled } from '../../translations/messages.ts'
import type { CheckedLog } from '../account-log.ts'
import { Crumb, PageHead } from '../components.tsx'
import type { MemberRequest } from '../route-builder.ts'
import { inWords, type Reader } from '../words.ts'

const LOG = '/console/log'

/** The page. */
export async function showCheck(context: MemberRequest): Promise<FastifyReply> {
  const { visit, session, parts } = context
  const words = visit.words.log
  const checked = await parts.log.check(session.accountId)
  const download = [[words.chainFile, 'chain.json'] as const, [words.verifier, 'verify-trail.mjs'] as const].map(
    ([label, file]) => <LinkButton label={label} href={`${LOG}/${file}`} kind="secondary" icon="download" download />,
  )
  const main = (
    <>
      <Crumb href={LOG}>{words.title}</Crumb>
      <PageHead title={words.check} text={words.checkText} />
      <section class="panel" aria-label={words.check}>
        {checked === undefined ? <p>{words.noChain}</p> : report(visit, checked)}
      </section>
      <p class="actions after-panels">{download}</p>
      <p class="hint">{words.chainHint}</p>
    </>
  )
  return context.show({ title: words.check, main })
}

function report(visit: Reader, { head, found }: CheckedLog): Html {
  const words = visit.words.log
  const newest = [
    words.head,
    <>
      {head.seq} <code>{head.hash}</code>
    </>,
  ] as const
  if (found === undefined)
    return (
      <>
        <Alert kind="warning">{words.tooLong}</Alert>
        <Facts lines={[newest]} />
      </>
    )
  const { rows, chain } = found
  const { intact, anonymous, erased, older } = rows
  const period =
    erased.before === undefined
      ? '0'
      : words.erasedOf({ entries: erased.entries, before: inWords(erased.before, visit) })
  return (
    <>
      {verdictPart(visit, found)}
      <Facts
        lines={[
          [words.intact, anonymous === 0 ? `${intact}` : words.anonymous({ entries: intact, anonymous })],
          [words.erasedEntries, period],
          [words.olderEntries, `${older}`],
          [words.stamps, words.stamped({ stamps: chain.stamps, after: chain.unstamped })],
          newest,
        ]}
      />
    </>
  )
}

function verdictPart(visit: Reader, { rows, chain }: NonNullable<CheckedLog['found']>): Html {
  const words = visit.words.log
  if (rows.findingCount === 0 && chain.findings.length === 0)
    return (
      <p class="chain whole">
        <Icon name="shield" />
        <span>{words.whole}</span>
      </p>
    )
  const more = rows.findingCount - rows.findings.length
  return (
    <Alert kind="error" title={words.broken}>
      <ul class="points">
        {rows.findings.map((finding) => (
          <li>{findingText(visit, finding)}</li>
        ))}
        {more > 0 && <li>{words.moreFaults({ count: more })}</li>}
        {chain.findings.map((finding) => (
          <li lang="en">{finding}</li>
        ))}
      </ul>
    </Alert>
  )
}

function findingText(visit: Reader, { kind, id, seq }: LogFinding): Html {
  const words = visit.words.log
  return (
    <>
      {filled(words.faults[kind], { seq: seq ?? '' })} <code>{id}</code>
    </>
  )
}
