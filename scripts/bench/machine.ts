/** The machine a result was measured on. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism, cpus, release, totalmem } from 'node:os'
import { launcher } from './bare-office.ts'

export interface Machine {
  readonly cpu: string
  readonly cores: number
  readonly memoryGb: number
  readonly system: string
  readonly libreOffice: string
  readonly node: string
}

export function describeMachine(): Machine {
  const name = /^PRETTY_NAME="?([^"\n]+)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1]
  const version = execFileSync(launcher(), ['--version'], { encoding: 'utf8' })
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${name ?? 'Linux'}, kernel ${release()}`,
    libreOffice: /LibreOffice ([\d.]+)/.exec(version)?.[1] ?? 'unknown',
    node: process.version,
  }
}
