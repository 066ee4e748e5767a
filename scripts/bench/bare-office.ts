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
export function startOffice(
  folder: string,
  program = realpathSync(launcher()),
): { child: ChildProcess; pipe: string } {
  const pipe = `bench${randomBytes(6).toString('hex')}`
  mkdirSync(folder, { recursive: true })
  const child = launch(
    program,
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

  constructor(pipe: string, program = python()) {
    this.child = launch(program, [SCRIPT, pipe], PLAIN)
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

  /**
   * Converts a file; calls made at once are served one after the other, as one office does.
   * @param indexes whether tables of contents are made anew first
   */
  async convert(source: string, target: string, indexes = false): Promise<void> {
    const answer = this.#next()
    this.child.stdin?.write(`${JSON.stringify([source, target, indexes])}\n`)
    const line = await answer
    if (line !== 'ok') throw new Error(line)
  }
}

/** An office with its client. */
export class BareOffice {
  readonly #folder: string
  readonly #programs: { soffice?: string | undefined; python?: string | undefined }
  #office: ChildProcess | undefined
  #client: UnoClient | undefined

  /** @param programs the machine's own where absent */
  constructor(
    folder: string,
    programs: { soffice?: string | undefined; python?: string | undefined } = {},
  ) {
    this.#folder = folder
    this.#programs = programs
  }

  async start(): Promise<void> {
    const { child, pipe } = startOffice(this.#folder, this.#programs.soffice)
    this.#office = child
    this.#client = new UnoClient(pipe, this.#programs.python)
    await this.#client.ready()
  }

  convert(source: string, target: string, indexes = false): Promise<void> {
    if (!this.#client) throw new Error('not started')
    return this.#client.convert(source, target, indexes)
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
