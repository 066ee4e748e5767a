/**
 * Whether SQLite's write-ahead log lost commits to damage (https://sqlite.org/fileformat2.html, 4). SQLite itself
 * treats the first frame with a wrong checksum as the end of the log, so that everything after it would be lost
 * silently. The end of a log may well be torn by a power cut; but each commit is synced before the next one is
 * written, so a bad frame followed by a frame of a later commit was damaged afterwards.
 */
import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs'
import { FatalError } from '../kernel/invariant.ts'
import { damagedText } from './failure.ts'

const HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24
const MAGIC = 0x377f0682
const PAGE_BYTES_MIN = 512
const PAGE_BYTES_MAX = 65_536

type Sums = readonly [number, number]

/** The checksum of SQLite's log: two sums over pairs of 32-bit words, in the byte order given by the magic number. */
function sumsOf(bytes: Buffer, big: boolean, [first, second]: Sums): Sums {
  let [a, b] = [first, second]
  for (let at = 0; at < bytes.length; at += 8) {
    const [x, y] = big
      ? [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)]
      : [bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4)]
    a = (a + x + b) >>> 0
    b = (b + y + a) >>> 0
  }
  return [a, b]
}
const sumsAt = (bytes: Buffer, at: number): Sums => [
  bytes.readUInt32BE(at),
  bytes.readUInt32BE(at + 4),
]
const same = (one: Sums, other: Sums): boolean => one[0] === other[0] && one[1] === other[1]

function checkFrames(file: number, size: number): void {
  const header = Buffer.alloc(HEADER_BYTES)
  readSync(file, header, 0, HEADER_BYTES, 0)
  const big = (header.readUInt32BE(0) & 1) === 1
  const pageBytes = header.readUInt32BE(8)
  const known =
    (header.readUInt32BE(0) & ~1) >>> 0 === MAGIC &&
    pageBytes >= PAGE_BYTES_MIN &&
    pageBytes <= PAGE_BYTES_MAX &&
    same(sumsOf(header.subarray(0, 24), big, [0, 0]), sumsAt(header, 24))
  // The header is synced before the first frame is written.
  if (!known) throw new FatalError(damagedText('the header of its write-ahead log'))
  const frame = Buffer.alloc(FRAME_HEADER_BYTES + pageBytes)
  let before = sumsAt(header, 24)
  let wrong = false
  let commits = 0
  for (let at = HEADER_BYTES; at + frame.length <= size; at += frame.length) {
    readSync(file, frame, 0, frame.length, at)
    // Left over from before the log was restarted.
    if (!frame.subarray(8, 16).equals(header.subarray(16, 24))) return
    const pair = sumsOf(frame.subarray(0, 8), big, before)
    const stored = sumsAt(frame, 16)
    if (!same(sumsOf(frame.subarray(FRAME_HEADER_BYTES), big, pair), stored)) wrong = true
    else if (wrong && commits > 0)
      throw new FatalError(damagedText('its write-ahead log, with commits behind the damage'))
    if (wrong && frame.readUInt32BE(4) > 0) commits += 1
    before = stored
  }
}

/**
 * Checks a log before SQLite opens it.
 * @throws FatalError when commits in it would be lost silently
 */
export function checkLog(path: string): void {
  if (!existsSync(path)) return
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    if (size >= HEADER_BYTES + FRAME_HEADER_BYTES + PAGE_BYTES_MIN) checkFrames(file, size)
  } finally {
    closeSync(file)
  }
}
