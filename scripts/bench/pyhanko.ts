/** pyHanko as the one to beat: a warm Python process with our keys, certificates and revocation lists. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createPublicKey, type KeyObject } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { type Certificate, toPem } from '../../src/pades/certificate.ts'
import type { Pki } from '../../src/pki/open.ts'
import { pyHankoPython } from '../../test/support/pyhanko.ts'

/** What one order answers. */
export interface PyHankoAnswer {
  ms: number
  signatures?: number
  tokens?: number
  valid?: boolean
}

/**
 * Writes what pyHanko needs to sign as we do: the same time-stamp and seal keys, and a signer of ours.
 * @param keys every private key that was made for the authority
 */
export async function writeKeys(
  folder: string,
  { authority, keyPool, revocation }: Pki,
  keys: readonly KeyObject[],
): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const keyOf = (certificate: Certificate): KeyObject => {
    const found = keys.find((key) => {
      const info = createPublicKey(key).export({ type: 'spki', format: 'der' })
      return info.equals(certificate.publicKeyInfo)
    })
    if (found === undefined) throw new Error(`the key of ${certificate.name} is not known`)
    return found
  }
  const write = (name: string, certificate: Certificate, withKey: boolean): void => {
    writeFileSync(join(folder, `${name}.pem`), toPem('CERTIFICATE', certificate.der))
    if (!withKey) return
    const key = keyOf(certificate).export({ type: 'pkcs8', format: 'pem' })
    writeFileSync(join(folder, `${name}.key`), key, { mode: 0o600 })
  }
  const person = await authority.issueSigner(
    await authority.reserveSigner({
      givenName: 'Zoé',
      surname: 'Łukasz',
      email: 'zoe@example.com',
      country: 'FR',
      serialNumber: 'BENCH',
    }),
    await keyPool.take(),
  )
  const { signer: seal } = await authority.key('seal')
  const { signer: timestamp } = await authority.key('timestamp')
  write('root', (await authority.key('root')).facts.certificate, false)
  write('person', person.certificate, true)
  write('seal', seal.certificate, true)
  write('timestamp', timestamp.certificate, true)
  const chain = [...person.chain, ...seal.chain, ...timestamp.chain]
  const unique = new Map(chain.map((certificate) => [certificate.fingerprint, certificate]))
  for (const [index, certificate] of [...unique.values()].entries())
    write(`chain-${index}`, certificate, false)
  const all = [person.certificate, seal.certificate, timestamp.certificate]
  const { crls } = await revocation.validationData(all)
  for (const [index, list] of crls.entries()) writeFileSync(join(folder, `${index}.crl`), list)
}

/** A running pyHanko. */
export class PyHanko {
  readonly #child: ChildProcess
  readonly #lines: AsyncIterator<string>
  readonly #reader: Interface
  readonly #folder: string

  constructor(folder: string) {
    const script = join(import.meta.dirname, 'pyhanko-process.py')
    this.#folder = folder
    this.#child = spawn(pyHankoPython(), [script, folder], { stdio: ['pipe', 'pipe', 'inherit'] })
    const { stdout } = this.#child
    if (stdout === null) throw new Error('pyHanko has no output')
    this.#reader = createInterface({ input: stdout })
    this.#lines = this.#reader[Symbol.asyncIterator]()
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  /** Fills every empty signature field up to level B-LTA. */
  async sign(pdf: Uint8Array): Promise<{ pdf: Buffer; answer: PyHankoAnswer }> {
    const [given, out] = [join(this.#folder, 'given.pdf'), join(this.#folder, 'signed.pdf')]
    writeFileSync(given, pdf)
    const answer = await this.#ask({ do: 'sign', in: given, out })
    return { pdf: readFileSync(out), answer }
  }

  async verify(pdf: Uint8Array): Promise<PyHankoAnswer> {
    const given = join(this.#folder, 'given.pdf')
    writeFileSync(given, pdf)
    return await this.#ask({ do: 'verify', in: given })
  }

  async #ask(order: object): Promise<PyHankoAnswer> {
    this.#child.stdin?.write(`${JSON.stringify(order)}\n`)
    const { value, done } = await this.#lines.next()
    if (done) throw new Error('pyHanko ended')
    const answer = JSON.parse(value) as PyHankoAnswer & { error?: string }
    if (answer.error !== undefined) throw new Error(`pyHanko: ${answer.error}`)
    return answer
  }

  close(): void {
    this.#child.stdin?.end()
    this.#reader.close()
  }
}
