/** One structure tree of several (ISO 32000-2, 14.7), so that a merged document stays readable aloud. */
import { type PDFDict, PDFNumber, type PDFObject, PDFRef } from 'pdf-lib'
import { dictOf, nameKey } from '../pdf-file.ts'
import { itemsIn } from '../pdf-target.ts'
import { isTagged } from '../tagged/form-tags.ts'
import { numberTree } from '../tagged/structure-tree.ts'
import type { WholePdf } from '../whole-pdf.ts'
import type { Copier, Taken } from './copier.ts'

const DEPTH_MAX = 200
/** What only the tree of a single document can keep. */
const OF_ONE = ['IDTree', 'ClassMap', 'Namespaces'].map(nameKey)

const rootOf = ({ whole }: Taken): PDFDict | undefined =>
  dictOf(whole.get(whole.catalogRef, 'StructTreeRoot'))

/** The role maps in one; undefined when they mean different roles by one name. */
function joinedRoles(taken: readonly Taken[]): Map<string, PDFObject> | undefined {
  const roles = new Map<string, PDFObject>()
  for (const each of taken) {
    const map = dictOf(each.whole.get(rootOf(each), 'RoleMap'))
    for (const [key, value] of map?.entries() ?? []) {
      const name = key.decodeText()
      if ((roles.get(name) ?? value) !== value) return undefined
      roles.set(name, value)
    }
    // Attributes by class have no name that could be changed.
    if (taken.length > 1 && rootOf(each)?.has(nameKey('ClassMap'))) return undefined
  }
  return roles
}

/** What becomes of an element: `empty` ones, such as cells, stay with their rows. */
type Fate = 'kept' | 'lost' | 'empty'

/** Leaves out an element of which all content is on pages that were left out. */
function fateOf(copier: Copier, kid: PDFObject, page: PDFObject | undefined, depth = 0): Fate {
  const { source } = copier
  const dict = dictOf(source.resolve(kid))
  const own = dict?.get(nameKey('Pg')) ?? page
  if (!dict?.has(nameKey('S')) || depth > DEPTH_MAX) return copier.isLeft(own) ? 'lost' : 'kept'
  const kids = itemsIn(source, dict, 'K')
  const fates = kids.map((each) => fateOf(copier, each, own, depth + 1))
  const fate = (['kept', 'lost'] as const).find((each) => fates.includes(each)) ?? 'empty'
  if (fate === 'lost' && kid instanceof PDFRef) copier.place(kid, undefined)
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
  if (roles === undefined || !taken.every(({ whole }) => isTagged(whole))) {
    taken.forEach(copyPages)
    return false
  }
  const { context } = target
  const root = context.obj({ Type: 'StructTreeRoot' })
  const ref = target.add(root)
  let kids: PDFObject[] = []
  const numbers: PDFObject[] = []
  let next = 0
  for (const each of taken) {
    const { whole, copier } = each
    const given = rootOf(each) ?? root
    const from = whole.catalog.get(nameKey('StructTreeRoot'))
    if (from instanceof PDFRef) copier.place(from, ref)
    const own = itemsIn(whole, given, 'K').filter(
      (kid) => each.isComplete || fateOf(copier, kid, undefined) !== 'lost',
    )
    copier.keysFrom = next
    copyPages(each)
    kids = kids.concat(copier.copies(own))
    const entries = numberTree(dictOf(whole.get(given, 'ParentTree')))
    entries.sort(([one], [other]) => one - other)
    for (const [key, value] of entries)
      for (const copy of copier.copies([value])) numbers.push(PDFNumber.of(key + next), copy)
    next += (entries.at(-1)?.[0] ?? -1) + 1
    if (taken.length === 1) copier.take(given, root, OF_ONE)
  }
  root.set(nameKey('K'), context.obj(kids))
  root.set(nameKey('ParentTree'), target.add(context.obj({ Nums: numbers })))
  root.set(nameKey('ParentTreeNextKey'), PDFNumber.of(next))
  if (roles.size > 0) root.set(nameKey('RoleMap'), context.obj(Object.fromEntries(roles)))
  target.catalog.set(nameKey('StructTreeRoot'), ref)
  target.catalog.set(nameKey('MarkInfo'), context.obj({ Marked: true }))
  return true
}
