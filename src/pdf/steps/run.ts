/** Does a list of steps on PDFs that strangers wrote. */
import { PDFNumber } from 'pdf-lib'
import { CodedError, inLanguage, type Wording } from '../../kernel/coded-error.ts'
import { ownBytes } from '../../kernel/thread-tasks.ts'
import { say } from '../../translations/texts.ts'
import { attachFile } from '../attachments.ts'
import { flattenForm } from '../flatten/flatten.ts'
import { openDocument } from '../opening.ts'
import { type PageFacts, pagesOf } from '../pages.ts'
import { nameKey } from '../pdf-file.ts'
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
import { claimsOf, setProperties } from './properties.ts'

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
  /** Names of the files that a step names. */
  readonly named: ReadonlySet<string>
  whole: WholePdf
}

const parsed = new WeakMap<StepFile, WholePdf>()

/** What went wrong with one of several files. */
function inFile(error: unknown, { order, file }: { order: StepsOrder; file: StepFile }): unknown {
  const isDamaged = error instanceof UnreadablePdfError
  if (!isDamaged && !(error instanceof CodedError)) return error
  const why: Wording = isDamaged
    ? say('pdf.damagedFile', { why: error.message })
    : (error.wording ?? { en: error.message })
  const { name } = file
  // Nothing is signed here: what cannot be signed again is refused as signed.
  const isSigned = error instanceof CodedError && error.code === 'pdf_not_signable'
  const detail = isSigned
    ? say('steps.signed', { name })
    : say('steps.inFile', (locale) => ({ name, why: inLanguage(why, locale) }))
  const code = isDamaged ? 'pdf_invalid' : isSigned ? 'pdf_signed' : error.code
  const pointer = `/files/${order.files.indexOf(file)}`
  return new CodedError(code, detail, { errors: [{ pointer, detail: detail.en }], cause: error })
}

/** A file as a document, read once: it is only copied from. @throws CodedError `pdf_invalid`, `pdf_encrypted`, `pdf_signed` */
function documentOf(order: StepsOrder, file: StepFile): WholePdf {
  const known = parsed.get(file) ?? opened(order, file)
  parsed.set(file, known)
  return known
}

function opened(order: StepsOrder, file: StepFile): WholePdf {
  try {
    const { file: pdf, facts } = openDocument(file.bytes, order.password ?? '')
    if (facts.signatures > 0 || facts.certified !== undefined)
      throw new CodedError('pdf_signed', say('steps.signed', { name: file.name }))
    if (facts.pages.length === 0) throw new UnreadablePdfError('it has no pages')
    return new WholePdf(pdf)
  } catch (error) {
    throw inFile(error, { order, file })
  }
}

function fileNamed(order: StepsOrder, name: string, pointer: string): StepFile {
  const file = order.files.find((each) => each.name === name)
  if (file !== undefined) return file
  const known = order.files.map((each) => each.name).join(', ')
  throw stepFault(pointer, say('steps.noFile', { name, known }))
}

/** Refuses what the standard that the document claims does not allow. */
function requireClaim(state: State, allowed: RegExp, pointer: string, what: string): void {
  const claims = claimsOf(state.whole)?.match(/pdfaid:part=\d/)?.[0]
  if (claims === undefined || allowed.test(claims)) return
  const part = claims.slice(-1)
  throw stepFault(pointer, say('steps.notInArchive', { what, part }))
}

const chosen = (state: State, pages: string | undefined, pointer: string): PageFacts[] => {
  const all = pagesOf(state.whole)
  const indexes = new Set(pageIndexes(pages, all.length, `${pointer}/pages`))
  return all.filter((_, index) => indexes.has(index))
}

const allPages = (whole: WholePdf): number[] => pagesOf(whole).map((_, index) => index)

type Work<Type extends StepType> = (
  state: State,
  step: StepOf<Type>,
  pointer: string,
) => void | Promise<void>

