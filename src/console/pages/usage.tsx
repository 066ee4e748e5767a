/** The section "Usage": this month against the plan, by key, and previous months as a chart and a table. */
import type { FastifyReply } from 'fastify'
import type { ListedKey } from '../../accounts/key-store.ts'
import { monthlyLimit } from '../../accounts/quota.ts'
import type { Metric } from '../../accounts/quota-store.ts'
import { type Clock, monthOf, startOfNextMonth, toIso } from '../../kernel/clock.ts'
import { Table } from '../../pages/components.tsx'
import type { Html, HtmlPart } from '../../pages/html.ts'
import { dateLocale } from '../../pages/locale.ts'
import {
  badge,
  CurlLine,
  EmptyState,
  MemberLink,
  meter,
  moment,
  PageHead,
  planAdvice,
  Section,
} from '../components.tsx'
import type { ConsoleSection, MemberRequest } from '../route-builder.ts'
import { curlLines } from '../samples.ts'
import { inDigits, type Reader } from '../words.ts'
import { monthChart } from './usage-chart.tsx'

const PATH = '/console/usage'
const MONTHS = 12

/** The months up to now, oldest first. */
function lastMonths(clock: Clock): string[] {
  const now = new Date(clock.now())
  return Array.from({ length: MONTHS }, (_, back) =>
    monthOf(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (MONTHS - 1 - back), 1)),
  )
}

/** The meters of one key. */
async function keyMeters({ parts, visit }: MemberRequest, key: ListedKey): Promise<HtmlPart> {
  const { plans, quota } = parts.accounts
  const words = visit.words.usage
  const plan = plans.get(key.plan)
  if (plan === undefined) return undefined
  const caller = {
    account: { id: key.account_id },
    key: { id: key.id, name: key.name, mode: key.mode },
    plan,
  }
  const one = async (metric: Metric): Promise<Html> => {
    const { used } = await quota.state(caller, metric)
    const limit = monthlyLimit(plan, metric)
    const shown = inDigits(used, visit)
    const figures =
      metric === 'sms'
        ? shown
        : words.of({
            used: shown,
            limit: limit === null ? visit.words.common.unlimited : inDigits(limit, visit),
          })
    const share = limit === null ? null : limit === 0 ? 1 : used / limit
    return metric === 'sms' ? (
      <p class="meter-line">
        <span>{words.sms}</span>
        <strong>{figures}</strong>
      </p>
    ) : (
      meter(words[metric], figures, share)
    )
  }
  const metrics: Metric[] = [
    ...(plan.documents === undefined ? [] : (['documents'] as const)),
    ...(plan.signature === undefined ? [] : (['signatures', 'sms'] as const)),
  ]
  const meters: HtmlPart[] = []
  for (const metric of metrics) meters.push(await one(metric))
  return (
    <li class="usage-key">
      <div>
        <h3>{key.name}</h3>
        <p class="key-text">
          <code>{key.masked}</code>
          {badge(plan.title)}
        </p>
      </div>
      <div class="meters">{meters}</div>
    </li>
  )
}

const monthName = (month: string, visit: Reader, style: 'long' | 'short'): string =>
  new Intl.DateTimeFormat(dateLocale(visit.locale), {
    month: style,
    ...(style === 'long' && { year: 'numeric' }),
    timeZone: 'UTC',
  }).format(new Date(`${month}-01T00:00:00Z`))

async function history(context: MemberRequest): Promise<Html> {
  const { visit } = context
  const words = visit.words.usage
  const months = lastMonths(context.parts.clock)
  const rows = await context.parts.accounts.quota.history(context.session.accountId, months[0] ?? '')
  const count = (month: string, metric: Metric): number =>
    rows.find((row) => row.month === month && row.metric === metric)?.used ?? 0
  const bars = months.map((month) => ({
    label: monthName(month, visit, 'short'),
    values: [count(month, 'documents'), count(month, 'signatures')] as const,
  }))
  const nothing = rows.every(({ used }) => used === 0)
  const content = nothing ? (
    <p class="hint">{words.none}</p>
  ) : (
    <>
      {monthChart(bars, [words.documents, words.signatures], visit)}
      <details class="more">
        <summary>{words.table}</summary>
        <Table
          caption={words.history}
          head={[words.month, words.documents, words.signatures, words.sms]}
          rows={[...months]
            .reverse()
            .map((month) => [
              monthName(month, visit, 'long'),
              ...(['documents', 'signatures', 'sms'] as const).map((metric) => inDigits(count(month, metric), visit)),
            ])}
        />
      </details>
    </>
  )
  return (
    <Section id="history" title={words.history} text={words.historyText}>
      {content}
    </Section>
  )
}

async function showUsage(context: MemberRequest): Promise<FastifyReply> {
  const { accounts, clock } = context.parts
  const { visit } = context
  const words = visit.words.usage
  const keys = (await accounts.keys.listKeys(context.session.accountId)).filter(
    ({ mode, revoked_at }) => mode === 'live' && revoked_at === null,
  )
  const meters: HtmlPart[] = []
  for (const key of keys) meters.push(await keyMeters(context, key))
  const now =
    keys.length === 0 ? (
      <EmptyState
        icon="chart"
        title={words.empty}
        text={words.emptyText}
        action={
          <MemberLink
            visit={context.visit}
            label={words.emptyDo}
            href="/console/keys#create"
            icon="key"
            method="POST"
          />
        }
      />
    ) : (
      <>
        <ul class="usage-keys">{meters}</ul>
        <CurlLine visit={visit} id="curl-usage" text={curlLines(visit.baseUrl).usage} />
      </>
    )
  const main = (
    <>
      <PageHead title={words.title} text={words.text} />
      <Section
        id="now"
        title={words.now}
        text={
          <>
            {words.resets} {moment(toIso(startOfNextMonth(clock.now())), visit)}.
          </>
        }
      >
        {now}
        {planAdvice(visit, context.parts.planAdvice)}
      </Section>
      {await history(context)}
    </>
  )
  return context.show({ title: words.title, main })
}

/** The section. */
export const usagePages: ConsoleSection = {
  nav: { path: PATH, icon: 'chart', label: 'usage' },
  routes(routes) {
    routes.member('GET', '/usage', 'usage.read', showUsage)
  },
}
