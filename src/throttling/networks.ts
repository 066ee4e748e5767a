/** Network addresses as limits count them. */
import { isIPv6 } from 'node:net'

/** An IPv4 address, or four groups of an IPv6 address: they identify the line, and the customer can vary the rest. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1] !== undefined) return mapped[1]
  const [head = '', tail = ''] = address.split('%')[0]?.split('::') ?? []
  const before = head === '' ? [] : head.split(':')
  const after = tail === '' ? [] : tail.split(':')
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  const groups = address.includes('::') ? [...before, ...zeros, ...after] : before
  return groups.slice(0, 4).join(':').toLowerCase()
}
