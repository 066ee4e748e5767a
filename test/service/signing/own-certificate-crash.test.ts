/** The process dies at every step of a signature with a certificate of the signer's own, one step after the other. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chainFindings } from '../../../src/audit/chain.ts'
import { verifyPdf } from '../../../src/pades/verify.ts'
import { shownSha256 } from '../../../src/signing/model/rows.ts'
import { signersOf } from '../../../src/signing/store/requests.ts'
import { consentIn } from '../../../src/signing/words/consent.ts'
import { namedBlobs } from '../../support/blob-refs.ts'
import type { CertificateProvider } from '../../support/certificate-provider.ts'
import { TestClock } from '../../support/clock.ts'
import { type CrashingService, Fuse, startCrashing } from '../../support/crashing.ts'
import { type ExternalProvider, startExternalProvider } from '../../support/external-provider.ts'
import { connectTo, inFrontOf, returned, SERVICE } from '../../support/own-certificates.ts'
import { smallPdf } from '../../support/signing-app.ts'
import { hashesIn } from '../../support/storage.ts'

const folder = mkdtempSync(join(tmpdir(), 'paraph-own-crash-'))
const clock = new TestClock()
const ORIGIN = { ip: '192.0.2.1', ua: 'test' }
const MINUTE_MS = 60_000
let provider: ExternalProvider
let front: CertificateProvider

beforeAll(async () => {
  provider = await startExternalProvider()
  front = await inFrontOf(provider)
  front.holds('person')
  const service = await startCrashing(folder, clock)
  const { parts, caller } = service
  const { certificateServices: services, origin } = parts
  await connectTo({ services, origin }, front, [provider.root], { accountId: caller.account.id })
  await service.close()
})
afterAll(async () => {
  await front.close()
  await provider.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A sender, and a signer whose browser does again what did not work. */
class Run {
  readonly #name: string
  readonly #phone: string
  #session: string | undefined
  #id: string | undefined

  constructor(n: number) {
    this.#name = `run ${n}`
    this.#phone = `+336${String(n * 10_007).padStart(8, '0')}`
  }

  /** Before the process is to die. */
  async prepare({ signing, caller, newest, parts }: CrashingService): Promise<void> {
    const order = {
      pdf: await smallPdf(),
      filename: 'contrat.pdf',
      signers: [
        { email: 'zoe@example.com', phone: this.#phone, certificate: { service: SERVICE } },
      ],
      options: { external_id: this.#name },
    }
    const call = { accountId: caller.account.id, mode: 'live', key: this.#name, hash: this.#name }
    const answer = await signing.idempotency.once(call, (save) =>
      signing.requests.create(caller, order, { actor: 'key:test' }, save),
    )
    this.#id = (answer.body as { id: string }).id
    const { actions } = signing
    const token = await this.#token(parts)
    await actions.open(token, ORIGIN)
    const consent = consentIn('fr', {
      delivery: 'email',
      authentication: 'sms',
      certificate: { title: 'Tiers QTSP' },
    })
    await actions.requestCode(token, { consent }, ORIGIN)
    const code = /^\d{6}/.exec((await newest(this.#phone)) ?? '')?.[0] ?? ''
    this.#session = await actions.verify(token, code, ORIGIN)
  }

  get id(): string {
    return this.#id ?? ''
  }

  async #token({ db, links }: CrashingService['parts']): Promise<string> {
    const [signer] = await signersOf(db, this.id)
    if (signer === undefined) throw new RangeError('there is a signer')
    return links.token({ id: signer.id, link_version: signer.link_version })
  }

  /** From the order to the signature; nothing once it is made. */
  async sign({ signing, parts }: CrashingService): Promise<void> {
    const token = await this.#token(parts)
    const { next, request } = await signing.access.context(parts.db, token)
    if (next !== 'sign') return
    const { own } = signing
    const visitor = { token, session: this.#session, origin: ORIGIN }
    const body = { document_sha256: shownSha256(request), kind: 'typed', text: 'Zoé' }
    const first = await own.order(visitor, body as never, parts.origin)
    const [offered] = (await own.comeBack(visitor, await returned(front, first))) ?? []
    const second = await own.choose(visitor, offered?.id ?? '')
    expect(await own.comeBack(visitor, await returned(front, second))).toBeNull()
  }
}

/** Dies at the n-th step of the signature, and goes on in another process; undefined: it did not die. */
async function dieAndFinish(n: number): Promise<string | undefined> {
  const run = new Run(n)
  const fuse = new Fuse(Number.POSITIVE_INFINITY)
  const mortal = await startCrashing(folder, clock, fuse)
  await run.prepare(mortal)
  fuse.renew(n)
  await run
    .sign(mortal)
    .then(() => mortal.work())
    .catch((error: unknown) => {
      if (!fuse.isBlown) throw error
    })
  await mortal.close()
  const service = await startCrashing(folder, clock)
  for (let round = 0; round < 3; round++) {
    clock.move(2 * MINUTE_MS)
    await run.sign(service)
    await service.work()
  }
  await expectSignedOnce(service, run.id, fuse.at)
  await service.close()
  return fuse.isBlown ? fuse.at : undefined
}

async function expectSignedOnce(service: CrashingService, id: string, at: string): Promise<void> {
  const { signing, caller, parts } = service
  const document = await signing.requests.get(caller, id)
  expect([at, document.status, document.level]).toEqual([at, 'completed', 'PAdES-BASELINE-LTA'])
  expect([at, document.signers[0]?.certificate_failure]).toEqual([at, undefined])
  const trail = await parts.trails.read(id)
  expect(chainFindings(trail?.header ?? null, trail?.entries ?? [])).toEqual([])
  const count = (type: string) => trail?.entries.filter((entry) => entry.type === type).length
  expect([at, count('signer.signed'), count('document.completed')]).toEqual([at, 1, 1])
  const root = (await parts.pkiOf('live').authority.key('root')).facts.certificate
  const { bytes } = await signing.files.signed(caller, id, 1)
  const { signatures } = verifyPdf(bytes, { roots: [root, provider.root], nowMs: clock.now() })
  expect([at, signatures.flatMap(({ problems }) => problems)]).toEqual([at, []])
  const { fingerprint } = provider.certificateOf('person')
  const own = signatures.filter(({ signer }) => signer?.fingerprint === fingerprint)
  expect([at, own.map(({ level }) => level)]).toEqual([at, ['B-LTA']])
}

test('wherever it dies, the signer goes on, signs exactly once, and nothing is left over', async () => {
  // Every step: PARAPH_TEST_STEPS=1. Otherwise a part of them, another one each day.
  const stride = Number(process.env.PARAPH_TEST_STEPS ?? 3)
  const steps: string[] = []
  for (let n = 1 + (new Date().getDate() % stride); ; n += stride) {
    const at = await dieAndFinish(n)
    if (at === undefined) break
    steps.push(at)
  }
  expect(steps.length * stride).toBeGreaterThan(25)
  const service = await startCrashing(folder, clock)
  const { parts, caller } = service
  const { used } = await parts.quota.state(caller, 'signatures')
  expect(used).toBe(steps.length + 1)
  expect(new Set(await hashesIn(parts.blobs))).toEqual(await namedBlobs(parts.db))
  expect(await parts.db.selectFrom('certificate_orders').selectAll().execute()).toEqual([])
  await service.close()
}, 600_000)
