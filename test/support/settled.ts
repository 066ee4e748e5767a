/**
 * What differs from run to run, written as values of the same form that never change: identifiers,
 * hashes, numbers of bytes and milliseconds. Secrets become texts that say that they are none.
 */
import { createHash } from 'node:crypto'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const SECRET = `whsec_${Buffer.from('an example, which signs nothing!').toString('base64')}`

const SIGNATURE = `v1,${Buffer.from('an example that proves nothing..').toString('base64')}`

const hex = (text: string): string => createHash('sha256').update(text).digest('hex')
const random = (text: string): string =>
  [...createHash('sha256').update(text).digest()]
    .slice(0, 16)
    .map((byte) => ALPHABET.charAt(byte % 32))
    .join('')

/** Numbers the values of each kind in the order in which they come. */
class Numbered {
  readonly #seen = new Map<string, number>()
  readonly #counts = new Map<string, number>()

  of(kind: string, value: string): string {
    const known = this.#seen.get(value)
    if (known !== undefined) return `${kind} ${known}`
    const count = (this.#counts.get(kind) ?? 0) + 1
    this.#counts.set(kind, count)
    this.#seen.set(value, count)
    return `${kind} ${count}`
  }
}

/** @param json text of a JSON value */
export function settled(json: string): string {
  const numbered = new Numbered()
  return json
    .replaceAll(/whsec_[A-Za-z0-9+/]+=*/g, SECRET)
    .replaceAll(/\bv1,[A-Za-z0-9+/]{43}=/g, SIGNATURE)
    .replaceAll(
      /\b([a-z]{3})_01[0-9a-hjkmnp-tv-z]{24}\b/g,
      (id, prefix: string) => `${prefix}_01kbagy7r0${random(numbered.of(prefix, id))}`,
    )
    .replaceAll(/\b[0-9a-f]{32,64}\b/g, (hash) =>
      hex(numbered.of('hash', hash)).slice(0, hash.length),
    )
    .replaceAll(/\b[0-9a-z]{8}(?=-(?:signer|seal)-)|(?<=\bstamp-)[0-9a-z]{8}\b/g, (field) =>
      random(numbered.of('field', field)).slice(0, 8),
    )
    .replaceAll(/\b0\.\d+@example\.com\b/g, 'sales@example.com')
    .replaceAll(/\bfor a test 0\.\d+/g, 'Contracts')
    .replaceAll(/("token_base64":")[^"]+/g, '$1MIIROgYJKoZIhvcNAQcC…')
    .replaceAll(/("serial":")([0-9A-Fa-f]+)(")/g, (_all, before, serial: string, after) => {
      const text = hex(numbered.of('serial', serial)).slice(0, serial.length)
      return before + (serial === serial.toUpperCase() ? text.toUpperCase() : text) + after
    })
    .replaceAll(
      /(-----BEGIN CERTIFICATE-----\\n)(?:[A-Za-z0-9+/=]|\\n)+(?:-----END CERTIFICATE-----)?/g,
      '$1MIIF…\\n-----END CERTIFICATE-----',
    )
    .replaceAll(/("code":")\d{6}(")/g, '$1246810$2')
    .replaceAll(/("(?:size|size_bytes|bytes)":)\d+/g, '$148213')
    .replaceAll(/("unsent_bytes":\{"used":)\d+/g, '$1148213')
    .replaceAll(/("duration_ms":)\d+/g, '$187')
}
