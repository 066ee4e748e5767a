/** Looks at pages for the word that test keys leave on them. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Pixels of a PPM picture that are clearly more red than green: the mark's pale red. */
function redPixels(ppm: Buffer): number {
  const [, width = '0', height = '0'] =
    /^P6\s(\d+)\s(\d+)\s255\s/.exec(ppm.toString('latin1', 0, 64)) ?? []
  const pixels = ppm.subarray(ppm.length - Number(width) * Number(height) * 3)
  let red = 0
  for (let at = 0; at < pixels.length; at += 3)
    if ((pixels[at] ?? 0) - (pixels[at + 1] ?? 0) > 25) red += 1
  return red
}

/** Of each page, whether a large pale red word is seen on it. */
export function markedPages(pdf: Uint8Array, password?: string): boolean[] {
  const folder = mkdtempSync(join(tmpdir(), 'paraph-marks-'))
  try {
    writeFileSync(join(folder, 'in.pdf'), pdf)
    const secret = password === undefined ? [] : ['-upw', password]
    execFileSync('pdftoppm', ['-r', '40', ...secret, 'in.pdf', 'page'], { cwd: folder })
    return readdirSync(folder)
      .filter((name) => name.endsWith('.ppm'))
      .sort()
      .map((name) => redPixels(readFileSync(join(folder, name))) > 200)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
