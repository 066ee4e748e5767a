/** Who is calling: what the guard sets on a request after it has accepted the key. */
import { KEY_MODES, type KeyMode } from './key-format.ts'
import type { KeyLimits } from './key-limits.ts'
import type { Plan } from './plans.ts'

/** The two interfaces a plan may include. */
export type Interface = 'documents' | 'signature'

/** The account, the key and the plan behind a request. */
export interface Caller {
  account: { id: string }
  /** `limits`: what the key is limited to; absent: nothing, as what is done in the console. */
  key: { id: string; name: string; mode: KeyMode; limits?: KeyLimits | undefined }
  plan: Plan
  /** A user of the developer area, who owns everything of the account, whichever key created it. */
  owner?: true
  /** The units of this work are counted by the work that it is a part of. */
  prepaid?: true
}

/** Documents made with a test key state it on every page; so do those tried in the console. */
export const isTest = ({ key }: Caller): boolean => key.mode === 'test'

/** As much of a caller as says which rows are theirs. */
type Owner = Pick<Caller, 'account' | 'owner'> & { key: Pick<Caller['key'], 'mode'> }

/** What a caller can see and change: a key, what keys of its mode created; the account's owner, everything. */
export const modesOf = ({ key, owner }: Omit<Owner, 'account'>): readonly KeyMode[] =>
  owner === true ? KEY_MODES : [key.mode]

/** The account and the modes of keys that rows belong to. */
export interface Holder {
  accountId: string
  modes: readonly KeyMode[]
}

/** Whose rows a caller can see. */
export const holderOf = (caller: Owner): Holder => ({
  accountId: caller.account.id,
  modes: modesOf(caller),
})

/** The mode of what a caller creates; the owner creates for live keys. */
export const modeMade = ({ key, owner }: Pick<Caller, 'key' | 'owner'>): KeyMode =>
  owner === true ? 'live' : key.mode
