/** One signer on the certificate: who, how identified, what happened when, and the signature with its certificate. */
import type { Language } from '../../kernel/languages.ts'
import type { Box } from '../../pdf/pages.ts'
import type { CertificateTexts } from '../../translations/messages.ts'
import { textsIn } from '../../translations/texts.ts'
import type { Canvas } from '../appearance/canvas.ts'
import { drawMark } from '../appearance/mark.ts'
import { usedMethod, type VerifiedIdentity } from '../model/authentication.ts'
import type { ProofCertificate, ProofSigner } from './facts.ts'
import { drawRows, heading, type Row, SIZE } from './rows.ts'
import { type LocalTimes, utc, utcExact } from './times.ts'
import { shortUserAgent } from './user-agent.ts'

const PAD = 10
const PICTURE = { width: 132, height: 38 } as const
const COLUMN_GAP = 16
const LABEL = 68
const TIME_STEP = 10.7
/** Where the sections begin, from the top of the card. */
const SECTIONS = 58
const CERTIFICATE = 153

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
    return [
      {
        label,
        text: text({ day: registered.registered_at.slice(0, 10), phone: registered.phone }),
      },
    ]
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

/** `identity verified 2026-11-21 (video-ident, Acme, case 17)`. */
const statedText = (
  { method, source, reference, verified_at }: VerifiedIdentity,
  words: CertificateTexts,
): string =>
  words.statedText({
    day: verified_at.slice(0, 10),
    facts: [method, source, ...(reference === undefined ? [] : [reference])].join(', '),
  })

