/**
 * Passwords: which are accepted (NIST SP 800-63B: length, no composition rules, none that are commonly used) and how
 * they are stored (Argon2id with the parameters of OWASP's cheat sheet).
 */
import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { Slots } from '../kernel/slots.ts'
import { IdentityError, type IdentityErrorCode } from './identity-error.ts'

/** Shortest password, in characters. */
const PASSWORD_LENGTH_MIN = 10
/** Longest: a passphrase fits, and hashing stays cheap. */
const PASSWORD_LENGTH_MAX = 200

/** OWASP: 19 MiB, two passes, one lane. The library's default algorithm is Argon2id. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Each hash occupies a libuv thread and 19 MiB; others wait in a bounded queue, beyond which they are refused. */
const RUNNING_MAX = 2
const WAITING_MAX = 60
const DISTINCT_MIN = 5
const PRODUCT = 'paraph'

/** The same input may be sent as different code points. */
const normal = (password: string): string => password.normalize('NFKC')

let common: Promise<ReadonlySet<string>> | undefined

/** Loaded with the first password that is set: 49,000 commonly used ones. */
const commonPasswords = (): Promise<ReadonlySet<string>> => {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'] as readonly string[]),
  )
  return common
}

const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** The word inside `P@ssword2026!`: decorating a common password does not make it better. */
function bases(password: string): string[] {
  const lower = password.toLowerCase()
  const inner = lower.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const spelled = [...lower].map((letter) => LEET[letter] ?? letter).join('')
  const innerSpelled = [...inner].map((letter) => LEET[letter] ?? letter).join('')
  const added = (base: string): number => lower.length - base.length
  return [
    lower,
    spelled,
    ...[inner, innerSpelled].filter((base) => base.length >= 4 && added(base) <= 6),
  ]
}

/** `aaaaaaaaaa`, `abcabcabcabc`, `0123456789`: a pattern instead of a secret. */
function isPattern(password: string): boolean {
  const letters = [...password]
  if (new Set(letters).size < DISTINCT_MIN) return true
  const steps = letters
    .slice(1)
    .map((letter, index) => (letter.codePointAt(0) ?? 0) - (letters[index]?.codePointAt(0) ?? 0))
  return new Set(steps).size === 1
}

/** Consists of the address or the product's name with little around it. */
function isPersonal(password: string, email: string): boolean {
  const lower = password.toLowerCase()
  const [local = '', domain = ''] = email.toLowerCase().split('@')
  const words = [email.toLowerCase(), local, domain.split('.')[0] ?? '', PRODUCT]
  return words.some(
    (word) => word.length >= 4 && lower.includes(word) && lower.length - word.length <= 6,
  )
}

/** The fault of a chosen password; undefined: none. */
export async function passwordFinding(
  given: string,
  email: string,
): Promise<IdentityErrorCode | undefined> {
  const password = normal(given)
  const { length } = [...password]
  if (length < PASSWORD_LENGTH_MIN) return 'password_short'
  if (length > PASSWORD_LENGTH_MAX) return 'password_long'
  if (isPersonal(password, email)) return 'password_personal'
  if (isPattern(password)) return 'password_common'
  const known = await commonPasswords()
  return bases(password).some((base) => known.has(base)) ? 'password_common' : undefined
}

/** Hashes and compares, a few at a time. */
export class PasswordHasher {
  readonly #slots = new Slots(RUNNING_MAX)
  readonly #decoy: Promise<string>

  constructor() {
    this.#decoy = hash(randomBytes(24).toString('base64'), PARAMETERS)
  }

  /** @returns a PHC string @throws IdentityError `busy` */
  hash(password: string): Promise<string> {
    return this.#inLine(() => hash(normal(password), PARAMETERS))
  }

  /**
   * Whether a password is the one that was hashed. Without a stored hash it takes as long and returns false.
   * @throws IdentityError `busy`
   */
  async matches(stored: string | null | undefined, password: string): Promise<boolean> {
    // No password that long was ever accepted; hashing it would only cost time.
    const given = password.length > 4 * PASSWORD_LENGTH_MAX ? '' : normal(password)
    const decoy = await this.#decoy
    const right = await this.#inLine(() => verify(stored ?? decoy, given))
    return right && stored !== null && stored !== undefined
  }

  async #inLine<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#slots.waiting >= WAITING_MAX) throw new IdentityError('busy', 5)
    return await this.#slots.run(work)
  }
}
