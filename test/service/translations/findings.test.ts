/** What is wrong with a request or an invoice is said in the language of the caller, from the catalogues, with nothing left in English. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeCii } from '../../../src/facturx/cii/cii.ts'
import { completeInvoice } from '../../../src/facturx/complete/complete.ts'
import type { Finding } from '../../../src/kernel/coded-error.ts'
import { LOCALES, type Locale } from '../../../src/kernel/languages.ts'
import type { Texts } from '../../../src/translations/messages.ts'
import { textsIn } from '../../../src/translations/texts.ts'
import { docxWith } from '../../support/docx-package.ts'
import { type SigningApp, somebody, startSigningApp } from '../../support/signing-app.ts'
import { plainInvoice } from '../../unit/facturx/sample-invoices.ts'

let signing: SigningApp
/** Of a plan with documents. */
let documentsKey: string
beforeAll(async () => {
  signing = await startSigningApp()
  documentsKey = await signing.app.newKey()
})
afterAll(() => signing.close())

type Said = [pointer: string, detail: string]

/** @returns pointer and detail of each finding */
async function found(signers: object[], locale: Locale): Promise<Said[]> {
  const answer = await signing.post(signers as never, { headers: { 'accept-language': locale } })
  expect(answer.status).toBe(422)
  const { detail, errors = [] } = answer.json<{ detail: string; errors?: Finding[] }>()
  expect(detail).toBe(errors.map((each) => each.detail).join(' '))
  return errors.map((each): Said => [each.pointer ?? '', each.detail])
}

const WRONG = [
  somebody({ action: 'approve', fields: [{ page: 1, x: 1, y: 1 }] }),
  somebody({ witness_of: 'x@example.com', delivery: 'none', allow_delegation: true }),
  somebody({
    action: 'witness',
    witness_of: 'nobody@example.com',
    fields: [
      { type: 'text', page: 1, x: 1, y: 1 },
      { type: 'select', name: 'a', page: 1, x: 1, y: 1 },
      { type: 'number', name: 'b', label: '<b>', min: 'x', page: 1, x: 1, y: 1 },
      { type: 'number', name: 'B', min: 3, max: 2, options: ['x'], page: 1, x: 1, y: 1 },
      { label: 'x', page: 1, x: 1, y: 1 },
      { type: 'text', name: 'c', read_only: true, page: 1, x: 1, y: 1 },
    ],
  }),
]

const expected = ({ inputs, people }: Texts['details']): Said[] => {
  const at = (pointer: string, said: (values: { at: string }) => string): Said => [
    pointer,
    said({ at: pointer }),
  ]
  const third = '/signers/2/fields'
  return [
    at('/signers/1/allow_delegation', people.delegateMail),
    at('/signers/0/fields', people.approverFields),
    at('/signers/1/witness_of', people.notWitness),
    at('/signers/2/witness_of', people.witnessOf),
    at(`${third}/0/name`, (values) => inputs.nameMissing({ ...values, type: 'text' })),
    at(`${third}/1/options`, (values) => inputs.options({ ...values, type: 'select' })),
    at(`${third}/2/label`, inputs.markup),
    at(`${third}/2/min`, (values) => inputs.bound({ ...values, isDay: false })),
    at(`${third}/3/options`, (values) => inputs.member({ ...values, type: 'number' })),
    at(`${third}/3/max`, inputs.boundOrder),
    at(`${third}/3/name`, inputs.repeated),
    at(`${third}/4/label`, inputs.signatureMember),
    at(`${third}/5/value`, (values) => inputs.sender({ ...values, fault: 'value_missing' })),
  ]
}

test.each(LOCALES)('a dozen findings of a request in %s', async (locale) => {
  const said = await found(WRONG, locale)
  const wanted = expected(textsIn(locale).details)
  expect(said.sort()).toEqual(wanted.sort())
})

test('a place outside of the page, an unknown text and a form of a value', async () => {
  const faults = async (fields: object[], more = {}) =>
    await Promise.all(LOCALES.map((locale) => found([somebody({ fields, ...more })], locale)))
  const outside = await faults([{ page: 9, x: 1, y: 1 }, { anchor: 'not there' }])
  const [[english = []], others] = [outside.slice(0, 1), outside.slice(1)]
  expect(english.map(([pointer]) => pointer)).toEqual(others[0]?.map(([pointer]) => pointer))
  for (const [index, [, detail]] of english.entries())
    expect(new Set([detail, ...others.map((each) => each[index]?.[1])]).size).toBe(LOCALES.length)
  const form = await faults([], { email: 'no address' })
  expect(form.map((each) => each[0]?.[1])).toEqual([
    expect.stringContaining('is not of the right form'),
    '/signers/0/email n’a pas la forme attendue : une adresse e-mail.',
    '/signers/0/email hat nicht die erwartete Form: eine E-Mail-Adresse.',
  ])
})

