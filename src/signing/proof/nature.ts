/** What the proof certificate says of the nature of the signatures, and of certificates that are not ours. */
import type { QualificationClaim } from '../../pades/qc-statements.ts'
import type { CertificateTexts } from '../../translations/messages.ts'
import { textsIn } from '../../translations/texts.ts'
import { isAdvanced, USED_METHODS, type UsedMethod, usedMethod } from '../model/authentication.ts'
import { isSigningAction } from '../model/participant-actions.ts'
import { isTexted } from '../model/states.ts'
import type { ProofFacts, ProofSigner } from './facts.ts'
import type { Row } from './rows.ts'

/** The others are on the cards of their signers only. */
const OWN_MOST = 4

const ownOf = ({ certificates: [first] }: ProofSigner) => first?.own

/** Whether all of the signatures are called advanced ones, none of them, or some. */
export function natureOf(methods: readonly UsedMethod[]): 'all' | 'none' | 'some' {
  const asked = methods.map((method) => (method === 'call' ? 'sms' : method))
  if (asked.every((authentication) => isAdvanced({ authentication }))) return 'all'
  return methods.length === 1 ? 'none' : 'some'
}

/** What the certificate of another provider claims to be. */
export const outerClaim = (claim: QualificationClaim | null, words: CertificateTexts): string =>
  claim === null ? words.outerNoClaim : words.outerClaim({ claim: words.claims[claim] })

/** What the signatures are, and that approvals are none. */
export function statement(facts: ProofFacts, words: CertificateTexts): string {
  const { signers: people, locale } = facts
  const all = people.filter(({ action = 'sign' }) => isSigningAction({ action }))
  const signers = all.filter((signer) => ownOf(signer) === undefined)
  const asked = textsIn(locale).signing.proof.asked
  const approvals = people.length - all.length
  const witnesses = all.filter(({ action }) => action === 'witness').length
  const methods = USED_METHODS.filter((method) =>
    signers.some((signer) => usedMethod(signer) === method),
  )
  const ours = words.statement({
    signers: signers.length,
    texted: people.some(({ delivery }) => isTexted(delivery)),
    handed: people.some(({ delivery }) => delivery === 'none'),
    nature: natureOf(methods),
    means: methods.map((method) => words.identifiedBy[method]).join(words.or),
    mixed: methods.length > 1,
    stated: people.some(({ verifiedIdentity }) => verifiedIdentity !== null),
  })
  return [
    ...(signers.length > 0 ? [ours] : []),
    ...ownStatement(all, facts),
    ...(witnesses > 0 ? [asked.witnesses({ count: witnesses })] : []),
    ...(approvals > 0 ? [asked.approvals({ count: approvals })] : []),
  ].join(' ')
}

function ownStatement(signers: readonly ProofSigner[], { locale }: ProofFacts): string[] {
  const theirs = signers.filter((signer) => ownOf(signer) !== undefined)
  if (theirs.length === 0) return []
  const { own, except, only } = textsIn(locale).signing.certificates.proof
  const names = theirs.map(({ name }) => name).join(', ')
  return [own({ names }), theirs.length === signers.length ? only : except]
}

/** Whose certificates they are, and the level that they claim. */
export const ownCertificateRows = (
  { signers, locale }: ProofFacts,
  words: CertificateTexts,
): Row[] =>
  signers
    .flatMap(({ name, certificates: [first] }) => {
      if (first?.own === undefined) return []
      const { holder, service, claim } = first.own
      const { cover, level, unstated } = textsIn(locale).signing.certificates.proof
      const stated = claim === null ? '' : ` ${level({ claim: outerClaim(claim, words) })}`
      const text = `${cover({ holder, issuer: first.issuer, service })}${stated} ${unstated}`
      return [{ label: name, text, lines: 4 }]
    })
    .slice(0, OWN_MOST)
