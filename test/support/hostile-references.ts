/** Templates that refer outside or carry objects, which are left out of them; and those with macros or huge pictures. */

import type { WarningCode } from '../../src/kernel/document-warnings.ts'
import { type DocxRel, docxOf, PNG_PIXEL, paragraph, pictureXml } from './docx-package.ts'
import type { CleanedDocx, HostileDocx } from './hostile-docx.ts'

const HTTP = 'http://127.0.0.1:9/x.png'
const FILE = 'file:///usr/share/pixmaps/debian-logo.png'

const lost = (
  name: string,
  warning: WarningCode,
  gone: readonly string[],
  bytes: () => Uint8Array,
): CleanedDocx => ({ name, bytes, gone, warning })
const linked = (
  name: string,
  type: string,
  target: string,
  body = paragraph('x'),
  warning: WarningCode = type.endsWith('image') ? 'picture_not_loaded' : 'link_removed',
): CleanedDocx =>
  lost(name, warning, [target, 'rId7'], () =>
    docxOf({ body, rels: [{ id: 'rId7', type, target, mode: 'External' }] }),
  )
/** A part beside the main one, with one external relationship of its own. */
const sidePart = (
  name: string,
  type: string,
  rel: DocxRel,
  warning: WarningCode = 'picture_not_loaded',
): CleanedDocx =>
  lost(name, warning, [rel.target, 'TargetMode'], () =>
    docxOf({
      rels: [{ id: 'rId1', type, target: 'side.xml' }],
      files: {
        'word/side.xml': '<side/>',
        'word/_rels/side.xml.rels':
          '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">' +
          `<Relationship Id="${rel.id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${rel.type}" Target="${rel.target}" TargetMode="External"/></Relationships>`,
      },
    }),
  )
const vml = (inside: string): string =>
  `<w:p><w:r><w:pict><v:shape>${inside}</v:shape></w:pict></w:r></w:p>`

const hyperlink = '<w:p><w:hyperlink r:id="rId7"><w:r><w:t>x</w:t></w:r></w:hyperlink></w:p>'

