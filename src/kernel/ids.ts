import { randomBytes } from 'node:crypto'

/** Prefixes of every kind of id that leaves the service. */
type IdPrefix =
  | 'acc'
  | 'key'
  | 'tpl'
  | 'fnt'
  | 'bat'
  | 'req'
  | 'doc'
  | 'sgr'
  | 'otp'
  | 'msg'
  | 'whk'
  | 'evt'
  | 'dlv'
  | 'sup'
  | 'rst'
  | 'ses'
  | 'sec'
  | 'rqt'
  | 'blk'
  | 'inv'
  | 'sfl'
  | 'lnk'
  | 'sta'
  | 'eds'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** How all ids begin that are made at a time: those of earlier times sort before it, all others after. */
export function idStart(prefix: IdPrefix, nowMs: number): string {
  let time = ''
  let rest = nowMs
  for (let index = 0; index < 10; index++) {
    time = ALPHABET.charAt(rest % 32) + time
    rest = Math.floor(rest / 32)
  }
  return `${prefix}_${time}`
}

/** Makes an id such as `tpl_01jd4…`: sortable by time (48 bits), unguessable (80 random bits). */
export function newId(prefix: IdPrefix, nowMs: number): string {
  const random = [...randomBytes(16)].map((byte) => ALPHABET.charAt(byte % 32)).join('')
  return idStart(prefix, nowMs) + random
}

/** Regular expression source that matches ids of one prefix, for schemas. */
export const idPattern = (...prefixes: [IdPrefix, ...IdPrefix[]]): string =>
  `^${prefixes.length === 1 ? prefixes[0] : `(${prefixes.join('|')})`}_[0-9a-hjkmnp-tv-z]{26}$`

/** Prefix of the ids of this pattern, such as `tpl`; undefined for a pattern not made by {@link idPattern}. */
export const prefixOfPattern = (pattern: string): string | undefined =>
  /^\^([a-z]{3})_\[/.exec(pattern)?.[1]
