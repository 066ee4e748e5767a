/**
 * The program of a worker: the Python beside this file, in worker/. It is passed to its interpreter through stdin, so
 * that no file has to be mounted into the sandbox.
 */
import { readFileSync } from 'node:fs'
import { codeFile } from '../kernel/program-files.ts'

const MODULES = ['confinement', 'conversation', 'office', 'photographs', 'preparing', 'worker']

const source = (name: string): Buffer => readFileSync(codeFile(`office/worker/${name}.py`))

/** The argument of `python -c`: reads {@link workerModules} from stdin and runs them. */
export const workerBootstrap = (): string => source('bootstrap').toString('utf8')

let modules: Buffer | undefined

/** What stdin begins with: per module a line `name size` and its source, then an empty line. */
export function workerModules(): Buffer {
  modules ??= Buffer.concat([
    ...MODULES.flatMap((name) => {
      const text = source(name)
      return [Buffer.from(`${name} ${text.length}\n`), text]
    }),
    Buffer.from('\n'),
  ])
  return modules
}
