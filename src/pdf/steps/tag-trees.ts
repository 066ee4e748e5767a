/** One structure tree of several (ISO 32000-2, 14.7), so that a merged document stays readable aloud. */
import { PDFDict, PDFNumber, type PDFObject, PDFRef } from 'pdf-lib'
import { dictOf, itemsOf, nameKey } from '../pdf-file.ts'
import { isTagged } from '../tagged/form-tags.ts'
import { numberTree } from '../tagged/structure-tree.ts'
import type { WholePdf } from '../whole-pdf.ts'
import type { Copier, Taken } from './copier.ts'

const DEPTH_MAX = 200

const rootRef = ({ catalog }: WholePdf): PDFRef | undefined => {
  const ref = catalog.get(nameKey('StructTreeRoot'))
  return ref instanceof PDFRef ? ref : undefined
}

/** The role maps in one; undefined when they mean different roles by one name. */
function joinedRoles(taken: readonly Taken[]): Map<string, PDFObject> | undefined {
  const roles = new Map<string, PDFObject>()
  for (const { whole } of taken) {
    const root = whole.resolve(rootRef(whole))
    const map = dictOf(whole.get(root, 'RoleMap'))
    for (const [key, value] of map?.entries() ?? []) {
      const name = key.decodeText()
      if ((roles.get(name) ?? value) !== value) return undefined
      roles.set(name, value)
    }
    // Attributes by class have no name that could be changed.
    if (taken.length > 1 && whole.get(root, 'ClassMap') !== undefined) return undefined
  }
  return roles
}

const kidsOf = (whole: WholePdf, dict: PDFDict): readonly PDFObject[] => {
  const list = itemsOf(whole.get(dict, 'K'))
  const single = dict.get(nameKey('K'))
  return list.length > 0 || single === undefined ? list : [single]
}

/** What becomes of an element: `empty` ones, such as cells, stay with their rows. */
type Fate = 'kept' | 'lost' | 'empty'

/** Leaves out an element of which all content is on pages that were left out. */
function fateOf(copier: Copier, kid: PDFObject, page: PDFObject | undefined, depth = 0): Fate {
  const { source } = copier
  const dict = source.resolve(kid)
  const own = dict instanceof PDFDict ? (dict.get(nameKey('Pg')) ?? page) : page
  const isContent = !(dict instanceof PDFDict && dict.has(nameKey('S')))
  if (isContent || depth > DEPTH_MAX) return copier.isLeft(own) ? 'lost' : 'kept'
  const fates = kidsOf(source, dict).map((each) => fateOf(copier, each, own, depth + 1))
  const fate = (['kept', 'lost'] as const).find((each) => fates.includes(each)) ?? 'empty'
  if (fate === 'lost' && kid instanceof PDFRef) copier.leaveOut(kid)
  return fate
}

/**
 * Copies pages with their tags, where every document has some.
 * @param copyPages copies those of one document
 * @returns whether the result is tagged
 */
export function joinTags(
  target: WholePdf,
  taken: readonly Taken[],
  copyPages: (taken: Taken) => void,
): boolean {
  const roles = joinedRoles(taken)
  const tagged = taken.every(({ whole }) => isTagged(whole) && rootRef(whole) !== undefined)
  if (roles === undefined || !tagged) {
    for (const each of taken) copyPages(each)
    return false
  }
  const { context } = target
  const root = context.obj({ Type: 'StructTreeRoot' })
  const ref = target.add(root)
  const tree: Joined = { kids: [], numbers: [], next: 0 }
  for (const each of taken) joinTree(each, ref, tree, copyPages)
  const [first] = taken
  if (taken.length === 1 && first !== undefined) {
    const given = dictOf(first.whole.resolve(rootRef(first.whole)))
    for (const key of ['IDTree', 'ClassMap', 'Namespaces'].map(nameKey)) {
      const value = given?.get(key)
      const copy = value && first.copier.copy(value)
      if (copy !== undefined) root.set(key, copy)
    }
  }
  root.set(nameKey('K'), context.obj(tree.kids))
  root.set(nameKey('ParentTree'), target.add(context.obj({ Nums: tree.numbers })))
  root.set(nameKey('ParentTreeNextKey'), PDFNumber.of(tree.next))
  if (roles.size > 0) root.set(nameKey('RoleMap'), context.obj(Object.fromEntries(roles)))
  target.catalog.set(nameKey('StructTreeRoot'), ref)
  target.catalog.set(nameKey('MarkInfo'), context.obj({ Marked: true }))
  return true
}

/** What the roots of the trees hold, in one. */
interface Joined {
  kids: PDFObject[]
  /** Of the parent tree. */
  numbers: PDFObject[]
  next: number
}

function joinTree(
  each: Taken,
  root: PDFRef,
  tree: Joined,
  copyPages: (taken: Taken) => void,
): void {
  const { whole, copier } = each
  const from = rootRef(whole)
  const given = dictOf(whole.resolve(from))
  if (from === undefined || given === undefined) return
  copier.place(from, root)
  const kids = kidsOf(whole, given)
  if (!each.isComplete) for (const kid of kids) fateOf(copier, kid, undefined)
  const offset = tree.next
  copier.keysFrom = offset
  copyPages(each)
  for (const kid of kids) tree.kids.push(...[copier.copy(kid) ?? []].flat())
  const entries = numberTree(dictOf(whole.get(given, 'ParentTree')))
  for (const [key, value] of entries.sort(([one], [other]) => one - other)) {
    const copy = copier.copy(value)
    if (copy !== undefined) tree.numbers.push(PDFNumber.of(key + offset), copy)
    tree.next = Math.max(tree.next, key + offset + 1)
  }
}
