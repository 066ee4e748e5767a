/** Time-stamps of authorities outside: a real one (`openssl ts`), and one for every way to fail. */
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { outsideAuthorities } from '../../../src/app/authorities.ts'
import { loadConfig } from '../../../src/config/config.ts'
import { migrationsOf } from '../../../src/database/migrate.ts'
import { systemClock } from '../../../src/kernel/clock.ts'
import { readBer } from '../../../src/pades/ber.ts'
import { verifyPdf } from '../../../src/pades/verify.ts'
import { checkToken } from '../../../src/pades/verify-cms.ts'
import { openPki } from '../../../src/pki/open.ts'
import type { FailedStamp } from '../../../src/pki/outside-tsa.ts'
import { TestClock } from '../../support/clock.ts'
import { type OutsideTsaServer, startOutsideTsa } from '../../support/outside-tsa.ts'
import { plainDocument } from '../../support/pdf-samples.ts'
import { openTestDatabase } from '../../support/postgres.ts'
import { freePort } from '../../support/server-process.ts'
import {
  PKI_CONFIG,
  signedSteps,
  startAuthority,
  type TestAuthority,
} from '../../support/signing.ts'

let outside: OutsideTsaServer
const folder = mkdtempSync(join(tmpdir(), 'paraph-stamps-'))
const database = await openTestDatabase({
  folder,
  migrations: [migrationsOf('pki')],
  clock: systemClock,
})
beforeAll(async () => {
  outside = await startOutsideTsa()
})
afterAll(async () => {
  await outside.close()
  await database.close()
  rmSync(folder, { recursive: true })
})

const failed: FailedStamp[] = []
beforeEach(() => {
  failed.length = 0
  outside.requests.length = 0
})

/** Settings as an operator writes them. */
function configOf(ways: readonly string[], settings: Record<string, string>) {
  const config = loadConfig({
    PARAPH_TSA_URLS: ways.map((way) => outside.address(way)).join(' '),
    PARAPH_TSA_TRUST_DIR: outside.trustDir,
    PARAPH_TSA_TIMEOUT_MS: '8000',
    ...settings,
  })
  return outsideAuthorities(config.tsa, (failure: FailedStamp) => failed.push(failure))
}

/** Stamps from these ways, in order; the authority of our own is not even made. */
function stampsOf(
  ways: readonly string[],
  settings: Record<string, string> = {},
  clock = new TestClock(),
) {
  const baseUrl = 'https://sign.example.com'
  const parts = { db: database.db, clock, dataFolder: folder, baseUrl, config: PKI_CONFIG }
  return openPki({ ...parts, ...configOf(ways, settings) }).timestamps
}

/** A whole authority whose documents are stamped so. */
const stampedBy = (ways: readonly string[]): Promise<TestAuthority> =>
  startAuthority(systemClock, 'Essai', configOf(ways, {}))

const digest = createHash('sha256').update('what is stamped').digest()
const signerOf = (token: Buffer): string | undefined => checkToken(token, () => digest).signer?.name

/** Fault, and what the operator reads of it. */
const FAULTS: ReadonlyArray<readonly [way: string, reason: RegExp]> = [
  ['hang', /no answer within 8000 ms/],
  ['fault', /status 500/],
  ['redirect', /status 302/],
  ['typed', /of type text\/html/],
  ['garbage', /cannot be read|refuses/],
  ['empty', /cannot be read/],
  ['large', /larger than 64000 bytes/],
  ['refused', /it refuses with the status 2/],
  ['nonce', /its nonce is not the one that was sent/],
  ['imprint', /its token does not hold/],
  ['broken', /does not hold/],
  ['expired', /expired|not valid/],
  ['stranger', /does not lead to a root in PARAPH_TSA_TRUST_DIR/],
  ['loose', /is not for time-stamps alone/],
  ['shared', /is not for time-stamps alone/],
  ['late', /its clock and ours differ by 3[56]\d\d s/],
  ['early', /its clock and ours differ by 3[56]\d\d s/],
  ['revoked', /revoked/],
  [
    'unlisted',
    /the revocation status .* is unknown: .*nothing\.crl: the response has the status 404/,
  ],
]

