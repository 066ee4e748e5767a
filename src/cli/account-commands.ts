/** `account …`: who may hold keys. */
import { type Command, printList, required, type Session, UsageError } from './command.ts'

/** The id behind `--account`, which takes an id or an e-mail address. */
export async function accountId(session: Session, given: string): Promise<string> {
  const { accounts } = await session.accounts()
  const account = await accounts.findAccount(given)
  if (account === undefined) {
    throw new UsageError(`--account: there is no account "${given}"; see account list`)
  }
  return account.id
}

const setDisabled = (disabled: boolean): Command => ({
  usage: '--account <id or e-mail>',
  summary: disabled
    ? 'Stop all keys of an account, at once'
    : 'Let the keys of a disabled account work again',
  options: { account: { type: 'string' } },
  async run(session, flags) {
    const id = await accountId(session, required(flags, 'account'))
    const { accounts } = await session.accounts()
    await accounts.setDisabled(id, disabled)
    session.note(`Account ${id} is ${disabled ? 'disabled' : 'enabled'}.`)
  },
})

/** Commands under `account`. */
export const accountCommands: Readonly<Record<string, Command>> = {
  create: {
    usage: '--email <address>',
    summary: 'Make an account; its id is the last line',
    options: { email: { type: 'string' } },
    async run(session, flags) {
      const email = required(flags, 'email')
      const { accounts } = await session.accounts()
      const account = await accounts.createAccount(email)
      session.note(`Account for ${account.email}; make it a key with key create.`)
      session.out(account.id)
    },
  },
  list: {
    usage: '[--json]',
    summary: 'Every account with its number of keys',
    options: { json: { type: 'boolean' } },
    async run(session, flags) {
      const { accounts } = await session.accounts()
      const list = await accounts.listAccounts()
      printList(session, flags, {
        headings: ['ID', 'E-MAIL', 'KEYS', 'STATE', 'CREATED'],
        rows: list.map((account) => [
          account.id,
          account.email,
          String(account.keys),
          account.disabled_at === null ? 'active' : 'disabled',
          account.created_at,
        ]),
        json: list,
      })
    },
  },
  disable: setDisabled(true),
  enable: setDisabled(false),
}
