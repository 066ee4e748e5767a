/**
 * Opens files uploaded to be signed. The rest of the service works on a file that a strict reader accepts: an
 * encrypted or damaged one is rewritten first, and the sender is notified.
 */

import { asBuffer } from '../kernel/bytes.ts'
import { inLanguage, saying, type Wording } from '../kernel/coded-error.ts'
import { FILE_KINDS, type FileKind, fileKind } from '../kernel/file-kinds.ts'
import { say } from '../translations/texts.ts'
import { noteDeeds, noteKept } from './active-content.ts'
import { factsOf, hasXfa, type PdfFacts, usageRightsOf } from './facts.ts'
import { isForm } from './flatten/widgets.ts'
import { pagesOf } from './pages.ts'
import { PdfError } from './pdf-error.ts'
import { PdfFile } from './pdf-file.ts'
import { repairedFile } from './repair/repair.ts'
import { plainPageTree } from './repair/repair-pages.ts'
import { leaveOneView, viewsOf } from './single-view.ts'
import { EncryptedPdfError, UnreadablePdfError, UnsupportedPdfError } from './stream-data.ts'
import { NoticeList, type UploadNotice } from './upload-notices.ts'
import { WholePdf } from './whole-pdf.ts'

/** An opened upload. */
export interface OpenedPdf {
  /** Its bytes differ from the upload if it was rewritten. */
  file: PdfFile
  facts: PdfFacts
  /** What was changed, or will be. */
  notices: readonly UploadNotice[]
  /** Pages, from 1, that could look different on a screen and on paper: see `one-picture.ts`. */
  compared?: readonly number[]
  /** Whether the upload opens with its password only. */
  locked?: boolean
}

/** What laying out will remove, or make part of the pages, in the order of the notices. @throws UnreadablePdfError when the file is damaged or hostile */
function preparationsOf(file: PdfFile): UploadNotice[] {
  const notices = new NoticeList()
  const pages = pagesOf(file)
  if (isForm(file, pages)) notices.add('fields_flattened')
  noteDeeds(file, pages, notices)
  if (hasXfa(file)) notices.add('xfa_removed')
  if (usageRightsOf(file).length > 0) notices.add('usage_rights_removed')
  return notices.all
}

const unreadable = (error: UnreadablePdfError): PdfError =>
  new PdfError('pdf_invalid', say('pdf.openAgain', { why: error.message }), { cause: error })

/** Runs a function that reads an untrusted file, and rewords its errors. @throws PdfError `pdf_invalid` */
export function reading<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    throw error instanceof UnreadablePdfError ? unreadable(error) : error
  }
}

/** Bytes before the header, which readers ignore, shift all offsets. */
function fromHeader(pdf: Uint8Array): Uint8Array {
  const start = Buffer.from(pdf.buffer, pdf.byteOffset, Math.min(1024, pdf.length)).indexOf('%PDF-')
  return start > 0 ? pdf.subarray(start) : pdf
}

/** Of a signature; neither it nor its value is ever packed or encrypted. */
const BYTE_RANGE = '/ByteRange'

/** Whether the bytes contain a signature besides usage rights, reachable or not. */
const bearsSignature = ({ signatures, certified }: PdfFacts, file: PdfFile): boolean =>
  signatures > 0 ||
  certified !== undefined ||
  file.bytes.toString('latin1').split(BYTE_RANGE).length - 1 > usageRightsOf(file).length

const signedAndDamaged = (error: UnreadablePdfError): Wording =>
  say('pdf.signedDamaged', { why: error.message })

/** The error for a file that cannot be signed, with the reasons. */
export const notSignable = (reasons: readonly Wording[]): PdfError =>
  new PdfError(
    'pdf_not_signable',
    say('pdf.notSignable', (locale) => ({
      reasons: reasons.map((reason) => inLanguage(reason, locale)).join('; '),
    })),
    { errors: reasons.map((reason) => saying(reason)) },
  )

