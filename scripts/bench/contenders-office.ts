/** The contenders that are LibreOffice itself: warm over UNO (the floor) and cold by --convert-to. */
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { BareOffice, launcher, PLAIN } from './bare-office.ts'
import { type Contender, launch } from './contender.ts'

/** The floor: load and store of the merged file over UNO, one warm worker, glibc malloc. */
export function floor(folder: string): Contender {
  const office = new BareOffice(join(folder, 'floor'))
  let count = 0
  return {
    name: 'floor',
    what: 'bare warm LibreOffice: one worker over UNO, glibc malloc; loads an already merged .docx from disk and stores the PDF',
    every: 1,
    batchMax: 4,
    start: () => office.start(),
    async run(document) {
      const target = join(folder, `floor-${count++}.pdf`)
      await office.convert(document.mergedPath, target)
      const pdf = readFileSync(target)
      rmSync(target)
      return pdf
    },
    stop: () => office.stop(),
    roots: () => office.roots(),
  }
}

/** One process per document, each slot with its own used profile (the best case of this way). */
export function cold(folder: string): Contender {
  const running = new Set<number>()
  return {
    name: 'cold',
    what: '`soffice --headless --convert-to pdf` of the merged .docx: one process per document, on a profile already used',
    every: 4,
    batchMax: 1,
    async start() {},
    async run(document, slot) {
      const out = join(folder, `cold-${slot}`)
      mkdirSync(out, { recursive: true })
      const child = launch(
        launcher(),
        [
          '--headless',
          `-env:UserInstallation=file://${out}/profile`,
          '--convert-to',
          'pdf',
          '--outdir',
          out,
          document.mergedPath,
        ],
        PLAIN,
      )
      if (child.pid) running.add(child.pid)
      child.stdout?.resume()
      await once(child, 'exit')
      if (child.pid) running.delete(child.pid)
      const target = join(out, basename(document.mergedPath).replace(/\.docx$/, '.pdf'))
      const pdf = readFileSync(target)
      rmSync(target)
      return pdf
    },
    async stop() {},
    roots: () => [...running],
  }
}
