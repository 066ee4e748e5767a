/** Where tags may stand besides the text, and places for signatures. */
import { type Chapter, NOTE_MARK, p, plainTable, right, styled } from '../example.ts'

export const places: Chapter = {
  title: 'Headers, footers, footnotes and document properties',
  text: `Tags work wherever you can type text: in headers and footers (also different ones for the first page or
for even pages), footnotes and endnotes, text boxes and shapes, content controls, and in the properties of the file
(File > Info: title, subject, author, keywords), which become the properties of the PDF. In a content control that is bound
to custom XML the value is written there too, so the binding is kept; copies in a loop that differ lose it.

They also work where you type no text:

| where | how |
| --- | --- |
| alternative text of a picture, a shape, a table | \`Photo of {name}\`; a screen reader reads it out |
| address of a link | \`https://example.org/{id}\`, \`mailto:{email}\`, or \`{url}\` alone; in a loop each copy has its own |
| check box | its tag or title (Developer > Properties) is \`{agree}\`: checked unless the value is false, 0, "no" or empty |
| drop-down list, combo box, date | its tag is \`{status}\`; the value is one of the list, by its value or its text |
| WordArt and watermark | \`{status}\` as its text |
| chart | title, names of series, categories and values: see Charts |
| picture | its alternative text is \`{%photo}\`: see Pictures |

A section (\`{#…}\`) cannot stand there, but in the sheet of a chart: write \`{condition ? "this" : "that"}\`.

What a loop copies has numbers and bookmarks of its own, so Word opens a .docx without repair, and a cross-reference in a loop leads to
the bookmark of its own copy.`,
  examples: [
    {
      id: 'places',
      text: 'One value in the header, the text, a footnote, the footer and the title of the file:',
      page: { width: 110, height: 70 },
      header: [right('Contract {number}')],
      body: [
        styled('Title', 'Contract'),
        p(`Between {seller} and {buyer}${NOTE_MARK}, for {years} {years | plural:"year":"years"}.`),
      ],
      footnote: ['{buyer} is registered in {city}.'],
      footer: [p('{seller} · {#isDraft}DRAFT{:else}Final{/}')],
      title: 'Contract {number} with {buyer}',
      data: {
        number: 'K-31',
        seller: 'Lumen & Fils',
        buyer: 'Hotel Bellevue',
        city: 'Annecy',
        years: 3,
        isDraft: true,
      },
      expect: ['Contract K-31', 'for 3 years', 'registered in Annecy', '· DRAFT'],
      absent: ['{'],
      shown: true,
    },
    {
      id: 'loop-notes',
      text: 'A footnote or an endnote in a loop: each copy has a note of its own, with the data of its item.',
      page: { width: 110, height: 70 },
      body: [p('{#wines}'), p(`{name}${NOTE_MARK}, {price | currency:"EUR"}`), p('{/}')],
      footnote: ['Contains {allergen}; bottled in {town}.'],
      data: {
        wines: [
          { name: 'Chablis', price: 24, allergen: 'sulphites', town: 'Chablis' },
          { name: 'Crémant', price: 18.5, allergen: 'egg white', town: 'Beaune' },
        ],
      },
      expect: ['Chablis', 'Contains sulphites', 'Contains egg white'],
      absent: ['{'],
      shown: true,
    },
  ],
}

export const signatures: Chapter = {
  title: 'Places for signatures',
  text: `\`{signature:name}\` reserves a place for a signature, 60 mm wide and 20 mm high, or of the size you give:
\`{signature:name:width:height}\`. The name tells the signers of one document apart. When the document is only rendered,
the place stays empty; when it is sent for signature, each signer finds theirs there. A name needs no value in the data.

\`{field:name:field}\` does the same for what else that signer fills in. Settings follow, each after a semicolon:
\`{field:client:start;type=date;label=First day;required=no}\`.

| setting | |
| --- | --- |
| \`type\` | \`text\` (if left out), \`number\`, \`date\`, \`checkbox\`, \`radio\`, \`select\`, \`initials\`, \`company\`, \`file\` |
| \`label\` | what the signer reads beside it; its name if left out |
| \`options\` | of a \`radio\` or \`select\`: \`options=Card,Transfer\` |
| \`required\`, \`read_only\` | \`yes\` or \`no\`; a field is required unless it says \`no\` |
| \`value\` | what is filled in beforehand |
| \`min\`, \`max\`, \`max_length\` | bounds of a number or date; characters of a text |
| \`width\`, \`height\` | such as \`60mm\`, \`6cm\` or \`170pt\` |

A second \`{field:client:start}\` is another place of the same field.`,
  examples: [
    {
      id: 'signatures',
      text: 'Two signers side by side:',
      body: [
        plainTable(
          [1, 1],
          ['For {seller}', 'For {buyer}'],
          ['{signature:seller:4cm:15mm}', '{signature:buyer:4cm:15mm}'],
        ),
      ],
      data: { seller: 'Lumen & Fils', buyer: 'Hotel Bellevue' },
      expect: ['For Lumen & Fils', 'For Hotel Bellevue'],
      shown: true,
    },
  ],
}