const references: CleanedDocx[] = [
  linked('a linked picture over http', 'image', HTTP, pictureXml('rId7', 'link')),
  linked('a linked picture of this machine', 'image', FILE, pictureXml('rId7', 'link')),
  linked(
    'a linked picture on a share',
    'image',
    '\\\\10.0.0.1\\s\\x.png',
    pictureXml('rId7', 'link'),
  ),
  linked('a linked picture beside the document', 'image', '../x.png', pictureXml('rId7', 'link')),
  linked('a VML picture over http', 'image', HTTP, vml('<v:imagedata r:id="rId7"/>')),
  linked(
    'an inserted document over http',
    'aFChunk',
    'http://127.0.0.1:9/x.html',
    '<w:altChunk r:id="rId7"/>',
    'content_removed',
  ),
  linked(
    'a subdocument over http',
    'subDocument',
    'http://127.0.0.1:9/x.docx',
    '<w:p><w:subDoc r:id="rId7"/></w:p>',
    'content_removed',
  ),
  linked(
    'a linked object',
    'oleObject',
    'http://127.0.0.1:9/x.xls',
    '<w:p><w:r><w:object><o:OLEObject Type="Link" ProgID="Excel.Sheet.12" r:id="rId7"/></w:object></w:r></w:p>',
    'object_removed',
  ),
  linked('a linked video', 'video', 'http://127.0.0.1:9/x.mp4', paragraph('x'), 'object_removed'),
  linked(
    'a relationship of unknown type',
    'http://example.com/anything',
    HTTP,
    paragraph('x'),
    'content_removed',
  ),
  linked(
    'a strict relationship',
    'http://purl.oclc.org/ooxml/officeDocument/relationships/image',
    HTTP,
  ),
  ...[
    'ftp://a/b',
    'file:///etc/passwd',
    'sms:+33612345678',
    'onenote:a',
    'ms-help://a',
    '\\\\a\\b',
  ].map((target) => linked(`a hyperlink to ${target}`, 'hyperlink', target, hyperlink)),
  linked('a hyperlink with a typo', 'hyperlink', 'htp://www.example.com', hyperlink),
  linked('a hyperlink that runs a script', 'hyperlink', 'javascript:alert(1)', hyperlink),
  linked('a hyperlink to a macro', 'hyperlink', 'macro:///Standard.Module1.Main()', hyperlink),
  linked(
    'a hyperlink that expands variables',
    'hyperlink',
    'vnd.sun.star.expand:${HOME}',
    hyperlink,
  ),
  lost('an http target without TargetMode', 'picture_not_loaded', [HTTP, 'rId7'], () =>
    docxOf({ body: pictureXml('rId7'), rels: [{ id: 'rId7', type: 'image', target: HTTP }] }),
  ),
  lost('TargetMode in capitals', 'picture_not_loaded', ['x.png', 'rId7'], () =>
    docxOf({
      body: pictureXml('rId7', 'link'),
      rels: [{ id: 'rId7', type: 'image', target: 'x.png', mode: 'EXTERNAL' }],
    }),
  ),
  lost('a VML picture with src', 'picture_not_loaded', [HTTP], () =>
    docxOf({ body: vml(`<v:imagedata src="${HTTP}"/>`) }),
  ),
  lost('a VML picture with o:href', 'picture_not_loaded', [FILE], () =>
    docxOf({ body: vml(`<v:imagedata o:href = '${FILE}'/>`) }),
  ),
  lost('a VML fill with src', 'picture_not_loaded', [HTTP], () =>
    docxOf({ body: vml(`<v:fill type="frame" src="${HTTP}"/>`) }),
  ),
  lost('a hyperlink field to a file', 'link_removed', ['passwd', 'fldSimple'], () =>
    docxOf({
      body: '<w:p><w:fldSimple w:instr="HYPERLINK &quot;file:///etc/passwd&quot;"/></w:p>',
    }),
  ),
  sidePart('a linked bullet picture', 'numbering', { id: 'rId1', type: 'image', target: HTTP }),
  sidePart('a linked picture in a header', 'header', { id: 'rId1', type: 'image', target: HTTP }),
  sidePart('a linked picture in the theme', 'theme', { id: 'rId1', type: 'image', target: FILE }),
  sidePart(
    'a frameset',
    'webSettings',
    {
      id: 'rId1',
      type: 'frame',
      target: 'http://127.0.0.1:9/f.html',
    },
    'content_removed',
  ),
]

const active = (name: string, rel: DocxRel, content: string | Uint8Array): HostileDocx => ({
  id: 'T19',
  name,
  bytes: () =>
    docxOf({
      rels: [rel],
      files: { [`word/${rel.target}`]: content },
      types: { [`word/${rel.target}`]: 'application/vnd.ms-office.vbaProject' },
    }),
  code: 'template_unsafe',
  finding: 'macro',
})
/** An object inside the document, with the element that shows it. */
const object = (
  name: string,
  warning: WarningCode,
  body: string,
  rel: DocxRel,
  content: string | Uint8Array,
): CleanedDocx =>
  lost(name, warning, [rel.target, 'rId7', 'ProgID'], () =>
    docxOf({ body, rels: [rel], files: { [`word/${rel.target}`]: content } }),
  )
const VBA = 'http://schemas.microsoft.com/office/2006/relationships/vbaProject'
const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const programs: HostileDocx[] = [
  {
    id: 'T19',
    name: 'a .docm',
    bytes: () => docxOf({ mainType: 'application/vnd.ms-word.document.macroEnabled.main+xml' }),
    code: 'template_unsafe',
    finding: 'macro',
  },
  {
    id: 'T19',
    name: 'a .dotm',
    bytes: () =>
      docxOf({ mainType: 'application/vnd.ms-word.template.macroEnabledTemplate.main+xml' }),
    code: 'template_unsafe',
    finding: 'macro',
  },
  active('macros in a .docx', { id: 'rId7', type: VBA, target: 'vbaProject.bin' }, OLE),
  {
    id: 'T19',
    name: 'macros that nothing refers to',
    bytes: () => docxOf({ files: { 'word/vbaProject.bin': OLE } }),
    code: 'template_unsafe',
    finding: 'macro',
  },
]

