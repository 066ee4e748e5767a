/** Edits of requests whose fields depend on others: a rule is followed, carried along, or refused by name; and tags. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { editsOf, type Faults } from '../../support/edits.ts'
import { pdfOf } from '../../support/several-files.ts'
import { SigningApp, somebody, startSigningApp } from '../../support/signing-app.ts'

let signing: SigningApp
beforeAll(async () => {
  signing = await startSigningApp()
})
afterAll(() => signing.close())
beforeEach(async () => {
  signing = new SigningApp(signing.app, await signing.app.newKey('signature_business'))
})

const { edit, ok, replace, updatesOf } = editsOf(() => signing)
const at = (row: number, more: object = {}) => ({ page: 1, x: 60, y: 60 + row * 40, ...more })
const when = (field: string, operator: string, more: object = {}) => ({
  visible_if: { conditions: [{ field, operator, ...more }] },
})
const PET = at(0, { type: 'checkbox', name: 'pet', required: false })
const RENT = at(1, { type: 'number', name: 'rent', min: 0 })
const CONSENT = at(0, {
  x: 320,
  ...{ type: 'text', name: 'consent' },
  ...when('pet', 'checked', { signer: 'tenant' }),
})
const DEPOSIT = at(1, { x: 320, type: 'number', name: 'deposit', formula: '[tenant:rent] * 3' })
const people = () =>
  [
    somebody({ fields: [PET, RENT, at(8)], order: 1, role: 'tenant' }),
    somebody({ fields: [CONSENT, DEPOSIT, at(8, { x: 320 })], order: 2, role: 'landlord' }),
  ] as const
const faultsOf = (answer: { json<T>(): T }) => answer.json<Faults>().errors
const TYPED = { kind: 'typed', text: 'Zoé' } as const

async function begun() {
  const both = people()
  const { id, signers } = await signing.create([...both], { pdf: await pdfOf(1) })
  const [tenant, landlord] = signers.map((signer) => signer.id)
  return { id, both, tenant, landlord }
}

describe('a change that takes away what a rule of another field needs', () => {
  test.each<[string, (of: { tenant?: string; landlord?: string }) => object, RegExp]>([
    ['the signer', ({ tenant }) => ({ id: tenant, remove: true }), /@[^”]*”, who is no signer/],
    ['the field', ({ tenant }) => ({ id: tenant, fields: [RENT, at(8)] }), /“pet”/],
    [
      'its kind',
      ({ tenant }) => ({
        id: tenant,
        fields: [{ ...RENT, type: 'text', min: undefined }, PET, at(8)],
      }),
      /./,
    ],
    ['the order', ({ landlord }) => ({ id: landlord, order: 1 }), /“pet”|“rent”/],
  ])('is refused by name, and leaves everything: %s', async (_name, change, names) => {
    const { id, tenant, landlord } = await begun()
    const before = await signing.get(id)
    const of = { ...(tenant && { tenant }), ...(landlord && { landlord }) }
    const answer = await edit(id, { signers: [change(of)] })
    expect(answer.status, String(answer.bytes)).toBe(422)
    const faults = faultsOf(answer)
    // The rules are those of the landlord, whom the edit may not name.
    for (const { pointer } of faults) expect(pointer).toMatch(/^\/signers\//)
    expect(faults.map(({ detail }) => detail).join(' ')).toMatch(names)
    expect(await signing.get(id)).toEqual(before)
    expect(await updatesOf(id)).toEqual([])
  })
})

describe('a change that carries the rules along', () => {
  test('the signer goes together with the rules that refer to them', async () => {
    const { id, tenant, landlord } = await begun()
    const signers = [
      { id: tenant, remove: true },
      { id: landlord, fields: [at(0, { type: 'text', name: 'consent' }), at(8)] },
    ]
    const after = ok(await edit(id, { signers }))
    expect(after.signers).toHaveLength(1)
    expect(JSON.stringify(after.signers[0])).not.toContain('visible_if')
  })

  test('another address and role of a signer leave the rules about them; what is signed follows them', async () => {
    const { id, both, tenant } = await begun()
    const email = `other.${both[0].email}`
    ok(await edit(id, { signers: [{ id: tenant, email, role: 'renter' }] }))
    ok(await replace(id, await pdfOf(2)))
    const first = await signing.person({ ...both[0], email })
    await first.signWhole({ ...TYPED, values: { pet: true, rent: 900 } })
    const second = await signing.person(both[1])
    await second.verify()
    const missing = await second.sign({ ...TYPED, values: { deposit: 2_700 } })
    expect(faultsOf(missing)).toMatchObject([{ pointer: '/values/consent' }])
    expect((await second.sign({ ...TYPED, values: { consent: 'yes' } })).status).toBe(200)
    await signing.work()
    expect((await signing.get(id)).status).toBe('completed')
  })
})

test('tags change with everything else or alone, are found by, and stay what another call made them', async () => {
  const { id } = await signing.create([somebody()], { options: { tags: '["Paris"]' } })
  const found = async (tag: string) =>
    (await signing.app.call('GET', `/api/v1/documents?tag=${tag}`, { key: signing.key })).json<{
      documents: Array<{ id: string; tags: string[] }>
    }>().documents
  ok(await edit(id, { tags: ['Lyon', 'lyon', 'Bail'] }))
  expect(await found('paris')).toEqual([])
  expect(await found('lyon')).toMatchObject([{ id, tags: ['Lyon', 'Bail'] }])
  ok(await edit(id, { name: 'Another' }))
  expect(await found('bail')).toMatchObject([{ id }])
  ok(await edit(id, { external_id: 'L-7', tags: ['Bail'] }))
  expect(await found('lyon')).toEqual([])
  // Tags are the account's own: the trail does not have them, and nobody else has changed.
  expect((await updatesOf(id)).map(({ changed }) => changed)).toEqual([['name'], ['external_id']])
  expect((await edit(id, { tags: ['a,b'] })).status).toBe(422)
  expect((await edit(id, { tags: Array.from({ length: 21 }, (_, at) => `t${at}`) })).status).toBe(
    422,
  )
  await signing.act('POST', id, '/cancel', {})
  ok(await edit(id, { tags: [] }))
  expect(await found('bail')).toEqual([])
})
