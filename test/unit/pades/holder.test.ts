import { expect, test } from 'vitest'
import * as der from '../../../src/pades/der.ts'
import { OID } from '../../../src/pades/oids.ts'
import { holderOf } from '../../../src/pades/qc-statements.ts'
import { operatorName, subjectOfPerson } from '../../../src/pki/names.ts'

const operator = { country: 'FR', organization: 'Paraph', organizationId: 'NTRFR-1' }
const person = { email: 'ada@example.com', country: 'FR', serialNumber: '1' }
const named = (...parts: [type: string, text: string][]): Buffer =>
  der.sequence(
    ...parts.map(([type, text]) => der.setOf(der.sequence(der.oid(type), der.utf8(text)))),
  )

test.each([
  ['a person by name', subjectOfPerson({ ...person, surname: 'Lovelace' }), 'natural'],
  ['a person by pseudonym', subjectOfPerson(person), 'natural'],
  [
    'a person of an organisation',
    named([OID.organizationIdentifier, 'VATDE-1'], [OID.surname, 'Doe']),
    'natural',
  ],
  ['an organisation', operatorName(operator, 'Paraph Seal 1'), 'legal'],
  [
    'nobody certain, where only a common name and an organisation stand',
    named([OID.commonName, 'Jane Doe'], [OID.organization, 'Elsewhere']),
    undefined,
  ],
])('a certificate is of %s', (_who, subject, holder) => {
  expect(holderOf({ subject })).toBe(holder)
})
