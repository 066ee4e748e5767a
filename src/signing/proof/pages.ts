/**
 * The proof certificate. Its pages are reserved before the first signature, with their fixed text; the rest is drawn
 * as the appearance of the service's seals, one per page, when everybody has signed.
 */
import { languageFacts } from '../../kernel/languages.ts'
import { type Drawing, drawAppearance } from '../../pdf/appearance.ts'
import { newDocument } from '../../pdf/stream-data.ts'
import { taggedFile } from '../../pdf/tagged/own-pages.ts'
import type { CertificateTexts } from '../../translations/messages.ts'
import { textsIn } from '../../translations/texts.ts'
import { Canvas } from '../appearance/canvas.ts'
import { embedFaces, type Faces, PROOF } from '../appearance/faces.ts'
import {
  consentPages,
  drawConsentPages,
  drawConsentsBelow,
  type PossibleConsents,
} from './consents.ts'
import { drawCheck, drawCover, drawPeople, grouped } from './cover.ts'
import { floatingSections, hashSections } from './details.ts'
import { filesPageOf, type ProofFacts, type ProofFile, proofPageCount } from './facts.ts'
import { CARD_HEIGHT, cardTop, type PagePlan, type Part, planOf } from './plan.ts'
import {
  BODY,
  drawFitting,
  drawRows,
  heading,
  heightOf,
  INNER,
  LABEL,
  MARGIN,
  paragraph,
  type Row,
  type Section,
  SHEET,
} from './rows.ts'
import { drawSignerCard } from './signer-card.ts'
import { LocalTimes } from './times.ts'
import { drawValues } from './values.ts'

const GAP = 7

function fileRows(
  file: ProofFile,
  { locale }: ProofFacts,
  words: CertificateTexts,
): readonly [Row, ...Row[]] {
  const size = words.bytes({ size: grouped(file.original_bytes, locale) })
  const pages = words.pages({ pages: file.pages, size })
  return [
    {
      label: textsIn(locale).signing.proof.files.file({ number: file.number }),
      text: `${file.filename} (${pages})`,
      face: 'bold',
    },
    { label: words.original, text: file.original_sha256, face: 'mono' },
    { label: words.shown, text: file.sha256Shown, face: 'mono' },
    { label: words.beforeSeal, text: file.sha256BeforeSeal, face: 'mono' },
  ]
}

/** Draws the page. */
function drawFiles(canvas: Canvas, facts: ProofFacts): void {
  const words = textsIn(facts.locale).signing.proof.certificate
  const { files = [], document } = facts
  const own = textsIn(facts.locale).signing.proof.files
  let y = heading(canvas, own.title, { x: MARGIN, y: BODY.top + 4, width: INNER })
  const text = own.text({ files: files.length, name: document.name, id: document.id })
  y += paragraph(canvas, text, y) + GAP
  const layout = { x: MARGIN, width: INNER, labelWidth: LABEL, gap: 1 }
  for (const file of files) y = drawRows(canvas, fileRows(file, facts, words), { ...layout, y }) + 6
  drawCheck(canvas, facts, words)
}

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
  const title = `${words.title} · ${words.other}`
  canvas.label(title, MARGIN, 20, { size: 8, face: 'bold', color: 'accent', width: 320 })
  canvas.right(facts.documentId, SHEET.width - MARGIN, 20, { size: 7, face: 'mono', color: 'soft' })
  // At the top, since it is all that signers see of the page.
  canvas.label(words.sheet, MARGIN, 32, { size: 7.6, color: 'soft', width: INNER })
  canvas.rule(MARGIN, 43, INNER)
  canvas.rule(MARGIN, 809, INNER)
  const page = words.page({ number: index + 1, of })
  canvas.right(page, SHEET.width - MARGIN, 814, { size: 7, color: 'soft' })
}

function drawCards(canvas: Canvas, facts: ProofFacts, part: Part): void {
  const { locale, timeZone, signers } = facts
  const words = textsIn(locale).signing.proof.certificate
  const times = new LocalTimes(timeZone)
  for (const [index, signer] of signers.slice(part.from, part.from + part.count).entries()) {
    const subject = { signer, locale, number: part.from + index + 1, words, times }
    const box = { x: MARGIN, y: cardTop(part, index), width: INNER, height: CARD_HEIGHT }
    drawSignerCard(canvas, subject, box)
  }
}

