/** What the sender asks of a person: to sign, to approve, or to sign as a witness. Names and rules, defined once. */
import { Type } from 'typebox'
import type { Finding } from '../../kernel/coded-error.ts'
import { findingAt } from '../../translations/texts.ts'
import type { SignerState } from './states.ts'

/** What a person can be asked to do. */
export const ASKED_ACTIONS = ['sign', 'approve', 'witness'] as const
/** One of {@link ASKED_ACTIONS}. */
export type ParticipantAction = (typeof ASKED_ACTIONS)[number]

/** The action as the API takes it. */
export const ActionSchema = Type.Enum([...ASKED_ACTIONS], {
  title: 'AskedAction',
  description:
    'sign; approve (approves or declines, signs nothing); witness (signs as that of another). Default: sign',
})

/** Whether a person makes a signature of their own: signers and witnesses do. */
export const isSigningAction = ({ action }: { action: ParticipantAction }) => action !== 'approve'

/**
 * The state of a participant as the API shows it. An approver who is done is stored as `signed`, like all who are done:
 * an older build that runs on the same database then does not wait for this person.
 */
export const statusOf = ({
  status,
  action,
}: {
  status: SignerState
  action: ParticipantAction
}): SignerState | 'approved' =>
  status === 'signed' && !isSigningAction({ action }) ? 'approved' : status

/** When a person signed or approved, in the member of that name. */
export const doneAt = ({
  signed_at,
  action,
}: {
  signed_at: string | null
  action: ParticipantAction
}): { signed_at?: string | null; approved_at?: string | null } =>
  isSigningAction({ action }) ? { signed_at } : { approved_at: signed_at }

/** A person in an order, as far as the rules here go. */
interface Asked {
  email: string
  phone?: string | undefined
  order?: number | undefined
  action?: ParticipantAction | undefined
  witness_of?: string | undefined
  fields?: readonly unknown[] | undefined
}

/** An address as it is compared. */
const key = (email: string): string => email.toLowerCase()

/** The signers that a witness may mean: the address alone names them. */
const witnessed = (signers: readonly Asked[], { witness_of: of = '' }: Asked): Asked[] =>
  signers.filter(({ email, action = 'sign' }) => action === 'sign' && key(email) === key(of))

/** Steps, where a witness whose order names none comes right after the signer. */
export const withSteps = <Signer extends Asked>(signers: readonly Signer[]): Signer[] =>
  signers.map((signer) => {
    const [of] = signer.action === 'witness' ? witnessed(signers, signer) : []
    return signer.order !== undefined || of === undefined
      ? signer
      : { ...signer, order: (of.order ?? 1) + 1 }
  })

/** The place in the list of the signer whose signature a witness attests; -1: none. */
export const witnessedAt = (signers: readonly Asked[], witness: Asked): number => {
  const [of] = witness.action === 'witness' ? witnessed(signers, witness) : []
  return of === undefined ? -1 : signers.indexOf(of)
}

/** Why a person cannot be the witness of a signer: one person would attest their own signature. */
export const sameness = (
  witness: { email: string; phone?: string | null | undefined },
  signer: { email: string; phone?: string | null | undefined },
): 'email' | 'phone' | undefined => {
  if (key(witness.email) === key(signer.email)) return 'email'
  const { phone } = witness
  return phone != null && phone === signer.phone ? 'phone' : undefined
}

function witnessFinding(signers: readonly Asked[], witness: Asked, at: string) {
  const all = witnessed(signers, witness)
  const [of] = all
  if (of === undefined || all.length > 1)
    return findingAt(`${at}/witness_of`, 'witness_of_unknown', 'people.witnessOf')
  const same = sameness(witness, of)
  if (same !== undefined)
    return findingAt(`${at}/${same}`, 'witness_is_signer', 'people.witnessSame')
  const step = of.order ?? 1
  return (witness.order ?? 1) <= step
    ? findingAt(`${at}/order`, 'witness_too_early', 'people.witnessOrder', { step })
    : undefined
}

/** What is wrong with what people are asked to do. Numbers are those of {@link withSteps} and in E.164. */
export function actionFindings(signers: readonly Asked[]): Finding[] {
  const findings: Finding[] = []
  if (!signers.some(({ action = 'sign' }) => action === 'sign'))
    findings.push(findingAt('/signers', 'nobody_signs', 'people.nobodySigns'))
  signers.forEach((signer, index) => {
    const at = `/signers/${index}`
    const { action = 'sign', fields = [], witness_of } = signer
    if (action === 'approve' && fields.length > 0)
      findings.push(findingAt(`${at}/fields`, 'approver_has_fields', 'people.approverFields'))
    const finding =
      action === 'witness'
        ? witnessFinding(signers, signer, at)
        : witness_of && findingAt(`${at}/witness_of`, undefined, 'people.notWitness')
    if (finding) findings.push(finding)
  })
  return findings
}

/** What is wrong with a person who is corrected, as a witness or as the signer of one. */
export function witnessFindings<
  Signer extends {
    id: string
    email: string
    phone: string | null
    witness_of: string | null
  },
>(signers: readonly Signer[], changed: Signer): Finding[] {
  const pairs = signers.flatMap((witness) => {
    const of = signers.find(({ id }) => id === witness.witness_of)
    return of !== undefined && (witness === changed || of === changed) ? [{ witness, of }] : []
  })
  return pairs.flatMap(({ witness, of }) => {
    const same = sameness(witness, of)
    if (same === undefined) return []
    return [findingAt(`/${same}`, 'witness_is_signer', 'people.witnessPair')]
  })
}
