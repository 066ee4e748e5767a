/** The upload check against real Word files of other projects, where they are available. */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { lintDocx } from '../../../src/docx/lint/lint.ts'
import { CodedError } from '../../../src/kernel/coded-error.ts'

const CORPORA =
  process.env.PARAPH_CORPORA ?? resolve(import.meta.dirname, '../../../../shared/corpora')
const TABLE = join(CORPORA, 'docx.tsv')

/** Files that LibreOffice converts and that are refused all the same, with the reason. */
const REFUSED: Record<string, string> = {
  'clusterfuzz-testcase-minimized-POIXWPFFuzzer-6733884933668864.docx': 'zip_invalid',
}

interface Sample {
  name: string
  converts: boolean
  file: string
}

const samples = (): Sample[] =>
  readFileSync(TABLE, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [, , path = '', , result, file = ''] = line.split('\t')
      return { name: path.split('/').at(-1) ?? '', converts: result === 'ok', file }
    })

/** The code of the first finding, `ok` when accepted. */
function verdict(sample: Sample): string {
  try {
    lintDocx(readFileSync(join(CORPORA, sample.file)))
    return 'ok'
  } catch (error) {
    if (error instanceof CodedError) return error.errors[0]?.code ?? 'no finding'
    throw error
  }
}

test.runIf(existsSync(TABLE))(
  'what LibreOffice converts is accepted, but for one damaged file',
  () => {
    const wrong = samples()
      .filter((sample) => sample.converts)
      .map((sample) => [sample.name, verdict(sample)])
      .filter(([name = '', found]) => found !== (REFUSED[name] ?? 'ok'))
    expect(wrong).toEqual([])
  },
)

test.runIf(existsSync(TABLE))(
  'what LibreOffice cannot convert is refused before it gets it',
  () => {
    const accepted = samples().filter((sample) => !sample.converts && verdict(sample) === 'ok')
    expect(accepted).toEqual([])
  },
)
