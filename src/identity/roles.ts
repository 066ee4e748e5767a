/** The roles of members. What each may do in the console is in `console/permissions.ts`. */

/** Every role; stored as text, so that a later build may add one. */
export const ROLES = ['owner', 'developer', 'sender', 'auditor'] as const

/** A role of a member in an organisation. */
export type Role = (typeof ROLES)[number]

/** A role by its stored or submitted text; undefined for any other. */
export const roleOf = (text: string | null | undefined): Role | undefined =>
  ROLES.find((role) => role === text)
