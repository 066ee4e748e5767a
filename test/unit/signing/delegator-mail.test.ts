/** The mail to whoever delegated, in every language: who acts now, and what to do if it was not them. */
import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '../../../src/kernel/languages.ts'
import type { RequestRow, SignerRow } from '../../../src/signing/model/rows.ts'
import { writeDelegatorMail } from '../../../src/signing/notifications/delegator-mail.ts'
import { textsIn } from '../../../src/translations/texts.ts'
import { misplacedMarks } from '../../support/typography.ts'

const request = {
  name: 'Contrat evil.example',
  sender: 'Acme SARL',
  mode: 'test',
} as RequestRow
const delegate = {
  email: 'kat@example.com',
  first_name: 'Katherine',
  last_name: 'Johnson',
} as SignerRow

describe.each(LANGUAGES)('to whoever delegated, %s', (locale) => {
  const mail = writeDelegatorMail(request, delegate, {
    fromName: 'Acme SARL via Paraph',
    delegation: {
      email: 'hedy@example.com',
      first_name: 'Hedy',
      reason: 'En congé: www.evil.example',
      at: '2026-11-26T00:00:00.000Z',
      link_version: 1,
      phone_given: false,
      phone: '+33612345678',
      locale,
    },
  })

  test('names whoever acts now, and whom to tell, without a link or a number', () => {
    expect(mail.to).toBe('hedy@example.com')
    for (const part of [mail.text, mail.html])
      for (const said of ['Hedy', 'Katherine Johnson', 'kat@example.com', 'Acme SARL'])
        expect(part).toContain(said)
    expect(mail.subject).toMatch(/^\[TEST\] /)
    expect(mail.text).not.toMatch(/\/sign\/|612345678|www\.evil\.example|[^\w]evil\.example/)
  })

  test('sets its marks as the language does', () => {
    for (const part of [mail.subject, mail.text, mail.html])
      expect(misplacedMarks(locale, part)).toEqual([])
  })

  test('the dialog speaks to approvers of approving, to others of signing', () => {
    const { form } = textsIn(locale).signing.delegation
    const own = textsIn(locale).signing.pages.approverDialog
    const signs = /sign[^a]|unterschr|firm|onderteken|assin|podpi/i
    expect(form.title).toMatch(signs)
    expect(form.text({ sender: 'Acme' })).toMatch(signs)
    expect(`${own.title} ${own.text({ sender: 'Acme' })}`).not.toMatch(signs)
    expect(own.title).toMatch(/approv|apr[ou]|approuv|genehmig|goedkeur|aprov|zatwierdz/i)
  })
})
