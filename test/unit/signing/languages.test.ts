import { describe, expect, test } from 'vitest'
import { LANGUAGES, type Language, languageOf } from '../../../src/kernel/languages.ts'
import { septetsOf } from '../../../src/messages/gsm.ts'
import { commonWords } from '../../../src/pages/words.ts'
import { STAMP_WORDS } from '../../../src/signing/appearance/stamp-words.ts'
import { FIELD_WORDS } from '../../../src/signing/documents/field-words.ts'
import {
  ASKED_ACTIONS,
  type ParticipantAction,
} from '../../../src/signing/model/participant-actions.ts'
import type { MailFacts } from '../../../src/signing/notifications/words/shape.ts'
import { messageWords } from '../../../src/signing/notifications/words/words.ts'
import { signWords } from '../../../src/signing/pages/words.ts'
import { wordsIn } from '../../../src/signing/proof/words.ts'
import { smsText } from '../../../src/signing/signers/code-words.ts'
import { signerWords } from '../../../src/signing/words/codes/words.ts'
import { consentIn } from '../../../src/signing/words/consent.ts'

/** Every word a signer can meet. */
const wordsOf = (language: Language) => ({
  common: commonWords(language),
  pages: signWords(language),
  mails: messageWords(language),
  proof: wordsIn(language),
  signers: signerWords(language),
  stamp: STAMP_WORDS[language],
  fields: FIELD_WORDS[language],
})

/** What is put into the sentences: texts; numbers of a plural; a no. */
const PASSES = [
  ['⟨0⟩', '⟨1⟩', '⟨2⟩'],
  ['31', '32', '⟨2⟩'],
  ['⟨0⟩', false, '⟨2⟩'],
]
/** What chooses between sentences instead of standing in them. */
const FIXED: Record<string, unknown> = { methods: ['sms', 'email'], method: 'sms' }
const FACTS: object = new Proxy(
  {},
  { get: (_, name) => FIXED[String(name)] ?? `⟨${String(name)}⟩` },
)
const MARKS = /⟨\w+⟩|3[12]/g

const isFunction = (value: unknown): value is (...given: unknown[]) => unknown =>
  typeof value === 'function'

/** Every text by its path; of a sentence what it says for each of the passes. */
function textsOf(value: unknown, path = ''): Map<string, string> {
  if (typeof value === 'string') return new Map([[path, value]])
  if (isFunction(value)) {
    const takesFacts = /^\(?\{/.test(String(value))
    const said = PASSES.map((pass) => {
      const made = takesFacts ? value(FACTS) : value(...pass)
      return typeof made === 'string' ? made : JSON.stringify(made)
    })
    return new Map(said.map((text, index) => [`${path}(${index})`, text]))
  }
  const entries = Object.entries(value as object)
  return new Map(entries.flatMap(([name, each]) => [...textsOf(each, `${path}/${name}`)]))
}

const marksOf = (text: string): string[] => [...new Set(text.match(MARKS))].sort()
const english = textsOf(wordsOf('en'))

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

describe.each(LANGUAGES)('%s', (language) => {
  const texts = textsOf(wordsOf(language))

  test('lacks no text', () => {
    expect([...texts.keys()]).toEqual([...english.keys()])
    expect([...texts].filter(([, text]) => text.trim() === '')).toEqual([])
  })

  test('puts the same facts into every sentence', () => {
    const wrong = [...texts].filter(
      ([path, text]) => marksOf(text).join() !== marksOf(english.get(path) ?? '').join(),
    )
    expect(wrong).toEqual([])
  })

  test('names the level of a signature as eIDAS does, in the consent and in the proof', () => {
    const legal = [
      consentIn(language, { delivery: 'email', authentication: 'sms' }).text,
      consentIn(language, { delivery: 'none', authentication: 'sms' }).text,
      wordsIn(language).statement({ signers: 1, handed: false, methods: ['sms'], stated: false }),
      wordsIn(language).statement({ signers: 3, handed: true, methods: ['sms'], stated: true }),
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
    const facts = { signers: 1, handed: false, stated: false }
    const proof = wordsIn(language).statement({ ...facts, methods: ['email'] })
    for (const text of [consent, proof]) {
      expect(text).not.toContain(ADVANCED[language])
      expect(text).toContain('910/2014')
    }
    const both = wordsIn(language).statement({ ...facts, signers: 2, methods: ['sms', 'email'] })
    expect(both.match(/26/g)).toHaveLength(1)
    const means = ['sms', 'email'] as const
    const mails = means.map((method) =>
      messageWords(language).mails.invitation.text({
        ...(FACTS as MailFacts),
        method,
        hello: '',
        sender: '',
      }),
    )
    expect(mails.map((text) => ADVANCED_ASKED.test(text))).toEqual([true, false])
  })

  test('never speaks of a qualified signature elsewhere', () => {
    const paths = [...texts].filter(([, text]) => text.match(QUALIFIED)).map(([path]) => path)
    expect(paths.filter((path) => !/^\/(?:signers\/level|proof\/statement)/.test(path))).toEqual([])
  })

  test('fits a code into one text message, whatever accents the document’s name has', () => {
    const context = (name: string, action: ParticipantAction = 'sign') =>
      ({
        request: { name, laid_out_sha256: '0123456789abcdef' },
        signer: { locale: language, action },
      }) as Parameters<typeof smsText>[0]
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
