/** How to start a worker thread or child from a module that may run as source or as built. */
export interface WorkerEntry {
  url: URL
  execArgv: string[]
}

/**
 * Finds the worker module beside the caller. From sources (tsx, vitest) a thread needs the
 * TypeScript loader; from dist it is plain JavaScript.
 * @param base `import.meta.url` of the caller
 * @param name file name without extension
 */
export function workerEntry(base: string, name: string): WorkerEntry {
  const fromSource = base.endsWith('.ts')
  return {
    url: new URL(`./${name}.${fromSource ? 'ts' : 'js'}`, base),
    execArgv: fromSource ? ['--import', 'tsx'] : [],
  }
}
