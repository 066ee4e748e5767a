/** One file of a request by its number, the name under which it is downloaded, and what is wrong with it. */
import { safeFilename } from '../../http/disposition.ts'
import { type Finding, inLanguage, saying } from '../../kernel/coded-error.ts'
import { AppError } from '../../kernel/errors.ts'
import { detailIn } from '../../translations/findings.ts'
import { invalidAt } from '../../translations/refusals.ts'
import { inEveryLanguage, say } from '../../translations/texts.ts'
import { type Files, pointerOf } from './files.ts'

/** @throws AppError `validation_failed` for a file that is not there */
export function fileNumbered<File extends { number: number }>(
  { files }: { files: readonly [File, ...File[]] },
  number = 1,
): File {
  const found = files.find((file) => file.number === number)
  if (found !== undefined) return found
  const facts = { number, count: files.length }
  throw invalidAt('/file_number', 'file_unknown', 'people.fileNumber', facts)
}

/** The name of a finished file: that of the request, or of the upload where there are several. */
export function signedName(request: Files & { name: string }, number = 1): string {
  const { filename } = fileNumbered(request, number)
  const isOnly = request.files.length === 1
  const stem = isOnly ? request.name : filename.replace(/\.pdf$/i, '')
  return safeFilename(`${stem} (signed)`, 'pdf')
}

/** Runs work on one file; what is wrong with one after the first names that file. */
export async function namingFile<Result>(
  { filename, number }: { filename: string; number: number },
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError) || number === 1) throw error
    const pointer = pointerOf(number)
    const named = ({ pointer: at = '/file', ...finding }: Finding): Finding => ({
      ...finding,
      pointer: at === '/file' ? pointer : at,
    })
    const { retryAfterSeconds } = error
    const own = inEveryLanguage((_, locale) => detailIn(locale, error))
    const detail = say('requests.file', (locale) => ({
      pointer,
      filename,
      detail: inLanguage(own, locale),
    }))
    const errors = error.errors.length > 0 ? error.errors.map(named) : [{ pointer, ...saying(own) }]
    throw new AppError(error.code, detail, { errors, retryAfterSeconds, cause: error })
  }
}
