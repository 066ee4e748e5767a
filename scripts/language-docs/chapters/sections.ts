/** Loops and conditions. */
import {
  bold,
  bullet,
  type Chapter,
  heading,
  numbered,
  p,
  plainTable,
  section,
  styled,
  table,
} from '../example.ts'

const lines = [
  { name: 'Desk lamp', quantity: 2, price: '49.90' },
  { name: 'Bulb, warm white', quantity: 6, price: '7.50' },
  { name: 'Wall hook', quantity: 1, price: '3.20' },
]

export const loops: Chapter = {
  title: 'Loops: one part for each item of a list',
  text: `\`{#lines}\` starts a part that is repeated for each item of the list \`lines\`, and \`{/}\` ends it (\`{/lines}\` does
the same and is easier to read in a long document). Between the two, the names of the item can be used directly.

Where you put the two tags decides what is repeated:

| put the tags | repeated |
| --- | --- |
| in the first and the last cell of one table row | the row |
| in rows of their own, above and below | all rows in between |
| in paragraphs of their own | everything between: paragraphs, tables, pictures |
| in paragraphs of their own, above and below a bullet | the bullet, each with its own number |
| at the start and the end of one bullet, or of two of them | the bullet, or all from the first to the second |
| in cells, with the filter \`columns\` | the columns: see [Columns from data](#columns-from-data) |
| within one paragraph | the words in between |

Paragraphs and rows that contain nothing but such tags disappear, so they leave no empty lines.`,
  examples: [
    {
      id: 'loop-row',
      text: '**Table rows.** Type one row; it becomes as many rows as there are items.',
      body: [
        table(
          [5, 3, 5],
          ['Item', 'Qty', 'Amount'],
          ['{#lines}{name}', '{quantity}', '{quantity * price | currency:"EUR"}{/}'],
        ),
      ],
      data: { lines },
      expect: ['Desk lamp', '€99.80', 'Bulb, warm white', '€45.00', 'Wall hook'],
      absent: ['{'],
      shown: true,
    },
    {
      id: 'loop-paragraphs',
      text: '**Paragraphs.** The tags are in paragraphs of their own; everything between them is repeated.',
      body: [
        p('{#guests}'),
        heading('{name}'),
        p('Room {room}, until {leaves | date:"d MMMM"}.'),
        p('{/guests}'),
      ],
      data: {
        guests: [
          { name: 'Grace Hopper', room: 12, leaves: '2026-05-04' },
          { name: 'Alan Turing', room: 7, leaves: '2026-05-06' },
        ],
      },
      expect: ['Grace Hopper', 'Room 12, until 4 May', 'Alan Turing', 'until 6 May'],
      shown: true,
    },
    {
      id: 'loop-bullets',
      text: '**Bullets and numbered lists**, and words within a sentence. If the list contains plain texts, a single dot means the item itself.',
      body: [
        p('{#colours}'),
        bullet('{.}'),
        p('{/colours}'),
        p('{#steps}'),
        numbered('{title}'),
        p('{/steps}'),
        p('Sizes: {#sizes}{.}{#not $last}, {/}{/}.'),
      ],
      data: {
        colours: ['amber', 'white'],
        steps: [{ title: 'Unpack' }, { title: 'Plug in' }, { title: 'Switch on' }],
        sizes: ['S', 'M', 'L'],
      },
      expect: ['amber', '1.', 'Unpack', '3.', 'Switch on', 'Sizes: S, M, L.'],
      shown: true,
    },
    {
      id: 'loop-rows',
      text: '**Several rows for each item.** The tags have rows of their own, which disappear.',
      body: [
        table(
          [3, 2],
          ['Item', 'Price'],
          ['{#lines}', ''],
          [[bold('{name}')], '{price | currency:"EUR"}'],
          ['Delivered with {quantity} {quantity | plural:"piece":"pieces"}', ''],
          ['{/lines}', ''],
        ),
      ],
      data: { lines: lines.slice(0, 2) },
      expect: ['Desk lamp', 'Delivered with 2 pieces', 'Bulb, warm white', '6 pieces'],
      shown: true,
    },
    {
      id: 'loop-lists',
      text: '**Lists that count anew.** A numbered list in a loop inside another loop begins again with each item of the outer one, if nothing outside the inner loop has a number of the same list.',
      body: [
        p('{#rooms}'),
        p('{name}'),
        p('{#tasks}'),
        numbered('{.}'),
        p('{/tasks}'),
        p('{/rooms}'),
      ],
      data: {
        rooms: [
          { name: 'Kitchen', tasks: ['Tiles', 'Lamps'] },
          { name: 'Hall', tasks: ['Paint', 'Mirror'] },
        ],
      },
      expect: ['Kitchen', '1.', 'Hall', 'Mirror'],
      shown: true,
    },
    {
      id: 'loop-sections',
      text: '**Whole pages.** Put a section break (Layout > Breaks > Next Page) into the loop, and each item begins on a new page, with its own headers and page size if you like. The condition avoids a break before the first item. Header and footer have the data of the item that their page begins with.',
      page: { width: 70, height: 50 },
      body: [
        p('{#badges}'),
        p('{#not $first}'),
        section,
        p('{/}'),
        styled('Title', '{name}'),
        p('{company}'),
        p('{/badges}'),
      ],
      footer: [p('Badge of {name}')],
      data: {
        badges: [
          { name: 'Grace Hopper', company: 'US Navy' },
          { name: 'Alan Turing', company: 'Bletchley Park' },
        ],
      },
      expect: ['Badge of Grace Hopper', 'Bletchley Park', 'Badge of Alan Turing'],
      shown: true,
    },
  ],
}

