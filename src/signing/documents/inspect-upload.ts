/** The work done on files that have not been checked yet, in a process for untrusted files: uploads and signers' files. */
import jpeg from 'jpeg-js'
import { CALLS_BY_KIND } from '../../http/other-files.ts'
import { Malformed } from '../../images/facts.ts'
import { beginsAs, readImage } from '../../images/read.ts'
import { strippedJpeg, strippedPng } from '../../images/stripped.ts'
import { CodedError } from '../../kernel/coded-error.ts'
import { AppError } from '../../kernel/errors.ts'
import { ownBytes } from '../../kernel/thread-tasks.ts'
import { usableForm } from '../../pdf/acroform-import/form.ts'
import { assertSignable } from '../../pdf/layout.ts'
import { assertOnePicture, drawing, spentMs } from '../../pdf/one-picture.ts'
import { openPdf, reading } from '../../pdf/opening.ts'
import { invalidAt } from '../../translations/refusals.ts'
import { say } from '../../translations/texts.ts'
import type { Inspected, OpenResults, OpenTasks } from './tasks.ts'

/** The part of a task's processor time after which no further page is drawn. */
const DRAWING = 0.7

/**
 * Opens an upload and refuses what cannot be signed.
 * @param how with the processor time that this may take, in milliseconds
 * @throws AppError `pdf_*`
 */
export async function openSignable({ pdf, password, cpuMs }: OpenTasks['open']) {
  const untilMs = spentMs() + DRAWING * cpuMs
  const opened = await openPdf(pdf, {
    belonging: CALLS_BY_KIND,
    ...(password !== undefined && { password }),
  })
  assertSignable(opened)
  await assertOnePicture(opened, untilMs)
  return opened
}

/** The same as a task, for a process that reads untrusted files. @throws AppError `pdf_*` */
export async function openUpload(task: OpenTasks['open']): Promise<OpenResults['open']> {
  const { pdf, form } = task
  const { file, facts, notices, locked } = await openSignable(task)
  const isSame = Buffer.compare(file.bytes, pdf) === 0
  return {
    ...(!isSame && { pdf: ownBytes(file.bytes) }),
    facts,
    notices,
    ...(locked === true && { locked }),
    ...(form === true && facts.signatures === 0 && { form: reading(() => usableForm(file)) }),
  }
}

/** Of pages as pictures: letters stay readable, and a page of text has about 100 kB at 800 pixels. */
const QUALITY = 50

/** Draws a page as a JPEG. @throws PdfError `pdf_not_signable` */
export async function pagePicture(task: OpenTasks['picture']): Promise<OpenResults['picture']> {
  const { page, width } = task
  const { pixels, ...size } = await drawing(task.pdf, (raster) => raster.draw(page, { width }))
  // PDFium writes blue first.
  for (let at = 0; at < pixels.length; at += 4) {
    const blue = pixels[at] ?? 0
    pixels[at] = pixels[at + 2] ?? 0
    pixels[at + 2] = blue
  }
  return ownBytes(jpeg.encode({ data: pixels, ...size }, QUALITY).data)
}

/** Cameras of phones make up to 50 megapixels; nothing is decoded here. */
const PIXELS_MAX = 100_000_000
const beginsAsPdf = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, 5)).equals(Buffer.from('%PDF-'))

function stripped(strip: (file: Uint8Array) => Uint8Array, file: Uint8Array) {
  try {
    return ownBytes(strip(file))
  } catch (error) {
    if (!(error instanceof Malformed)) throw error
    throw new AppError('image_invalid', say('pdf.picture', { why: error.message }))
  }
}

/** It stays as it is: a signature in it, too. Only whether people can open it matters. */
async function assertReadable(file: Uint8Array): Promise<void> {
  try {
    await openPdf(file, { belonging: CALLS_BY_KIND })
  } catch (error) {
    // An encrypted file that is signed opens without a password; only signing it again would destroy something.
    if (!(error instanceof CodedError) || error.code !== 'pdf_not_signable') throw error
  }
}

/**
 * @throws AppError `validation_failed` for another kind of file, `image_invalid`, `pdf_invalid`, `pdf_encrypted` for
 * one that needs a password
 */
export async function inspect({ file }: { file: Uint8Array }): Promise<Inspected> {
  if (beginsAsPdf(file)) {
    await assertReadable(file)
    return { kind: 'application/pdf' }
  }
  const isPng = beginsAs('png', file)
  if (!isPng && !beginsAs('jpeg', file)) throw invalidAt('/file', 'file_kind', 'links.fileKind')
  readImage(file, 'picture', PIXELS_MAX)
  return isPng
    ? { kind: 'image/png', file: stripped(strippedPng, file) }
    : { kind: 'image/jpeg', file: stripped(strippedJpeg, file) }
}
