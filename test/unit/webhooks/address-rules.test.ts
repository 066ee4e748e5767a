import { describe, expect, test } from 'vitest'
import { addressKind } from '../../../src/egress/addresses.ts'
import { checkAddresses, readUrl } from '../../../src/webhooks/address-rules.ts'

const REFUSED = expect.objectContaining({ code: 'webhook_url_refused' })

/** Whether a URL is taken, as its normalised text; else the code. */
function outcome(url: string, privateAllowed = false): unknown {
  try {
    return readUrl(url, privateAllowed).href
  } catch (error) {
    return error
  }
}

describe('an address', () => {
  test.each(['1.1.1.1', '8.8.8.8', '93.184.216.34', '2606:4700:4700::1111', '::ffff:8.8.8.8'])(
    '%s is public',
    (address) => expect(addressKind(address)).toBe('public'),
  )

  test.each([
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '127.0.0.1',
    '127.9.9.9',
    '::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
  ])('%s is a network of one’s own', (address) => expect(addressKind(address)).toBe('own'))

  test.each([
    ['0.0.0.0', 'unspecified'],
    ['0.1.2.3', 'this network'],
    ['100.64.0.1', 'carrier-grade NAT'],
    ['169.254.169.254', 'link-local: metadata services'],
    ['192.0.0.192', 'protocol assignments'],
    ['192.0.2.1', 'documentation'],
    ['192.88.99.1', '6to4 relay'],
    ['198.18.0.1', 'benchmarking'],
    ['224.0.0.1', 'multicast'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.255', 'broadcast'],
    ['::', 'unspecified'],
    ['fe80::1', 'link-local'],
    ['fe80::1%eth0', 'link-local with a zone'],
    ['fec0::1', 'site-local'],
    ['ff02::1', 'multicast'],
    ['::ffff:169.254.169.254', 'IPv4-mapped metadata service'],
    ['::127.0.0.1', 'IPv4-compatible'],
    ['::7f00:1', 'IPv4-compatible, in hexadecimal'],
    ['64:ff9b::7f00:1', 'NAT64 of 127.0.0.1'],
    ['64:ff9b:1::7f00:1', 'NAT64 of local use'],
    ['2002:7f00:1::', '6to4 of 127.0.0.1'],
    ['2001::7f00:1', 'Teredo'],
    ['2001:db8::1', 'documentation'],
    ['3fff::1', 'documentation'],
    ['100::1', 'discard'],
    ['5f00::1', 'segment routing'],
    ['4000::1', 'not assigned'],
    ['localhost', 'no address at all'],
    ['', 'no address at all'],
  ])('%s is refused: %s', (address) => expect(addressKind(address)).toBe('refused'))
})

describe('a URL', () => {
  test.each([
    'https://example.com/hooks?a=1',
    'https://example.com:8443/hooks',
    'https://8.8.8.8/',
    'https://[2606:4700:4700::1111]/',
    'https://xn--caf-dma.example.com/',
  ])('%s is taken', (url) => expect(outcome(url)).toBe(url))

  test.each([
    'http://example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'example.com/hooks',
    '',
    'https://',
    `https://example.com/${'x'.repeat(2048)}`,
    'https://user@example.com/',
    'https://user:pass@example.com/',
    'https://example.com@127.0.0.1/',
    'https://example.com/#top',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://0x7f000001/',
    'https://0x7f.0.0.1/',
    'https://2130706433/',
    'https://0177.0.0.1/',
    'https://017700000001/',
    'https://127.0.0.1./',
    'https://１２７.０.０.１/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[fe80::1]/',
    'https://169.254.169.254/latest/meta-data/',
    'https://localhost/',
    'https://LOCALHOST./',
    'https://app.localhost/',
    'https://printer.local/',
    'https://metadata.google.internal/',
    'https://intranet/',
    'https://1.0.0.127.in-addr.arpa/',
    'https://example.com:25/',
    'https://example.com:22/',
    'https://example.com:6379/',
  ])('%s is refused', (url) => expect(outcome(url)).toEqual(REFUSED))

  test('of one’s own network is taken by http where the operator allows it, and nothing else more', () => {
    expect(outcome('http://127.0.0.1:8080/a', true)).toBe('http://127.0.0.1:8080/a')
    expect(outcome('http://receiver:8080/a', true)).toBe('http://receiver:8080/a')
    for (const url of [
      'https://169.254.169.254/',
      'https://[fe80::1]/',
      'http://8.8.8.8/',
      'ftp://127.0.0.1/',
    ])
      expect(outcome(url, true)).toEqual(REFUSED)
  })

  test('whose name leads to one bad address among good ones is refused', () => {
    const url = new URL('https://example.com/')
    expect(() => checkAddresses(url, ['8.8.8.8', '1.1.1.1'], false)).not.toThrow()
    expect(() => checkAddresses(url, ['8.8.8.8', '10.0.0.1'], false)).toThrow('does not lead')
    expect(() => checkAddresses(url, [], false)).toThrow('does not lead')
  })

  test('of a public host needs https also where private networks are allowed', () => {
    const url = new URL('http://example.com/')
    expect(() => checkAddresses(url, ['8.8.8.8'], true)).toThrow('https')
    expect(() => checkAddresses(url, ['10.0.0.1'], true)).not.toThrow()
  })
})
