/** A TCP line to a server that a test can cut: nothing gets through, and who tries is refused. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The line. */
export interface Cable {
  port: number
  /** Ends every connection and takes no new one. */
  cut(): void
  /** Lets nothing through, and says nothing of it: packets are lost. */
  freeze(): void
  mend(): void
  close(): Promise<void>
}

/** Lays it to a port of this machine. */
export async function layCable(toPort: number): Promise<Cable> {
  const ends = new Set<Socket>()
  let state: 'whole' | 'cut' | 'frozen' = 'whole'
  const server = createServer((near) => {
    if (state === 'cut') return void near.destroy()
    const far = connect(toPort, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(one)
      if (state === 'frozen') one.pause()
      one.on('data', (bytes) => other.write(bytes))
      one.on('error', () => undefined)
      one.on('close', () => {
        ends.delete(one)
        other.destroy()
      })
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      state = 'cut'
      for (const end of ends) end.destroy()
    },
    freeze() {
      state = 'frozen'
      for (const end of ends) end.pause()
    },
    mend() {
      state = 'whole'
      for (const end of ends) end.resume()
    },
    async close() {
      for (const end of ends) end.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}
