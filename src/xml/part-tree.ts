/** The elements of a part as a tree that knows where each is written. */
import { scanXml, type XmlTag } from './scan.ts'

/** An element; its text is `xml.slice(start, end)`. */
export interface PartNode {
  /** With its prefix. */
  name: string
  local: string
  start: number
  /** Just after its start tag. */
  inner: number
  /** Where its end tag begins; equal to `end` when it is self-closing. */
  innerEnd: number
  end: number
  children: PartNode[]
}

/** Reads a part that the check has accepted. */
export function partTree(xml: string): PartNode {
  const root: PartNode = {
    name: '',
    local: '',
    start: 0,
    inner: 0,
    innerEnd: xml.length,
    end: xml.length,
    children: [],
  }
  const open = [root]
  scanXml(xml, {
    textWanted: false,
    text: () => undefined,
    open({ name, local, start, end, selfClosing }: XmlTag): boolean {
      const node = {
        name,
        local,
        start,
        inner: end,
        innerEnd: selfClosing ? end : 0,
        end,
        children: [],
      }
      open.at(-1)?.children.push(node)
      open.push(node)
      return true
    },
    close(_local: string, _depth: number, end: number): void {
      const node = open.pop()
      if (node === undefined) return
      node.end = end
      if (node.innerEnd === 0) node.innerEnd = xml.lastIndexOf('</', end - 1)
    },
  })
  return root
}

/** The first child of that local name. */
export const childOf = (node: PartNode | undefined, local: string): PartNode | undefined =>
  node?.children.find((child) => child.local === local)
