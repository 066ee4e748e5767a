/** Merges data into a Word template: the pure, synchronous heart that runs in a worker thread. */
import { AppError, type Finding } from '../kernel/errors.ts'
import type { JsonObject } from '../kernel/json.ts'
import { checkData } from './data.ts'
import { dateFormat } from './intl-cache.ts'
import { type DocumentMetadata, writeMetadata } from './metadata.ts'
import { type MissingPolicy, RenderRun } from './render-run.ts'
import { tidyFindings } from './scan.ts'
import { openTemplate } from './template-cache.ts'
import { compileDocument, renderDocument, templateInvalid } from './template-engine.ts'

/** What to merge. */
export interface MergeInput {
  /** A .docx file. */
  template: Uint8Array
  data: JsonObject
  /** BCP 47, e.g. `fr-FR`. */
  locale: string
  /** IANA, e.g. `Europe/Paris`. */
  timezone: string
  missing: MissingPolicy
  /** Uploaded pictures by name. */
  pictures: ReadonlyMap<string, Uint8Array>
  metadata?: DocumentMetadata
}

/** The merged document, and what it lacked (with `missing` other than `error`). */
export interface MergeResult {
  docx: Uint8Array
  missing: Finding[]
}

function checkLocale({ locale, timezone }: MergeInput): void {
  try {
    dateFormat(locale, `${timezone} check`, () => ({ timeZone: timezone }))
  } catch (cause) {
    throw new AppError(
      'validation_failed',
      `"locale" must be a BCP 47 tag such as fr-FR and "timezone" an IANA name such as Europe/Paris.`,
      { cause },
    )
  }
}

function refuseFindings(run: RenderRun): void {
  const wrong = tidyFindings([...run.wrong.values()])
  if (wrong.length > 0) {
    throw new AppError(
      wrong.every(({ code }) => code === 'image_invalid') ? 'image_invalid' : 'data_invalid',
      `${wrong.length === 1 ? 'A value' : `${wrong.length} values`} of the data cannot be used where the template uses ${wrong.length === 1 ? 'it' : 'them'}: ${wrong[0]?.detail ?? ''}`,
      { errors: wrong },
    )
  }
  const missing = tidyFindings([...run.missing.values()])
  if (missing.length === 0 || run.policy !== 'error') return
  throw new AppError(
    'data_missing',
    `The data lacks ${missing.length === 1 ? 'a value' : `${missing.length} values`} that the template uses; each is listed with its tag.`,
    { errors: missing },
  )
}

/**
 * Merges data into a template.
 * @throws AppError template_not_docx, template_unsafe, template_too_complex, template_invalid (every error at once),
 * data_invalid, data_missing, render_limit_exceeded, validation_failed (locale, time zone)
 */
export function mergeDocx(input: MergeInput): MergeResult {
  checkLocale(input)
  checkData(input.data)
  const { zip, scan } = openTemplate(input.template)
  if (scan.findings.length > 0) throw templateInvalid(scan.findings)
  const { locale, timezone, pictures } = input
  const run = new RenderRun(input.data, { locale, timezone, pictures }, input.missing)
  const engine = compileDocument(zip, scan, run)
  renderDocument(engine, scan, run, input.data)
  refuseFindings(run)
  const merged = engine.getZip()
  if (input.metadata !== undefined) writeMetadata(merged, input.metadata)
  return {
    docx: engine.toUint8Array({ compression: 'DEFLATE', compressionOptions: { level: 1 } }),
    missing: tidyFindings([...run.missing.values()]),
  }
}
