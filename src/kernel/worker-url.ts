import { codeFile, fromSource } from './program-files.ts'

/** How to start a thread. */
export interface WorkerEntry {
  url: URL
  execArgv: string[]
}

/**
 * Finds a thread's module. From sources a thread needs the TypeScript loader; as built it is plain JavaScript.
 * @param name path from `src`, without extension; it must be among the entries of scripts/build.ts
 */
export const workerEntry = (name: string): WorkerEntry => ({
  url: codeFile(`${name}.${fromSource ? 'ts' : 'js'}`),
  execArgv: fromSource ? ['--import', 'tsx'] : [],
})
