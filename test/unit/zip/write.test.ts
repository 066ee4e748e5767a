/** Archives as other programs read them. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { continuedZip, endedZip } from '../../../src/zip/archive.ts'
import { packedFile, writeZip } from '../../../src/zip/write.ts'

const AT = new Date('2026-03-29T13:14:16Z')

/** Name, size, date and content of every file, as Python's reader finds them; it checks every checksum. */
function readByPython(archive: Uint8Array): unknown {
  const folder = mkdtempSync(join(tmpdir(), 'paraph-zip-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'a.zip')
  writeFileSync(path, archive)
  const program = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as given:
    assert given.testzip() is None
    print(json.dumps([[e.filename, e.file_size, list(e.date_time), given.read(e).decode()] for e in given.infolist()]))`
  return JSON.parse(execFileSync('python3', ['-c', program, path], { encoding: 'utf8' }))
}

test('an archive written at once is read elsewhere, names beyond ASCII too', () => {
  const files = { 'a.txt': 'first', 'été/b.txt': '', 'c.txt': 'x'.repeat(5_000) }
  const archive = writeZip(
    Object.entries(files).map(([name, text]) => packedFile(name, Buffer.from(text))),
  )
  expect(readByPython(archive)).toEqual(
    Object.entries(files).map(([name, text]) => [name, text.length, [1980, 1, 1, 0, 0, 0], text]),
  )
})

test('an archive may be continued, in another thread too', async () => {
  const begun = await continuedZip([{ name: 'a/b.txt', bytes: Buffer.from('one') }], AT)
  const sent = structuredClone(begun)
  const archive = endedZip(
    await continuedZip([{ name: 'c.txt', bytes: Buffer.from('two') }], AT, sent),
  )
  const time = [2026, 3, 29, 13, 14, 16]
  expect(readByPython(archive)).toEqual([
    ['a/b.txt', 3, time, 'one'],
    ['c.txt', 3, time, 'two'],
  ])
})

test.each(['/etc/passwd', '../up', 'a/../b', 'é.txt', ''])(
  'no file of an archive for others may be named %j',
  async (name) => {
    await expect(continuedZip([{ name, bytes: Buffer.alloc(0) }], AT)).rejects.toThrow('named')
  },
)
