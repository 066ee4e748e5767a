/** `plan …`: the catalogue as the service reads it. */
import { keysMax, type Plan } from '../accounts/plans.ts'
import { type Command, printList } from './command.ts'

const HEADINGS = [
  'PLAN',
  'DOCUMENTS/MONTH',
  'TEMPLATES',
  'FILE MB',
  'REQUESTS/MIN',
  'CONCURRENT',
  'SIGNATURES/MONTH',
  'SENDS/MIN',
  'KEYS',
  'AVAILABILITY',
]

/** A limit as shown: `none` for no limit, `-` where the plan lacks the block. */
const shown = (limit: number | null | undefined): string =>
  limit === undefined ? '-' : limit === null ? 'none' : String(limit)

const row = (plan: Plan): string[] => [
  plan.id,
  shown(plan.documents?.documents_per_month),
  shown(plan.documents?.templates),
  shown(plan.documents?.file_size_mb),
  shown(plan.documents?.requests_per_minute),
  shown(plan.documents?.simultaneous_requests),
  shown(plan.signature?.signatures_per_month),
  shown(plan.signature?.sends_per_minute),
  shown(keysMax(plan)),
  plan.availability === undefined ? '-' : `${plan.availability} %`,
]

/** Commands under `plan`. */
export const planCommands: Readonly<Record<string, Command>> = {
  list: {
    usage: '[--json]',
    summary: 'List all plans with their limits',
    options: { json: { type: 'boolean' } },
    async run(session, flags) {
      const plans = [...session.plans().values()]
      printList(session, flags, { headings: HEADINGS, rows: plans.map(row), json: plans })
    },
  },
}
