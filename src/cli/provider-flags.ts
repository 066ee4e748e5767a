/** Reads the options of commands that name a provider of keys: its place, its secrets, its certificates. */
import { readFileSync } from 'node:fs'
import type { KeyMode } from '../accounts/key-format.ts'
import { isOneOf, membersOf } from '../kernel/type-guards.ts'
import type { Certificate } from '../pades/certificate.ts'
import { certificatesInFile } from '../pki/certificate-folder.ts'
import type { CscPlace, SealPlace, SealSecrets } from '../seals/place.ts'
import { type Flags, optional, required, UsageError } from './command.ts'

/** Of the requests of which kind of key. */
export const modeOf = (flags: Flags): KeyMode => (flags.test === true ? 'test' : 'live')

const OWN_HOST = /^(?:localhost|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|\[::1\]|\[f[cd])/

/** An address of the operator's; secrets go there, so not in the clear over the internet. */
export function address(flags: Flags, name: string): string | undefined {
  const given = optional(flags, name)
  if (given === undefined) return undefined
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (url === undefined || url.username !== '' || url.search !== '' || url.hash !== '')
    throw new UsageError(`--${name}: an address without user name, query and fragment is needed`)
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && OWN_HOST.test(url.host))
  if (!isSafe) throw new UsageError(`--${name}: must begin with https://`)
  return url.href.replace(/\/$/, '')
}

/** The address of a provider's API, and its version. */
export function cscIn(flags: Flags): Pick<CscPlace, 'url' | 'version'> {
  const url = address(flags, 'csc')
  const version = /\/v([12])$/.exec(url ?? '')?.[1]
  if (url === undefined || version === undefined)
    throw new UsageError('--csc: must end in the version of the API, such as /csc/v2')
  return { url, version: version === '1' ? 1 : 2 }
}

function cscPlace(flags: Flags, secrets: SealSecrets): CscPlace {
  const { url, version } = cscIn(flags)
  const clientId = optional(flags, 'client-id')
  const both = { kind: 'csc', url, version, credential: required(flags, 'credential') } as const
  if (clientId === undefined)
    return { ...both, access: secrets.access_token === undefined ? 'none' : 'token' }
  if (secrets.client_secret === undefined)
    throw new UsageError('--secrets: client_secret is missing')
  const tokenUrl = address(flags, 'token-url') ?? `${url}/oauth2/token`
  return { ...both, access: 'client', clientId, tokenUrl }
}

/** Where the key is: a remote signature service, or a token behind an HTTP signer. */
export function placeIn(flags: Flags, secrets: SealSecrets): SealPlace {
  const module = optional(flags, 'pkcs11')
  if ((module === undefined) === (optional(flags, 'csc') === undefined))
    throw new UsageError('one of --csc and --pkcs11 is needed')
  if (module === undefined) return cscPlace(flags, secrets)
  const [token, label] = [required(flags, 'token'), required(flags, 'key')]
  return { kind: 'pkcs11', module, token, label }
}

const SECRETS = ['pin', 'client_secret', 'access_token'] as const

/** From a file, or stdin: never a flag, which other users of the machine see. */
export function secretsIn(flags: Flags): SealSecrets {
  const path = optional(flags, 'secrets')
  if (path === undefined) return {}
  let members: Readonly<Record<string, unknown>>
  try {
    members = membersOf(JSON.parse(readFileSync(path === '-' ? 0 : path, 'utf8')))
  } catch {
    throw new UsageError('--secrets: must be a file with a JSON object')
  }
  for (const [name, value] of Object.entries(members))
    if (!isOneOf(SECRETS, name) || typeof value !== 'string')
      throw new UsageError(`--secrets: may contain the texts ${SECRETS.join(', ')} only`)
  return members
}

/** The certificates in the file that a flag names. */
export function certificatesIn(flags: Flags, name: string): Certificate[] {
  const path = optional(flags, name)
  return path === undefined ? [] : certificatesInFile(path)
}
