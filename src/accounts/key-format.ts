/**
 * The shape of an API key: `<prefix>_<live|test>_<32 random><6 checksum>`. The checksum lets secret
 * scanners and this service recognise a key without a database.
 */
import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM_LENGTH = 32
const CHECKSUM_LENGTH = 6
/** The largest multiple of 62 in a byte: bytes from here on would favour the first letters. */
const UNBIASED_BELOW = 248

/** Which kind of key: a test key does the same without quota, real SMS or the real CA. */
export const KEY_MODES = ['live', 'test'] as const
/** Whether a key makes real documents or test ones. */
export type KeyMode = (typeof KEY_MODES)[number]

function randomText(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length * 2)) {
      if (byte < UNBIASED_BELOW && text.length < length) text += ALPHABET.charAt(byte % 62)
    }
  }
  return text
}

function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let index = 0; index < CHECKSUM_LENGTH; index++) {
    digits = ALPHABET.charAt(rest % 62) + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

/** Makes a new key with about 190 random bits. */
export function newKey(prefix: string, mode: KeyMode): string {
  const body = `${prefix}_${mode}_${randomText(RANDOM_LENGTH)}`
  return body + checksum(body)
}

const SHAPE = new RegExp(
  `^[0-9A-Za-z]{1,16}_(?:live|test)_[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`,
)

/** Whether a text has the format of a key and its checksum matches; says nothing about its validity. */
export const isWellFormedKey = (text: string): boolean =>
  SHAPE.test(text) && checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH)

/** The displayable form of a key: `pk_live_…a1B2`. */
export function maskedKey(key: string): string {
  const start = key.slice(0, key.lastIndexOf('_') + 1)
  return `${start}…${key.slice(-4)}`
}