/** An official rule, two of our own checks and the schema, each by its code. */
const INVOICE_FAULTS = {
  'BR-FR-DEC-02': [
    'A quantity has at most 19 characters and four decimals (BT-129, BT-149). Given: "1.23456".',
    'Une quantité a au plus 19 caractères et quatre décimales (BT-129, BT-149). Indiqué : « 1.23456 ».',
    'Eine Menge hat höchstens 19 Zeichen und vier Nachkommastellen (BT-129, BT-149). Angegeben: „1.23456“.',
  ],
  'PARAPH-IBAN': [
    'This IBAN has wrong check digits or a wrong length. Given: "FR76".',
    'Cet IBAN a une clé ou une longueur fausse. Indiqué : « FR76 ».',
    'Diese IBAN hat falsche Prüfziffern oder eine falsche Länge. Angegeben: „FR76“.',
  ],
  'BR-CO-16': [
    '9.00 is given, but total with VAT − prepaid + rounding is 1.48.',
    '9.00 est indiqué, mais total TTC − déjà payé + arrondi donne 1.48.',
    '9.00 ist angegeben, aber Gesamtbetrag mit Umsatzsteuer − bereits gezahlter Betrag + Rundungsbetrag ergibt 1.48.',
  ],
  XSD: [
    'The XML breaks the schema of its profile at /CrossIndustryInvoice/Odd: ram:Odd is not allowed here, or not in this order.',
    'Le XML ne respecte pas le schéma de son profil à /CrossIndustryInvoice/Odd : ram:Odd n’est pas permis ici, ou pas dans cet ordre.',
    'Bei /CrossIndustryInvoice/Odd verstößt das XML gegen das Schema seines Profils: ram:Odd ist hier oder in dieser Reihenfolge nicht zulässig.',
  ],
}

test.each(LOCALES)(
  'what is wrong with an invoice and its XML, and what to do, in %s',
  async (locale) => {
    const headers = { 'accept-language': locale }
    const check = async (call: object): Promise<Finding[]> => {
      const answer = await signing.app.call('POST', '/validate-facturx', {
        key: documentsKey,
        headers,
        ...call,
      })
      expect(answer.status).toBe(200)
      const { errors, warnings } = answer.json<{ errors: Finding[]; warnings: Finding[] }>()
      return [...errors, ...warnings]
    }
    const data = {
      ...plainInvoice,
      payment: { ...plainInvoice.payment, means: [{ code: '58', iban: 'FR76' }] },
      lines: [
        { name: 'x', quantity: '1.23456', netPrice: '1', vat: { category: 'S', rate: '20' } },
      ],
      charges: [],
      totals: { due: '9' },
    }
    const { xml } = writeCii(completeInvoice({ ...plainInvoice, profile: 'en16931' }).invoice)
    const bytes = Buffer.from(xml.replace('</rsm:CrossIndustryInvoice>', '<ram:Odd/>$&'))
    const file = { filename: 'invoice.xml', bytes, type: 'application/xml' }
    const findings = [
      ...(await check({ json: { data } })),
      ...(await check({ form: [['file', file]] })),
    ]
    for (const [code, details] of Object.entries(INVOICE_FAULTS)) {
      const { detail, fix } = findings.find((each) => each.code === code) ?? {}
      expect(detail).toBe(details[LOCALES.indexOf(locale)])
      expect(fix === undefined).toBe(code === 'XSD')
    }
    const fixes = textsIn(locale).details.invoiceFixes
    expect(findings.find(({ code }) => code === 'PARAPH-IBAN')?.fix).toBe(fixes['PARAPH-IBAN'])
  },
)

test('an invoice that cannot be rendered names its first mistake in the language of the call', async () => {
  const details = await Promise.all(
    LOCALES.map(async (locale) => {
      const answer = await signing.app.call('POST', '/render-facturx', {
        key: documentsKey,
        headers: { 'accept-language': locale },
        form: [
          ['template', { filename: 'plain.docx', bytes: docxWith('{number}') }],
          ['data', JSON.stringify({ ...plainInvoice, issueDate: '2026-02-30' })],
        ],
      })
      expect(answer.status).toBe(422)
      const { detail, errors } = answer.json<{ detail: string; errors: Finding[] }>()
      expect(detail).toContain(errors[0]?.detail)
      return errors[0]?.detail
    }),
  )
  expect(details).toEqual([
    '"2026-02-30" is not a date that exists, written YYYY-MM-DD.',
    '« 2026-02-30 » n’est pas une date existante, écrite AAAA-MM-JJ.',
    '„2026-02-30“ ist kein existierendes Datum in der Form JJJJ-MM-TT.',
  ])
})

test('JSON that cannot be parsed names the line in every language', async () => {
  const call = async (json: string, locale: Locale) => {
    const headers = { 'accept-language': locale, 'content-type': 'application/json' }
    const path = '/api/v1/webhooks'
    const answer = await signing.app.call('POST', path, { key: signing.key, headers, body: json })
    expect(answer.json()).toMatchObject({ code: 'json_invalid' })
    return answer.json<{ detail: string }>().detail
  }
  const details = await Promise.all(LOCALES.map((locale) => call('{\n "url": 1,,\n}', locale)))
  for (const [locale, word] of [
    ['en', 'line 2'],
    ['fr', 'ligne 2'],
    ['de', 'Zeile 2'],
  ] as const)
    expect(details[LOCALES.indexOf(locale)]).toContain(word)
})
