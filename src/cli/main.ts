/** Entry point of the command line: results on stdout, everything for people on stderr. */
import { loadConfig } from '../config/config.ts'
import { runCommandLine } from './run.ts'

// "… | head" closes our stdout early; that is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

process.exitCode = await runCommandLine(process.argv.slice(2), {
  out: (line) => process.stdout.write(`${line}\n`),
  note: (line) => process.stderr.write(`${line}\n`),
  config: () => loadConfig(),
})
