/** What was recorded about one signer: how identified, what happened when, and the signature with its certificate. */
import type { Language } from '../../kernel/languages.ts'
import type { Box } from '../../pdf/pages.ts'
import type { CertificateTexts } from '../../translations/messages.ts'
import { textsIn } from '../../translations/texts.ts'
import type { Canvas } from '../appearance/canvas.ts'
import type { ProofSigner } from './facts.ts'
import { drawRows, heading, type Row, SIZE } from './rows.ts'
import { type LocalTimes, utc, utcExact } from './times.ts'
import { shortUserAgent } from './user-agent.ts'

const PAD = 7
const COLUMN_GAP = 16
const TIME_STEP = 9.7
/** Where the sections begin, from the top of the card. */
const SECTIONS = 20
const CERTIFICATE = 95

/** A signer with their number and the context of the card. */
export interface CardSubject {
  signer: ProofSigner
  locale: Language
  /** From 1. */
  number: number
  words: CertificateTexts
  times: LocalTimes
}

/** The telephone number, where codes go to it. */
function phoneRows({ signer, words, locale }: CardSubject): Row[] {
  const { authentication, phoneMasked, phoneFrom } = signer
  if (authentication === 'email') return []
  const { registered } = signer
  if (registered !== null) {
    const { label, text } = words.registered[authentication === 'totp' ? 'totp' : 'passkey']
    const day = registered.registered_at.slice(0, 10)
    return [{ label, text: text({ day, phone: registered.phone }), lines: 2 }]
  }
  const given =
    phoneFrom === 'delegator'
      ? textsIn(locale).signing.delegation.proof.phoneFrom
      : phoneFrom && words.phoneFrom[phoneFrom]
  const supplied = given === null ? '' : ` (${given})`
  return [
    {
      label: words.phone,
      text: phoneMasked === null ? words.none : `${phoneMasked}${supplied}`,
    },
  ]
}

function identityRows(subject: CardSubject): Row[] {
  const { signer, words } = subject
  const { userAgent, embedOrigin, consent } = signer
  const device = userAgent === null ? words.none : shortUserAgent(userAgent)
  const given = consent === null ? words.none : `${consent.version} (${consent.language})`
  return [
    ...phoneRows(subject),
    {
      label: words.codes,
      text: words.codesText({ sent: signer.codesSent, wrong: signer.codesWrong }),
    },
    { label: words.ip, text: signer.ip ?? words.none, face: 'mono' },
    {
      label: words.device,
      text:
        embedOrigin === null ? device : `${device}, ${words.embeddedIn({ origin: embedOrigin })}`,
      // The card has a fixed height.
      lines: signer.registered === null ? 2 : 1,
    },
    { label: words.consent, text: given },
  ]
}

const isApproval = ({ signer }: CardSubject): boolean => signer.action === 'approve'

/** In the place of the signature's: an approval has no certificate. */
const approvalRows = ({ signer, locale }: CardSubject): Row[] => [
  { label: textsIn(locale).signing.proof.asked.shown, text: signer.sha256Before, face: 'mono' },
  { label: '', text: textsIn(locale).signing.proof.asked.approvalText, lines: 2 },
]

/** What became of the key: of ours it was destroyed, of another provider it stays there. */
function keyRow(
  { signer, words, locale }: CardSubject,
  { key_type: type, own }: ProofSigner['certificates'][number],
): Row {
  if (own !== undefined) {
    const { label, text, differs } = textsIn(locale).signing.certificates.proof
    const name = own.name_matches === false ? ` (${differs})` : ''
    return { label, text: `${text({ holder: own.holder, service: own.service })}${name}` }
  }
  const { keyDestroyedAt } = signer
  return {
    label: words.key,
    text:
      keyDestroyedAt === null
        ? words.keyUsed({ type })
        : words.keyDestroyed({ type, at: utcExact(keyDestroyedAt) }),
  }
}

