/** Pages as pictures, drawn by Poppler. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Every page as raw pixels behind a header with its size. @param pages how many at most */
export function picturesOf(pdf: Uint8Array, pages: number): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'pictures-'))
  try {
    const file = join(folder, 'file.pdf')
    writeFileSync(file, pdf)
    const limits = {
      maxBuffer: 500_000_000,
      stdio: ['ignore', 'pipe', 'ignore'] as ['ignore', 'pipe', 'ignore'],
    }
    return execFileSync('pdftoppm', ['-r', '72', '-l', String(pages), file], limits)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A difference of one colour that is seen. */
const SEEN = 48

/** Share of the pixels that look different; 1 where pages are missing or of another size. */
export function differenceOf(one: Buffer, other: Buffer): number {
  if (one.length !== other.length) return 1
  let different = 0
  for (let at = 0; at < one.length; at++)
    if (Math.abs((one[at] ?? 0) - (other[at] ?? 0)) > SEEN) different++
  return different / one.length
}
