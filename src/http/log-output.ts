/** Where the log goes: standard output, in the order of its lines, without the event loop waiting for it. */
import { write, writeSync } from 'node:fs'

const STANDARD_OUTPUT = 1
/** What is kept of lines that cannot be written at the moment; the ones that come then are lost. */
const HELD_BYTES_MAX = 4_000_000
/** After a reader that is too slow, on a pipe that does not wait for it. */
const AGAIN_MS = 100

/**
 * A destination for pino. A disk that is full below the log is no reason to end, and none to wait: what cannot be
 * written is kept, tried again with the next line, and given up at the end of the process. (Pino's own destination
 * throws the error where nobody can catch it, and then tries again for ever while the process ends.)
 */
class LogOutput {
  #lines: string[] = []
  #heldBytes = 0
  /** The rest of what is being written. */
  #current: Buffer = Buffer.alloc(0)
  #writing = false

  /** Takes a line, with its end. */
  write(line: string): void {
    const bytes = Buffer.byteLength(line)
    if (this.#heldBytes + bytes > HELD_BYTES_MAX) return
    this.#lines.push(line)
    this.#heldBytes += bytes
    this.#next()
  }

  /** Writes what waits, once: the process is about to end, and nothing comes after it. */
  flushSync(): void {
    const rest = Buffer.concat([this.#writing ? Buffer.alloc(0) : this.#current, this.#waiting()])
    if (!this.#writing) this.#current = Buffer.alloc(0)
    this.#heldBytes = this.#current.length
    try {
      for (let at = 0; at < rest.length; ) at += writeSync(STANDARD_OUTPUT, rest, at)
    } catch {
      // There is nowhere left to say it.
    }
  }

  #waiting(): Buffer {
    const bytes = Buffer.from(this.#lines.join(''))
    this.#lines = []
    return bytes
  }

  #next(): void {
    if (this.#writing) return
    if (this.#current.length === 0) this.#current = this.#waiting()
    const bytes = this.#current
    if (bytes.length === 0) return
    this.#writing = true
    write(STANDARD_OUTPUT, bytes, (error, written) => {
      this.#writing = false
      if (error === null) {
        this.#current = bytes.subarray(written)
        this.#heldBytes -= written
        this.#next()
      } else if (error.code === 'EAGAIN') {
        setTimeout(() => this.#next(), AGAIN_MS).unref()
      }
    })
  }
}

let output: LogOutput | undefined

/** The one of this process: two would mix their lines. */
export function logOutput(): LogOutput {
  if (output !== undefined) return output
  const made = new LogOutput()
  process.once('exit', () => made.flushSync())
  output = made
  return made
}
