/** Draws a PDF that was just made; loaded with the first one. */
import { openPdf } from '../pieces/pdf-opening.ts'

const PAGES_MAX = 5
/** Device pixels: more makes no sharper picture on a page of this width. */
const WIDTH_MAX = 1_600

const XML_NAME = 'factur-x.xml'

/**
 * Puts the first pages into a place, each as a picture with a name. @param page the word for a page; `most`: of them
 * @returns how many there are, how many of them are shown, and the XML of an electronic invoice
 */
export async function drawPdf(
  bytes: Uint8Array,
  place: HTMLElement,
  { page: pageWord, max = PAGES_MAX }: { page: string; max?: number },
) {
  // pdf.js takes the bytes over for its worker.
  const task = openPdf({ data: bytes.slice() })
  const pdf = await task.promise
  try {
    const canvases: HTMLCanvasElement[] = []
    for (let number = 1; number <= Math.min(max, pdf.numPages); number += 1) {
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
    place.scrollTop = 0
    const files = (await pdf.getAttachments()) as Record<string, { content: Uint8Array }> | null
    const xml = files?.[XML_NAME]?.content.slice()
    return { pages: pdf.numPages, shown: canvases.length, xml }
  } finally {
    await task.destroy()
  }
}
