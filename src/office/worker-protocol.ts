/** Parses the worker's messages: JSON lines, some followed by `size` bytes. */
import { isRecord } from '../kernel/type-guards.ts'

const LINE_BYTES_MAX = 65_536

/** A message of the worker. The receiver validates its content: the sender is not trusted. */
export interface WireMessage {
  head: Record<string, unknown>
  body: Uint8Array
}

/** Assembles messages from chunks. Throws an Error on invalid format. */
export class WireReader {
  readonly #bodyBytesMax: number
  readonly #onMessage: (message: WireMessage) => void
  #line: Buffer[] = []
  #lineBytes = 0
  #head: Record<string, unknown> | undefined
  #body: Buffer = Buffer.alloc(0)
  #filled = 0

  /** @param bodyBytesMax a larger announced body is a protocol violation */
  constructor(bodyBytesMax: number, onMessage: (message: WireMessage) => void) {
    this.#bodyBytesMax = bodyBytesMax
    this.#onMessage = onMessage
  }

  /** @throws Error when the line is too long, no JSON object, or announces an impossible size */
  push(chunk: Buffer): void {
    let rest = chunk
    while (rest.length > 0)
      rest = this.#head === undefined ? this.#takeLine(rest) : this.#takeBody(rest)
  }

  #takeLine(chunk: Buffer): Buffer {
    const end = chunk.indexOf(10)
    const part = end < 0 ? chunk : chunk.subarray(0, end)
    this.#lineBytes += part.length
    if (this.#lineBytes > LINE_BYTES_MAX) throw new Error('a line of the worker is too long')
    this.#line.push(part)
    if (end < 0) return chunk.subarray(chunk.length)
    const head: unknown = JSON.parse(Buffer.concat(this.#line).toString('utf8'))
    if (!isRecord(head)) throw new Error('a line of the worker is not an object')
    this.#line = []
    this.#lineBytes = 0
    this.#begin(head)
    return chunk.subarray(end + 1)
  }

  #begin(head: Readonly<Record<string, unknown>>): void {
    const size = head.size ?? 0
    if (
      typeof size !== 'number' ||
      !Number.isInteger(size) ||
      size < 0 ||
      size > this.#bodyBytesMax
    ) {
      throw new Error(`the worker announced a body of ${String(size)} bytes`)
    }
    this.#head = head
    this.#body = Buffer.allocUnsafeSlow(size)
    this.#filled = 0
    if (size === 0) this.#finish()
  }

  #takeBody(chunk: Buffer): Buffer {
    const taken = chunk.copy(this.#body, this.#filled)
    this.#filled += taken
    if (this.#filled === this.#body.length) this.#finish()
    return chunk.subarray(taken)
  }

  #finish(): void {
    const head = this.#head ?? {}
    this.#head = undefined
    this.#onMessage({ head, body: this.#body })
  }
}
