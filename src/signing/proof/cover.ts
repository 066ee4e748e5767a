/** The first page of the certificate: the document, its hashes, what the signatures are, and how to check them. */
import { languageFacts } from '../../kernel/languages.ts'
import type { CertificateTexts } from '../../translations/messages.ts'
import { textsIn } from '../../translations/texts.ts'
import type { Canvas } from '../appearance/canvas.ts'
import type { ProofExternalSeal, ProofFacts } from './facts.ts'
import { outerClaim, ownCertificateRows, statement } from './nature.ts'
import { drawQr } from './qr.ts'
import { BODY, drawRows, heading, INNER, MARGIN, type Row, SIZE } from './rows.ts'
import { LocalTimes, utc } from './times.ts'

const LABEL = 128
const QR_SIDE = 92
const GAP = 7
/** Most that a logo takes, in points. */
const LOGO = { width: 120, height: 36 }
/** The others are on the cards of their signers only. */
const DELEGATIONS_MOST = 4

/** `1234567` as `1 234 567`, `1.234.567` or `1,234,567`. */
export const grouped = (value: number, locale: ProofFacts['locale']): string =>
  new Intl.NumberFormat(languageFacts(locale).tag, { useGrouping: 'always' })
    .format(value)
    .replaceAll('\u202f', '\u00a0')

/** Draws the logo of who asked into the upper right corner; returns its width, with the room beside it. */
async function drawLogo(canvas: Canvas, logo: Uint8Array | undefined): Promise<number> {
  if (logo === undefined) return 0
  const image = await canvas.page.doc.embedPng(logo)
  const factor = Math.min(LOGO.width / image.width, LOGO.height / image.height)
  const [width, height] = [image.width * factor, image.height * factor]
  const x = MARGIN + INNER - width
  canvas.page.drawImage(image, { x, y: canvas.height - BODY.top - 4 - height, width, height })
  return width + 12
}

async function drawTitle(
  canvas: Canvas,
  facts: ProofFacts,
  words: CertificateTexts,
): Promise<number> {
  let y: number = BODY.top + 4
  const width = INNER - (await drawLogo(canvas, facts.sender.logo))
  canvas.label(words.title, MARGIN, y, { size: 23, face: 'bold', width })
  canvas.label(words.other, MARGIN, y + 26, { size: 9.5, color: 'soft', width })
  y += 46
  if (facts.document.test) {
    canvas.fill({ x: MARGIN, y, width: INNER, height: 17 }, 'alarm')
    const style = { size: 8.5, face: 'bold', color: 'white', width: INNER - 16 } as const
    canvas.label(words.test, MARGIN + 8, y + 5.2, style)
    y += 24
  }
  return y
}

function documentRows(facts: ProofFacts, words: CertificateTexts): Row[] {
  const { document, sender, locale } = facts
  const times = new LocalTimes(facts.timeZone)
  const time = (label: string, at: string): Row => ({ label, text: times.both(at) })
  const who = sender.email === null ? sender.name : `${sender.name} – ${sender.email}`
  const size = words.bytes({ size: grouped(document.size, locale) })
  return [
    { label: words.reference, text: document.id, face: 'mono' },
    ...(document.externalId === null
      ? []
      : [{ label: words.externalId, text: document.externalId, lines: 2 }]),
    { label: words.asReceived, text: words.pages({ pages: document.pages, size }) },
    { label: words.sender, text: who, lines: 2 },
    ...(document.message === null
      ? []
      : [{ label: words.message, text: document.message, lines: 8 }]),
    time(words.created, document.createdAt),
    time(words.sent, document.sentAt),
    time(words.expires, document.expiresAt),
    time(words.allSigned, document.allSignedAt),
    time(words.made, facts.madeAt),
  ]
}

const hashRows = ({ document }: ProofFacts, words: CertificateTexts): Row[] => [
  { label: words.original, text: document.sha256Original, face: 'mono' },
  { label: words.shown, text: document.sha256Shown, face: 'mono' },
  { label: words.beforeSeal, text: document.sha256BeforeSeal, face: 'mono' },
]

