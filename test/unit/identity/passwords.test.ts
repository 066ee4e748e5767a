import { describe, expect, test } from 'vitest'
import { Devices } from '../../../src/identity/devices.ts'
import { IdentityLinks } from '../../../src/identity/links.ts'
import { PasswordHasher, passwordFinding } from '../../../src/identity/passwords.ts'

const fault = (password: string, email = 'ada@lovelace.example') => passwordFinding(password, email)

describe('a password that somebody wants', () => {
  test('needs ten characters, counted as people count them', async () => {
    expect(await fault('lampe rou')).toBe('password_short')
    expect(await fault('🦊🐻🐼🐨🐯🦁🐮🐷🐸')).toBe('password_short')
    expect(await fault('🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵')).toBeUndefined()
    expect(await fault('x'.repeat(201))).toBe('password_long')
  })

  test('may be of words, blanks and any letters, without a rule about kinds', async () => {
    for (const good of [
      'nine brown lamps sing',
      'élan vital du zèbre',
      'correcthorsebatterystaple',
    ])
      expect(await fault(good), good).toBeUndefined()
  })

  test.each([
    '1234567890',
    'qwertyuiop',
    'Password123',
    'P@ssw0rd2026!',
    'basketball99',
    'aaaaaaaaaaaa',
    'abcdefghijkl',
    'abababababab',
    '1qaz2wsx3edc',
  ])('is refused when it is among the first that are guessed: %s', async (common) => {
    expect(await fault(common)).toBe('password_common')
  })

  test.each(['ada@lovelace.example', 'lovelace2026', 'paraph-2026', 'Lovelace1815!'])(
    'is refused when it is made of the address or the product: %s',
    async (own) => {
      expect(await fault(own)).toBe('password_personal')
    },
  )
})

describe('hashing', () => {
  test('is Argon2id with the parameters of OWASP, salted, and normalises what keyboards differ in', async () => {
    const hasher = new PasswordHasher()
    const [one, other] = await Promise.all([hasher.hash('zèbre zèbre'), hasher.hash('zèbre zèbre')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(one).not.toBe(other)
    expect(await hasher.matches(one, 'ze\u0300bre zèbre')).toBe(true)
    expect(await hasher.matches(one, 'zebre zèbre')).toBe(false)
  })

  test('without a hash, and with a megabyte of password, says no', async () => {
    const hasher = new PasswordHasher()
    expect(await hasher.matches(undefined, 'anything')).toBe(false)
    expect(await hasher.matches(null, '')).toBe(false)
    expect(await hasher.matches(await hasher.hash('right'), 'x'.repeat(1_000_000))).toBe(false)
  })

  test('more than can wait are refused instead of queued without end', async () => {
    const hasher = new PasswordHasher()
    const all = await Promise.allSettled(
      Array.from({ length: 70 }, () => hasher.matches(null, 'many at once')),
    )
    const refused = all.filter((one) => one.status === 'rejected')
    expect(refused.length).toBe(8)
    expect(refused[0]).toMatchObject({ reason: { code: 'busy' } })
  })
})

describe('links and marks', () => {
  const links = new IdentityLinks(Buffer.alloc(32, 1), 'https://app.example.com')
  const id = 'sup_01jd4z8v3n0000000000000000'

  test('a link opens what it was made for, and nothing of another kind', () => {
    const token = links.token('confirm', id)
    expect(links.read('confirm', token)).toBe(id)
    expect(links.read('reset', token)).toBeUndefined()
    const flipped = token.slice(0, -1) + (token.endsWith('0') ? '1' : '0')
    expect(links.read('confirm', flipped)).toBeUndefined()
    for (const wrong of ['', 'x', `${token}0`, '../reset', token.replace('-', '.')])
      expect(links.read('confirm', wrong)).toBeUndefined()
  })

  test('the mark of a browser is good for one account only', () => {
    const devices = new Devices(Buffer.alloc(32, 2))
    const mark = devices.mark('acc_a')
    expect(devices.nameOf(mark, 'acc_a')).toBeDefined()
    expect(devices.nameOf(mark, 'acc_b')).toBeUndefined()
    expect(devices.nameOf(undefined, 'acc_a')).toBeUndefined()
    expect(new Devices(Buffer.alloc(32, 3)).nameOf(mark, 'acc_a')).toBeUndefined()
  })
})