/**
 * What is said of a file that does not open with a password.
 * @param password undefined where nobody was asked for it, empty where none was given
 */
export function wrongPassword(password: string | undefined): PdfError {
  if (password === undefined) return new PdfError('pdf_encrypted', say('pdf.password'))
  const detail = say(password === '' ? 'pdf.passwordMissing' : 'pdf.passwordWrong')
  const code = password === '' ? 'required' : 'password_wrong'
  return new PdfError('pdf_encrypted', detail, {
    errors: [{ pointer: '/password', code, ...saying(detail) }],
  })
}

/** Decrypts a file, without its password if that is enough. @returns whether it is locked */
function unlock(file: PdfFile, password: string | undefined): boolean {
  if (file.decrypt('')) return false
  if (password === undefined || !file.decrypt(password)) throw wrongPassword(password)
  return true
}

const unknownEncryption = (error: EncryptedPdfError): PdfError =>
  new PdfError('pdf_encrypted', say('pdf.notDecrypted', { why: error.message }), { cause: error })

/** Everything reachable in a file, as a file of its own. */
function written(file: PdfFile, change: (whole: WholePdf) => void = () => undefined): PdfFile {
  const whole = new WholePdf(file)
  change(whole)
  return PdfFile.open(whole.save({ classic: false }))
}

/** Opens it by its own cross-references. @throws UnreadablePdfError when they cannot be followed */
function asItSays(bytes: Buffer, password: string | undefined): OpenedPdf {
  const given = PdfFile.open(bytes)
  if (!given.isEncrypted) return { file: given, facts: factsOf(given), notices: [] }
  const locked = unlock(given, password)
  const file = written(given)
  const facts = factsOf(file)
  if (bearsSignature(facts, given)) throw notSignable([say('pdf.signedEncrypted')])
  return { file, facts, notices: ['decrypted'], locked }
}

/** What its cross-references reach, if only something else in it is broken. */
function reachedIn(bytes: Buffer, password: string | undefined): OpenedPdf {
  const given = PdfFile.open(bytes)
  const encrypted = given.isEncrypted
  const locked = encrypted && unlock(given, password)
  return { ...asRepaired(written(given), encrypted), locked }
}

function asRepaired(file: PdfFile, encrypted: boolean): OpenedPdf {
  return {
    file,
    facts: factsOf(file),
    notices: encrypted ? ['repaired', 'decrypted'] : ['repaired'],
  }
}

/** Opens it by scanning for objects. */
function foundIn(bytes: Buffer, password: string | undefined, lenient = false): OpenedPdf {
  const open = repairedFile(bytes, '', lenient)
  const found = open ?? (password === undefined ? open : repairedFile(bytes, password, lenient))
  if (found === undefined) throw wrongPassword(password)
  const opened = asRepaired(written(found.file, plainPageTree), found.encrypted)
  return { ...opened, locked: open === undefined }
}

/** A damaged file rewritten from what is readable; undefined when nothing can be recovered. */
function repaired(bytes: Buffer, password: string | undefined, error: UnreadablePdfError) {
  if (error instanceof EncryptedPdfError) throw unknownEncryption(error)
  // Its own table is right; what a scan takes for the last version of an object may be wrong.
  if (error instanceof UnsupportedPdfError) throw error
  if (bytes.includes(BYTE_RANGE)) throw notSignable([signedAndDamaged(error)])
  const attempts = [
    () => reachedIn(bytes, password),
    () => foundIn(bytes, password),
    () => foundIn(bytes, password, true),
  ]
  for (const attempt of attempts) {
    try {
      const opened = attempt()
      if (opened.facts.signatures > 0) throw notSignable([signedAndDamaged(error)])
      return opened
    } catch (error) {
      if (!(error instanceof UnreadablePdfError)) throw error
      if (error instanceof EncryptedPdfError) throw unknownEncryption(error)
    }
  }
  return undefined
}

