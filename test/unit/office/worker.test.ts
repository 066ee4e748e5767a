/** What is known of a worker that does not come up, or ends. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { WorkerSetup } from '../../../src/office/launch.ts'
import { ProcessWorker } from '../../../src/office/worker.ts'

/** Starts a worker whose program is this shell script. */
function start(script: string): Promise<ProcessWorker> {
  const folder = mkdtempSync(join(tmpdir(), 'paraph-worker-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const program = join(folder, 'program')
  writeFileSync(program, `#!/bin/sh\n${script}\n`)
  chmodSync(program, 0o755)
  const setup: WorkerSetup = {
    installation: {
      root: '/nowhere',
      soffice: '/nowhere/soffice.bin',
      python: program,
      jemalloc: undefined,
      bubblewrap: undefined,
      version: '7.4.7.2',
      buildId: '40',
    },
    tier: 'off',
    ownUsers: false,
    scratchDir: folder,
    addressSpaceBytes: 1024 ** 3,
    fileBytesMax: 1024,
    startTimeoutMs: 20_000,
  }
  return ProcessWorker.start(setup, 1)
}

test('a worker that cannot start leaves what LibreOffice said', async () => {
  await expect(start('echo "no suitable windowing system found" >&2; exit 3')).rejects.toThrow(
    'ended with 3 no suitable windowing system found',
  )
})

test('once it is ready nothing that it prints is stored: it may quote a document', async () => {
  const worker = await start(
    `echo "warming up" >&2; echo '{"event":"ready","version":"1","measures":[]}'; sleep 0.3; echo "the secret" >&2; exit 4`,
  )
  expect(await worker.ended).toBe('ended with 4')
})
