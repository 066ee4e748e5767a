/** What the columns of a list mean: the header is matched with the roles of the template, cells become members. */
import type { Finding } from '../../kernel/coded-error.ts'
import { type ValueKind, valueKind } from '../../kernel/field-types.ts'
import { type JsonObject, setAt } from '../../kernel/json.ts'
import { findingAt } from '../../translations/texts.ts'
import type { Role, RoleSigner } from '../templates/schemas.ts'
import { roleKey } from '../templates/signers.ts'
import type { RowUse } from './schemas.ts'

/** Members of a person that a column may hold. */
const PERSON = ['email', 'first_name', 'last_name', 'phone', 'country', 'locale'] as const
/** Members of a row itself. */
const OWN = ['external_id', 'name', 'message', 'expires_at'] as const
const PATH_NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u
const FORBIDDEN = new Set(['__proto__', 'prototype', 'constructor'])
const DEPTH_MAX = 8

/** Puts one cell into a row. */
export type Column = (row: RowUse, cell: string) => void

/** The columns of a list. */
export interface Columns {
  /** By position; undefined: a column without a name, which must be empty. */
  setters: ReadonlyArray<Column | undefined>
  /** As the header names them. */
  names: readonly string[]
  findings: Finding[]
}

function personIn(row: RowUse, role: string): RoleSigner {
  row.signers ??= []
  const known = row.signers.find((each) => each.role === role)
  if (known !== undefined) return known
  const person = { role }
  row.signers.push(person)
  return person
}

const YES = new Set(['true', 'yes', 'oui', '1', 'x', 'vrai'])
const NO = new Set(['false', 'no', 'non', '0', 'faux'])

/** What a spreadsheet writes for a value; what cannot be one is reported by the check of the field. */
function typed(cell: string, kind: ValueKind | undefined): string | number | boolean {
  const word = cell.toLowerCase()
  if (kind === 'boolean' && (YES.has(word) || NO.has(word))) return YES.has(word)
  if (kind === 'number' && /^[+-]?\d+(?:[.,]\d+)?$/.test(cell))
    return Number(cell.replace(',', '.'))
  return cell
}

/** A column of a role, such as `tenant.email` or `tenant.rent`. */
function roleColumn({ role, fields = [] }: Role, member: string): Column | undefined {
  const person = PERSON.find((name) => name === member.toLowerCase())
  if (person !== undefined)
    return (row, cell) => {
      Object.assign(personIn(row, role), { [person]: cell })
    }
  const field = fields.find(({ name }) => name !== undefined && roleKey(name) === roleKey(member))
  const name = field?.name
  if (name === undefined) return undefined
  const kind = valueKind(field?.type)
  return (row, cell) => {
    const signer = personIn(row, role)
    signer.values = { ...signer.values, [name]: typed(cell, kind) }
  }
}

function dataColumn(path: readonly string[]): Column | undefined {
  const isPlain = (name: string) => PATH_NAME.test(name) && !FORBIDDEN.has(name)
  if (path.length === 0 || path.length > DEPTH_MAX || !path.every(isPlain)) return undefined
  return (row, cell) => {
    row.data ??= {}
    setAt(row.data as JsonObject, path, cell)
  }
}

function metadataColumn(name: string): Column | undefined {
  if (name === '' || FORBIDDEN.has(name)) return undefined
  return (row, cell) => {
    row.metadata = { ...row.metadata, [name]: cell }
  }
}

/** The meaning of one name. */
function columnOf(name: string, roles: readonly Role[], isWord: boolean): Column | undefined {
  const own = OWN.find((each) => each === name.toLowerCase())
  if (own !== undefined) return (row, cell) => Object.assign(row, { [own]: cell })
  const [group = '', ...rest] = name.split('.')
  if (group.toLowerCase() === 'data' && isWord) return dataColumn(rest)
  if (group.toLowerCase() === 'metadata') return metadataColumn(rest.join('.'))
  // The longest first: a role may be called "tenant.guarantor".
  const longest = [...roles].sort((one, other) => other.role.length - one.role.length)
  for (const role of longest) {
    const start = `${roleKey(role.role)}.`
    if (!name.toLowerCase().startsWith(start)) continue
    const column = roleColumn(role, name.slice(start.length).trim())
    if (column !== undefined) return column
  }
  // Where one person alone is to be given, nobody writes whose address it is.
  const [only, ...others] = roles.filter(({ email }) => email === undefined)
  return only === undefined || others.length > 0 ? undefined : roleColumn(only, name)
}

/** The names that a header may have. */
export function columnNames(roles: readonly Role[], isWord: boolean): string[] {
  const people = roles.flatMap(({ role, email, fields = [] }) => [
    ...(email === undefined ? PERSON.slice(0, 4) : []).map((member) => `${role}.${member}`),
    ...fields.flatMap(({ name }) => (name === undefined ? [] : [`${role}.${name}`])),
  ])
  return [...people, ...(isWord ? ['data.…'] : []), 'external_id', 'name', 'message', 'metadata.…']
}

/** Matches a header with a template. */
export function columnsOf(
  header: readonly string[],
  { roles, isWord, line }: { roles: readonly Role[]; isWord: boolean; line: number },
): Columns {
  const names = header.map((name) => name.trim())
  const findings: Finding[] = []
  const seen = new Set<string>()
  const setters = names.map((name, at) => {
    if (name === '') return undefined
    const pointer = `/rows/header/${at + 1}`
    const where = { line, number: at + 1, name: shortened(name) }
    if (seen.has(name.toLowerCase()))
      findings.push(findingAt(pointer, 'column_repeated', 'lists.columnTwice', where))
    seen.add(name.toLowerCase())
    const column = columnOf(name, roles, isWord)
    if (column === undefined) {
      const facts = { ...where, known: columnNames(roles, isWord).join(', ') }
      findings.push(findingAt(pointer, 'column_unknown', 'lists.columnUnknown', facts))
    }
    return column
  })
  if (seen.size === 0) {
    const facts = { line, known: columnNames(roles, isWord).join(', ') }
    findings.push(findingAt('/rows/header', 'header_missing', 'lists.noHeader', facts))
  }
  return { setters, names, findings: findings.slice(0, FINDINGS_MAX) }
}

const FINDINGS_MAX = 50
const NAME_SHOWN = 80
const shortened = (name: string): string =>
  name.length > NAME_SHOWN ? `${name.slice(0, NAME_SHOWN)}…` : name
