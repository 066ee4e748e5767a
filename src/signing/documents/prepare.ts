/**
 * Lays a document out for its signers: every page, field and attachment it will ever have, before the first
 * signature. What is added after a signature would make that signature look tampered with.
 */
import type { Language } from '../../kernel/languages.ts'
import { type Drawing, drawAppearance } from '../../pdf/appearance.ts'
import type { AttachedFile } from '../../pdf/attachments.ts'
import type { Cover } from '../../pdf/covers.ts'
import { embedFont } from '../../pdf/fonts.ts'
import { layOut } from '../../pdf/layout.ts'
import type { FieldLabel } from '../../pdf/new-fields.ts'
import type { OpenedPdf } from '../../pdf/opening.ts'
import type { NewField } from '../../pdf/signature-fields.ts'
import { TEST_WORD } from '../../pdf/test-word.ts'
import { loadTypesetting } from '../../pdf/typesetting/shaper.ts'
import { textsIn } from '../../translations/texts.ts'
import { type InputToLayOut, newInput } from '../fields/tasks.ts'
import { isSigningAction, type ParticipantAction } from '../model/participant-actions.ts'
import {
  DEFAULT_SIZE,
  externalSealName,
  fieldName,
  type Placement,
  sealName,
  stampName,
} from '../model/placement.ts'
import { drawProofSheets, type SheetFacts } from '../proof/pages.ts'
import { locksOf } from './locks.ts'

/** A4 in points. */
const SHEET = { width: 595.28, height: 841.89 }
const MARGIN = 56
const COLUMNS = 2
const GAP = 24
const ROWS_PER_SHEET = 8
const FIRST_ROW = 110

/** The document as every signer will sign it. */
export interface Prepared {
  pdf: Buffer
  /** Of every signer, in their order: at least one place each, none for those who approve. */
  placements: Placement[][]
  /** Pages of the proof certificate inside the file. */
  proofPages: number
}

function sheetPlace(page: number, index: number): Placement {
  const [column, row] = [index % COLUMNS, Math.floor(index / COLUMNS)]
  const x = MARGIN + column * ((SHEET.width - 2 * MARGIN - GAP) / COLUMNS + GAP)
  return { page, box: { x, y: FIRST_ROW + row * (DEFAULT_SIZE.height + GAP), ...DEFAULT_SIZE } }
}

const PER_SHEET = COLUMNS * ROWS_PER_SHEET

/** Pages for the signatures of signers without a placement. */
async function drawSheets(count: number, { locale }: SheetFacts): Promise<Drawing[]> {
  const sheet = () =>
    drawAppearance(SHEET, async (page, document) => {
      const font = await embedFont(document, 'bold')
      const at = { x: MARGIN, y: SHEET.height - 80, size: 16, font }
      page.drawText(textsIn(locale).signing.fields.sheet, at)
    })
  return await Promise.all(Array.from({ length: count }, sheet))
}

/** What a layout needs to know besides the document. */
export interface Preparation {
  requestId: string
  /** The signers, in the order of `placements`. */
  signers: ReadonlyArray<{
    name: string
    locale: Language
    step: number
    action?: ParticipantAction
  }>
  /** Without legal effect, which every page states. */
  test: boolean
  /** Given placements per signer; empty for signers who get one here. */
  placements: readonly (readonly Placement[])[]
  /** What each signer fills in. */
  inputs: readonly (readonly InputToLayOut[])[]
  /** Tags on the pages, in whose place there are fields now. */
  covers?: readonly Cover[]
  /** Full names of fields of the document's form, in whose place there are fields now. */
  formFields?: readonly string[]
  /** Content of the reserved pages of the proof certificate. */
  sheets: SheetFacts
  attachments: readonly AttachedFile[]
  /** Whose seal the document gets besides that of the service, by a key of another provider; absent: nobody's. */
  externalSeal?: { name: string }
}

