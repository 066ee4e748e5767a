/** Draws a PDF that was just made; loaded with the first one. */
import { GlobalWorkerOptions, getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

declare const PDF_WORKER_URL: string
declare const PDF_DATA_URL: string

const PAGES_MAX = 5
/** Device pixels: more makes no sharper picture on a page of this width. */
const WIDTH_MAX = 1_600

/** Puts the first pages into a place, each as a picture with a name. */
export async function drawPdf(
  bytes: Uint8Array,
  place: HTMLElement,
  pageWord: string,
): Promise<void> {
  GlobalWorkerOptions.workerSrc = PDF_WORKER_URL
  const base = new URL(PDF_DATA_URL, location.href).href
  const task = getDocument({
    // pdf.js takes the bytes over for its worker.
    data: bytes.slice(),
    cMapUrl: `${base}cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${base}standard_fonts/`,
    wasmUrl: `${base}wasm/`,
    iccUrl: `${base}iccs/`,
    enableXfa: false,
    isEvalSupported: false,
  })
  const pdf = await task.promise
  try {
    const canvases: HTMLCanvasElement[] = []
    for (let number = 1; number <= Math.min(PAGES_MAX, pdf.numPages); number += 1) {
      const page = await pdf.getPage(number)
      const wide = Math.min(WIDTH_MAX, Math.max(320, place.clientWidth) * devicePixelRatio)
      const viewport = page.getViewport({ scale: wide / page.getViewport({ scale: 1 }).width })
      const canvas = document.createElement('canvas')
      canvas.width = Math.round(viewport.width)
      canvas.height = Math.round(viewport.height)
      canvas.setAttribute('role', 'img')
      canvas.setAttribute('aria-label', `PDF, ${pageWord} ${number}/${pdf.numPages}`)
      await page.render({ canvas, viewport }).promise
      canvases.push(canvas)
    }
    place.replaceChildren(...canvases)
  } finally {
    await task.destroy()
  }
}