const shape = '<v:shape style="width:9pt;height:9pt"/>'
const ole = (prog: string): string =>
  `<w:p><w:r><w:object>${shape}<o:OLEObject Type="Embed" ProgID="${prog}" r:id="rId7"/></w:object></w:r></w:p>`
const objects: CleanedDocx[] = [
  object(
    'an ActiveX control',
    'object_removed',
    `<w:p><w:r><w:object>${shape}<w:control r:id="rId7" w:name="Box1"/></w:object></w:r></w:p>`,
    { id: 'rId7', type: 'control', target: 'activeX1.xml' },
    '<ax:ocx xmlns:ax="a"/>',
  ),
  object(
    'an embedded object',
    'object_removed',
    ole('Equation.3'),
    { id: 'rId7', type: 'oleObject', target: 'o.bin' },
    OLE,
  ),
  object(
    'an embedded package',
    'object_removed',
    ole('Word.Document.12'),
    { id: 'rId7', type: 'package', target: 'p.docx' },
    docxOf(),
  ),
  object(
    'an inserted HTML page',
    'content_removed',
    `${paragraph('x')}<w:altChunk r:id="rId7"/>`,
    { id: 'rId7', type: 'aFChunk', target: 'c.html' },
    '<html><img src="http://127.0.0.1:9/"/></html>',
  ),
  object(
    'an inserted document',
    'content_removed',
    '<w:p><w:subDoc r:id="rId7"/></w:p>',
    { id: 'rId7', type: 'subDocument', target: 's.docx' },
    docxOf(),
  ),
  object(
    'a program instead of a picture',
    'picture_unknown',
    pictureXml('rId7'),
    { id: 'rId7', type: 'image', target: 'media/i.png' },
    'MZ this is no picture',
  ),
]

const picture = (name: string, bytes: () => Uint8Array): HostileDocx => ({
  id: 'T20',
  name: `${name} that claims over 25 million pixels`,
  bytes: () =>
    docxOf({
      body: pictureXml('rId7'),
      rels: [{ id: 'rId7', type: 'image', target: 'media/i.png' }],
      files: { 'word/media/i.png': bytes() },
    }),
  code: 'template_too_complex',
  finding: 'picture_too_large',
})

function hugePng(): Uint8Array {
  const png = Buffer.from(PNG_PIXEL)
  png.writeUInt32BE(60_000, 16)
  png.writeUInt32BE(60_000, 20)
  return png
}

function hugeBmp(): Uint8Array {
  const bmp = Buffer.alloc(54)
  bmp.write('BM')
  bmp.writeUInt32LE(40, 14)
  bmp.writeInt32LE(60_000, 18)
  bmp.writeInt32LE(-60_000, 22)
  return bmp
}

function hugeTiff(): Uint8Array {
  const tiff = Buffer.alloc(38)
  Buffer.from('49492a0008000000', 'hex').copy(tiff)
  tiff.writeUInt16LE(2, 8)
  for (const [index, tag] of [256, 257].entries()) {
    tiff.writeUInt16LE(tag, 10 + index * 12)
    tiff.writeUInt16LE(4, 12 + index * 12)
    tiff.writeUInt32LE(1, 14 + index * 12)
    tiff.writeUInt32LE(60_000, 18 + index * 12)
  }
  return tiff
}

/** APP0, then a four-component frame of 65,000 x 65,000. */
const HUGE_JPEG =
  'ffd8ffe000104a46494600010100000100010000ffc2001408fde8fde804011100021100031100041100ffd9'

const pictures: HostileDocx[] = [
  picture('a PNG', hugePng),
  picture('a CMYK JPEG', () => Buffer.from(HUGE_JPEG, 'hex')),
  picture('a GIF', () => Buffer.from('474946383961ffffffff000000', 'hex')),
  picture('a BMP', hugeBmp),
  picture('a TIFF', hugeTiff),
]

/** Cases T19 and T20. */
export const HOSTILE_REFERENCES: readonly HostileDocx[] = [...programs, ...pictures]
/** Cases T4 and T19 of what is left out. */
export const LOST_REFERENCES: readonly CleanedDocx[] = [...references, ...objects]
