/** PDFs whose structure is damaged as it is met in practice, and by people who look for gaps between readers. */
import { plainDocument } from './pdf-samples.ts'
import { assembled } from './raw-pdf.ts'

/** Changes bytes of a file by its text. */
const edited = (pdf: Uint8Array, edit: (text: string) => string): Buffer =>
  Buffer.from(edit(Buffer.from(pdf).toString('latin1')), 'latin1')

const classic = async (): Promise<Uint8Array> =>
  (await plainDocument(2)).save({ useObjectStreams: false })
const packed = async (): Promise<Uint8Array> =>
  (await plainDocument(2)).save({ useObjectStreams: true })

/** With one more object, which the catalog names. */
const withMember = (text: string, key: string, body: string): string => {
  const named = text.replace(/\/Type \/Catalog/, `/Type /Catalog /${key} 90 0 R`)
  const at = named.includes('xref\n0') ? named.indexOf('xref\n0') : named.length
  return `${named.slice(0, at)}90 0 obj\n${body}\n${named.slice(at)}`
}

/** The same two pages, whole. */
export const wholePdf = classic

/** Each kind of damage by its name; all show the pages of {@link wholePdf}. */
export const DAMAGED: Readonly<Record<string, () => Promise<Buffer>>> = {
  'startxref leads elsewhere': async () =>
    edited(await classic(), (text) => text.replace(/startxref\s+\d+/, 'startxref\n77')),
  'startxref leads beyond the end': async () =>
    edited(await classic(), (text) => text.replace(/startxref\s+\d+/, 'startxref\n99999999')),
  'the end was cut off': async () =>
    edited(await classic(), (text) => text.slice(0, text.indexOf('xref\n0'))),
  'every object lies some bytes further on': async () =>
    edited(await classic(), (text) => text.replace('\n', '\n% put in by a mail gateway\n')),
  'the table begins with the wrong number': async () =>
    edited(await classic(), (text) => text.replace(/xref\n0 (\d+)/, 'xref\n1 $1')),
  'rows of the table are broken': async () =>
    edited(await classic(), (text) => text.replace(/\d{10} 00000 n/g, 'x 00000 n')),
  'an unused object is broken': async () =>
    edited(await classic(), (text) => {
      const at = text.indexOf('xref\n0')
      const count = Number(/xref\n0 (\d+)/.exec(text)?.[1])
      const size = `xref\n${count} 1\n${String(at).padStart(10, '0')} 00000 n \n`
      const own = text.slice(at).replace(/\n+trailer/, `\n${size.slice(5)}trailer`)
      const trailer = own.replace(/\/Size \d+/, `/Size ${count + 1}`)
      return text.slice(0, at) + trailer
    }),
  'object streams whose table cannot be found': async () =>
    edited(await packed(), (text) => text.replace(/startxref\s+\d+/, 'startxref\n77')),
  'a word of the structure tree lacks its slash': async () =>
    edited(await classic(), (text) =>
      withMember(text, 'StructTreeRoot', '<< /Type /StructTreeRoot /K << /Type OBJR >> >>\nendobj'),
    ),
  'its last object, the metadata, was cut off': async () =>
    edited(await classic(), (text) =>
      withMember(
        text.slice(0, text.indexOf('xref\n0')),
        'Metadata',
        '<< /Type /Metadata /Subtype /XML /Length 900 >>\nstream\n<?xpacket begin',
      ),
    ),
  'lines end otherwise than when it was made': async () =>
    edited(await classic(), (text) =>
      text.replace(/endobj\n/g, 'endobj\r\n').replace(/xref\n0/, 'xref\r\n0'),
    ),
}

