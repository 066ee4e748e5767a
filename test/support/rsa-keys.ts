/** RSA-4096 private keys for tests, made once into the user's cache: making one takes seconds. */
import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Where they lie. */
const KEYS_FOLDER = join(
  process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'),
  'paraph-test-keys',
)

function key(number: number): KeyObject {
  const path = join(KEYS_FOLDER, `rsa-4096-${number}.pem`)
  if (!existsSync(path)) {
    mkdirSync(KEYS_FOLDER, { recursive: true, mode: 0o700 })
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 4096 })
    const temporary = `${path}.${process.pid}`
    writeFileSync(temporary, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
    renameSync(temporary, path)
  }
  return createPrivateKey(readFileSync(path))
}

const KEYS = 8

/** A module that makes a server process take its keys from here. */
export const KEYS_PRELOAD = join(import.meta.dirname, 'process-preload.mjs')

/** The settings with which that module finds the keys, which are made if need be. */
export function keysSettings(): Record<string, string> {
  for (let number = 0; number < KEYS; number += 1) key(number)
  return { TEST_KEYS_FOLDER: KEYS_FOLDER, TEST_KEYS_COUNT: String(KEYS) }
}

/**
 * Gives one key after the other, the same ones in every run; after the eighth it begins again.
 * @param first another one makes an authority with other keys
 * @param count of different keys, where a judge looks for certificates by their keys
 */
export function cachedKeys(first = 0, count = KEYS): () => Promise<KeyObject> {
  let next = first
  return async () => key(next++ % count)
}
