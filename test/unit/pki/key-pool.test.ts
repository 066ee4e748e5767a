import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { accountTenant, forTenant, type Tenant } from '../../../src/kernel/tenant.ts'
import { KeyPool } from '../../../src/pki/key-pool.ts'

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const a = accountTenant('a')
const b = accountTenant('b')
const settled = () => new Promise((done) => setTimeout(done, 5))

/** A pool whose keys are made when the test says so; `had` lists who got one, in order. */
function openPool(size: number) {
  const making: Array<(key: KeyObject) => void> = []
  const makeKey = () => new Promise<KeyObject>((resolve) => making.push(resolve))
  const pool = new KeyPool({ size, makeKey, makeAhead: makeKey })
  onTestFinished(() => pool.close())
  const had: string[] = []
  const ask = (tenant: Tenant, name: string): void =>
    void forTenant(tenant, () => pool.take()).then(
      () => had.push(name),
      () => had.push(`${name} not`),
    )
  /** The key under way is finished. */
  const made = async (): Promise<void> => {
    making.shift()?.(privateKey)
    await settled()
  }
  const fill = async (): Promise<void> => {
    pool.start()
    while (pool.ready < size) await made()
  }
  return { pool, had, ask, made, fill, making }
}

test('an account that asks for one key after the other leaves half of the ready ones to others', async () => {
  const { pool, had, ask, made, fill } = openPool(4)
  ask(b, 'b before')
  await made()
  await fill()
  for (let n = 0; n < 20; n++) ask(a, `a${n}`)
  await settled()
  expect(had).toEqual(['b before', 'a0', 'a1'])
  for (let turn = 0; turn < 3; turn++) {
    // No key is made between asking and having one.
    ask(b, `b${turn}`)
    await settled()
    expect(had.at(-1)).toBe(`b${turn}`)
    for (let n = 0; n < 3; n++) await made()
    expect(had.filter((name) => name.startsWith('a'))).toHaveLength(2 + (turn + 1) * 2)
    expect(pool.ready).toBe(2)
  }
})

test('an account that is alone has every ready key', async () => {
  const { pool, had, ask, fill } = openPool(4)
  await fill()
  for (let n = 0; n < 6; n++) ask(a, `a${n}`)
  await settled()
  expect(had).toEqual(['a0', 'a1', 'a2', 'a3'])
  expect(pool.ready).toBe(0)
})

test('where none is ready, an account waits for the one in the making, not for those that others wait for', async () => {
  const { had, ask, made } = openPool(0)
  for (let n = 0; n < 20; n++) ask(a, `a${n}`)
  await made()
  ask(b, 'b')
  await made()
  expect(had).toEqual(['a0', 'b'])
})

test('where none is ready, an account that comes behind a flood has one in the making at once', async () => {
  const { had, ask, made, making } = openPool(0)
  for (let n = 0; n < 20; n++) ask(a, `a${n}`)
  await made()
  expect(making).toHaveLength(1)
  ask(b, 'b')
  await settled()
  expect(making).toHaveLength(2)
  await made()
  expect(had).toEqual(['a0', 'b'])
  // no two are made for one account
  expect(making).toHaveLength(1)
  for (const name of ['c', 'd', 'e']) ask(accountTenant(name), name)
  await settled()
  expect(making).toHaveLength(2)
})

test('nobody is left waiting while keys are ready for others', async () => {
  const { had, ask, made, fill } = openPool(4)
  ask(b, 'b before')
  await made()
  await fill()
  for (let n = 0; n < 10; n++) ask(a, `a${n}`)
  for (let n = 0; n < 20; n++) await made()
  expect(had.filter((name) => name.startsWith('a'))).toHaveLength(10)
})
