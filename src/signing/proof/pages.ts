/**
 * The proof certificate. Its pages are reserved before the first signature, with their fixed text; the rest is drawn
 * as the appearance of the service's seals, one per page, when everybody has signed.
 */
import { type Drawing, drawAppearance } from '../../pdf/appearance.ts'
import { newDocument } from '../../pdf/stream-data.ts'
import { textsIn } from '../../translations/texts.ts'
import { Canvas } from '../appearance/canvas.ts'
import { embedFaces } from '../appearance/faces.ts'
import {
  CARD_GAP,
  CARD_HEIGHT,
  consentPages,
  drawConsentPages,
  drawConsentsBelow,
  type PossibleConsents,
} from './consents.ts'
import { drawCover } from './cover.ts'
import type { ProofFacts } from './facts.ts'
import { filesPageOf, PER_PAGE, proofPageCount } from './facts.ts'
import { drawFiles } from './files-page.ts'
import { BODY, INNER, MARGIN, SHEET } from './rows.ts'
import { drawSignerCard } from './signer-card.ts'
import { LocalTimes } from './times.ts'
import { drawValues } from './values.ts'

/** Content of the reserved pages. */
export interface SheetFacts {
  locale: ProofFacts['locale']
  documentId: string
  signers: number
  /** How many files the request has; absent: one. */
  files?: number
  /** Absent: none, and no pages for them. */
  consents?: PossibleConsents
  /** The file is not the first: only the page that lists the files is in it. */
  isAdditional?: boolean
}

function drawFrame(canvas: Canvas, facts: SheetFacts, index: number, of: number): void {
  const words = textsIn(facts.locale).signing.proof.certificate
  const small = { size: 7, color: 'soft' } as const
  const title = `${words.title} · ${words.other}`
  canvas.label(title, MARGIN, 28, { ...small, face: 'bold', color: 'accent', width: 260 })
  canvas.right(facts.documentId, SHEET.width - MARGIN, 28, { ...small, face: 'mono' })
  canvas.rule(MARGIN, 41, INNER)
  canvas.rule(MARGIN, 809, INNER)
  canvas.label(words.sheet, MARGIN, 815, { size: 6.4, color: 'soft', width: INNER - 80 })
  const page = words.page({ number: index + 1, of })
  canvas.right(page, SHEET.width - MARGIN, 815, { size: 6.4, color: 'soft' })
}

async function drawBody(canvas: Canvas, facts: ProofFacts, index: number): Promise<void> {
  const words = textsIn(facts.locale).signing.proof.certificate
  if (index === 0) await drawCover(canvas, facts)
  else if (index === filesPageOf(facts.signers.length)) drawFiles(canvas, facts)
  else {
    const times = new LocalTimes(facts.timeZone)
    const first = (index - 1) * PER_PAGE
    for (const [place, signer] of facts.signers.slice(first, first + PER_PAGE).entries()) {
      const y = BODY.top + place * (CARD_HEIGHT + CARD_GAP)
      const box = { x: MARGIN, y, width: INNER, height: CARD_HEIGHT }
      await drawSignerCard(
        canvas,
        { signer, locale: facts.locale, number: first + place + 1, words, times },
        box,
      )
    }
  }
}

function noteLoss(canvas: Canvas, { locale }: ProofFacts): void {
  if (!canvas.lossy) return
  const { lossy } = textsIn(locale).signing.proof.certificate
  canvas.label(lossy, MARGIN, 824, { size: 5.8, color: 'soft', width: INNER })
}

const indexes = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

const drawSheet = (facts: SheetFacts, index: number, of: number): Promise<Drawing> =>
  drawAppearance(SHEET, async (page, document) =>
    drawFrame(new Canvas(page, await embedFaces(document, facts)), facts, index, of),
  )

/** How many pages are reserved. */
async function sheetCount({ signers, files, consents }: SheetFacts): Promise<number> {
  const before = proofPageCount(signers, files)
  if (consents === undefined) return before
  const document = await newDocument()
  const page = document.addPage([SHEET.width, SHEET.height])
  const canvas = new Canvas(page, await embedFaces(document, consents))
  return before + consentPages(canvas, signers, consents)
}

/**
 * The pages reserved for the certificate: a thin frame with words that hold both before and after the seal.
 */
export async function drawProofSheets(facts: SheetFacts): Promise<Drawing[]> {
  const drawings: Drawing[] = []
  const count = await sheetCount(facts)
  const own = facts.isAdditional === true ? [filesPageOf(facts.signers)] : indexes(count)
  for (const index of own) drawings.push(await drawSheet(facts, index, count))
  return drawings
}

/**
 * What the seals show, one A4 drawing per reserved page, and after them the pages that only the separate file has: values,
 * and consents for which there was no room. They share their fonts. The same facts give the same drawings.
 * @throws AppError `image_invalid` for a picture that cannot be decoded
 */
export async function drawProofPages(facts: ProofFacts): Promise<Drawing[]> {
  const document = await newDocument()
  const faces = await embedFaces(document, facts)
  const drawings: Drawing[] = []
  const all: Canvas[] = []
  const nextPage = (): Canvas => {
    const page = document.addPage([SHEET.width, SHEET.height])
    drawings.push({ page, document })
    const canvas = new Canvas(page, faces)
    all.push(canvas)
    return canvas
  }
  for (const index of indexes(proofPageCount(facts.signers.length, facts.files?.length)))
    await drawBody(nextPage(), facts, index)
  const last = all[filesPageOf(facts.signers.length) - 1]
  if (last === undefined || !drawConsentsBelow(last, facts)) drawConsentPages(facts, nextPage)
  drawValues(facts, nextPage)
  for (const canvas of all) noteLoss(canvas, facts)
  await document.flush()
  return drawings
}

/**
 * The certificate as a separate file, not sealed yet.
 * @param pages as returned by {@link drawProofPages}
 */
export async function proofDocument(
  facts: SheetFacts,
  pages: readonly Drawing[],
): Promise<Uint8Array> {
  const pdf = await newDocument()
  const faces = await embedFaces(pdf, facts)
  for (const [index, body] of pages.entries()) {
    const page = pdf.addPage([SHEET.width, SHEET.height])
    drawFrame(new Canvas(page, faces), facts, index, pages.length)
    page.drawPage(await pdf.embedPage(body.page))
  }
  return await pdf.save({ useObjectStreams: false })
}
