/** Keys of the authority in a real PKCS#11 token (SoftHSM). */
import { createPublicKey, verify } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pkcs11js from 'pkcs11js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MIGRATIONS } from '../../../src/app/databases.ts'
import { openDatabase } from '../../../src/database/open.ts'
import { systemClock } from '../../../src/kernel/clock.ts'
import { toPem } from '../../../src/pades/certificate.ts'
import { verifyPdf } from '../../../src/pades/verify.ts'
import { toPkcs12 } from '../../../src/pki/backup.ts'
import type { Cryptoki } from '../../../src/pki/cryptoki.ts'
import { examineAuthority } from '../../../src/pki/doctor.ts'
import { openPki, type PkiConfig } from '../../../src/pki/open.ts'
import { Pkcs11Keys } from '../../../src/pki/pkcs11-keys.ts'
import { plainDocument } from '../../support/pdf-samples.ts'
import { cachedKeys } from '../../support/rsa-keys.ts'
import { PKI_CONFIG, signedSteps } from '../../support/signing.ts'
import { softToken } from '../../support/soft-token.ts'

const LABEL = 'authority'
const ROLES = ['root', 'issuing', 'timestamp', 'seal', 'ocsp']
const token = softToken(LABEL)
beforeAll(() => token.importKeys(ROLES.map((role) => `paraph-${role}-1`)))
afterAll(() => token.remove())

/** The library's own module object, which our narrow view of it must fit. */
const moduleOf = (): Cryptoki => new pkcs11js.PKCS11()

/** All sessions of this process end, as when a token is pulled out or its network is gone. */
function loseSessions(): void {
  const module = new pkcs11js.PKCS11()
  module.load(token.config.module)
  for (const slot of module.C_GetSlotList(true)) module.C_CloseAllSessions(slot)
}

function open(folder: string, config: Partial<PkiConfig>) {
  const database = openDatabase({ folder, migrations: MIGRATIONS, clock: systemClock })
  const pki = openPki({
    db: database.db,
    clock: systemClock,
    dataFolder: folder,
    baseUrl: 'https://sign.example.com',
    config: { ...PKI_CONFIG, ...config },
    makeKey: cachedKeys(),
  })
  return { pki, close: () => database.close() }
}

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'paraph-pkcs11-'))
  folders.push(folder)
  return folder
}
const inToken = { keys: 'pkcs11', pkcs11: { ...token.config, keys: 'given' } } as const

describe('an authority whose keys lie in a token', () => {
  const folder = newFolder()
  let opened: ReturnType<typeof open>
  beforeAll(async () => {
    opened = open(folder, inToken)
    await opened.pki.authority.start({ make: true })
  })
  afterAll(() => opened.close())

  test('signs a document to B-LTA, and no key or key file is in the data folder', async () => {
    const { pki } = opened
    expect(pki.authority.state).toEqual({ status: 'ready' })
    const root = (await pki.authority.key('root')).facts.certificate
    const authority = { pki, folder, root: toPem('CERTIFICATE', root.der), close: opened.close }
    const pdf = (
      await signedSteps(authority, await (await plainDocument(1)).save(), { signers: 1 })
    ).at(-1)
    const verdict = verifyPdf(pdf ?? Buffer.alloc(0), { roots: [root], nowMs: Date.now() })
    expect(verdict.signatures[0]).toMatchObject({ level: 'B-LTA', problems: [] })
    expect(readdirSync(folder)).not.toContain('ca-key')
  })

  test('continues when the token has lost its sessions, also with many signatures at once', async () => {
    const { signer } = await opened.pki.authority.key('seal')
    loseSessions()
    const data = Array.from({ length: 20 }, (_, index) => Buffer.from(`document ${index}`))
    const signatures = await Promise.all(data.map((each) => signer.sign(each)))
    signatures.forEach((signature, index) => {
      const message = data[index] ?? Buffer.alloc(0)
      expect(verify('sha256', message, signer.certificate.publicKey, signature)).toBe(true)
    })
  })

  test('gives no key away', async () => {
    const seal = await opened.pki.authority.key('seal')
    expect(() => toPkcs12(seal, 'a long password')).toThrow('is in a PKCS#11 token')
  })

  test('is found again by another process, and doctor says where its keys are', async () => {
    const again = open(folder, inToken)
    const [found] = await examineAuthority(again.pki)
    expect(found).toMatchObject({
      ok: true,
      detail: expect.stringContaining('5 in a PKCS#11 token'),
    })
    await again.close()
  })

  test('says what is missing when the token is not configured any more', async () => {
    const without = open(folder, {})
    const [found] = await examineAuthority(without.pki)
    expect(found).toMatchObject({
      ok: false,
      detail: expect.stringContaining('PARAPH_PKCS11_TOKEN'),
    })
    await without.close()
  })
})

