/**
 * The certificate authorities: the real one, and one with TEST in its name for test keys. Each sets itself up while
 * the service is already running.
 */
import { existsSync } from 'node:fs'
import type { FastifyBaseLogger } from 'fastify'
import { KEY_MODES, type KeyMode } from '../accounts/key-format.ts'
import type { Config } from '../config/config.ts'
import { connectDatabase, type Db } from '../database/open.ts'
import { addressKind, hostOf } from '../egress/addresses.ts'
import type { AddressGuard } from '../egress/client.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Metrics } from '../kernel/metrics.ts'
import { type Certificate, isSelfSigned, parseCertificate } from '../pades/certificate.ts'
import { readCertificateFolder } from '../pki/certificate-folder.ts'
import type { MakeKey } from '../pki/keys.ts'
import { type OutsideConfig, openPki, type Pki, type PkiConfig } from '../pki/open.ts'
import type { TrustedCertificates } from '../pki/outside-trust.ts'
import type { FailedStamp } from '../pki/outside-tsa.ts'
import { listKeys } from '../pki/store.ts'
import { testAuthorityDatabase } from './databases.ts'

/** Dependencies of the authorities. */
interface AuthorityParts {
  config: Config
  clock: Clock
  log: FastifyBaseLogger
  metrics: Metrics
  db: Db
  makeKey: MakeKey | undefined
}

/** Path under which the test authority publishes what the real one publishes at the root. */
export const TEST_PREFIX = '/test'

/**
 * One key generated in advance: tests must not delay real signatures, nor use a slot in the operator's token. Nobody
 * runs commands on this authority.
 */
function testConfig({ pkcs11: _, ...pki }: Config['pki']): PkiConfig {
  return {
    ...pki,
    organization: `TEST ${pki.organization}`,
    keyPool: 1,
    keys: 'file',
    automatic: true,
  }
}

/** Tells the operator about keys that could not be replaced, while the old ones still work. */
function renewalWatch({ log, metrics }: AuthorityParts) {
  const failures = metrics.counter(
    'paraph_authority_renewal_failures_total',
    'Failed attempts to replace keys of an authority that expire soon, by authority',
    KEY_MODES.map((authority) => ({ authority })),
  )
  return (authority: KeyMode) =>
    (err: unknown): void => {
      failures.add({ authority })
      log.error({ err, authority }, 'keys that expire soon could not be replaced')
    }
}

/** @param prefix of the paths under which it publishes */
const openFrom = (
  { config, clock, makeKey }: AuthorityParts,
  prefix: string,
  more: Pick<Parameters<typeof openPki>[0], 'db' | 'dataFolder' | 'config' | 'renewalFailed'>,
  options: { awaited?: () => boolean; outside?: OutsideConfig } = {},
): Pki =>
  openPki({
    clock,
    baseUrl: `${config.server.baseUrl}${prefix}`,
    publishUrl: `${config.server.publishUrl}${prefix}`,
    ...(makeKey !== undefined && { makeKey }),
    ...more,
    ...options,
  })

/**
 * Opens both. The test authority is created after the real one, or as soon as a call needs it; where the operator
 * creates the real one by command, not before that call.
 */
export async function startAuthorities(parts: AuthorityParts) {
  const { config, log, db, clock } = parts
  const watch = renewalWatch(parts)
  const own = { db, dataFolder: config.dataDir, config: config.pki, renewalFailed: watch('live') }
  const outside = outsideAuthorities(config.tsa, (failed) =>
    log.warn(failed, 'a time-stamping authority failed; trying the next one'),
  )
  const live = openFrom(parts, '', own, outside)
  const place = testAuthorityDatabase(config)
  const testData = await connectDatabase({ ...place, clock })
  // Whether a call waits for it.
  let testAwaited = false
  const test = openFrom(
    parts,
    TEST_PREFIX,
    {
      db: testData.db,
      dataFolder: place.folder,
      config: testConfig(config.pki),
      renewalFailed: watch('test'),
    },
    { awaited: () => testAwaited },
  )
  const begin = async (pki: Pki, make: boolean): Promise<void> => {
    await pki.authority.start({ make })
    const { state } = pki.authority
    if (state.status !== 'failed') pki.keyPool.start()
    else if (make) log.error({ err: state.error }, 'the certificate authority failed to start')
    else log.info('there is no certificate authority yet: create it with "ca init"')
  }
  const settled = begin(live, config.pki.automatic)
  let testSettled: Promise<void> | undefined
  let closed = false
  const beginTest = (): void => {
    if (!closed) testSettled ??= begin(test, true)
  }
  if ((await listKeys(testData.db)).length > 0) beginTest()
  else if (config.pki.automatic) void settled.then(beginTest)
  return {
    live,
    test,
    of(mode: KeyMode): Pki {
      if (mode === 'live') return live
      testAwaited = true
      beginTest()
      return test
    },
    async close() {
      closed = true
      live.keyPool.close()
      test.keyPool.close()
      // Key generation cannot be aborted, and the steps after it need the database.
      await settled
      await testSettled
      await testData.close()
    },
  }
}

/** The roots of the test authority, for verifying its time-stamps; empty before it was needed. */
export async function testRoots(config: Config, clock: Clock): Promise<Certificate[]> {
  const place = testAuthorityDatabase(config)
  if (place.postgres === undefined && !existsSync(place.folder)) return []
  const data = await connectDatabase({ ...place, clock })
  try {
    const roots = (await listKeys(data.db)).filter(({ role }) => role === 'root')
    return roots.map(({ der }) => parseCertificate(der))
  } finally {
    await data.close()
  }
}

/** Certificates of the operator's folder, roots and others. @throws TrustError naming the file */
export function trustedOutside({ trustDir }: Config['tsa']): TrustedCertificates {
  const all = readCertificateFolder(trustDir).map(({ certificate }) => certificate)
  return { roots: all.filter(isSelfSigned), others: all.filter((each) => !isSelfSigned(each)) }
}

/**
 * Revocation lists may be on the public internet, at configured hosts, or on the private network if the operator
 * allows it.
 */
const guardFor =
  ({ authorities, privateAllowed }: Config['tsa']): AddressGuard =>
  (url, addresses) => {
    if (authorities.some((each) => hostOf(new URL(each.url)) === hostOf(url))) return
    const kinds = addresses.map(addressKind)
    const allowed = kinds.every((kind) => kind === 'public' || (privateAllowed && kind === 'own'))
    if (kinds.length === 0 || !allowed)
      throw new Error(`${hostOf(url)} does not lead to the public internet (PARAPH_TSA_PRIVATE)`)
  }

/** Options for the authority; none if the built-in one issues time-stamps. */
export function outsideAuthorities(config: Config['tsa'], report: (failed: FailedStamp) => void) {
  const { authorities, timeoutMs } = config
  if (authorities.length === 0) return {}
  const guard = guardFor(config)
  return { outside: { authorities, timeoutMs, report, guard, trusted: trustedOutside(config) } }
}
