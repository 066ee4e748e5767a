/** Hostile templates that refer outside, carry programs or claim huge pictures. */
import { type DocxRel, docxOf, PNG_PIXEL, paragraph, pictureXml } from './docx-package.ts'
import type { HostileDocx } from './hostile-docx.ts'

const HTTP = 'http://127.0.0.1:9/x.png'
const FILE = 'file:///usr/share/pixmaps/debian-logo.png'

const outside = (name: string, bytes: () => Uint8Array): HostileDocx => ({
  id: 'T4',
  name,
  bytes,
  code: 'template_unsafe',
  finding: 'external_reference',
})
const linked = (name: string, type: string, target: string, body = paragraph('x')): HostileDocx =>
  outside(name, () => docxOf({ body, rels: [{ id: 'rId7', type, target, mode: 'External' }] }))
/** A part beside the main one, with one external relationship of its own. */
const sidePart = (name: string, type: string, rel: DocxRel): HostileDocx =>
  outside(name, () =>
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

const references: HostileDocx[] = [
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
  ),
  linked(
    'a subdocument over http',
    'subDocument',
    'http://127.0.0.1:9/x.docx',
    '<w:p><w:subDoc r:id="rId7"/></w:p>',
  ),
  linked('a linked object', 'oleObject', 'http://127.0.0.1:9/x.xls'),
  linked('a linked video', 'video', 'http://127.0.0.1:9/x.mp4'),
  linked('a relationship of unknown type', 'http://example.com/anything', HTTP),
  linked(
    'a strict relationship',
    'http://purl.oclc.org/ooxml/officeDocument/relationships/image',
    HTTP,
  ),
  linked('a hyperlink that runs a script', 'hyperlink', 'javascript:alert(1)'),
  linked('a hyperlink to a macro', 'hyperlink', 'macro:///Standard.Module1.Main()'),
  linked('a hyperlink that expands variables', 'hyperlink', 'vnd.sun.star.expand:${HOME}'),
  outside('an http target without TargetMode', () =>
    docxOf({ body: pictureXml('rId7'), rels: [{ id: 'rId7', type: 'image', target: HTTP }] }),
  ),
  outside('TargetMode in capitals', () =>
    docxOf({
      body: pictureXml('rId7', 'link'),
      rels: [{ id: 'rId7', type: 'image', target: 'x.png', mode: 'EXTERNAL' }],
    }),
  ),
  outside('a VML picture with src', () => docxOf({ body: vml(`<v:imagedata src="${HTTP}"/>`) })),
  outside('a VML picture with o:href', () =>
    docxOf({ body: vml(`<v:imagedata o:href = '${FILE}'/>`) }),
  ),
  outside('a VML fill with src', () =>
    docxOf({ body: vml(`<v:fill type="frame" src="${HTTP}"/>`) }),
  ),
  outside('a hyperlink field to a file', () =>
    docxOf({
      body: '<w:p><w:fldSimple w:instr="HYPERLINK &quot;file:///etc/passwd&quot;"/></w:p>',
    }),
  ),
  sidePart('a linked bullet picture', 'numbering', { id: 'rId1', type: 'image', target: HTTP }),
  sidePart('a linked picture in a header', 'header', { id: 'rId1', type: 'image', target: HTTP }),
  sidePart('a linked picture in the theme', 'theme', { id: 'rId1', type: 'image', target: FILE }),
  sidePart('a frameset', 'webSettings', {
    id: 'rId1',
    type: 'frame',
    target: 'http://127.0.0.1:9/f.html',
  }),
]

const active = (
  name: string,
  finding: 'macro' | 'active_content',
  rel: DocxRel,
  content: string | Uint8Array,
  contentType = 'application/octet-stream',
): HostileDocx => ({
  id: 'T19',
  name,
  bytes: () =>
    docxOf({
      rels: [rel],
      files: { [`word/${rel.target}`]: content },
      types: { [`word/${rel.target}`]: contentType },
    }),
  code: 'template_unsafe',
  finding,
})
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
  active(
    'macros in a .docx',
    'macro',
    { id: 'rId7', type: VBA, target: 'vbaProject.bin' },
    OLE,
    'application/vnd.ms-office.vbaProject',
  ),
  {
    id: 'T19',
    name: 'macros that nothing refers to',
    bytes: () => docxOf({ files: { 'word/vbaProject.bin': OLE } }),
    code: 'template_unsafe',
    finding: 'macro',
  },
  active(
    'an ActiveX control',
    'active_content',
    { id: 'rId7', type: 'control', target: 'activeX1.xml' },
    '<ax:ocx xmlns:ax="a"/>',
    'application/vnd.ms-office.activeX+xml',
  ),
  active(
    'an embedded object',
    'active_content',
    { id: 'rId7', type: 'oleObject', target: 'o.bin' },
    OLE,
  ),
  active(
    'an embedded package',
    'active_content',
    { id: 'rId7', type: 'package', target: 'p.docx' },
    docxOf(),
  ),
  active(
    'an inserted HTML page',
    'active_content',
    { id: 'rId7', type: 'aFChunk', target: 'c.html' },
    '<html><img src="http://127.0.0.1:9/"/></html>',
    'text/html',
  ),
  active(
    'an inserted document',
    'active_content',
    { id: 'rId7', type: 'subDocument', target: 's.docx' },
    docxOf(),
  ),
  {
    id: 'T19',
    name: 'a program instead of a picture',
    bytes: () =>
      docxOf({
        body: pictureXml('rId7'),
        rels: [{ id: 'rId7', type: 'image', target: 'media/i.png' }],
        files: { 'word/media/i.png': 'MZ this is no picture' },
      }),
    code: 'template_unsafe',
    finding: 'unexpected_part',
  },
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

/** Cases T4, T19 and T20. */
export const HOSTILE_REFERENCES: readonly HostileDocx[] = [...references, ...programs, ...pictures]