function identityRows(subject: CardSubject): Row[] {
  const { signer, words } = subject
  const { userAgent, embedOrigin, consent, verifiedIdentity } = signer
  const device = userAgent === null ? words.none : shortUserAgent(userAgent)
  const given = consent === null ? words.none : `${consent.version} (${consent.language})`
  return [
    { label: words.means, text: words.meansText[usedMethod(signer)][signer.delivery] },
    ...phoneRows(subject),
    {
      label: words.codes,
      text: words.codesText({ sent: signer.codesSent, wrong: signer.codesWrong }),
    },
    ...(verifiedIdentity === null
      ? []
      : [{ label: words.statedIdentity, text: statedText(verifiedIdentity, words), lines: 2 }]),
    { label: words.ip, text: signer.ip ?? words.none, face: 'mono' },
    {
      label: words.device,
      text:
        embedOrigin === null ? device : `${device}, ${words.embeddedIn({ origin: embedOrigin })}`,
      lines: verifiedIdentity === null ? 2 : 1,
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

/** In what unusual way the person acted: above the signature, over the whole width of the card. */
function remarkRows({ signer: { host, delegation }, locale }: CardSubject): Row[] {
  const named = textsIn(locale).signing.delegation.proof
  const from = delegation && named.text({ ...delegation, at: utc(delegation.at) })
  if (host == null) return from === undefined ? [] : [{ label: named.label, text: from }]
  const { label, text } = textsIn(locale).signing.inPerson.proof
  // There is room for one line.
  const more = from === undefined ? '' : ` · ${named.label} ${from}`
  return [{ label, text: `${text({ host })}${more}` }]
}

/** What became of the key: of ours it was destroyed, of another provider it stays there. */
function keyRow({ signer, words, locale }: CardSubject, { keyType, own }: ProofCertificate): Row {
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
        ? words.keyUsed({ type: keyType })
        : words.keyDestroyed({ type: keyType, at: utcExact(keyDestroyedAt) }),
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
    { label: words.certificateHash, text: first.sha256, face: 'mono' },
    {
      label: words.issuer,
      text: `${first.issuer} – ${words.validity} ${utc(first.validFrom)} → ${utc(first.validTo)}`,
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
    [words.invited, signer.invitedAt],
    [words.opened, signer.openedAt],
    [words.consented, signer.consentedAt],
    [words.codeSent, signer.codeSentAt],
    [words.verified, signer.verifiedAt],
    [lastEvent(subject), signer.signedAt],
  ]
}

function drawChronology(canvas: Canvas, subject: CardSubject, box: Box): void {
  const { words, times } = subject
  const top = heading(canvas, words.chronology, box)
  const [utcX, localX] = [box.x + 74, box.x + 154]
  const head = { size: 6.2, color: 'soft' } as const
  canvas.label(words.utc, utcX, top - 1, { ...head, width: 80 })
  if (times.zone !== null)
    canvas.label(times.zone, localX, top - 1, { ...head, width: box.x + box.width - localX })
  events(subject).forEach(([label, at], index) => {
    const y = top + 9 + index * TIME_STEP
    const isLast = label === lastEvent(subject)
    const style = isLast ? 'bold' : 'regular'
    const color = isLast ? 'ink' : 'soft'
    canvas.label(label, box.x, y, { size: SIZE, face: style, color, width: 70 })
    if (at === null) canvas.label(words.none, utcX, y, { size: SIZE, width: 80 })
    else {
      canvas.label(utc(at), utcX, y, { size: 6.8, width: localX - utcX - 2 })
      const local = { size: 6.4, color: 'soft', width: box.x + box.width - localX } as const
      canvas.label(times.text(at).slice('yyyy-'.length), localX, y, local)
    }
  })
}

async function drawHead(canvas: Canvas, subject: CardSubject, box: Box): Promise<void> {
  const { signer, number, words } = subject
  const { x, y, width } = box
  canvas.badge(String(number), x + PAD + 9, y + PAD + 9, 9)
  const left = x + PAD + 26
  const room = width - 2 * PAD - 26 - PICTURE.width - 10
  const step = `${words.step({ step: signer.step })} · ${signer.id}`
  const { witnessOf } = signer
  const role = [
    step,
    ...(signer.role === null ? [] : [signer.role]),
    ...(witnessOf === undefined
      ? []
      : [textsIn(subject.locale).signing.proof.asked.witnessOf({ name: witnessOf })]),
  ].join(' · ')
  canvas.label(signer.name, left, y + PAD, { size: 11, face: 'bold', width: room })
  canvas.block(signer.email, left, y + PAD + 14, { size: 7.4, width: room, lines: 2 })
  const wraps = canvas.linesOf(signer.email, { size: 7.4, width: room, lines: 2 }).length
  const below = y + PAD + 15 + wraps * 10
  canvas.label(role, left, below, { size: SIZE, color: 'soft', width: room })
  if (isApproval(subject)) return
  const frame = { x: x + width - PAD - PICTURE.width, y: y + PAD - 2, ...PICTURE }
  canvas.fill(frame, 'white')
  canvas.frame(frame)
  if (signer.mark === null) return
  await drawMark(canvas, signer.mark, {
    x: frame.x + 5,
    y: frame.y + 4,
    width: frame.width - 10,
    height: frame.height - 8,
  })
  const kind = { size: 5.6, color: 'soft', width: PICTURE.width } as const
  canvas.label(words.kinds[signer.mark.kind], frame.x, frame.y + PICTURE.height + 3, kind)
}

/** Draws a signer into a box. */
export async function drawSignerCard(
  canvas: Canvas,
  subject: CardSubject,
  box: Box,
): Promise<void> {
  canvas.fill(box, 'tint')
  canvas.fill({ ...box, width: 2 }, 'accent')
  await drawHead(canvas, subject, box)
  const { words } = subject
  const inner = box.width - 2 * PAD
  const column = (inner - COLUMN_GAP) / 2
  const top = box.y + SECTIONS
  const left = { x: box.x + PAD, y: top, width: column, height: 0 }
  const y = heading(canvas, words.identification, left)
  // The card has a fixed height.
  const gap = subject.signer.verifiedIdentity === null ? 1 : 0
  const narrow = { width: column, labelWidth: LABEL, gap }
  drawRows(canvas, identityRows(subject), { x: left.x, y, ...narrow })
  drawChronology(canvas, subject, { ...left, x: left.x + column + COLUMN_GAP })
  const remarks = remarkRows(subject)
  const isFull = remarks.length > 0
  const below = { x: left.x, y: box.y + CERTIFICATE - (isFull ? 2 : 0), width: inner }
  const title = isApproval(subject)
    ? textsIn(subject.locale).signing.proof.asked.approval
    : words.signature
  const rowsY = heading(canvas, title, below)
  const rows = [...remarks, ...certificateRows(subject)]
  drawRows(canvas, rows, { ...below, y: rowsY, labelWidth: 108, gap: isFull ? 0 : 0.3 })
}
