/** The first page of the certificate: who signed, when and how identified, what the signatures are, how to check them. */

import { encodeQR } from 'qr'
import { languageFacts } from '../../kernel/languages.ts'
import type { Box } from '../../pdf/pages.ts'
import type { CertificateTexts } from '../../translations/messages.ts'
import { textsIn } from '../../translations/texts.ts'
import type { Canvas } from '../appearance/canvas.ts'
import type { Faces } from '../appearance/faces.ts'
import { isSigningAction } from '../model/participant-actions.ts'
import type { ProofFacts } from './facts.ts'
import { drawPersonCard, momentOf } from './person-card.ts'
import { type Part, PERSON_HEIGHT, personTop } from './plan.ts'
import {
  BODY,
  drawFitting,
  drawRows,
  heading,
  INNER,
  LABEL,
  MARGIN,
  type Row,
  type Section,
} from './rows.ts'
import { utc } from './times.ts'

/** Blank modules around it (ISO/IEC 18004). */
const QUIET = 4

/** Draws the code of a text into a square, quiet zone included. */
function drawQr(canvas: Canvas, text: string, x: number, y: number, side: number): void {
  // The library always draws a border; the quiet zone is ours.
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 1 }).slice(1, -1)
  const module = side / (rows.length + 2 * QUIET)
  canvas.fill({ x, y, width: side, height: side }, 'white')
  const dark: Box[] = []
  rows.forEach((row, down) => {
    const cells = row.slice(1, -1)
    for (let across = 0; across < cells.length; across += 1) {
      if (!cells[across]) continue
      let run = 1
      while (cells[across + run]) run += 1
      const [left, top] = [x + (QUIET + across) * module, y + (QUIET + down) * module]
      // Overlapping by a hair, so that no viewer shows seams between rows.
      dark.push({ x: left, y: top, width: run * module, height: module * 1.02 })
      across += run
    }
  })
  canvas.fillAll(dark, 'ink')
}

const QR_SIDE = 84
const CHECK_HEIGHT = 100
/** Most that a logo takes, in points. */
const LOGO = { width: 120, height: 36 }

/** `1234567` as `1 234 567`, `1.234.567` or `1,234,567`. */
export const grouped = (value: number, locale: ProofFacts['locale']): string =>
  new Intl.NumberFormat(languageFacts(locale).tag, { useGrouping: 'always' })
    .format(value)
    .replaceAll('\u202f', '\u00a0')

/** Draws the logo of who asked into the upper right corner; returns its width, with the room beside it. */
async function drawLogo(canvas: Canvas, { logo, name }: ProofFacts['sender']): Promise<number> {
  if (logo === undefined) return 0
  const image = await canvas.page.doc.embedPng(logo)
  const factor = Math.min(LOGO.width / image.width, LOGO.height / image.height)
  const [width, height] = [image.width * factor, image.height * factor]
  const x = MARGIN + INNER - width
  canvas.begin('Figure', name)
  canvas.page.drawImage(image, { x, y: canvas.height - BODY.top - 4 - height, width, height })
  canvas.end()
  return width + 12
}

async function drawTitle(canvas: Canvas, facts: ProofFacts, words: CertificateTexts) {
  let y: number = BODY.top + 4
  const width = INNER - (await drawLogo(canvas, facts.sender))
  canvas.said('H1', () => canvas.label(words.title, MARGIN, y, { size: 24, face: 'bold', width }))
  const other = { size: 9.5, color: 'soft', width } as const
  canvas.said('P', () => canvas.label(words.other, MARGIN, y + 25, other))
  y += 42
  if (facts.document.test) {
    canvas.fill({ x: MARGIN, y, width: INNER, height: 17 }, 'alarm')
    const style = { size: 8.5, face: 'bold', color: 'white', width: INNER - 16 } as const
    canvas.said('P', () => canvas.label(words.test, MARGIN + 8, y + 5.2, style))
    y += 22
  }
  return y
}

/** `Signed by 2 of 2`, and whether anybody approved. */
function statusText({ signers, locale }: ProofFacts): string {
  const { summary } = textsIn(locale).signing.proof
  const of = signers.filter(({ action = 'sign' }) => isSigningAction({ action })).length
  const approved = signers.length - of
  return [
    ...(of > 0 ? [summary.signed({ signed: of, of })] : []),
    ...(approved > 0 ? [summary.approved({ approved, of: approved })] : []),
  ].join(' · ')
}

