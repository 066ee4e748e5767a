/** Values, missing values, expressions. */
import { bold, type Chapter, p, plainTable, styled } from '../example.ts'

export const basics: Chapter[] = [
  {
    title: 'The first template',
    text: `A template is an ordinary Word document. Wherever something should be filled in, type a **tag**: a name
between braces. Send the document with your data, and each tag is replaced by the value of that name.`,
    examples: [
      {
        id: 'first',
        text: 'Here is a complete template, the data for it, and the resulting document.',
        body: [
          styled('Title', 'Order {number}'),
          p('Dear {name},'),
          p('thank you. We send your ', bold('{product}'), ' on Monday.'),
        ],
        data: { number: 'A-1027', name: 'Ada Lovelace', product: 'desk lamp' },
        expect: ['Order A-1027', 'Dear Ada Lovelace,', 'desk lamp on Monday'],
        shown: true,
      },
    ],
    after: `The value takes on the formatting of the tag. Here \`{product}\` is typed in bold, so "desk lamp" comes out bold. It does not
matter if Word underlines a tag as a spelling mistake or turns straight quotation marks into curly ones.

To try it, save the document as \`order.docx\`, the data as \`order.json\`, and send both:

\`\`\`sh
curl --fail-with-body -sS http://127.0.0.1:3000/render -H "X-API-Key: $PARAPH_KEY" \\
  -F template=@order.docx -F data=@order.json -F 'options={"locale":"en-GB"}' -o order.pdf
\`\`\`

The examples on this page are made with \`"locale": "en-GB"\` unless they say otherwise. Without a locale the service
writes French (\`fr-FR\`), and without a time zone it uses \`Europe/Paris\`.`,
  },
  {
    title: 'Values inside values',
    text: `Data are often nested: a client has an address, the address has a city. Write the names one after the other with
a dot between them. Items of a list are counted from 0.`,
    examples: [
      {
        id: 'paths',
        text: 'A name that contains spaces or hyphens goes in square brackets and quotation marks. At the start of a path (`{["First name"]}`) letter case is ignored, and `_` matches a space. Line breaks in a value are kept.',
        body: [
          p('{client.name}'),
          p('{client.address}'),
          p('First choice: {colours.0}. Reference: {client["customer-no"]}'),
        ],
        data: {
          client: {
            name: 'Hotel Bellevue',
            address: '3 quai du Mont-Blanc\n74000 Annecy',
            'customer-no': 'C-88',
          },
          colours: ['amber', 'white'],
        },
        expect: ['Hotel Bellevue', '74000 Annecy', 'First choice: amber', 'Reference: C-88'],
      },
    ],
  },
  {
    title: 'Missing values',
    text: `A document with a gap in it is usually a mistake, so by default the service refuses to create one: it returns 422
\`data_missing\` and lists every missing value at once. The option \`missing\` changes that.

| \`missing\` | what happens when a value is not in the data (or is \`null\`) |
| --- | --- |
| \`"error"\` (default) | no document; the response lists each missing value with its tag and its location |
| \`"blank"\` | nothing is printed in its place |
| \`"mark"\` | the tag itself is printed, highlighted, so that it is noticed in proofreading |

In conditions and loops nothing counts as missing: an absent name is false, or an empty list. If one value may be
absent and the others may not, give it a fallback with the filter \`default\`.`,
    examples: [
      {
        id: 'missing-mark',
        text: 'With `"missing": "mark"`:',
        missing: 'mark',
        body: [p('Phone: {client.phone}'), p('Room {room}, arrival {arrival | date:"long"}')],
        data: { client: {}, room: 12 },
        expect: ['{client.phone}', 'Room 12', '{arrival'],
      },
      {
        id: 'missing-default',
        text: 'With a fallback, which works whatever `missing` says:',
        body: [p('Phone: {client.phone | default:"not given"}')],
        data: { client: {} },
        expect: ['Phone: not given'],
      },
    ],
  },
  {
    title: 'Calculations and comparisons',
    text: `A tag may contain a small calculation. Amounts are calculated exactly, digit by digit, so 0.1 + 0.2 is 0.3; a number
may also be sent as text (\`"19.90"\`), which keeps every digit.

| write | for |
| --- | --- |
| \`+\` \`-\` \`*\` \`/\` | the four operations; \`+\` joins texts when one side is a quoted text |
| \`%\` | the rest of a division: \`$number % 2 == 0\` for every second row |
| \`==\` \`!=\` \`<\` \`<=\` \`>\` \`>=\` | comparing; mind the double \`==\` |
| \`and\` \`or\` \`not\` (also \`&&\` \`\\|\\|\` \`!\`) | combining conditions |
| \`condition ? "yes" : "no"\` | one of two values |
| \`value ?? other\` | the other value where the first is missing |
| \`( … )\` | calculating this part first; a member may follow: \`(items \\| first).name\` |
| \`$today\` \`$now\` | the day and the moment of the render, in the time zone of the request |
| \`"text"\` \`'text'\` \`12.5\` \`true\` \`false\` \`null\` | values typed into the template |`,
    examples: [
      {
        id: 'calculation',
        text: 'A price, a discount and a choice between two words:',
        body: [
          plainTable(
            [3, 2],
            ['Total', '{quantity * price | currency:"EUR"}'],
            ['Less 5 %', '{quantity * price * 0.95 | currency:"EUR"}'],
            ['Delivery', '{quantity >= 10 ? "free" : "at cost"}'],
            ['Label', '{"Lamp no. " + code}'],
          ),
        ],
        data: { quantity: 12, price: '19.90', code: 7 },
        expect: ['€238.80', '€226.86', 'free', 'Lamp no. 7'],
        shown: true,
      },
    ],
    after: `A tag has no functions, no assignments and no way to reach the program that fills it in: it can only read your
data.`,
  },
  {
    title: 'Braces that are text',
    text: `Text in braces that is clearly not a tag stays as it is: identifiers such as \`{6F9619FF-8B86-D011-B42D-00CF4FC964FF}\`, sets such as
\`{1, 2, 3}\` or \`{a, b, c}\`, and code: JSON, a \`;\` or a \`\\\` between braces, a \`{\` that ends its paragraph and the \`}\` that
starts one. Any other brace that is meant as text goes into quotation marks in a tag, alone or with its text.

In a template that is uploaded with the call, what can be no tag of the data stays as it is too, and the warning \`braces_left\` names it:
\`{member, member …}\`, \`{authors of this paper}\`, a \`{\` in the middle of code. An error remains what the data have a name of, and what only
this language or another tool writes: sections, filters, \`{{name}}\`. Names alone, such as \`{id}\`, are text in a file that has no other tag and is sent
without data. The option \`"tags": "off"\` converts a document unchanged: nothing is a tag, and no merge field is filled.

The properties of the file (title, subject, author, keywords, company, custom ones) may contain tags; those that the data cannot fill
stay as they are.`,
    examples: [
      {
        id: 'braces',
        text: 'Braces as text, beside tags:',
        body: [
          p('Write {"{name}"} for the name: {name}'),
          p('An open brace is {"{"}, a closed one {"}"}.'),
          p('Choose from {1, 2, 3}; see {6F9619FF-8B86-D011-B42D-00CF4FC964FF}.'),
          p('if (paid) {'),
          p('  thank("{name}");'),
          p('}'),
        ],
        data: { name: 'Ada' },
        expect: ['Write {name} for the name: Ada', 'An open brace is {', 'thank("Ada");'],
        shown: true,
      },
    ],
  },
]

