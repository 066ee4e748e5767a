/** The structure tree of a tagged PDF (ISO 32000-1, 14.7): elements, roles, and what belongs to them. */

import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRef,
} from 'pdf-lib'
import { say } from '../../translations/texts.ts'
import { PdfError } from '../pdf-error.ts'
import { nameKey as name } from '../pdf-file.ts'
import { itemsIn } from '../pdf-target.ts'
import type { TaggedPage } from './tagged-page.ts'

const ROLE = name('S')
const KIDS = name('K')
const PARENT = name('P')
const PAGE = name('Pg')
const NUMBERS = name('Nums')
/** Most steps followed in a role map; more means a cycle. */
const ROLES_MAX = 16

/** A structure element. */
export interface Element {
  ref: PDFRef
  dict: PDFDict
  /** Undefined for the root element. */
  parent: Element | undefined
}

/** Standard roles within a line of text (14.8.4.4). */
const INLINE = new Set(
  'Span Quote Note Reference BibEntry Code Link Annot Ruby Warichu Figure Formula Form'.split(' '),
)

/** The tree, with its elements in reading order. */
export class StructureTree {
  readonly root: PDFDict
  readonly roles: PDFDict
  readonly elements: Element[] = []
  readonly context: PDFContext
  private readonly byDict = new Map<PDFDict, Element>()
  private readonly parents: Map<number, PDFObject>
  private nextKey = 0

  /** @throws PdfError render_failed when the PDF is not tagged */
  constructor(catalog: PDFDict, context: PDFContext) {
    const root = catalog.lookup(name('StructTreeRoot'))
    if (!(root instanceof PDFDict)) {
      throw new PdfError('render_failed', say('pdf.noTags'))
    }
    this.root = root
    this.context = context
    this.roles = root.lookupMaybe(name('RoleMap'), PDFDict) ?? context.obj({})
    this.parents = new Map(numberTree(root.lookupMaybe(name('ParentTree'), PDFDict)))
    for (const key of this.parents.keys()) this.nextKey = Math.max(this.nextKey, key + 1)
    this.walk()
  }

