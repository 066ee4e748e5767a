/** Accounts that each have a provider of their own for the certificates of their signers, and what tests read of them. */
import { expect } from 'vitest'
import type { TrailJson } from '../../src/audit/verify-trail.ts'
import { verifyPdf } from '../../src/pades/verify.ts'
import type { Answer } from './app.ts'
import type { CertificateProvider } from './certificate-provider.ts'
import { type ExternalProvider, startExternalProvider } from './external-provider.ts'
import { newSender } from './external-seals.ts'
import { connectService, inFrontOf, SERVICE } from './own-certificates.ts'
import {
  type SeenProblem,
  type SigningApp,
  somebody,
  startSigningApp,
  type WishedSigner,
} from './signing-app.ts'

/** What a test reads of a document. */
export interface Seen {
  status: string
  signers: Array<{ certificate_failure?: Record<string, string> }>
}

export const codeOf = (answer: Answer): string => answer.json<SeenProblem>().code
export const seen = (answer: Answer) => {
  const { code, detail } = answer.json<SeenProblem>()
  return { status: answer.status, code, detail }
}

/** An account with a provider of its own. */
export class Tenant {
  readonly #signing: SigningApp
  readonly #provider: ExternalProvider
  readonly front: CertificateProvider
  readonly key: string
  readonly accountId: string

  constructor(
    { signing, provider }: { signing: SigningApp; provider: ExternalProvider },
    own: { front: CertificateProvider; key: string; accountId: string },
  ) {
    this.#signing = signing
    this.#provider = provider
    this.front = own.front
    this.key = own.key
    this.accountId = own.accountId
  }

  /** A request to somebody with a certificate of their own, who is verified. */
  async asked(wished: Partial<WishedSigner> = {}, others: readonly WishedSigner[] = []) {
    const who = somebody({ certificate: { service: SERVICE }, ...wished })
    const { id } = await this.#signing.create([who, ...others], { key: this.key })
    const person = await this.#signing.person(who)
    await person.verify()
    return { id, person, who }
  }

  async read<Read>(id: string, path = ''): Promise<Read> {
    return (await this.#signing.act('GET', id, path, undefined, this.key)).json<Read>()
  }

  async failureOf(id: string) {
    return (await this.read<Seen>(id)).signers[0]?.certificate_failure
  }

  async entriesOf(id: string) {
    return (await this.read<TrailJson>(id, '/audit')).entries
  }

  async count(id: string, type: string): Promise<number> {
    return (await this.entriesOf(id)).filter((entry) => entry.type === type).length
  }

  /** Signatures of its quota that are used. */
  async used(): Promise<number> {
    const usage = await this.#signing.app.call('GET', '/usage', { key: this.key })
    return usage.json<{ monthly: { signatures: { used: number } } }>().monthly.signatures.used
  }

  /** One signature of theirs in a completed file, and in the trail. @param signers how many there are */
  async expectSignedOnce(id: string, signers = 1): Promise<void> {
    await this.#signing.work()
    expect(await this.read<Seen>(id)).toMatchObject({ status: 'completed' })
    expect(await this.failureOf(id)).toBeUndefined()
    expect(await this.count(id, 'signer.signed')).toBe(signers)
    const { bytes } = await this.#signing.act('GET', id, '/signed', undefined, this.key)
    const { roots } = await this.#signing.services.pki.trusted()
    const trust = { roots: [...roots, this.#provider.root], nowMs: Date.now() }
    const { signatures } = verifyPdf(bytes, trust)
    expect(signatures.flatMap(({ problems }) => problems)).toEqual([])
    const { fingerprint } = this.#provider.certificateOf('person')
    expect(signatures.filter(({ signer }) => signer?.fingerprint === fingerprint)).toHaveLength(1)
  }
}

/** The service, and the keys of the providers. Close it in `afterAll`. */
export async function startTenants() {
  const provider = await startExternalProvider()
  const signing = await startSigningApp()
  const fronts: CertificateProvider[] = []
  return {
    provider,
    signing,
    async newTenant(more: { ownNetwork?: boolean } = {}): Promise<Tenant> {
      const { key, accountId } = await newSender(signing)
      const front = await inFrontOf(provider)
      fronts.push(front)
      front.holds('person')
      await connectService(signing, front, [provider.root], { accountId, ...more })
      return new Tenant({ signing, provider }, { front, key, accountId })
    },
    async close(): Promise<void> {
      await signing.close()
      for (const front of fronts) await front.close()
      await provider.close()
    },
  }
}
