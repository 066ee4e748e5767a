/** Tables that the data shape: columns, merged cells, colours and styles. */
import { type Chapter, p, table } from '../example.ts'

const deliveries = [
  { country: 'France', city: 'Lyon', days: 2, late: false },
  { country: 'France', city: 'Nice', days: 6, late: true },
  { country: 'Spain', city: 'Bilbao', days: 4, late: false },
]

export const columns: Chapter = {
  title: 'Columns from data',
  text: `The filter \`columns\` makes a section repeat columns of a table instead of words or rows: \`{#months | columns}{name}{/}\` in
a cell becomes as many cells as there are months. Write it again in each row whose cells come from data; the two tags stand in one
cell, or in the first and the last of several cells of a row, which are then repeated together. On a condition, the columns are kept
or left out.

The table keeps its width, shared out in the proportions of the template. A cell over the columns in a row without such a section
grows with them, or goes with the last of them. Rows and columns can both come from data. Every row has to make the same number of
columns, 63 at most; an object is an error (\`entries\` makes a list of it).`,
  examples: [
    {
      id: 'columns',
      text: 'A column for each month, a row for each product:',
      body: [
        table(
          [4, 2, 2],
          ['', 'Sales', 'Total'],
          ['Product', '{#months | columns}{.}{/}', ''],
          ['{#products}{name}', '{#sales | columns}{.}{/}', '{sales | sum}{/}'],
        ),
      ],
      data: {
        months: ['January', 'February', 'March'],
        products: [
          { name: 'Desk lamp', sales: [12, 18, 9] },
          { name: 'Bulb', sales: [30, 24, 26] },
        ],
      },
      expect: ['January', 'March', 'Desk lamp', '39', '80'],
      absent: ['{'],
      shown: true,
    },
    {
      id: 'columns-condition',
      text: 'A column that is sometimes there. One section is enough: the cells of the other rows go with it.',
      body: [
        table(
          [4, 2, 2, 2],
          ['Article', '{#discounts | columns}Discount{/}', 'Qty', 'Amount'],
          ['{#lines}{name}', '{discount | default:""}', '{quantity}', '{amount | number:2}{/}'],
        ),
      ],
      data: {
        discounts: false,
        lines: [
          { name: 'Desk lamp', quantity: 2, amount: '99.80' },
          { name: 'Bulb', quantity: 6, amount: '45.00' },
        ],
      },
      expect: ['Article', 'Qty', 'Desk lamp', '99.80'],
      absent: ['Discount'],
      shown: true,
    },
  ],
}

export const properties: Chapter = {
  title: 'Merged cells, colours and styles from data',
  text: `\`{~cell.shade: colour}\` prints nothing, and sets a property of the cell that it stands in. After the colon comes a value or a
calculation; an empty text or \`false\` leaves things as they are in the template.

| write | sets |
| --- | --- |
| \`{~text.color: …}\` \`{~text.shade: …}\` \`{~text.style: …}\` | colour, background and character style of the text after it in its paragraph; \`""\` ends it |
| \`{~paragraph.color: …}\` \`{~paragraph.shade: …}\` \`{~paragraph.style: …}\` | the same of its paragraph |
| \`{~cell.color: …}\` \`{~cell.shade: …}\` | the colour of the text of its cell, its background |
| \`{~row.color: …}\` \`{~row.shade: …}\` | the same of all cells of its row |
| \`{~table.style: …}\` | the style of its table |
| \`{~cell.colspan: 3}\` \`{~cell.rowspan: 2}\` | how many cells to the right, or rows below, its cell is over |
| \`{~cell.merge_down: …}\` \`{~cell.merge_right: …}\` | merges neighbours that have this tag with the same value |

Colours are \`"#c00000"\` or a name such as \`"red"\`; of several, that of the smaller thing counts. Styles are those of the document,
by the name that Word shows. A colour, a style or a number that cannot be used, spans that overlap, and a merged cell that would hide
another text are errors that name the value.`,
  examples: [
    {
      id: 'merged-cells',
      text: 'A heading over the whole table, and one cell for each country:',
      body: [
        table(
          [3, 3, 2],
          ['{~cell.colspan: 3}Deliveries', '', ''],
          ['{#deliveries}{~cell.merge_down: country}{country}', '{city}', '{days} days{/}'],
        ),
      ],
      data: { deliveries },
      expect: ['Deliveries', 'Lyon', 'Bilbao', '4 days'],
      absent: ['{', 'paraph'],
      shown: true,
    },
    {
      id: 'colours',
      text: 'Late deliveries in a shaded row, their days in red; a paragraph with a style that the data choose:',
      body: [
        p('{~paragraph.style: look}Deliveries in May'),
        table(
          [3, 2],
          ['City', 'Days'],
          [
            '{#deliveries}{~row.shade: late ? "#fde9e7" : ""}{city}',
            '{~text.color: late ? "red" : ""}{days}{~text.color: ""} days{/}',
          ],
        ),
      ],
      data: { look: 'heading 1', deliveries },
      expect: ['Deliveries in May', 'Nice', '6 days'],
      absent: ['{', 'paraph'],
      shown: true,
    },
  ],
}
