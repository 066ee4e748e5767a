/** Opens PDFs with pdf.js, always with its own data from our origin and with nothing a stranger's file may run. */
import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentLoadingTask,
} from 'pdfjs-dist/legacy/build/pdf.mjs'

declare const PDF_WORKER_URL: string
declare const PDF_DATA_URL: string

/** Where the bytes come from; bytes that are given are taken over. */
type PdfSource =
  | { data: Uint8Array }
  | { url: string; disableRange: boolean; disableStream: boolean }

/** Begins to load a PDF. */
export function openPdf(source: PdfSource): PDFDocumentLoadingTask {
  GlobalWorkerOptions.workerSrc = new URL(PDF_WORKER_URL, import.meta.url).href
  const base = new URL(PDF_DATA_URL, import.meta.url).href
  return getDocument({
    ...source,
    cMapUrl: `${base}cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${base}standard_fonts/`,
    wasmUrl: `${base}wasm/`,
    iccUrl: `${base}iccs/`,
    enableXfa: false,
    isEvalSupported: false,
  })
}
