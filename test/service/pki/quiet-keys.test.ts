import { sign, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { KeyPool } from '../../../src/pki/key-pool.ts'
import { KEY_BITS, makeRsaKeyQuietly, publicKeyInfo } from '../../../src/pki/keys.ts'
import { cachedKeys } from '../../support/rsa-keys.ts'

test('a key made quietly is a whole RSA key of the usual length', {
  timeout: 120_000,
}, async () => {
  const key = await makeRsaKeyQuietly()
  expect(key.asymmetricKeyType).toBe('rsa')
  expect(key.asymmetricKeyDetails?.modulusLength).toBe(KEY_BITS)
  const data = Buffer.from('x')
  const spki = { key: publicKeyInfo(key), format: 'der', type: 'spki' } as const
  expect(verify('sha256', data, spki, sign('sha256', data, key))).toBe(true)
})

test('only keys that nobody waits for are made quietly', async () => {
  const make = cachedKeys()
  const made: string[] = []
  const maker = (name: string) => () => {
    made.push(name)
    return make()
  }
  const pool = new KeyPool({ size: 1, makeKey: maker('at once'), makeAhead: maker('ahead') })
  await pool.take()
  await expect.poll(() => pool.ready).toBe(1)
  expect(made).toEqual(['at once', 'ahead'])
  pool.close()
})
