/** Opens the package of a Word document and tells which of its parts may hold tags. */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import PizZip from 'pizzip'
import { AppError } from '../../kernel/errors.ts'

// The library's own deflate is plain JavaScript; zlib does the same four to six times faster.
const { DEFLATE } = (
  PizZip as unknown as {
    compressions: {
      DEFLATE: {
        compress(input: Uint8Array, options: { level?: number }): Uint8Array
        uncompress(input: Uint8Array): Uint8Array
      }
    }
  }
).compressions
DEFLATE.compress = (input, options) => deflateRawSync(input, { level: options.level ?? 6 })
DEFLATE.uncompress = (input) => inflateRawSync(input)

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.'
const MAIN_TYPES: ReadonlySet<string> = new Set([
  `${WORD}document.main+xml`,
  `${WORD}template.main+xml`,
])
/** Parts docxtemplater does not know as text but Word shows. */
export const EXTRA_TYPES: ReadonlySet<string> = new Set([
  `${WORD}endnotes+xml`,
  'application/vnd.openxmlformats-officedocument.drawingml.chart+xml',
])
const TEXT_TYPES: ReadonlySet<string> = new Set([
  ...MAIN_TYPES,
  ...EXTRA_TYPES,
  ...['header', 'footer', 'footnotes', 'comments'].map((name) => `${WORD}${name}+xml`),
  'application/vnd.openxmlformats-package.core-properties+xml',
  'application/vnd.openxmlformats-officedocument.extended-properties+xml',
  'application/vnd.openxmlformats-officedocument.custom-properties+xml',
  'application/vnd.openxmlformats-officedocument.drawingml.diagramData+xml',
  'application/vnd.ms-office.drawingml.diagramDrawing+xml',
])

/** Opens a package. @throws AppError template_not_docx */
export function openPackage(bytes: Uint8Array): PizZip {
  try {
    return new PizZip(bytes)
  } catch (cause) {
    throw new AppError(
      'template_not_docx',
      'The template cannot be opened: it is not a zip archive, or it is damaged. Save it in Word as .docx.',
      { cause },
    )
  }
}

/** The text of a part, or undefined when there is no such part. @throws AppError template_not_docx */
export function partText(zip: PizZip, name: string): string | undefined {
  const file = zip.files[name]
  if (file === undefined || file.dir) return undefined
  try {
    return file.asText()
  } catch (cause) {
    throw new AppError('template_not_docx', `The part ${name} of the template is damaged.`, {
      cause,
    })
  }
}

const attribute = (tag: string, name: string): string =>
  new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag)?.slice(1).find(Boolean) ?? ''

/** Content type of every part: by its name, else by its extension. @throws AppError template_not_docx */
export function contentTypes(zip: PizZip): ReadonlyMap<string, string> {
  const xml = partText(zip, '[Content_Types].xml')
  if (xml === undefined) {
    throw new AppError(
      'template_not_docx',
      'The template is a zip archive but not a Word document: [Content_Types].xml is missing.',
    )
  }
  const types = new Map<string, string>()
  for (const [tag] of xml.matchAll(/<(?:\w+:)?Override\s[^>]*>/g)) {
    types.set(attribute(tag, 'PartName').replace(/^\//, ''), attribute(tag, 'ContentType'))
  }
  for (const [tag] of xml.matchAll(/<(?:\w+:)?Default\s[^>]*>/g)) {
    const [ending, type] = [`.${attribute(tag, 'Extension')}`, attribute(tag, 'ContentType')]
    if (!TEXT_TYPES.has(type)) continue
    // Some programs name the type of the main part only here.
    for (const name of Object.keys(zip.files)) {
      if (name.endsWith(ending) && !types.has(name)) types.set(name, type)
    }
  }
  return types
}

/** Names of the parts that may hold tags, the main part first. @throws AppError template_not_docx */
export function textParts(zip: PizZip): string[] {
  const names = [...contentTypes(zip)]
    .filter(([name, type]) => TEXT_TYPES.has(type) && zip.files[name] !== undefined)
    .sort(([, a], [, b]) => Number(MAIN_TYPES.has(b)) - Number(MAIN_TYPES.has(a)))
  if (names.some(([, type]) => MAIN_TYPES.has(type))) return names.map(([name]) => name)
  throw new AppError(
    'template_not_docx',
    'The template is not a Word document (.docx): it has no main document part. Save it in Word as .docx.',
  )
}
