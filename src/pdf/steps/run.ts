/** Does a list of steps on PDFs that strangers wrote. */
import { PDFNumber } from 'pdf-lib'
import { CodedError, inLanguage } from '../../kernel/coded-error.ts'
import { ownBytes } from '../../kernel/thread-tasks.ts'
import { say } from '../../translations/texts.ts'
import { type ArchivePart, toArchive } from '../archive/archive.ts'
import { attachFile } from '../attachments.ts'
import { flattenForm } from '../flatten/flatten.ts'
import { notSignable, openDocument, reading } from '../opening.ts'
import { type PageFacts, pagesOf } from '../pages.ts'
import { PdfError } from '../pdf-error.ts'
import { nameKey } from '../pdf-file.ts'
import { claimsOf, setProperties } from '../properties.ts'
import { protectPdf } from '../protect.ts'
import { UnreadablePdfError } from '../stream-data.ts'
import { TEST_WORD } from '../test-word.ts'
import { addWatermark } from '../typesetting/watermark.ts'
import { WholePdf } from '../whole-pdf.ts'
import { assembled } from './assembly.ts'
import { compress } from './compress.ts'
import { numberPages, stamp } from './drawings.ts'
import { STEP_LIMITS, type Step, type StepFile, type StepOf, type StepType } from './model.ts'
import { pageIndexes, stepFault } from './page-list.ts'

/** An order of steps. */
export interface StepsOrder {
  /** The first one is the document; steps name the others. */
  files: readonly StepFile[]
  steps: readonly Step[]
  /** Of the files that open with one only. */
  password?: string
  /** Made with a test key: every page states it. */
  test: boolean
  /** Date of attachments, epoch milliseconds. */
  atMs: number
}

/** One document while steps are done. */
interface State {
  readonly order: StepsOrder
  whole: WholePdf
}

const parsed = new WeakMap<StepFile, WholePdf>()

/** A file as a document, read once: it is only copied from. @throws CodedError `pdf_invalid`, `pdf_encrypted`, `pdf_signed` */
function documentOf(order: StepsOrder, file: StepFile): WholePdf {
  const known = parsed.get(file) ?? opened(order, file)
  parsed.set(file, known)
  return known
}

function opened(order: StepsOrder, file: StepFile): WholePdf {
  try {
    const { file: pdf, facts } = openDocument(file.bytes, order.password ?? '')
    if (facts.signatures > 0 || facts.certified !== undefined) throw notSignable([])
    return reading(() => {
      if (facts.pages.length === 0) throw new UnreadablePdfError('it has no pages')
      return new WholePdf(pdf)
    })
  } catch (error) {
    if (!(error instanceof PdfError)) throw error
    const { name } = file
    const why = error.wording ?? { en: error.message }
    // Nothing is signed here: what cannot be signed again is refused as signed.
    const [code, detail] =
      error.code === 'pdf_not_signable'
        ? ['pdf_signed', say('steps.signed', { name })]
        : [error.code, say('steps.inFile', (locale) => ({ name, why: inLanguage(why, locale) }))]
    const pointer = `/files/${order.files.indexOf(file)}`
    throw new CodedError(code, detail, { errors: [{ pointer, detail: detail.en }], cause: error })
  }
}

function fileNamed(order: StepsOrder, name: string, pointer: string): StepFile {
  const file = order.files.find((each) => each.name === name)
  if (file !== undefined) return file
  const known = order.files.map((each) => each.name).join(', ')
  throw stepFault(pointer, say('steps.noFile', { name, known }))
}

/** The part of PDF/A that a document claims. */
const archivePart = (whole: WholePdf): string | undefined =>
  /pdfaid:part=(\d)/.exec(claimsOf(whole) ?? '')?.[1]

/** Refuses what the standard that the document claims does not allow. */
function requireClaim({ whole }: State, allowed: string, pointer: string, what: string): void {
  const part = archivePart(whole)
  if (part !== undefined && !allowed.includes(part))
    throw stepFault(pointer, say('steps.notInArchive', { what, part }))
}

/** Indexes of pages, all by default. */
const indexesIn = ({ whole }: State, pages: string | undefined, pointer: string): number[] =>
  pageIndexes(pages, pagesOf(whole).length, pointer)

function chosen(state: State, pages: string | undefined, pointer: string): PageFacts[] {
  const indexes = new Set(indexesIn(state, pages, `${pointer}/pages`))
  return pagesOf(state.whole).filter((_, index) => indexes.has(index))
}

type Work<Type extends StepType> = (
  state: State,
  step: StepOf<Type>,
  pointer: string,
) => void | Promise<void>

