/** The process dies at every step of a request with two files and two signers, one step after the other. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { chainFindings } from '../../../src/audit/chain.ts'
import { DAY_MS } from '../../../src/kernel/clock.ts'
import { verifyPdf } from '../../../src/pades/verify.ts'
import { shownSha256 } from '../../../src/signing/model/rows.ts'
import { signersOf } from '../../../src/signing/store/requests.ts'
import { consentIn } from '../../../src/signing/words/consent.ts'
import { namedBlobs } from '../../support/blob-refs.ts'
import { TestClock } from '../../support/clock.ts'
import { type CrashingService, Fuse, startCrashing } from '../../support/crashing.ts'
import { isLong } from '../../support/long-tests.ts'
import { smallPdf } from '../../support/signing-app.ts'
import { hashesIn } from '../../support/storage.ts'

const folder = mkdtempSync(join(tmpdir(), 'paraph-crash-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const clock = new TestClock()
const ORIGIN = { ip: '192.0.2.1', ua: 'test' }
const MINUTE_MS = 60_000

/** One sender and two signers, who do again what did not work, through every crash. */
class People {
  readonly #run: string
  readonly #phones: readonly string[]
  /** The cookies of their browsers. */
  readonly #sessions = new Map<string, string>()

  constructor(run: number) {
    this.#run = `run ${run}`
    this.#phones = [1, 2].map((n) => `+336${String(run * 10 + n).padStart(8, '0')}`)
  }

  async #create({ signing, caller }: CrashingService): Promise<string> {
    const order = {
      pdf: await smallPdf(),
      filename: 'contrat.pdf',
      additional: [{ pdf: await smallPdf(), filename: 'annexe.pdf' }],
      signers: this.#phones.map((phone, n) => ({ email: `signer${n}@example.com`, phone })),
      options: { external_id: this.#run },
    }
    const call = { accountId: caller.account.id, mode: 'live', key: this.#run, hash: this.#run }
    const answer = await signing.idempotency.once(call, (save) =>
      signing.requests.create(caller, order, { actor: 'key:test' }, save),
    )
    return (answer.body as { id: string }).id
  }

  async #act({ signing, newest }: CrashingService, token: string, phone: string): Promise<void> {
    const { actions, access, parts } = signing
    await actions.open(token, ORIGIN)
    const { next, signer, request } = await access.context(parts.db, token)
    if (next !== 'sign') return
    if (signer.status !== 'verified' || !this.#sessions.has(signer.id)) {
      await actions.requestCode(
        token,
        { consent: consentIn('fr', { delivery: 'email', authentication: 'sms' }) },
        ORIGIN,
      )
      const code = /^\d{6}/.exec((await newest(phone)) ?? '')?.[0] ?? ''
      this.#sessions.set(signer.id, await actions.verify(token, code, ORIGIN))
    }
    const order = { document_sha256: shownSha256(request), kind: 'typed', text: 'Zoé' }
    await actions.sign(
      { token, session: this.#sessions.get(signer.id), origin: ORIGIN },
      order as never,
    )
  }

  /** Goes as far as it goes; throws when the process dies on the way. */
  async drive(service: CrashingService, fuse: Fuse | undefined): Promise<string> {
    const { signing, work, parts } = service
    const id = await this.#create(service)
    for (const [n, { id: signerId, link_version }] of (await signersOf(parts.db, id)).entries()) {
      const token = signing.parts.links.token({ id: signerId, link_version })
      await this.#act(service, token, this.#phones[n] ?? '').catch((error: Error) => {
        if (fuse !== undefined || !/otp|verification/.test(String(error))) throw error
        // The browser has a cookie that the service no longer knows, or none for a session there is.
        this.#sessions.delete(signerId)
      })
      if (fuse?.isBlown) throw new Error('died in a call that answered all the same')
    }
    await work()
    return id
  }
}

