/** A process that uses up its file handles, tries to start another, and prints what came of it. */
import { openSync } from 'node:fs'
import { startChild } from '../../src/office/launch.ts'

try {
  for (;;) openSync('/dev/null', 'r')
} catch {
  // none is left
}
try {
  startChild('/bin/true', [], {})
} catch (error) {
  process.exitCode = 0
  setImmediate(() => process.stdout.write(`alive: ${(error as Error).message}\n`))
}
