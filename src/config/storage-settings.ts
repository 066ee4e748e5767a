/** Settings of where files lie, and of what one of several instances does. */
import { parseStorageUrl } from '../files/storage-url.ts'
import { anyText, settings } from './setting-kinds.ts'

/** The rows of the table. */
export const STORAGE_SETTINGS = settings({
  PARAPH_STORAGE_URL: parseStorageUrl,
  AWS_ACCESS_KEY_ID: anyText,
  AWS_SECRET_ACCESS_KEY: anyText,
  AWS_SESSION_TOKEN: anyText,
  PARAPH_ROLES: parseRoles,
})

interface StorageValues {
  PARAPH_STORAGE_URL: ReturnType<typeof parseStorageUrl>
  AWS_ACCESS_KEY_ID: string
  AWS_SECRET_ACCESS_KEY: string
  AWS_SESSION_TOKEN: string
}

/** The key without its secret, or the reverse: matters only where they are used. */
export function storageProblems(values: StorageValues): string[] {
  const { PARAPH_STORAGE_URL: address, AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: key } = values
  if (address === undefined || (id === '') === (key === '')) return []
  return id === ''
    ? ['AWS_ACCESS_KEY_ID is required with AWS_SECRET_ACCESS_KEY']
    : ['AWS_SECRET_ACCESS_KEY is required with AWS_ACCESS_KEY_ID']
}

/** Where files lie, and the keys to it. */
export function storageConfig(values: StorageValues) {
  const { PARAPH_STORAGE_URL: address, AWS_SESSION_TOKEN: sessionToken } = values
  const keys = {
    accessKeyId: values.AWS_ACCESS_KEY_ID,
    secretAccessKey: values.AWS_SECRET_ACCESS_KEY,
    ...(sessionToken !== '' && { sessionToken }),
  }
  return { address, credentials: keys.accessKeyId === '' ? undefined : keys }
}

/**
 * `render`: the document interface; `sign`: the signature interface and the signers' pages; `web`: the console, the
 * site and its documentation; `jobs`: what nobody waits for, such as seals, mails, webhooks and daily work.
 */
const ROLES = ['render', 'sign', 'web', 'jobs'] as const

/** One of {@link ROLES}. */
export type Role = (typeof ROLES)[number]

const isRole = (word: string): word is Role => ROLES.some((role) => role === word)

/** Reads `render,sign`; nothing means all of them. @throws Error on any other word */
export function parseRoles(text: string): ReadonlySet<Role> {
  const words = text.split(',').map((word) => word.trim())
  if (text.trim() === '') return new Set(ROLES)
  if (!words.every(isRole)) throw new Error(`must be some of ${ROLES.join(',')}`)
  return new Set(words.filter(isRole))
}

/** An instance that is alone does all the work. */
export const roleProblems = (roles: ReadonlySet<Role>, isShared: boolean): string[] =>
  isShared || roles.size === ROLES.length
    ? []
    : [
        'PARAPH_ROLES needs PARAPH_DATABASE_URL and PARAPH_STORAGE_URL: without them this instance is the only one and must have every role; leave it empty',
      ]