/** What each step does to a document; a split makes several of one. */
const WORK: { [Type in Exclude<StepType, 'split' | 'encrypt'>]: Work<Type> } = {
  merge(state, { files, bookmarks = true }, pointer) {
    const { order, named } = state
    const given = files?.map((name, index) => fileNamed(order, name, `${pointer}/files/${index}`))
    const others = given ?? order.files.slice(1).filter(({ name }) => !named.has(name))
    const portions = others.map((file) => {
      const whole = documentOf(order, file)
      return { whole, pages: allPages(whole), title: bookmarks ? stem(file) : undefined }
    })
    const [first] = order.files
    const title = bookmarks && first !== undefined ? stem(first) : undefined
    const { whole } = state
    state.whole = assembled([{ whole, pages: allPages(whole), title }, ...portions])
  },
  append(state, { file, pages, after }, pointer) {
    const other = documentOf(state.order, fileNamed(state.order, file, `${pointer}/file`))
    const { whole } = state
    const own = allPages(whole)
    if (after !== undefined && after > own.length)
      throw stepFault(`${pointer}/after`, say('steps.noPage', { page: after, count: own.length }))
    const portion = {
      whole: other,
      pages: pageIndexes(pages, allPages(other).length, `${pointer}/pages`),
    }
    state.whole = assembled([{ whole, pages: own }, portion], after)
  },
  pages(state, { pages }, pointer) {
    const { whole } = state
    const indexes = pageIndexes(pages, allPages(whole).length, `${pointer}/pages`)
    state.whole = assembled([{ whole, pages: indexes }])
  },
  rotate(state, { angle, pages }, pointer) {
    for (const { dict, rotation } of chosen(state, pages, pointer))
      dict.set(nameKey('Rotate'), PDFNumber.of((rotation + angle) % 360))
  },
  async stamp(state, step, pointer) {
    if ((step.text === undefined) === (step.file === undefined))
      throw stepFault(`${pointer}/text`, say('steps.textOrFile'))
    const picture = step.file && fileNamed(state.order, step.file, `${pointer}/file`)
    if (picture || (step.opacity ?? 1) < 1) requireClaim(state, /[^1]$/, pointer, 'opacity')
    await stamp(state.whole, chosen(state, step.pages, pointer), step, picture || undefined)
  },
  async page_numbers(state, step, pointer) {
    await numberPages(state.whole, chosen(state, step.pages, pointer), step)
  },
  attach(state, { file, description, relationship = 'Unspecified' }, pointer) {
    requireClaim(state, /3$/, pointer, 'attach')
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
}

const stem = ({ name }: StepFile): string => name.replace(/\.pdf$/i, '')

/** The parts of a document. */
function split(state: State, { every = 1, ranges }: StepOf<'split'>, pointer: string): State[] {
  const { whole } = state
  const all = allPages(whole)
  const parts =
    ranges?.map((each, index) => pageIndexes(each, all.length, `${pointer}/ranges/${index}`)) ??
    Array.from({ length: Math.ceil(all.length / every) }, (_, part) =>
      all.slice(part * every, (part + 1) * every),
    )
  const { parts: max } = STEP_LIMITS
  if (parts.length > max) throw stepFault(pointer, say('steps.parts', { count: parts.length, max }))
  return parts.map((pages) => ({ ...state, whole: assembled([{ whole, pages }]) }))
}

function refuseTooMany(states: readonly State[], pointer: string): void {
  const count = states.reduce((sum, { whole }) => sum + pagesOf(whole).length, 0)
  const { pages: max } = STEP_LIMITS
  if (count > max) throw stepFault(pointer, say('steps.pagesMost', { count, max }))
}

/** The finished file. */
async function finished(state: State, password: string | undefined) {
  const { whole, order } = state
  if (order.test) addWatermark(whole, pagesOf(whole), TEST_WORD)
  const isArchive1 = /pdfaid:part=1/.test(claimsOf(whole) ?? '')
  const plain = whole.save({ classic: isArchive1 })
  return ownBytes(password === undefined ? plain : await protectPdf(plain, password))
}

/**
 * Does the steps in their order.
 * @returns the finished documents: several after a split
 * @throws CodedError `validation_failed` with the step at fault; `pdf_invalid`, `pdf_encrypted` or `pdf_signed` with the
 *   file; `image_invalid`, `render_limit_exceeded`
 */
export async function runSteps(order: StepsOrder): Promise<Uint8Array<ArrayBuffer>[]> {
  const { files, steps } = order
  const [first] = files
  if (first === undefined) throw stepFault('/files', say('steps.noFiles'))
  const named = new Set(steps.flatMap((step) => ('file' in step && step.file ? [step.file] : [])))
  let states: State[] = [{ order, named, whole: opened(order, first) }]
  const encryptAt = steps.findIndex(({ type }) => type === 'encrypt')
  if (encryptAt >= 0 && encryptAt < steps.length - 1)
    throw stepFault(`/steps/${encryptAt}`, say('steps.encryptLast'))
  for (const [index, step] of steps.entries()) {
    states = await done(states, step, `/steps/${index}`)
    refuseTooMany(states, `/steps/${index}`)
  }
  const password = steps.flatMap((step) => (step.type === 'encrypt' ? [step.password] : [])).at(0)
  const pdfs: Uint8Array<ArrayBuffer>[] = []
  for (const state of states) pdfs.push(await finished(state, password))
  return pdfs
}

/** The documents after a step. */
async function done(states: State[], step: Step, pointer: string): Promise<State[]> {
  if (step.type === 'split') return states.flatMap((state) => split(state, step, pointer))
  for (const state of states)
    if (step.type === 'encrypt') requireClaim(state, /^$/, pointer, 'encrypt')
    // The table has the work of each type under its name.
    else await (WORK[step.type] as Work<StepType>)(state, step as never, pointer)
  return states
}
