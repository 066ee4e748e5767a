/** Charts filled from data. */
import { type Chapter, chart, p } from '../example.ts'

export const charts: Chapter = {
  title: 'Charts',
  text: `Insert a chart in Word (Insert > Chart), right-click it and choose Edit Data: tags go into the cells of its sheet. Bar, column, line,
pie, doughnut, area, radar, bubble and scatter charts are filled in this way. Word draws 0 for a tag in the place of a value; the tag is
read nonetheless.

| for | write in the sheet |
| --- | --- |
| a point for each item of a list | \`{#sales}\` in the first cell of a row, \`{/}\` in the last one, as in a table |
| a series for each item | \`{#products}\` in the name of a series, \`{/}\` in the last cell of its column |
| a cell for each item | the whole loop in one cell: \`{#values}{.}{/}\` |
| a point or a series that is sometimes there | the same with a condition |
| the title | a tag in the text of the title |

Values are numbers, or texts such as \`"12.50"\`; with a unit or formatted by a filter they are an error that names the value. \`{amount | default:""}\`
leaves a gap. A new series, and a new slice of a pie, has the next colours of the theme. In a .docx the sheet behind Edit Data has the same numbers; if it is missing or cannot
be read, the warning \`chart_workbook_left\` says so. At most 255 series, and 32,000 points in each.`,
  examples: [
    {
      id: 'chart-points',
      text: 'Delete the rows that Word suggests but the first; it becomes as many as there are months:',
      body: [
        chart(
          'column',
          'Sales {year}',
          ['', 'Sales', 'Costs'],
          ['{#months}{name}', '{sales}', '{costs}{/}'],
        ),
      ],
      data: {
        year: 2026,
        months: [
          { name: 'January', sales: 120, costs: 80 },
          { name: 'February', sales: '142.50', costs: 75 },
          { name: 'March', sales: 98, costs: 81 },
        ],
      },
      expect: ['Sales 2026', 'February', 'Costs'],
      absent: ['{'],
      shown: true,
    },
    {
      id: 'chart-series',
      text: 'A line for each product, each with a list of values; the categories are a list of their own:',
      body: [
        chart(
          'line',
          '',
          ['', '{#products}{name}'],
          ['{#quarters}{.}{/}', '{#sold}{.}{/}{/products}'],
        ),
      ],
      data: {
        quarters: ['Q1', 'Q2', 'Q3', 'Q4'],
        products: [
          { name: 'Lamp', sold: [12, 18, 9, 22] },
          { name: 'Bulb', sold: [30, 24, 26, 31] },
          { name: 'Hook', sold: [5, 7, 11, 8] },
        ],
      },
      expect: ['Lamp', 'Hook', 'Q4'],
      absent: ['{'],
      shown: true,
    },
    {
      id: 'chart-loop',
      text: 'A chart in a loop is a chart for each item, with the data of that item:',
      page: { width: 90, height: 120 },
      body: [
        p('{#regions}'),
        chart('pie', '{region}', ['', 'Share'], ['{#shares}{product}', '{share}{/}']),
        p('{/regions}'),
      ],
      data: {
        regions: [
          {
            region: 'North',
            shares: [
              { product: 'Lamp', share: 55 },
              { product: 'Bulb', share: 45 },
            ],
          },
          {
            region: 'South',
            shares: [
              { product: 'Lamp', share: 20 },
              { product: 'Bulb', share: 30 },
              { product: 'Hook', share: 35 },
              { product: 'Cable', share: 15 },
            ],
          },
        ],
      },
      expect: ['North', 'South', 'Cable'],
      absent: ['{'],
      shown: true,
    },
  ],
}
