/** A real database in a temporary folder with the account services over it and a clock to move. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Caller } from '../../../src/accounts/caller.ts'
import type { KeyMode } from '../../../src/accounts/key-format.ts'
import { type Accounts, openAccounts } from '../../../src/accounts/open.ts'
import { MIGRATIONS } from '../../../src/app/databases.ts'
import type { OpenDatabase } from '../../../src/database/open.ts'
import { TestClock as MovableClock } from '../../support/clock.ts'
import { openTestDatabase } from '../../support/postgres.ts'

/** A clock that stands still until it is moved. */
export class TestClock extends MovableClock {
  constructor(at: string) {
    super(Date.parse(at))
  }
  get ms(): number {
    return this.now()
  }
  set ms(ms: number) {
    this.move(ms - this.now())
  }
  advance(seconds: number): void {
    this.move(seconds * 1000)
  }
}

export interface World extends Accounts {
  folder: string
  clock: TestClock
  database: OpenDatabase
  /** Makes an account and a key on a plan. */
  key(plan: string, mode?: KeyMode): Promise<{ accountId: string; id: string; secret: string }>
  /** Makes a key and answers who it calls as. */
  caller(plan: string, mode?: KeyMode): Promise<Caller>
  close(): Promise<void>
}

export const emptyFolder = (): string => mkdtempSync(join(tmpdir(), 'paraph-test-'))

export async function openWorld(
  options: { folder?: string; clock?: TestClock; plansFile?: string } = {},
): Promise<World> {
  const folder = options.folder ?? emptyFolder()
  const clock = options.clock ?? new TestClock('2026-11-21T10:00:00Z')
  const database = await openTestDatabase({ folder, migrations: MIGRATIONS, clock })
  const rates = { changesPerMinute: 60, checksPerMinute: 60, readsPerMinute: 600 }
  const config = { plansFile: options.plansFile ?? '', keyPrefix: 'pk', keyPepper: '', rates }
  const parts = await openAccounts({ db: database.db, clock, dataFolder: folder, config })
  let accountsMade = 0
  const key: World['key'] = async (plan, mode = 'live') => {
    accountsMade += 1
    const account = await parts.accounts.createAccount(`person${accountsMade}@example.com`)
    const made = await parts.keys.createKey({ accountId: account.id, plan, name: 'test', mode })
    return { accountId: account.id, ...made }
  }
  return {
    ...parts,
    folder,
    clock,
    database,
    key,
    caller: async (plan, mode) =>
      await parts.authenticator.authenticate((await key(plan, mode)).secret),
    async close() {
      await database.close()
      if (options.folder === undefined) rmSync(folder, { recursive: true, force: true })
    },
  }
}
