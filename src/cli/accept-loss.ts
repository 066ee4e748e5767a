/** `accept-loss`: goes on with a database that lacks acknowledged work, which the service refuses to start on. */
import { serviceDatabase, testAuthorityDatabase } from '../app/databases.ts'
import { Trails } from '../audit/trail.ts'
import { concurrently } from '../database/concurrent.ts'
import { openDatabase } from '../database/open.ts'
import { systemClock } from '../kernel/clock.ts'
import type { Command } from './command.ts'

/** The command. */
export const acceptLoss: Command = {
  usage: '',
  summary:
    'Go on with a database that lacks acknowledged work, when the service refuses to start on it',
  help: [
    'First look for the lost work: the write-ahead log (paraph.sqlite-wal), or a newer copy of the database. What is',
    'missing cannot be had back afterwards. The audit trail of the service records that the loss was accepted.',
  ],
  async run(session) {
    const config = session.config()
    if (config.postgres !== undefined)
      return session.note('The rows are in PostgreSQL, which keeps its log itself.')
    const found = []
    for (const { folder, migrations } of [testAuthorityDatabase(config), serviceDatabase(config)]) {
      const opened = openDatabase({ folder, migrations, clock: systemClock, acceptLoss: true })
      if (opened.lost !== undefined) found.push({ folder, lost: opened.lost })
      await opened.close()
    }
    if (found.length === 0) return session.note('Nothing is missing.')
    const trails = new Trails(await session.database(), systemClock)
    for (const { folder, lost } of found) {
      const { missing, recorded } = lost
      const data = { commits: missing ?? null, until: recorded.at }
      await concurrently(await session.database(), 'trail', (trx) =>
        trails.note(trx, { type: 'database.loss_accepted', actor: 'operator', data }),
      )
      const what = missing === undefined ? 'the whole database' : `${missing} commits`
      session.out(`accepted: ${what} in ${folder}, written until ${recorded.at}`)
    }
  },
}
