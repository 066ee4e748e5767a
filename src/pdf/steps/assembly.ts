/** Puts documents together from pages of others: with their bookmarks, forms, layers, attachments and tags. */
import { PDFDict, PDFHexString, type PDFName, PDFNumber, type PDFObject, PDFRef } from 'pdf-lib'
import { entriesOf } from '../attachments.ts'
import { textOf } from '../form-fields.ts'
import { inheritedResources } from '../page-canvas.ts'
import { type PageFacts, pagesOf } from '../pages.ts'
import { dictOf, itemsOf, nameKey, PdfFile } from '../pdf-file.ts'
import { WholePdf } from '../whole-pdf.ts'
import { Copier, type Portion, type Taken } from './copier.ts'
import { Outlines } from './outlines.ts'
import { claimsOf, withoutAccessibility } from './properties.ts'
import { joinTags } from './tag-trees.ts'

const EMPTY =
  '%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n3 0 obj<<>>endobj\nxref\n0 4\n0000000000 65535 f \n0000000009 00000 n \n0000000052 00000 n \n0000000096 00000 n \ntrailer<</Size 4/Root 1 0 R/Info 3 0 R>>\nstartxref\n114\n%%EOF'
const PAGES_REF = PDFRef.of(2)
const INFO_REF = PDFRef.of(3)
/** What the whole document has from the first one. */
const OF_FIRST = ['Lang', 'ViewerPreferences', 'PageLayout', 'PageMode'].map(nameKey)
const FORM_MEMBERS = ['DR', 'DA', 'Q', 'NeedAppearances'].map(nameKey)
const INHERITED = ['MediaBox', 'CropBox', 'Rotate'].map(nameKey)
const WITHOUT = ['Parent', 'B'].map(nameKey)
const AGAIN_WITHOUT = [...WITHOUT, ...['Annots', 'StructParents', 'Tabs'].map(nameKey)]
/** Lists of layers in a configuration (ISO 32000-2, table 99). */
const LAYER_LISTS = ['Order', 'ON', 'OFF', 'RBGroups', 'Locked', 'AS']

/** Copies the pages of a portion; a page that comes again has no annotations and no tags of its own. */
function copyPages(target: WholePdf, { whole, pages, copier }: Taken): PDFRef[] {
  const all = pagesOf(whole)
  const seen = new Set<number>()
  const chosen = pages.flatMap((index): [PageFacts, PDFRef, boolean][] => {
    const page = all[index]
    if (page === undefined) return []
    const ref = target.context.nextRef()
    const again = seen.has(index)
    if (!again) copier.place(page.ref, ref)
    seen.add(index)
    return [[page, ref, again]]
  })
  for (const [{ dict }, ref, again] of chosen) {
    const copy = copier.copy(flatPage(whole, dict, again ? AGAIN_WITHOUT : WITHOUT))
    if (!(copy instanceof PDFDict)) continue
    copy.set(nameKey('Parent'), PAGES_REF)
    target.set(ref, copy)
  }
  return chosen.map(([, ref]) => ref)
}

/** A page with what it inherits, and without some members. */
function flatPage(whole: WholePdf, dict: PDFDict, without: readonly PDFName[]): PDFDict {
  const flat = whole.context.obj({})
  const resources = inheritedResources(whole, dict)
  if (resources !== undefined) flat.set(nameKey('Resources'), resources)
  for (const key of INHERITED) {
    const value = inheritedFrom(whole, dict, key)
    if (value !== undefined) flat.set(key, value)
  }
  for (const [key, value] of dict.entries()) flat.set(key, value)
  for (const key of without) flat.delete(key)
  return flat
}

function inheritedFrom(whole: WholePdf, page: PDFDict, key: PDFName): PDFObject | undefined {
  let node: PDFObject | undefined = page
  for (let depth = 0; node instanceof PDFDict && depth < 64; depth++) {
    const value = node.get(key)
    if (value !== undefined) return value
    node = whole.get(node, 'Parent')
  }
  return undefined
}

/** One form of the forms. */
function joinForms(target: WholePdf, taken: readonly Taken[]): void {
  const names = new Set<string>()
  const form = target.context.obj({})
  const fields = taken.flatMap(({ whole, copier }) => {
    const given = whole.get(whole.catalogRef, 'AcroForm')
    for (const key of FORM_MEMBERS) {
      const value = dictOf(given)?.get(key)
      const copy = value === undefined || form.has(key) ? undefined : copier.copy(value)
      if (copy !== undefined) form.set(key, copy)
    }
    // What no page that was taken shows stays behind.
    const shown = itemsOf(whole.get(given, 'Fields')).filter((field) => copier.has(field))
    return shown.flatMap((field) => fieldCopy(target, copier.copy(field), names) ?? [])
  })
  if (fields.length === 0) return
  form.set(nameKey('Fields'), target.context.obj(fields))
  target.catalog.set(nameKey('AcroForm'), target.add(form))
}

/** The field; one whose name is taken gets a number. */
function fieldCopy(target: WholePdf, copy: PDFObject | undefined, names: Set<string>) {
  const own = textOf(target.get(copy, 'T')) ?? ''
  let name = own
  for (let number = 2; names.has(name); number++) name = `${own}_${number}`
  names.add(name)
  if (name !== own) dictOf(target.resolve(copy))?.set(nameKey('T'), PDFHexString.fromText(name))
  return copy
}

