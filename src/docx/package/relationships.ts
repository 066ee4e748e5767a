/** Reads content types and relationships of an OPC package (ISO/IEC 29500-2). */
import { scanXml, type XmlFinding, type XmlTag, xmlAttributes } from '../../xml/scan.ts'

/** One `<Relationship>` of a part, with its position in its .rels part. */
export interface Relationship {
  id: string
  /** Last step of the type URI, lower case: the same in transitional and strict documents. */
  type: string
  target: string
  external: boolean
  start: number
  end: number
}

const MAX_DEPTH = 8

/** Collects the start tags of a flat XML document; returns a fault when it is not well-formed XML. */
function flatTags(xml: string, take: (tag: XmlTag) => void): XmlFinding | null {
  return scanXml(xml, {
    textWanted: false,
    text: () => undefined,
    close: () => undefined,
    open: (tag) => {
      take(tag)
      return tag.depth <= MAX_DEPTH
    },
  })
}

/** Reads a .rels part. @param xml `latin1` view of its UTF-8 bytes */
export function readRelationships(xml: string): Relationship[] | XmlFinding {
  const found: Relationship[] = []
  const finding = flatTags(xml, (tag) => {
    if (tag.local !== 'Relationship') return
    const attributes = xmlAttributes(xml.slice(tag.start, tag.end))
    found.push({
      id: attributes.get('Id') ?? '',
      type: (attributes.get('Type') ?? '').split('/').at(-1)?.toLowerCase() ?? '',
      target: (attributes.get('Target') ?? '').trim(),
      external: (attributes.get('TargetMode') ?? '').trim().toLowerCase() === 'external',
      start: tag.start,
      end: tag.end,
    })
  })
  return finding ?? found
}

/** The parts that the relationships of a part lead to, by id; none where they cannot be read. */
export function targetsOf(xml: string, source: string): ReadonlyMap<string, string> {
  const found = readRelationships(xml)
  const relations = Array.isArray(found) ? found : []
  return new Map(relations.map(({ id, target }) => [id, resolveTarget(source, target)]))
}

/** The content types of a package. Names and extensions are compared case-insensitively. */
export type ContentTypes = Exclude<ReturnType<typeof readContentTypes>, XmlFinding>

/** Reads `[Content_Types].xml`. @param xml `latin1` view of its UTF-8 bytes */
export function readContentTypes(xml: string) {
  const defaults = new Map<string, string>()
  const byName = new Map<string, string>()
  /** Every `<Override>` with its position, so that those of removed parts can be cut. */
  const overrides: { part: string; start: number; end: number }[] = []
  const finding = flatTags(xml, (tag) => {
    if (tag.local !== 'Default' && tag.local !== 'Override') return
    const attributes = xmlAttributes(xml.slice(tag.start, tag.end))
    const type = (attributes.get('ContentType') ?? '').trim().toLowerCase()
    if (tag.local === 'Default') {
      defaults.set((attributes.get('Extension') ?? '').toLowerCase(), type)
      return
    }
    const part = (attributes.get('PartName') ?? '').replace(/^\//, '').toLowerCase()
    byName.set(part, type)
    overrides.push({ part, start: tag.start, end: tag.end })
  })
  if (finding !== null) return finding
  /** Content type of a part name such as `word/document.xml`; empty when the package gives none. */
  const of = (part: string): string => {
    const key = part.toLowerCase()
    return byName.get(key) ?? defaults.get(key.slice(key.lastIndexOf('.') + 1)) ?? ''
  }
  return { of, overrides }
}

/** Resolves the target of an internal relationship to a part name. */
export function resolveTarget(source: string, target: string): string {
  const path = unescaped(target.split('#')[0] ?? '')
  const steps = path.startsWith('/') ? [] : source.split('/').slice(0, -1)
  for (const step of path.split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '' && step !== '.') steps.push(step)
  }
  return steps.join('/')
}

function unescaped(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    // A stray percent sign is part of the name.
    return path
  }
}