/** Text over the whole width. */
const paragraph = (canvas: Canvas, text: string, y: number, lines?: number): number =>
  canvas.block(text, MARGIN, y, {
    size: SIZE,
    width: INNER,
    ...(lines !== undefined && { lines }),
  })

/** Draws the foot of the page. */
export function drawCheck(canvas: Canvas, facts: ProofFacts, words: CertificateTexts): void {
  const height = 112
  const top = BODY.bottom - height
  const { operator } = facts
  canvas.fill({ x: MARGIN, y: top, width: INNER, height }, 'tint')
  const textX = MARGIN + 12
  const width = INNER - QR_SIDE - 36
  let y = heading(canvas, words.verify, { x: textX, y: top + 10, width })
  y += canvas.block(facts.verifyUrl, textX, y, { size: 8, face: 'bold', width, lines: 2 })
  y += canvas.block(words.verifyText, textX, y + 1, { size: 6.4, color: 'soft', width, lines: 3 })
  const rows: Row[] = [
    { label: words.operator, text: `${operator.name} – ${operator.software}` },
    { label: words.policy, text: `${operator.policyOid} – ${operator.policyUrl}`, lines: 2 },
  ]
  drawRows(canvas, rows, { x: textX, y: y + 4, width, labelWidth: 76, gap: 1.2 })
  const side = { x: MARGIN + INNER - QR_SIDE - 12, y: top + (height - QR_SIDE) / 2 }
  drawQr(canvas, facts.verifyUrl, side.x, side.y, QR_SIDE)
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

/** Draws the first page. */
export async function drawCover(canvas: Canvas, facts: ProofFacts): Promise<void> {
  const words = textsIn(facts.locale).signing.proof.certificate
  const { trail, document } = facts
  let y = await drawTitle(canvas, facts, words)
  const name = { size: 12.5, face: 'bold', width: INNER, lines: 2, leading: 1.25 } as const
  y += canvas.block(document.name, MARGIN, y, name) + 5
  const layout = { x: MARGIN, width: INNER, labelWidth: LABEL }
  y = drawRows(canvas, documentRows(facts, words), { ...layout, y }) + GAP
  y = heading(canvas, words.hashes, { x: MARGIN, y, width: INNER })
  y = drawRows(canvas, hashRows(facts, words), { ...layout, y }) + GAP
  y = heading(canvas, words.nature, { x: MARGIN, y, width: INNER })
  y += paragraph(canvas, statement(facts, words), y) + GAP
  const delegations = delegationRows(facts)
  if (delegations.length > 0) {
    const { label } = textsIn(facts.locale).signing.delegation.proof
    y = heading(canvas, label, { x: MARGIN, y, width: INNER })
    y = drawRows(canvas, delegations, { ...layout, y }) + GAP
  }
  const own = ownCertificateRows(facts, words)
  if (own.length > 0) {
    y = heading(canvas, textsIn(facts.locale).signing.certificates.proof.heading, {
      x: MARGIN,
      y,
      width: INNER,
    })
    y = drawRows(canvas, own, { ...layout, y }) + GAP
  }
  if (facts.externalSeal !== null) {
    y = heading(canvas, words.externalSeal, { x: MARGIN, y, width: INNER })
    y = drawRows(canvas, externalSealRows(facts.externalSeal, facts, words), { ...layout, y }) + GAP
  }
  y = heading(canvas, words.trail, { x: MARGIN, y, width: INNER })
  y += paragraph(canvas, words.trailText, y, 3) + 2
  const rows: Row[] = [
    { label: words.trailEntries, text: String(trail.entries) },
    { label: words.trailHead, text: trail.headHash, face: 'mono' },
    ...(trail.stampedAt === null
      ? []
      : [
          { label: words.trailStamped, text: new LocalTimes(facts.timeZone).both(trail.stampedAt) },
        ]),
  ]
  drawRows(canvas, rows, { ...layout, y })
  drawCheck(canvas, facts, words)
}
