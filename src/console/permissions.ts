/** What each role may do in the console: the one table that every route is checked by. */
import { ROLES, type Role } from '../identity/roles.ts'

const ALL = ROLES
const OWNER = ['owner'] as const
const BUILDERS = ['owner', 'developer'] as const
const SENDERS = ['owner', 'sender'] as const
const READERS = ['owner', 'developer', 'auditor'] as const

/**
 * Every action and the roles that may do it. `read` shows, `change` does; an auditor reads everything and changes
 * nothing. What a person does with their own log-in (`self`) is open to all.
 */
const PERMISSIONS = {
  home: ALL,
  /** Trials on the pages: nothing is stored, no quota used. */
  try: ['owner', 'developer', 'sender'],
  'templates.read': ALL,
  'templates.change': BUILDERS,
  'requests.read': ['owner', 'sender', 'auditor'],
  'requests.change': SENDERS,
  'webhooks.read': READERS,
  'webhooks.change': BUILDERS,
  'keys.read': READERS,
  'keys.change': BUILDERS,
  'usage.read': READERS,
  /** Brand, notifications, embedding, external seals: how the organisation appears, and where. */
  'settings.read': READERS,
  'settings.change': OWNER,
  'members.read': ALL,
  'members.change': OWNER,
  'log.read': ['owner', 'auditor'],
  export: ['owner', 'auditor'],
  close: OWNER,
  self: ALL,
} as const satisfies Record<string, readonly Role[]>

/** Something that a route of the console does. */
export type Action = keyof typeof PERMISSIONS

/** Whether a role may do something. */
export const may = (role: Role, action: Action): boolean => {
  const allowed: readonly Role[] = PERMISSIONS[action]
  return allowed.includes(role)
}

/** The routes of members, asked by pages so that they leave out what would be refused. */
export interface RoutesByRole {
  /** Whether a person with this role, or with none, may use a route. */
  allows(role: Role | undefined, method: 'GET' | 'POST', path: string): boolean
}
