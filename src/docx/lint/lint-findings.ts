/**
 * The closed list of finding codes of the template check, and the collector that combines findings into one problem.
 */
import type { Finding } from '../../kernel/coded-error.ts'
import type { DocumentWarning } from '../../kernel/document-warnings.ts'
import { firstDetail } from '../../translations/findings.ts'
import { say } from '../../translations/texts.ts'
import type { XmlFinding } from '../../xml/scan.ts'
import { DocxError } from '../docx-error.ts'
import findings from './lint-findings.json' with { type: 'json' }

/** Every finding code of the template check, with its problem and what the author can do about it. */
export const LINT_FINDINGS = findings

/** Stable name of one finding of the template check (`errors[].code`). */
export type LintCode = keyof typeof LINT_FINDINGS

/** Where a finding is. */
interface LintPlace {
  /** Name of the part inside the .docx. */
  part?: string
  /** The relationship id, element or field at fault, as written there. */
  tag?: string
  /** Better advice than the code's usual one. */
  fix?: string
}

const SHOWN_MAX = 100
const LOSSES_MAX = 1000
const GRAVITY = ['template_unsafe', 'template_too_complex', 'template_not_docx'] as const

/** Collects the findings of one template check, so that all of them are reported at once. */
export class LintFindings {
  /** Content that was removed from the document without rejecting it. */
  readonly warnings: Finding[] = []
  /** Content that the result lacks or shows differently. */
  readonly losses: DocumentWarning[] = []
  readonly #errors: (Finding & { code: LintCode })[] = []
  #omitted = 0

  /** Records a reason to reject the template. */
  add(code: LintCode, detail: string, place: LintPlace = {}): void {
    const isKnown = this.#errors.some(
      (found) => found.code === code && found.detail === detail && found.tag === place.tag,
    )
    if (isKnown) return
    if (this.#errors.length === SHOWN_MAX) this.#omitted++
    else this.#errors.push({ code, detail, fix: LINT_FINDINGS[code].fix, ...place })
  }

  /** Records that a part is not the plain XML that is required. */
  addXmlFinding(part: string, finding: XmlFinding): void {
    if (finding.kind === 'dtd')
      this.add('dtd_refused', `${part} contains a document type declaration: ${finding.detail}`, {
        part,
        tag: '<!DOCTYPE>',
      })
    else this.add('xml_invalid', `${part} is not well-formed XML: ${finding.detail}.`, { part })
  }

  /** Records something that was removed; the template is still used. */
  warn(code: string, detail: string, place: LintPlace = {}): void {
    if (this.warnings.length < SHOWN_MAX) this.warnings.push({ code, detail, ...place })
  }

  /** Records something that the result lacks. */
  lose(warning: DocumentWarning): void {
    if (this.losses.length < LOSSES_MAX) this.losses.push(warning)
  }

  /** Whether anything rejects the template. */
  get any(): boolean {
    return this.#errors.length > 0
  }

  /** Throws one problem with every finding; the most severe kind determines its code. */
  throwIfAny(): void {
    if (!this.any) return
    const problem =
      GRAVITY.find((code) =>
        this.#errors.some((found) => LINT_FINDINGS[found.code].problem === code),
      ) ?? 'template_not_docx'
    const first = this.#errors.find((found) => LINT_FINDINGS[found.code].problem === problem)
    const others = this.#errors.length + this.#omitted - 1
    throw new DocxError(
      problem,
      say('data.lint', (locale) => ({
        detail: firstDetail(locale, first === undefined ? [] : [first]),
        more: others,
      })),
      { errors: this.#errors },
    )
  }
}
