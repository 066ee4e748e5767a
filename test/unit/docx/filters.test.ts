import { describe, expect, test } from 'vitest'
import { compileExpression } from '../../../src/docx/language/expression.ts'
import { FilterError } from '../../../src/docx/language/filter-contract.ts'
import { FILTERS } from '../../../src/docx/language/filters.ts'
import { toText } from '../../../src/docx/language/values.ts'

const DATA = {
  big: '12345678901234567890.125',
  n: 1234.5,
  third: '0.335',
  items: [
    { name: 'Étable', price: '10.10', paid: true, land: 'FR' },
    { name: 'zèbre', price: '9.9', paid: false, land: 'DE' },
    { name: 'Abri', price: 100, paid: true, land: 'FR' },
  ],
  tags: ['b', 'a', 'b'],
  day: '2026-03-29',
  instant: '2026-03-29T00:30:00Z',
  local: '2026-03-29T23:59:58',
  empty: [],
}

function evaluate(text: string, locale = 'fr-FR', timezone = 'Europe/Paris'): unknown {
  return compileExpression(text, FILTERS).evaluate(
    { items: [DATA], kinds: [], positions: [], lengths: [] },
    {
      context: { locale, timezone, pictures: new Map() },
      memo: new Map(),
      missed: undefined,
      charge: () => undefined,
    },
  )
}
const shown = (text: string, locale?: string, timezone?: string) =>
  toText(evaluate(text, locale, timezone))

describe('numbers', () => {
  test.each([
    ['n | number', 'fr-FR', '1\u00a0234,5'],
    ['n | number:2', 'en-GB', '1,234.50'],
    ['n | number:2', 'de-DE', '1.234,50'],
    ['n | number:0:1', 'en-GB', '1,234.5'],
    ['big | number:2', 'en-GB', '12,345,678,901,234,567,890.13'],
    ['big | number', 'en-GB', '12,345,678,901,234,567,890.125'],
    ['n | currency:"EUR"', 'fr-FR', '1\u00a0234,50\u00a0€'],
    ['n | currency:"EUR"', 'de-DE', '1.234,50\u00a0€'],
    ['n | currency:"GBP"', 'en-GB', '£1,234.50'],
    ['n | currency:"JPY"', 'en-GB', 'JP¥1,235'],
    ['-n | currency:"EUR":0', 'fr-FR', '-1\u00a0235\u00a0€'],
    ['third | percent:1', 'fr-FR', '33,5\u00a0%'],
    ['0.2 | percent', 'en-GB', '20%'],
    ['1.005 | round:2', 'en-GB', '1.01'],
    ['-2.5 | round', 'en-GB', '-3'],
    ['-2.5 | floor', 'en-GB', '-3'],
    ['-2.5 | ceil', 'en-GB', '-2'],
    ['1250 | round:-2', 'en-GB', '1300'],
    ['-3 | abs', 'en-GB', '3'],
    ['0 | plural:"jour":"jours"', 'fr-FR', 'jour'],
    ['0 | plural:"day":"days"', 'en-GB', 'days'],
    ['0 | plural:"none":"one":"many"', 'en-GB', 'none'],
    ['7 | pad:3', 'en-GB', '007'],
  ])('%s in %s is %s', (text, locale, result) => {
    expect(shown(text, locale)).toBe(result)
  })
  test('arithmetic is exact', () => {
    expect(shown('0.1 + 0.2')).toBe('0.3')
    expect(shown('big * 2')).toBe('24691357802469135780.25')
    expect(shown('"1.10" + 0 + "2.20" * 1')).toBeDefined()
    expect(shown('items.0.price * 3')).toBe('30.3')
    expect(shown('1 / 3 | number:4', 'en-GB')).toBe('0.3333')
  })
  test.each([
    ['7 % 3', '1'],
    ['-7 % 3', '-1'],
    ['"10.5" % 3', '1.5'],
    ['2 + 7 % 4 * 2', '8'],
    ['missing ?? "none"', 'none'],
    ['missing.deep ?? also ?? n', '1234.5'],
    ['0 ?? 5', '0'],
    ['(items | first).name', 'Étable'],
    ['(items | where:"land":"DE" | first)["name"] | upper', 'ZÈBRE'],
    ['(items | group:"land" | last).items[0].name', 'zèbre'],
    ['"INV-2026-0042" | substring:4:8', '2026'],
    ['"INV-2026-0042" | substring:-4', '0042'],
    ['"é😀b" | substring:1:2', '😀'],
    ['items[0] | entries | map:"key" | join', 'name, price, paid, land'],
    ['71 | words', 'soixante et onze'],
  ])('%s is %s', (text, result) => {
    expect(shown(text)).toBe(result)
  })
  test.each([
    ['de-DE', '101000', 'einhunderteintausend'],
    ['fr-BE', '71', 'septante et un'],
    ['es-ES', '21', 'veintiuno'],
    ['pl-PL', '1234', 'tysiąc dwieście trzydzieści cztery'],
    ['it-IT', '21.5', 'ventuno virgola cinque'],
  ])('in %s, %s is written %s', (locale, number, result) => {
    expect(shown(`${number} | words`, locale)).toBe(result)
  })
  test('the rest of a division by zero is refused, as are entries of a list', () => {
    expect(() => evaluate('n % 0')).toThrow(FilterError)
    expect(() => evaluate('items | entries')).toThrow(FilterError)
    expect(() => evaluate('71 | words', 'ja-JP')).toThrow(FilterError)
    expect(() => evaluate('71 | words:"EUR"', 'es-ES')).toThrow(FilterError)
  })
  test('division by zero and overlong results are refused', () => {
    expect(() => evaluate('n / 0')).toThrow(FilterError)
    expect(() => evaluate(`big${' * big'.repeat(40)}`)).toThrow(FilterError)
  })
})

