/** One file at a time for intake.ts, in a process of its own: a hostile file ends this one only. */
import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { CodedError } from '../src/kernel/coded-error.ts'
import { noticeOf } from '../src/pdf/upload-notices.ts'
import { openSignable } from '../src/signing/documents/inspect-upload.ts'
import { prepare } from '../src/signing/documents/prepare.ts'
import { difference, pdfPages } from './pictures/raster.ts'

const DPI = 36
/** Pages of one document that are compared. */
const PAGES = 3

/** What became of a file. */
export interface Taken {
  file: string
  /** `accepted`, or the code of the refusal; `fault` where it is none of ours. */
  outcome: string
  ms: number
  detail?: string
  notices?: readonly string[]
  /** Filled in the upload. */
  signatures?: number
  /** DocMDP level of a certified one. */
  certified?: number
  /** Pages that pdf.js finds in the upload; 0 where it does not open. */
  viewer: number
  /** Largest share of points in which a page differs; undefined where it was drawn neither before nor after. */
  worst?: number
}

/** What is to be done with one file. */
export interface Order {
  path: string
  target: string
  /** Draw the pages before and after. */
  pictures: boolean
}

async function pagesInViewer(pdf: Uint8Array): Promise<number> {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: VerbosityLevel.ERRORS })
  try {
    const document = await task.promise
    await document.getPage(1)
    return document.numPages
  } catch {
    return 0
  } finally {
    await task.destroy()
  }
}

const drawn = (pdf: Uint8Array) => pdfPages(pdf, DPI, PAGES).catch(() => [])

async function compared(before: Uint8Array, after: Uint8Array): Promise<number | undefined> {
  const [one, other] = [await drawn(before), await drawn(after)]
  if (one.length === 0) return other.length === 0 ? undefined : 0
  return Math.max(
    ...one.map((page, index) => {
      const same = other[index]
      return same === undefined ? 1 : difference(page, same)
    }),
  )
}

async function taken({ path, target, pictures }: Order): Promise<Taken> {
  const [file, pdf] = [basename(path), await readFile(path)]
  const viewer = await pagesInViewer(pdf)
  const startMs = performance.now()
  const ms = (): number => Math.round(performance.now() - startMs)
  try {
    const opened = await openSignable({ pdf, cpuMs: Number.POSITIVE_INFINITY })
    const { pdf: laidOut } = await prepare(opened, {
      requestId: 'doc_00000000000000000000000000',
      signers: [{ name: 'Signer', locale: 'en', step: 1 }],
      test: false,
      placements: [[]],
      inputs: [],
      sheets: { locale: 'en', documentId: 'intake', signers: 1 },
      attachments: [],
    })
    const took = ms()
    await writeFile(join(target, file), laidOut)
    const worst = pictures ? await compared(pdf, laidOut) : undefined
    const { signatures, certified } = opened.facts
    return {
      ...{
        file,
        outcome: 'accepted',
        ms: took,
        notices: opened.notices.map((notice) => noticeOf(notice).code),
        signatures,
        viewer,
      },
      ...(certified !== undefined && { certified }),
      ...(worst !== undefined && { worst }),
    }
  } catch (error) {
    const outcome = error instanceof CodedError ? error.code : 'fault'
    const detail = error instanceof Error ? error.message : String(error)
    return { file, outcome, ms: ms(), detail, viewer }
  }
}

process.on('message', (order: Order) => {
  void taken(order).then((row) => process.send?.(row))
})
