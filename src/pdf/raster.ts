/**
 * Pages as pictures, drawn by PDFium compiled to WebAssembly: it reaches no file and no network, and a fault in it ends in
 * an exception. It reads strangers' files, so it runs only in processes that are bounded in memory and processor time.
 */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { WrappedPdfiumModule } from '@embedpdf/pdfium'

/** A picture: rows from the top, four bytes a pixel (blue, green, red, unused), without padding. */
export interface Picture {
  width: number
  height: number
  pixels: Buffer
}

/** How a page is drawn. */
export interface DrawingOptions {
  /** In pixels; the height follows from the page. */
  width: number
  /** As a printer shows it rather than a screen. */
  forPrinting?: boolean
}

/** A file or a page that cannot be drawn. */
export class UndrawableError extends Error {
  override readonly name = 'UndrawableError'
}

/** Flags of FPDF_RenderPageBitmap (public/fpdfview.h). */
const ANNOTATIONS = 0x01
const PRINTING = 0x800
const BGRX = 3
const WHITE = 0xffffffff
const PIXELS_MAX = 40_000_000

/** Its memory, which moves when it grows; the type declares it only where Emscripten's are installed. */
const heapOf = ({ pdfium }: WrappedPdfiumModule): Uint8Array =>
  (pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8

let library: Promise<WrappedPdfiumModule> | undefined

async function load(): Promise<WrappedPdfiumModule> {
  const { init } = await import('@embedpdf/pdfium')
  const file = fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm'))
  const binary = await readFile(file)
  const pdfium = await init({ wasmBinary: new Uint8Array(binary).buffer })
  pdfium.PDFiumExt_Init()
  return pdfium
}

/** A document whose pages can be drawn, until it is closed. */
export class PageRaster {
  readonly #pdfium: WrappedPdfiumModule
  readonly #memory: number
  readonly #document: number
  /** How many pages it has. */
  readonly pages: number

  private constructor(pdfium: WrappedPdfiumModule, bytes: Uint8Array) {
    this.#pdfium = pdfium
    this.#memory = pdfium.pdfium.wasmExports.malloc(bytes.length)
    heapOf(pdfium).set(bytes, this.#memory)
    this.#document = pdfium.FPDF_LoadMemDocument(this.#memory, bytes.length, '')
    this.pages = this.#document === 0 ? 0 : pdfium.FPDF_GetPageCount(this.#document)
  }

  /** @throws UndrawableError */
  static async open(bytes: Uint8Array): Promise<PageRaster> {
    library ??= load()
    const pdfium = await library
    return guarded(() => {
      const raster = new PageRaster(pdfium, bytes)
      if (raster.pages > 0) return raster
      raster.close()
      throw new UndrawableError('the file cannot be opened for drawing')
    })
  }

  /**
   * Draws a page, with its annotations, on white.
   * @param page from 1
   * @throws UndrawableError
   */
  draw(page: number, options: DrawingOptions): Picture {
    return this.drawing(page, (draw) => draw(options))
  }

  /** Draws a page several times: reading a plan takes longer than drawing it. @throws UndrawableError */
  drawing<Result>(page: number, use: (draw: (options: DrawingOptions) => Picture) => Result) {
    return guarded((): Result => {
      const pdfium = this.#pdfium
      const loaded = pdfium.FPDF_LoadPage(this.#document, page - 1)
      if (loaded === 0) throw new UndrawableError(`page ${page} cannot be opened for drawing`)
      const result = use((options) => this.#draw(page, loaded, options))
      pdfium.FPDF_ClosePage(loaded)
      return result
    })
  }

  #draw(page: number, loaded: number, { width, forPrinting = false }: DrawingOptions): Picture {
    return guarded(() => {
      const pdfium = this.#pdfium
      const ratio = pdfium.FPDF_GetPageHeightF(loaded) / pdfium.FPDF_GetPageWidthF(loaded)
      const height = Math.max(1, Math.round(width * ratio))
      if (!(width * height <= PIXELS_MAX)) throw new UndrawableError(`page ${page} is too long`)
      const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, BGRX, 0, 0)
      if (bitmap === 0) throw new UndrawableError(`page ${page} is too large`)
      pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE)
      const flags = ANNOTATIONS | (forPrinting ? PRINTING : 0)
      pdfium.FPDF_RenderPageBitmap(bitmap, loaded, 0, 0, width, height, 0, flags)
      const from = pdfium.FPDFBitmap_GetBuffer(bitmap)
      const pixels = Buffer.from(heapOf(pdfium).subarray(from, from + width * height * 4))
      pdfium.FPDFBitmap_Destroy(bitmap)
      return { width, height, pixels }
    })
  }

  close(): void {
    guarded(() => {
      if (this.#document !== 0) this.#pdfium.FPDF_CloseDocument(this.#document)
      this.#pdfium.pdfium.wasmExports.free(this.#memory)
    })
  }
}

/** After a fault inside PDFium, its memory is not used again. */
function guarded<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof UndrawableError) throw error
    library = undefined
    throw new UndrawableError('PDFium failed', { cause: error })
  }
}
