/**
 * What a process of `TaskProcesses` starts with: it loads the module that does the tasks, and does one after the
 * other until its parent is gone.
 */
const [module = ''] = process.argv.slice(2)
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
