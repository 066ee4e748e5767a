/** Two whole services on one PostgreSQL database and one bucket, in one process: each with connections and memory of its own. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { layCable } from './cable.ts'
import { TestClock } from './clock.ts'
import { storageSettings } from './place.ts'
import { PostgresServer } from './postgres.ts'
import { startS3 } from './s3-servers.ts'
import { Person, SigningApp, startSigningApp } from './signing-app.ts'

/** The services; keys and accounts are of both. */
export interface TwoInstances {
  readonly both: readonly [SigningApp, SigningApp]
  /** In turn. */
  at(index: number): SigningApp
  /** Somebody's browser whose calls reach one of them, with the same cookie. */
  via(person: Person, index: number): Person
  close(): Promise<void>
}

/**
 * @param settings of both
 * @param lagMs longest pause before each statement of theirs reaches the database
 */
export async function startTwo(
  settings: Record<string, string> = {},
  { lagMs = 0 } = {},
): Promise<TwoInstances> {
  const folder = mkdtempSync(join(tmpdir(), 'paraph-two-'))
  const [postgres, s3] = await Promise.all([PostgresServer.start(), startS3('moto')])
  const cable = await layCable(postgres.port, { lagMs })
  const url = postgres.url.replace(`:${postgres.port}/`, `:${cable.port}/`)
  const clock = new TestClock()
  const folders = ['one', 'other'].map((name) => join(folder, name))
  for (const each of folders) mkdirSync(each)
  // What either sends is read in one place, as in the pocket of whoever gets it.
  mkdirSync(join(folder, 'outbox'))
  for (const each of folders) symlinkSync(join(folder, 'outbox'), join(each, 'outbox'))
  const shared = {
    ...storageSettings(s3.endpoint),
    PARAPH_DATABASE_URL: `${url}?schema=two`,
    PARAPH_CA_PASSPHRASE: 'the passphrase of both instances',
    ...settings,
  }
  const start = (at: string) => startSigningApp({ ...shared, PARAPH_DATA_DIR: at }, { clock })
  const [one, other] = [await start(folders[0] ?? ''), await start(folders[1] ?? '')]
  // One account: its key is right on both.
  const both = [one, new SigningApp(other.app, one.key)] as const
  const at = (index: number): SigningApp => (index % 2 === 0 ? both[0] : both[1])
  return {
    both,
    at,
    via(person, index) {
      const seen = new Person(at(index).app, person)
      seen.cookie = person.cookie
      return seen
    },
    async close() {
      for (const each of both) await each.close()
      s3.stop()
      await cable.close()
      await postgres.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
