/** Telephone numbers as senders and signers write them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SigningApp, somebody, startSigningApp } from '../../support/signing-app.ts'

let signing: SigningApp
beforeAll(async () => {
  signing = await startSigningApp()
})
afterAll(() => signing.close())

test('are stored in E.164, read in the country of the signer, else that of the language', async () => {
  const made = await signing.create([
    somebody({ phone: '06 12 34 56 78' }),
    { ...somebody({ phone: '07400 123456', locale: 'en' }), country: 'GB' } as never,
  ])
  expect(made.signers.map(({ phone }) => phone)).toEqual(['+33612345678', '+447400123456'])
  const path = `/signers/${made.signers[0]?.id}`
  const changed = await signing.act('PATCH', made.id, path, { phone: '06 98 76 54 32' })
  expect(changed.json()).toMatchObject({ signers: [{ phone: '+33698765432' }, {}] })
})

test('that could be of any country are refused with an example, and nothing is made', async () => {
  const answer = await signing.post([somebody({ phone: '06 12 34 56 78', locale: 'en' })])
  expect(answer.status).toBe(422)
  expect(answer.json()).toMatchObject({
    errors: [
      {
        pointer: '/signers/0/phone',
        code: 'phone_ambiguous',
        fix: expect.stringContaining('+33 6 12 34 56 78'),
      },
    ],
  })
})

test('that a signer types are read in the same way, and the code goes there', async () => {
  const { phone: _phone, ...signer } = somebody()
  await signing.create([signer])
  const person = await signing.person(signer)
  await person.open()
  expect((await person.askCode('06 98 76 54 33')).status).toBe(202)
  expect(await person.readCode('+33698765433')).toMatch(/^\d{6}$/)
})
