/** `doctor`: checks everything the service needs and suggests fixes for what is missing. */
import { accessSync, constants } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { serviceDatabase } from '../app/databases.ts'
import type { Config } from '../config/config.ts'
import { connectDatabase } from '../database/open.ts'
import { systemClock, toIso } from '../kernel/clock.ts'
import { checkOf, type HealthCheck } from '../kernel/health-check.ts'
import { makeFolder } from '../kernel/private-files.ts'
import { messageOf } from '../kernel/type-guards.ts'
import { examineMessages } from '../messages/doctor.ts'
import { examineOffice } from '../office/doctor.ts'
import { scriptsWithoutFont } from '../pdf/typesetting/script-fonts.ts'
import { examineAuthority, examinePolicy, examinePublishing, examineStamps } from '../pki/doctor.ts'
import { type Command, counted, type Session, table } from './command.ts'
import { accountFonts } from './font-commands.ts'
import { examineKeeping, examineTimeSync, examineTraces } from './operation-check.ts'
import { examineFiles, examineStorage } from './storage-check.ts'

/** A required check failed; the table shows which. Exit code 1. */
export class Unwell extends Error {
  override readonly name = 'Unwell'
}

const DISK_BYTES_MIN = 1_000_000_000
const CLOCK_SLACK_MS = 120_000

function examineFolder(folder: string): HealthCheck {
  const check = checkOf('data folder', true)
  try {
    makeFolder(folder)
    accessSync(folder, constants.R_OK | constants.W_OK)
    return check.ok(folder)
  } catch {
    const fix = 'make the service user the owner of this folder, or set PARAPH_DATA_DIR'
    return check.fails(`${folder} is not writable`, fix)
  }
}

async function examineDisk(folder: string): Promise<HealthCheck> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const detail = `${(free / 1e9).toFixed(1)} GB free`
  const check = checkOf('disk')
  if (free >= DISK_BYTES_MIN) return check.ok(detail)
  return check.fails(detail, 'free up space: below 0.2 GB the service stops accepting work')
}

const databaseDetail = ({ postgres }: Config): string =>
  postgres === undefined
    ? 'intact, schema up to date'
    : `PostgreSQL, schema ${postgres.schema} up to date`

async function examineDatabase(session: Session): Promise<HealthCheck[]> {
  const { postgres, ...config } = session.config()
  const check = checkOf('database', true)
  try {
    const place = serviceDatabase({ ...config, postgres })
    const opened = await connectDatabase({ ...place, clock: systemClock, verify: true })
    await opened.close()
  } catch (error) {
    const fix =
      postgres === undefined
        ? 'restore a backup of the data folder'
        : 'check PARAPH_DATABASE_URL, and restore the database if it is damaged'
    return [check.fails(messageOf(error), fix)]
  }
  const { accounts, keys } = await session.accounts()
  const known = await accounts.listAccounts()
  const live = (await keys.listKeys()).filter((key) => key.revoked_at === null).length
  const createKey = 'npm run cli -- account create, then key create'
  return [
    check.ok(databaseDetail(session.config())),
    live > 0
      ? checkOf('keys').ok(`${counted(known.length, 'account')}, ${counted(live, 'key')}`)
      : checkOf('keys').fails('no API keys: the API cannot be called', createKey),
    examineClock([
      ...known.map((account) => account.created_at),
      toIso(await (await session.trails()).latestMs()),
    ]),
    ...(await examinePki(session)),
    checkOf('fonts of accounts').ok(await accountFonts(session)),
    await examineFiles(session),
    await examineKeeping(await session.database(), session.config()),
  ]
}

/** Names are drawn in stamps and proof certificates. */
function examineNames(): HealthCheck {
  const missing = scriptsWithoutFont()
  const check = checkOf('fonts for names')
  if (missing.length === 0) return check.ok('installed for every script in everyday use')
  const names = missing.map(({ name }) => name).join(', ')
  const packages = [...new Set(missing.map(({ from }) => from))].join(' ')
  return check.fails(
    `none for ${names}: names in these scripts are transliterated to Latin letters in stamps and proofs`,
    `apt install ${packages}`,
  )
}

async function examinePki(session: Session): Promise<HealthCheck[]> {
  const pki = await session.pki()
  const config = session.config()
  const found = await examineAuthority(pki)
  const isUsable = found.every(({ ok }) => ok)
  return [
    ...found,
    examinePolicy(config.pki.policyOid),
    ...(isUsable ? await examinePublishing(pki) : []),
    ...(await examineStamps(pki, config.tsa.authorities)),
  ]
}

/** What was recorded lies in the past, unless the clock jumped. */
function examineClock(recorded: readonly string[]): HealthCheck {
  const nowMs = systemClock.now()
  const check = checkOf('clock', true)
  const ahead = recorded.find((at) => Date.parse(at) > nowMs + CLOCK_SLACK_MS)
  if (ahead === undefined) return check.ok(toIso(nowMs))
  return check.fails(
    `the clock shows ${toIso(nowMs)}, but the database contains records of ${ahead}`,
    'set the clock and run a time synchronization service (chrony)',
  )
}

/** The command. */
export const doctor: Command = {
  usage: '',
  summary: 'Check everything the service needs and suggest fixes',
  async run(session) {
    const { dataDir, office, messages } = session.config()
    const folder = examineFolder(dataDir)
    const checks: HealthCheck[] = [checkOf('Node.js', true).ok(process.version), folder]
    if (folder.ok) checks.push(await examineDisk(dataDir), ...(await examineDatabase(session)))
    checks.push(...(await examineStorage(session.config())))
    checks.push(...(await examineOffice({ ...office, scratchDir: join(dataDir, 'office') })))
    checks.push(examineNames())
    checks.push(...(await examineMessages(messages)), await examineTraces(session.config()))
    checks.push(...(await examineTimeSync()))
    const mark = ({ ok, required }: HealthCheck) => (ok ? 'ok' : required ? 'FAILED' : 'warning')
    const rows = checks.map((check) => [mark(check), check.name, check.detail])
    for (const line of table(['', 'CHECK', 'RESULT'], rows)) session.out(line)
    for (const { name, fix } of checks.filter((check) => !check.ok)) {
      if (fix !== undefined) session.out(`→ ${name}: ${fix}`)
    }
    if (checks.some((check) => check.required && !check.ok)) {
      throw new Unwell('a required check failed; see FAILED above')
    }
  },
}
