/** A TCP line to a server that a test can cut: nothing gets through, and who tries is refused. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

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

/** Passes on what comes, in its order, each piece after a pause of up to so many milliseconds. */
function delayed(write: (bytes: Buffer) => void, lagMs: number): (bytes: Buffer) => void {
  let last = Promise.resolve()
  return (bytes) => {
    last = last.then(() => sleep(Math.random() * lagMs)).then(() => write(bytes))
  }
}

/** Lays it to a port of this machine. @param lagMs longest pause before each piece of what is sent there */
export async function layCable(toPort: number, { lagMs = 0 } = {}): Promise<Cable> {
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
      const write = (bytes: Buffer) => void other.write(bytes)
      one.on('data', lagMs > 0 && one === near ? delayed(write, lagMs) : write)
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