function certificateRows(subject: CardSubject): Row[] {
  const { signer, words } = subject
  if (isApproval(subject)) return approvalRows(subject)
  const [first, ...others] = signer.certificates
  const hashes: Row[] = [
    { label: words.before, text: signer.sha256Before, face: 'mono' },
    { label: words.after, text: signer.sha256After, face: 'mono' },
  ]
  if (first === undefined) return hashes
  const more = others.length === 0 ? '' : `  ${words.more({ count: others.length })}`
  const { timestamp } = first
  return [
    { label: words.serial, text: `${first.serial}${more}`, face: 'mono' },
    { label: words.certificateHash, text: first.certificate_sha256, face: 'mono' },
    {
      label: words.issuer,
      text: `${first.issuer} – ${words.validity} ${utc(first.valid_from)} → ${utc(first.valid_to)}`,
    },
    keyRow(subject, first),
    {
      label: words.timestamp,
      text: timestamp === null ? words.none : `${timestamp.authority} – ${utcExact(timestamp.at)}`,
    },
    ...hashes,
  ]
}

const lastEvent = (subject: CardSubject): string =>
  isApproval(subject) ? textsIn(subject.locale).signing.proof.asked.approved : subject.words.signed

const events = (subject: CardSubject): [label: string, at: string | null][] => {
  const { signer, words } = subject
  return [
    [words.invited, signer.invited_at],
    [words.opened, signer.opened_at],
    [words.consented, signer.consentedAt],
    [words.codeSent, signer.codeSentAt],
    [words.verified, signer.verified_at],
    [lastEvent(subject), signer.signedAt],
  ]
}

function drawChronology(canvas: Canvas, subject: CardSubject, box: Box): void {
  const { words, times } = subject
  const top = heading(canvas, words.chronology, box)
  const [utcX, localX] = [box.x + 74, box.x + 154]
  // In the line of the heading: what is under it fills the card.
  const head = { size: 6.4, color: 'soft' } as const
  canvas.label(words.utc, utcX, box.y + 1.5, { ...head, width: 80 })
  if (times.zone !== null)
    canvas.label(times.zone, localX, box.y + 1.5, { ...head, width: box.x + box.width - localX })
  events(subject).forEach(([label, at], index) => {
    const y = top + index * TIME_STEP
    const isLast = label === lastEvent(subject)
    const face = isLast ? 'bold' : 'regular'
    const color = isLast ? 'ink' : 'soft'
    canvas.begin('P')
    canvas.label(label, box.x, y, { size: SIZE, face, color, width: 70 })
    if (at === null) canvas.label(words.none, utcX, y, { size: SIZE, width: 80 })
    else {
      canvas.label(utc(at), utcX, y, { size: 7.2, width: localX - utcX - 2 })
      const local = { size: 7, color: 'soft', width: box.x + box.width - localX } as const
      canvas.label(times.text(at).slice('yyyy-'.length), localX, y, local)
    }
    canvas.end()
  })
}

function drawHead(canvas: Canvas, { signer, number }: CardSubject, { x, y, width }: Box): void {
  canvas.begin('H2')
  canvas.label(`${number} · ${signer.name}`, x, y, { size: 9.4, face: 'bold', width: width - 150 })
  canvas.right(signer.id, x + width, y + 1.5, { size: 6.5, face: 'mono', color: 'soft' })
  canvas.end()
}

/** Draws what was recorded about a signer into a box. */
export function drawSignerCard(canvas: Canvas, subject: CardSubject, box: Box): void {
  canvas.fill(box, 'tint')
  canvas.fill({ ...box, width: 2 }, 'accent')
  const x = box.x + PAD + 4
  const width = box.width - 2 * PAD - 4
  drawHead(canvas, subject, { ...box, x, y: box.y + PAD, width })
  const column = (width - COLUMN_GAP) / 2
  const left = { x, y: box.y + SECTIONS, width: column, height: 0 }
  const y = heading(canvas, subject.words.identification, left)
  drawRows(canvas, identityRows(subject), { x, y, width: column, labelWidth: 68, gap: 0 })
  drawChronology(canvas, subject, { ...left, x: x + column + COLUMN_GAP })
  const title = isApproval(subject)
    ? textsIn(subject.locale).signing.proof.asked.approval
    : subject.words.signature
  const below = { x, y: box.y + CERTIFICATE, width }
  const rowsY = heading(canvas, title, below)
  const layout = { ...below, y: rowsY, labelWidth: 108, gap: 0 }
  drawRows(canvas, certificateRows(subject), layout)
}
