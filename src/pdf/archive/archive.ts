/** Makes a PDF/A-3b (ISO 19005-3), or PDF/A-2b, of any PDF, as far as that changes nothing that is seen of it. */
import { type Finding, inLanguage, saying, type Wording } from '../../kernel/coded-error.ts'
import { say } from '../../translations/texts.ts'
import { filesOf } from '../attachments.ts'
import { settle } from '../layout.ts'
import { openPdf, reading } from '../opening.ts'
import { pagesOf } from '../pages.ts'
import { PdfError } from '../pdf-error.ts'
import { UnreadablePdfError } from '../stream-data.ts'
import { WholePdf } from '../whole-pdf.ts'
import { giveColours } from './colours.ts'
import { ContentUse } from './content-use.ts'
import { embedFonts, type MissingFont } from './fonts.ts'
import { describeArchive } from './metadata.ts'
import { cleanObjects } from './plain-objects.ts'

/** How long a side of a page may be (6.1.13), in points. */
const SIDE = { least: 3, most: 14_400 }

/** Parts of ISO 19005 that a document can be made to follow: in 3 any file may be attached, in 2 none here. */
export type ArchivePart = 2 | 3

const refusal = (reasons: readonly Finding[]): PdfError =>
  new PdfError(
    'pdf_not_archivable',
    say('archive.refused', (locale) => ({
      reasons: reasons
        .map(({ wording, detail }) => (wording ? inLanguage(wording.detail, locale) : detail))
        .join(' '),
    })),
    { errors: [...reasons] },
  )

const because = (detail: Wording, fix: Wording): Finding => ({
  pointer: '/file',
  ...saying(detail, fix),
})

const fontMissing = ({ name, page }: MissingFont): Finding =>
  because(say('archive.font', { name, page }), say('archive.fontFix'))

/**
 * Makes the document a PDF/A: fonts of the same widths embedded, colours with profiles, forms and layers made part of the
 * page; scripts, media and hidden content go. The picture of each page stays what it was.
 * @param password of a file that opens with one
 * @throws PdfError `pdf_invalid`, `pdf_encrypted`, `pdf_not_archivable` with every reason
 */
export async function toArchive(pdf: Uint8Array, password?: string, part: ArchivePart = 3) {
  const opened = await openPdf(pdf, { ...(password !== undefined && { password }) })
  const { file, facts, notices } = opened
  if (facts.signatures > 0)
    throw refusal([because(say('archive.signed'), say('archive.signedFix'))])
  if (facts.unfit.includes('xfaOnly'))
    throw refusal([because(say('pdf.xfa'), say('archive.xfaFix'))])
  return reading(() => {
    const whole = new WholePdf(file)
    const pages = pagesOf(whole)
    if (pages.length === 0) throw new UnreadablePdfError('it has no pages')
    const odd = pages.findIndex(({ box: { width, height } }) =>
      [width, height].some((side) => side < SIDE.least || side > SIDE.most),
    )
    if (odd >= 0)
      throw refusal([because(say('archive.side', { page: odd + 1 }), say('archive.sideFix'))])
    settle(whole, pages, part)
    const use = new ContentUse(whole, pages)
    const missing = embedFonts(whole, use)
    if (missing.length > 0) throw refusal(missing.map(fontMissing))
    cleanObjects(whole, pages, use.resources)
    giveColours(whole, use)
    if (part === 2 && filesOf(whole, whole.catalog).length > 0)
      throw refusal([because(say('archive.attached'), say('archive.attachedFix'))])
    describeArchive(whole, part)
    return { pdf: whole.save({ classic: false, isArchive: true }), pages: pages.length, notices }
  })
}
