/** Pictures, codes, links, breaks, HTML and Markdown. */
import { landscape, logo } from '../drawings.ts'
import { type Chapter, p, table } from '../example.ts'

const base64 = Buffer.from(logo()).toString('base64')
const wide = Buffer.from(landscape()).toString('base64')

export const pictures: Chapter = {
  title: 'Pictures',
  text: `\`{%logo}\` puts a picture where the tag is, even in the middle of a line. \`{%%logo}\` in a paragraph of
its own centres it. The value can be:

| value of \`logo\` | example |
| --- | --- |
| the bytes as base64 | \`"iVBORw0KGgo…"\` |
| a data URI | \`"data:image/png;base64,iVBORw0KGgo…"\` |
| the name of a file sent with the request | \`"logo.png"\`, with \`-F pictures=@logo.png\` |

PNG, JPEG and GIF are accepted, and turned upright even if the camera was held sideways. Addresses
(\`https://…\`) are never fetched; SVG is refused, because it can load other files. In a PDF a photograph saved as PNG
becomes a JPEG of high quality, which is ten times smaller; all other pictures keep their pixels.`,
  examples: [
    {
      id: 'picture-sources',
      text: 'The same logo in all three ways (`logo.png` was sent as a file):',
      body: [
        table(
          [1, 1, 1],
          ['base64', 'data URI', 'uploaded'],
          [
            '{%encoded | size:"1.5cm"}',
            '{%uri | size:"1.5cm"}',
            '{%file | size:"1.5cm" | alt:"Logo of Lumen"}',
          ],
        ),
      ],
      data: { encoded: base64, uri: `data:image/png;base64,${base64}`, file: 'logo.png' },
      uploads: { 'logo.png': logo() },
      expect: ['base64', 'uploaded'],
      shown: true,
      after:
        '`alt` is what a screen reader reads out instead of the picture; without it, the name in the tag is used. An empty `alt` marks the picture as decorative. In PDF/UA a picture of the template itself without alternative text is announced as "Image", in the language of the document: write one in Word.',
    },
    {
      id: 'picture-fit',
      text: '**Size and fit.** `size` takes a width and a height in `cm`, `mm`, `in`, `pt`, `px` or in percent of the text width. Give one of them to keep the proportions; leave the first empty (`size:"":"2cm"`) to set the height. With both, `fit` says what happens when the proportions differ. This picture is three times as wide as high:',
      body: [
        table(
          [1, 1, 1],
          ['contain (default)', 'cover: crops', 'stretch: distorts'],
          [
            '{%photo | size:"3cm":"2cm"}',
            '{%photo | size:"3cm":"2cm" | fit:"cover"}',
            '{%photo | size:"3cm":"2cm" | fit:"stretch"}',
          ],
        ),
        p('Half as wide as the text, centred:'),
        p('{%%photo | size:"50%"}'),
      ],
      data: { photo: wide },
      expect: ['contain (default)', 'Half as wide as the text'],
      shown: true,
      after:
        'A picture without a `size` is printed at its original size, but never wider than the space available: a cell, a column, the text.\n\n**A picture of the template, replaced.** Place a picture in Word as you want it (size, text wrapping, frame) and give it the alternative text `{%photo}` (Picture Format > Alt Text): it shows the picture of the data, as large as fits its own size, not distorted. `fit` and `size` work as above (`{%photo | fit:"cover"}` fills it), `alt` becomes the new alternative text. Without a value and with `"missing": "blank"` the picture is left out.',
    },
  ],
}

export const codes: Chapter = {
  title: 'QR codes and barcodes',
  text: `The filters \`qr\` and \`barcode\` draw a code from a text, \`epcqr\` draws the payment code that European banking apps
scan (EPC069-12, "Girocode"). They are sharp at any size and are sized like pictures.`,
  examples: [
    {
      id: 'qr',
      text: 'A QR code of a link, and a payment code. The IBAN is checked, the amount is in euros.',
      body: [
        table(
          [1, 1],
          ['Open the order', 'Pay by app'],
          ['{%link | qr | size:"2.6cm"}', '{%payment | epcqr | size:"2.6cm"}'],
        ),
      ],
      data: {
        link: 'https://shop.example/orders/A-1027',
        payment: {
          name: 'Lumen & Fils',
          iban: 'FR76 3000 6000 0112 3456 7890 189',
          amount: '238.80',
          reference: 'A-1027',
        },
      },
      expect: ['Open the order', 'Pay by app'],
      shown: true,
      after:
        '`qr:"L"`, `"M"` (default), `"Q"` or `"H"` sets how much damage the code tolerates. The payment object may also contain `bic`, `text`, `purpose` and `information`.',
    },
    {
      id: 'barcodes',
      text: 'Barcodes for goods, parcels and stock:',
      body: [
        table(
          [3, 5],
          ['kind', 'barcode'],
          ['ean13', '{%product | barcode:"ean13" | size:"":"1.5cm"}'],
          ['code128', '{%parcel | barcode:"code128" | size:"5cm":"1.2cm"}'],
          ['no digits', '{%parcel | barcode:"code128":"notext" | size:"5cm":"0.7cm"}'],
          ['datamatrix', '{%stock | barcode:"datamatrix" | size:"1.3cm"}'],
          ['pdf417', '{%stock | barcode:"pdf417" | size:"4.5cm"}'],
        ),
      ],
      data: { parcel: 'PX-2026-0142', product: '4006381333931', stock: 'A-12-07' },
      expect: ['code128', 'pdf417'],
      shown: true,
      after:
        'Without a `size` a code has the size that its standard specifies. Scanners need bars that are not too thin: keep an EAN over 3 cm wide. A height alone makes the bars of such a code shorter, not thinner.\n\nAlso `code39`, `ean8`, `upca`, `itf14`, `gs1-128`, `isbn`, `azteccode`, and every other type that [bwip-js](https://github.com/metafloor/bwip-js/wiki/BWIPP-Barcode-Types) supports. A text that the type cannot encode (a wrong check digit, letters in an EAN) causes an error, never a wrong code.',
    },
  ],
}

