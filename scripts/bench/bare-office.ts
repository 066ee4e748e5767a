/** A bare warm LibreOffice over UNO: one soffice.bin, one Python client, nothing around them. */
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { end, launch } from './contender.ts'

const SCRIPT = join(import.meta.dirname, 'office.py')
const FLAGS = [
  '--headless',
  '--invisible',
  '--nologo',
  '--nodefault',
  '--norestore',
  '--nolockcheck',
]

/** The launcher `soffice`, wherever the distribution put it. */
export function launcher(): string {
  const found = [
    '/usr/bin/soffice',
    '/usr/local/bin/soffice',
    '/opt/libreoffice/program/soffice',
  ].find(existsSync)
  if (!found)
    throw new Error('soffice was not found in /usr/bin, /usr/local/bin or /opt/libreoffice')
  return found
}

/** The Python that has the `uno` module: Debian's own, even where another one comes first in the path. */
export const python = (): string =>
  existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3'

/** LibreOffice with glibc's own malloc: nothing preloaded. */
export const PLAIN = { LD_PRELOAD: '' }

/** Starts an office on a new profile. It is `soffice`, not soffice.bin: an empty profile restarts itself once. */
export function startOffice(folder: string): { child: ChildProcess; pipe: string } {
  const pipe = `bench${randomBytes(6).toString('hex')}`
  mkdirSync(folder, { recursive: true })
  const child = launch(
    realpathSync(launcher()),
    [
      ...FLAGS,
      `-env:UserInstallation=file://${join(folder, 'profile')}`,
      `--accept=pipe,name=${pipe};urp;`,
    ],
    PLAIN,
  )
  return { child, pipe }
}

export class UnoClient {
  readonly child: ChildProcess
  readonly #lines: Interface
  readonly #waiting: ((line: string) => void)[] = []

  constructor(pipe: string) {
    this.child = launch(python(), [SCRIPT, pipe], PLAIN)
    if (!this.child.stdout) throw new Error('the client has no output')
    this.#lines = createInterface({ input: this.child.stdout })
    this.#lines.on('line', (line) => this.#waiting.shift()?.(line))
    this.child.on('exit', () => {
      for (const tell of this.#waiting.splice(0)) tell('the client ended')
    })
  }

  #next(): Promise<string> {
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  async ready(): Promise<void> {
    const line = await this.#next()
    if (line !== 'ready') throw new Error(line)
  }

  /** Converts a file; calls made at once are served one after the other, as one office does. */
  async convert(source: string, target: string): Promise<void> {
    const answer = this.#next()
    this.child.stdin?.write(`${JSON.stringify([source, target])}\n`)
    const line = await answer
    if (line !== 'ok') throw new Error(line)
  }
}

/** An office with its client. */
export class BareOffice {
  readonly #folder: string
  #office: ChildProcess | undefined
  #client: UnoClient | undefined

  constructor(folder: string) {
    this.#folder = folder
  }

  async start(): Promise<void> {
    const { child, pipe } = startOffice(this.#folder)
    this.#office = child
    this.#client = new UnoClient(pipe)
    await this.#client.ready()
  }

  convert(source: string, target: string): Promise<void> {
    if (!this.#client) throw new Error('not started')
    return this.#client.convert(source, target)
  }

  roots(): number[] {
    return [this.#office?.pid, this.#client?.child.pid].filter((pid) => pid !== undefined)
  }

  async stop(): Promise<void> {
    await end(this.#client?.child)
    await end(this.#office)
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
