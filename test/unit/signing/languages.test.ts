import { describe, expect, test } from 'vitest'
import { LANGUAGES, type Language, languageOf } from '../../../src/kernel/languages.ts'
import { septetsOf } from '../../../src/messages/gsm.ts'
import {
  ASKED_ACTIONS,
  type ParticipantAction,
} from '../../../src/signing/model/participant-actions.ts'
import type { MailFacts } from '../../../src/signing/notifications/action-words.ts'
import { natureOf } from '../../../src/signing/proof/details.ts'
import { smsText } from '../../../src/signing/signers/phone-codes.ts'
import { consentIn } from '../../../src/signing/words/consent.ts'
import { textsIn } from '../../../src/translations/texts.ts'
import { catalogueTexts } from '../../support/catalogues.ts'

const FACTS: MailFacts = {
  document: 'd',
  sender: '',
  hello: '',
  until: 'u',
  linkUntil: 'l',
  method: 'sms',
  advanced: true,
  again: true,
}
/** The texts that say what kind of signature it is. */
const OF_LEVELS =
  /^(?:signing\.(?:codes\.level|certificates|proof\.certificate\.(?:statement|outer|claims))|console\.externalSeals\.(?:noClaim|claims)|verification\.page\.claims|site\.home\.signatures\.points\.0)/

/** What eIDAS itself says in each of its languages (Articles 3 (11) and 26). */
const ADVANCED: Record<Language, string> = {
  en: 'advanced electronic signature',
  fr: 'signature électronique avancée',
  de: 'fortgeschrittene elektronische Signatur',
  es: 'firma electrónica avanzada',
  it: 'firma elettronica avanzata',
  nl: 'geavanceerde elektronische handtekening',
  pt: 'assinatura eletrónica avançada',
  pl: 'zaawansowany podpis elektroniczny',
}
const ARTICLE: Record<Language, string> = {
  en: 'Article 26 of Regulation (EU) No 910/2014',
  fr: 'article 26 du règlement (UE) n° 910/2014',
  de: 'Artikel 26 der Verordnung (EU) Nr. 910/2014',
  es: 'artículo 26 del Reglamento (UE) n.º 910/2014',
  it: 'articolo 26 del regolamento (UE) n. 910/2014',
  nl: 'artikel 26 van Verordening (EU) nr. 910/2014',
  pt: 'artigo 26.º do Regulamento (UE) n.º 910/2014',
  pl: 'art. 26 rozporządzenia (UE) nr 910/2014',
}
/** Where a signature is said not to be a qualified one. */
const NOT_QUALIFIED: Record<Language, RegExp> = {
  en: /not a qualified/,
  fr: /(?:et non d’une|ne s’agit pas d’une) signature qualifiée/,
  de: /nicht um eine qualifizierte/,
  es: /no (?:se trata )?de una firma cualificada/i,
  it: /non (?:si tratta )?di una firma qualificata/i,
  nl: /(?:geen|niet om een) gekwalificeerde/,
  pt: /não (?:se trata )?de uma assinatura qualificada/i,
  pl: /a nie podpis kwalifikowany|Nie jest to podpis kwalifikowany/,
}
const ADVANCED_ASKED =
  /advanced|avancée|fortgeschritten|avanzad|avanzata|geavanceerd|avançada|zaawansowan/
const QUALIFIED = /qualif|cualific|gekwalific|kwalifik/gi

function statementIn(
  language: Language,
  methods: readonly ('sms' | 'email')[],
  more: { signers?: number; handed?: boolean; stated?: boolean } = {},
): string {
  const words = textsIn(language).signing.proof.certificate
  return words.statement({
    signers: 1,
    texted: false,
    handed: false,
    stated: false,
    nature: natureOf(methods),
    means: methods.map((method) => words.identifiedBy[method]).join(words.or),
    mixed: methods.length > 1,
    ...more,
  })
}

describe.each(LANGUAGES)('%s', (language) => {
  test('names the level of a signature as eIDAS does, in the consent and in the proof', () => {
    const legal = [
      consentIn(language, { delivery: 'email', authentication: 'sms' }).text,
      consentIn(language, { delivery: 'none', authentication: 'sms' }).text,
      statementIn(language, ['sms']),
      statementIn(language, ['sms'], { signers: 3, handed: true, stated: true }),
    ]
    for (const text of legal) {
      expect(text.replaceAll('electronic signatures', 'electronic signature')).toContain(
        ADVANCED[language],
      )
      expect(text).toContain(ARTICLE[language])
      expect(text).toMatch(NOT_QUALIFIED[language])
    }
  })

  test('does not call a signature advanced where only access to a mailbox was proved', () => {
    const consent = consentIn(language, { delivery: 'email', authentication: 'email' }).text
    const proof = statementIn(language, ['email'])
    for (const text of [consent, proof]) {
      expect(text).not.toContain(ADVANCED[language])
      expect(text).toContain('910/2014')
    }
    const both = statementIn(language, ['sms', 'email'], { signers: 2 })
    expect(both.match(/26/g)).toHaveLength(1)
    const means = ['sms', 'email'] as const
    const mails = means.map((method) =>
      textsIn(language).signing.notifications.mails.mails.invitation.text({ ...FACTS, method }),
    )
    expect(mails.map((text) => ADVANCED_ASKED.test(text))).toEqual([true, false])
  })

  test('never speaks of a qualified signature elsewhere', () => {
    const found = [...catalogueTexts(language)].filter(([, text]) => text.match(QUALIFIED))
    const paths = found.map(([path]) => path)
    expect(paths).not.toEqual([])
    expect(paths.filter((path) => !OF_LEVELS.test(path))).toEqual([])
  })

  test('fits a code into one text message, whatever accents the document’s name has', () => {
    const context = (name: string, action: ParticipantAction = 'sign') =>
      ({
        request: { name, files: [{ laid_out_sha256: '0123456789abcdef' }] },
        signer: { locale: language, action },
      }) as unknown as Parameters<typeof smsText>[0]
    const long = 'Umowa o świadczenie usług – „Łódź” 2026/11'
    for (const name of ['Bail', long, 'Contrat d’été n° 4 … « façade » à Besançon']) {
      for (const action of ASKED_ACTIONS) {
        const text = smsText(context(name, action), '123456')
        expect(text.startsWith('123456 ')).toBe(true)
        expect(septetsOf(text)).toBeLessThanOrEqual(160)
      }
    }
    // Nothing is left of another script without its letters.
    expect(smsText(context('合同'), '123456')).toContain('合同')
  })
})

test.each([
  ['de-AT', 'de'],
  ['pt-BR', 'pt'],
  ['PL', 'pl'],
  ['zh-Hans', undefined],
  ['', undefined],
] as const)('%j is %j', (tag, language) => {
  expect(languageOf(tag)).toBe(language)
})
