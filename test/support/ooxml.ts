/** Judges of Word files: openxml-audit, which has the rules of Microsoft's Open XML SDK, python-docx and openpyxl. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { judgePython } from './pyhanko.ts'

const FOLDER = join(import.meta.dirname, '../judge/ooxml')

/** What is wrong with a file. */
export interface OoxmlVerdict {
  faults: Array<{ part: string; path: string; detail: string }>
  /** Why a program could not open it. */
  problems: string[]
}

/** The verdicts on files, in one run. A judge that is missing or fails is an error. */
export function ooxmlVerdicts(files: readonly Uint8Array[]): OoxmlVerdict[] {
  const scratch = mkdtempSync(join(tmpdir(), 'ooxml-'))
  try {
    const names = files.map((file, at) => {
      const name = join(scratch, `${at}.docx`)
      writeFileSync(name, file)
      return name
    })
    const python = judgePython('ooxml', join(FOLDER, 'requirements.txt'))
    const written = execFileSync(python, [join(FOLDER, 'judge.py'), ...names], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    })
    return written
      .trim()
      .split('\n')
      .map((line): OoxmlVerdict => JSON.parse(line))
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

const withoutNumbers = (text: string): string => text.replace(/\d+/g, '')

/** What is wrong with a document and not with its template. */
export function newFaults(template: OoxmlVerdict, document: OoxmlVerdict): string[] {
  const key = ({ part, path, detail }: OoxmlVerdict['faults'][number]): string =>
    withoutNumbers(`${part} ${path} ${detail}`)
  const known = new Set(template.faults.map(key))
  return [
    ...document.faults
      .filter((fault) => !known.has(key(fault)))
      .map(({ part, path, detail }) => `${part} ${path}: ${detail}`),
    ...document.problems,
  ]
}
