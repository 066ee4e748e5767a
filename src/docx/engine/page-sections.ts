/**
 * Page sections after a render. A section break carries the page set-up, headers and footers of the content before
 * it, so a break that was removed with a condition takes them from text that stayed; a break that stayed without its
 * text leaves an empty page; and headers are inherited from the previous section, which may be gone.
 */
import { invariant } from '../../kernel/invariant.ts'
import {
  breakAt,
  isSeen,
  kindOf,
  type Piece,
  REFERENCE,
  SECTION_MARK,
  type SectionSetup,
  withBreak,
  withoutBreak,
  withReferences,
} from './section-breaks.ts'

/** Pieces up to a break. */
interface Group {
  pieces: Piece[]
  /** The section whose break ends it. */
  section: number
}

const BLOCK = new RegExp(`<w:(?:p|tbl)(?: [^>]*)? ${SECTION_MARK}="(\\d+)"`, 'g')
const MARKS = new RegExp(` ${SECTION_MARK}="\\d+"`, 'g')

/** Headers and footers of a section by kind, including those inherited from previous sections. */
type References = ReadonlyMap<string, string>

function referencesOf(xml: string): Map<string, string> {
  return new Map([...xml.matchAll(REFERENCE)].map(([reference]) => [kindOf(reference), reference]))
}

/** The setup of a template's sections, and what they inherit from each other. */
export class PageSections {
  readonly #setups: readonly SectionSetup[]
  readonly #references: References[] = []

  constructor(setups: readonly SectionSetup[]) {
    this.#setups = setups
    let before: References = new Map()
    for (const { xml } of setups) {
      before = new Map([...before, ...referencesOf(xml)])
      this.#references.push(before)
    }
  }

  /** The rendered part with its breaks corrected and the marks removed. */
  settle(xml: string): string {
    const first = xml.search(BLOCK)
    if (this.#setups.length === 0 || first < 0) return xml.replace(MARKS, '')
    const { groups, rest } = this.#groupsOf(xml.slice(first))
    const split = groups.flatMap((group) => this.#split(group))
    const kept = this.#dropBlank(split)
    const asBefore =
      split.length === groups.length &&
      kept.length === this.#setups.length &&
      kept.every(({ section }, index) => section === index)
    const body = asBefore
      ? kept.flatMap(({ pieces }) => pieces.map((piece) => piece.xml)).join('') + rest
      : this.#written(kept, rest)
    return (xml.slice(0, first) + body).replace(MARKS, '')
  }

  #groupsOf(body: string): { groups: Group[]; rest: string } {
    const starts = [...body.matchAll(BLOCK)]
    const groups: Group[] = [{ pieces: [], section: -1 }]
    let rest = ''
    for (const [index, start] of starts.entries()) {
      let xml = body.slice(start.index, starts[index + 1]?.index)
      if (index === starts.length - 1) {
        const at = xml.search(
          new RegExp(`<w:sectPr(?: [^>]*)? ${SECTION_MARK}="${this.#setups.length - 1}"`),
        )
        rest = xml.slice(at)
        xml = xml.slice(0, at)
      }
      this.#take(groups, { section: Number(start[1]), xml })
    }
    const last = groups.at(-1)
    if (last !== undefined) last.section = this.#setups.length - 1
    return { groups, rest }
  }

  #take(groups: Group[], piece: Piece): void {
    const group = groups.at(-1)
    const found = breakAt(piece.xml)
    if (found === undefined || group === undefined) {
      group?.pieces.push(piece)
      return
    }
    const end = piece.xml.indexOf('</w:p>', found.to) + '</w:p>'.length
    const after = piece.xml.slice(end)
    // Paragraphs made from HTML carry no mark; they belong to the section that follows.
    const own = isSeen(after)
    group.pieces.push(own ? { ...piece, xml: piece.xml.slice(0, end) } : piece)
    group.section = piece.section
    const pieces = own ? [{ section: piece.section + 1, xml: after }] : []
    groups.push({ pieces, section: -1 })
  }

  /** Whether text of one section can be in another without looking different. */
  #alike(one: number, other: number): boolean {
    return this.#look(one) === this.#look(other)
  }

  #look(section: number): string {
    const own = (this.#setups[section]?.xml ?? '')
      .replace(REFERENCE, '')
      .replace(/<w:type [^>]*\/>/g, '')
      .replace(/ w:rsid\w*="[^"]*"/g, '')
    const references = [...(this.#references[section] ?? [])].map(([kind, xml]) => kind + xml)
    return [own, ...references.sort()].join('\n')
  }

  /** Inserts a break where text of one section meets text of a later one and the break between them is gone. */
  #split(group: Group): Group[] {
    const groups: Group[] = []
    let pieces: Piece[] = []
    for (const piece of group.pieces) {
      const before = pieces.at(-1)
      if (before !== undefined && before.section < piece.section) {
        const seen = pieces.some(({ xml }) => isSeen(xml))
        if (seen && !this.#alike(before.section, piece.section)) {
          groups.push({ pieces: withBreak(pieces, before.section), section: before.section })
          pieces = []
        }
      }
      pieces.push(piece)
    }
    return [...groups, { pieces, section: group.section }]
  }

  /** Drops the sections that conditions left empty. */
  #dropBlank(groups: readonly Group[]): Group[] {
    const kept = groups.filter(({ pieces, section }, index) => {
      const isLast = index === groups.length - 1
      const seen = pieces.some(({ xml }) => isSeen(xml))
      return seen || isLast || this.#setups[section]?.conditional !== true
    })
    const [before, last] = kept.slice(-2)
    if (before === undefined || last === undefined || before === last) return kept
    const over = last.pieces.every(({ xml }) => !isSeen(xml))
    if (!over || this.#setups[last.section]?.conditional !== true) return kept
    return [...kept.slice(0, -2), { ...before, pieces: withoutBreak(before.pieces) }]
  }

  #written(groups: readonly Group[], rest: string): string {
    let inherited = new Map<string, string>()
    const texts = groups.map(({ pieces, section }, index) => {
      const wanted = this.#references[section] ?? new Map<string, string>()
      const own = [...wanted].filter(([kind, xml]) => inherited.get(kind) !== xml)
      inherited = new Map([...inherited, ...wanted])
      const references = own.map(([, reference]) => reference)
      const setup = withReferences(this.#setups[section]?.xml ?? '', references)
      const text = pieces.map(({ xml }) => xml).join('')
      if (index === groups.length - 1) return text + setup
      const found = breakAt(text)
      invariant(found !== undefined, 'all groups but the last end with a break')
      return text.slice(0, found.from) + setup + text.slice(found.to)
    })
    return texts.join('') + rest.slice(breakAt(rest)?.to ?? 0)
  }
}
