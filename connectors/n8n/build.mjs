/** Compiles the nodes into dist/, with what they show beside them. */
import { execFileSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'

const tsc = createRequire(import.meta.url).resolve('typescript/lib/tsc.js')
rmSync('dist', { recursive: true, force: true })
execFileSync(process.execPath, [tsc], { stdio: 'inherit' })
for (const name of ['paraph.svg', 'paraph.dark.svg'])
  cpSync(`nodes/Paraph/${name}`, `dist/nodes/Paraph/${name}`)
