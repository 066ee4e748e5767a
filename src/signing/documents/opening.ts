/** Opening uploads: the only document work done on files that have not been checked yet. */
import { CALLS_BY_KIND } from '../../http/other-files.ts'
import { ownBytes } from '../../kernel/thread-tasks.ts'
import { usableForm } from '../../pdf/acroform-import/form.ts'
import { assertSignable } from '../../pdf/layout.ts'
import { type OpenedPdf, openPdf, reading } from '../../pdf/opening.ts'
import type { OpenResults, OpenTasks } from './tasks.ts'

/** Opens an upload and refuses what cannot be signed. @throws AppError `pdf_*` */
export async function openSignable(pdf: Uint8Array): Promise<OpenedPdf> {
  const opened = await openPdf(pdf, { belonging: CALLS_BY_KIND })
  assertSignable(opened)
  return opened
}

/** The same as a task, for a process that reads untrusted files. @throws AppError `pdf_*` */
export async function openUpload({ pdf, form }: OpenTasks['open']): Promise<OpenResults['open']> {
  const { file, facts, notices } = await openSignable(pdf)
  const isSame = Buffer.compare(file.bytes, pdf) === 0
  return {
    ...(!isSame && { pdf: ownBytes(file.bytes) }),
    facts,
    notices,
    ...(form === true && facts.signatures === 0 && { form: reading(() => usableForm(file)) }),
  }
}
