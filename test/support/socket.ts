/** A TCP connection to a listening service, for requests that no HTTP client would send. */
import { connect } from 'node:net'

/** How long something is waited for that takes milliseconds on a quiet machine. */
const PATIENCE_MS = 60_000

/** What has come back on a connection. */
export interface RawAnswer {
  status: number
  headers: Record<string, string>
  text: string
  json<T = Record<string, unknown>>(): T
}

/** Reads what came back; status 0 when that is nothing. */
export function readAnswer(raw: string): RawAnswer {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const text = rest.join('\r\n\r\n')
  return {
    status: Number(first.split(' ')[1] ?? 0),
    headers: Object.fromEntries(
      lines.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
    ),
    text,
    json: <T>() => JSON.parse(text) as T,
  }
}

/** One connection. */
export class RawConnection {
  readonly #socket
  #received = ''
  #closed = false

  /** @param from source address; any of 127.0.0.0/8 is this machine */
  constructor(port: number, from?: string) {
    const source = from === undefined ? {} : { localAddress: from }
    this.#socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true, ...source })
    this.#socket.setNoDelay(true)
    this.#socket.on('data', (chunk) => {
      this.#received += chunk.toString('latin1')
    })
    this.#socket.on('end', () => {
      this.#closed = true
    })
    this.#socket.on('close', () => {
      this.#closed = true
    })
    this.#socket.on('error', () => {})
  }

  /** Whether the service has closed its side. */
  get closed(): boolean {
    return this.#closed
  }

  get received(): string {
    return this.#received
  }

  /** Sends bytes; resolves when the kernel has them or the connection is gone. */
  send(bytes: string | Uint8Array): Promise<void> {
    return new Promise((resolve) => {
      if (this.#socket.destroyed) resolve()
      else this.#socket.write(bytes, () => resolve())
    })
  }

  /** The answer, once its body is as long as it says or the connection was closed. */
  async answer(timeoutMs = PATIENCE_MS): Promise<RawAnswer> {
    const until = performance.now() + timeoutMs
    while (performance.now() < until) {
      const answer = readAnswer(this.#received)
      const length = Number(answer.headers['content-length'] ?? Number.NaN)
      if (answer.text.length >= length || this.#closed) return answer
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    throw new Error(`no answer within ${timeoutMs} ms; received ${this.#received.slice(0, 200)}`)
  }

  /** Waits until the service closes; answers how long that took in milliseconds. */
  async untilClosed(timeoutMs = PATIENCE_MS): Promise<number> {
    const start = performance.now()
    while (!this.#closed) {
      if (performance.now() - start > timeoutMs) throw new Error('the connection stays open')
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    return performance.now() - start
  }

  end(): void {
    this.#socket.destroy()
  }
}
