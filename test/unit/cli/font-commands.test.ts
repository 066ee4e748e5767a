import { describe, expect, test } from 'vitest'
import { addFonts, type Machine } from '../../../src/cli/font-commands.ts'
import { checkPackages } from '../../../src/office/font-packages.ts'

/** A machine that notes what is run. */
function machine(state: Partial<Machine> & { has?: string[]; codes?: number[] }) {
  const ran: string[] = []
  const out: string[] = []
  const codes = [...(state.codes ?? [])]
  const stands: Machine = {
    families: async () => new Set(state.has ?? []),
    mayInstall: state.mayInstall ?? true,
    async run(program, args) {
      ran.push([program, ...args].join(' '))
      return codes.shift() ?? 0
    },
  }
  const session = { out: (line: string) => void out.push(line), note: () => undefined }
  return { ran, out, add: (kind: 'cjk' | 'emoji' | 'open') => addFonts(session, kind, stands) }
}

describe('fonts add', () => {
  test('installs the package as root on Debian', async () => {
    const { ran, out, add } = machine({ has: ['WenQuanYi Micro Hei'] })
    await add('cjk')
    expect(ran).toEqual([
      'apt-get update',
      'apt-get install -y --no-install-recommends fonts-noto-cjk',
    ])
    expect(out.join()).toMatch(/^Installed.*Restart/)
  })

  test('says the exact command where it may not', async () => {
    const { ran, add } = machine({ mayInstall: false })
    await expect(add('emoji')).rejects.toThrow(
      'sudo apt-get install -y --no-install-recommends fonts-noto-color-emoji',
    )
    expect(ran).toEqual([])
  })

  test('installs several packages at once, and says that of all', async () => {
    const { ran, out, add } = machine({})
    await add('open')
    expect(ran[1]).toMatch(/fonts-open-sans fonts-roboto-unhinted .*fonts-cmu$/)
    expect(out.join()).toMatch(/^Installed: .*Computer Modern/)
  })

  test('does nothing where they are there', async () => {
    const { ran, out, add } = machine({ has: ['Noto Color Emoji'], mayInstall: false })
    await add('emoji')
    expect([ran, out.join()]).toEqual([[], expect.stringContaining('already')])
  })

  test('fails when apt fails', async () => {
    await expect(machine({ codes: [0, 100] }).add('cjk')).rejects.toThrow(/could not install/)
  })
})

test('doctor says which of them are missing, and the command', () => {
  const found = checkPackages(new Set(['Noto Sans Devanagari', 'WenQuanYi Micro Hei']))
  expect(found.map(({ name, ok }) => [name, ok])).toEqual([
    ['fonts scripts', true],
    ['fonts cjk', true],
    ['fonts emoji', false],
    ['fonts open', false],
  ])
  expect(found[1]?.detail).toContain('rarer')
  expect(found[2]?.fix).toBe('npm run cli -- fonts add emoji')
})
