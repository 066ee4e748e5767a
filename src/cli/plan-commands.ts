/** `plan …`: the catalogue as the service reads it. */
import { keysMax, type Plan } from '../accounts/plans.ts'
import { type Command, printList } from './command.ts'

/** A limit as shown: `none` for no limit, `-` where the plan lacks the block. */
const shown = (limit: number | null | undefined): string =>
  limit === undefined ? '-' : limit === null ? 'none' : String(limit)

const COLUMNS: Readonly<Record<string, (plan: Plan) => string>> = {
  PLAN: (plan) => plan.id,
  'DOCUMENTS/MONTH': (plan) => shown(plan.documents?.documents_per_month),
  TEMPLATES: (plan) => shown(plan.documents?.templates),
  'FILE MB': (plan) => shown(plan.documents?.file_size_mb),
  'REQUESTS/MIN': (plan) => shown(plan.documents?.requests_per_minute),
  CONCURRENT: (plan) => shown(plan.documents?.simultaneous_requests),
  'SIGNATURES/MONTH': (plan) => shown(plan.signature?.signatures_per_month),
  'SENDS/MIN': (plan) => shown(plan.signature?.sends_per_minute),
  KEYS: (plan) => shown(keysMax(plan)),
  AVAILABILITY: (plan) => (plan.availability === undefined ? '-' : `${plan.availability} %`),
}

/** Commands under `plan`. */
export const planCommands: Readonly<Record<string, Command>> = {
  list: {
    usage: '[--json]',
    summary: 'List all plans with their limits',
    async run(session, flags) {
      printList(session, flags, [...session.plans().values()], COLUMNS)
    },
  },
}