export const links: Chapter = {
  title: 'Hyperlinks',
  text: `\`{~url | link:"text"}\` makes a clickable link; without a text it shows the address. The address may be a web
address, an e-mail address or a phone number; other types (\`javascript:\`, \`file:\`) are refused. The address of a link made with Word's own
Insert > Link may hold tags: \`https://example.org/{id}\`.`,
  examples: [
    {
      id: 'links',
      text: 'A link, an e-mail address and a phone number:',
      body: [
        p('Track your parcel {~tracking | link:"here"} or write to {~mail | link}.'),
        p('Call {~phone | link}.'),
      ],
      data: {
        tracking: 'https://parcel.example/PX-2026',
        mail: 'help@lumen.example',
        phone: '+33 4 72 00 00 00',
      },
      expect: ['Track your parcel here', 'help@lumen.example', '+33 4 72 00 00 00'],
      shown: true,
    },
  ],
}

export const breaks: Chapter = {
  title: 'Page breaks',
  text: `\`{~pagebreak}\` starts a new page, \`{~columnbreak}\` a new column, \`{~linebreak}\` a new line. Inside a condition or a
loop they appear only when needed.`,
  examples: [
    {
      id: 'page-break',
      text: 'A new page before each chapter but the first:',
      page: { width: 70, height: 42 },
      body: [
        p('{#chapters}'),
        p('{#not $first}{~pagebreak}{/}{$number}. {title}'),
        p('{text}'),
        p('{/}'),
      ],
      data: {
        chapters: [
          { title: 'Purpose', text: 'Why this contract.' },
          { title: 'Price', text: 'What it costs.' },
        ],
      },
      expect: ['1. Purpose', '2. Price'],
      shown: true,
    },
  ],
}

export const markup: Chapter = {
  title: 'HTML and Markdown',
  text: `Text written in an editor is often HTML or Markdown. \`{~text | html}\` and \`{~text | markdown}\` turn
it into real Word paragraphs, lists and tables, in the font used at the tag. If your document has
styles for headings and lists, they are used.

Understood: paragraphs and line breaks, bold, italic, underline, strikethrough, superscript and subscript, headings,
nested lists, tables, quotations, code, links, horizontal lines, pictures that are data URIs or uploaded files, and
the colours, sizes and alignments of \`style\` attributes. All other markup is dropped but its text is kept; scripts and
styles are removed entirely. Nothing is ever fetched.`,
  examples: [
    {
      id: 'markdown',
      text: 'Markdown:',
      body: [p('{~note | markdown}')],
      data: {
        note: '## Care\n\nWipe with a *dry* cloth. **Never** use water.\n\n1. Switch off\n2. Let it cool\n   - ten minutes\n\n| Bulb | Watts |\n|---|--:|\n| E27 | 7 |\n| E14 | 4 |\n\n> Keep this sheet.',
      },
      expect: ['Care', 'Never use water', 'ten minutes', 'E27', 'Keep this sheet.'],
      shown: true,
    },
    {
      id: 'html',
      text: 'HTML, in a table cell:',
      body: [table([2, 5], ['Product', 'Description'], ['{name}', '{~description | html}'])],
      data: {
        name: 'Desk lamp',
        description:
          '<p>Brass, <b>dimmable</b>, 7&nbsp;W.<br>Class A<sup>+</sup></p><ul><li>warm <i>or</i> cold</li><li style="color:#c00000">not for outdoors</li></ul><script>alert(1)</script>',
      },
      expect: ['Brass, dimmable', 'warm or cold', 'not for outdoors'],
      absent: ['alert'],
      shown: true,
    },
  ],
}
