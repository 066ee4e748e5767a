/** A key that is limited opens what its limits say, and nothing else, whatever the operation. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  checkedLimits,
  requireLimits,
  SCOPES,
  type Scope,
  scopeOf,
} from '../../../src/accounts/key-limits.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { OPERATIONS } from '../../support/contract.ts'

let service: TestApp
let accountId = ''

beforeAll(async () => {
  service = await startTestApp()
  accountId = (await service.services.accounts.accounts.createAccount('limits@example.com')).id
})
afterAll(() => service.close())

async function keyWith(scopes: readonly string[], addresses: readonly string[] = []) {
  const limits = checkedLimits({ scopes, addresses })
  const plan = 'documents_unlimited'
  const input = { accountId, plan, name: 'limited', mode: 'test' as const, limits }
  return await service.services.accounts.keys.createKey(input)
}

interface Described {
  operationId: string
  tags: string[]
  security?: unknown[]
}

const guarded = OPERATIONS.map(({ method, path, operation }) => {
  const { operationId, tags, security } = operation as unknown as Described
  return { method, path, tag: tags[0] ?? '', operationId, security }
}).filter(({ security }) => security?.length !== 0)

const codeOf = async (one: { method: string; path: string }, key: string) => {
  const at = one.path.replaceAll(/\{[^}]+\}/g, 'none')
  const answer = await service.call(one.method as 'GET', at, { key } as never)
  service.clock.move(10_000)
  return answer.json<{ code?: string; detail?: string }>()
}

describe('scopes', () => {
  test('every operation behind a key needs one, and every scope opens some', () => {
    const found = new Set(guarded.map((one) => scopeOf(one)))
    expect([...found].filter((scope) => scope !== 'any').sort()).toEqual([...SCOPES].sort())
    expect(guarded.filter((one) => scopeOf(one) === 'any').map((one) => one.operationId)).toEqual([
      'getUsage',
    ])
  })

  test('a key with one scope is refused by every operation that needs another, and by no other', async () => {
    const keys = new Map<Scope, string>()
    for (const scope of SCOPES) keys.set(scope, (await keyWith([scope])).secret)
    const wrong: string[] = []
    for (const one of guarded)
      for (const [scope, key] of keys) {
        const needed = scopeOf(one)
        const { code, detail = '' } = await codeOf(one, key)
        const refused = code === 'key_scope_missing' && detail.includes(`"${needed}"`)
        if (refused !== (needed !== 'any' && needed !== scope))
          wrong.push(`${scope}: ${one.method} ${one.path} ${code}`)
      }
    expect(wrong).toEqual([])
  }, 120_000)

  test('limits that are changed count from the next call on, and rotation keeps them', async () => {
    const { id, secret } = await keyWith(['verify'])
    const list = { method: 'GET', path: '/templates' }
    expect((await codeOf(list, secret)).code).toBe('key_scope_missing')
    const { keys } = service.services.accounts
    await keys.limitKey(id, checkedLimits({ scopes: [], addresses: [] }))
    expect((await codeOf(list, secret)).code).toBeUndefined()
    await keys.limitKey(id, checkedLimits({ scopes: ['verify'], addresses: [] }))
    const rotated = await keys.rotateKey(id)
    expect((await codeOf(list, rotated.secret)).code).toBe('key_scope_missing')
  })
})

describe('network addresses', () => {
  test('a key opens from its networks only', async () => {
    const usage = { method: 'GET', path: '/usage' }
    const home = await keyWith([], ['127.0.0.0/8', '::1'])
    expect((await codeOf(usage, home.secret)).code).toBeUndefined()
    const elsewhere = await keyWith([], ['203.0.113.0/24'])
    const { code, detail } = await codeOf(usage, elsewhere.secret)
    expect([code, detail]).toEqual([
      'key_address_not_allowed',
      expect.stringContaining('127.0.0.1'),
    ])
  })

  const ALLOWED: ReadonlyArray<[network: string, ip: string, isIn: boolean]> = [
    ['203.0.113.7', '203.0.113.7', true],
    ['203.0.113.7', '203.0.113.8', false],
    ['203.0.113.9/24', '203.0.113.255', true],
    ['203.0.113.0/24', '::ffff:203.0.113.1', true],
    ['203.0.113.0/24', '::ffff:cb00:7101', true],
    ['::ffff:203.0.113.0/120', '203.0.113.9', true],
    ['2001:db8::/32', '2001:DB8:0::1', true],
    ['2001:db8::/32', '2001:db9::1', false],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['::/0', '203.0.113.1', true],
    ['fe80::/10', 'fe80::1%eth0', true],
    ['203.0.113.0/24', 'unknown', false],
    ['203.0.113.0/24', '', false],
  ]

  test.each(ALLOWED)('%s and %s: %s', (network, ip, isIn) => {
    const { addresses } = checkedLimits({ scopes: [], addresses: [network] })
    const limits = { scopes: undefined, addresses: JSON.parse(addresses ?? '[]') as string[] }
    const check = () => requireLimits(limits, { scope: 'any', ip })
    if (isIn) check()
    else expect(check).toThrow('network addresses')
  })

  test.each([
    '203.0.113',
    '0x7f.1',
    '010.0.0.1',
    '203.0.113.0/33',
    '203.0.113.0/-1',
    '203.0.113.0/',
    '203.0.113.0/24/8',
    '::ffff:203.0.113.0/95',
    '2001:db8::/129',
    'fe80::1%eth0',
    'example.com',
    '203.0.113.0/2 4',
  ])('"%s" is refused', (network) => {
    expect(() => checkedLimits({ scopes: [], addresses: [network] })).toThrow('is not an address')
  })

  test('unknown scopes and long lists are refused', () => {
    expect(() => checkedLimits({ scopes: ['admin'], addresses: [] })).toThrow('is no scope')
    const many = Array.from({ length: 51 }, (_, index) => `10.0.0.${index}`)
    expect(() => checkedLimits({ scopes: [], addresses: many })).toThrow('at most 50')
  })
})
