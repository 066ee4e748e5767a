/** Evidence of documents from before and after the root of the authority got a successor. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bytesOf, evidenceFiles, type Files, ran, unpack } from '../../support/evidence.ts'
import { type SigningApp, somebody, startSigningApp } from '../../support/signing-app.ts'

let signing: SigningApp
const folders: Record<'before' | 'after', string> = { before: '', after: '' }
/** SHA-256 of the new root and of the old one. */
let roots: string[]
let files: Files

async function signed(): Promise<string> {
  const people = [somebody()]
  const { id } = await signing.create(people)
  await signing.finish(id, people)
  return id
}

beforeAll(async () => {
  signing = await startSigningApp()
  const before = await signed()
  const { authority } = signing.services.pki
  signing.app.clock.move(3_600_000)
  for (const role of ['root', 'issuing', 'timestamp', 'seal'] as const) await authority.rotate(role)
  files = await evidenceFiles(signing, await signed())
  folders.after = unpack(files)
  folders.before = unpack(await evidenceFiles(signing, before))
  roots = (await authority.roots()).map(({ fingerprint }) => fingerprint)
})
afterAll(async () => {
  await signing.close()
  for (const folder of Object.values(folders)) rmSync(folder, { recursive: true })
})

const check = (folder: string, ...given: string[]) =>
  ran('dash', [join(folder, 'check.sh'), folder, ...given])

test('holds by itself, and names both roots', async () => {
  for (const folder of Object.values(folders)) {
    const { status, said } = await check(folder)
    expect([status, said.match(/^SHA-256 [0-9a-f]{64}$/gm)]).toEqual([
      0,
      roots.map((each) => `SHA-256 ${each}`),
    ])
  }
})

test('of what was signed after holds for a reader who knows the old root alone, or the new one', async () => {
  for (const root of roots) {
    const { status, said } = await check(folders.after, root)
    expect([status, said]).toEqual([
      0,
      expect.stringContaining('which was not expected: not believed'),
    ])
  }
})

test('of what was signed before holds for a reader who knows the old root alone, and not by the new one, which came later', async () => {
  const [next = '', old = ''] = roots
  expect(await check(folders.before, old)).toMatchObject({ status: 0 })
  expect(await check(folders.before, next)).toMatchObject({ status: 1 })
  expect(await check(folders.before, `${next}, ${old}`)).toMatchObject({ status: 0 })
})

test('says how to compare each root by hand, and the commands print what it promises', async () => {
  const readme = bytesOf(files, 'README.txt').toString()
  const commands = [
    ...readme.matchAll(/^ {4}\$ (.*openssl x509 -noout -subject -fingerprint -sha256)$/gm),
  ]
  expect(commands).toHaveLength(2)
  for (const [index, [, command = '']] of commands.entries()) {
    const { said } = await ran('sh', ['-c', command], { cwd: folders.after })
    expect(said.replaceAll(':', '').toLowerCase()).toContain(roots[index])
    expect(readme).toContain(`    ${roots[index]}\n`)
  }
})
