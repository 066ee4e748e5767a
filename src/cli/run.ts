/** Finds the command, parses its flags, runs it and turns errors into an exit code. */

import { type ParseArgsConfig, parseArgs } from 'node:util'
import { type Accounts, openAccounts } from '../accounts/open.ts'
import { loadPlans, PlansError } from '../accounts/plans.ts'
import { outsideAuthorities } from '../app/authorities.ts'
import { serviceDatabase } from '../app/databases.ts'
import { Trails } from '../audit/trail.ts'
import { BackupError } from '../backup/inventory.ts'
import { type Config, ConfigError } from '../config/config.ts'
import { connectDatabase, type Db, type OpenDatabase } from '../database/open.ts'
import { systemClock } from '../kernel/clock.ts'
import { CodedError } from '../kernel/coded-error.ts'
import { FatalError } from '../kernel/invariant.ts'
import { nearestName } from '../kernel/nearest-name.ts'
import { codeOf } from '../kernel/type-guards.ts'
import { openPki, type Pki } from '../pki/open.ts'
import { acceptLoss } from './accept-loss.ts'
import { accountCommands } from './account-commands.ts'
import { backupCommand, restoreCommand } from './backup-commands.ts'
import { caCommands } from './ca-commands.ts'
import { certificateServiceCommands } from './certificate-service-commands.ts'
import { type Command, type Flags, type Session, UsageError } from './command.ts'
import { doctor, Unwell } from './doctor.ts'
import { externalSealCommands } from './external-seal-commands.ts'
import { fontCommands } from './font-commands.ts'
import { keyCommands } from './key-commands.ts'
import { memberCommands } from './member-commands.ts'
import { migrateStorage } from './migrate-storage.ts'
import { personCommands } from './person-commands.ts'
import { planCommands } from './plan-commands.ts'
import { renewTimestamps } from './renew-timestamps.ts'
import { usageCommands } from './usage-commands.ts'
import { TrailFindings, verifyAudit } from './verify-audit.ts'
import { verifyStorage } from './verify-storage.ts'
import { webhookCommands } from './webhook-commands.ts'

/** Commands without a group. */
const SINGLES: Readonly<Record<string, Command>> = {
  'accept-loss': acceptLoss,
  backup: backupCommand,
  doctor,
  'migrate-storage': migrateStorage,
  'renew-timestamps': renewTimestamps,
  restore: restoreCommand,
  'verify-audit': verifyAudit,
  'verify-storage': verifyStorage,
}

/** Every group of commands; those without one are under the empty name. */
const GROUPS: Readonly<Record<string, Readonly<Record<string, Command>>>> = {
  account: accountCommands,
  ca: caCommands,
  fonts: fontCommands,
  key: keyCommands,
  member: memberCommands,
  'certificate-service': certificateServiceCommands,
  'outer-seal': externalSealCommands,
  person: personCommands,
  plan: planCommands,
  usage: usageCommands,
  webhooks: webhookCommands,
  '': SINGLES,
}

/** Output streams and environment of the command line. */
interface Surroundings {
  out(line: string): void
  note(line: string): void
  config(): Config
}

const EXIT_OK = 0
const EXIT_FAILED = 1
const EXIT_USAGE = 2

const PROGRAM = 'npm run cli --'

const phrase = (...words: readonly string[]): string =>
  words.filter((word) => word !== '').join(' ')

/** The commands of one group, or of all, with what each is for. */
function overview(only?: string): string[] {
  const lines = Object.entries(GROUPS)
    .filter(([group]) => only === undefined || group === only)
    .flatMap(([group, commands]) =>
      Object.entries(commands).flatMap(([name, command]) => [
        `  ${phrase(group, name, command.usage)}`,
        `      ${command.summary}`,
      ]),
    )
  return [
    `Usage: ${PROGRAM} <command> [flags]`,
    '',
    ...lines,
    '',
    'Run a command with --help to see its flags.',
  ]
}

const commandHelp = (group: string, name: string, command: Command): string[] => [
  `Usage: ${phrase(PROGRAM, group, name, command.usage)}`,
  '',
  `${command.summary}.`,
  ...(command.help === undefined ? [] : ['', ...command.help]),
]

/** A session that opens the database when a command first needs it, and closes what it opened. */
class LazySession implements Session {
  readonly out: (line: string) => void
  readonly note: (line: string) => void
  readonly #config: () => Config
  #database: Promise<OpenDatabase> | undefined
  #accounts: Promise<Accounts> | undefined

  constructor(surroundings: Surroundings) {
    this.out = surroundings.out
    this.note = surroundings.note
    this.#config = surroundings.config
  }

  config() {
    return this.#config()
  }

