/** The signers of a request from the roles of its template and the people given for them. */
import { type Finding, reworded } from '../../kernel/coded-error.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Locale } from '../../kernel/languages.ts'
import { findingAt, textsIn } from '../../translations/texts.ts'
import type { SignerInput } from '../model/schemas/signer.ts'
import type { Role, RoleSigner } from './schemas.ts'

/** Signers in the order of the roles, and where each was given. */
export type FilledRoles = ReturnType<typeof fillRoles>

/** Roles are compared without regard to case: `Tenant` and `tenant` are one column, and one tag. */
export const roleKey = (name: string): string => name.trim().toLowerCase()

/** Names as a text lists them, which says in its own words that there are none. */
const listed = (names: readonly string[]): string => names.join(', ') || 'none'

/** Faults of roles that have the same name, and of witnesses of none. */
export function roleFindings(roles: readonly Role[]): Finding[] {
  const seen = new Set<string>()
  const signing = roles.filter(({ action = 'sign' }) => action === 'sign')
  return roles.flatMap(({ role, action, witness_of: of }, index) => {
    const findings: Finding[] = []
    if (seen.has(roleKey(role)))
      findings.push(findingAt(`/roles/${index}/role`, 'role_repeated', 'roles.twice'))
    seen.add(roleKey(role))
    const isKnown = signing.some(
      (each) =>
        roleKey(each.role) === roleKey(of ?? '') || each.email?.toLowerCase() === of?.toLowerCase(),
    )
    if (action === 'witness' && !isKnown) {
      const pointer = `/roles/${index}/witness_of`
      const names = listed(signing.map((each) => each.role))
      findings.push(findingAt(pointer, 'witness_of_unknown', 'roles.witnessOf', { names }))
    }
    return findings
  })
}

/** Signers whose witnesses name an address, where the roles name another role. Both lists have the same order. */
export function withWitnesses(
  roles: readonly Role[],
  signers: readonly SignerInput[],
): SignerInput[] {
  return signers.map((signer) => {
    const { witness_of: of } = signer
    const named =
      of === undefined ? -1 : roles.findIndex((each) => roleKey(each.role) === roleKey(of))
    const email = signers[named]?.email
    return email === undefined || email === '' ? signer : { ...signer, witness_of: email }
  })
}

/** Puts the given values into the fields of a role. */
function withValues(
  { fields = [], ...signer }: SignerInput,
  values: NonNullable<RoleSigner['values']>,
  at: string,
  findings: Finding[],
): SignerInput {
  const known = new Map(fields.map((field) => [roleKey(field.name ?? ''), field]))
  const given = new Map(Object.entries(values).map(([name, value]) => [roleKey(name), value]))
  for (const name of Object.keys(values)) {
    if (known.has(roleKey(name))) continue
    const names = listed(fields.flatMap((field) => field.name ?? []))
    const pointer = `${at}/values/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    findings.push(findingAt(pointer, 'field_unknown', 'roles.fieldUnknown', { names }))
  }
  return {
    ...signer,
    fields: fields.map((field) => {
      const value = given.get(roleKey(field.name ?? ''))
      return value === undefined ? field : { ...field, value }
    }),
  }
}

/** One signer for each role. */
export function fillRoles(roles: readonly Role[], given: readonly RoleSigner[]) {
  const findings: Finding[] = []
  const names = roles.map(({ role }) => role).join(', ')
  const at = new Map<string, number>()
  given.forEach(({ role }, index) => {
    const pointer = `/signers/${index}/role`
    if (!roles.some((each) => roleKey(each.role) === roleKey(role)))
      findings.push(findingAt(pointer, 'role_unknown', 'roles.unknown', { names }))
    else if (at.has(roleKey(role)))
      findings.push(findingAt(pointer, 'role_repeated', 'roles.personTwice'))
    at.set(roleKey(role), index)
  })
  /** Index among those given, by index of the role; undefined: the template names the person. */
  const givenAt = roles.map(({ role }) => at.get(roleKey(role)))
  const signers = roles.map((role, index) => {
    const place = givenAt[index]
    const { role: _name, values, ...own } = (place === undefined ? undefined : given[place]) ?? {}
    const signer = { ...role, ...own }
    if (signer.email === undefined) {
      const pointer = place === undefined ? '/signers' : `/signers/${place}/email`
      findings.push(findingAt(pointer, 'required', 'roles.noPerson', { role: role.role }))
    }
    const whole = { ...signer, email: signer.email ?? '' }
    return values === undefined ? whole : withValues(whole, values, `/signers/${place}`, findings)
  })
  return { signers: withWitnesses(roles, signers), findings, givenAt }
}

/** An error about signers, as it is worded for the people as they were given. */
export function asGiven(error: unknown, { givenAt }: FilledRoles, roles: readonly Role[]): unknown {
  if (!(error instanceof AppError) || error.errors.length === 0) return error
  const errors = error.errors.map((finding) =>
    renamed(finding, (index, locale) => {
      const place = givenAt[index]
      const { named } = textsIn(locale).details.roles
      return place === undefined ? named({ role: roles[index]?.role ?? '' }) : `/signers/${place}`
    }),
  )
  const { retryAfterSeconds } = error
  return new AppError(error.code, errors.map(({ detail }) => detail).join(' '), {
    errors,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    cause: error,
  })
}

const SIGNER = /\/signers\/(\d+)/g

/** A finding whose signers are named otherwise. @param nameOf by index of the role */
export function renamed(
  finding: Finding,
  nameOf: (index: number, locale: Locale) => string,
): Finding {
  const rename = (text: string, locale: Locale) =>
    text.replace(SIGNER, (_all, index) => nameOf(Number(index), locale))
  const { pointer } = finding
  return {
    ...reworded(finding, rename),
    ...(pointer !== undefined && { pointer: rename(pointer, 'en') }),
  }
}