describe('dates', () => {
  test.each([
    ['day | date', 'fr-FR', '29/03/2026'],
    ['day | date:"long"', 'fr-FR', '29 mars 2026'],
    ['day | date', 'de-DE', '29.03.2026'],
    ['day | date', 'en-US', '03/29/2026'],
    ['instant | datetime', 'de-DE', '29.03.2026, 01:30'],
    ['"2026-04-01" | date:"long"', 'fr-FR', '1er avril 2026'],
    ['"2026-04-01" | date:"full"', 'fr-CA', 'mercredi 1er avril 2026'],
    ['"2026-04-01" | date', 'fr-FR', '01/04/2026'],
    ['"2026-04-11T13:05" | datetime:"long"', 'fr-FR', '11 avril 2026 à 13:05:00'],
    ['"2026-04-01" | date:"long"', 'en-GB', '1 April 2026'],
    ['"13:05" | time', 'en-US', '1:05 PM'],
    ['day | date:"full"', 'en-GB', 'Sunday, 29 March 2026'],
    ['day | date:"full"', 'de-DE', 'Sonntag, 29. März 2026'],
    ['day | date:"dd/MM/yyyy"', 'en-GB', '29/03/2026'],
    ['day | date:"EEEE d MMMM yyyy"', 'fr-FR', 'dimanche 29 mars 2026'],
    ['day | date:"d. MMMM yyyy"', 'de-DE', '29. März 2026'],
    ['day | date:"MMMM"', 'ru-RU', 'марта'],
    ['day | date:"LLLL"', 'ru-RU', 'март'],
    ['day | date:"yy-M-d \'le\' EEE"', 'fr-FR', '26-3-29 le dim.'],
    ['day | date:"w"', 'en-GB', '13'],
    ['"20260329" | date', 'fr-FR', '29/03/2026'],
    ['instant | datetime', 'fr-FR', '29/03/2026 01:30'],
    ['local | date:"yyyy-MM-dd HH:mm:ss"', 'fr-FR', '2026-03-29 23:59:58'],
    ['local | time', 'fr-FR', '23:59'],
    ['"14:30" | time:"h:mm a"', 'en-US', '2:30 PM'],
    ['instant | date:"XXX"', 'fr-FR', '+01:00'],
  ])('%s in %s is %s', (text, locale, result) => {
    expect(shown(text, locale)).toBe(result)
  })
  test.each([
    ['"2026-01-31" | add:1:"month"', '2026-02-28'],
    ['"2028-01-31" | add:1:"months"', '2028-02-29'],
    ['"2026-03-31" | subtract:1:"quarter"', '2025-12-31'],
    ['"2024-02-29" | add:1:"year"', '2025-02-28'],
    ['day | add:30', '2026-04-28'],
    ['day | add:-1:"week"', '2026-03-22'],
    // The clock shows the same hour a day later, though it went forward.
    ['"2026-03-28T12:00:00Z" | add:1:"day"', '2026-03-29T11:00:00.000Z'],
    ['"2026-03-28T12:00:00Z" | add:24:"hours"', '2026-03-29T12:00:00.000Z'],
    ['local | add:2:"seconds"', FilterError],
    ['local | add:2:"minutes"', '2026-03-30T00:01:58'],
    ['day | start_of:"week"', '2026-03-23'],
    ['day | start_of:"quarter"', '2026-01-01'],
    ['day | end_of:"month"', '2026-03-31'],
    ['"2028-02-10" | end_of:"month"', '2028-02-29'],
    ['"2026-02-10" | end_of:"year" | date:"d MMMM"', '31 décembre'],
    ['local | end_of:"day"', '2026-03-29T23:59:59'],
    // 29 March, 01:30 in Paris
    ['instant | start_of:"month"', '2026-02-28T23:00:00.000Z'],
    ['"2026-05-15" | difference:"2026-03-31"', '45'],
    ['"2026-05-15" | difference:"2026-03-31":"months"', '1'],
    ['"2026-03-31" | difference:"2026-05-15":"months"', '-1'],
    ['"2026-05-31" | difference:"2026-03-31":"months"', '2'],
    ['"2026-03-31" | difference:"2026-03-31":"years"', '0'],
    ['"2026-03-29T14:00" | difference:"2026-03-29T12:30":"hours"', '1'],
    ['day | add:1000000:"years"', FilterError],
    ['day | add:1.5', FilterError],
    ['"9999-12-31" | add:1', FilterError],
  ])('%s is %s', (text, result) => {
    if (typeof result === 'string') expect(shown(text)).toBe(result)
    else expect(() => shown(text)).toThrow()
  })
  test('today is the day of the render in the zone of the request', () => {
    const at = (zone: string, text: string) =>
      compileExpression(text, FILTERS).evaluate(
        { items: [DATA], kinds: [], positions: [], lengths: [] },
        {
          ...{ memo: new Map(), missed: undefined, charge: () => undefined },
          context: {
            ...{ locale: 'fr-FR', timezone: zone, pictures: new Map() },
            nowMs: Date.parse('2026-11-28T23:30:00Z'),
          },
        },
      )
    expect(at('UTC', '$today')).toBe('2026-11-28')
    expect(at('Europe/Paris', '$today')).toBe('2026-11-29')
    expect(at('Europe/Paris', '$today | add:1:"day" | date')).toBe('30/11/2026')
    expect(at('Europe/Paris', '$now | time')).toBe('00:30')
    expect(() => compileExpression('$today.year', FILTERS)).not.toThrow()
  })
  test('a date without time never moves, whatever the zone', () => {
    for (const zone of [
      'Pacific/Kiritimati',
      'Pacific/Pago_Pago',
      'America/New_York',
      'Asia/Tokyo',
    ]) {
      expect(shown('day | date:"yyyy-MM-dd"', 'fr-FR', zone)).toBe('2026-03-29')
    }
  })
  test('an instant is formatted in the zone, across the change to summer time', () => {
    expect(shown('"2026-03-29T00:59:59Z" | date:"HH:mm"')).toBe('01:59')
    expect(shown('"2026-03-29T01:00:00Z" | date:"HH:mm"')).toBe('03:00')
    expect(shown('"2026-03-28T23:30:00-02:00" | date:"dd HH:mm"')).toBe('29 03:30')
  })
  test.each(['"2026-02-30"', '"2026-13-01"', '"tomorrow"', '"2026-03-29T25:00"', '12', 'items'])(
    '%s is no date',
    (text) => {
      expect(() => evaluate(`${text} | date`)).toThrow(FilterError)
    },
  )
})

