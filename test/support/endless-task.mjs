/** A parent whose child runs an endless task; prints both process ids and waits to be killed. */
import { TaskProcesses } from '../../src/kernel/task-processes.ts'

const entry = { url: new URL('./thread-greedy.mjs', import.meta.url), execArgv: [] }
const limits = { workers: 1, heapMb: 64, memoryMb: 1_000 }
const processes = new TaskProcesses(entry, limits)
const bounds = { signal: new AbortController().signal, time: { cpuMs: 600_000 } }
const { value } = await processes.run({ kind: 'who' }, bounds)
const endless = processes.run({ kind: 'spin' }, bounds)
console.log(value.split(' ')[0])
await endless