export const scopes: Chapter = {
  title: 'Loops inside loops',
  text: `Loops can be nested as deeply as you need. Inside a loop, a name is first looked up in the item, then in
whatever surrounds it, so names of the whole document can still be used. If two levels use the same name, say which one
you mean.

| write | for |
| --- | --- |
| \`$number\` | 1 for the first item, 2 for the second, … (\`$index\` counts from 0) |
| \`$first\`, \`$last\` | whether this is the first or the last item |
| \`$parent.name\` | the name one level up |
| \`$root.name\` | the name at the root of the data |
| \`.\` | the item itself |`,
  examples: [
    {
      id: 'nested',
      text: 'Departments, each with its people. The currency comes from the root of the data, and `{#not $last}` adds a line between two departments but none after the last.',
      body: [
        p('{#departments}'),
        heading('{$number}. {name}'),
        table(
          [5, 3, 5],
          ['No.', 'Name', 'Budget'],
          ['{#people}{$parent.$number}.{$number}', '{name}', '{budget | currency:currency}{/}'],
        ),
        p('{#not $last}— next department —{/}'),
        p('{/departments}'),
      ],
      data: {
        currency: 'EUR',
        departments: [
          {
            name: 'Workshop',
            people: [
              { name: 'Ada', budget: 1200 },
              { name: 'Linus', budget: 950 },
            ],
          },
          { name: 'Shop', people: [{ name: 'Grace', budget: 700 }] },
        ],
      },
      expect: ['1. Workshop', '1.2', 'Linus', '€950.00', '— next department —', '2. Shop', '2.1'],
      shown: true,
    },
    {
      id: 'object-scope',
      text: 'The same tag on a single object (not a list) saves typing its name again and again. If the object is missing, the part is left out.',
      body: [p('{#delivery.address}{street}, {postcode} {city}{/}')],
      data: { delivery: { address: { street: '14 rue Royale', postcode: '69001', city: 'Lyon' } } },
      expect: ['14 rue Royale, 69001 Lyon'],
    },
  ],
}