/** What each step does to a document; a split makes several of one. */
const WORK: { [Type in Exclude<StepType, 'split'>]: Work<Type> } = {
  merge(state, { files, bookmarks = true }, pointer) {
    const { order, whole } = state
    const named = new Set(order.steps.flatMap((step) => ('file' in step ? (step.file ?? []) : [])))
    const given = files?.map((name, index) => fileNamed(order, name, `${pointer}/files/${index}`))
    const others = given ?? order.files.slice(1).filter(({ name }) => !named.has(name))
    const title = (file: StepFile | undefined) =>
      bookmarks ? file?.name.replace(/\.pdf$/i, '') : undefined
    state.whole = assembled([
      { whole, title: title(order.files[0]) },
      ...others.map((file) => ({ whole: documentOf(order, file), title: title(file) })),
    ])
  },
  append(state, { file, pages, after }, pointer) {
    const { order, whole } = state
    const other = documentOf(order, fileNamed(order, file, `${pointer}/file`))
    const { length: count } = pagesOf(whole)
    if (after !== undefined && after > count)
      throw stepFault(`${pointer}/after`, say('steps.noPage', { page: after, count }))
    const chosen = indexesIn({ order, whole: other }, pages, `${pointer}/pages`)
    state.whole = assembled([{ whole }, { whole: other, pages: chosen }], after)
  },
  pages(state, { pages }, pointer) {
    const { whole } = state
    state.whole = assembled([{ whole, pages: indexesIn(state, pages, `${pointer}/pages`) }])
  },
  rotate(state, { angle, pages }, pointer) {
    for (const { dict, rotation } of chosen(state, pages, pointer))
      dict.set(nameKey('Rotate'), PDFNumber.of((rotation + angle) % 360))
  },
  async stamp(state, step, pointer) {
    if ((step.text === undefined) === (step.file === undefined))
      throw stepFault(`${pointer}/text`, say('steps.textOrFile'))
    const picture = step.file && fileNamed(state.order, step.file, `${pointer}/file`)
    if (picture || (step.opacity ?? 1) < 1) requireClaim(state, '234', pointer, 'opacity')
    await stamp(state.whole, chosen(state, step.pages, pointer), step, picture)
  },
  async page_numbers(state, step, pointer) {
    await numberPages(state.whole, chosen(state, step.pages, pointer), step)
  },
  attach(state, { file, description, relationship = 'Unspecified' }, pointer) {
    requireClaim(state, '3', pointer, 'attach')
    const { name, bytes: content } = fileNamed(state.order, file, `${pointer}/file`)
    const mimeType = /\.xml$/i.test(name) ? 'text/xml' : 'application/octet-stream'
    const about = { ...(description !== undefined && { description }), relationship, mimeType }
    attachFile(state.whole, { name, content, ...about, modifiedAt: new Date(state.order.atMs) })
  },
  flatten({ whole }) {
    flattenForm(whole, pagesOf(whole), { archive: claimsOf(whole) !== undefined })
  },
  metadata: ({ whole }, step) => setProperties(whole, step),
  compress: ({ whole }) => compress(whole),
  async archive(state, { level = '3b' }, pointer) {
    const part: ArchivePart = level === '2b' ? 2 : 3
    // What it is already it stays, and what it claims besides.
    if (claimsOf(state.whole)?.includes(`pdfaid:part=${part}`)) return
    try {
      const { pdf } = await toArchive(state.whole.save({ classic: false }), undefined, part)
      state.whole = new WholePdf(openDocument(pdf, '').file)
    } catch (error) {
      if (!(error instanceof CodedError)) throw error
      const errors = error.errors.map((each) => ({ ...each, pointer }))
      throw new CodedError(error.code, error.wording ?? error.message, { errors, cause: error })
    }
  },
  encrypt(state, _step, pointer) {
    const { length } = state.order.steps
    if (pointer !== `/steps/${length - 1}`) throw stepFault(pointer, say('steps.encryptLast'))
    requireClaim(state, '', pointer, 'encrypt')
  },
}

/** The parts of a document. */
function split(state: State, { every = 1, ranges }: StepOf<'split'>, pointer: string): State[] {
  const { whole } = state
  const all = [...pagesOf(whole).keys()]
  const parts =
    ranges?.map((each, index) => indexesIn(state, each, `${pointer}/ranges/${index}`)) ??
    Array.from({ length: Math.ceil(all.length / every) }, (_, part) =>
      all.slice(part * every, (part + 1) * every),
    )
  const { parts: max } = STEP_LIMITS
  if (parts.length > max) throw stepFault(pointer, say('steps.parts', { count: parts.length, max }))
  return parts.map((pages) => ({ ...state, whole: assembled([{ whole, pages }]) }))
}

/** The finished file. */
async function finished({ whole, order }: State): Promise<Uint8Array<ArrayBuffer>> {
  if (order.test) addWatermark(whole, pagesOf(whole), TEST_WORD)
  const plain = whole.save({ classic: archivePart(whole) === '1' })
  const last = order.steps.at(-1)
  return ownBytes(last?.type === 'encrypt' ? await protectPdf(plain, last.password) : plain)
}

/**
 * Does the steps in their order.
 * @returns the finished documents: several after a split
 * @throws CodedError `validation_failed` with the step at fault; `pdf_invalid`, `pdf_encrypted` or `pdf_signed` with the
 *   file; `image_invalid`, `render_limit_exceeded`
 */
export async function runSteps(order: StepsOrder): Promise<Uint8Array<ArrayBuffer>[]> {
  const [first] = order.files
  if (first === undefined) throw stepFault('/files', say('steps.noFiles'))
  let states: State[] = [{ order, whole: opened(order, first) }]
  for (const [index, step] of order.steps.entries()) {
    const pointer = `/steps/${index}`
    if (step.type === 'split') states = states.flatMap((state) => split(state, step, pointer))
    // The table has the work of each type under its name.
    else
      for (const state of states)
        await (WORK[step.type] as Work<StepType>)(state, step as never, pointer)
    const count = states.reduce((sum, { whole }) => sum + pagesOf(whole).length, 0)
    const { pages: max } = STEP_LIMITS
    if (count > max) throw stepFault(pointer, say('steps.pagesMost', { count, max }))
  }
  const pdfs: Uint8Array<ArrayBuffer>[] = []
  for (const state of states) pdfs.push(await finished(state))
  return pdfs
}