/** Dies at the n-th step, begins anew, and answers the step; undefined when all went through. */
async function dieAndFinish(n: number): Promise<string | undefined> {
  const people = new People(n)
  const fuse = new Fuse(n)
  const mortal = await startCrashing(folder, clock, fuse)
  await people.drive(mortal, fuse).catch(() => undefined)
  await mortal.close()
  const service = await startCrashing(folder, clock)
  let id = ''
  for (let round = 0; round < 6; round++) {
    clock.move(2 * MINUTE_MS)
    id = await people.drive(service, undefined)
  }
  await expectWhole(service, id, fuse.at)
  await service.close()
  return fuse.isBlown ? fuse.at : undefined
}

async function expectWhole(service: CrashingService, id: string, at: string): Promise<void> {
  const { signing, caller, parts } = service
  const document = await signing.requests.get(caller, id)
  expect([at, document.status, document.level]).toEqual([at, 'completed', 'PAdES-BASELINE-LTA'])
  const { documents } = await signing.lists.list(caller, {
    external_id: document.external_id ?? '',
  })
  expect(documents).toHaveLength(1)
  const trail = (await parts.trails.read(id))!
  expect(chainFindings(trail.header, trail.entries)).toEqual([])
  const count = (type: string) => trail.entries.filter((entry) => entry.type === type).length
  const once = ['document.created', 'document.sent', 'document.completed'].map(count)
  const twice = ['signer.invited', 'signer.opened', 'signer.signed', 'signer.consented'].map(count)
  expect([at, once, twice]).toEqual([at, [1, 1, 1], [2, 2, 2, 2]])
  const roots = [(await parts.pkiOf('live').authority.key('root')).facts.certificate]
  for (const number of [1, 2]) {
    const { bytes } = await signing.files.signed(caller, id, number)
    const verified = verifyPdf(bytes, { roots, nowMs: clock.now() })
    expect(verified.problems).toEqual([])
    const own = verified.signatures.filter(({ field }) => /-(signer|seal)-/.test(field))
    expect(own.map(({ level, problems }) => ({ level, problems }))).toEqual(
      own.map(() => ({ level: 'B-LTA', problems: [] })),
    )
    expect(own.filter(({ field }) => field.includes('-signer-'))).toHaveLength(2)
  }
}

/** What is left over all runs: nothing but what was wanted. */
async function expectNothingLeft(runs: number): Promise<void> {
  const service = await startCrashing(folder, clock)
  const { parts, signing, caller } = service
  const { used } = await parts.quota.state(caller, 'signatures')
  expect(used).toBe(2 * runs)
  const files = async () => (await hashesIn(parts.blobs)).sort()
  const named = [...(await namedBlobs(parts.db))].sort()
  // A start removes what nobody else can be about to name; from a store that others use, the daily sweep does.
  if (parts.blobs.isShared) expect(await files()).toEqual(expect.arrayContaining(named))
  else expect(await files()).toEqual(named)
  const keys = await parts.db.selectFrom('idempotency_keys').select('status').execute()
  // Of a day: more runs than that take longer.
  expect(keys.length).toBeGreaterThanOrEqual(Math.min(100, runs))
  expect(new Set(keys.map(({ status }) => status))).toEqual(new Set([201]))
  const jobs = await parts.db.selectFrom('jobs').select(['kind', 'failed_at']).execute()
  expect(jobs.filter((job) => job.kind !== 'signing.expire' || job.failed_at !== null)).toEqual([])
  expect((await signing.lists.list(caller, { limit: 100 })).documents.length).toBe(
    Math.min(100, runs),
  )
  clock.move(DAY_MS + MINUTE_MS)
  await signing.erasure.files()
  expect(await files()).toEqual(named)
  await service.close()
}

test('wherever it dies, everybody signs exactly once and the document is completed once', async () => {
  // Every step: PARAPH_TEST_STEPS=1. Otherwise a part of them, another one each day.
  const stride = Number(process.env.PARAPH_TEST_STEPS ?? (isLong('crash') ? 3 : 9))
  const steps: string[] = []
  let n = 1 + (new Date().getDate() % stride)
  for (; ; n += stride) {
    const at = await dieAndFinish(n)
    if (at === undefined) break
    steps.push(at)
  }
  expect(steps.length * stride).toBeGreaterThan(60)
  await expectNothingLeft(steps.length + 1)
}, 900_000)
