/** What a PDF says, read by poppler: an eye that is not ours. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Text, number of pages and document information of a PDF. */
export interface PdfFacts {
  text: string
  pages: number
  info: Record<string, string>
}

/** Reads a PDF, with a password where it needs one. */
export async function pdfFacts(pdf: Uint8Array, password?: string): Promise<PdfFacts> {
  const folder = await mkdtemp(join(tmpdir(), 'paraph-pdf-'))
  const file = join(folder, 'file.pdf')
  const secret = password === undefined ? [] : ['-upw', password]
  try {
    await writeFile(file, pdf)
    const [text, info] = await Promise.all([
      run('pdftotext', [...secret, '-layout', file, '-'], { maxBuffer: 64e6 }),
      run('pdfinfo', [...secret, file]),
    ])
    const facts = Object.fromEntries(
      info.stdout.split('\n').flatMap((line) => {
        const [, name, value] = /^([^:]+):\s*(.*)$/.exec(line) ?? []
        return name === undefined ? [] : [[name, value ?? '']]
      }),
    )
    return { text: text.stdout, pages: Number(facts.Pages), info: facts }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
