/** `ca revoke`: revokes a certificate of the authority. */
import { keysOf } from '../kernel/type-guards.ts'
import type { Pki } from '../pki/open.ts'
import { REVOCATION_REASONS } from '../pki/revocation.ts'
import { type Command, optional, required, type Session, UsageError } from './command.ts'

const REASONS = keysOf(REVOCATION_REASONS)
const SERIAL = /^[0-9a-f]{1,32}$/

/** What is to be revoked, and why. @throws UsageError */
function inputOf(flags: Parameters<Command['run']>[1]) {
  const given = required(flags, 'reason')
  const reason = REASONS.find((each) => each === given)
  if (reason === undefined)
    throw new UsageError(`--reason: "${given}" must be one of ${REASONS.join(', ')}`)
  const label = optional(flags, 'label')
  const stated = optional(flags, 'serial')?.toLowerCase().replaceAll(':', '')
  if ((label === undefined) === (stated === undefined))
    throw new UsageError('give either --label or --serial')
  if (stated !== undefined && !SERIAL.test(stated))
    throw new UsageError('--serial: must be hexadecimal, with at most 32 digits')
  return { reason, label, stated }
}

/**
 * The command.
 * @param open gives the authority with its keys loaded
 */
export const caRevoke = (open: (session: Session) => Promise<Pki>): Command => ({
  usage: `(--label <label> | --serial <hex>) --reason <${REASONS.join('|')}>`,
  summary:
    'Revoke a certificate permanently: effective in OCSP immediately, in the published lists within an hour',
  async run(session, flags) {
    const { reason, label, stated } = inputOf(flags)
    const pki = await open(session)
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
})
