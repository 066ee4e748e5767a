/** `fonts …`: the fonts of the machine, and how many the accounts have. */

import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { FontStore } from '../fonts/store.ts'
import { FatalError } from '../kernel/invariant.ts'
import { FONT_KINDS, FONT_PACKAGES, type FontKind, stateOf } from '../office/font-packages.ts'
import { installedFamilies } from '../office/fonts.ts'
import { type Command, counted, oneOf, printList, type Session } from './command.ts'

/** What installing needs of the machine. */
export interface Machine {
  /** Families that LibreOffice sees. */
  families(): Promise<ReadonlySet<string>>
  /** Whether this process may install packages: root, on Debian. */
  mayInstall: boolean
  /** Runs a program with the terminal's output. @returns its exit code */
  run(program: string, args: readonly string[]): Promise<number>
}

const thisMachine = (): Machine => ({
  families: installedFamilies,
  mayInstall: process.getuid?.() === 0 && existsSync('/etc/debian_version'),
  async run(program, args) {
    const child = spawn(program, args, { stdio: 'inherit' })
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject).once('exit', resolve)
    })
    return code ?? 1
  },
})

/** Fonts of accounts as a sentence. */
export async function accountFonts(session: Session): Promise<string> {
  const { fonts, accounts } = await new FontStore(await session.database()).totals()
  return fonts === 0 ? 'none' : `${counted(fonts, 'font')} of ${counted(accounts, 'account')}`
}

/** Installs the fonts of a kind, or says the command that does. @throws FatalError when they cannot be installed */
export async function addFonts(
  session: Pick<Session, 'out' | 'note'>,
  kind: FontKind,
  machine: Machine,
): Promise<void> {
  const { package: name, purpose } = FONT_PACKAGES[kind]
  if (stateOf(kind, await machine.families()) === 'installed') {
    session.out(`Installed already: ${name} (${purpose}).`)
    return
  }
  const install = ['install', '-y', '--no-install-recommends', ...name.split(' ')]
  if (!machine.mayInstall)
    throw new FatalError(
      `only root can install packages, on Debian. Run: sudo apt-get ${install.join(' ')}\nthen restart the service`,
    )
  const isDone =
    (await machine.run('apt-get', ['update'])) === 0 &&
    (await machine.run('apt-get', install)) === 0
  if (!isDone) throw new FatalError(`apt-get could not install ${name}; see above`)
  session.out(`Installed: ${name} (${purpose}). Restart the service to use it.`)
}

/** Commands under `fonts`. */
export const fontCommands: Readonly<Record<string, Command>> = {
  add: {
    usage: `<${FONT_KINDS.join('|')}>`,
    summary:
      'Install fonts for more characters and families (as root on Debian; otherwise shows the command)',
    argument: { name: 'kind', values: FONT_KINDS },
    run: (session, flags) => addFonts(session, oneOf(flags, 'kind', FONT_KINDS), thisMachine()),
  },
  list: {
    usage: '[--json]',
    summary: 'List which of these fonts are installed, and how many fonts accounts have',
    async run(session, flags) {
      const families = await installedFamilies()
      const found = FONT_KINDS.map((kind) => {
        const { package: name, purpose } = FONT_PACKAGES[kind]
        return { kind, package: name, purpose, state: stateOf(kind, families) }
      })
      const own = await accountFonts(session)
      printList(
        session,
        flags,
        found,
        {
          FONTS: (one) => one.kind,
          STATE: (one) => one.state,
          PACKAGE: (one) => one.package,
          FOR: (one) => one.purpose,
        },
        { fonts: found, accounts: own },
      )
      if (flags.json !== true) session.out(`fonts of accounts: ${own}`)
    },
  },
}