describe('a token', () => {
  test('whose PIN is wrong is asked once, since it locks itself', async () => {
    loseSessions()
    const keys = new Pkcs11Keys({ ...token.config, pin: '0000' })
    for (let tries = 0; tries < 12; tries++)
      await expect(keys.check()).rejects.toThrow('refuses PARAPH_PKCS11_PIN')
    await expect(new Pkcs11Keys(token.config).check()).resolves.toContain('token authority')
  })

  test.each([
    ['ecdsa-p256', 'sha256'],
    ['ecdsa-p384', 'sha384'],
  ] as const)(
    'makes keys of the kind %s, which sign with %s and are found again',
    async (kind, digest) => {
      const keys = new Pkcs11Keys(token.config, kind)
      const { key, stored } = await keys.create(`seal-${kind}`)
      const data = Buffer.from('a document')
      const publicKey = createPublicKey({ key: key.publicKeyInfo, format: 'der', type: 'spki' })
      for (const each of [key, await keys.open(`seal-${kind}`, stored)])
        expect(verify(digest, data, publicKey, await each.sign(data))).toBe(true)
      await keys.destroy(`seal-${kind}`, stored)
      await expect(keys.open(`seal-${kind}`, stored)).rejects.toThrow('contains no private key')
    },
  )

  test('that is not there makes the service unavailable, with the tokens that are there as the reason', async () => {
    const keys = new Pkcs11Keys({ ...token.config, token: 'elsewhere' })
    await expect(keys.check()).rejects.toMatchObject({
      code: 'authority_unavailable',
      cause: expect.objectContaining({
        message: expect.stringContaining('the tokens are: authority'),
      }),
    })
  })

  test('of a module that is none stops the authority', async () => {
    const keys = new Pkcs11Keys({ ...token.config, module: '/etc/hostname' })
    await expect(keys.check()).rejects.toThrow('cannot be used as a PKCS#11 module')
  })

  test('makes, uses, finds and destroys a key of 4096 bits that cannot be read', async () => {
    const keys = new Pkcs11Keys(token.config)
    const { key, stored } = await keys.create('seal-7')
    const data = Buffer.from('what is signed')
    const publicKey = createPublicKey({ key: key.publicKeyInfo, format: 'der', type: 'spki' })
    expect(publicKey.asymmetricKeyDetails).toMatchObject({ modulusLength: 4096 })
    const again = await new Pkcs11Keys(token.config).open('seal-7', stored)
    expect(verify('sha256', data, publicKey, await again.sign(data))).toBe(true)
    expect(key.export).toBeUndefined()
    await keys.destroy('seal-7', stored)
    await expect(keys.open('seal-7', stored)).rejects.toThrow('contains no private key')
    expect(moduleOf().C_SignAsync).toBeTypeOf('function')
  })
})

describe('an authority that began with keys in the database', () => {
  test('has the next key of a role in the token, and its old ones go on', async () => {
    const folder = newFolder()
    const before = open(folder, {})
    await before.pki.authority.start({ make: true })
    await before.close()
    const after = open(folder, { keys: 'pkcs11', pkcs11: { ...token.config, keys: 'made' } })
    await after.pki.authority.start({ make: true })
    expect(await after.pki.authority.rotate('seal')).toBe('seal-2')
    const { facts, signer } = await after.pki.authority.key('seal')
    expect(facts.holder).toBe('pkcs11')
    const data = Buffer.from('sealed')
    expect(verify('sha256', data, signer.certificate.publicKey, await signer.sign(data))).toBe(true)
    expect((await after.pki.authority.key('issuing')).facts.holder).toBe('file')
    expect(await after.pki.revocation.published('issuing-1')).toBeDefined()
    await after.close()
  })
})
