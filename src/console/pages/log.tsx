/** The section "Log": what members did in the organisation, for its owners and auditors; also as a file. */
import type { FastifyReply } from 'fastify'
import { standaloneVerifier } from '../../audit/verify-trail.ts'
import { EVENT_GROUPS, typesOf } from '../../identity/events.ts'
import type { LogFilter, LogRow } from '../../identity/log-store.ts'
import { DAY_MS, toIso } from '../../kernel/clock.ts'
import { AppError } from '../../kernel/errors.ts'
import { membersOf } from '../../kernel/type-guards.ts'
import { Button, Field, LinkButton, SelectField } from '../../pages/components.tsx'
import type { Html } from '../../pages/html.ts'
import { say } from '../../translations/texts.ts'
import { EmptyState, moment, PageHead, Row } from '../components.tsx'
import { sendDownload } from '../guarded-call.ts'
import { LOG_FORMATS, LOG_TYPES, logFile } from '../log-export.ts'
import type { ConsoleSection, MemberRequest } from '../route-builder.ts'
import { noteEvent } from '../senders.ts'
import type { Visit } from '../visit.ts'
import { eventText } from '../words.ts'
import { showCheck } from './log-check.tsx'

const PATH = '/console/log'
const PAGE = 50
const ID = /^sec_[0-9a-z]{26}$/
const PERSON = /^acc_[0-9a-z]{26}$/
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** The filter as it was chosen; what cannot be read is left out. */
interface Chosen {
  person: string
  group: string
  from: string
  to: string
}

function chosenIn(context: MemberRequest): Chosen & { before: string } {
  const query = membersOf(context.request.query)
  const read = (name: string, fits: (text: string) => boolean): string => {
    const value = query[name]
    return typeof value === 'string' && fits(value) ? value : ''
  }
  const isDay = (text: string) => DAY.test(text) && !Number.isNaN(Date.parse(text))
  return {
    person: read('person', (text) => PERSON.test(text)),
    group: read('group', (text) => EVENT_GROUPS.some((group) => group === text)),
    from: read('from', isDay),
    to: read('to', isDay),
    before: read('before', (text) => ID.test(text)),
  }
}

function filterOf({ session }: MemberRequest, { person, group, from, to }: Chosen): LogFilter {
  const known = EVENT_GROUPS.find((one) => one === group)
  return {
    organisationId: session.accountId,
    ...(person !== '' && { personId: person }),
    ...(known !== undefined && { types: typesOf(known) }),
    ...(from !== '' && { since: toIso(Date.parse(from)) }),
    // The last day belongs to it.
    ...(to !== '' && { until: toIso(Date.parse(to) + DAY_MS) }),
  }
}

/** An address of the section with the filter in it. */
function addressOf(path: string, chosen: Chosen, before = ''): string {
  const { person, group, from, to } = chosen
  const filled = Object.entries({ person, group, from, to, before }).filter(([, text]) => text !== '')
  return filled.length === 0 ? path : `${path}?${new URLSearchParams(filled)}`
}

async function showLog(context: MemberRequest): Promise<FastifyReply> {
  const { visit, session, parts } = context
  const words = visit.words.log
  const { before, ...chosen } = chosenIn(context)
  const { events } = parts.identity
  const found = await events.log(filterOf(context, chosen), {
    before: before || undefined,
    limit: PAGE + 1,
  })
  const rows = found.slice(0, PAGE)
  const people = await events.people(session.accountId)
  const older = found.length > PAGE ? rows.at(-1)?.id : undefined
  const main = (
    <>
      <PageHead title={words.title} text={words.text} />
      {filterForm(visit, chosen, people)}
      <section class="panel" aria-label={words.title}>
        {rows.length === 0 ? nothing(visit) : entries(visit, rows)}
        {pager(visit, chosen, { before, older })}
      </section>
      {exportLinks(visit, chosen)}
    </>
  )
  return context.show({ title: words.title, main })
}

const nothing = (visit: Visit): Html => {
  const words = visit.words.log
  const action = <LinkButton label={words.all} href={PATH} kind="secondary" />
  return (
    <>
      <h2 class="visually-hidden">{words.title}</h2>
      <EmptyState icon="document" title={words.none} text={words.noneText} action={action} />
    </>
  )
}

/** An address that nobody has any more stands for a person whose log-in was deleted. */
const nameOf = (email: string, visit: Visit): string => (email.endsWith('@invalid') ? visit.words.log.erased : email)

