/** `doctor`: checks everything the service needs and suggests fixes for what is missing. */
import { accessSync, constants } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { serviceDatabase } from '../app/databases.ts'
import type { Config } from '../config/config.ts'
import { connectDatabase } from '../database/open.ts'
import { systemClock, toIso } from '../kernel/clock.ts'
import type { HealthCheck } from '../kernel/health-check.ts'
import { makeFolder } from '../kernel/private-files.ts'
import { examineMessages } from '../messages/doctor.ts'
import { examineOffice } from '../office/doctor.ts'
import { scriptsWithoutFont } from '../pdf/typesetting/script-fonts.ts'
import { examineAuthority, examinePolicy, examinePublishing, examineStamps } from '../pki/doctor.ts'
import { type Command, type Session, table } from './command.ts'
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
  const base = { name: 'data folder', required: true }
  try {
    makeFolder(folder)
    accessSync(folder, constants.R_OK | constants.W_OK)
    return { ...base, ok: true, detail: folder }
  } catch {
    const fix = 'make the service user the owner of this folder, or set PARAPH_DATA_DIR'
    return { ...base, ok: false, detail: `${folder} is not writable`, fix }
  }
}

async function examineDisk(folder: string): Promise<HealthCheck> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const ok = free >= DISK_BYTES_MIN
  const detail = `${(free / 1e9).toFixed(1)} GB free`
  return {
    name: 'disk',
    required: false,
    ok,
    detail,
    ...(!ok && { fix: 'free up space: below 0.2 GB the service stops accepting work' }),
  }
}

const databaseDetail = ({ postgres }: Config): string =>
  postgres === undefined
    ? 'intact, schema up to date'
    : `PostgreSQL, schema ${postgres.schema} up to date`

async function examineDatabase(session: Session): Promise<HealthCheck[]> {
  const { postgres, ...config } = session.config()
  try {
    const place = serviceDatabase({ ...config, postgres })
    const opened = await connectDatabase({ ...place, clock: systemClock, verify: true })
    await opened.close()
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    return [
      {
        name: 'database',
        required: true,
        ok: false,
        detail,
        fix:
          postgres === undefined
            ? 'restore a backup of the data folder'
            : 'check PARAPH_DATABASE_URL, and restore the database if it is damaged',
      },
    ]
  }
  const { accounts, keys } = await session.accounts()
  const known = await accounts.listAccounts()
  const live = (await keys.listKeys()).filter((key) => key.revoked_at === null).length
  return [
    { name: 'database', required: true, ok: true, detail: databaseDetail(session.config()) },
    live > 0
      ? {
          name: 'keys',
          required: false,
          ok: true,
          detail: `${counted(known.length, 'account')}, ${counted(live, 'key')}`,
        }
      : {
          name: 'keys',
          required: false,
          ok: false,
          detail: 'no API keys: the API cannot be called',
          fix: 'npm run cli -- account create, then key create',
        },
    examineClock([
      ...known.map((account) => account.created_at),
      toIso(await (await session.trails()).latestMs()),
    ]),
    ...(await examinePki(session)),
    {
      name: 'fonts of accounts',
      required: false,
      ok: true,
      detail: await accountFonts(session),
    },
    await examineFiles(session),
    await examineKeeping(await session.database(), session.config()),
  ]
}

/** Names are drawn in stamps and proof certificates. */
function examineNames(): HealthCheck {
  const missing = scriptsWithoutFont()
  const base = { name: 'fonts for names', required: false, ok: missing.length === 0 }
  if (base.ok) return { ...base, detail: 'installed for every script in everyday use' }
  const names = missing.map(({ name }) => name).join(', ')
  const packages = [...new Set(missing.map(({ from }) => from))].join(' ')
  return {
    ...base,
    detail: `none for ${names}: names in these scripts are transliterated to Latin letters in stamps and proofs`,
    fix: `apt install ${packages}`,
  }
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

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** What was recorded lies in the past, unless the clock jumped. */
function examineClock(recorded: readonly string[]): HealthCheck {
  const nowMs = systemClock.now()
  const base = { name: 'clock', required: true }
  const ahead = recorded.find((at) => Date.parse(at) > nowMs + CLOCK_SLACK_MS)
  if (ahead === undefined) return { ...base, ok: true, detail: toIso(nowMs) }
  return {
    ...base,
    ok: false,
    detail: `the clock shows ${toIso(nowMs)}, but the database contains records of ${ahead}`,
    fix: 'set the clock and run a time synchronization service (chrony)',
  }
}

/** The command. */
export const doctor: Command = {
  usage: '',
  summary: 'Check everything the service needs and suggest fixes',
  async run(session) {
    const { dataDir, office, messages } = session.config()
    const folder = examineFolder(dataDir)
    const checks: HealthCheck[] = [
      { name: 'Node.js', required: true, ok: true, detail: process.version },
      folder,
    ]
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