  private walk(): void {
    const open: Array<readonly [PDFObject, Element | undefined]> = this.rootKids().map(
      (kid) => [kid, undefined] as const,
    )
    open.reverse()
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const [ref, parent] = next
      const dict = this.context.lookup(ref)
      if (!(ref instanceof PDFRef) || !(dict instanceof PDFDict)) continue
      if (!dict.has(ROLE) || this.byDict.has(dict)) continue
      const element = { ref, dict, parent }
      this.elements.push(element)
      this.byDict.set(dict, element)
      open.push(
        ...this.kids(element)
          .map((kid) => [kid, element] as const)
          .reverse(),
      )
    }
  }

  private rootKids(): PDFObject[] {
    return listOf(this.root, this.context)
  }

  /** The kids of an element: elements, mark numbers, references to marks and to objects. */
  kids({ dict }: Element): PDFObject[] {
    return listOf(dict, this.context)
  }

  /** Direct child elements of an element. */
  kidElements(element: Element): Element[] {
    return this.kids(element).flatMap((kid) => {
      const dict = this.context.lookup(kid)
      const found = dict instanceof PDFDict ? this.byDict.get(dict) : undefined
      return found === undefined ? [] : [found]
    })
  }

  setKids({ dict }: Element, kids: readonly PDFObject[]): void {
    if (kids.length === 0) dict.delete(KIDS)
    else dict.set(KIDS, this.context.obj([...kids]))
  }

  /** The role as written, which may be the name of a style. */
  ownRole({ dict }: Element): PDFName | undefined {
    return dict.lookupMaybe(ROLE, PDFName)
  }

  setRole({ dict }: Element, role: string): void {
    dict.set(ROLE, name(role))
  }

  /** The standard role, resolved through the role map. */
  role(element: Element): string {
    return this.mapped(this.ownRole(element)).decodeText()
  }

  /** Resolves a name through the role map. */
  mapped(role: PDFName = name('NonStruct')): PDFName {
    let found = role
    for (let steps = 0; steps < ROLES_MAX; steps += 1) {
      const next = this.roles.lookupMaybe(found, PDFName)
      if (next === undefined) break
      found = next
    }
    return found
  }

  /** Whether an element contains block-level elements. */
  holdsBlocks(element: Element): boolean {
    return this.kidElements(element).some((kid) => !INLINE.has(this.role(kid)))
  }

  /** The page on which an element is, or begins. */
  page({ dict }: Element): PDFRef | undefined {
    const page = dict.get(PAGE)
    return page instanceof PDFRef ? page : undefined
  }

  /** The element to which a mark of a page belongs. */
  ownerOf(page: TaggedPage, mcid: number): Element | undefined {
    const owner = this.marksOf(page)?.get(mcid)
    const dict = owner === undefined ? undefined : this.context.lookup(owner)
    return dict instanceof PDFDict ? this.byDict.get(dict) : undefined
  }

  private marksOf(page: TaggedPage): PDFArray | undefined {
    const marks = page.parents === undefined ? undefined : this.parents.get(page.parents)
    const list = marks === undefined ? undefined : this.context.lookup(marks)
    return list instanceof PDFArray ? list : undefined
  }

  /** Gives a new mark of a page to an element; undefined when nothing of the page is in the tree. */
  addMark(page: TaggedPage, element: Element): number | undefined {
    const marks = this.marksOf(page)
    if (marks === undefined) return undefined
    const mcid = marks.size()
    marks.push(element.ref)
    this.setKids(element, [...this.kids(element), this.kidOf(page, element, mcid)])
    return mcid
  }

  /** How an element refers to a mark: by its number, or with the page if that is a different one. */
  private kidOf(page: TaggedPage, element: Element, mcid: number): PDFObject {
    if (this.page(element) === page.ref) return PDFNumber.of(mcid)
    return this.context.obj({ Type: 'MCR', Pg: page.ref, MCID: mcid })
  }

  /** The number of the mark that a kid refers to, if it is on this page. */
  markOf(page: TaggedPage, element: Element, kid: PDFObject): number | undefined {
    if (kid instanceof PDFNumber) {
      return this.page(element) === page.ref ? kid.asNumber() : undefined
    }
    const dict = this.context.lookup(kid)
    if (!(dict instanceof PDFDict) || dict.get(PAGE) !== page.ref) return undefined
    return dict.lookupMaybe(name('MCID'), PDFNumber)?.asNumber()
  }

  /** Detaches the marks of an element; they must become artifacts. */
  forget(page: TaggedPage, mcid: number): void {
    this.marksOf(page)?.set(mcid, this.context.obj(null))
  }

  /** Assigns a mark to another element, which must contain it. */
  reassign(page: TaggedPage, mcid: number, element: Element): void {
    this.marksOf(page)?.set(mcid, element.ref)
  }

  /** Creates an element, not yet among the kids of its parent. */
  create(role: string, parent: Element, page: PDFRef): Element {
    const dict = this.context.obj({ Type: 'StructElem', S: role, P: parent.ref, Pg: page })
    const element = { ref: this.context.register(dict), dict, parent }
    this.byDict.set(dict, element)
    return element
  }

  /** Moves an element into another, which must contain it. */
  adopt(element: Element, parent: Element): void {
    element.parent = parent
    element.dict.set(PARENT, parent.ref)
  }

  /** Removes an element from the tree. */
  remove(element: Element): void {
    const rest = (kids: PDFObject[]): PDFObject[] => kids.filter((kid) => kid !== element.ref)
    if (element.parent === undefined) {
      this.root.set(KIDS, this.context.obj(rest(this.rootKids())))
    } else this.setKids(element.parent, rest(this.kids(element.parent)))
    this.context.delete(element.ref)
    this.byDict.delete(element.dict)
    const at = this.elements.indexOf(element)
    if (at >= 0) this.elements.splice(at, 1)
  }

  /** Assigns an annotation to an element, under a new number in the parent tree. */
  claim(element: Element): number {
    const key = this.nextKey
    this.nextKey += 1
    this.parents.set(key, element.ref)
    return key
  }

  /** The element of an annotation, by its number in the parent tree, which is freed. */
  takeObject(key: number): Element | undefined {
    const owner = this.context.lookup(this.parents.get(key))
    this.parents.delete(key)
    return owner instanceof PDFDict ? this.byDict.get(owner) : undefined
  }

  /**
   * Replaces an annotation in an element.
   * @param page on which it became marked content; undefined if it became nothing
   * @returns the number of that content on its page
   */
  replaceObject(element: Element, object: PDFDict, page?: { ref: PDFRef; dict: PDFDict }) {
    const kids = this.kids(element)
    const at = kids.findIndex((kid) => {
      const holder = this.context.lookup(kid)
      return holder instanceof PDFDict && this.context.lookup(holder.get(name('Obj'))) === object
    })
    if (at < 0) return undefined
    if (page === undefined) {
      this.setKids(element, kids.toSpliced(at, 1))
      return undefined
    }
    const marks = this.marksFor(page.dict)
    const mcid = marks.size()
    marks.push(element.ref)
    const mark = this.context.obj({ Type: 'MCR', Pg: page.ref, MCID: mcid })
    this.setKids(element, kids.with(at, mark))
    return mcid
  }

  /** What the marks of a page belong to; created if nothing of the page was in the tree. */
  private marksFor(page: PDFDict): PDFArray {
    const key = page.lookup(name('StructParents'))
    const there = key instanceof PDFNumber ? this.parents.get(key.asNumber()) : undefined
    const list = this.context.lookup(there)
    if (list instanceof PDFArray) return list
    const marks = PDFArray.withContext(this.context)
    const number = key instanceof PDFNumber ? key.asNumber() : this.nextKey++
    this.nextKey = Math.max(this.nextKey, number + 1)
    this.parents.set(number, this.context.register(marks))
    page.set(name('StructParents'), PDFNumber.of(number))
    return marks
  }

  /** Writes the role map and the parent tree. */
  save(): void {
    this.root.set(name('RoleMap'), this.roles)
    const pairs = [...this.parents].sort(([one], [other]) => one - other)
    const numbers = this.context.obj(pairs.flatMap(([key, value]) => [PDFNumber.of(key), value]))
    const before = this.root.get(name('ParentTree'))
    if (before instanceof PDFRef) this.context.delete(before)
    const tree = this.context.obj({ Nums: numbers })
    this.root.set(name('ParentTree'), this.context.register(tree))
    this.root.set(name('ParentTreeNextKey'), PDFNumber.of(this.nextKey))
  }
}

/** The kids of an element or of the root. */
const listOf = (dict: PDFDict, context: PDFContext): PDFObject[] =>
  itemsIn({ resolve: (object) => context.lookup(object) }, dict, 'K')

/** All pairs of a number tree (7.9.7). */
export function numberTree(node: PDFDict | undefined, seen = new Set<PDFDict>()) {
  if (node === undefined || seen.has(node)) return []
  seen.add(node)
  const pairs: Array<[number, PDFObject]> = []
  const own = node.lookupMaybe(NUMBERS, PDFArray)
  for (let at = 0; own !== undefined && at + 1 < own.size(); at += 2) {
    pairs.push([own.lookup(at, PDFNumber).asNumber(), own.get(at + 1)])
  }
  const kids = node.lookupMaybe(name('Kids'), PDFArray)
  for (let at = 0; kids !== undefined && at < kids.size(); at += 1) {
    const kid = kids.lookup(at)
    if (kid instanceof PDFDict) pairs.push(...numberTree(kid, seen))
  }
  return pairs
}
