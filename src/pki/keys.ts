/** Private keys: generated outside the event loop, used through node:crypto's thread pool. */
import { execFile } from 'node:child_process'
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  generateKeyPairSync,
  type KeyObject,
  sign as signWith,
} from 'node:crypto'
import { setPriority } from 'node:os'
import { type SigningDigest, usualAlgorithmOf } from '../pades/signing-algorithm.ts'

/** Length of every RSA key of this service. */
export const KEY_BITS = 4096

/** The kinds of keys that the authority may have, as the setting names them (ETSI TS 119 312, 8.4). */
export const KEY_KINDS = ['rsa-4096', 'ecdsa-p256', 'ecdsa-p384'] as const

/** One of them. */
export type KeyKind = (typeof KEY_KINDS)[number]

/** The curve of a kind, as node:crypto names it; undefined for RSA. */
export const curveOf = (kind: KeyKind): string | undefined =>
  ({ 'rsa-4096': undefined, 'ecdsa-p256': 'prime256v1', 'ecdsa-p384': 'secp384r1' })[kind]

/** The digest that a key of a kind signs: as strong as its curve. */
export const digestOf = (kind: KeyKind): SigningDigest =>
  kind === 'ecdsa-p384' ? 'sha384' : 'sha256'

/** Generates a private key; a test passes keys generated before. */
export type MakeKey = () => Promise<KeyObject>

/** Generates an RSA-4096 key in libuv's thread pool: 0.7 to 9 seconds on one core. */
export const makeRsaKey: MakeKey = () =>
  new Promise((resolve, reject) => {
    generateKeyPair('rsa', { modulusLength: KEY_BITS }, (error, _publicKey, privateKey) =>
      error === null ? resolve(privateKey) : reject(error),
    )
  })

/** Generates a key on a curve, at once. */
export const makeEcKey = (namedCurve: string): KeyObject =>
  generateKeyPairSync('ec', { namedCurve }).privateKey

const QUIET_SCRIPT = `const { generateKeyPairSync } = require('node:crypto')
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: ${KEY_BITS} })
process.stdout.write(privateKey.export({ type: 'pkcs8', format: 'der' }))`
const QUIET_NICENESS = 19

/**
 * Generates an RSA-4096 key that nobody waits for, in a process of the lowest priority: the processor and the thread pool
 * remain available for requests. The key comes back through a pipe and is never in a file.
 */
export const makeRsaKeyQuietly: MakeKey = () =>
  new Promise((resolve, reject) => {
    const child = execFile(
      process.execPath,
      ['-e', QUIET_SCRIPT],
      { encoding: 'buffer', env: {} },
      (error, der) => {
        if (error !== null) return reject(error)
        resolve(importKey(der))
        der.fill(0)
      },
    )
    try {
      if (child.pid !== undefined) setPriority(child.pid, QUIET_NICENESS)
    } catch {
      // it has ended, or the system does not permit changing priorities: the key is generated all the same
    }
  })

/** DER of SubjectPublicKeyInfo. */
export const publicKeyInfo = (key: KeyObject): Buffer =>
  (key.type === 'private' ? createPublicKey(key) : key).export({ type: 'spki', format: 'der' })

/** PKCS#8 in DER. */
export const exportKey = (key: KeyObject): Buffer => key.export({ type: 'pkcs8', format: 'der' })

/** Reads PKCS#8 in DER. */
export const importKey = (der: Buffer): KeyObject =>
  createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })

/** Signs by the usual algorithm of the key ({@link usualAlgorithmOf}), in the thread pool: 6 ms with RSA-4096. */
export const signWithKey = (key: KeyObject, data: Uint8Array): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    signWith(usualAlgorithmOf(key).digest, data, key, (error, signature) =>
      error === null ? resolve(signature) : reject(error),
    )
  })
