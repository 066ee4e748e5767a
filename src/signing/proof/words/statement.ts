/** What the statement about the signatures depends on, in every language. */
import { isAdvanced, type UsedMethod } from '../../model/authentication.ts'

/** The facts of the statement about the signatures. */
export interface Statement {
  signers: number
  /** Whether the sender handed over a link. */
  handed: boolean
  /** By which the signers proved who they are. */
  methods: readonly UsedMethod[]
  /** Whether the sender declares to have verified an identity. */
  stated: boolean
}

/** Of the signatures: all advanced, none of them, or some. */
type Nature = 'all' | 'none' | 'some'

/** How many of the signatures are called advanced ones. */
export function natureOf(methods: readonly UsedMethod[]): Nature {
  const asked = methods.map((method) => (method === 'call' ? 'sms' : method))
  if (asked.every((authentication) => isAdvanced({ authentication }))) return 'all'
  return methods.length === 1 ? 'none' : 'some'
}
