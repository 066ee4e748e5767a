/** Who is calling: what the guard puts on a request after it has accepted the key. */
import { KEY_MODES, type KeyMode } from './key-format.ts'
import type { Plan } from './plans.ts'

/** The two interfaces a plan may include. */
export type Interface = 'documents' | 'signature'

/** The account, the key and the plan behind a request. */
export interface Caller {
  account: { id: string }
  key: { id: string; name: string; mode: KeyMode }
  plan: Plan
  /** A person in the developer area, to whom everything of the account belongs, whichever key made it. */
  owner?: true
}

/** What a caller sees and changes: a key what keys of its own mode made, the account's owner all of it. */
export const modesOf = ({ key, owner }: Pick<Caller, 'key' | 'owner'>): readonly KeyMode[] =>
  owner === true ? KEY_MODES : [key.mode]

/** What a caller makes: the owner makes what live keys use. */
export const modeMade = ({ key, owner }: Pick<Caller, 'key' | 'owner'>): KeyMode =>
  owner === true ? 'live' : key.mode
