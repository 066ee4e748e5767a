/**
 * The system-call filter of a worker as classic BPF, assembled here so that no compiler or library is needed: only
 * UNIX sockets, no namespaces, mounts, tracing, kernel keys or io_uring.
 */
import refused from './refused-calls.json' with { type: 'json' }

const LOAD_WORD = 0x20 // BPF_LD | BPF_W | BPF_ABS
const JUMP_EQUAL = 0x15 // BPF_JMP | BPF_JEQ | BPF_K
const JUMP_AT_LEAST = 0x35 // BPF_JMP | BPF_JGE | BPF_K
const JUMP_ANY_BIT = 0x45 // BPF_JMP | BPF_JSET | BPF_K
const RETURN = 0x06 // BPF_RET | BPF_K

const ALLOW = 0x7fff0000
const KILL_PROCESS = 0x80000000
const errno = (number: number): number => 0x00050000 | number
const EPERM = errno(1)
const ENOSYS = errno(38)

/** Offsets in `struct seccomp_data`: call number, architecture, low words of the arguments. */
const NUMBER = 0
const ARCHITECTURE = 4
const FIRST_ARGUMENT = 16

const AF_UNIX = 1
/** NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. */
const NEW_NAMESPACE = 0x7e020000

interface Table {
  audit: number
  socket: number
  clone: number
  clone3: number
  /** x86_64 only: numbers from here on are the x32 ABI, which would bypass the filter. */
  foreignFrom?: number
  /** Calls by name. */
  refused: Readonly<Record<string, number>>
}

const TABLES: Partial<Record<string, Table>> = {
  x64: {
    audit: 0xc000003e,
    socket: 41,
    clone: 56,
    clone3: 435,
    foreignFrom: 0x40000000,
    refused: refused.x64,
  },
  arm64: { audit: 0xc00000b7, socket: 198, clone: 220, clone3: 435, refused: refused.arm64 },
}

/** `[code, k, jump if true, jump if false]`; jumps count instructions to skip. */
type Instruction = readonly [code: number, k: number, yes?: number, no?: number]

const whenEqual = (value: number, result: number): Instruction[] => [
  [JUMP_EQUAL, value, 0, 1],
  [RETURN, result],
]

function program(table: Table): Instruction[] {
  return [
    [LOAD_WORD, ARCHITECTURE],
    [JUMP_EQUAL, table.audit, 1, 0],
    [RETURN, KILL_PROCESS],
    [LOAD_WORD, NUMBER],
    ...(table.foreignFrom === undefined
      ? []
      : ([
          [JUMP_AT_LEAST, table.foreignFrom, 0, 1],
          [RETURN, KILL_PROCESS],
        ] as const)),
    // its flags are in memory that a filter cannot read; the C library falls back to clone
    ...whenEqual(table.clone3, ENOSYS),
    // Those of every architecture are numbered alike since Linux 5.1.
    ...[refused.everywhere, table.refused]
      .flatMap((calls) => Object.values(calls))
      .flatMap((call) => whenEqual(call, EPERM)),
    [JUMP_EQUAL, table.socket, 0, 4],
    [LOAD_WORD, FIRST_ARGUMENT],
    [JUMP_EQUAL, AF_UNIX, 0, 1],
    [RETURN, ALLOW],
    [RETURN, EPERM],
    [JUMP_EQUAL, table.clone, 0, 3],
    [LOAD_WORD, FIRST_ARGUMENT],
    [JUMP_ANY_BIT, NEW_NAMESPACE, 0, 1],
    [RETURN, EPERM],
    [RETURN, ALLOW],
  ]
}

/**
 * The filter in the kernel's format: 8 bytes (`struct sock_filter`) an instruction.
 * @param architecture as in `process.arch`
 * @returns undefined if there is no table for the architecture
 */
export function seccompFilter(architecture: string): Uint8Array | undefined {
  const table = TABLES[architecture]
  if (table === undefined) return undefined
  const instructions = program(table)
  const bytes = Buffer.alloc(instructions.length * 8)
  for (const [index, [code, k, yes = 0, no = 0]] of instructions.entries()) {
    bytes.writeUInt16LE(code, index * 8)
    bytes.writeUInt8(yes, index * 8 + 2)
    bytes.writeUInt8(no, index * 8 + 3)
    bytes.writeUInt32LE(k >>> 0, index * 8 + 4)
  }
  return bytes
}
