/**
 * Loaded before a server under test, with what gives it its keys: on SIGUSR2 it collects its garbage and writes what
 * is left, in bytes. What V8 has not collected yet is no leak, and is more than a leak of minutes would be.
 */
import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector'
import './process-preload.mjs'

const file = process.env.MEMORY_PROBE_FILE ?? ''
const session = new Session()
session.connect()

process.on('SIGUSR2', () => {
  session.post('HeapProfiler.collectGarbage', () => {
    const { heapUsed, external } = process.memoryUsage()
    writeFileSync(file, String(heapUsed + external))
  })
})
