/** `account …`: who may hold keys. */
import { concurrently } from '../database/concurrent.ts'
import { eraseFactors } from '../identity/factor-store.ts'
import { Embedding } from '../signing/embedding/service.ts'
import {
  type Command,
  noteEvent,
  printList,
  required,
  type Session,
  UsageError,
} from './command.ts'

/** The id behind `--account`, which takes an id or an e-mail address. */
export async function accountId(session: Session, given: string): Promise<string> {
  const { accounts } = await session.accounts()
  const account = await accounts.findAccount(given)
  if (account === undefined) {
    throw new UsageError(`--account: there is no account "${given}"; run "account list"`)
  }
  return account.id
}

const setDisabled = (disabled: boolean): Command => ({
  usage: '--account <id or e-mail>',
  summary: disabled
    ? 'Disable an account: all its keys stop working immediately'
    : 'Re-enable a disabled account and its keys',
  async run(session, flags) {
    const id = await accountId(session, required(flags, 'account'))
    const { accounts } = await session.accounts()
    await accounts.setDisabled(id, disabled)
    session.note(`Account ${id} is ${disabled ? 'disabled' : 'enabled'}.`)
  },
})

/** A flag that may be "default", for the general limit. */
function ruleOf<Value>(given: unknown, before: Value | undefined, read: (text: string) => Value) {
  if (typeof given !== 'string') return before
  return given === 'default' ? undefined : read(given)
}

const limits: Command = {
  usage:
    '--account <id or e-mail> [--sms-countries FR,BE] [--strangers-per-day 100] [--sender-names "Acme,Acme SAS"]',
  summary: 'Show or set the sending limits of an account; default: the service-wide limit',
  async run(session, flags) {
    const id = await accountId(session, required(flags, 'account'))
    const { limits: rules } = await session.accounts()
    const before = await rules.of(id)
    const list = (text: string) => text.split(',').map((item) => item.trim())
    await rules.set(id, {
      smsCountries: ruleOf(flags['sms-countries'], before.smsCountries, (text) =>
        list(text.toUpperCase()),
      ),
      newRecipientsPerDay: ruleOf(flags['strangers-per-day'], before.newRecipientsPerDay, Number),
      senderNames: ruleOf(flags['sender-names'], before.senderNames, list),
    })
    const now = await rules.of(id)
    session.out(`sms countries: ${now.smsCountries?.join(',') ?? 'default'}`)
    session.out(`strangers per day: ${now.newRecipientsPerDay ?? 'default'}`)
    session.out(`sender names: ${now.senderNames?.join(',') ?? 'none'}`)
  },
}

const embedOrigins: Command = {
  usage: '--account <id or e-mail> [--origins https://app.example.com,http://localhost:8080]',
  summary:
    "Show or set the origins that may show signers' pages of an account in a frame; an empty text: none",
  async run(session, flags) {
    const id = await accountId(session, required(flags, 'account'))
    const [db, trails] = [await session.database(), await session.trails()]
    const { embedOrigins: operatorOrigins } = session.config().sending
    const embedding = new Embedding({ db, trails, operatorOrigins })
    const { origins } = flags
    const given = typeof origins === 'string' ? origins.split(/[\s,]+/).filter(Boolean) : undefined
    const now =
      given === undefined ? await embedding.of(id) : await embedding.set(id, given, 'operator')
    for (const origin of now) session.out(origin)
    if (now.length === 0) session.note('None.')
  },
}

/** Commands under `account`. */
export const accountCommands: Readonly<Record<string, Command>> = {
  create: {
    usage: '--email <address>',
    summary: 'Create an account; the last line of the output is its id',
    async run(session, flags) {
      const email = required(flags, 'email')
      const { accounts } = await session.accounts()
      const account = await accounts.createAccount(email)
      session.note(`Created an account for ${account.email}; next, create a key with "key create".`)
      session.out(account.id)
    },
  },
  list: {
    usage: '[--json]',
    summary: 'List all accounts with their number of keys',
    async run(session, flags) {
      const { accounts } = await session.accounts()
      const list = await accounts.listAccounts()
      printList(session, flags, list, {
        ID: (account) => account.id,
        'E-MAIL': (account) => account.email,
        KEYS: (account) => String(account.keys),
        STATE: (account) => (account.disabled_at === null ? 'active' : 'disabled'),
        CREATED: (account) => account.created_at,
      })
    },
  },
  limits,
  'embed-origins': embedOrigins,
  'reset-second-factor': {
    usage: '--account <id or e-mail>',
    summary:
      'Remove the second factors of an account whose owner has lost them; verify their identity first',
    async run(session, flags) {
      const id = await accountId(session, required(flags, 'account'))
      const [db, trails] = [await session.database(), await session.trails()]
      await concurrently(db, 'trail', async (trx) => {
        await eraseFactors(trx, id)
        const subject = 'account reset-second-factor'
        await noteEvent(trails, trx, { accountId: id, type: 'factor.removed', subject })
      })
      session.note(`Account ${id} now logs in with its password only.`)
    },
  },
  disable: setDisabled(true),
  enable: setDisabled(false),
}