const entries = (visit: Visit, rows: readonly LogRow[]): Html => (
  <ul class="rows events">
    {rows.map(({ at, type, email, subject, ip }) => (
      <Row title={eventText(visit, type)} hint={[nameOf(email, visit), subject, ip].filter(Boolean).join(' · ')}>
        <p class="when">{moment(at, visit)}</p>
      </Row>
    ))}
  </ul>
)

function pager(
  visit: Visit,
  chosen: Chosen,
  { before, older }: { before: string; older: string | undefined },
): Html | false {
  if (before === '' && older === undefined) return false
  const words = visit.words.log
  const newest = before !== '' && <LinkButton label={words.newest} href={addressOf(PATH, chosen)} kind="secondary" />
  return (
    <p class="actions pager">
      {newest}
      {older !== undefined && <LinkButton label={words.older} href={addressOf(PATH, chosen, older)} kind="secondary" />}
    </p>
  )
}

function filterForm(
  visit: Visit,
  { person, group, from, to }: Chosen,
  people: ReadonlyArray<{ id: string; email: string }>,
): Html {
  const words = visit.words.log
  const names = people.map(({ id, email }) => [id, nameOf(email, visit)] as const)
  const groups = EVENT_GROUPS.map((one) => [one, words.groups[one]] as const)
  return (
    <form class="filters" action={PATH} method="get" aria-label={words.filter}>
      <SelectField id="person" label={words.person} choices={[['', words.anyone], ...names]} chosen={person} />
      <SelectField id="group" label={words.group} choices={[['', words.anything], ...groups]} chosen={group} />
      <Field id="from" type="date" label={words.from} value={from} />
      <Field id="to" type="date" label={words.to} value={to} />
      <Button label={words.show} type="submit" kind="secondary" />
    </form>
  )
}

function exportLinks(visit: Visit, chosen: Chosen): Html {
  const words = visit.words.log
  const links = LOG_FORMATS.map((format) => (
    <LinkButton
      label={words[format]}
      href={addressOf(`${PATH}/export.${format}`, chosen)}
      kind="secondary"
      icon="download"
      download
    />
  ))
  const check = <LinkButton label={words.check} href={`${PATH}/check`} kind="secondary" icon="shield" />
  return (
    <>
      <p class="actions after-panels">
        {links}
        {check}
      </p>
      <p class="hint">{words.exportHint}</p>
    </>
  )
}

/** The file is streamed: what breaks on the way ends it without its last line, which the log shows. */
async function sendLog(context: MemberRequest): Promise<FastifyReply> {
  const format = LOG_FORMATS.find((one) => context.param('file') === `export.${one}`)
  if (format === undefined) throw new AppError('not_found', say('service.noFile'))
  const { identity, log } = context.parts
  const filter = filterOf(context, chosenIn(context))
  await noteEvent(context, 'log.exported', format)
  const file = logFile(format, filter, {
    read: (one, page) => identity.events.log(one, page),
    places: (seqs) => log.places(context.session.accountId, seqs),
  })
  return sendDownload(context, { bytes: file, filename: `log.${format}`, type: LOG_TYPES[format] })
}

/** The chain, as every trail can be had: `verify-trail.mjs` and `verify-audit` check it without this service. */
async function sendChain(context: MemberRequest): Promise<FastifyReply> {
  await noteEvent(context, 'log.exported', 'chain')
  const bytes = context.parts.log.file(context.session.accountId)
  return sendDownload(context, { bytes, filename: 'log-chain.json', type: 'application/json; charset=utf-8' })
}

/** The program that checks both, for those who have no evidence file with a copy of it. */
const sendVerifier = (context: MemberRequest): FastifyReply =>
  sendDownload(context, {
    bytes: Buffer.from(standaloneVerifier()),
    filename: 'verify-trail.mjs',
    type: 'text/javascript; charset=utf-8',
  })

/** The section. */
export const logPages: ConsoleSection = {
  nav: { path: PATH, icon: 'clock', label: 'log' },
  routes(routes) {
    routes.member('GET', '/log', 'log.read', showLog)
    routes.member('GET', '/log/check', 'log.read', showCheck)
    routes.member('GET', '/log/chain.json', 'log.read', sendChain)
    routes.member('GET', '/log/verify-trail.mjs', 'log.read', sendVerifier)
    routes.member('GET', '/log/:file', 'log.read', sendLog)
  },
}