describe('texts', () => {
  test.each([
    ['"éa" | upper', 'ÉA'],
    ['"ÉA" | lower', 'éa'],
    ['"éa b" | capitalize', 'Éa b'],
    ['"  a " | trim', 'a'],
    ['"a.b.c" | replace:".":"-"', 'a-b-c'],
    ['"abcdef" | truncate:4', 'abc…'],
    ['"FR7630006" | groups:4:" "', 'FR76 3000 6'],
    ['"a;b" | split:";" | join:"+"', 'a+b'],
    ['nothing | default:"–"', '–'],
    ['"" | default:"–"', '–'],
    ['0 | default:"–"', '0'],
    ['true | yesno', 'oui'],
    ['nothing | yesno:"a":"b"', 'b'],
    ['tags | json', '["b","a","b"]'],
    ["“a” + 'b'", 'ab'],
    ['"n: " + n', 'n: 1234.5'],
    ['n > 1000 ? "big" : "small"', 'big'],
    ['not empty and n >= 1234.5', 'true'],
    ['"10" < "9"', 'false'],
  ])('%s is %s', (text, result) => {
    expect(shown(text)).toBe(result)
  })
})

describe('lists', () => {
  test.each([
    ['items | sum:"price"', '120'],
    ['items | avg:"price"', '40'],
    ['items | min:"price"', '9.9'],
    ['items | max:"price"', '100'],
    ['empty | sum', '0'],
    ['items | sum:"price * 2"', '240'],
    ['items | count', '3'],
    ['items | sort:"name" | map:"name" | join', 'Abri, Étable, zèbre'],
    ['items | sort:"price":"desc" | map:"price" | join:" "', '100 10.10 9.9'],
    ['items | where:"paid" | map:"name" | join:", ":" et "', 'Étable et Abri'],
    ['items | where:"land":"FR" | count', '2'],
    ['items | where:"price":">":10 | count', '2'],
    ['items | group:"land" | map:"key" | join', 'FR, DE'],
    ['tags | unique | join', 'b, a'],
    ['tags | reverse | first', 'b'],
    ['items | limit:1:1 | map:"name" | join', 'zèbre'],
    ['tags | contains:"a"', 'true'],
    ['items.length', '3'],
  ])('%s is %s', (text, result) => {
    if (result === undefined) expect(() => evaluate(text)).toThrow()
    else expect(shown(text)).toBe(result)
  })
  test('sorting does not change the data', () => {
    evaluate('tags | sort')
    expect(DATA.tags).toEqual(['b', 'a', 'b'])
  })
})