export const dates: Chapter = {
  title: 'Dates and time zones',
  text: `Send dates as ISO text: \`"2026-03-31"\` for a day, \`"2026-03-31T09:00:00Z"\` for a moment. The filters \`date\`,
\`time\` and \`datetime\` write them in the language of the document, in one of four styles or after a pattern of your own.

A plain day is printed as it is, in every time zone. A moment (with \`Z\` or an offset such as \`+02:00\`) is converted
to the time zone of the request, including summer time.

\`add\`, \`subtract\`, \`difference\`, \`start_of\` and \`end_of\` calculate with dates, by the calendar: one month after 31 January
is the last day of February. What they make is a date again, so \`date\` follows.`,
  examples: [
    {
      id: 'dates',
      text: 'With `"locale": "en-GB"` and `"timezone": "Europe/Paris"`:',
      timezone: 'Europe/Paris',
      body: [
        plainTable(
          [3, 4],
          ['short', '{day | date}'],
          ['medium', '{day | date:"medium"}'],
          ['long', '{day | date:"long"}'],
          ['full', '{day | date:"full"}'],
          ['your own', '{day | date:"EEE d MMM yyyy"}'],
          ['time', '{sent | time:"HH:mm"}'],
          ['both', '{sent | datetime:"medium"}'],
          ['30 days later', '{day | add:30 | date}'],
          ['end of the month', '{day | add:30 | end_of:"month" | date:"full"}'],
        ),
      ],
      data: { day: '2026-03-31', sent: '2026-07-01T22:30:00Z' },
      expect: [
        '31/03/2026',
        '31 March 2026',
        'Tuesday, 31 March 2026',
        '00:30',
        '2 Jul 2026, 00:30',
        '30/04/2026',
        'Thursday, 30 April 2026',
      ],
      shown: true,
    },
  ],
}
