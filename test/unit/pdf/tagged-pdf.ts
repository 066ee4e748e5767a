import { PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber, type PDFRef, PDFString } from 'pdf-lib'

/** A structure element: its role, what is in its dictionary, its kids (numbers are marks). */
export interface Tag {
  role: string
  more?: Record<string, unknown>
  kids?: Array<Tag | number>
}

/** A one-page tagged PDF. */
export interface TaggedSpec {
  content: string
  tags: Tag[]
  /** Name of a style → role of the standard. */
  roles?: Record<string, string>
  /** Rectangles of links that are in no element. */
  links?: number[][]
  language?: string
}

/** Makes the file as LibreOffice would. */
export async function taggedPdf(spec: TaggedSpec): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const { context, catalog } = document
  const page = document.addPage([200, 200])
  const marks: PDFRef[] = []
  const element = (parent: PDFRef, { role, more = {}, kids = [] }: Tag): PDFRef => {
    const ref = context.nextRef()
    const list = kids.map((kid) => {
      if (typeof kid !== 'number') return element(ref, kid)
      marks[kid] = ref
      return PDFNumber.of(kid)
    })
    const dict = { Type: 'StructElem', S: role, P: parent, Pg: page.ref, K: list, ...more }
    context.assign(ref, context.obj(dict as never))
    return ref
  }
  const root = context.nextRef()
  const kids = spec.tags.map((tag) => element(root, tag))
  const tree = { Nums: [0, marks] }
  context.assign(
    root,
    context.obj({
      Type: 'StructTreeRoot',
      K: kids,
      RoleMap: spec.roles ?? {},
      ParentTree: context.register(context.obj(tree)),
    }),
  )
  catalog.set(PDFName.of('StructTreeRoot'), root)
  if (spec.language) catalog.set(PDFName.of('Lang'), PDFString.of(spec.language))
  page.node.set(PDFName.of('Contents'), context.register(context.flateStream(spec.content)))
  page.node.set(PDFName.of('StructParents'), PDFNumber.of(0))
  const links = (spec.links ?? []).map((rectangle) => {
    const action = { S: 'URI', URI: PDFString.of('https://example.org/') }
    const dict = { Type: 'Annot', Subtype: 'Link', Rect: rectangle, A: action }
    return context.register(context.obj(dict))
  })
  if (links.length > 0) page.node.set(PDFName.of('Annots'), context.obj(links))
  return document.save({ useObjectStreams: false, addDefaultPage: false })
}

const key = PDFName.of

/** What was made of it: the tree as text, one element a line, and the page. */
export async function readTagged(pdf: Uint8Array) {
  const document = await PDFDocument.load(pdf, { updateMetadata: false })
  const { context, catalog } = document
  const root = catalog.lookup(key('StructTreeRoot'), PDFDict)
  const lines: string[] = []
  const text = (dict: PDFDict, name: string): string => {
    const value = dict.lookup(key(name))
    return value === undefined ? '' : ` ${name}=${(value as PDFString).decodeText()}`
  }
  const walk = (object: unknown, depth: string): void => {
    const kid = context.lookup(object as PDFRef)
    if (kid instanceof PDFNumber) lines.push(`${depth}${kid.asNumber()}`)
    if (!(kid instanceof PDFDict)) return
    if (kid.has(key('Obj'))) lines.push(`${depth}link`)
    if (!kid.has(key('S'))) return
    lines.push(
      `${depth}${kid.lookup(key('S'), PDFName).decodeText()}${text(kid, 'Alt')}${text(kid, 'ID')}`,
    )
    for (const each of kid.lookupMaybe(key('K'), PDFArray)?.asArray() ?? []) walk(each, `${depth} `)
  }
  for (const each of root.lookup(key('K'), PDFArray).asArray()) walk(each, '')
  const page = document.getPage(0)
  const annotations = page.node.lookupMaybe(key('Annots'), PDFArray)?.asArray() ?? []
  return {
    tree: lines,
    document,
    root,
    page: page.node,
    links: annotations.map((each) => context.lookup(each, PDFDict)),
  }
}
