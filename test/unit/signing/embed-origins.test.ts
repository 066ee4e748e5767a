/** Which texts are origins that a policy may name. */
import { expect, test } from 'vitest'
import { originIn } from '../../../src/signing/embedding/service.ts'

test.each([
  ['https://app.example.com', 'https://app.example.com'],
  [' HTTPS://App.Example.com/ ', 'https://app.example.com'],
  ['https://app.example.com:443', 'https://app.example.com'],
  ['https://app.example.com:8443', 'https://app.example.com:8443'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ['https://[2001:db8::1]:8443', 'https://[2001:db8::1]:8443'],
  ['http://localhost:5173', 'http://localhost:5173'],
  ['http://app.localhost', 'http://app.localhost'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['http://[::1]:8080', 'http://[::1]:8080'],
])('%s is the origin %s', (text, origin) => {
  expect(originIn(text, { plain: false })).toBe(origin)
})

test.each([
  ['https://app.example.com/embed'],
  ['https://app.example.com?a=1'],
  ['https://app.example.com#a'],
  ['https://user@app.example.com'],
  ['https://*.example.com'],
  ["https://a'b.example.com"],
  ['https://a.example.com;script-src'],
  ['https://a.example.com,https://b.example.com'],
  ['https://a.example.com https://b.example.com'],
  ['http://app.example.com'],
  ['http://localhost.example.com'],
  ['app.example.com'],
  ['data:text/html,a'],
  ['javascript:alert(1)'],
  ['file:///tmp'],
  ['null'],
  [''],
  ['*'],
])('%j is refused', (text) => {
  expect(originIn(text, { plain: false })).toBeUndefined()
})

test('an operator may name hosts without TLS, in a closed network', () => {
  expect(originIn('http://intranet:8080', { plain: true })).toBe('http://intranet:8080')
  expect(originIn('http://*', { plain: true })).toBeUndefined()
})
