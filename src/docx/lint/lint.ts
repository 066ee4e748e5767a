/**
 * Checks an untrusted .docx before anything else reads it, and produces a cleaned package: only parts that
 * relationships reach, no external references. Everything downstream reads that package, never the original bytes, so
 * a file that two zip or XML readers would interpret differently is only ever read by one.
 */

import { embeddedFonts, putFonts } from '../embedded-fonts/embedded-fonts.ts'
import { foreignArchive, foreignFile } from './foreign-file.ts'
import { DOCX_LIMITS, type DocxLimits } from './limits.ts'
import { LintFindings } from './lint-findings.ts'
import { PackageLint } from './lint-package.ts'
import { readZip } from './zip-read.ts'

/**
 * Checks and unpacks a template. Synchronous and pure: run it in a worker thread.
 * @throws DocxError `template_not_docx`, `template_unsafe`, `template_too_complex`; `errors` lists every finding
 */
export function lintDocx(bytes: Uint8Array, limits: DocxLimits = DOCX_LIMITS) {
  const findings = new LintFindings()
  const foreign = foreignFile(bytes)
  if (foreign !== null) findings.add(foreign.code, foreign.detail)
  findings.throwIfAny()
  const files = readZip(bytes, limits, findings)
  const { fonts, ignored } = embeddedFonts(files)
  const lint = PackageLint.over(files, limits, findings)
  if (lint === null) {
    const archive = foreignArchive(files)
    findings.add(archive.code, archive.detail)
  }
  lint?.run()
  findings.throwIfAny()
  const parts = lint?.cleaned() ?? files
  putFonts(parts, fonts)
  return {
    /** The cleaned package: XML parts are UTF-8 without byte order mark. `[Content_Types].xml` is first. */
    parts,
    /** Name of the main document part, usually `word/document.xml`. */
    mainPart: lint?.mainPart ?? '',
    /** What was removed that changes nothing in the result. */
    warnings: findings.warnings,
    /** What was removed or replaced that the result lacks. */
    losses: [...findings.losses, ...ignored],
  }
}
