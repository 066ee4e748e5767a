/** A QR code in vectors. */
import { encodeQR } from 'qr'
import type { Box } from '../../pdf/pages.ts'
import type { Canvas } from '../appearance/canvas.ts'

/** Blank modules around it (ISO/IEC 18004). */
const QUIET = 4

/** Draws the code of a text into a square, quiet zone included. */
export function drawQr(canvas: Canvas, text: string, x: number, y: number, side: number): void {
  // The library always draws a border; the quiet zone is ours.
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 1 }).slice(1, -1)
  const module = side / (rows.length + 2 * QUIET)
  canvas.fill({ x, y, width: side, height: side }, 'white')
  const dark: Box[] = []
  rows.forEach((row, down) => {
    const cells = row.slice(1, -1)
    for (let across = 0; across < cells.length; across += 1) {
      if (!cells[across]) continue
      let run = 1
      while (cells[across + run]) run += 1
      const [left, top] = [x + (QUIET + across) * module, y + (QUIET + down) * module]
      // Overlapping by a hair, so that no viewer shows seams between rows.
      dark.push({ x: left, y: top, width: run * module, height: module * 1.02 })
      across += run
    }
  })
  canvas.fillAll(dark, 'ink')
}
