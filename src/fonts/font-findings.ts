/** What is said of a font file that cannot be used. */
import type { UploadFinding } from '../docx/embedded-fonts/uploaded-font.ts'
import { saying } from '../kernel/coded-error.ts'
import { AppError } from '../kernel/errors.ts'
import { inEveryLanguage } from '../translations/texts.ts'

const LICENCE: ReadonlySet<UploadFinding> = new Set(['restricted', 'no_subsets', 'bitmaps_only'])

/** `font_forbidden` where the licence bits say so, `font_invalid` otherwise. */
export function fontProblem(fault: UploadFinding): AppError {
  const detail = inEveryLanguage(({ faults }) => faults.fonts[fault].detail)
  const fix = inEveryLanguage(({ faults }) => faults.fonts[fault].fix)
  const wording = inEveryLanguage(({ faults }) => Object.values(faults.fonts[fault]).join(' '))
  const errors = [{ pointer: '/font', code: fault, ...saying(detail, fix) }]
  const code = LICENCE.has(fault) ? 'font_forbidden' : 'font_invalid'
  return new AppError(code, wording, { errors })
}
