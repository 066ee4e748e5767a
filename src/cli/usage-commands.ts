/** `usage …`: what was used, for bills. */
import { monthlyLimit } from '../accounts/quota.ts'
import { type KeyUsage, usageOfMonth } from '../accounts/quota-store.ts'
import { csvCell } from '../kernel/csv-cell.ts'
import { accountId } from './account-commands.ts'
import { type Command, optional, required, UsageError } from './command.ts'

const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/
const HEADINGS = [
  'month',
  'account',
  'email',
  'key',
  'key_name',
  'plan',
  'item',
  'quantity',
  'included',
]

/** Names of billed items: text messages are those beyond the one included in each signature. */
const ITEMS: Readonly<Record<KeyUsage['metric'], string>> = {
  documents: 'documents',
  signatures: 'signatures',
  sms: 'additional_sms',
}

const exportUsage: Command = {
  usage: '--month <YYYY-MM> [--account <id or e-mail>]',
  summary: 'Export the usage of every key in a month, as CSV for billing',
  help: [
    'One line per key and item: documents, signatures, and additional_sms (the text messages beyond the one included with',
    'each signature). "included" is the monthly allowance of the plan, empty where unlimited; it is 0 for additional_sms.',
    'Keys without usage are omitted; test keys use no quota. Months are in UTC. Numbers of the current month may still',
    'change, as may signatures that are credited back later.',
  ],
  async run(session, flags) {
    const month = required(flags, 'month')
    if (!MONTH.test(month))
      throw new UsageError(`--month: "${month}" is not a month such as 2026-11`)
    const account = optional(flags, 'account')
    const only = account === undefined ? undefined : await accountId(session, account)
    const plans = session.plans()
    const included = ({ plan, metric }: KeyUsage): string => {
      if (metric === 'sms') return '0'
      const found = plans.get(plan)
      const limit = found === undefined ? 0 : monthlyLimit(found, metric)
      return limit === null ? '' : String(limit)
    }
    session.out(HEADINGS.join(','))
    for (const row of await usageOfMonth(await session.database(), month, only)) {
      const { account_id, email, key_id, key_name, plan, metric, used } = row
      const fields = [month, account_id, email, key_id, key_name, plan, ITEMS[metric], String(used)]
      session.out([...fields, included(row)].map((cell) => csvCell(cell, ',')).join(','))
    }
  },
}

/** Commands under `usage`. */
export const usageCommands: Readonly<Record<string, Command>> = { export: exportUsage }
