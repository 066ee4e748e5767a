import { expect, test } from 'vitest'
import { subjectOfPerson } from '../../../src/pki/names.ts'

/** `06 03 55 04 06`: countryName (X.520). */
const COUNTRY = Buffer.from('0603550406', 'hex')
const UTF8_STRING = 0x0c

test('a signer’s certificate carries the name as it is written, and no country that nobody has stated', () => {
  const person = { email: 'wang@example.com', serialNumber: '1' }
  const subject = subjectOfPerson({ ...person, givenName: '小明', surname: '王' })
  const name = Buffer.from('小明 王', 'utf8')
  expect(subject.includes(Buffer.concat([Buffer.from([UTF8_STRING, name.length]), name]))).toBe(
    true,
  )
  expect(subject.includes(COUNTRY)).toBe(false)
  expect(subjectOfPerson({ ...person, country: 'FR' }).includes(COUNTRY)).toBe(true)
})
