/**
 * Hostile and odd template data as raw text, with the answer that each must get. `BROKEN_JSON` and
 * `REFUSED_DATA` are refused when read; `PLAIN_DATA` is data that looks hostile and is nothing but text.
 */
import type { ErrorCode } from '../../src/kernel/errors.ts'

/** One text that must be refused. */
export interface HostileData {
  /** Number of the case in the list of bad inputs, D1 to D11. */
  id: string
  name: string
  text(): string
  /** Code of the problem document. */
  code: ErrorCode
  /** `code` of one of its `errors[]`. */
  finding: string
  /** JSON pointer of that finding, where it has one. */
  pointer?: string
}

/** Texts that are no JSON, by the classes of the public JSON test suites. */
const BROKEN: readonly string[] = [
  ...[
    '',
    ' ',
    '\n',
    '{',
    '[',
    '}',
    ']',
    '{]',
    '[}',
    '{"a":1',
    '[1',
    '"a',
    "'a'",
    'a',
    '{}x',
    '{}{}',
  ],
  ...['{a:1}', "{'a':1}", '{"a"}', '{"a":}', '{"a",1}', '{"a":1,}', '{,"a":1}', '{"a":1 "b":2}'],
  ...['{"a":1,,"b":2}', '{1:1}', '{null:1}', '{"a":"b"/**/}', '{"a":1}//', '{"a":1}#', '{"a"::1}'],
  ...[
    '{"a":[1,]}',
    '{"a":[,1]}',
    '{"a":[1,,2]}',
    '{"a":[1 2]}',
    '{"a":[1:2]}',
    '{"a":["x"',
    '{"a":*}',
  ],
  ...['{"a":tru}', '{"a":True}', '{"a":nul}', '{"a":undefined}', '{"a":NaN}', '{"a":Infinity}'],
  ...['{"a":-Infinity}', '{"a":+1}', '{"a":01}', '{"a":-01}', '{"a":1.}', '{"a":.5}', '{"a":-}'],
  ...[
    '{"a":1e}',
    '{"a":1e+}',
    '{"a":0x1F}',
    '{"a":1_000}',
    '{"a":1,5 }',
    '{"a":--1}',
    '{"a":1.2.3}',
  ],
  ...[
    '{"a":"\t"}',
    '{"a":"\n"}',
    '{"a":"\u0000"}',
    '{"a":"\\x41"}',
    '{"a":"\\u12"}',
    '{"a":"\\uZZZZ"}',
  ],
  ...[
    '{"a":"\\"}',
    '{"a":"\\',
    '{"a":"\\a"}',
    '{"a":"\\u{41}"}',
    '{"a":"b" "c"}',
    '{"a":"\\U0041"}',
  ],
  ...[
    '\u00a0{}',
    '{"a":\u20601}',
    '{\u00a0}',
    '<json/>',
    '{"a":1}\u0000',
    '\ufeff\ufeff{}',
    '{"a":\\u0031}',
  ],
]

/** Case D3: not JSON at all. */
export const BROKEN_JSON: readonly HostileData[] = BROKEN.map((text) => ({
  id: 'D3',
  name: JSON.stringify(text),
  text: () => text,
  code: 'json_invalid',
  finding: 'json_syntax',
}))

const refused = (
  id: string,
  finding: string,
  text: string | (() => string),
  pointer?: string,
): HostileData => {
  const make = typeof text === 'string' ? () => text : text
  return {
    id,
    name: `${finding}: ${make().slice(0, 60)}`,
    text: make,
    code: 'data_invalid',
    finding,
    ...(pointer === undefined ? {} : { pointer }),
  }
}

const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

