import { describe, expect, test } from 'vitest'
import { LANGUAGES, languageOf, pageLocale } from '../../../src/facturx/page/language.ts'
import { percentOf, titleOf, unitOf, vatLabel, wordsOf } from '../../../src/facturx/page/words.ts'

describe('the language of an invoice page', () => {
  test.each([
    ['FR', '69001', 'fr-FR'],
    ['RE', '97400', 'fr-FR'],
    ['DE', '10115', 'de-DE'],
    ['AT', '1010', 'de-AT'],
    ['ES', '28001', 'es-ES'],
    ['IT', '20121', 'it-IT'],
    ['NL', '1012', 'nl-NL'],
    ['BE', '2000', 'nl-BE'],
    ['BE', '1500', 'nl-BE'],
    ['BE', '9000', 'nl-BE'],
    ['BE', '1000', 'fr-BE'],
    ['BE', '1348', 'fr-BE'],
    ['BE', '4000', 'fr-BE'],
    ['LU', '1009', 'fr-LU'],
    ['IE', 'D01', 'en-IE'],
    ['PL', '00-001', 'en-GB'],
    [undefined, undefined, 'en-GB'],
  ])('of a seller in %s %s is %s', (country, postalCode, locale) => {
    const address = { ...(country && { country }), ...(postalCode && { postalCode }) }
    expect(pageLocale(undefined, address)).toBe(locale)
  })

  test('is that of the request when it names one, English where there are no words', () => {
    expect(pageLocale('nl', { country: 'FR' })).toBe('nl')
    expect(languageOf('DE-ch')).toBe('de')
    expect(languageOf('pt-PT')).toBe('en')
  })

  test('has every word in every language, none empty', () => {
    const paths = (value: object, above = ''): string[] =>
      Object.entries(value).flatMap(([name, each]) => {
        if (typeof each !== 'string') return paths(each as object, `${above}${name}.`)
        return each.trim() === '' ? [`${above}${name} is empty`] : [`${above}${name}`]
      })
    const french = paths(wordsOf('fr')).sort()
    for (const language of LANGUAGES) expect(paths(wordsOf(language)).sort()).toEqual(french)
    expect(french.some((path) => path.endsWith('empty'))).toBe(false)
  })

  test('gives credit notes and self-billed invoices the titles that the law of the language wants', () => {
    const titles = LANGUAGES.map((each) => [titleOf('381', each), titleOf('389', each)])
    expect(titles).toEqual([
      ['Avoir', 'Facture en autofacturation'],
      ['Credit note', 'Self-billed invoice'],
      // in German law "Gutschrift" is the self-billed invoice (§ 14 (2) UStG)
      ['Rechnungskorrektur', 'Gutschrift'],
      ['Factura rectificativa (abono)', 'Factura (facturación por el destinatario)'],
      ['Nota di credito', 'Fattura in autofatturazione'],
      ['Creditfactuur', 'Factuur uitgereikt door afnemer'],
    ])
  })

  test('counts units and writes rates as the language does', () => {
    expect(['0', '1', '1.5', '2'].map((each) => unitOf('H87', 'fr-FR', each))).toEqual([
      'pièce',
      'pièce',
      'pièce',
      'pièces',
    ])
    expect(['1', '1.5'].map((each) => unitOf('DAY', 'de-AT', each))).toEqual(['Tag', 'Tage'])
    expect(LANGUAGES.map((each) => percentOf('5.50', each))).toEqual([
      '5,5 %',
      '5.5%',
      '5,5 %',
      '5,5 %',
      '5,5%',
      '5,5%',
    ])
    expect(vatLabel({ category: 'L', rate: '7' }, 'es-ES')).toBe('IGIC 7 %')
    expect(vatLabel({ category: 'AE' }, 'nl-NL')).toBe('Btw verlegd')
  })
})
