/**
 * Small PDFs that ask a reader for much: memory by what their streams inflate to, time by what refers to what. Each
 * stays below two megabytes.
 */
import {
  bfrange,
  chainOfSections,
  content,
  elements,
  FONT,
  filteredObjects,
  HELVETICA,
  hidden,
  hiddenFields,
  longNames,
  manySignatures,
  names,
  nestedForms,
  onePage,
  overlapping,
  pagesTimes,
  pageTree,
  runLengths,
  text,
  tinyObjects,
  withCharacters,
  withXref,
} from './hostile-pdf-kinds.ts'
import { MB, megabytes, packed, stream } from './raw-pdf.ts'

/** One file; what it asks for is in its name. */
export interface HostilePdf {
  name: string
  make(): Buffer
}

/** The files, by what they ask for. */
export const HOSTILE_PDFS: readonly HostilePdf[] = [
  { name: 'object streams of 60 MB each', make: () => hiddenFields(30, 60 * MB) },
  { name: 'object streams of 30 MB each', make: () => hiddenFields(60, 30 * MB) },
  {
    name: 'object streams with a filter behind a filter',
    make: () => hiddenFields(200, 60 * MB, 2),
  },
  { name: 'object streams of 3 MB, 500 of them', make: () => hiddenFields(500, 3 * MB) },
  {
    name: 'a cross-reference stream of fields of 8 bytes',
    make: () => withXref('/W [8 8 8] /Index [0 2000000]', packed(Buffer.alloc(48_000_000))),
  },
  {
    name: 'a cross-reference stream of 10^15 rows',
    make: () => withXref('/W [1 4 2] /Index [0 1000000000000000]', packed(Buffer.alloc(7_000_000))),
  },
  {
    name: 'rows without bytes for numbers that no longer grow',
    make: () => withXref('/W [0 0 0] /Index [9007199254740992 2000000]', packed(Buffer.alloc(8))),
  },
  {
    name: 'two million rows without bytes',
    make: () => withXref('/W [0 0 0] /Index [0 2000000]', packed(Buffer.alloc(8))),
  },
  {
    name: 'a predictor of 10^9 columns',
    make: () =>
      withXref(
        '/W [1 4 2] /Index [0 4] /DecodeParms << /Predictor 12 /Columns 1000000000 >>',
        packed(Buffer.alloc(30 * MB)),
      ),
  },
  {
    name: 'a predictor of a byte',
    make: () =>
      withXref(
        '/W [1 4 2] /Index [0 4] /DecodeParms << /Predictor 12 /Columns 1 >>',
        packed(Buffer.alloc(30 * MB)),
      ),
  },
  { name: 'a chain of 30,000 sections', make: () => chainOfSections(30_000) },
  { name: 'an inline image without end', make: () => content(megabytes(60, 'BI /W 9 /H 9 ID ')) },
  {
    name: 'inline images, a million',
    make: () => content(megabytes(30, 'BI /W 9 /H 9 /BPC 8 /CS /G ID 0 EI Q ')),
  },
  {
    name: 'a name of 30 MB',
    make: () => hidden(Buffer.concat([Buffer.from('/'), Buffer.alloc(30 * MB, 'n')])),
  },
  { name: 'names, 800,000', make: () => hidden(names(800_000)) },
  {
    name: 'a string of 30 MB',
    make: () =>
      hidden(Buffer.concat([Buffer.from('('), Buffer.alloc(30 * MB, 's'), Buffer.from(')')])),
  },
  { name: 'a number of 30 MB', make: () => hidden(Buffer.alloc(30 * MB, '1')) },
  {
    name: 'an array of 15 million arrays',
    make: () =>
      hidden(Buffer.concat([Buffer.from('['), Buffer.alloc(30 * MB, '[]'), Buffer.from(']')])),
  },
  {
    name: 'an array of 6 million dictionaries',
    make: () =>
      hidden(Buffer.concat([Buffer.from('['), Buffer.alloc(30 * MB, '<<>> '), Buffer.from(']')])),
  },
  { name: 'brackets, 30 million deep', make: () => hidden(Buffer.alloc(30 * MB, '[')) },
  {
    name: 'a string of 100 MB in contents',
    make: () =>
      content(
        packed(
          Buffer.concat([
            Buffer.from(`BT /F 12 Tf (`),
            Buffer.alloc(100 * MB, 'Signature '),
            Buffer.from(') Tj ET'),
          ]),
        ),
        '/Filter /FlateDecode',
        FONT,
      ),
  },
  {
    name: 'a name of 60 MB in contents',
    make: () =>
      content(
        packed(Buffer.concat([Buffer.from('/'), Buffer.alloc(60 * MB, 'n'), Buffer.from(' gs')])),
      ),
  },
  {
    name: 'operators, ten million',
    make: () => content(megabytes(60, text()), '/Filter /FlateDecode', FONT),
  },
  {
    name: 'lines, four million',
    make: () =>
      content(
        Buffer.concat([packed(`${text()}${'0 0 m 9 9 l S\n'.repeat(4_000_000)}`)]),
        '/Filter /FlateDecode',
        FONT,
      ),
  },
  {
    name: 'the same contents 100,000 times',
    make: () =>
      onePage(`/Contents [${'4 0 R '.repeat(100_000)}]`, [
        [4, stream('/Filter /FlateDecode', megabytes(8, '0 g '))],
      ]),
  },
  {
    name: 'run lengths behind deflate',
    make: () => content(runLengths(8_000_000), '/Filter [/FlateDecode /RunLengthDecode]'),
  },
  {
    name: 'run lengths as an object stream',
    make: () => filteredObjects('[/FlateDecode /RunLengthDecode]', runLengths(8_000_000)),
  },
  {
    name: 'LZW behind deflate',
    make: () => content(packed(Buffer.alloc(30 * MB)), '/Filter [/FlateDecode /LZWDecode]'),
  },
  {
    name: 'ASCII 85 behind deflate',
    make: () => content(megabytes(60, 'z'), '/Filter [/FlateDecode /ASCII85Decode]'),
  },
  {
    name: 'deflate four times',
    make: () =>
      content(
        packed(packed(packed(megabytes(300, ' ')))),
        '/Filter [/FlateDecode /FlateDecode /FlateDecode /FlateDecode]',
      ),
  },
  { name: 'a page tree 20,000 levels deep', make: () => pageTree(20_000) },
  { name: 'pages that are their own parents', make: () => onePage('/Parent 3 0 R /Kids [3 0 R]') },
  { name: 'a page 200,000 times', make: () => pagesTimes(200_000) },
  { name: '200,000 tiny objects', make: () => tinyObjects(200_000, 5_000) },
  { name: 'strings that contain the next object', make: () => overlapping(100_000) },
  { name: 'fields under a name of a megabyte', make: () => longNames(10_000, MB) },
  { name: 'forms that draw forms', make: () => nestedForms(20, 20) },
  {
    name: 'a table of four thousand million characters',
    make: () =>
      withCharacters(`${bfrange}1 beginbfrange <00000000> <ffffffff> <0041> endbfrange endcmap`),
  },
  {
    name: 'a table of a million characters, many times',
    make: () =>
      withCharacters(
        packed(
          `${bfrange}${'100 beginbfrange '}${'<0000> <ffff> <0041> '.repeat(300_000)}endbfrange endcmap`,
        ),
        '/Filter /FlateDecode',
      ),
  },
  {
    name: 'pictures of 10^12 dots',
    make: () =>
      onePage('/Contents 4 0 R /Resources << /XObject << /X 5 0 R >> /Font << /F 6 0 R >> >>', [
        [4, stream('', `${text()}/X Do`)],
        [
          5,
          stream(
            '/Type /XObject /Subtype /Image /Width 1000000 /Height 1000000 /BitsPerComponent 8 /ColorSpace [/ICCBased 7 0 R] /Filter /JBIG2Decode',
            'x',
          ),
        ],
        [6, HELVETICA],
        [7, stream('/N 3 /Filter /FlateDecode', megabytes(100, ' '))],
      ]),
  },
  {
    name: 'a structure tree of a million elements',
    make: () => hidden(elements(), 'StructTreeRoot'),
  },
  {
    name: 'an outline that leads in a circle',
    make: () =>
      onePage(
        '',
        [
          [4, '<< /First 5 0 R /Last 5 0 R /Count 1000000000 >>'],
          [5, '<< /Title (a) /Next 5 0 R /First 5 0 R /Parent 4 0 R >>'],
        ],
        '<< /Type /Catalog /Pages 2 0 R /Outlines 4 0 R >>',
      ),
  },
  { name: 'signatures, 4,000', make: () => manySignatures(4_000, '30820100') },
  {
    name: 'a signature value of a megabyte',
    make: () => manySignatures(1, '3080'.repeat(400_000)),
  },
]

/** One of the files. @throws TypeError when there is none of this name */
export function hostilePdf(name: string): Buffer {
  const found = HOSTILE_PDFS.find((each) => each.name === name)
  if (found === undefined) throw new TypeError(`there is no hostile file "${name}"`)
  return found.make()
}
