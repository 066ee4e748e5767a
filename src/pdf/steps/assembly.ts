/** Puts documents together from pages of others: with their bookmarks, forms, layers, attachments and tags. */
import { PDFHexString, type PDFObject, PDFRef } from 'pdf-lib'
import { filesOf, setFiles } from '../attachments.ts'
import { textOf } from '../form-fields.ts'
import { pagesOf } from '../pages.ts'
import { dictOf, itemsOf, nameKey, PdfFile } from '../pdf-file.ts'
import { claimsOf, withoutAccessibility } from '../properties.ts'
import { WholePdf } from '../whole-pdf.ts'
import { Copier, type Portion, type Taken } from './copier.ts'
import { bookmark, bookmarksOf } from './outlines.ts'
import { joinTags } from './tag-trees.ts'

const EMPTY =
  '%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\nxref\n0 2\n0000000000 65535 f \n0000000009 00000 n \ntrailer<</Size 3/Root 1 0 R>>\nstartxref\n52\n%%EOF'
const PAGES_REF = PDFRef.of(2)
/** What the whole document has from the first one. */
const OF_FIRST = ['Lang', 'ViewerPreferences', 'PageLayout', 'PageMode'].map(nameKey)
const CLAIMED = ['OutputIntents', 'Metadata'].map(nameKey)
const FORM_MEMBERS = ['DR', 'DA', 'Q', 'NeedAppearances'].map(nameKey)
const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate'].map(nameKey)
const WITHOUT = ['Parent', 'B'].map(nameKey)
const AGAIN_WITHOUT = [...WITHOUT, ...['Annots', 'StructParents', 'Tabs'].map(nameKey)]
const DEPTH_MAX = 64
/** Lists of layers in a configuration (ISO 32000-2, table 99). */
const LAYER_LISTS = ['Order', 'ON', 'OFF', 'RBGroups', 'Locked', 'AS']

/** Copies the pages of a portion; a page that comes again has no annotations and no tags of its own. */
function copyPages(target: WholePdf, { whole, pages, copier }: Taken): PDFRef[] {
  const all = pagesOf(whole)
  const seen = new Set<number>()
  const chosen = pages.flatMap((index) => {
    const page = all[index]
    if (page === undefined) return []
    const ref = target.context.nextRef()
    const again = seen.has(index)
    if (!again) copier.place(page.ref, ref)
    seen.add(index)
    return [{ dict: page.dict, ref, without: again ? AGAIN_WITHOUT : WITHOUT }]
  })
  for (const { dict, ref, without } of chosen) {
    const copy = target.context.obj({ Parent: PAGES_REF })
    const keys = dict.keys().filter((key) => !without.includes(key))
    copier.take(dict, copy, keys)
    let above = whole.get(dict, 'Parent')
    for (let depth = 0; above !== undefined && depth < DEPTH_MAX; depth++) {
      copier.take(above, copy, INHERITED)
      above = whole.get(above, 'Parent')
    }
    target.set(ref, copy)
  }
  return chosen.map(({ ref }) => ref)
}

/** One form of the forms. */
function joinForms(target: WholePdf, taken: readonly Taken[]): void {
  const names = new Set<string>()
  const form = target.context.obj({})
  const fields = taken.flatMap(({ whole, copier }) => {
    const given = whole.get(whole.catalogRef, 'AcroForm')
    copier.take(given, form, FORM_MEMBERS)
    // What no page that was taken shows stays behind.
    return copier.copies(itemsOf(whole.get(given, 'Fields')).filter((field) => copier.has(field)))
  })
  for (const field of fields) {
    const own = textOf(target.get(field, 'T')) ?? ''
    let name = own
    for (let number = 2; names.has(name); number++) name = `${own}_${number}`
    names.add(name)
    if (name !== own) dictOf(target.resolve(field))?.set(nameKey('T'), PDFHexString.fromText(name))
  }
  if (fields.length === 0) return
  form.set(nameKey('Fields'), target.context.obj(fields))
  target.catalog.set(nameKey('AcroForm'), target.add(form))
}

