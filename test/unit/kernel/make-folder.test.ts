import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lockDataFolder } from '../../../src/database/lock.ts'
import { makeFolder } from '../../../src/kernel/private-files.ts'

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'paraph-folder-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return path
}

test('missing folders are made, for the owner alone; an existing one is left', () => {
  const deep = join(folder(), 'a', 'b', 'c')
  makeFolder(deep)
  makeFolder(deep)
  expect(statSync(deep).mode & 0o777).toBe(0o700)
})

test('a data folder that cannot be made is refused in one line instead of waiting without end', () => {
  const file = join(folder(), 'file')
  writeFileSync(file, '')
  for (const [impossible, code] of [
    ['/proc/nowhere/data', 'ENOENT'],
    [join(file, 'data'), 'ENOTDIR'],
  ] as const)
    expect(() => lockDataFolder(impossible)).toThrow(
      new RegExp(
        `^the data folder ${impossible} cannot be written \\(${code}: .*\\); .* name another folder in PARAPH_DATA_DIR$`,
      ),
    )
})
