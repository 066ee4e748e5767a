/** `key …`: making, listing and ending API keys. A key's text is printed once, alone on stdout. */
import { checkedLimits, SCOPES, type StoredLimits } from '../accounts/key-limits.ts'
import { OVERLAP_DEFAULT_SECONDS } from '../accounts/keys.ts'
import { FREE_PLAN } from '../accounts/plans.ts'
import { accountId } from './account-commands.ts'
import { type Command, type Flags, optional, printList, required, UsageError } from './command.ts'

const SHOWN_ONCE = 'The key is shown only once; only its hash is stored.'

const LIMITS_HELP = [
  `--scopes     operations, separated by commas: ${SCOPES.join(', ')}`,
  '--addresses  networks, separated by commas: 203.0.113.0/24,2001:db8::/32',
]

/** The limits of two flags. @throws AppError `validation_failed` */
function limitsIn(flags: Flags): StoredLimits {
  const list = (name: string) => (optional(flags, name) ?? '').split(/[\s,]+/).filter(Boolean)
  return checkedLimits({ scopes: list('scopes'), addresses: list('addresses') })
}

function overlapSeconds(text: string | undefined): number {
  if (text === undefined) return OVERLAP_DEFAULT_SECONDS
  const match = /^(\d{1,6})(s|m|h)$/.exec(text)
  if (match === null) {
    throw new UsageError(`--overlap: "${text}" is not a duration such as 0s, 30m or 24h`)
  }
  return Number(match[1]) * ({ s: 1, m: 60, h: 3600 }[match[2] ?? 's'] ?? 1)
}

/** Commands under `key`. */
export const keyCommands: Readonly<Record<string, Command>> = {
  create: {
    usage:
      '--account <id or e-mail> [--plan <plan>] [--name <text>] [--test] [--scopes <list>] [--addresses <list>]',
    summary: `Create a key on a plan (default ${FREE_PLAN}); the last line of the output is the key`,
    help: ['--test  create a test key: same calls, no quota used', ...LIMITS_HELP],
    async run(session, flags) {
      const input = {
        accountId: await accountId(session, required(flags, 'account')),
        plan: required({ plan: FREE_PLAN, ...flags }, 'plan'),
        name: required({ name: 'default', ...flags }, 'name'),
        mode: flags.test === true ? ('test' as const) : ('live' as const),
        limits: limitsIn(flags),
      }
      const { keys } = await session.accounts()
      const made = await keys.createKey(input)
      session.note(`Key ${made.id} on plan ${input.plan}. ${SHOWN_ONCE}`)
      session.out(made.secret)
    },
  },
  list: {
    usage: '[--account <id or e-mail>] [--json]',
    summary: 'List the keys of one account, or of all',
    async run(session, flags) {
      const given = optional(flags, 'account')
      const { keys } = await session.accounts()
      const account = given === undefined ? undefined : await accountId(session, given)
      const overlaps = await keys.overlaps(account)
      const list = (await keys.listKeys(account)).map((key) => ({
        ...key,
        old_text_works_until: overlaps.get(key.id) ?? null,
      }))
      printList(session, flags, list, {
        ID: (key) => key.id,
        KEY: (key) => key.masked,
        NAME: (key) => key.name,
        PLAN: (key) => key.plan,
        STATE: (key) => (key.revoked_at === null ? 'active' : 'revoked'),
        'OLD SECRET UNTIL': (key) => key.old_text_works_until ?? '',
        'LAST USED': (key) => key.last_used_at ?? 'never',
        ACCOUNT: (key) => key.account_id,
      })
    },
  },
  limit: {
    usage: '--key <id> [--scopes <list>] [--addresses <list>]',
    summary: 'Limit a key to some operations and networks; without a list, that limit is removed',
    help: LIMITS_HELP,
    async run(session, flags) {
      const key = required(flags, 'key')
      const { keys } = await session.accounts()
      await keys.limitKey(key, limitsIn(flags))
      session.note(`The limits of ${key} apply from the next call on.`)
    },
  },
  rename: {
    usage: '--key <id> --name <text>',
    summary: 'Rename a key',
    async run(session, flags) {
      const [key, name] = [required(flags, 'key'), required(flags, 'name')]
      const { keys } = await session.accounts()
      await keys.renameKey(key, name)
      session.note(`Key ${key} is now named ${name}.`)
    },
  },
  'set-plan': {
    usage: '--key <id> --plan <plan>',
    summary: 'Move a key to another plan; its usage in the current month still counts',
    async run(session, flags) {
      const [key, plan] = [required(flags, 'key'), required(flags, 'plan')]
      const { keys } = await session.accounts()
      await keys.movePlan(key, plan)
      session.note(`Key ${key} is now on plan ${plan}.`)
    },
  },
  rotate: {
    usage: '--key <id> [--overlap <time>]',
    summary: 'Replace the secret of a key; the last line of the output is the new key',
    help: ['--overlap  how long the old secret keeps working: 0s to 24h, default 1h'],
    async run(session, flags) {
      const key = required(flags, 'key')
      const seconds = overlapSeconds(optional(flags, 'overlap'))
      const { keys } = await session.accounts()
      const made = await keys.rotateKey(key, seconds)
      session.note(`The old secret of ${key} keeps working for ${seconds} s. ${SHOWN_ONCE}`)
      session.out(made.secret)
    },
  },
  revoke: {
    usage: '--key <id>',
    summary: 'Revoke a key immediately and permanently',
    async run(session, flags) {
      const key = required(flags, 'key')
      const { keys } = await session.accounts()
      await keys.revokeKey(key)
      session.note(`Key ${key} is revoked.`)
    },
  },
}
