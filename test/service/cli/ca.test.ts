/** `ca` on the authority of a data folder. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MIGRATIONS } from '../../../src/app/databases.ts'
import { runCommandLine } from '../../../src/cli/run.ts'
import { loadConfig } from '../../../src/config/config.ts'
import { systemClock } from '../../../src/kernel/clock.ts'
import { openPki } from '../../../src/pki/open.ts'
import { settingsOf } from '../../support/place.ts'
import { openTestDatabase } from '../../support/postgres.ts'
import { cachedKeys } from '../../support/rsa-keys.ts'
import { PKI_CONFIG } from '../../support/signing.ts'

const folder = mkdtempSync(join(tmpdir(), 'paraph-ca-'))
beforeAll(async () => {
  const database = await openTestDatabase({ folder, migrations: MIGRATIONS, clock: systemClock })
  const baseUrl = 'https://sign.example.com'
  const parts = { db: database.db, clock: systemClock, dataFolder: folder, baseUrl }
  const pki = openPki({ ...parts, config: PKI_CONFIG, makeKey: cachedKeys() })
  await pki.authority.start({ make: true })
  await database.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

const run = (...args: string[]) => runWith({}, ...args)

async function runWith(settings: Record<string, string>, ...args: string[]) {
  const [out, notes]: [string[], string[]] = [[], []]
  const code = await runCommandLine(args, {
    out: (line) => out.push(line),
    note: (line) => notes.push(line),
    config: () =>
      loadConfig({ ...settingsOf(folder), PARAPH_BASE_URL: 'https://a.example', ...settings }),
  })
  return { code, out: out.join('\n'), notes: notes.join('\n') }
}

describe('ca', () => {
  test('status shows the keys, what stores them, who time-stamps and where it listens', async () => {
    const { code, out, notes } = await run('ca', 'status')
    expect(code).toBe(0)
    for (const role of ['root', 'issuing', 'timestamp', 'seal', 'ocsp'])
      expect(out).toMatch(new RegExp(`${role}-1 +in use +file`))
    expect(notes).toContain('New keys        encrypted in the database by the key file')
    expect(notes).toContain('Time-stamps     the built-in authority')
    expect(notes).toContain('http://a.example/pki/ocsp')
    expect(notes).toContain('Revoked         0 certificates')
  })

  test('revoke takes a label or a serial number, once, and never the root', async () => {
    expect(await run('ca', 'revoke', '--label', 'seal-1', '--reason', 'superseded')).toMatchObject({
      code: 0,
      notes: expect.stringContaining('seal-1 is still in use'),
    })
    expect((await run('ca', 'status')).notes).toContain('Revoked         1 certificates')
    const wrong = [
      [
        ['--label', 'seal-1', '--reason', 'superseded'],
        'is not the serial number of an issued certificate',
      ],
      [
        ['--serial', '41', '--reason', 'superseded'],
        'is not the serial number of an issued certificate',
      ],
      [['--label', 'root-1', '--reason', 'key-compromise'], 'a root cannot be revoked'],
      [['--label', 'seal-9', '--reason', 'superseded'], 'must be one of root-1'],
      [['--label', 'ocsp-1', '--reason', 'whim'], 'must be one of unspecified'],
      [['--serial', 'xyz', '--reason', 'superseded'], 'must be hexadecimal'],
      [['--reason', 'superseded'], 'give either --label or --serial'],
    ] as const
    for (const [flags, said] of wrong) {
      const { code, notes } = await run('ca', 'revoke', ...flags)
      expect([flags, code]).toEqual([flags, 2])
      expect(notes).toContain(said)
    }
  })

  test('rotate gives the root a successor of the kind that is set, which status and export show with its links', async () => {
    const settings = { PARAPH_CA_ALGORITHM: 'ecdsa-p384' }
    const { code, out, notes } = await runWith(settings, 'ca', 'rotate', '--role', 'root')
    expect([code, out]).toEqual([0, 'root-2'])
    expect(notes).toContain('The issuing authority and the keys below it follow')
    const status = (await run('ca', 'status')).out
    expect(status).toMatch(/root-1 +retired +file +rsa-sha256/)
    expect(status).toMatch(/root-2 +in use +file +ecdsa-sha384/)
    expect(status).toMatch(/root-2-by-root-1 +cross/)
    expect(status).toMatch(/root-1-by-root-2 +cross/)
    const copies = join(folder, 'copies')
    const { out: files } = await run('ca', 'export', '--out', copies)
    for (const label of ['root-1', 'root-2', 'root-1-by-root-2', 'root-2-by-root-1'])
      expect(files).toContain(join(copies, `${label}.pem`))
  })

  test('revoke takes the link of a root, too', async () => {
    const revoked = ['ca', 'revoke', '--label', 'root-2-by-root-1', '--reason', 'superseded']
    expect((await run(...revoked)).code).toBe(0)
    expect((await run(...revoked)).code).toBe(2)
  })
})
