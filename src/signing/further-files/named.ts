/** One file of a request by its number, and the name under which it is downloaded. */
import { safeFilename } from '../../http/disposition.ts'
import { refuse } from '../../kernel/refusal.ts'
import { type Files, filesOf, type NumberedFile } from './file.ts'

/** @throws AppError `validation_failed` for a file that is not there */
export function fileNumbered(request: Files, number = 1): NumberedFile {
  const files = filesOf(request)
  const found = files.find((file) => file.number === number)
  if (found !== undefined) return found
  const detail = `"file_number" is ${number}; the document has ${files.length} file(s).`
  refuse([{ pointer: '/file_number', code: 'file_unknown', detail }])
  return files[0]
}

/** The name of a finished file: that of the request, or of the upload where there are several. */
export function signedName(request: Files & { name: string }, number = 1): string {
  const { filename } = fileNumbered(request, number)
  const isOnly = request.further_files.length === 0
  const stem = isOnly ? request.name : filename.replace(/\.pdf$/i, '')
  return safeFilename(`${stem} (signed)`, 'pdf')
}