/** Layers of all documents, shown and hidden as in each. */
function joinLayers(target: WholePdf, taken: readonly Taken[]): void {
  const layers: PDFObject[] = []
  const lists = new Map<string, PDFObject[]>()
  for (const { whole, copier } of taken) {
    const given = whole.get(whole.catalogRef, 'OCProperties')
    const shown = whole.get(given, 'D')
    const copies = (list: readonly PDFObject[]) => list.flatMap((each) => copier.copy(each) ?? [])
    const own = copies(itemsOf(whole.get(given, 'OCGs')))
    layers.push(...own)
    const add = (name: string, more: readonly PDFObject[]) =>
      lists.set(name, [...(lists.get(name) ?? []), ...more])
    for (const name of LAYER_LISTS) add(name, copies(itemsOf(whole.get(shown, name))))
    if (whole.get(shown, 'BaseState') !== nameKey('OFF')) continue
    const on = new Set(copies(itemsOf(whole.get(shown, 'ON'))))
    add(
      'OFF',
      own.filter((layer) => !on.has(layer)),
    )
  }
  if (layers.length === 0) return
  const { context } = target
  const D = Object.fromEntries([...lists].filter(([, list]) => list.length > 0))
  const joined = context.obj({ OCGs: layers, D: { Name: PDFHexString.fromText('Layers'), ...D } })
  target.catalog.set(nameKey('OCProperties'), target.add(joined))
}

/** The attachments of all; one whose name is taken is left to its first owner. */
function joinAttachments(target: WholePdf, taken: readonly Taken[]): void {
  const files = new Map<string, PDFObject>()
  const associated: PDFObject[] = []
  for (const { whole, copier } of taken) {
    const { catalogRef } = whole
    const tree = dictOf(whole.get(whole.get(catalogRef, 'Names'), 'EmbeddedFiles'))
    for (const [name, file] of entriesOf(tree, (object) => whole.resolve(object))) {
      let free = name
      for (let number = 2; files.has(free); number++) free = `${number}-${name}`
      const copy = copier.copy(file)
      if (copy !== undefined) files.set(free, copy)
    }
    for (const each of itemsOf(whole.get(catalogRef, 'AF')))
      associated.push(copier.copy(each) ?? each)
  }
  const { context, catalog } = target
  const sorted = [...files].sort(([one], [other]) => (one < other ? -1 : 1))
  const Names = sorted.flatMap(([name, file]) => [PDFHexString.fromText(name), file])
  if (Names.length > 0) catalog.set(nameKey('Names'), context.obj({ EmbeddedFiles: { Names } }))
  if (associated.length > 0) catalog.set(nameKey('AF'), context.obj(associated))
}

/** Properties, and the claims of a standard where every part makes the same and keeps it. */
function takeProperties(target: WholePdf, taken: readonly Taken[], isTagged: boolean): void {
  const [first] = taken
  if (first === undefined) return
  const { whole, copier } = first
  const take = (key: PDFName): PDFObject | undefined => {
    const value = whole.catalog.get(key)
    const copy = value === undefined ? undefined : copier.copy(value)
    if (copy !== undefined) target.catalog.set(key, copy)
    return copy
  }
  for (const key of OF_FIRST) take(key)
  for (const [key, value] of whole.ownInfo.entries()) {
    const copy = copier.copy(value)
    if (copy !== undefined) dictOf(target.resolve(INFO_REF))?.set(key, copy)
  }
  const claims = claimsOf(whole)
  if (claims === undefined || taken.some((each) => claimsOf(each.whole) !== claims)) return
  take(nameKey('OutputIntents'))
  take(nameKey('Metadata'))
  // Headings may begin at any level where pages are left out.
  if (!isTagged || taken.some(({ isComplete }) => !isComplete)) withoutAccessibility(target)
}

/**
 * A new document of these pages.
 * @param at index among the pages of the first portion at which those of the others go; absent: after them
 * @throws UnreadablePdfError for a page tree that cannot be followed
 */
export function assembled(portions: readonly Portion[], at?: number): WholePdf {
  const target = new WholePdf(PdfFile.open(Buffer.from(EMPTY, 'latin1')))
  const outlines = new Outlines(target)
  const kids: PDFRef[] = []
  const taken = portions.map((portion): Taken => {
    const chosen = new Set(portion.pages)
    const left = pagesOf(portion.whole).filter((_, index) => !chosen.has(index))
    const copier = new Copier(portion.whole, target, left)
    return { ...portion, copier, isComplete: left.length === 0 }
  })
  const isTagged = joinTags(target, taken, (each) => {
    const pages = copyPages(target, each)
    kids.splice(at ?? kids.length, 0, ...pages)
    const [page] = pages
    if (page === undefined) return
    outlines.take(each.copier, each.title === undefined ? undefined : { title: each.title, page })
  })
  const tree = target.resolve(PAGES_REF)
  if (tree instanceof PDFDict) {
    tree.set(nameKey('Kids'), target.context.obj(kids))
    tree.set(nameKey('Count'), PDFNumber.of(kids.length))
  }
  outlines.save()
  joinForms(target, taken)
  joinLayers(target, taken)
  joinAttachments(target, taken)
  takeProperties(target, taken, isTagged)
  return target
}
