/** What an instance does of the service's work, where several share a database and a bucket. */

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