/** Cases D1, D2, D4 to D6, D8 and what is no object. */
export const REFUSED_DATA: readonly HostileData[] = [
  refused('D1', 'forbidden_key', '{"__proto__":{"x":1}}', '/__proto__'),
  refused('D1', 'forbidden_key', '{"\\u005f_proto__":{"x":1}}', '/__proto__'),
  refused('D1', 'forbidden_key', '{"constructor":{"prototype":{}}}', '/constructor/prototype'),
  refused('D1', 'forbidden_key', '{"a":[{"b":{"prototype":1}}]}', '/a/0/b/prototype'),
  refused('D2', 'too_deep', () => nested(33)),
  refused('D2', 'too_deep', () => nested(100)),
  refused('D2', 'too_deep', () => '['.repeat(100_000)),
  refused('D2', 'too_deep', () => '{"a":'.repeat(100_000)),
  refused('D4', 'duplicate_key', '{"a":1,"a":2}', '/a'),
  refused('D4', 'duplicate_key', '{"a":[{"b":1,"\\u0062":2}]}', '/a/0/b'),
  refused('D4', 'duplicate_key', '{"a/b":{"~":1,"~":2}}', '/a~1b/~0'),
  refused('D5', 'number_range', '{"a":1e400}', '/a'),
  refused('D5', 'number_range', '{"a":[0,-1e999]}', '/a/1'),
  refused('D5', 'number_precision', '{"iban":12345678901234567890}', '/iban'),
  refused('D6', 'invalid_character', '{"a":"x\\u0000"}', '/a'),
  refused('D6', 'invalid_character', '{"a":"\\b"}', '/a'),
  refused('D6', 'invalid_character', '{"a":"\\f"}', '/a'),
  refused('D6', 'invalid_character', '{"a":"\\u001b[0m"}', '/a'),
  refused('D6', 'invalid_character', '{"a":"\\ufffe"}', '/a'),
  refused('D6', 'invalid_character', '{"a":"\uffff"}', '/a'),
  refused('D6', 'invalid_character', '{"a":{"b":["\\ud800"]}}', '/a/b/0'),
  refused('D6', 'invalid_character', '{"a":"\\udc00\\ud800"}', '/a'),
  refused('D6', 'invalid_character', '{"\\ud800":1}'),
  refused('D8', 'value_too_large', () => `{"a":"${'lorem ipsum '.repeat(450_000)}"}`, '/a'),
  refused('D8', 'too_large', () => `{"a":"${'A'.repeat(25 * 1024 * 1024)}"}`),
  refused('D11', 'not_object', '[]'),
  refused('D11', 'not_object', '[{"a":1}]'),
  refused('D11', 'not_object', 'null'),
  refused('D11', 'not_object', '"text"'),
  refused('D11', 'not_object', '12'),
  refused('D11', 'not_object', 'true'),
]

/** Cases D9 and D10: values that must come out of the document letter by letter, and nothing more. */
export const PLAIN_VALUES: readonly string[] = [
  '</w:t></w:r><w:r><w:fldChar w:fldCharType="begin"/></w:r>',
  '<w:instrText> INCLUDETEXT "file:///etc/passwd" </w:instrText>',
  '{#loop}{/loop}{@raw}{=<% %>=}',
  '{constructor.constructor("return process")()}',
  '&amp; &lt; &#65; <!DOCTYPE x> <![CDATA[x]]> ]]> <!-- x -->',
  '__proto__',
  'constructor',
  'NaN Infinity undefined null true 1e400',
  '"quotes" \'single\' \\backslash\\ /slash/ `tick`',
  '$& $1 $$ $` %s %n ${x} #{x} {{x}}',
  'éàü Łódź ß İ ı ﷽ Ω≈ç√∫ ٱلْعَرَبِيَّة עברית 漢字 ひらがな 한국어 ไทย',
  '👩‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿 𝒳 𠜎',
  'a\tb',
  'zero\u200bwidth \u00adsoft \ufeffmark \u202eright-to-left',
  '=1+1',
  "'; DROP TABLE users; --",
  '../../etc/passwd',
  'http://169.254.169.254/latest/meta-data/',
  'javascript:alert(1)',
]
