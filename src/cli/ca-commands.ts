/** `ca …`: the certificate authority: creating, inspecting, renewing, backing up. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { toIso } from '../kernel/clock.ts'
import { makeFolder } from '../kernel/private-files.ts'
import { keysOf } from '../kernel/type-guards.ts'
import { type Certificate, toPem } from '../pades/certificate.ts'
import { usualAlgorithm } from '../pades/signing-algorithm.ts'
import { toPkcs12 } from '../pki/backup.ts'
import { ROLES } from '../pki/bootstrap.ts'
import type { AuthorityKey } from '../pki/issuance.ts'
import type { RootLink } from '../pki/loaded-keys.ts'
import type { Pki } from '../pki/open.ts'
import { REVOCATION_REASONS } from '../pki/revocation.ts'
import { caCheck } from './ca-check.ts'
import {
  type Command,
  type Flags,
  oneOf,
  optional,
  printList,
  required,
  type Session,
  UsageError,
} from './command.ts'

const PASSWORD_LENGTH_MIN = 12
const AFTER_ROOT =
  'Publish its certificate where readers compare it. The issuing authority and the keys below it follow when they are rotated: by themselves in time, or now by "ca rotate" for each of them, the issuing authority first.'

/** The authority with its keys loaded. */
async function opened(session: Session, make: boolean): Promise<Pki> {
  const pki = await session.pki()
  await pki.authority.start({ make })
  const { state } = pki.authority
  if (state.status === 'failed') throw state.error
  return pki
}

const certificateFacts = (certificate: Certificate) => ({
  subject: certificate.name,
  serial: certificate.serialHex,
  not_before: toIso(certificate.notBeforeMs),
  not_after: toIso(certificate.notAfterMs),
  sha256: certificate.fingerprint,
})

const describe = ({ facts }: AuthorityKey) => ({
  label: facts.label,
  state: facts.retired ? 'retired' : 'in use',
  key: facts.holder,
  algorithm: usualAlgorithm(facts.certificate.publicKeyInfo).name,
  ...certificateFacts(facts.certificate),
})

/** The key of a root, certified by another root. */
const describeLink = ({ label, root, certificate }: RootLink) => ({
  ...describe(root),
  ...certificateFacts(certificate),
  label,
  state: 'cross',
})

async function printKeys(session: Session, pki: Pki, flags: Flags) {
  const own = [...(await pki.authority.keys()).values()].map(describe)
  const keys = [...own, ...(await pki.authority.links()).map(describeLink)]
  printList(session, flags, keys, {
    LABEL: (key) => key.label,
    STATE: (key) => key.state,
    KEY: (key) => key.key,
    'SIGNS BY': (key) => key.algorithm,
    SUBJECT: (key) => key.subject,
    'VALID UNTIL': (key) => key.not_after,
    'SHA-256 OF THE CERTIFICATE': (key) => key.sha256,
  })
}

/** What the keys are used for, for people: not part of the table that programs read. */
async function noteServices(session: Session, pki: Pki): Promise<void> {
  const { server, tsa } = session.config()
  const [holder = '', ...others] = await pki.keys.check()
  const revoked = (await pki.revocation.revoked()).length
  const stamped = tsa.authorities.map(({ url }) => url).join(', then ')
  session.note(`New keys        ${holder}`)
  for (const other of others) session.note(`Other keys      ${other}`)
  session.note(`Time-stamps     ${stamped || 'the built-in authority'}`)
  session.note(`Policy          ${server.baseUrl}/pki/policy`)
  session.note(
    `Lists           ${pki.publishUrl}/pki/issuing-N.crl, ${pki.publishUrl}/pki/root-N.crl`,
  )
  session.note(`OCSP            ${pki.publishUrl}/pki/ocsp`)
  session.note(`RFC 3161        ${server.baseUrl}/pki/tsa`)
  session.note(`Revoked         ${revoked} certificates`)
}

const REASONS = keysOf(REVOCATION_REASONS)
const SERIAL = /^[0-9a-f]{1,32}$/

/** What is to be revoked, and why. @throws UsageError */
function inputOf(flags: Flags) {
  const reason = oneOf(flags, 'reason', REASONS)
  const label = optional(flags, 'label')
  const stated = optional(flags, 'serial')?.toLowerCase().replaceAll(':', '')
  if ((label === undefined) === (stated === undefined))
    throw new UsageError('give either --label or --serial')
  if (stated !== undefined && !SERIAL.test(stated))
    throw new UsageError('--serial: must be hexadecimal, with at most 32 digits')
  return { reason, label, stated }
}

