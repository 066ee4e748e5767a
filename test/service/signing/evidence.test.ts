/** The evidence of a document that went the whole way: what is in it, and that its own commands hold. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkTrail } from '../../../src/audit/standalone/verify-trail.mjs'
import {
  bytesOf,
  checked,
  evidenceFiles,
  evidenceOf,
  type Files,
  ran,
  unpack,
} from '../../support/evidence.ts'
import { signedSteps } from '../../support/signing.ts'
import { type SigningApp, smallPdf, somebody, startSigningApp } from '../../support/signing-app.ts'

let signing: SigningApp
let id: string
let files: Files
let folder: string

const people = [somebody({ phone: '+33612345678' }), somebody()]

beforeAll(async () => {
  signing = await startSigningApp()
  const made = await evidenceOf(signing, people, {
    options: { name: 'Bail « été » / ../../etc' },
  })
  id = made.id
  files = made.files
  folder = unpack(files)
})
afterAll(async () => {
  await signing.close()
  rmSync(folder, { recursive: true })
})

const sh = (command: string) => ran('sh', ['-c', command], { cwd: folder })
const commandsIn = (name: string): string[] =>
  readFileSync(join(folder, name), 'utf8')
    .split('\n')
    .flatMap((line) => (line.startsWith('    $ ') ? [line.slice(6)] : []))

describe.each(['README.txt', 'LISEZMOI.txt'])('every command of %s', (name) => {
  test('succeeds as it is written', async () => {
    const commands = commandsIn(name)
    expect(commands).toHaveLength(9)
    for (const command of commands)
      expect({ command, ...(await sh(command)) }).toMatchObject({ status: 0 })
  })

  test('shows the hash of an entry that the text promises', async () => {
    const text = readFileSync(join(folder, name), 'utf8')
    const [command = ''] = commandsIn(name).filter((each) => each.includes('dgst -sha256 -r'))
    const [hash = ''] = (await sh(command)).said.split(' ')
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
    expect(text).toContain(hash)
  })

  test('says what is to come from a second source', () => {
    const text = readFileSync(join(folder, name), 'utf8')
    expect(text).toMatch(/\/pki\/root\.pem/)
    expect(text).toMatch(/\/pki\/evidence\/check\.sh/)
    const shown = execFileSync(
      'openssl',
      ['x509', '-in', 'certificates/root.pem', '-noout', '-fingerprint', '-sha256'],
      { cwd: folder, encoding: 'utf8' },
    )
    expect(text).toContain(shown.split('=')[1]?.replaceAll(':', '').trim().toLowerCase())
  })
})

describe('check.sh', () => {
  test('checks every signature, time-stamp, entry, file and party', async () => {
    const { status, said } = await checked(files)
    expect({ status, said }).toMatchObject({
      status: 0,
      said: expect.stringContaining('Everything holds.'),
    })
    const short = id.slice(-8)
    for (const field of [
      `${short}-signer-1-1`,
      `${short}-signer-2-1`,
      `${short}-seal-1`,
      `${short}-seal-2`,
      `stamp-${short}`,
    ])
      expect(said).toContain(`${field} holds`)
    expect(said).toContain('the code went to +33612345678')
  })

  test('needs only the tools that it names', async () => {
    const text = bytesOf(files, 'check.sh').toString()
    const named = /^# Uses: sh, openssl[^,]*, (.*)\n# (.*)\.$/m.exec(text)
    const tools = ['sh', 'openssl', ...`${named?.[1]} ${named?.[2]}`.split(' ')]
    const bin = mkdtempSync(join(tmpdir(), 'bin-'))
    for (const tool of tools)
      execFileSync('sh', ['-c', `ln -s "$(command -v ${tool})" "${bin}/${tool}"`])
    // Nothing else can be found, Python and Node.js neither.
    const clean = unpack(files)
    const env = { PATH: bin, HOME: bin }
    const { status, said } = await ran('/usr/bin/dash', [join(clean, 'check.sh')], { env })
    rmSync(bin, { recursive: true })
    rmSync(clean, { recursive: true })
    expect({ status, said }).toMatchObject({
      status: 0,
      said: expect.not.stringMatching(/not found/),
    })
  })

  test('is the same for every document, and published: also with the fingerprint that somebody was given', async () => {
    const { app } = signing.app
    const got = await app.inject({ method: 'GET', url: '/pki/evidence/check.sh' })
    expect(got.headers['content-type']).toContain('text/plain')
    const bytes = got.rawPayload
    expect(bytes.equals(bytesOf(files, 'check.sh'))).toBe(true)
    const root = /ROOTS='([0-9a-f]{64})'/.exec(bytes.toString())?.[1] ?? ''
    const given = root.toUpperCase().match(/../g)?.join(':') ?? ''
    const script = join(folder, 'check.sh')
    expect(await ran('dash', [script, folder, given])).toMatchObject({ status: 0 })
    const begun = given.startsWith('00') ? '11' : '00'
    const other = await ran('dash', [script, folder, given.replace(/^../, begun)])
    expect(other).toMatchObject({
      status: 1,
      said: expect.stringContaining('root certificate is another one'),
    })
  })
})

test('what is downloaded before the trail is time-stamped is stamped then', async () => {
  const person = somebody()
  const made = await signing.create([person])
  await signing.finish(made.id, [person])
  await signing.services.db.deleteFrom('audit_stamps').where('trail_id', '=', made.id).execute()
  expect(await checked(await evidenceFiles(signing, made.id))).toMatchObject({ status: 0 })
})

test('a document that this service had signed before keeps those signatures, distinguished from its own', async () => {
  const person = somebody()
  const steps = await signedSteps(signing.services, Buffer.from(await smallPdf()), {
    signers: 1,
    certify: false,
    seal: false,
  })
  const pdf = steps.at(-1) ?? Buffer.alloc(0)
  const again = await evidenceOf(signing, [person], { pdf })
  const { status, said } = await checked(again.files)
  expect({ status, said }).toMatchObject({ status: 0 })
  expect(bytesOf(again.files, 'signatures/list.txt').toString()).toMatch(
    / earlier .*\n(.*\n)* ?.* own /,
  )
})

test('the trail is JSON that the stand-alone verifier reads', () => {
  const trail = JSON.parse(bytesOf(files, 'trail/trail.json').toString())
  expect(checkTrail(trail).faults).toEqual([])
})

test('the parties are in the evidence with complete telephone numbers, and only masked in the trail', () => {
  expect(bytesOf(files, 'parties.json').toString()).toContain('+33612345678')
  expect(JSON.parse(bytesOf(files, 'parties.json').toString())).toHaveLength(2)
  expect(bytesOf(files, 'trail/trail.json').toString()).not.toContain('612345678')
})

test('the same evidence is made again, but for when its list was signed', async () => {
  const again = await evidenceFiles(signing, id)
  expect([...again.keys()]).toEqual([...files.keys()])
  for (const [name, bytes] of again)
    if (!['MANIFEST.p7s', 'MANIFEST.tst', 'MANIFEST.sha256', 'report.json'].includes(name))
      expect({ name, same: bytesOf(files, name).equals(bytes as Buffer) }).toEqual({
        name,
        same: true,
      })
})