const signerLabel = (signer: { name: string; locale: Language } | undefined): FieldLabel => {
  const { name, locale } = signer ?? { name: '', locale: 'en' }
  return { text: textsIn(locale).signing.fields.signer({ name }), language: locale }
}
const sealLabel = (locale: Language, page: number): FieldLabel => ({
  text: textsIn(locale).signing.fields.seal({ page }),
  language: locale,
})
/** The invisible field of the external seal, filled after the signers and before the seals of the service. */
const outerFields = ({ requestId, sheets, externalSeal }: Preparation): NewField[] => {
  if (externalSeal === undefined) return []
  const label = {
    text: textsIn(sheets.locale).signing.fields.outer({ name: externalSeal.name }),
    language: sheets.locale,
  }
  return [{ name: externalSealName(requestId), page: 0, label }]
}
const stampField = ({ requestId, sheets }: Preparation): NewField => ({
  name: stampName(requestId),
  page: 0,
  label: { text: textsIn(sheets.locale).signing.fields.stamp, language: sheets.locale },
})

/** Every field with what its signature locks. */
function locked(
  { facts }: OpenedPdf,
  what: Preparation,
  { signers, seals }: { signers: readonly NewField[][]; seals: readonly NewField[] },
): NewField[] {
  const namesOf = (placements: readonly NewField[]) => placements.map(({ name }) => name)
  const locks = locksOf({
    signers: signers.map((own, position) => ({
      step: what.signers[position]?.step ?? 1,
      fields: namesOf(own),
      inputs: what.inputs[position]?.map(({ field }) => field) ?? [],
    })),
    seals: namesOf(seals),
    own: facts.signatures > 0 ? [...facts.fieldNames] : [],
  })
  return [...signers.flat(), ...seals].map((placement) => {
    const lock = locks.get(placement.name)
    return lock === undefined ? placement : { ...placement, lock }
  })
}

/** An archive format that allows no arbitrary embedded files (ISO 19005-1, 6.1.11; ISO 19005-2, 6.8). */
const takesAttachments = (pdfaPart: number | undefined) => pdfaPart === undefined || pdfaPart >= 3

/**
 * Makes revision 0. A document that others have signed takes no more pages: then signers without a place sign
 * invisibly and the proof certificate is a file of its own.
 * @throws AppError `pdf_not_signable`
 */
export async function prepare(opened: OpenedPdf, what: Preparation): Promise<Prepared> {
  const pages = opened.facts.pages.length
  const takesPages = opened.facts.signatures === 0
  const signs = what.signers.map(({ action = 'sign' }) => isSigningAction({ action }))
  const homeless = what.placements.filter((own, index) => own.length === 0 && signs[index]).length
  const sheets = takesPages ? await drawSheets(Math.ceil(homeless / PER_SHEET), what.sheets) : []
  let given = 0
  const placements = what.placements.map((own, position): Placement[] => {
    if (own.length > 0 || signs[position] !== true) return [...own]
    if (!takesPages) return [{ page: 1, box: { x: 0, y: 0, width: 0, height: 0 } }]
    const index = given++
    return [sheetPlace(pages + 1 + Math.floor(index / PER_SHEET), index % PER_SHEET)]
  })
  const fields = placements.map((own, position) =>
    own.map(({ page, box }, index): NewField => {
      const name = fieldName(what.requestId, position + 1, index + 1)
      const label = signerLabel(what.signers[position])
      return { name, page: page - 1, label, ...(box.width > 0 && { box }) }
    }),
  )
  const proofSheets = takesPages ? await drawProofSheets(what.sheets) : []
  const own = (takesPages ? proofSheets : [undefined]).map((sheet, index): NewField => {
    const name = sealName(what.requestId, index + 1)
    const label = sealLabel(what.sheets.locale, index + 1)
    if (sheet === undefined) return { name, page: 0, label }
    const { width, height } = sheet.page.getSize()
    const box = { x: 0, y: 0, width, height }
    return { name, page: pages + sheets.length + index, box, label }
  })
  const seals = [...outerFields(what), ...own]
  // Filled-in form values and comments may have to be drawn, in any script.
  if (takesPages || opened.facts.fieldNames.size > 0) await loadTypesetting()
  const pdf = layOut(opened, {
    reservedPages: [...sheets, ...proofSheets],
    inputs: await Promise.all(what.inputs.flat().map(newInput)),
    fields: [...locked(opened, what, { signers: fields, seals }), stampField(what)],
    covers: takesPages ? (what.covers ?? []) : [],
    replaced: new Set(what.formFields),
    attachments: takesPages && takesAttachments(opened.facts.pdfaPart) ? what.attachments : [],
    ...(what.test && { watermark: TEST_WORD }),
  })
  return { pdf, placements, proofPages: proofSheets.length }
}
