import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

test('a converter that cannot be started for want of file handles does not end the service', () => {
  const script = resolve(import.meta.dirname, '../../support/no-handles.ts')
  const said = execFileSync(
    'bash',
    ['-c', `ulimit -n 64; exec '${process.execPath}' --import tsx '${script}'`],
    { encoding: 'utf8' },
  )
  expect(said).toContain('alive: it could not be started')
})
