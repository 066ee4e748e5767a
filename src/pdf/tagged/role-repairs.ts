/**
 * Repairs of roles: styles of a template that share the name of a standard role, headings that skip levels, notes
 * without an identifier (ISO 14289-1, 7.1, 7.4.2 and 7.9).
 */
import { PDFArray, PDFDict, PDFName, PDFString } from 'pdf-lib'
import type { Element, StructureTree } from './structure-tree.ts'

/** The roles of ISO 32000-1, 14.8.4. */
const STANDARD = new Set(
  (
    'Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 H4 H5 H6 ' +
    'L LI Lbl LBody Table TR TH TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot ' +
    'Ruby RB RT RP Warichu WT WP Figure Formula Form'
  ).split(' '),
)
const HEADING = /^H[1-6]$/
const ANY_HEADING = /^H[1-6]?$/
const BOXED = new Set(['Figure', 'Formula', 'Table'])
const ID_DIGITS = 6

/** Attributes of an element, which may be one dictionary or several. */
export function attributesOf({ dict }: Element): PDFDict[] {
  const given = dict.lookup(PDFName.of('A'))
  if (given instanceof PDFDict) return [given]
  if (!(given instanceof PDFArray)) return []
  return given.asArray().flatMap((_each, at) => given.lookupMaybe(at, PDFDict) ?? [])
}

/**
 * Whether an element really has its role although a style of the same name is mapped to another one: LibreOffice
 * writes both alike, and the role map then changes the genuine ones too.
 */
function isTrue(tree: StructureTree, element: Element, role: string): boolean {
  if (HEADING.test(role)) return true // a style called "H1" means a heading
  if (BOXED.has(role)) return attributesOf(element).some((each) => each.has(PDFName.of('BBox')))
  if (role === 'Link') {
    return tree.kids(element).some((kid) => {
      const dict = tree.context.lookup(kid)
      return dict instanceof PDFDict && dict.has(PDFName.of('Obj'))
    })
  }
  return tree.holdsBlocks(element)
}

/** Removes the names of standard roles from the role map; elements of such styles get the role they were mapped to. */
export function repairRoles(tree: StructureTree): void {
  const remapped = tree.roles.keys().filter((key) => STANDARD.has(key.decodeText()))
  if (remapped.length === 0) return
  const targets = new Map(remapped.map((key) => [key, tree.mapped(key).decodeText()]))
  for (const element of tree.elements) {
    const role = tree.ownRole(element)
    const target = role === undefined ? undefined : targets.get(role)
    if (role === undefined || target === undefined) continue
    if (!isTrue(tree, element, role.decodeText())) tree.setRole(element, target)
  }
  for (const key of remapped) tree.roles.delete(key)
}

/**
 * Renumbers the headings by their nesting when a level is skipped or one has none; such a heading is as deep as the
 * one before it.
 */
export function repairHeadings(tree: StructureTree): void {
  const headings = tree.elements.filter((each) => ANY_HEADING.test(tree.role(each)))
  const levels: number[] = []
  for (const each of headings) levels.push(Number(tree.role(each).slice(1)) || levels.at(-1) || 1)
  const skips = levels.some((level, at) => level > (levels[at - 1] ?? 0) + 1)
  const bare = headings.some((each) => tree.role(each) === 'H')
  if (!skips && !bare) return
  const open: number[] = []
  for (const [at, heading] of headings.entries()) {
    const level = levels[at] ?? 1
    while ((open.at(-1) ?? 0) >= level) open.pop()
    open.push(level)
    tree.setRole(heading, `H${open.length}`)
  }
}

/** Gives every note an identifier, and adds them to the tree's list. */
export function identifyNotes(tree: StructureTree): void {
  const [id, list] = [PDFName.of('ID'), PDFName.of('IDTree')]
  const notes = tree.elements.filter((each) => tree.role(each) === 'Note')
  if (notes.length === 0 || tree.root.has(list)) return
  const names = notes.flatMap(({ dict, ref }, at) => {
    const text = PDFString.of(`note-${String(at + 1).padStart(ID_DIGITS, '0')}`)
    dict.set(id, text)
    return [text, ref]
  })
  tree.root.set(list, tree.context.register(tree.context.obj({ Names: names })))
}
