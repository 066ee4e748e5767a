/** Replaces the text at a simple path of custom XML, as bindings of content controls have it. */
import type { Edit } from '../../xml/edits.ts'
import { escapeXml } from '../../xml/escape.ts'
import { type PartNode, partTree } from '../../xml/part-tree.ts'

/** The steps of a path such as `/ns0:client[1]/ns0:name[1]` or `…/@id`: names without prefix, and positions. */
function stepsOf(path: string): Array<{ name: string; position: number }> | undefined {
  const steps = path.replace(/^\//, '').split('/')
  const read = steps.map((step) => /^(?:[\w.-]+:)?(@?[\w.:-]+?)(?:\[(\d+)\])?$/.exec(step))
  if (read.some((step) => step === null)) return undefined
  return read.map((step) => ({
    name: (step?.[1] ?? '').replace(/^[\w.-]+:/, '').replace(/^@(?:[\w.-]+:)?/, '@'),
    position: Number(step?.[2] ?? 1),
  }))
}

/** The edit that puts a text at a path of custom XML; undefined where the path leads to no text. */
export function textAtPath(xml: string, path: string, text: string): Edit | undefined {
  const steps = stepsOf(path)
  if (steps === undefined) return undefined
  const last = steps.at(-1)?.name ?? ''
  const attribute = last.startsWith('@') ? last.slice(1) : undefined
  let node: PartNode | undefined = partTree(xml)
  for (const { name, position } of attribute === undefined ? steps : steps.slice(0, -1))
    node = node?.children.filter(({ local }) => local === name)[position - 1]
  if (node === undefined) return undefined
  const { name, start, inner, innerEnd, end } = node
  if (attribute !== undefined) return attributeEdit(start, xml.slice(start, inner), attribute, text)
  if (inner === end)
    return { start, end, text: `${xml.slice(start, end - 2)}>${escapeXml(text)}</${name}>` }
  return xml.slice(inner, innerEnd).includes('<')
    ? undefined
    : { start: inner, end: innerEnd, text: escapeXml(text) }
}

function attributeEdit(at: number, element: string, name: string, text: string): Edit | undefined {
  const found = new RegExp(`(\\s(?:[\\w.-]+:)?${name}\\s*=\\s*)("[^"]*"|'[^']*')`).exec(element)
  if (found === null) return undefined
  const start = at + found.index + (found[1] ?? '').length
  return { start, end: start + (found[2] ?? '').length, text: `"${escapeXml(text)}"` }
}
