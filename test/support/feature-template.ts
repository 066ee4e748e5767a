/** A template that uses most of what reaches a page, to see what becomes of it. */
import { makePng } from '../unit/docx/rich/fixture.ts'
import {
  bullet,
  docx,
  footnoted,
  linked,
  p,
  paragraph,
  run,
  table,
  textBox,
} from './docx-builder.ts'

const HTML = `<h1>Terms</h1><p>A <b>bold</b> <a href="https://example.org/a">link</a>.</p>
<ul><li>one<ul><li>deep</li></ul></li><li>two</li></ul><ol><li>first</li></ol>
<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>
<hr><h3>No second level</h3><blockquote>quoted</blockquote><pre>code</pre>`

const LINE =
  '<w:pBdr><w:bottom w:val="single" w:sz="6" w:space="1" w:color="auto"/><w:left w:val="single" w:sz="18" w:space="1" w:color="auto"/></w:pBdr>'

/** The template; its data are {@link FEATURE_DATA}. */
export const featureTemplate = (): Uint8Array =>
  docx(
    [
      p('{~text | html}'),
      p('{%code | qr | alt:"Code of the parcel"}'),
      p('{%code | qr | alt:""}'),
      p('{%code | qr}'),
      p('{%%photo | size:"4cm"}'),
      p('{~url | link:"our site"}'),
      footnoted('With a note'),
      table(['A', 'B'], ['1', '2']),
      bullet('a bullet'),
      textBox(p('in a box')),
      linked('within the document'),
      p('{signature:signer1:60mm:20mm}'),
      p('{~pagebreak}'),
      p('second page {%code | barcode:"code128"}'),
      paragraph(run('lined', '<w:u w:val="single"/>'), LINE),
    ],
    {
      title: 'Everything & more',
      header: [p('Head {title}'), p('{%code | qr | size:"1cm"}')],
      footer: [p('Foot '), p('{~url | link:"site"}')],
      footnote: [p('The note, {~url | link:"its link"}')],
    },
  )

export const FEATURE_DATA = {
  text: HTML,
  code: 'HELLO',
  photo: 'photo.png',
  url: 'https://example.org/',
  title: 'T',
}

/** The picture that the data name. */
export const featurePicture = (): Uint8Array => makePng(200, 100)
