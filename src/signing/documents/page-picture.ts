/** Pages as pictures for a browser, made in a process that reads untrusted files. */
import jpeg from 'jpeg-js'
import { ownBytes } from '../../kernel/thread-tasks.ts'
import { drawPage } from '../../pdf/raster.ts'
import type { OpenResults, OpenTasks } from './tasks.ts'

/** Letters stay readable, and a page of text has about 100 kB at 800 pixels. */
const QUALITY = 50

/** Draws a page as a JPEG. @throws UndrawableError */
export async function pagePicture({
  pdf,
  page,
  width,
}: OpenTasks['picture']): Promise<OpenResults['picture']> {
  const { pixels, ...size } = await drawPage(pdf, page, { width })
  // PDFium writes blue first.
  for (let at = 0; at < pixels.length; at += 4) {
    const blue = pixels[at] ?? 0
    pixels[at] = pixels[at + 2] ?? 0
    pixels[at + 2] = blue
  }
  return ownBytes(jpeg.encode({ data: pixels, ...size }, QUALITY).data)
}
