/** Counts the content of one part of a merged document that takes time to convert. */
import { countText } from './text-cost.ts'

const noText = () => ({ characters: 0, wide: 0, astral: 0, scriptChanges: 0, runs: 0 })
/** Counts of one paragraph. */
type ParagraphCounts = ReturnType<typeof noText>

/** Counts of an empty part. Lists have one number for each paragraph, table or row of frames that is large enough to matter. */
export const noCounts = () => ({
  ...noText(),
  /** A header or footer, which is laid out on every page. */
  onEveryPage: false,
  paragraphs: 0,
  largest: [] as ParagraphCounts[],
  formats: 0,
  breaks: 0,
  sections: 0,
  /** Of these, those with more than one column. */
  columned: 0,
  notes: 0,
  frames: 0,
  frameRows: [] as number[],
  /** Shapes and text boxes (DrawingML) and pictures that text flows around. */
  drawings: 0,
  /** Shapes in groups. */
  grouped: 0,
  /** Shapes in VML. */
  vml: 0,
  tables: 0,
  tableRows: [] as number[],
  cells: 0,
  changes: 0,
  bookmarks: 0,
})
/** Counts of a part. */
export type PartCounts = ReturnType<typeof noCounts>

/** Smaller paragraphs, tables and rows of frames cost no more than the sum of their content. */
const SMALL = {
  characters: 5_000,
  scriptChanges: 100,
  runs: 100,
  astral: 200,
  rows: 50,
  frames: 10,
}
/** Formats are compared by this many leading characters. */
const FORMAT_LENGTH = 600
/** What Word itself writes; the other branch is for older programs, and LibreOffice skips it too. */
const KNOWN_CHOICE = /Requires="(?:wps|wpg|wpc|wp14|w14|w15)"/
const FALLBACK_END = '</mc:Fallback>'
const VML_SHAPES = new Set([
  'shape',
  'rect',
  'oval',
  'line',
  'polyline',
  'roundrect',
  'arc',
  'curve',
])

class Counter {
  readonly counts = noCounts()
  readonly #xml: string
  readonly #paragraphs: ParagraphCounts[] = []
  readonly #rows: number[] = []
  readonly #formats = new Set<string>()
  /** Consecutive frames, without other paragraphs between them. */
  #frames = 0
  #isFrame = false
  #groups = 0
  #anchored = false
  #skipsFallback = false
  #fallbackEnds = true

  constructor(xml: string) {
    this.#xml = xml
  }

  run(): PartCounts {
    const xml = this.#xml
    for (let lt = xml.indexOf('<'); lt >= 0; ) {
      const gt = xml.indexOf('>', lt)
      if (gt < 0) break
      lt = xml.indexOf('<', this.#tag(lt, gt))
    }
    this.#endFrames()
    this.counts.formats = this.#formats.size
    return this.counts
  }

  /** Reads one tag and returns the position to continue from. */
  #tag(lt: number, gt: number): number {
    const closing = this.#xml.charCodeAt(lt + 1) === 0x2f
    const local = this.#nameAt(closing ? lt + 2 : lt + 1, gt)
    if (closing) this.#close(local)
    else if (local === 'Fallback' && this.#skipsFallback && this.#fallbackEnds) {
      const end = this.#xml.indexOf(FALLBACK_END, gt)
      // when there is none, searching for it again each time would never end
      this.#fallbackEnds = end >= 0
      return end < 0 ? gt : end + FALLBACK_END.length
    } else this.#open(local, lt, gt)
    return gt
  }

