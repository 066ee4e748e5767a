import { describe, expect, test } from 'vitest'
import { seccompFilter } from '../../../src/office/seccomp.ts'

const ALLOW = 0x7fff0000
const KILL = 0x80000000
const EPERM = 0x00050001
const ENOSYS = 0x00050026
const X64 = 0xc000003e
const ARM64 = 0xc00000b7

/** How the kernel tests the accumulator, by instruction. */
const TESTS: Record<number, (accumulator: number, k: number) => boolean> = {
  21: (accumulator, k) => accumulator === k,
  53: (accumulator, k) => accumulator >= k,
  69: (accumulator, k) => (accumulator & k) !== 0,
}

/** Runs a filter as the kernel does: the verdict on one system call. */
function verdict(filter: Uint8Array, audit: number, call: number, first = 0): number {
  const code = Buffer.from(filter)
  const data: Record<number, number> = { 0: call, 4: audit, 16: first }
  let accumulator = 0
  for (let at = 0; at < code.length; at += 8) {
    const operation = code.readUInt16LE(at)
    const k = code.readUInt32LE(at + 4)
    if (operation === 0x06) return k
    if (operation === 0x20) accumulator = data[k] ?? 0
    else at += 8 * code.readUInt8(at + (TESTS[operation]!(accumulator, k) ? 2 : 3))
  }
  throw new Error('the filter ends without a verdict')
}

// numbers read from the kernel's tables, each on its own
const CALLS = {
  x64: {
    audit: X64,
    read: 0,
    socket: 41,
    clone: 56,
    clone3: 435,
    execve: 59,
    ptrace: 101,
    mount: 165,
    unshare: 272,
    bpf: 321,
    io_uring_setup: 425,
    keyctl: 250,
    process_vm_readv: 310,
  },
  arm64: {
    audit: ARM64,
    read: 63,
    socket: 198,
    clone: 220,
    clone3: 435,
    execve: 221,
    ptrace: 117,
    mount: 40,
    unshare: 97,
    bpf: 280,
    io_uring_setup: 425,
    keyctl: 219,
    process_vm_readv: 270,
  },
} as const

describe.each(Object.entries(CALLS))('the filter for %s', (architecture, calls) => {
  const filter = seccompFilter(architecture)!
  const on = (call: number, first = 0): number => verdict(filter, calls.audit, call, first)

  test('lets ordinary calls pass', () => {
    expect([on(calls.read), on(calls.execve)]).toEqual([ALLOW, ALLOW])
  })

  test('refuses every call that reaches for the kernel or other processes', () => {
    const { ptrace, mount, unshare, bpf, io_uring_setup, keyctl, process_vm_readv } = calls
    for (const call of [ptrace, mount, unshare, bpf, io_uring_setup, keyctl, process_vm_readv]) {
      expect(on(call), `call ${call}`).toBe(EPERM)
    }
  })

  test('lets UNIX sockets be made and no others', () => {
    expect(on(calls.socket, 1)).toBe(ALLOW)
    for (const family of [0, 2, 10, 16, 17, 40]) expect(on(calls.socket, family)).toBe(EPERM)
  })

  test('lets threads and processes be made, no namespaces', () => {
    expect(on(calls.clone, 0x003d0f00)).toBe(ALLOW) // pthread_create
    expect(on(calls.clone, 0x01200011)).toBe(ALLOW) // fork
    for (const flag of [0x00020000, 0x10000000, 0x20000000, 0x40000000]) {
      expect(on(calls.clone, flag | 17)).toBe(EPERM)
    }
    expect(on(calls.clone3)).toBe(ENOSYS)
  })

  test('ends a process that speaks another architecture', () => {
    expect(verdict(filter, calls.audit === X64 ? ARM64 : X64, calls.read)).toBe(KILL)
    if (architecture === 'x64') expect(on(0x40000000 + calls.read)).toBe(KILL)
  })
})

test('there is no filter for an architecture without a table', () => {
  expect(seccompFilter('riscv64')).toBeUndefined()
})
