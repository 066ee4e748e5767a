/** The files after the first one in a form. */
import { safeFilename } from '../../http/disposition.ts'
import type { Form } from '../../http/form.ts'
import { AppError, throwIfInvalid } from '../../kernel/errors.ts'
import { formatBytes } from '../../kernel/format-bytes.ts'
import { FILES_MAX } from '../model/files.ts'

/**
 * In the order in which they were sent.
 * @param bytesMax of all files of the form together: what one file may have
 * @throws AppError `validation_failed` for too many, `file_too_large`
 */
export function additionalFilesIn(
  { files }: Form,
  bytesMax: number,
): Array<{ pdf: Uint8Array; filename: string }> {
  const additional = files.get('files') ?? []
  if (additional.length > FILES_MAX - 1) {
    const detail = `"files" has ${additional.length} PDFs; at most ${FILES_MAX - 1} are possible besides "file". Send the others in a request of their own.`
    throwIfInvalid([{ pointer: '/files', code: 'files_too_many', detail }])
  }
  const all = [...(files.get('file') ?? []), ...additional]
  const bytes = all.reduce((sum, each) => sum + each.bytes.length, 0)
  if (additional.length > 0 && bytes > bytesMax) {
    const detail = `The files have ${formatBytes(bytes)} together; the maximum of the key's plan is ${formatBytes(bytesMax)}.`
    throw new AppError('file_too_large', detail, {
      errors: [{ pointer: '/files', detail: `At most ${bytesMax} bytes together.` }],
    })
  }
  return additional.map(({ bytes: pdf, filename }) => ({
    pdf,
    filename: safeFilename(filename || 'document.pdf', 'pdf'),
  }))
}
