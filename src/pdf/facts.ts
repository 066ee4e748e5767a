/**
 * What a PDF from a stranger is and holds, as far as it matters for signing: pages, signatures, and what makes
 * a document unfit because it could show other people other things (active content, XFA) or must not change.
 */
import { PDFArray, PDFDict, PDFName, PDFNumber, type PDFObject, PDFRawStream } from 'pdf-lib'
import { formFields, nameOf, textOf } from './form-fields.ts'
import { type PageFacts, pagesOf, seenSize } from './pages.ts'
import { dictOf, type PdfFile } from './pdf-file.ts'
import { type SignedPlace, signedPlaces } from './signed-places.ts'
import { decodedStream, PdfFault } from './stream-data.ts'

/** A signature field that nobody has signed yet. */
export interface OpenSignatureField {
  name: string
}

/** What was found. */
export interface PdfFacts {
  /** Pages in order; sizes in points as seen. */
  pages: readonly { width: number; height: number }[]
  /** Filled signature dictionaries, document time-stamps included. */
  signatures: number
  /** Where they are seen. */
  signedPlaces: readonly SignedPlace[]
  /** DocMDP level of a certified document (1 to 3). */
  certified?: number
  /** Part of ISO 19005 that the metadata claims. */
  pdfaPart?: number
  /** Things for which signing is refused: what, in plain words. */
  unfit: readonly string[]
  openSignatureFields: readonly OpenSignatureField[]
  /** Full names of all form fields. */
  fieldNames: ReadonlySet<string>
}

const OBJECTS_MAX = 500_000
const DEPTH_MAX = 200
const METADATA_MAX = 1_000_000

/** Actions that run something or change what is seen (ISO 32000-2, 12.6.4). */
const ACTIVE: Readonly<Record<string, string>> = {
  JavaScript: 'JavaScript',
  Launch: 'an action that starts a program',
  ImportData: 'an action that imports data',
  SubmitForm: 'an action that sends the form',
  Rendition: 'multimedia',
  Movie: 'multimedia',
  Sound: 'multimedia',
  RichMediaExecute: 'multimedia',
  GoTo3DView: 'a 3D view',
  Hide: 'an action that hides parts of the page',
}

class ActiveContent {
  readonly found = new Set<string>()

  scan(object: PDFObject | undefined, depth = 0): void {
    if (depth > DEPTH_MAX) throw new PdfFault('objects are nested too deep')
    if (object instanceof PDFArray) {
      for (const item of object.asArray()) this.scan(item, depth + 1)
      return
    }
    const dict = dictOf(object)
    if (dict === undefined) return
    // Structure elements and group dictionaries use /S too, for other names.
    const kind = nameOf(dict.get(PDFName.of('S'))) ?? ''
    if (Object.hasOwn(ACTIVE, kind)) this.found.add(ACTIVE[kind] ?? kind)
    if (dict.has(PDFName.of('JS'))) this.found.add('JavaScript')
    for (const value of dict.values()) this.scan(value, depth + 1)
  }
}

function activeContent(file: PdfFile): string[] {
  const numbers = file.objectNumbers()
  if (numbers.length > OBJECTS_MAX) throw new PdfFault(`it has more than ${OBJECTS_MAX} objects`)
  const content = new ActiveContent()
  for (const number of numbers) content.scan(file.object(number))
  return [...content.found].sort()
}

function certification(file: PdfFile): number | undefined {
  const signature = file.get(file.get(file.catalogRef, 'Perms'), 'DocMDP')
  const references = file.get(signature, 'Reference')
  if (signature === undefined) return undefined
  const first = references instanceof PDFArray ? references.get(0) : undefined
  const level = file.get(file.get(first, 'TransformParams'), 'P')
  return level instanceof PDFNumber ? level.asNumber() : 2
}

/** What is packed in a way that no archive format allows claims none. */
function plainText(metadata: PDFRawStream): string {
  try {
    return decodedStream(metadata).toString('latin1')
  } catch (error) {
    if (error instanceof PdfFault) return ''
    throw error
  }
}

function pdfaPart(file: PdfFile): number | undefined {
  const metadata = file.get(file.catalogRef, 'Metadata')
  if (!(metadata instanceof PDFRawStream) || metadata.contents.length > METADATA_MAX)
    return undefined
  const text = plainText(metadata)
  const part = /pdfaid:part(?:>|\s*=\s*["'])\s*(\d)/.exec(text)?.[1]
  return part === undefined ? undefined : Number(part)
}

/**
 * Reads the facts.
 * @throws PdfFault when the file is damaged or hostile
 */
export function factsOf(file: PdfFile): PdfFacts {
  const pages = pagesOf(file)
  const all = formFields(file)
  const fields = all.filter(({ type }) => type === 'Sig')
  const signed = fields.filter(({ dict }) => file.get(dict, 'V') instanceof PDFDict)
  const certified = certification(file)
  const part = pdfaPart(file)
  const unfit = activeContent(file)
  if (file.get(file.get(file.catalogRef, 'AcroForm'), 'XFA') !== undefined)
    unfit.push('an XFA form')
  if (pages.length === 0) unfit.push('no page')
  return {
    pages: pages.map((page: PageFacts) => seenSize(page)),
    signatures: signed.length,
    signedPlaces: signedPlaces(file, pages, signed),
    ...(certified !== undefined && { certified }),
    ...(part !== undefined && { pdfaPart: part }),
    unfit,
    openSignatureFields: fields
      .filter((field) => !signed.includes(field))
      .map(({ name }) => ({ name })),
    fieldNames: new Set(all.map(({ name }) => name)),
  }
}

/** Title in the document information, where there is one. */
export const titleOf = (file: PdfFile): string | undefined =>
  textOf(file.get(file.trailer.get(PDFName.of('Info')), 'Title'))
