/** The files after the first one in a form. */
import { safeFilename } from '../../http/disposition.ts'
import type { Form } from '../../http/form.ts'
import { saying } from '../../kernel/coded-error.ts'
import { AppError, throwIfInvalid } from '../../kernel/errors.ts'
import { formatBytes } from '../../kernel/languages.ts'
import { findingAt, say } from '../../translations/texts.ts'
import { FILES_MAX } from '../model/files.ts'

/**
 * In the order in which they were sent.
 * @param bytesMax of all files of the form together: what one file may have
 * @throws AppError `validation_failed` for too many, `file_too_large`
 */
export function additionalFilesIn({ files }: Form, bytesMax: number) {
  const additional = files.get('files') ?? []
  if (additional.length > FILES_MAX - 1) {
    const detail = say('requests.filesMany', { count: additional.length, max: FILES_MAX - 1 })
    throwIfInvalid([{ pointer: '/files', code: 'files_too_many', ...saying(detail) }])
  }
  const all = [...(files.get('file') ?? []), ...additional]
  const bytes = all.reduce((sum, each) => sum + each.bytes.length, 0)
  if (additional.length > 0 && bytes > bytesMax) {
    const detail = say('requests.filesLarge', (locale) => ({
      size: formatBytes(bytes, locale),
      max: formatBytes(bytesMax, locale),
    }))
    throw new AppError('file_too_large', detail, {
      errors: [findingAt('/files', undefined, 'requests.filesBytes', { max: bytesMax })],
    })
  }
  return additional.map(({ bytes: pdf, filename }) => ({
    pdf,
    filename: safeFilename(filename || 'document.pdf', 'pdf'),
  }))
}
