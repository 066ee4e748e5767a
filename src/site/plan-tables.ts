/** The tables of plans in the guide to limits, made from the plans that this service has. */

import type { Plan } from '../accounts/plans.ts'
import type { Locale } from '../kernel/languages.ts'
import { membersOf } from '../kernel/type-guards.ts'
import { textsIn } from '../translations/texts.ts'

const ROWS = {
  documents: [
    'documents_per_month',
    'templates',
    'versions_per_template',
    'api_keys',
    'file_size_mb',
    'requests_per_minute',
    'simultaneous_requests',
  ],
  signature: [
    'signatures_per_month',
    'api_keys',
    'pdf_size_mb',
    'sends_per_minute',
    'request_expiry_days',
  ],
} as const

type Interface = keyof typeof ROWS

/** The plans of one half as a Markdown table. */
function planTable(half: Interface, plans: readonly Plan[], locale: Locale): string {
  const words = textsIn(locale).site.plans
  const own = plans.filter((plan) => plan[half] !== undefined)
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const shown = (member: string, value: unknown): string => {
    if (value === null) return words.noLimit
    if (member.endsWith('_mb')) return words.megabytes({ size: String(value) })
    return member.endsWith('_days') ? words.days({ days: String(value) }) : String(value)
  }
  const rows = ROWS[half].map((member) =>
    line([words[member], ...own.map((plan) => shown(member, membersOf(plan[half])[member]))]),
  )
  return [
    line([words.perKey, ...own.map(({ title }) => title)]),
    line(['---', ...own.map(() => '---')]),
    ...rows,
  ].join('\n')
}

/** The guide with the tables of these plans in the place of those of the built-in ones. */
export const withPlanTables = (markdown: string, plans: readonly Plan[], locale: Locale = 'en') =>
  markdown.replaceAll(
    /(<!-- plans: (documents|signature) -->\n).*?(?=\n<!-- end of plans -->)/gs,
    (_all, start: string, half: Interface) => `${start}\n${planTable(half, plans, locale)}\n`,
  )
