/**
 * Makes the guides to the template language and to the errors, in English and French, and the pictures of the
 * former: `npm run docs`. With `-- NAME…` only the pictures of those examples; with `-- --text` only the texts.
 * Needs what the tests need (poppler-utils).
 */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { OfficePool } from '../../src/office/office.ts'
import { startTestApp } from '../../test/support/app.ts'
import { errorDocument } from '../error-docs/document.ts'
import { pngOf } from '../pictures/png.ts'
import { framed, grid, pdfPages, type Raster, trimRows } from '../pictures/raster.ts'
import { EXAMPLES, languageDocument, pictureNames } from './document.ts'
import type { Example } from './example.ts'
import { renderExample } from './render.ts'
import { wordFile } from './word.ts'

const DOCS = resolve(import.meta.dirname, '../../docs')
const DPI = 110
const MARGIN = 22
const FRAME = [200, 205, 212] as const

/** One page is cut to what is on it; several stand side by side, whole. */
async function pictureOf(pdf: Uint8Array, { page }: Example): Promise<Uint8Array> {
  const pages = await pdfPages(pdf, DPI)
  const whole = page !== undefined
  const parts = pages.map((one): Raster => framed(whole ? one : trimRows(one, MARGIN), 1, FRAME))
  return pngOf(parts.length === 1 ? parts[0]! : grid(parts, 2, 6))
}

const named = process.argv.slice(2)
await mkdir(join(DOCS, 'images'), { recursive: true })
for (const [locale, folder] of [
  ['en', DOCS],
  ['fr', join(DOCS, 'fr')],
] as const) {
  await writeFile(join(folder, 'errors.md'), errorDocument(locale))
  await writeFile(join(folder, 'template-language.md'), languageDocument(locale))
}
if (named[0] !== '--text') {
  const wanted = EXAMPLES.filter(({ id }) => named.length === 0 || named.includes(id))
  const service = await startTestApp()
  const office = await OfficePool.start({
    ...service.config.office,
    scratchDir: join(service.folder, 'templates-office'),
  })
  const key = await service.newKey()
  for (const example of wanted) {
    const [result, template] = pictureNames(example).reverse()
    await writeFile(
      join(DOCS, result!),
      await pictureOf(await renderExample(service, key, example), example),
    )
    if (template === undefined) continue
    const { pdf } = await office.convert({ docx: wordFile(example), kind: 'pdf' })
    await writeFile(join(DOCS, template), await pictureOf(pdf, example))
  }
  await office.close()
  await service.close()
  const known = new Set(EXAMPLES.flatMap(pictureNames))
  // Others are of the guide to fidelity.
  for (const name of await readdir(join(DOCS, 'images')))
    if (!known.has(`images/${name}`) && !name.startsWith('fidelity-'))
      await rm(join(DOCS, 'images', name))
}
