/** What laying out an unsigned document removes from it, or makes part of its pages. */
import { deedsIn } from './active-content.ts'
import { hasXfa } from './facts.ts'
import { isForm } from './flatten/widgets.ts'
import { pagesOf } from './pages.ts'
import type { PdfFile } from './pdf-file.ts'
import type { UploadNotice } from './upload-notices.ts'

/** In the order of the notices. @throws PdfFault when the file is damaged or hostile */
export function preparationsOf(file: PdfFile): UploadNotice[] {
  const { scripts, others } = deedsIn(file)
  return [
    ...(isForm(file, pagesOf(file)) ? (['fields_flattened'] as const) : []),
    ...(scripts ? (['javascript_removed'] as const) : []),
    ...(others ? (['actions_removed'] as const) : []),
    ...(hasXfa(file) ? (['xfa_removed'] as const) : []),
  ]
}
