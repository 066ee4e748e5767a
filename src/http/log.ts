/** The log: one JSON line per event, with sensitive fields removed. */

import { write, writeSync } from 'node:fs'
import { type Logger, pino } from 'pino'

// Log destination: standard output, lines in order, without blocking the event loop.
const STANDARD_OUTPUT = 1
/** Buffer for lines that cannot be written at the moment; further lines are dropped. */
const HELD_BYTES_MAX = 4_000_000
/** Retry delay after a slow reader on a non-blocking pipe. */
const AGAIN_MS = 100

/**
 * A destination for pino. A full disk must neither end nor block the process: lines that cannot be written are
 * buffered, retried with the next line, and dropped at the end of the process. (Pino's own destination throws the
 * error where nobody can catch it, and then retries forever while the process ends.)
 */
class LogOutput {
  #lines: string[] = []
  #heldBytes = 0
  /** The unwritten rest of the current chunk. */
  #current: Buffer = Buffer.alloc(0)
  #writing = false

  /** Writes a line, including its line break. */
  write(line: string): void {
    const bytes = Buffer.byteLength(line)
    if (this.#heldBytes + bytes > HELD_BYTES_MAX) return
    this.#lines.push(line)
    this.#heldBytes += bytes
    this.#next()
  }

  /** Writes the buffer once, as the process is about to end. */
  flushSync(): void {
    const rest = Buffer.concat([this.#writing ? Buffer.alloc(0) : this.#current, this.#waiting()])
    if (!this.#writing) this.#current = Buffer.alloc(0)
    this.#heldBytes = this.#current.length
    try {
      for (let at = 0; at < rest.length; ) at += writeSync(STANDARD_OUTPUT, rest, at)
    } catch {
      // There is nowhere left to report it.
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

/** The process-wide destination: two would interleave their lines. */
function logOutput(): LogOutput {
  if (output !== undefined) return output
  const made = new LogOutput()
  process.once('exit', () => made.flushSync())
  output = made
  return made
}

/** Everything that logs takes one of these. */
type Log = Logger

/**
 * @param level pino level, or `silent`
 * @param more additional fields of every line, such as its span
 */
export const createLog = (level: string, more?: () => object): Log =>
  pino(
    {
      level,
      ...(more !== undefined && { mixin: more }),
      redact: [
        'req.headers["x-api-key"]',
        'req.headers.authorization',
        'req.headers.cookie',
        'req.headers["paraph-session"]',
        // The form parser's output at level trace contains the request headers.
        'busboyOptions.headers',
      ],
      serializers: {
        // The route's pattern, not the URL: URLs may contain tokens.
        req: (request: { method?: string; routeOptions?: { url?: string } }) => ({
          method: request.method,
          route: request.routeOptions?.url,
        }),
      },
    },
    logOutput(),
  )