/** Departures from the standard over which no two readers differ. */
export const ODD_BUT_PLAIN: Readonly<Record<string, () => Promise<Buffer>>> = {
  'startxref leads to the line break before the table': async () =>
    edited(await classic(), (text) =>
      text.replace(/startxref\s+(\d+)/, (_all, at) => `startxref\n${Number(at) - 1}`),
    ),
  'an unused row says that its object lies at byte 0 (macOS Quartz)': async () =>
    edited(await classic(), (text) => {
      const count = Number(/xref\n0 (\d+)/.exec(text)?.[1])
      return text
        .replace(/xref\n0 \d+/, `xref\n0 ${count + 1}`)
        .replace(/\n+trailer/, '\n0000000000 00000 n \ntrailer')
        .replace(/\/Size \d+/, `/Size ${count + 1}`)
    }),
  'an object of nothing stands for null': async () =>
    assembled({
      objects: new Map([
        [1, '<</Type/Catalog/Pages 2 0 R/StructTreeRoot 5 0 R>>'],
        [2, '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>'],
        [3, '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Annots 5 0 R>>'],
        [4, '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>'],
        [5, ''],
      ]),
    }),
}

const SMALL = (body: string): Buffer =>
  Buffer.from(
    `%PDF-1.7\n1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj\n${body}\ntrailer <</Root 1 0 R>>\n`,
    'latin1',
  )
const shown = (text: string): string => `BT /F 12 Tf 9 50 Td (${text}) Tj ET`
const FONT = '/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>'
const page = (number: number, contents: number): string =>
  `${number} 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents ${contents} 0 R${FONT}>> endobj`
const stream = (number: number, text: string): string =>
  `${number} 0 obj <</Length ${shown(text).length}>> stream\n${shown(text)}\nendstream endobj`

/** One page whose contents are given twice: readers that repair differ over which of them they show. */
export const twoFaced = (): Buffer =>
  SMALL(
    `2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj\n${page(3, 4)}\n${stream(4, 'one thousand')}\n${stream(4, 'one million')}`,
  )

/** A file inside a stream, neither packed nor of a stated length, whose objects have the numbers of the outer ones. */
export const fileInFile = (): Buffer =>
  SMALL(
    `2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj\n${page(3, 4)}\n${stream(4, 'outer')}\n5 0 obj <</Length ${stream(4, 'inner').length}>> stream\n${stream(4, 'inner')}\nendstream endobj`,
  )

/** A page whose contents are an object that no parser can make sense of. */
export const brokenContents = (): Buffer =>
  SMALL(
    `2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj\n${page(3, 4)}\n${stream(4, 'half').replace('/Length', '/Name OBJR/Length')}`,
  )

/** A page that is listed twice, in a tree that leads back to itself. */
export const twistedTree = (): Buffer =>
  SMALL(
    `2 0 obj <</Type/Pages/Kids[3 0 R 2 0 R 3 0 R]/Count 2>> endobj\n${page(3, 4)}\n${stream(4, 'again')}`,
  )

const MILLION = 1_000_000
/** What would take a scan that looks back or ahead without bounds hours. */
export const FLOODS: Readonly<Record<string, () => Buffer>> = {
  'endobj two million times': () => SMALL('endobj '.repeat(2 * MILLION)),
  'obj three million times': () => SMALL('obj '.repeat(3 * MILLION)),
  'objects that open a string each': () => SMALL('9 0 obj ('.repeat(200_000)),
  'objects that open an array each': () => SMALL('9 0 obj ['.repeat(200_000)),
  'streams without an end': () => SMALL('9 0 obj <<>> stream\n'.repeat(200_000)),
  'trailers inside trailers': () => SMALL('trailer <<'.repeat(500_000)),
  'a name of ten million letters': () => SMALL(`9 0 obj <</${'N'.repeat(10 * MILLION)} 1>> endobj`),
  'ten million blanks in a header': () => SMALL(`9${' '.repeat(10 * MILLION)}0 obj 1 endobj`),
  'ten thousand trees of pages': () =>
    SMALL(
      Array.from({ length: 10_000 }, (_, index) => {
        const [own, next] = [index + 2, index + 3]
        return `${own} 0 obj <</Type/Pages/Kids[${next} 0 R ${next} 0 R]>> endobj`
      }).join('\n'),
    ),
}