describe('an authority outside', () => {
  test.each(FAULTS)('that is "%s" is passed over for the next one', async (way, reason) => {
    const authority = stampsOf([way, 'good'])
    expect(signerOf(await authority.stamp(digest))).toBe('TSA good')
    expect(failed).toEqual([{ url: outside.address(way), reason: expect.stringMatching(reason) }])
  })

  test('that is not there is passed over too', async () => {
    const authority = stampsOf([], {
      PARAPH_TSA_URLS: `http://127.0.0.1:${await freePort()}/ ${outside.address('good')}`,
    })
    expect(signerOf(await authority.stamp(digest))).toBe('TSA good')
    expect(failed[0]?.reason).toContain('ECONNREFUSED')
  })

  test('is asked first again a minute after it has failed, not before', async () => {
    const clock = new TestClock()
    const authority = stampsOf(['fault', 'good'], {}, clock)
    const asked = () => outside.requests.splice(0).map(({ url }) => url)
    await authority.stamp(digest)
    expect(asked()).toEqual(['/fault', '/good', '/list.crl'])
    await authority.stamp(digest)
    expect(asked()).toEqual(['/good'])
    clock.move(61_000)
    // The stamps' own clock stands still: only the order is tested here.
    await authority.stamp(digest).catch(() => undefined)
    expect(asked()[0]).toBe('/fault')
  })

  test('is believed by its OCSP responder where it names no list', async () => {
    const authority = stampsOf(['asked'])
    expect(signerOf(await authority.stamp(digest))).toBe('TSA asked')
  })

  test('gets its password and its policy, and must answer with that policy', async () => {
    const [good, other] = ['good', 'nonce'].map((way) => outside.address(way))
    const access = {
      [String(good)]: { basic: 'user:päss', policy: outside.policy },
      [String(other)]: { bearer: 'token', policy: '1.2.3.4' },
    }
    const authority = stampsOf(['nonce', 'good'], {
      PARAPH_TSA_ACCESS: JSON.stringify(access),
    })
    await authority.stamp(digest)
    const sent = outside.requests.map(({ headers }) => headers.authorization)
    const basic = `Basic ${Buffer.from('user:päss').toString('base64')}`
    expect(sent.slice(0, 2)).toEqual(['Bearer token', basic])
    expect(failed[0]?.reason).toContain('its policy is')
  })

  test('whose list lies in a private network is not followed there, unless the operator allows it', async () => {
    // Under another name the host is not the one that the operator has set.
    const way = outside.address('good').replace('127.0.0.1', 'localhost')
    const closed = stampsOf([], { PARAPH_TSA_URLS: way })
    await expect(closed.stamp(digest)).rejects.toThrow('No time-stamping authority')
    expect(failed[0]?.reason).toContain('127.0.0.1 does not lead to the public internet')
    const opened = stampsOf([], { PARAPH_TSA_URLS: way, PARAPH_TSA_PRIVATE: 'on' })
    expect(signerOf(await opened.stamp(digest))).toBe('TSA good')
  })
})

describe('when every authority outside fails', () => {
  test('there is no stamp, and above all none of our own', async () => {
    const authority = stampsOf(['fault', 'garbage'])
    await expect(authority.stamp(digest)).rejects.toMatchObject({
      code: 'timestamp_unavailable',
      retryAfterSeconds: 60,
      message: expect.not.stringContaining('127.0.0.1'),
      cause: expect.objectContaining({ message: expect.stringMatching(/fault: .*; .*garbage: /) }),
    })
  })

  test('a document is not signed at a lower level', async () => {
    const authority = await stampedBy(['fault'])
    const pdf = await (await plainDocument(1)).save()
    await expect(signedSteps(authority, pdf, { signers: 1 })).rejects.toMatchObject({
      code: 'timestamp_unavailable',
    })
    await authority.close()
  })
})

describe('a document stamped outside', () => {
  test('is B-LTA by what it brings along alone, and says who stamped it', async () => {
    const authority = await stampedBy(['good'])
    const pdf = await (await plainDocument(1)).save()
    const signed = (await signedSteps(authority, pdf, { signers: 2 })).at(-1) ?? Buffer.alloc(0)
    const trusted = await authority.pki.trusted()
    const { valid, signatures } = verifyPdf(signed, { ...trusted, nowMs: Date.now() })
    expect(valid).toBe(true)
    expect(signatures.slice(0, 3).map(({ level }) => level)).toEqual(['B-LTA', 'B-LTA', 'B-LTA'])
    expect(signatures[0]).toMatchObject({ stamp: { authority: 'TSA good' } })
    // Without the authority's root its stamps prove nothing.
    const { roots } = trusted
    const doubted = verifyPdf(signed, { roots, nowMs: Date.now() })
    expect(doubted.valid).toBe(false)
    await authority.close()
  })

  test('costs one look at each list, however many stamps it takes', async () => {
    const authority = stampsOf(['good'])
    for (let stamps = 0; stamps < 3; stamps++) await authority.stamp(randomBytes(32))
    expect(outside.requests.filter(({ url }) => url === '/list.crl')).toHaveLength(1)
  })
})

describe('the built-in authority', () => {
  test('still answers anybody who asks it, and stamps where none outside is set', async () => {
    const authority = await stampedBy(['good'])
    expect(signerOf(await authority.pki.tsa.stamp(digest))).toBe('Essai Time-Stamping 1')
    expect(
      readBer(await authority.pki.tsa.answer(Buffer.from('x')))
        .at(0)
        .at(0).integerHex,
    ).toBe('2')
    await authority.close()
    const plain = await startAuthority()
    expect(signerOf(await plain.pki.timestamps.stamp(digest))).toBe('Essai Time-Stamping 1')
    await plain.close()
  })
})
