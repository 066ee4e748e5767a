/** What was recorded about the document: the nature of its signatures, its times, hashes, trail, and certificates of others. */

import type { QualificationClaim } from '../../pades/qc-statements.ts'
import type { CertificateTexts } from '../../translations/messages.ts'
import { textsIn } from '../../translations/texts.ts'
import { isAdvanced, USED_METHODS, type UsedMethod, usedMethod } from '../model/authentication.ts'
import { isSigningAction } from '../model/participant-actions.ts'
import { isTexted } from '../model/states.ts'
import { grouped } from './cover.ts'
import type { ProofFacts, ProofSigner } from './facts.ts'
import type { Row, Section } from './rows.ts'
import { LocalTimes, utc } from './times.ts'

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
const outerClaim = (claim: QualificationClaim | null, words: CertificateTexts): string =>
  claim === null ? words.outerNoClaim : words.outerClaim({ claim: words.claims[claim] })

/** What the signatures are, and that approvals are none. */
function statement(facts: ProofFacts, words: CertificateTexts): string {
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
    stated: people.some(({ verified_identity }) => verified_identity !== null),
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
const ownCertificateRows = ({ signers, locale }: ProofFacts, words: CertificateTexts): Row[] =>
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

/** The others are on the cards of their signers only. */
const DELEGATIONS_MOST = 4
/** Of the message to the signers; all of it is in the trail. */
const MESSAGE_LINES = 4

function documentRows(facts: ProofFacts, words: CertificateTexts): Row[] {
  const { document, locale } = facts
  const times = new LocalTimes(facts.timeZone)
  const time = (label: string, at: string): Row => ({ label, text: times.both(at) })
  const size = words.bytes({ size: grouped(document.original_bytes, locale) })
  const { external_id, message } = document
  return [
    ...(external_id === null ? [] : [{ label: words.externalId, text: external_id, lines: 2 }]),
    { label: words.asReceived, text: words.pages({ pages: document.pages, size }) },
    ...(message === null ? [] : [{ label: words.message, text: message, lines: MESSAGE_LINES }]),
    time(words.created, document.created_at),
    time(words.sent, document.sentAt),
    time(words.expires, document.expires_at),
    time(words.allSigned, document.allSignedAt),
    time(words.made, facts.madeAt),
  ]
}

function externalSealRows(
  seal: NonNullable<ProofFacts['externalSeal']>,
  facts: ProofFacts,
  words: CertificateTexts,
): Row[] {
  const times = new LocalTimes(facts.timeZone)
  const { timestamp } = seal
  return [
    { label: words.outerHolder, text: `${seal.name} (${words.issuer}: ${seal.issuer})`, lines: 2 },
    { label: words.outerLevel, text: outerClaim(seal.claim, words), lines: 3 },
    { label: words.serial, text: seal.serial, face: 'mono' },
    { label: words.certificateHash, text: seal.certificate_sha256, face: 'mono' },
    ...(timestamp === null
      ? []
      : [{ label: words.timestamp, text: `${times.both(timestamp.at)} – ${timestamp.authority}` }]),
  ]
}

/** Who acts in whose place, when that was said, and why. */
const delegationRows = ({ signers, locale }: ProofFacts): Row[] =>
  signers
    .flatMap(({ name, delegation }) => {
      if (delegation === undefined) return []
      const text = textsIn(locale).signing.delegation.proof.text({
        ...delegation,
        at: utc(delegation.at),
      })
      return [{ label: name, text, lines: 4 }]
    })
    .slice(0, DELEGATIONS_MOST)

/** What goes where there is room, the most important first: the first page or the details, else the separate file alone. */
export function floatingSections(facts: ProofFacts): Section[] {
  const { certificate: words } = textsIn(facts.locale).signing.proof
  const { delegation, certificates } = textsIn(facts.locale).signing
  const { externalSeal } = facts
  const listed = [
    { title: delegation.proof.label, rows: delegationRows(facts) },
    { title: certificates.proof.heading, rows: ownCertificateRows(facts, words) },
    {
      title: words.externalSeal,
      rows: externalSeal === null ? [] : externalSealRows(externalSeal, facts, words),
    },
  ]
  return [
    { title: words.nature, text: statement(facts, words) },
    { title: words.document, rows: documentRows(facts, words) },
    ...listed.filter(({ rows }) => rows.length > 0),
  ]
}

/** What is always with the details. */
export function hashSections({ document, trail, locale, timeZone }: ProofFacts): Section[] {
  const words = textsIn(locale).signing.proof.certificate
  const { stampedAt } = trail
  return [
    {
      title: words.hashes,
      rows: [
        { label: words.original, text: document.original_sha256, face: 'mono' },
        { label: words.shown, text: document.sha256Shown, face: 'mono' },
        { label: words.beforeSeal, text: document.sha256BeforeSeal, face: 'mono' },
      ],
    },
    {
      title: words.trail,
      text: words.trailText,
      rows: [
        { label: words.trailEntries, text: String(trail.entries) },
        { label: words.trailHead, text: trail.headHash, face: 'mono' },
        ...(stampedAt === null
          ? []
          : [{ label: words.trailStamped, text: new LocalTimes(timeZone).both(stampedAt) }]),
      ],
    },
  ]
}
