/** What was recorded about the document: its times, its hashes, its trail, and certificates of others. */
import type { CertificateTexts } from '../../translations/messages.ts'
import { textsIn } from '../../translations/texts.ts'
import { grouped } from './cover.ts'
import type { ProofExternalSeal, ProofFacts } from './facts.ts'
import { outerClaim, ownCertificateRows, statement } from './nature.ts'
import type { Row, Section } from './rows.ts'
import { LocalTimes, utc } from './times.ts'

/** The others are on the cards of their signers only. */
const DELEGATIONS_MOST = 4
/** Of the message to the signers; all of it is in the trail. */
const MESSAGE_LINES = 4

function documentRows(facts: ProofFacts, words: CertificateTexts): Row[] {
  const { document, locale } = facts
  const times = new LocalTimes(facts.timeZone)
  const time = (label: string, at: string): Row => ({ label, text: times.both(at) })
  const size = words.bytes({ size: grouped(document.size, locale) })
  const { externalId, message } = document
  return [
    ...(externalId === null ? [] : [{ label: words.externalId, text: externalId, lines: 2 }]),
    { label: words.asReceived, text: words.pages({ pages: document.pages, size }) },
    ...(message === null ? [] : [{ label: words.message, text: message, lines: MESSAGE_LINES }]),
    time(words.created, document.createdAt),
    time(words.sent, document.sentAt),
    time(words.expires, document.expiresAt),
    time(words.allSigned, document.allSignedAt),
    time(words.made, facts.madeAt),
  ]
}

function externalSealRows(
  seal: ProofExternalSeal,
  facts: ProofFacts,
  words: CertificateTexts,
): Row[] {
  const times = new LocalTimes(facts.timeZone)
  const { timestamp } = seal
  return [
    { label: words.outerHolder, text: `${seal.name} (${words.issuer}: ${seal.issuer})`, lines: 2 },
    { label: words.outerLevel, text: outerClaim(seal.claim, words), lines: 3 },
    { label: words.serial, text: seal.serial, face: 'mono' },
    { label: words.certificateHash, text: seal.sha256, face: 'mono' },
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
        { label: words.original, text: document.sha256Original, face: 'mono' },
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