/** Draws what there is room for besides the hashes, which always are; returns the rest. */
function drawDetails(
  canvas: Canvas,
  facts: ProofFacts,
  { details, sections }: { details: { top: number; bottom: number }; sections: readonly Section[] },
): Section[] {
  const always = hashSections(facts)
  const taken = always.reduce((sum, section) => sum + heightOf(canvas, section), 0)
  const { y, rest } = drawFitting(canvas, sections, { ...details, bottom: details.bottom - taken })
  drawFitting(canvas, always, { top: y, bottom: Number.POSITIVE_INFINITY })
  return rest
}

/** Draws the pages of the plan; returns what is left of the sections that had no place of their own. */
async function drawPlanned(
  facts: ProofFacts,
  stampFaces: Faces,
  nextPage: () => Canvas,
): Promise<Section[]> {
  let sections = floatingSections(facts)
  for (const [index, page] of planOf(facts.signers.length).entries()) {
    const canvas = nextPage()
    const { people, details, cards }: PagePlan = page
    if (people !== undefined && index === 0)
      sections = await drawCover(canvas, facts, { ...people, stampFaces, sections })
    else if (people !== undefined) await drawPeople(canvas, facts, { ...people, stampFaces })
    if (details !== undefined) sections = drawDetails(canvas, facts, { details, sections })
    if (cards !== undefined) drawCards(canvas, facts, cards)
  }
  return sections
}

/** Draws what had no room, on pages that only the separate file has. */
function drawRest(sections: readonly Section[], nextPage: () => Canvas): void {
  for (let rest = sections; rest.length > 0; ) {
    const canvas = nextPage()
    const [first, ...others] = rest
    if (first === undefined) return
    // One that is longer than a page goes beyond its end rather than nowhere.
    const { y } = drawFitting(canvas, [first], { top: BODY.top, bottom: Number.POSITIVE_INFINITY })
    rest = drawFitting(canvas, others, { top: y, bottom: BODY.bottom }).rest
  }
}

function noteLoss(canvas: Canvas, { locale }: ProofFacts): void {
  if (!canvas.lossy) return
  const { lossy } = textsIn(locale).signing.proof.certificate
  const small = { size: 6.2, color: 'soft', width: INNER - 80 } as const
  canvas.said('P', () => canvas.label(lossy, MARGIN, 815, small))
}

const indexes = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

const drawSheet = (facts: SheetFacts, index: number, of: number): Promise<Drawing> =>
  drawAppearance(SHEET, async (page, document) =>
    drawFrame(new Canvas(page, await embedFaces(document, facts, PROOF)), facts, index, of),
  )

/** How many pages are reserved. */
async function sheetCount({ signers, files, consents }: SheetFacts): Promise<number> {
  const before = proofPageCount(signers, files)
  if (consents === undefined) return before
  const document = await newDocument()
  const page = document.addPage([SHEET.width, SHEET.height])
  const canvas = new Canvas(page, await embedFaces(document, consents, PROOF))
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
  const faces = await embedFaces(document, facts, PROOF)
  const language = languageFacts(facts.locale).tag
  const drawings: Drawing[] = []
  const all: Canvas[] = []
  const nextPage = (): Canvas => {
    const page = document.addPage([SHEET.width, SHEET.height])
    drawings.push({ page, document })
    const canvas = new Canvas(page, faces, language)
    all.push(canvas)
    return canvas
  }
  const rest = await drawPlanned(facts, await embedFaces(document, facts), nextPage)
  const last = all.at(-1)
  if ((facts.files ?? []).length > 1) drawFiles(nextPage(), facts)
  if (last === undefined || !drawConsentsBelow(last, facts)) drawConsentPages(facts, nextPage)
  drawRest(rest, nextPage)
  drawValues(facts, nextPage)
  for (const canvas of all) noteLoss(canvas, facts)
  await document.flush()
  return drawings
}

/**
 * The certificate as a separate file, not sealed yet.
 * @param pages as returned by {@link drawProofPages}
 */
export async function proofDocument(facts: SheetFacts, pages: readonly Drawing[]) {
  const pdf = await newDocument()
  const faces = await embedFaces(pdf, facts, PROOF)
  for (const [index, { page, document }] of pages.entries()) {
    const [copied] = await pdf.copyPages(document, [document.getPages().indexOf(page)])
    const copy = pdf.addPage(copied)
    drawFrame(new Canvas(copy, faces), facts, index, pages.length)
  }
  const { certificate: words } = textsIn(facts.locale).signing.proof
  const title = `${words.title} – ${facts.documentId}`
  const bytes = await pdf.save({ useObjectStreams: false })
  return await taggedFile(bytes, { title, language: languageFacts(facts.locale).tag })
}