/** Rewrites what a screen, a printer or another reader would show differently, before anyone sees it. */
function withOneView(opened: OpenedPdf): OpenedPdf {
  const { several, pages, loose } = viewsOf(opened.file, pagesOf(opened.file))
  if (opened.facts.signatures > 0) return { ...opened, compared: loose }
  if (!several) return opened
  const whole = new WholePdf(opened.file)
  const notices = leaveOneView(whole, pagesOf(whole))
  const file = PdfFile.open(whole.save({ classic: opened.facts.pdfaPart === 1 }))
  // What is still loose, against expectation, is drawn.
  const compared = [...new Set([...pages, ...viewsOf(file, pagesOf(file)).loose])]
  const seen = { ...opened, file, facts: factsOf(file), compared }
  return { ...seen, notices: [...opened.notices, ...notices] }
}

/** What of a document that others have signed stays as it is, though it would be removed from another. */
function keptIn(file: PdfFile): UploadNotice[] {
  const notices = new NoticeList()
  noteKept(file, pagesOf(file), notices)
  return notices.all
}

/** Adds the changes that the layout will make; of a document that others have signed, what it must keep. */
function withPreparations(opened: OpenedPdf, isKnown: boolean): OpenedPdf {
  const seen = withOneView(opened)
  if (isKnown) return seen
  const own = opened.facts.signatures > 0 ? keptIn(seen.file) : preparationsOf(seen.file)
  return { ...seen, notices: [...seen.notices, ...own] }
}

/** How an upload is opened. */
interface OpenOptions {
  /** Of a file that may be locked; empty: none was given where one can be. */
  password?: string
  /** Said of a file that is no PDF. */
  belonging?: Belonging
  /** It has been opened before: its sender knows what is changed. */
  isKnown?: boolean
}

/** Opens a file, damaged ones by what can be read of them, and does something with what it found. */
function openWith(
  pdf: Uint8Array,
  { password, belonging }: OpenOptions,
  use: (opened: OpenedPdf) => OpenedPdf,
): OpenedPdf {
  const bytes = asBuffer(fromHeader(pdf))
  return reading(() => {
    try {
      return use(asItSays(bytes, password))
    } catch (error) {
      if (!(error instanceof UnreadablePdfError)) throw error
      const opened = repaired(bytes, password, error)
      if (opened !== undefined) return use(opened)
      const other = otherFile(bytes, belonging)
      throw other === undefined ? error : new PdfError('pdf_invalid', other, { cause: error })
    }
  })
}

/**
 * Opens an upload and reads its facts; an encrypted or damaged file is rewritten. Nothing else is changed in it.
 * @throws PdfError `pdf_invalid`, `pdf_encrypted`, `pdf_not_signable` for a signed file that would have to be
 *   rewritten
 */
export const openDocument = (pdf: Uint8Array, password: string): OpenedPdf =>
  openWith(pdf, { password }, (opened) => opened)

/** Opens an upload to be signed, with what laying it out will change. @throws PdfError as {@link openDocument} */
export async function openPdf(
  pdf: Uint8Array,
  { isKnown = false, ...options }: OpenOptions = {},
): Promise<OpenedPdf> {
  return openWith(pdf, options, (opened) => withPreparations(opened, isKnown))
}

/** Where other kinds of files belong, in a sentence each: the engine does not know who takes them. */
export type Belonging = Readonly<Partial<Record<FileKind, string>>>

/** @returns the sentences for a file that is recognised as something else; undefined for a PDF and the unknown */
export function otherFile(bytes: Uint8Array, belonging: Belonging = {}): string | undefined {
  const kind = fileKind(bytes)
  if (kind === undefined || kind === 'pdf') return undefined
  if (kind === 'empty') return `The file is ${FILE_KINDS.empty}.`
  return [`The file is ${FILE_KINDS[kind]}, not a PDF.`, belonging[kind] ?? 'Send a PDF.'].join(' ')
}
