/** Computes what a page asks of this device before it sends a mail: SHA-256 without the browser's own, which HTTP lacks. */

const primes: number[] = []
for (let each = 2; primes.length < 64; each += 1)
  if (primes.every((prime) => each % prime !== 0)) primes.push(each)
const fraction = (value: number): number => Math.floor((value % 1) * 2 ** 32) | 0
const ROUNDS = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)))
const START = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)))
const words = new Int32Array(64)

const turned = (value: number, by: number): number => (value >>> by) | (value << (32 - by))

/** One block of 64 bytes (FIPS 180-4, 6.2.2). */
function compress(state: Int32Array, block: DataView, at: number): void {
  for (let i = 0; i < 16; i += 1) words[i] = block.getInt32(at + i * 4)
  for (let i = 16; i < 64; i += 1) {
    const [old, late] = [words[i - 15] ?? 0, words[i - 2] ?? 0]
    const s0 = turned(old, 7) ^ turned(old, 18) ^ (old >>> 3)
    const s1 = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10)
    words[i] = ((words[i - 16] ?? 0) + s0 + (words[i - 7] ?? 0) + s1) | 0
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let i = 0; i < 64; i += 1) {
    const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (ROUNDS[i] ?? 0) + (words[i] ?? 0)) | 0
    const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  const next = [a, b, c, d, e, f, g, h]
  for (let i = 0; i < 8; i += 1) state[i] = ((state[i] ?? 0) + (next[i] ?? 0)) | 0
}

/** The first word of the hash of a text of ASCII characters: as many zero bits as are asked for fit into it. */
export function firstWord(text: string): number {
  const blocks = Math.ceil((text.length + 9) / 64)
  const view = new DataView(new ArrayBuffer(blocks * 64))
  for (let i = 0; i < text.length; i += 1) view.setUint8(i, text.charCodeAt(i))
  view.setUint8(text.length, 0x80)
  view.setUint32(blocks * 64 - 4, text.length * 8)
  const state = START.slice()
  for (let at = 0; at < blocks; at += 1) compress(state, view, at * 64)
  return (state[0] ?? 0) >>> 0
}

const SLICE = 2_000

/** Finds the number, in slices between which the page stays usable. */
export async function solve({
  challenge,
  bits,
}: {
  challenge: string
  bits: number
}): Promise<string> {
  const below = 2 ** (32 - bits)
  for (let number = 0; ; number += SLICE) {
    for (let tried = number; tried < number + SLICE; tried += 1)
      if (firstWord(`${challenge}.${tried}`) < below) return String(tried)
    await new Promise((resolve) => setTimeout(resolve))
  }
}
