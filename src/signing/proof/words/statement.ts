/** What the statement about the signatures depends on, in every language. */
import { type AuthenticationMethod, isAdvanced } from '../../requests/authentication.ts'

/** The facts of the statement about the signatures. */
export interface Statement {
  signers: number
  /** Whether the sender handed over a link. */
  handed: boolean
  /** By which the signers proved who they are. */
  methods: readonly AuthenticationMethod[]
  /** Whether the sender declares to have verified an identity. */
  stated: boolean
}

/** Of the signatures: all advanced, none of them, or some. */
type Nature = 'all' | 'none' | 'some'

/** How many of the signatures are called advanced ones. */
export function natureOf(methods: readonly AuthenticationMethod[]): Nature {
  if (methods.every((authentication) => isAdvanced({ authentication }))) return 'all'
  return methods.length === 1 ? 'none' : 'some'
}
