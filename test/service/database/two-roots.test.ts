/** Two instances on one PostgreSQL database that find at the same time that the root is to have a successor. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MIGRATIONS } from '../../../src/app/databases.ts'
import { connectDatabase } from '../../../src/database/open.ts'
import { systemClock } from '../../../src/kernel/clock.ts'
import { openPki } from '../../../src/pki/open.ts'
import { listKeys, listLinks } from '../../../src/pki/store.ts'
import { PostgresServer } from '../../support/postgres.ts'
import { cachedKeys } from '../../support/rsa-keys.ts'
import { PKI_CONFIG } from '../../support/signing.ts'

test('make one, with one link each way', async () => {
  const server = await PostgresServer.start()
  const folder = mkdtempSync(join(tmpdir(), 'paraph-two-roots-'))
  const postgres = { url: server.url, schema: 'two', connections: 4, statementMs: 30_000 }
  const config = { ...PKI_CONFIG, passphrase: 'a passphrase of the tests' }
  const instances = []
  for (const firstKey of [0, 4]) {
    const place = { folder, postgres, migrations: MIGRATIONS, clock: systemClock }
    const { db, close } = await connectDatabase(place)
    const parts = { db, clock: systemClock, dataFolder: folder, baseUrl: 'http://127.0.0.1' }
    const { authority } = openPki({ ...parts, config, makeKey: cachedKeys(firstKey) })
    await authority.start({ make: true })
    instances.push({ db, authority, close })
  }
  const made = instances.map(({ authority }) => authority.rotate('root'))
  expect(await Promise.all(made)).toEqual(['root-2', 'root-2'])
  for (const { db, authority, close } of instances) {
    const roots = (await listKeys(db)).filter(({ role }) => role === 'root')
    expect(roots.map(({ label, retired_at }) => [label, retired_at === null])).toEqual([
      ['root-1', false],
      ['root-2', true],
    ])
    expect(await listLinks(db)).toHaveLength(2)
    const labels = (await authority.links()).map(({ label }) => label)
    expect(labels.sort()).toEqual(['root-1-by-root-2', 'root-2-by-root-1'])
    await close()
  }
  await server.close()
  rmSync(folder, { recursive: true })
})
