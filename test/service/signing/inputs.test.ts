/** Fields that signers fill in: from the order over the sealed file to what is told of them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyPdf } from '../../../src/pades/verify.ts'
import { formFields } from '../../../src/pdf/form-fields.ts'
import { fieldValue } from '../../../src/pdf/field-values.ts'
import { PdfFile } from '../../../src/pdf/pdf-file.ts'
import { writeFileSync } from 'node:fs'
import { type SigningApp, somebody, startSigningApp } from '../../support/signing-app.ts'

let signing: SigningApp
beforeAll(async () => {
  signing = await startSigningApp()
})
afterAll(() => signing.close())

const at = (row: number, more: object = {}) => ({ page: 1, x: 60, y: 60 + row * 40, ...more })
/** One of each type. */
const FIELDS = [
  at(0, { type: 'text', name: 'city', label: 'City' }),
  at(1, { type: 'number', name: 'share', min: 1, max: 100 }),
  at(2, { type: 'date', name: 'start' }),
  at(3, { type: 'checkbox', name: 'terms', label: 'I accept' }),
  at(4, { type: 'select', name: 'plan', options: ['Basic', 'Plus'] }),
  at(5, { type: 'initials', name: 'initials' }),
  at(6, { type: 'company', name: 'company', required: false }),
  at(7, { type: 'text', name: 'fixed', value: 'Ref. 2026-11', read_only: true }),
  at(8, { type: 'radio', name: 'pay', options: ['Card', 'Transfer', 'Cash'] }),
  at(12, {}),
]
const VALUES = {
  city: 'Łódź',
  share: '12,5',
  start: '2026-11-24',
  terms: true,
  plan: 'Plus',
  initials: 'ZŁ',
  pay: 'Transfer',
}

test('whole way', async () => {
  const people = [somebody({ fields: FIELDS, order: 1 }), somebody({ order: 2, fields: FIELDS.map((f) => ({ ...f, x: 320 })) })]
  const { id } = await signing.create(people)
  for (const who of people) {
    const person = await signing.person(who)
    await person.signWhole({ kind: 'typed', text: 'Zoé', values: VALUES })
  }
  await signing.work()
  const done = await signing.get(id)
  console.log(done.status, done.end_reason); await signing.services.signing.sealing.seal(id)
  const pdf = await signing.signedFile(id)
  writeFileSync('/tmp/fields.pdf', pdf)
  const root = (await signing.services.pki.authority.key('root')).facts.certificate
  writeFileSync('/tmp/fields-root.der', root.der)
  const file = PdfFile.open(pdf)
  console.log(formFields(file).map((f) => [f.name, f.type, fieldValue(file, f.dict)]))
  const verified = verifyPdf(pdf, { roots: [root], nowMs: signing.app.clock.now() })
  console.log(JSON.stringify(verified.signatures.map((s) => [s.field, s.level, s.problems, s.changes])), verified.problems)
})