describe('amounts in words', () => {
  test.each([
    ['0', 'zéro'],
    ['71', 'soixante et onze'],
    ['80', 'quatre-vingts'],
    ['81', 'quatre-vingt-un'],
    ['99', 'quatre-vingt-dix-neuf'],
    ['200', 'deux cents'],
    ['201', 'deux cent un'],
    ['1000', 'mille'],
    ['80000', 'quatre-vingt mille'],
    ['200000', 'deux cent mille'],
    ['1000000', 'un million'],
    ['2000001', 'deux millions un'],
  ])('%s in French', (number, words) => {
    expect(shown(`${number} | words`)).toBe(words)
  })
  test.each([
    [
      '1234.56 | words:"EUR"',
      'fr-FR',
      'mille deux cent trente-quatre euros et cinquante-six centimes',
    ],
    ['1000000 | words:"EUR"', 'fr-FR', 'un million d’euros'],
    ['1 | words:"GBP"', 'fr-FR', 'une livre sterling'],
    ['0.01 | words:"EUR"', 'fr-FR', 'un centime'],
    ['-21 | words', 'en-GB', 'minus twenty-one'],
    ['1001 | words:"GBP"', 'en-GB', 'one thousand and one pounds'],
    ['1101.01 | words:"USD"', 'en-US', 'one thousand one hundred and one dollars and one cent'],
    ['3.05 | words', 'en-GB', 'three point zero five'],
    ['1 | words:"EUR"', 'de-DE', 'ein Euro'],
    ['1101 | words', 'de-DE', 'eintausendeinhunderteins'],
    ['2021000 | words', 'de-DE', 'zwei Millionen einundzwanzigtausend'],
  ])('%s in %s is %s', (text, locale, words) => {
    expect(shown(text, locale)).toBe(words)
  })
})
