/** The page "Retention", under "Settings": how long the organisation's signature requests are kept. */

import type { FastifyReply } from 'fastify'
import { languageFacts } from '../../kernel/languages.ts'
import { Alert, Button, Check, Facts, Field, LinkButton } from '../../pages/components.tsx'
import type { Html } from '../../pages/html.ts'
import {
  type ChosenDays,
  type Days,
  PERIOD_KINDS,
  type PeriodKind,
  type Periods,
} from '../../signing/retention/periods.ts'
import { Crumb, MemberLink, OwnForm, PageHead, Section } from '../components.tsx'
import type { ConsoleRoutes, MemberRequest } from '../route-builder.ts'
import type { Visit } from '../visit.ts'
import { inWords, type Reader } from '../words.ts'
import { afterConfirming } from './confirm.tsx'

const SETTINGS = '/console/settings'
const PATH = `${SETTINGS}/retention`

/** What was submitted, per kind: as it was typed, and its days where they can be read. */
type Given = Record<PeriodKind, { text: string; days: number | null | undefined }>

function given(context: MemberRequest): Given {
  const { bounds } = context.parts.retention
  const read = (kind: PeriodKind) => {
    const text = context.field(`${kind}_days`).trim()
    if (text === '') return { text, days: null }
    const [days, { min, max }] = [Number(text), bounds(kind)]
    return {
      text,
      days: /^\d{1,6}$/.test(text) && days >= min && days <= max ? days : undefined,
    }
  }
  return { completed: read('completed'), unsigned: read('unsigned') }
}

async function showRetention(context: MemberRequest, refused?: Given): Promise<FastifyReply> {
  const { visit, session, parts } = context
  const words = visit.words.retention
  const periods = await parts.retention.of(session.accountId)
  const main = (
    <>
      <Crumb href={SETTINGS}>{visit.words.settings.title}</Crumb>
      <PageHead title={words.title} text={words.text} />
      <Section id="periods" title={words.form}>
        {periodFacts(visit, periods)}
        {periodForm(context, periods.chosen, refused)}
      </Section>
    </>
  )
  const status = refused === undefined ? 200 : 422
  return context.show({ title: words.title, main, status })
}

/** A kind with its days. */
function daysOf(visit: Reader, kind: PeriodKind, days: Days): string {
  const words = visit.words.retention
  return `${words.kinds[kind]}${languageFacts(visit.locale).colon} ${words.days({ days: days[kind] })}`
}

/** What counts now and, where something else was announced, from when. */
function periodFacts(visit: Visit, { now, next }: Periods): Html {
  const words = visit.words.retention
  const line = (days: Days) => (
    <>
      {PERIOD_KINDS.map((kind) => (
        <p>{daysOf(visit, kind, days)}</p>
      ))}
    </>
  )
  return (
    <Facts
      lines={[
        [words.now, line(now)],
        ...(next === undefined ? [] : [[words.next({ date: inWords(next.from, visit) }), line(next.days)] as const]),
      ]}
    />
  )
}

function periodForm(context: MemberRequest, chosen: ChosenDays, refused?: Given): Html {
  const { visit, parts } = context
  const words = visit.words.retention
  const inputs = PERIOD_KINDS.map((kind) => {
    const { min, max, operator } = parts.retention.bounds(kind)
    const wrong = refused !== undefined && refused[kind].days === undefined
    return (
      <Field
        id={`${kind}_days`}
        label={words.kinds[kind]}
        hint={words.hint({ least: min, most: max, operator })}
        value={refused?.[kind].text ?? String(chosen[kind] ?? '')}
        inputmode="numeric"
        maxLength={6}
        autocomplete="off"
        {...(wrong && { error: words.wrong({ least: min, most: max }) })}
      />
    )
  })
  return (
    <OwnForm visit={visit} action={PATH} className="stack narrow-form">
      {inputs}
      <Button label={words.save} type="submit" />
    </OwnForm>
  )
}

/** Says what a shorter period erases, and when, before it is stored. */
async function showShortening(
  context: MemberRequest,
  chosen: ChosenDays,
  { shortened, from, days }: { shortened: readonly PeriodKind[]; from: string; days: Days },
): Promise<FastifyReply> {
  const { visit, parts, session } = context
  const words = visit.words.retention
  const counts: Html[] = []
  for (const kind of shortened) {
    const count = await parts.retention.dueAt(session.accountId, kind, {
      at: from,
      days: days[kind],
    })
    counts.push(
      <li>
        {daysOf(visit, kind, days)}. {words.affected({ count, kind })}.
      </li>,
    )
  }
  const carried = PERIOD_KINDS.map((kind) => <input type="hidden" name={`${kind}_days`} value={chosen[kind] ?? ''} />)
  const main = (
    <>
      <Crumb href={PATH}>{words.title}</Crumb>
      <PageHead title={words.confirm} text={words.confirmText({ date: inWords(from, visit) })} />
      <section class="panel">
        <ul class="points">{counts}</ul>
        <OwnForm visit={visit} action={PATH} className="stack narrow">
          {carried}
          <Check name="sure" label={words.check} required />
          <div class="actions">
            <Button label={words.confirmDo} type="submit" kind="danger" />
            <LinkButton label={visit.words.common.cancel} href={PATH} kind="secondary" />
          </div>
        </OwnForm>
      </section>
    </>
  )
  return context.show({ title: words.confirm, main })
}

async function setRetention(context: MemberRequest): Promise<FastifyReply> {
  const { parts, session, visit } = context
  const read = given(context)
  const { completed, unsigned } = { completed: read.completed.days, unsigned: read.unsigned.days }
  if (completed === undefined || unsigned === undefined) return await showRetention(context, read)
  const chosen = { completed, unsigned }
  const preview = await parts.retention.preview(session.accountId, chosen)
  if (preview.shortened.length > 0 && context.field('sure') !== 'yes')
    return await showShortening(context, chosen, preview)
  await parts.retention.set(
    { accountId: session.accountId, personId: session.personId, origin: visit.origin },
    chosen,
    visit.locale,
  )
  return context.go(PATH, 'retention_set')
}

/** What lists say while shorter periods are announced. */
export const retentionBanner = (visit: Visit, { next }: Periods): Html | false => {
  if (next === undefined) return false
  const words = visit.words.retention
  return (
    <div class="end-note">
      <Alert kind="warning">
        <p>{words.banner({ date: inWords(next.from, visit) })}</p>
        <MemberLink visit={visit} label={words.bannerDo} href={PATH} kind="secondary" />
      </Alert>
    </div>
  )
}

/** Its routes. */
export function retentionRoutesOf(routes: ConsoleRoutes): void {
  routes.member('GET', '/settings/retention', 'settings.read', showRetention)
  routes.member('POST', '/settings/retention', 'settings.change', afterConfirming(setRetention))
}
