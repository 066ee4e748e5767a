/** Assembles this domain over an open database; used by the server and the command line. */
import { type Instance, SOLE_INSTANCE } from '../database/instance.ts'
import type { Db } from '../database/open.ts'
import type { Clock } from '../kernel/clock.ts'
import { FatalError } from '../kernel/invariant.ts'
import type { AttemptLimiter, Throttling } from '../throttling/ports.ts'
import { openThrottling } from '../throttling/shared.ts'
import { FAILED_KEYS, PUBLIC_CALLS } from './address-limits.ts'
import { Authenticator } from './authenticator.ts'
import { KeyService } from './keys.ts'
import { LimitService } from './limits.ts'
import {
  loadPepper,
  openSealedPepper,
  type Pepper,
  type PepperVault,
  sealPepper,
} from './pepper.ts'
import { loadPlans, type Plans } from './plans.ts'
import { Quota } from './quota.ts'
import { RateLimiter, type SignatureRates } from './rate-limiter.ts'
import { AccountService } from './service.ts'
import { findPepper, recordPepper } from './store.ts'

/** Operator settings for accounts. */
interface AccountsConfig {
  /** JSON file of custom plans; empty: none. */
  plansFile: string
  /** Prefix of every API key. */
  keyPrefix: string
  /** Secret under which keys are hashed; empty: generated once in the data folder. */
  keyPepper: string
  /** Absent: the pepper is given, or in the data folder. */
  pepperVault?: PepperVault
  rates: SignatureRates
}

/** The parts of this domain. */
export interface Accounts {
  plans: Plans
  accounts: AccountService
  keys: KeyService
  authenticator: Authenticator
  limits: LimitService
  quota: Quota
  rateLimiter: RateLimiter
  /** Wrong keys by network address. */
  failedKeys: AttemptLimiter
  /** Calls without a key by network address. */
  anonymousCalls: AttemptLimiter
  /** Those among them that this process counts alone. */
  ownCalls: AttemptLimiter
  /** What counts calls and tries, of this process or of all instances. */
  throttling: Throttling
  /** 32 bytes for a purpose, derived from the pepper: decryption requires the data folder's secret too. */
  deriveKey(purpose: string): Buffer
  /**
   * For the server, once: frees units reserved by processes that have ended and returns the number of reservations.
   * @throws FatalError when keys are bound to plans that are not in the catalogue
   */
  start(): Promise<number>
}

/**
 * Loads the plans and the pepper and creates the services.
 * @throws PlansError for a bad plan file
 * @throws FatalError for a pepper that does not belong to the database or a bad key prefix
 */
export async function openAccounts(parts: {
  db: Db
  /** Over which calls and tries are counted; absent: `db`. */
  counting?: Db
  clock: Clock
  dataFolder: string
  config: AccountsConfig
  /** Which of several this process is; absent: the only one. */
  instance?: Instance
}): Promise<Accounts> {
  const { db, clock, dataFolder, config, instance = SOLE_INSTANCE } = parts
  if (!/^[0-9A-Za-z]{1,16}$/.test(config.keyPrefix)) {
    throw new FatalError(`the key prefix "${config.keyPrefix}" must be 1 to 16 letters or digits`)
  }
  const plans = loadPlans(config.plansFile)
  const pepper = await knownPepper(db, dataFolder, config)
  const keys = new KeyService({ db, clock, plans, pepper, prefix: config.keyPrefix })
  const quota = new Quota(db, clock, instance)
  const throttling = openThrottling(parts.counting ?? db, clock)
  return {
    plans,
    keys,
    authenticator: new Authenticator({ db, clock, plans, pepper }),
    limits: new LimitService(db),
    quota,
    accounts: new AccountService(db, clock),
    rateLimiter: new RateLimiter({ clock, quota, calls: throttling.calls, rates: config.rates }),
    throttling,
    failedKeys: throttling.attemptLimiter(FAILED_KEYS),
    ...publicCalls(throttling),
    deriveKey: pepper.deriveKey,
    async start() {
      await keys.checkPlans()
      return await quota.recover()
    },
  }
}

/** One process counts all calls without a key together; instances share those that need the database anyway. */
function publicCalls(throttling: Throttling): Pick<Accounts, 'anonymousCalls' | 'ownCalls'> {
  const anonymousCalls = throttling.attemptLimiter(PUBLIC_CALLS)
  const { isShared } = throttling
  return {
    anonymousCalls,
    ownCalls: isShared ? throttling.ownAttemptLimiter(PUBLIC_CALLS) : anonymousCalls,
  }
}

/** The first start records which pepper keys are hashed with; every later one checks it. */
async function knownPepper(
  db: Db,
  folder: string,
  { keyPepper: given, pepperVault }: AccountsConfig,
): Promise<Pepper> {
  const known = await findPepper(db)
  if (given === '' && pepperVault?.seals === true && known?.sealed == null)
    await recordPepper(db, await sealable(folder, pepperVault.passphrase, known?.fingerprint))
  else if (known === undefined)
    await recordPepper(db, {
      fingerprint: loadPepper(folder, given, undefined).fingerprint,
      sealed: null,
      vault: null,
    })
  // Another process may have been first: then its pepper is used.
  const recorded = await findPepper(db)
  if (given !== '' || recorded?.sealed == null || recorded.vault === null)
    return loadPepper(folder, given, recorded?.fingerprint)
  const { sealed, vault } = recorded
  return await openSealedPepper({ sealed, vault }, pepperVault?.passphrase ?? '')
}

/** What is put into the database. @throws FatalError when the data folder does not hold the pepper in use */
async function sealable(folder: string, passphrase: string, known: string | undefined) {
  if (known !== undefined) loadPepper(folder, '', known)
  return await sealPepper(folder, passphrase)
}