export const lists: Chapter = {
  title: 'Sorting, choosing, grouping and adding up',
  text: `A list can be passed through filters before it is repeated. Your data are never changed. \`group\` makes
groups, each with a \`key\` and its \`items\`; \`sum\`, \`avg\`, \`min\`, \`max\` and \`count\` turn a list into a number.

\`sum\`, \`avg\`, \`min\` and \`max\` take a member (\`sum:"amount"\`) or a calculation for each item (\`sum:"quantity * price"\`).
A member that none of the items has is a missing value, so a misspelt name never makes a total of 0; the sum of an empty list is 0.
Items without that member are skipped, but a calculation needs all of its names in every item.

A running total is the sum of the items so far: \`{#lines}{amount} {$root.lines | limit:$number | sum:"amount"}{/}\`. The members of
an object become a list with \`entries\`: \`{#prices | entries}{key}: {value}{/}\`.`,
  examples: [
    {
      id: 'sum-items',
      text: 'The total of a calculation made for each line:',
      body: [
        table(
          [4, 1, 2, 2],
          ['Article', 'Qty', 'Price', 'Amount'],
          [
            '{#lines}{name}',
            '{quantity}',
            '{price | number:2}',
            '{quantity * price | number:2}{/}',
          ],
          ['Total', '', '', '{lines | sum:"quantity * price" | currency:"EUR"}'],
        ),
      ],
      data: {
        lines: [
          { name: 'Desk lamp', quantity: 2, price: '49.90' },
          { name: 'Bulb', quantity: 6, price: '7.50' },
        ],
      },
      expect: ['Desk lamp', '99.80', '45.00', '€144.80'],
      shown: true,
    },
    {
      id: 'group-sum',
      text: 'An order sorted by name, grouped by country, with a subtotal for each group and a total:',
      body: [
        table(
          [5, 3],
          ['Client', 'Amount'],
          ['{#orders | sort:"client" | group:"country"}', ''],
          [[bold('{key}')], [bold('{items | sum:"amount" | currency:"EUR"}')]],
          ['{#items}{client}', '{amount | currency:"EUR"}{/}'],
          ['{/}', ''],
          ['Total of {orders | count} orders', '{orders | sum:"amount" | currency:"EUR"}'],
        ),
      ],
      data: {
        orders: [
          { client: 'Weber', country: 'Germany', amount: '120.10' },
          { client: 'Durand', country: 'France', amount: '80.20' },
          { client: 'Becker', country: 'Germany', amount: '40.00' },
        ],
      },
      expect: ['Germany', '€160.10', 'Becker', 'France', 'Total of 3 orders', '€240.30'],
      shown: true,
    },
    {
      id: 'where',
      text: 'Some of the items, a limited number of items, or the list in words:',
      body: [
        p('Unpaid: {orders | where:"paid":false | map:"client" | join:", ":" and "}.'),
        p('Above €100:'),
        p('{#orders | where:"amount":">":100 | sort:"amount":"desc" | limit:2}'),
        bullet('{client}, {amount | currency:"EUR"}'),
        p('{/orders}'),
      ],
      data: {
        orders: [
          { client: 'Weber', amount: 120, paid: false },
          { client: 'Durand', amount: 480, paid: false },
          { client: 'Becker', amount: 40, paid: false },
          { client: 'Martin', amount: 310, paid: true },
        ],
      },
      expect: ['Weber, Durand and Becker.', 'Durand, €480.00', 'Martin, €310.00'],
      absent: ['€120'],
      shown: true,
    },
  ],
}

export const conditions: Chapter = {
  title: 'Conditions: a part that is sometimes there',
  text: `\`{#paid}\` … \`{/}\` keeps what is between the tags only if \`paid\` is true. Add \`{:else}\` for the other case and
\`{:else if …}\` for further cases. \`{^paid}\` … \`{/}\` is the opposite: it keeps its part if \`paid\` is false.

These count as false: \`false\`, \`null\`, a missing name, \`0\`, an empty text and an empty list.`,
  examples: [
    {
      id: 'condition-else',
      text: 'One of three sentences:',
      body: [
        p('{#days < 0}'),
        p('Please pay now: the invoice is overdue.'),
        p('{:else if days == 0}'),
        p('The invoice is due today.'),
        p('{:else}'),
        p('The invoice is due in {days} days.'),
        p('{/}'),
        p('Thank you, {#company}{company}{:else}{name}{/}.'),
      ],
      data: { days: 12, name: 'Ada Lovelace' },
      expect: ['The invoice is due in 12 days.', 'Thank you, Ada Lovelace.'],
      absent: ['overdue', 'today'],
      shown: true,
    },
    {
      id: 'vanish',
      text: 'A paragraph or a table row that contains nothing but a condition disappears with it: no empty line, no empty row, no gap in a numbered list.',
      body: [
        plainTable(
          [3, 2],
          ['Goods', '{goods | currency:"EUR"}'],
          ['{#discount}Discount', '{discount | currency:"EUR"}{/}'],
          ['{#delivery}Delivery', '{delivery | currency:"EUR"}{/}'],
        ),
        numbered('Sign the form.'),
        numbered('{#isAbroad}Enclose the customs paper.{/}'),
        numbered('Send it back.'),
      ],
      data: { goods: 120, discount: 0, delivery: 8.5, isAbroad: false },
      expect: ['Delivery', '€8.50', '2.', 'Send it back.'],
      absent: ['Discount', 'customs', '3.'],
      shown: true,
    },
    {
      id: 'empty-list',
      text: 'On a list, `{:else}` is what is shown when the list is empty.',
      body: [
        table(
          [5, 3],
          ['Open orders', 'Amount'],
          ['{#orders}', ''],
          ['{client}', '{amount}'],
          ['{:else}', ''],
          ['There are none.', ''],
          ['{/}', ''],
        ),
      ],
      data: { orders: [] },
      expect: ['There are none.'],
      absent: ['{'],
      shown: true,
    },
  ],
}