/** Draws the document's name, who sent it, and that all have signed; returns where the cards begin. */
function drawHeadline(canvas: Canvas, facts: ProofFacts, top: number): number {
  const { document, sender, locale } = facts
  const words = textsIn(locale).signing.proof.certificate
  const name = { size: 13, face: 'bold', width: INNER, lines: 2, leading: 1.25 } as const
  let y = top + canvas.said('P', () => canvas.block(document.name, MARGIN, top, name)) + 3
  const who = sender.email === null ? sender.name : `${sender.name} – ${sender.email}`
  const rows: Row[] = [
    { label: words.sender, text: who, lines: 1 },
    { label: words.reference, text: document.id, face: 'mono' },
  ]
  y = drawRows(canvas, rows, { x: MARGIN, y, width: INNER, labelWidth: LABEL, gap: 1.5 }) + 4
  canvas.fill({ x: MARGIN, y, width: INNER, height: 28 }, 'accent')
  canvas.begin('P')
  const status = { size: 13.5, face: 'bold', color: 'white', width: 250 } as const
  canvas.label(statusText(facts), MARGIN + 12, y + 9, status)
  const right = MARGIN + INNER - 12
  const at = document.allSignedAt
  canvas.right(momentOf(at, facts), right, y + 6.5, { size: 8.6, face: 'bold', color: 'white' })
  canvas.right(`${utc(at)} UTC`, right, y + 17, { size: 7.2, color: 'white' })
  canvas.end()
  return y + 36
}

/** Draws the foot of the page. */
export function drawCheck(canvas: Canvas, facts: ProofFacts, words: CertificateTexts): void {
  const top = BODY.bottom - CHECK_HEIGHT
  const { operator } = facts
  canvas.fill({ x: MARGIN, y: top, width: INNER, height: CHECK_HEIGHT }, 'tint')
  const textX = MARGIN + 12
  const width = INNER - QR_SIDE - 36
  let y = heading(canvas, words.verify, { x: textX, y: top + 9, width })
  canvas.begin('P')
  y += canvas.block(facts.verifyUrl, textX, y, { size: 8.6, face: 'bold', width, lines: 2 })
  y += canvas.block(words.verifyText, textX, y + 1, { size: 6.8, color: 'soft', width, lines: 3 })
  canvas.end()
  const rows: Row[] = [
    { label: words.operator, text: `${operator.name} – ${operator.software}` },
    { label: words.policy, text: `${operator.policyOid} – ${operator.policyUrl}`, lines: 2 },
  ]
  drawRows(canvas, rows, { x: textX, y: y + 3, width, labelWidth: 76, gap: 1 })
  const side = { x: MARGIN + INNER - QR_SIDE - 10, y: top + (CHECK_HEIGHT - QR_SIDE) / 2 }
  canvas.begin('Figure', facts.verifyUrl)
  drawQr(canvas, facts.verifyUrl, side.x, side.y, QR_SIDE)
  canvas.end()
}

/** Draws the cards of people. */
export async function drawPeople(
  canvas: Canvas,
  facts: ProofFacts,
  part: Part & { stampFaces: Faces },
): Promise<void> {
  const { from, count, stampFaces } = part
  for (const [index, signer] of facts.signers.slice(from, from + count).entries()) {
    const box = { x: MARGIN, y: personTop(part, index), width: INNER, height: PERSON_HEIGHT }
    await drawPersonCard(canvas, { signer, number: from + index + 1, facts, stampFaces }, box)
  }
}

/**
 * Draws the first page.
 * @param sections what may be on it, if there is room
 * @returns those for which there was none
 */
export async function drawCover(
  canvas: Canvas,
  facts: ProofFacts,
  { sections, ...part }: Part & { stampFaces: Faces; sections: readonly Section[] },
): Promise<Section[]> {
  const words = textsIn(facts.locale).signing.proof.certificate
  const top = drawHeadline(canvas, facts, await drawTitle(canvas, facts, words))
  await drawPeople(canvas, facts, { ...part, top })
  const room = {
    top: personTop({ ...part, top }, part.count) + 3,
    bottom: BODY.bottom - CHECK_HEIGHT - 6,
  }
  const { rest } = drawFitting(canvas, sections, room)
  drawCheck(canvas, facts, words)
  return rest
}
