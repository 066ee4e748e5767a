/** A root and its successor: who certifies whom, what is published, and what happens to readers of either. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../../src/kernel/clock.ts'
import { type Certificate, toPem } from '../../../src/pades/certificate.ts'
import { parseList } from '../../../src/pades/revocation.ts'
import { verifyPdf } from '../../../src/pades/verify.ts'
import { ROLES } from '../../../src/pki/bootstrap.ts'
import { examineAuthority } from '../../../src/pki/doctor.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { TestClock } from '../../support/clock.ts'
import { plainDocument } from '../../support/pdf-samples.ts'
import { cachedKeys } from '../../support/rsa-keys.ts'
import { signedSteps, startAuthority, type TestAuthority } from '../../support/signing.ts'

const YEAR_MS = 365 * DAY_MS
const BELOW = ['issuing', 'timestamp', 'seal'] as const
const pem = (...certificates: readonly Certificate[]): string =>
  certificates.map(({ der }) => toPem('CERTIFICATE', der)).join('')

async function signed(authority: TestAuthority, clock: TestClock): Promise<Buffer> {
  const document = await (await plainDocument(1)).save()
  const steps = await signedSteps(authority, document, { signers: 1, clock })
  return steps.at(-1) ?? Buffer.alloc(0)
}

const verdict = (pdf: Buffer, roots: readonly Certificate[], nowMs: number) => {
  const { valid, signatures } = verifyPdf(pdf, { roots, nowMs })
  return [valid, ...signatures.flatMap(({ problems }) => problems.map(({ code }) => code))]
}

async function certificateOf({ pki }: TestAuthority, label: string): Promise<Certificate> {
  const found = await pki.authority.published(label)
  if (found === undefined) throw new Error(`${label} is not published`)
  return found
}

describe('a root and the successor made by command', () => {
  const clock = new TestClock()
  let authority: TestAuthority
  const files: Record<string, Buffer> = {}
  beforeAll(async () => {
    authority = await startAuthority(clock, undefined, { settings: { automatic: false } })
    files.before = await signed(authority, clock)
    clock.move(3 * YEAR_MS)
    expect(await authority.pki.authority.rotate('root')).toBe('root-2')
    files.between = await signed(authority, clock)
    for (const role of BELOW) await authority.pki.authority.rotate(role)
    files.after = await signed(authority, clock)
  })
  afterAll(() => authority.close())

  test('certify each other until the older one ends', async () => {
    const [one, two] = [
      await certificateOf(authority, 'root-1'),
      await certificateOf(authority, 'root-2'),
    ]
    const newWithOld = await certificateOf(authority, 'root-2-by-root-1')
    const oldWithNew = await certificateOf(authority, 'root-1-by-root-2')
    expect(newWithOld.isSignedBy(one) && oldWithNew.isSignedBy(two)).toBe(true)
    expect(newWithOld.publicKeyInfo.equals(two.publicKeyInfo)).toBe(true)
    expect(oldWithNew.publicKeyInfo.equals(one.publicKeyInfo)).toBe(true)
    for (const { notBeforeMs, notAfterMs } of [newWithOld, oldWithNew])
      expect([
        [one, two].map((each) => each.notBeforeMs).includes(notBeforeMs),
        notAfterMs,
      ]).toEqual([true, one.notAfterMs])
    expect(two.notAfterMs).toBeGreaterThan(one.notAfterMs)
  })

  test('lead OpenSSL at its strictest from a certificate below either to the other', async () => {
    const write = (name: string, text: string): string => {
      const path = join(authority.folder, name)
      writeFileSync(path, text)
      return path
    }
    // One more may have been made by itself in the years before.
    const newest = (await authority.pki.authority.key('seal')).facts.label
    for (const [leaf, root, ...between] of [
      [newest, 'root-2', 'issuing-2'],
      [newest, 'root-1', 'issuing-2', 'root-2-by-root-1'],
      ['timestamp-1', 'root-1', 'issuing-1'],
      ['timestamp-1', 'root-2', 'issuing-1', 'root-1-by-root-2'],
    ] as const) {
      const all = await Promise.all(between.map((label) => certificateOf(authority, label)))
      const flags = ['-CAfile', write('root.pem', pem(await certificateOf(authority, root)))]
      const said = execFileSync(
        'openssl',
        [
          ...['verify', '-x509_strict', '-purpose', 'any', ...flags],
          ...['-attime', String(Math.ceil(clock.now() / 1000))],
          ...['-untrusted', write('between.pem', pem(...all))],
          write('leaf.pem', pem(await certificateOf(authority, leaf))),
        ],
        { encoding: 'utf8' },
      )
      expect(said).toContain('OK')
    }
  })

  test.each([
    ['root-1', ['between', 'after']],
    ['root-2', ['after']],
  ])('and %s alone is enough to validate what is signed now: %j', async (label, names) => {
    const root = await certificateOf(authority, label)
    for (const name of names)
      expect([name, verdict(files[name]!, [root], clock.now())]).toEqual([name, [true]])
  })

  test('and a file that is renewed below the new root gets the way to the old one, none back, and no second certificate to stop at', async () => {
    const { authority: own, revocation } = authority.pki
    const [old, stamp] = [await certificateOf(authority, 'timestamp-1'), await own.key('timestamp')]
    const known = ['root-2', 'root-2-by-root-1', 'issuing-2'].map((label) =>
      certificateOf(authority, label),
    )
    const { certificates } = await revocation.validationData([
      old,
      stamp.facts.certificate,
      ...(await Promise.all(known)),
    ])
    const found: string[] = []
    for (const label of ['root-1', 'root-2', 'root-2-by-root-1', 'root-1-by-root-2']) {
      const { der } = await certificateOf(authority, label)
      if (certificates.some((each) => each.equals(der))) found.push(label)
    }
    expect(found).toEqual(['root-1', 'root-2-by-root-1'])
  })

  test('and what was signed before is valid by the old root, which is still trusted here', async () => {
    const roots = await authority.pki.authority.roots()
    expect(roots.map(({ name }) => name)).toEqual(['Essai Root CA 2', 'Essai Root CA 1'])
    expect((await authority.pki.trusted()).roots).toEqual(roots)
    for (const by of [roots, roots.slice(1)])
      expect(verdict(files.before!, by, clock.now())).toEqual([true])
    expect(verdict(files.before!, roots.slice(0, 1), clock.now())[0]).toBe(false)
  })

  test('and what is signed after the old root has ended contains nothing of it', async () => {
    clock.move(17.5 * YEAR_MS)
    const { authority: own, revocation } = authority.pki
    for (const role of BELOW) await own.rotate(role)
    const pdf = await signed(authority, clock)
    expect(verdict(pdf, [await certificateOf(authority, 'root-2')], clock.now())).toEqual([true])
    const seal = (await own.key('seal')).facts.certificate
    const { certificates, crls } = await revocation.validationData([seal])
    const old = await certificateOf(authority, 'root-1')
    expect([certificates.length, crls.length]).toEqual([3, 2])
    expect(certificates.some((each) => each.includes(old.subject))).toBe(false)
  })
})

describe('the successor of a root', () => {
  test('is made by itself when two thirds of its time have passed, and those below follow in their turn', async () => {
    const clock = new TestClock()
    const authority = await startAuthority(clock)
    const { authority: own } = authority.pki
    const due = async () =>
      (await Promise.all(ROLES.map((role) => own.key(role))))
        .filter(({ facts }) => own.isDue(facts.certificate))
        .map(({ facts }) => facts.label)
    const until = async (years: number) => {
      clock.move(years * YEAR_MS)
      await own.keys()
      await expect.poll(due).toEqual([])
    }
    const old = (await own.key('root')).facts.certificate
    // Every two years, as daily work would; the last time is in 2046 if it is 2026 now, after the first root has ended.
    for (let year = 2; year <= 12; year += 2) await until(2)
    expect((await own.key('root')).facts.label).toBe('root-1')
    await until(2)
    expect((await own.key('root')).facts.label).toBe('root-2')
    const issuing = (await own.key('issuing')).facts.certificate
    expect(issuing.isSignedBy(old)).toBe(true)
    expect(issuing.notAfterMs).toBeLessThan(old.notAfterMs)
    for (let year = 16; year <= 20; year += 2) await until(2)
    await until(0.2)
    expect(clock.now()).toBeGreaterThan(old.notAfterMs)
    const root = (await own.key('root')).facts.certificate
    expect(root.name).toBe('Essai Root CA 2')
    expect((await own.key('issuing')).facts.certificate.isSignedBy(root)).toBe(true)
    expect(verdict(await signed(authority, clock), [root], clock.now())).toEqual([true])
    await authority.close()
  })

  test('is left to the command where the operator creates the authority by command, and doctor asks for it', async () => {
    const clock = new TestClock()
    const authority = await startAuthority(clock, undefined, { settings: { automatic: false } })
    const { authority: own } = authority.pki
    const found = async () =>
      (await examineAuthority(authority.pki)).map(({ name, ok }) => [name, ok])
    expect(await found()).toEqual([['authority', true]])
    clock.move(14 * YEAR_MS)
    await own.start({ make: true })
    expect((await own.key('root')).facts.label).toBe('root-1')
    expect(await found()).toEqual([
      ['authority', true],
      ['root', false],
    ])
    await own.rotate('root')
    expect(await found()).toEqual([['authority', true]])
    await authority.close()
  })

  test('also replaces one that has ended, with everything below it, and no link to it', async () => {
    const clock = new TestClock()
    const authority = await startAuthority(clock)
    const { authority: own } = authority.pki
    const before = await signed(authority, clock)
    clock.move(20.1 * YEAR_MS)
    await own.start({ make: true })
    const labels = [...(await own.keys()).keys()].filter((label) => label.endsWith('-2')).sort()
    expect(labels).toEqual(['issuing-2', 'ocsp-2', 'root-2', 'seal-2', 'timestamp-2'])
    expect(await own.links()).toEqual([])
    const [root] = await own.roots()
    expect(verdict(await signed(authority, clock), [root], clock.now())).toEqual([true])
    // Nobody renewed its time-stamp.
    expect(verdict(before, await own.roots(), clock.now())[0]).toBe(false)
    await authority.close()
  })
})

describe('over HTTP', () => {
  let service: TestApp
  beforeAll(async () => {
    service = await startTestApp({ PARAPH_CA_AUTOMATIC: 'on' }, { makeKey: cachedKeys() })
    const { authority } = service.services.pki
    await authority.ready()
    await authority.rotate('root')
  })
  afterAll(() => service.close())

  test('both roots are published, the new one first, with their links and lists', async () => {
    const { authority } = service.services.pki
    const root = await service.call('GET', '/pki/root.pem')
    expect(root.bytes.toString()).toBe(pem(...(await authority.roots())))
    for (const label of ['root-1', 'root-2', 'root-1-by-root-2', 'root-2-by-root-1']) {
      const file = await service.call('GET', `/pki/${label}.crt`)
      expect([label, file.status, file.bytes]).toEqual([
        label,
        200,
        (await authority.published(label))?.der,
      ])
    }
    for (const label of ['root-1', 'root-2']) {
      const list = await service.call('GET', `/pki/${label}.crl`)
      expect(() => parseList(list.bytes)).not.toThrow()
    }
    for (const file of ['root-3-by-root-2.crt', 'root-2-by-root-1.crl'])
      expect((await service.call('GET', `/pki/${file}`)).status).toBe(404)
  })

  test('the program that checks evidence expects both', async () => {
    const { body } = await service.app.inject('/pki/evidence/check.sh')
    const roots = await service.services.pki.authority.roots()
    expect(body).toContain(`ROOTS='${roots.map(({ fingerprint }) => fingerprint).join(',')}'`)
  })
})
