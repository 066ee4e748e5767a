/**
 * A file that this service has drawn itself, as PDF/UA-1 (ISO 14289-1): what was drawn within marked content becomes an
 * element of the structure with the tag as its role, in the order in which it was drawn; all else is an artifact.
 */
import { type PDFDict, type PDFDocument, PDFHexString, type PDFRef, PDFString } from 'pdf-lib'
import { escapeXml } from '../../xml/escape.ts'
import { openWhole } from '../open-whole.ts'
import { nameKey as name } from '../pdf-file.ts'
import type { Mark } from './content-marks.ts'
import { TaggedPage } from './tagged-page.ts'

/** What the whole file states. */
export interface FileWords {
  title: string
  /** BCP 47. */
  language: string
}

/** The packet that says which standard the file claims to follow. */
const packet = ({ title, language }: FileWords): string =>
  [
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">',
    `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(title)}</rdf:li></rdf:Alt></dc:title>`,
    `<dc:language><rdf:Bag><rdf:li>${language}</rdf:li></rdf:Bag></dc:language>`,
    '<pdfuaid:part>1</pdfuaid:part>',
    '</rdf:Description></rdf:RDF></x:xmpmeta>',
    '<?xpacket end="w"?>',
  ].join('\n')

const ALT = /\/Alt\s*(<[\dA-Fa-f]*>)/

function elementOf(document: PDFDocument, { operands }: Mark): PDFDict | undefined {
  const role = /^\s*\/(H1|H2|P|Figure)\b/.exec(operands)?.[1]
  if (role === undefined) return undefined
  const element = document.context.obj({ Type: 'StructElem', S: role })
  const about = ALT.exec(operands)?.[1]
  if (about !== undefined) element.set(name('Alt'), PDFHexString.of(about.slice(1, -1)))
  return element
}

/** Gives the pieces of a page to elements; returns those. */
function tagPage(document: PDFDocument, page: TaggedPage, holder: PDFRef) {
  const elements = page.marks.flatMap((mark) => {
    const element = elementOf(document, mark)
    return element === undefined ? [] : [{ mark, element }]
  })
  const refs = elements.map(({ mark, element }, number) => {
    element.set(name('Pg'), page.ref)
    element.set(name('K'), document.context.obj(number))
    element.set(name('P'), holder)
    page.tag(mark, String(element.get(name('S'))).slice(1), number)
    return document.context.register(element)
  })
  page.save()
  return refs
}

/** Returns the file with its structure, its title and its language. */
export async function taggedFile(pdf: Uint8Array, words: FileWords): Promise<Uint8Array> {
  const document = await openWhole(pdf)
  const { context, catalog } = document
  const root = context.obj({ Type: 'StructTreeRoot' })
  const rootRef = context.register(root)
  const holder = context.obj({ Type: 'StructElem', S: 'Document', P: rootRef })
  const holderRef = context.register(holder)
  const pages = document.getPages().map((page) => new TaggedPage(page))
  const owned = pages.map((page, index) => {
    page.dict.set(name('StructParents'), context.obj(index))
    page.dict.set(name('Tabs'), name('S'))
    return tagPage(document, page, holderRef)
  })
  holder.set(name('K'), context.obj(owned.flat()))
  root.set(name('K'), holderRef)
  const numbers = owned.flatMap((refs, index) => [context.obj(index), context.obj(refs)])
  root.set(name('ParentTree'), context.register(context.obj({ Nums: numbers })))
  root.set(name('ParentTreeNextKey'), context.obj(pages.length))
  catalog.set(name('StructTreeRoot'), rootRef)
  catalog.set(name('MarkInfo'), context.obj({ Marked: true }))
  catalog.set(name('Lang'), PDFString.of(words.language))
  catalog.set(name('ViewerPreferences'), context.obj({ DisplayDocTitle: true }))
  const metadata = context.stream(Buffer.from(packet(words)), { Type: 'Metadata', Subtype: 'XML' })
  catalog.set(name('Metadata'), context.register(metadata))
  document.setTitle(words.title)
  return await document.save({ useObjectStreams: false, addDefaultPage: false })
}
