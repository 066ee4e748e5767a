/** What the proof certificate says of the nature of the signatures, and of certificates that are not ours. */

import { USED_METHODS, usedMethod } from '../model/authentication.ts'
import { isSigningAction } from '../model/participant-actions.ts'
import { ownWords } from '../words/certificates/words.ts'
import { ASKED_PROOF_WORDS } from './action-words.ts'
import type { ProofFacts, ProofSigner } from './facts.ts'
import type { Row } from './rows.ts'
import type { ProofWords } from './words/en.ts'

/** The others are on the cards of their signers only. */
const OWN_MOST = 4

const ownOf = ({ certificates: [first] }: ProofSigner) => first?.own

/** What the signatures are, and that approvals are none. */
export function statement(facts: ProofFacts, words: ProofWords): string {
  const { signers: people, locale } = facts
  const all = people.filter(({ action = 'sign' }) => isSigningAction({ action }))
  const signers = all.filter((signer) => ownOf(signer) === undefined)
  const asked = ASKED_PROOF_WORDS[locale]
  const approvals = people.length - all.length
  const witnesses = all.filter(({ action }) => action === 'witness').length
  const ours = words.statement({
    signers: signers.length,
    handed: people.some(({ delivery }) => delivery === 'none'),
    methods: USED_METHODS.filter((method) =>
      signers.some((signer) => usedMethod(signer) === method),
    ),
    stated: people.some(({ verifiedIdentity }) => verifiedIdentity !== null),
  })
  return [
    ...(signers.length > 0 ? [ours] : []),
    ...ownStatement(all, facts),
    ...(witnesses > 0 ? [asked.witnesses(witnesses)] : []),
    ...(approvals > 0 ? [asked.approvals(approvals)] : []),
  ].join(' ')
}

function ownStatement(signers: readonly ProofSigner[], { locale }: ProofFacts): string[] {
  const theirs = signers.filter((signer) => ownOf(signer) !== undefined)
  if (theirs.length === 0) return []
  const { own, except, only } = ownWords(locale).proof
  const names = theirs.map(({ name }) => name).join(', ')
  return [own(names), theirs.length === signers.length ? only : except]
}

/** Whose certificates they are, and the level that they claim. */
export const ownCertificateRows = ({ signers, locale }: ProofFacts, words: ProofWords): Row[] =>
  signers
    .flatMap(({ name, certificates: [first] }) => {
      if (first?.own === undefined) return []
      const { holder, service, claim } = first.own
      const { cover, level, unstated } = ownWords(locale).proof
      const stated = claim === null ? '' : ` ${level(words.outerClaim(claim))}`
      const text = `${cover(holder, first.issuer, service)}${stated} ${unstated}`
      return [{ label: name, text, lines: 4 }]
    })
    .slice(0, OWN_MOST)
