/** Evidence that somebody spoiled: check.sh finds every way, whatever was done to hide it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../../src/kernel/clock.ts'
import {
  bytesOf,
  checked,
  evidenceOf,
  type Files,
  listAnew,
  signAnew,
} from '../../support/evidence.ts'
import type { Stolen } from '../../support/evidence-changes.ts'
import { EVIDENCE_TAMPERINGS, keysOf, spoiled } from '../../support/evidence-tampering.ts'
import { plainDocument } from '../../support/pdf-samples.ts'
import { startAuthority } from '../../support/signing.ts'
import { type SigningApp, somebody, startSigningApp } from '../../support/signing-app.ts'

let signing: SigningApp
let sound: Files
let stolen: Stolen

const HOLDS = 'Everything holds.'

beforeAll(async () => {
  signing = await startSigningApp()
  const { id, files } = await evidenceOf(signing, [somebody()])
  sound = files
  const other = (
    await evidenceOf(signing, [somebody()], { pdf: await (await plainDocument()).save() })
  ).files
  const { operator } = signing.services.pki
  const attacker = await startAuthority(systemClock, operator.organization, {
    operator,
    firstKey: 3,
  })
  stolen = { signing, other, attacker }
  expect(id).toMatch(/^doc_/)
})
afterAll(async () => {
  await stolen?.attacker.close()
  await signing?.close()
})

describe('check.sh', () => {
  test('holds for what the service made, also signed anew with its own seal', async () => {
    expect(await checked(sound)).toMatchObject({ status: 0, said: expect.stringContaining(HOLDS) })
    const again: Files = new Map(sound)
    listAnew(again)
    expect(bytesOf(again, 'MANIFEST.sha256')).toEqual(bytesOf(sound, 'MANIFEST.sha256'))
    await signAnew(again, await keysOf(signing.services.pki))
    expect(await checked(again)).toMatchObject({ status: 0 })
  })

  test('is asked of more than 63 ways to spoil the evidence', () => {
    expect(EVIDENCE_TAMPERINGS.length).toBeGreaterThanOrEqual(63)
  })

  test.concurrent.each(
    EVIDENCE_TAMPERINGS.map((one) => ({ what: one[0], hidden: one[1], says: one[2], one })),
  )('finds $what (hidden: $hidden)', async ({ says, one }) => {
    const { status, said } = await checked(await spoiled(one, sound, stolen))
    expect({ status, said }).toMatchObject({ status: 1, said: expect.stringMatching(says) })
    expect(said).not.toContain(HOLDS)
  })

  test.each([
    [
      'a person of the same authority',
      async () => {
        const { authority, keyPool } = signing.services.pki
        const person = { email: 'mallory@example.com', serialNumber: 'M1' }
        return await authority.issueSigner(
          await authority.reserveSigner(person),
          await keyPool.take(),
        )
      },
      /a person signed/,
    ],
    [
      'the time-stamping key',
      async () => (await signing.services.pki.authority.key('timestamp')).signer,
      /not signed under the seal/,
    ],
  ] as const)('takes no list of files signed by %s', async (_who, signer, says) => {
    const files: Files = new Map(sound)
    await signAnew(files, { signer: await signer(), stamps: signing.services.pki.tsa })
    expect(await checked(files)).toMatchObject({ status: 1, said: expect.stringMatching(says) })
  })

  test('takes no list of files under a time-stamp of another authority, or without certificates', async () => {
    const { signer } = await keysOf(signing.services.pki)
    const files: Files = new Map(sound)
    await signAnew(files, { signer, stamps: stolen.attacker.pki.tsa })
    expect(await checked(files)).toMatchObject({
      status: 1,
      said: expect.stringContaining('the time-stamp over the list of files'),
    })
    await signAnew(files, {
      signer: (await keysOf(stolen.attacker.pki)).signer,
      stamps: signing.services.pki.tsa,
      bare: true,
    })
    expect(await checked(files)).toMatchObject({
      status: 1,
      said: expect.stringContaining('not signed by the operator'),
    })
  })
})
