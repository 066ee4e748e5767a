/** The signature half without machines and HTTP, which can be made to die at its n-th step. */
import type { Caller } from '../../src/accounts/caller.ts'
import { openPlatform } from '../../src/app/platform.ts'
import { type StartedSigning, startSigning } from '../../src/app/signing.ts'
import { loadConfig } from '../../src/config/config.ts'
import type { Db } from '../../src/database/open.ts'
import { openStorage } from '../../src/files/open-storage.ts'
import type { TestClock } from './clock.ts'
import { inlineDocuments } from './inline-documents.ts'
import { settingsOf } from './place.ts'
import { cachedKeys } from './rsa-keys.ts'
import { followClock } from './server-clock.ts'

/** The process is gone. */
export class Gone extends Error {
  override readonly name = 'Gone'
}

/** Counts steps; from the n-th on nothing works any more. */
export class Fuse {
  #left: number
  /** Steps that were begun. */
  steps = 0
  /** The step at which it died. */
  at = ''

  constructor(left: number) {
    this.#left = left
  }

  /** Nothing counts before everything is up. */
  isArmed = false

  /** Counts anew: it dies at the n-th step from here. */
  renew(left: number): void {
    this.#left = left
  }

  get isBlown(): boolean {
    return this.#left <= 0
  }

  step(name: string): void {
    if (!this.isArmed) return
    this.steps += 1
    this.#left -= 1
    if (this.#left > 0) return
    if (this.at === '') this.at = name
    throw new Gone(`the process died at ${name}`)
  }

  /** Has a method die before it works, and, where its work lasts, after it too. */
  guard<Owner extends object>(owner: Owner, method: keyof Owner & string, lasting = false): void {
    const real = (owner[method] as (...args: unknown[]) => Promise<unknown>).bind(owner)
    const guarded = async (...args: unknown[]): Promise<unknown> => {
      this.step(method)
      const result = await real(...args)
      if (lasting) this.step(`${method}, done`)
      return result
    }
    owner[method] = guarded as never
  }

  /** The database, dying before a transaction and after its commit. */
  database(db: Db): Db {
    return new Proxy(db, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target)
        if (typeof member !== 'function') return member
        if (name !== 'transaction') return member.bind(target)
        return () => ({
          execute: async (work: (trx: Db) => Promise<unknown>) => {
            this.step('transaction')
            const result = await target.transaction().execute(async (trx) => {
              const answer = await work(trx as unknown as Db)
              this.step('commit')
              return answer
            })
            this.step('committed')
            return result
          },
        })
      },
    })
  }
}

/** What a test drives. */
export interface CrashingService {
  signing: StartedSigning
  parts: StartedSigning['parts']
  caller: Caller
  newest(to: string): Promise<string | undefined>
  work(): Promise<void>
  close(): Promise<void>
}

function arm(parts: StartedSigning['parts'], fuse: Fuse): void {
  fuse.isArmed = true
  fuse.guard(parts.blobs, 'put', true)
  const begin = parts.blobs.begin.bind(parts.blobs)
  parts.blobs.begin = (from) => {
    const begun = begin(from)
    fuse.guard(begun, 'put', true)
    return begun
  }
  fuse.guard(parts.trails, 'append')
  fuse.guard(parts.jobs, 'add')
  fuse.guard(parts.texts as StartedSigning['parts']['texts'] & object, 'send', true)
  const { keyPool, authority, tsa, revocation } = parts.pkiOf('live')
  fuse.guard(keyPool, 'take')
  fuse.guard(authority, 'issueSigner', true)
  fuse.guard(tsa, 'stamp')
  fuse.guard(revocation, 'validationData')
  fuse.guard(parts.certificateServices, 'visit', true)
  fuse.guard(parts.certificateServices, 'collectValidationData', true)
}

/** Starts over a folder; the fuse begins to count when everything is up. */
export async function startCrashing(
  folder: string,
  clock: TestClock,
  fuse?: Fuse,
): Promise<CrashingService> {
  const config = loadConfig({
    ...settingsOf(folder),
    PARAPH_LOG_LEVEL: 'silent',
    PARAPH_STRANGERS_PER_DAY: '0',
    PARAPH_CA_AUTOMATIC: 'on',
    PARAPH_CA_KEY_POOL: '0',
  })
  const platform = await openPlatform(config, { clock, makeKey: cachedKeys() })
  await followClock(platform.db, clock)
  const { accounts, jobs, messages, pki, db } = platform
  while (pki.authority.state.status === 'starting') await new Promise((done) => setTimeout(done, 5))
  const storage = await openStorage(config.storage, { ...config, clock })
  const blobs = await storage.blobs('documents')
  // No document here has anchors or tags to look for.
  const searchers = { run: async (kind: string) => (kind === 'locate' ? [] : { fields: [] }) }
  // Services keep the database that they are given: it is the one that can die from the beginning.
  const mortal = fuse === undefined ? platform : { ...platform, db: fuse.database(db) }
  const signing = await startSigning(mortal, config, {
    searchers: searchers as never,
    documents: inlineDocuments(),
    blobs,
    report: async () => ({}),
  })
  const plan = accounts.plans.get('signature_business')
  if (plan === undefined) throw new Error('no such plan')
  const key = await db.selectFrom('api_keys').selectAll().executeTakeFirst()
  if (key === undefined) {
    const account = await accounts.accounts.createAccount('crash@example.com')
    const input = { accountId: account.id, plan: 'signature_business', name: 'Crash' }
    await accounts.keys.createKey({ ...input, mode: 'live' as const })
  }
  const row = await db.selectFrom('api_keys').selectAll().executeTakeFirstOrThrow()
  if (fuse !== undefined) arm(signing.parts, fuse)
  return {
    signing,
    parts: signing.parts,
    caller: {
      account: { id: row.account_id },
      key: { id: row.id, name: row.name, mode: 'live' },
      plan,
    },
    newest: async (to) => (await messages.outbox?.list())?.find((each) => each.to === to)?.text,
    work: async () => {
      await jobs.runDue()
    },
    async close() {
      await jobs.close()
      await platform.close()
      storage.close()
    },
  }
}
