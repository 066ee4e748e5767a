/** Replaces the text at a simple path of custom XML, as bindings of content controls have it. */
import type { Edit } from '../../xml/edits.ts'
import { escapeXml } from '../../xml/escape.ts'

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

const ELEMENTS =
  /<!--.*?-->|<\?.*?\?>|<!\[CDATA\[.*?\]\]>|<(\/?)([^\s/>!?]+)((?:"[^"]*"|'[^']*'|[^"'>])*?)(\/?)>/gs

/** Follows a path through a document: elements counted among their siblings, prefixes left aside. */
class PathWalk {
  readonly steps: ReadonlyArray<{ name: string; position: number }>
  readonly counts: Map<string, number>[] = []
  depth = 0
  matched = 0

  constructor(steps: ReadonlyArray<{ name: string; position: number }>) {
    this.steps = steps
  }

  close(): void {
    this.depth--
    this.counts.length = this.depth + 1
    this.matched = Math.min(this.matched, this.depth)
  }

  /** Takes a start tag; true when it is the element that the path leads to. */
  open(local: string, isEmpty: boolean): boolean {
    const siblings = this.counts[this.depth] ?? new Map<string, number>()
    this.counts[this.depth] = siblings
    const position = (siblings.get(local) ?? 0) + 1
    siblings.set(local, position)
    const step = this.steps[this.depth]
    const isNext = this.matched === this.depth && step?.name === local && step.position === position
    if (isNext && this.depth === this.steps.length - 1) return true
    if (isEmpty) return false
    if (isNext) this.matched++
    this.depth++
    return false
  }
}

/** The edit that puts a text at a path of custom XML; undefined where the path leads to no text. */
export function textAtPath(xml: string, path: string, text: string): Edit | undefined {
  const steps = stepsOf(path)
  if (steps === undefined) return undefined
  const last = steps.at(-1)?.name ?? ''
  const attribute = last.startsWith('@') ? last.slice(1) : undefined
  const walk = new PathWalk(attribute === undefined ? steps : steps.slice(0, -1))
  for (const match of xml.matchAll(ELEMENTS)) {
    const [element, close, name, , empty] = match
    if (name === undefined) continue
    if (close === '/') walk.close()
    else if (walk.open(name.replace(/^.*:/, ''), empty === '/')) {
      return attribute === undefined
        ? contentEdit(xml, match.index, element, name, text)
        : attributeEdit(match.index, element, attribute, text)
    }
  }
  return undefined
}

function contentEdit(
  xml: string,
  at: number,
  element: string,
  name: string,
  text: string,
): Edit | undefined {
  const end = at + element.length
  if (element.endsWith('/>')) {
    return { start: at, end, text: `${element.slice(0, -2)}>${escapeXml(text)}</${name}>` }
  }
  const close = xml.indexOf('<', end)
  const isText = xml.startsWith(`</${name}`, close)
  return isText ? { start: end, end: close, text: escapeXml(text) } : undefined
}

function attributeEdit(at: number, element: string, name: string, text: string): Edit | undefined {
  const found = new RegExp(`(\\s(?:[\\w.-]+:)?${name}\\s*=\\s*)("[^"]*"|'[^']*')`).exec(element)
  if (found === null) return undefined
  const start = at + found.index + (found[1] ?? '').length
  return { start, end: start + (found[2] ?? '').length, text: `"${escapeXml(text)}"` }
}