  #nameAt(from: number, gt: number): string {
    let start = from
    for (let at = from; at < gt; at++) {
      const code = this.#xml.charCodeAt(at)
      if (code === 0x3a) start = at + 1
      else if (code <= 0x20 || code === 0x2f) return this.#xml.slice(start, at)
    }
    return this.#xml.slice(start, gt)
  }

  #open(local: string, lt: number, gt: number): void {
    const { counts } = this
    const empty = this.#xml.charCodeAt(gt - 1) === 0x2f
    switch (local) {
      case 't':
      case 'delText':
        if (!empty) this.#text(gt)
        return
      case 'p':
        counts.paragraphs++
        if (!empty) this.#paragraphs.push(noText())
        return
      case 'r':
        counts.runs++
        this.#addRun()
        return
      case 'rPr':
        if (!empty) this.#format(gt)
        return
      case 'tbl':
        counts.tables++
        this.#rows.push(0)
        return
      case 'tr':
        this.#rows.push((this.#rows.pop() ?? 0) + 1)
        return
      case 'tc':
        counts.cells++
        return
      default:
        this.#openRare(local, lt, gt)
    }
  }

  #openRare(local: string, lt: number, gt: number): void {
    const { counts } = this
    const tag = () => this.#xml.slice(lt, gt)
    switch (local) {
      case 'br':
        if (tag().includes('"page"')) counts.breaks++
        return
      case 'pageBreakBefore':
        counts.breaks++
        return
      case 'sectPr':
        counts.sections++
        return
      case 'cols':
        if (/num="(?:[2-9]|\d\d)/.test(tag())) counts.columned++
        return
      case 'footnoteReference':
      case 'endnoteReference':
        counts.notes++
        return
      case 'framePr':
        counts.frames++
        this.#isFrame = true
        return
      case 'wgp':
        this.#groups++
        return
      case 'wsp':
        if (this.#groups > 0) counts.grouped++
        else if (!this.#anchored) counts.drawings++
        return
      case 'anchor':
        counts.drawings++
        this.#anchored = true
        return
      case 'ins':
      case 'del':
      case 'moveFrom':
      case 'moveTo':
        counts.changes++
        return
      case 'bookmarkStart':
        counts.bookmarks++
        return
      case 'Choice':
        this.#skipsFallback = KNOWN_CHOICE.test(tag())
        return
      case 'hdr':
      case 'ftr':
        counts.onEveryPage = true
        return
      default:
        if (VML_SHAPES.has(local)) counts.vml++
    }
  }

  #close(local: string): void {
    if (local === 'p') this.#endParagraph()
    else if (local === 'wgp') this.#groups--
    else if (local === 'anchor') this.#anchored = false
    else if (local === 'tbl') {
      const rows = this.#rows.pop() ?? 0
      if (rows >= SMALL.rows) this.counts.tableRows.push(rows)
    }
  }

  #text(gt: number): void {
    const end = this.#xml.indexOf('<', gt)
    const text = this.#xml.slice(gt + 1, end < 0 ? undefined : end)
    const paragraph = this.#paragraphs.at(-1)
    if (paragraph !== undefined) countText(paragraph, text)
    else countText(this.counts, text)
  }

  #addRun(): void {
    const paragraph = this.#paragraphs.at(-1)
    if (paragraph !== undefined) paragraph.runs++
  }

  #format(gt: number): void {
    const near = this.#xml.slice(gt + 1, gt + FORMAT_LENGTH)
    const end = near.indexOf('</')
    this.#formats.add(end < 0 ? near : near.slice(0, end))
  }

  #endParagraph(): void {
    const { counts } = this
    const paragraph = this.#paragraphs.pop()
    if (paragraph === undefined) return
    const { characters, wide, astral, scriptChanges, runs } = paragraph
    counts.characters += characters
    counts.wide += wide
    counts.astral += astral
    counts.scriptChanges += scriptChanges
    if (
      characters >= SMALL.characters ||
      scriptChanges >= SMALL.scriptChanges ||
      runs >= SMALL.runs ||
      astral >= SMALL.astral
    )
      counts.largest.push(paragraph)
    if (this.#isFrame) this.#frames++
    else this.#endFrames()
    this.#isFrame = false
  }

  #endFrames(): void {
    if (this.#frames >= SMALL.frames) this.counts.frameRows.push(this.#frames)
    this.#frames = 0
  }
}

/** @param xml `latin1` view of the UTF-8 of a checked part. Runs in linear time. */
export const countPart = (xml: string): PartCounts => new Counter(xml).run()