/** Layers of all documents, shown and hidden as in each. */
function joinLayers(target: WholePdf, taken: readonly Taken[]): void {
  const layers: PDFObject[] = []
  const lists = new Map<string, PDFObject[]>()
  for (const { whole, copier } of taken) {
    const given = whole.get(whole.catalogRef, 'OCProperties')
    const shown = whole.get(given, 'D')
    const own = copier.copies(itemsOf(whole.get(given, 'OCGs')))
    layers.push(...own)
    const add = (name: string, more: readonly PDFObject[]) =>
      lists.set(name, [...(lists.get(name) ?? []), ...more])
    for (const name of LAYER_LISTS) add(name, copier.copies(itemsOf(whole.get(shown, name))))
    if (whole.get(shown, 'BaseState') !== nameKey('OFF')) continue
    const on = new Set(lists.get('ON'))
    const off = own.filter((layer) => !on.has(layer))
    add('OFF', off)
  }
  if (layers.length === 0) return
  const D = Object.fromEntries([...lists].filter(([, list]) => list.length > 0))
  const Name = PDFHexString.fromText('Layers')
  const joined = target.context.obj({ OCGs: layers, D: { Name, ...D } })
  target.catalog.set(nameKey('OCProperties'), target.add(joined))
}

/** The attachments of all; one whose name is taken gets a number. */
function joinAttachments(target: WholePdf, taken: readonly Taken[]): void {
  const files = new Map<string, PDFObject>()
  for (const { whole, copier } of taken)
    for (const [name, file] of filesOf(whole, whole.catalog)) {
      let free = name
      for (let number = 2; files.has(free); number++) free = `${number}-${name}`
      const copy = copier.copy(file)
      if (copy !== undefined) files.set(free, copy)
    }
  const associated = taken.flatMap(({ whole, copier }) =>
    copier.copies(itemsOf(whole.get(whole.catalogRef, 'AF'))),
  )
  const { context, catalog } = target
  if (files.size > 0) setFiles(target, catalog, [...files])
  if (associated.length > 0) catalog.set(nameKey('AF'), context.obj(associated))
}

/** Properties, and the claims of a standard where every part makes the same and keeps it. */
function takeProperties(target: WholePdf, taken: readonly Taken[], isTagged: boolean): void {
  const [first] = taken
  if (first === undefined) return
  const { whole, copier } = first
  const { catalog } = target
  copier.take(whole.catalog, catalog, OF_FIRST)
  copier.take(whole.info, target.ownInfo)
  const claims = claimsOf(whole)
  if (claims === undefined || taken.some((each) => claimsOf(each.whole) !== claims)) return
  copier.take(whole.catalog, catalog, CLAIMED)
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
  const { context, catalog } = target
  const bookmarks: PDFRef[] = []
  const kids: PDFRef[] = []
  const taken = portions.map(({ whole, title, ...given }): Taken => {
    const all = pagesOf(whole)
    const pages = given.pages ?? [...all.keys()]
    const chosen = new Set(pages)
    const left = all.filter((_, index) => !chosen.has(index))
    const copier = new Copier(whole, target, left)
    return { whole, pages, title, copier, isComplete: left.length === 0 }
  })
  const isTagged = joinTags(target, taken, (each) => {
    const pages = copyPages(target, each)
    kids.splice(at ?? kids.length, 0, ...pages)
    const { whole, copier, title } = each
    const own = bookmarksOf(target, copier, whole.get(whole.catalogRef, 'Outlines'))
    if (title === undefined) bookmarks.push(...own)
    else {
      const item = context.obj({ Title: PDFHexString.fromText(title), Dest: [pages[0], 'Fit'] })
      bookmarks.push(bookmark(target, item, own, false))
    }
  })
  target.set(PAGES_REF, context.obj({ Type: 'Pages', Kids: kids, Count: kids.length }))
  if (bookmarks.length > 0) {
    const root = bookmark(target, context.obj({ Type: 'Outlines' }), bookmarks, true)
    catalog.set(nameKey('Outlines'), root)
  }
  joinForms(target, taken)
  joinLayers(target, taken)
  joinAttachments(target, taken)
  takeProperties(target, taken, isTagged)
  return target
}
