/**
 * Loaded into a server process before its own code: measures how long the main thread computes in
 * one go. It counts time on the processor, not on the clock, so a busy machine does not look like a
 * blocked event loop. SIGUSR2 writes the longest stretches since the last one and starts again.
 */
import { readFileSync, writeFileSync } from 'node:fs'

const OWN_TIME = `/proc/${process.pid}/task/${process.pid}/schedstat`
const file = process.env.LOOP_PROBE_FILE ?? ''
const onProcessorMs = () => Number(readFileSync(OWN_TIME, 'utf8').split(' ')[0]) / 1e6

let stretches = []
let before = onProcessorMs()
setInterval(() => {
  const now = onProcessorMs()
  stretches.push(now - before)
  before = now
}, 2).unref()

process.on('SIGUSR2', () => {
  writeFileSync(file, JSON.stringify(stretches.sort((a, b) => b - a)))
  stretches = []
})