  plans() {
    return loadPlans(this.#config().accounts.plansFile)
  }

  accounts(): Promise<Accounts> {
    this.#accounts ??= this.#open()
    return this.#accounts
  }

  async close(): Promise<void> {
    // One that could not be opened has been reported.
    await (await this.#database?.catch(() => undefined))?.close()
  }

  async pki(): Promise<Pki> {
    const { dataDir, pki, server, tsa } = this.#config()
    const { baseUrl, publishUrl } = server
    const outside = outsideAuthorities(tsa, ({ url, reason }) => this.note(`${url}: ${reason}`))
    const db = await this.database()
    const base = { db, clock: systemClock, dataFolder: dataDir, baseUrl, publishUrl }
    // Generating keys in advance would keep the process busy for minutes after the command.
    const config = { ...pki, keyPool: 0 }
    return openPki({ ...base, ...outside, config, awaited: () => true })
  }

  async database(): Promise<Db> {
    this.#database ??= connectDatabase({ ...serviceDatabase(this.#config()), clock: systemClock })
    return (await this.#database).db
  }

  async trails(): Promise<Trails> {
    return new Trails(await this.database(), systemClock)
  }

  async #open(): Promise<Accounts> {
    const { dataDir, accounts } = this.#config()
    const db = await this.database()
    return await openAccounts({ db, clock: systemClock, dataFolder: dataDir, config: accounts })
  }
}

/** The error in one line, naming the flag if one caused it. */
function explain(error: unknown): string {
  if (error instanceof CodedError) {
    const flag = error.errors[0]?.pointer?.slice(1)
    return flag === undefined ? error.message : `--${flag}: ${error.message}`
  }
  if (error instanceof Error) {
    const expected =
      error instanceof UsageError ||
      error instanceof BackupError ||
      error instanceof FatalError ||
      error instanceof ConfigError ||
      error instanceof PlansError ||
      error instanceof Unwell ||
      error instanceof TrailFindings
    return expected ? error.message : (error.stack ?? error.message)
  }
  return String(error)
}

const isParseError = (error: unknown): error is Error =>
  error instanceof Error && codeOf(error)?.startsWith('ERR_PARSE_ARGS') === true

/** `(did you mean …?)`, or nothing. */
function meant(word: string, known: readonly string[]): string {
  const nearest = nearestName(word, known)
  return nearest === undefined ? '' : ` (did you mean "${nearest}"?)`
}

function find(group: string, name: string): Command {
  const commands = Object.hasOwn(GROUPS, group) ? GROUPS[group] : undefined
  if (commands === undefined) {
    const known = [...Object.keys(GROUPS).filter(Boolean), ...Object.keys(SINGLES)]
    throw new UsageError(
      `"${group}" is not a command${meant(group, known)}; there are ${known.join(', ')}`,
    )
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command !== undefined) return command
  const given =
    name === ''
      ? `${group} needs a command`
      : `"${group} ${name}" is not a command${meant(name, Object.keys(commands))}`
  throw new UsageError(`${given}; the commands are ${Object.keys(commands).join(', ')}`)
}

const isHelp = (word: string | undefined): boolean => word === '--help' || word === '-h'

async function execute(args: readonly string[], session: Session): Promise<void> {
  const [first = '', second, ...rest] = args
  const print = (lines: readonly string[]) => {
    for (const line of lines) session.out(line)
  }
  if (first === '' || first === 'help' || first.startsWith('-')) return print(overview())
  const [group, name = '', given] = Object.hasOwn(SINGLES, first)
    ? ['', first, args.slice(1)]
    : [first, second, rest]
  if (isHelp(name)) return print(overview(group))
  const command = find(group, name)
  if (given.some(isHelp)) return print(commandHelp(group, name, command))
  await command.run(session, flagsOf(command, given))
}

/** A flag where the usage shows it, with the first character of its value if it takes one. */
const SHOWN_FLAG = /--([a-z][a-z0-9-]*)( [^-[| ])?/g

/** The flags of a command as they were given, and the word if it takes one. @throws UsageError */
function flagsOf({ usage, help = [], argument }: Command, args: readonly string[]): Flags {
  const shown = usage.endsWith('…') ? `${usage} ${help.join(' ')}` : usage
  const options: NonNullable<ParseArgsConfig['options']> = {}
  for (const [, name = '', value] of shown.matchAll(SHOWN_FLAG))
    options[name] = { type: value === undefined ? 'boolean' : 'string' }
  const allowPositionals = argument !== undefined
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals })
  const flags = values as Flags
  if (argument === undefined) return flags
  const [word = ''] = positionals
  if (positionals.length === 1 && argument.values.includes(word))
    return { ...flags, [argument.name]: word }
  throw new UsageError(`one of these is required: ${argument.values.join(', ')}`)
}

/** Runs one command line and returns its exit code: 0 success, 1 failure, 2 usage error. */
export async function runCommandLine(args: readonly string[], surroundings: Surroundings) {
  const session = new LazySession(surroundings)
  try {
    await execute(args, session)
    return EXIT_OK
  } catch (error) {
    const misused = error instanceof UsageError || isParseError(error)
    surroundings.note(`error: ${isParseError(error) ? error.message : explain(error)}`)
    if (misused) surroundings.note(`Run ${PROGRAM} help for usage.`)
    return misused ? EXIT_USAGE : EXIT_FAILED
  } finally {
    await session.close()
  }
}
