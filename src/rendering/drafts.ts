/** A Word document as a PDF before there is data for it: to see where it will be signed. */
import type { Caller } from '../accounts/caller.ts'
import type { MergePool } from '../docx/merge-pool.ts'
import type { UploadedFile } from '../http/form.ts'
import { joinedWarnings } from '../kernel/document-warnings.ts'
import { AppError, throwAsAppError } from '../kernel/errors.ts'
import { type PipelineParts, runPipeline } from './pipeline.ts'
import type { FontSource, OpenedTemplate } from './ports.ts'

/** Creates drafts. */
export class Drafts {
  readonly #fonts: FontSource
  readonly #parts: Omit<PipelineParts, 'invoices'> & {
    merger: Pick<MergePool, 'inspect' | 'clean'>
  }

  constructor(
    parts: Omit<PipelineParts, 'invoices'> & { merger: Pick<MergePool, 'inspect' | 'clean'> },
    fonts: FontSource,
  ) {
    this.#parts = parts
    this.#fonts = fonts
  }

  /**
   * A template with places for signatures is filled with sample data; any other document is converted after the check
   * has cleaned it.
   * @param caller whose fonts it is made with
   * @returns the PDF, and the places of its `{signature:…}` tags when it is a template with such tags
   * @throws template_not_docx, template_unsafe, template_too_complex and the codes of a conversion
   */
  async convert({ bytes, filename }: UploadedFile, caller: Caller, signal: AbortSignal) {
    const fonts = await this.#fonts.usable(caller)
    const { tags, errors, sample } = await this.#parts.merger.inspect(bytes, fonts)
    const isForSigners = tags.some(({ kind }) => kind === 'signature' || kind === 'field')
    if (isForSigners && errors.length === 0) {
      const filled = await this.#filled({ bytes, name: filename, fonts }, sample, signal)
      if (filled !== undefined) return filled
    }
    const { merger, office } = this.#parts
    const { warnings, ...cleaned } = await merger.clean(bytes, fonts)
    const { pdf } = await office.convert({ ...cleaned, kind: 'pdf', signal }).catch(throwAsAppError)
    return { pdf, placements: [], warnings: joinedWarnings(warnings) }
  }

  /** Undefined when sample data does not suit the template. */
  async #filled(
    template: OpenedTemplate,
    data: Awaited<ReturnType<MergePool['inspect']>>['sample'],
    signal: AbortSignal,
  ) {
    try {
      const { name: filename } = template
      const { bytes, placements, warnings } = await runPipeline(
        this.#parts,
        template,
        {
          template: { kind: 'file', bytes: template.bytes, name: filename },
          data,
          pictures: new Map(),
          format: 'pdf',
          filename,
          options: { missing: 'blank' },
          signing: true,
        },
        signal,
      )
      return { pdf: bytes, placements, warnings }
    } catch (error) {
      if (error instanceof AppError && /^(data|image)_/.test(error.code)) return undefined
      throw error
    }
  }
}
