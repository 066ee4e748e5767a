/** The tables of plans in the guide to limits, made from the plans that this service has. */

import type { Plan } from '../accounts/plans.ts'
import type { Locale } from '../kernel/languages.ts'
import { membersOf } from '../kernel/type-guards.ts'

const ROWS = {
  documents: [
    ['documents / month', 'documents_per_month'],
    ['templates', 'templates'],
    ['versions / template', 'versions_per_template'],
    ['API keys', 'api_keys'],
    ['file size', 'file_size_mb'],
    ['requests / minute', 'requests_per_minute'],
    ['simultaneous requests', 'simultaneous_requests'],
  ],
  signature: [
    ['signatures / month', 'signatures_per_month'],
    ['API keys', 'api_keys'],
    ['PDF size', 'pdf_size_mb'],
    ['sends / minute', 'sends_per_minute'],
    ['request expiry', 'request_expiry_days'],
  ],
} as const
const UNITS: Record<string, string> = {
  file_size_mb: '\u00a0MB',
  pdf_size_mb: '\u00a0MB',
  request_expiry_days: '\u00a0days',
}

/** Texts in the tables besides numbers, in French. */
const FRENCH: Record<string, string> = {
  'documents / month': 'documents / mois',
  templates: 'modèles',
  'versions / template': 'versions / modèle',
  'API keys': 'clés d’API',
  'file size': 'taille de fichier',
  'requests / minute': 'requêtes / minute',
  'simultaneous requests': 'requêtes simultanées',
  'signatures / month': 'signatures / mois',
  'PDF size': 'taille de PDF',
  'sends / minute': 'envois / minute',
  'request expiry': 'expiration d’une demande',
  'per key': 'par clé',
  'no limit': 'sans limite',
  '\u00a0MB': '\u00a0Mo',
  '\u00a0days': '\u00a0jours',
}
const inLanguage = (locale: Locale) => (text: string) =>
  locale === 'fr' ? (FRENCH[text] ?? text) : text

type Interface = keyof typeof ROWS

/** The plans of one half as a Markdown table. */
function planTable(half: Interface, plans: readonly Plan[], locale: Locale): string {
  const say = inLanguage(locale)
  const own = plans.filter((plan) => plan[half] !== undefined)
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rows = ROWS[half].map(([label, member]) =>
    line([
      say(label),
      ...own.map((plan) => {
        const value = membersOf(plan[half])[member]
        return value === null ? say('no limit') : `${value}${say(UNITS[member] ?? '')}`
      }),
    ]),
  )
  return [
    line([say('per key'), ...own.map(({ title }) => title)]),
    line(['---', ...own.map(() => '---')]),
    ...rows,
  ].join('\n')
}

/** The guide with the tables of these plans in the place of those of the built-in ones. */
export const withPlanTables = (
  markdown: string,
  plans: readonly Plan[],
  locale: Locale = 'en',
): string =>
  markdown.replaceAll(
    /(<!-- plans: (documents|signature) -->\n).*?(?=\n<!-- end of plans -->)/gs,
    (_all, start: string, half: Interface) => `${start}\n${planTable(half, plans, locale)}\n`,
  )
