/**
 * Entry point of a `TaskProcesses` process: loads the task module and runs one task at a time until its parent is
 * gone.
 */
import { Worker } from 'node:worker_threads'
import { lowerPriority } from './processors.ts'

const [module = '', parent = ''] = process.argv.slice(2)

/**
 * A task may block this thread forever, and a killed parent does not end its children: a separate thread checks
 * whether the parent still exists.
 */
const GUARD = `const parent = Number(require('node:worker_threads').workerData)
setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL') }, 500)`
new Worker(GUARD, {
  eval: true,
  workerData: parent,
  env: {},
  execArgv: [],
  resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 },
}).unref()
lowerPriority()

const { default: runTask } = (await import(module)) as { default: (task: unknown) => unknown }

process.on('message', (task) => {
  void answered(task)
})
process.on('disconnect', () => process.exit())
process.send?.('ready')

async function answered(task: unknown): Promise<void> {
  const answer = await Promise.resolve()
    .then(() => runTask(task))
    .then(
      (result) => ({ result }),
      (error: unknown) => ({ error }),
    )
  process.send?.(answer)
}