const revoke: Command = {
  usage: `(--label <label> | --serial <hex>) --reason <${REASONS.join('|')}>`,
  summary:
    'Revoke a certificate permanently: effective in OCSP immediately, in the published lists within an hour',
  async run(session, flags) {
    const { reason, label, stated } = inputOf(flags)
    const pki = await opened(session, false)
    const keys = await pki.authority.keys()
    const own = label === undefined ? undefined : keys.get(label)
    const named = label === undefined ? undefined : await pki.authority.published(label)
    if (label !== undefined && named === undefined)
      throw new UsageError(`--label: "${label}" must be one of ${[...keys.keys()].join(', ')}`)
    if (own?.facts.role === 'root')
      throw new UsageError(
        '--label: a root cannot be revoked; everyone who trusts it must remove it',
      )
    const serial = named?.serialHex ?? stated ?? ''
    if (!(await pki.revocation.revoke(serial.padStart(32, '0'), reason)))
      throw new UsageError(
        `--serial: ${serial} is not the serial number of an issued certificate, or it is already revoked`,
      )
    if (own !== undefined && !own.facts.retired)
      session.note(`${label} is still in use: replace it with "ca rotate".`)
    session.out(serial)
  },
}

/** Commands under `ca`. */
export const caCommands: Readonly<Record<string, Command>> = {
  init: {
    usage: '[--json]',
    summary:
      'Create the certificate authority (root, issuing, time-stamping, seal, OCSP) if there is none',
    async run(session, flags) {
      session.note('Generating keys; this takes up to a minute.')
      await printKeys(session, await opened(session, true), flags)
    },
  },
  status: {
    usage: '[--json]',
    summary:
      'Show keys and certificates, key storage, time-stamping, published addresses and the number of revocations',
    async run(session, flags) {
      const pki = await opened(session, false)
      await printKeys(session, pki, flags)
      await noteServices(session, pki)
    },
  },
  revoke,
  check: caCheck((session) => opened(session, false)),
  rotate: {
    usage: `--role <${ROLES.join('|')}>`,
    summary:
      'Generate a new key for a role; the old key signs nothing new. The last line of the output is the label',
    async run(session, flags) {
      const role = oneOf(flags, 'role', ROLES)
      const pki = await opened(session, false)
      const label = await pki.authority.rotate(role)
      session.note(`A running server starts using ${label} within a minute.`)
      if (role === 'root') session.note(AFTER_ROOT)
      session.out(label)
    },
  },
  export: {
    usage: '--out <folder> [--key <label> --password-file <file>]',
    summary:
      'Export certificates (PEM) and revocation lists (DER), and optionally one key as PKCS#12',
    async run(session, flags) {
      const folder = required(flags, 'out')
      const label = optional(flags, 'key')
      const password = label === undefined ? '' : readPassword(required(flags, 'password-file'))
      const pki = await opened(session, false)
      makeFolder(folder)
      const write = (name: string, content: string | Buffer, mode = 0o644): void => {
        writeFileSync(join(folder, name), content, { mode })
        session.out(join(folder, name))
      }
      const keys = await pki.authority.keys()
      for (const link of await pki.authority.links())
        write(`${link.label}.pem`, toPem('CERTIFICATE', link.certificate.der))
      for (const { facts } of keys.values()) {
        write(`${facts.label}.pem`, toPem('CERTIFICATE', facts.certificate.der))
        const list = await pki.revocation.published(facts.label)
        if (list !== undefined) write(`${facts.label}.crl`, list)
      }
      if (label === undefined) return
      const key = keys.get(label)
      if (key === undefined)
        throw new UsageError(`--key: "${label}" must be one of ${[...keys.keys()].join(', ')}`)
      write(`${label}.p12`, toPkcs12(key, password), 0o600)
    },
  },
}

function readPassword(path: string): string {
  const password = readFileSync(path, 'utf8').trim()
  if (password.length >= PASSWORD_LENGTH_MIN) return password
  throw new UsageError(
    `--password-file: the password must have at least ${PASSWORD_LENGTH_MIN} characters`,
  )
}
