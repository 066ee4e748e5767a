/**
 * Repairs of pictures. LibreOffice 7.4 gives a picture an element with its description, but paints it as an artifact,
 * so that the description refers to nothing: the two are matched by position. A picture without a description gets
 * one that says at least that there is a picture (ISO 14289-1, 7.3), since it may matter; a bare line becomes an
 * artifact, and an element without content is removed.
 */
import { PDFArray, PDFHexString, PDFName } from 'pdf-lib'
import { isText } from '../form-fields.ts'
import { numberOf } from '../pdf-file.ts'
import type { Box, Mark } from './content-marks.ts'
import { attributesOf } from './role-repairs.ts'
import type { Element, StructureTree } from './structure-tree.ts'
import type { TaggedPage } from './tagged-page.ts'

const ALT = PDFName.of('Alt')
/** Points by which the frame of a picture and its clip rectangle may differ; it is rounded to 0.1. */
const TOLERANCE = 1
/** Points; anything thinner is a line. */
const LINE_MAX = 4

/** The word for a picture without a description, by language; other languages get the English one. */
const PICTURE: Readonly<Record<string, string>> = {
  de: 'Bild',
  es: 'Imagen',
  fr: 'Image',
  it: 'Immagine',
  nl: 'Afbeelding',
  pt: 'Imagem',
}

/** The rectangle that an element states. */
export function boxOf(element: Element): Box | undefined {
  for (const attributes of attributesOf(element)) {
    const box = attributes.lookupMaybe(PDFName.of('BBox'), PDFArray)
    if (box === undefined || box.size() !== 4) continue
    const [left = 0, bottom = 0, right = 0, top = 0] = box.asArray().map((side) => numberOf(side))
    return [left, bottom, right, top]
  }
  return undefined
}

/** Whether two rectangles agree within some points on every side. */
export const isAt = (one: Box, other: Box, tolerance: number): boolean =>
  one.every((side, at) => Math.abs(side - (other[at] ?? 0)) <= tolerance)

/** The description of a picture; blank for a decoration, undefined when there is none. */
export function descriptionOf({ dict }: Element): string | undefined {
  const text = dict.lookup(ALT) ?? dict.lookup(PDFName.of('ActualText'))
  return isText(text) ? text.decodeText() : undefined
}

const isLine = ([left, bottom, right, top]: Box): boolean =>
  Math.min(right - left, top - bottom) < LINE_MAX

/** The artifact that paints a picture. */
function paintingOf(page: TaggedPage, box: Box): Mark | undefined {
  return page.marks.find(
    ({ artifact, clip }) => artifact && clip !== undefined && isAt(clip, box, TOLERANCE),
  )
}

function join(tree: StructureTree, page: TaggedPage, figure: Element, box: Box): void {
  const painting = paintingOf(page, box)
  if (painting === undefined) return
  const mcid = tree.addMark(page, figure)
  if (mcid !== undefined) page.tag(painting, tree.role(figure), mcid)
}

/** Turns what a figure paints into artifacts, and removes it from the tree; false when it contains anything else. */
function dissolve(tree: StructureTree, page: TaggedPage, figure: Element): boolean {
  const marks = tree.kids(figure).map((kid) => {
    const mcid = tree.markOf(page, figure, kid)
    return mcid === undefined ? undefined : page.marks.find((mark) => mark.mcid === mcid)
  })
  if (marks.includes(undefined)) return false
  for (const mark of marks) {
    if (mark?.mcid === undefined) continue
    tree.forget(page, mark.mcid)
    page.untag(mark)
  }
  tree.remove(figure)
  return true
}

function repair(tree: StructureTree, page: TaggedPage, figure: Element, word: string): void {
  const description = descriptionOf(figure)
  const box = boxOf(figure)
  const decorative = description?.trim() === ''
  const empty = (): boolean => tree.kids(figure).length === 0
  if (box && empty() && !decorative) join(tree, page, figure, box)
  if (description !== undefined && !decorative) return
  const nothing = decorative || empty() || (box !== undefined && isLine(box))
  if (nothing && dissolve(tree, page, figure)) return
  figure.dict.set(ALT, PDFHexString.fromText(word))
}

/**
 * Repairs every picture of a document.
 * @param language of the document, BCP 47
 */
export function repairFigures(tree: StructureTree, pages: readonly TaggedPage[], language: string) {
  const word = PICTURE[language.slice(0, 2).toLowerCase()] ?? 'Image'
  const byRef = new Map(pages.map((page) => [page.ref, page]))
  const figures = tree.elements.filter((each) => /^(?:Figure|Formula)$/.test(tree.role(each)))
  for (const figure of figures) {
    const ref = tree.page(figure)
    const page = ref && byRef.get(ref)
    if (page) repair(tree, page, figure, word)
    else if (descriptionOf(figure) === undefined) tree.remove(figure)
  }
}
