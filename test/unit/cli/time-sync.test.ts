/** Whether the clock is kept right is asked of systemd; where it is not there, doctor says nothing. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { examineTimeSync } from '../../../src/cli/operation-check.ts'

/** With a timedatectl that answers this, as systemd's does. */
function answering(script: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'paraph-time-'))
  writeFileSync(join(folder, 'timedatectl'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  const before = process.env.PATH
  process.env.PATH = `${folder}${delimiter}${before}`
  onTestFinished(() => {
    process.env.PATH = before
    rmSync(folder, { recursive: true })
  })
}
const ONLY_ASKED = '[ "$*" = "show --property=NTPSynchronized --value" ] || exit 2'

test('a clock that nothing keeps right is a warning with the remedy', async () => {
  answering(`${ONLY_ASKED}; echo no`)
  const [check] = await examineTimeSync()
  expect(check).toMatchObject({ ok: false, required: false })
  expect(check?.fix).toContain('chrony')
})

test('a synchronized clock is said, and without systemd nothing is', async () => {
  answering(`${ONLY_ASKED}; echo yes`)
  expect(await examineTimeSync()).toMatchObject([{ ok: true }])
  answering('echo "System has not been booted with systemd" >&2; exit 1')
  expect(await examineTimeSync()).toEqual([])
})
