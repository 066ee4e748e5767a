/** Templates within all limits that are shaped to make the check itself slow. */
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { lintDocx } from '../../../src/docx/lint/lint.ts'
import { docxOf } from '../../support/docx-package.ts'

/** Text that does not pack well enough to be refused for its ratio. */
const noise = (count: number, piece: (word: string) => string): string =>
  Array.from({ length: count }, (_, index) =>
    piece(((index * 2654435761) >>> 0).toString(36)),
  ).join('')

const emf = Buffer.alloc(31 * 1024 * 1024)
emf[0] = 1
emf.write(' EMF', 40)

const CASES: Record<string, () => Uint8Array> = {
  'an attribute name of 5 MB': () =>
    docxOf({ body: `<w:p><w:fldSimple ${noise(800_000, (word) => word)}/></w:p>` }),
  'a field command of 5 MB that is a hyperlink to nothing': () =>
    docxOf({
      body: `<w:p><w:r><w:instrText>HYPERLINK ${noise(500_000, (word) => `${word}   `)}</w:instrText></w:r></w:p>`,
    }),
  'half a million character references that never end': () =>
    docxOf({
      body: `<w:p><w:r><w:instrText>${noise(500_000, (word) => `&a${word}`)}</w:instrText></w:r></w:p>`,
    }),
  '10,000 relationships to one compressed picture of 31 MB': () =>
    docxOf({
      rels: Array.from({ length: 10_000 }, (_, index) => ({
        id: `r${index}`,
        type: 'image',
        target: 'a.emz',
      })),
      files: { 'word/a.emz': gzipSync(emf) },
    }),
  '400 compressed pictures of 31 MB each': () => {
    const packed = gzipSync(emf)
    const names = Array.from({ length: 400 }, (_, index) => `a${index}.emz`)
    return docxOf({
      rels: names.map((target, index) => ({ id: `r${index}`, type: 'image', target })),
      files: Object.fromEntries(names.map((name) => [`word/${name}`, packed])),
    })
  },
  '140,000 elements to cut': () =>
    docxOf({ body: noise(140_000, (word) => `<w:embedBold a="${word}"/>`) }),
}

test.each(Object.entries(CASES))('%s costs less than two seconds of work', (_, make) => {
  const bytes = make()
  const start = process.cpuUsage()
  expect(lintDocx(bytes).mainPart).toBe('word/document.xml')
  const { user, system } = process.cpuUsage(start)
  expect((user + system) / 1000).toBeLessThan(2000)
})
