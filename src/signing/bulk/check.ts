/** Checks every row of a list by the rules of a single request, and says of each bad one where and what to do. */

import { createHash } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import type { TSchema } from 'typebox'
import type { Caller } from '../../accounts/caller.ts'
import { findingsOf, newChecker } from '../../http/schema-check.ts'
import { type Finding, reworded } from '../../kernel/coded-error.ts'
import { AppError } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { OptionsSchema } from '../../rendering/schemas.ts'
import type { SenderFacts } from '../branding/name-rules.ts'
import { COMPONENTS as REQUEST_COMPONENTS } from '../model/schemas/request.ts'
import { type CheckParts, checkInput } from '../requests/checks.ts'
import { expiryOf } from '../requests/request-input.ts'
import { COMPONENTS as TEMPLATE_COMPONENTS } from '../templates/schemas.ts'
import { dataFindings, type TemplateParts, usedTemplate } from '../templates/use.ts'
import type { ReadRow, RowFault } from './read.ts'
import { type RowFinding, RowSchema, type RowUse } from './schemas.ts'

/** Rows that are checked between pauses, in which others are served. */
const AT_ONCE = 50
const WARNINGS_MAX = 100

const ajv = newChecker()
ajv.addSchema([OptionsSchema, ...REQUEST_COMPONENTS, ...TEMPLATE_COMPONENTS] as TSchema[])
const isRow = ajv.compile<RowUse>(RowSchema)

/** Everything a row is checked against. */
interface Rules {
  parts: CheckParts
  caller: Caller
  template: TemplateParts
  facts: SenderFacts
  /** Checks the data of a Word template. */
  dataOf: ((data: unknown) => Finding[]) | undefined
}

/**
 * Adds its faults to each row.
 * @param schema of the data of a Word template
 */
export async function checkRows(
  parts: CheckParts,
  caller: Caller,
  {
    template,
    rows,
    schema,
  }: { template: TemplateParts; rows: ReadRow[]; schema?: JsonObject | undefined },
) {
  const facts = await parts.senderFacts(caller.account.id)
  const rules = { parts, caller, template, facts, dataOf: schema && dataCheck(schema, template) }
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    await Promise.all(rows.slice(at, at + AT_ONCE).map((row) => checkRow(rules, row)))
    await breathe()
  }
  return { rows, warnings: repeated(rows) }
}

async function checkRow(rules: Rules, row: ReadRow): Promise<void> {
  if (row.findings.length > 0) return
  const { roles } = rules.template.definition
  const given = (index: number) => row.use.signers?.[index]?.role ?? `signer ${index + 1}`
  if (!isRow(row.use)) {
    row.findings = findingsOf(isRow.errors).map((each) => atColumn(each, row, given))
    return
  }
  const daysMax = rules.caller.plan.signature?.request_expiry_days ?? 0
  const nowMs = rules.parts.clock.now()
  const used = usedTemplate(rules.template.definition, row.use, { nowMs, daysMax })
  const early = [...used.findings, ...dataFindings(rules.template, row.use)]
  row.findings = early.map((each) => atColumn(each, row, given))
  // Without a person for each role, their addresses and phones say nothing.
  if (row.findings.length > 0) return
  const { signers, options } = used
  const { id } = rules.caller.account
  const asked = { signers, options, additional: rules.template.files }
  const { findings } = await checkInput(rules.parts, id, asked, rules.facts)
  const found = [
    ...findings,
    ...expiryFindings(options.expires_at, nowMs, daysMax),
    ...(rules.dataOf?.(row.use.data ?? {}) ?? []),
  ]
  row.findings = found.map((each) =>
    atColumn(each, row, (index) => roles[index]?.role ?? '', used.signers),
  )
}

function expiryFindings(wanted: string | undefined, nowMs: number, daysMax: number) {
  try {
    expiryOf(wanted, nowMs, daysMax)
    return []
  } catch (error) {
    if (error instanceof AppError) return error.errors
    throw error
  }
}

/** Checks data by the tags of the template; values that may be missing by the template's options may be missing here. */
function dataCheck(
  schema: JsonObject,
  { definition }: TemplateParts,
): (data: unknown) => Finding[] {
  const mayMiss = (definition.options?.missing ?? 'error') !== 'error'
  const checker = newChecker({ validateFormats: false })
  const validate = checker.compile(schema)
  return (data) => {
    if (validate(data)) return []
    return findingsOf(
      (validate.errors ?? []).filter(({ keyword }) => !mayMiss || keyword !== 'required'),
      '/data',
    )
  }
}

type Fields = ReadonlyArray<{ fields?: ReadonlyArray<{ name?: string }> }>

const SIGNER = /^\/signers\/(\d+)(?:\/(.*))?$/

/** The column that a pointer into a row is about. */
export function columnAt(pointer: string, roleOf: (index: number) => string, signers: Fields = []) {
  const [, index, rest = ''] = SIGNER.exec(pointer) ?? []
  if (index === undefined) return pointer.slice(1).replaceAll('/', '.')
  const role = roleOf(Number(index))
  const [kind = '', which = '', ...more] = rest.split('/')
  if (kind === 'values') return [role, which, ...more].join('.')
  const field =
    kind === 'fields' ? signers[Number(index)]?.fields?.[Number(which)]?.name : undefined
  if (field !== undefined) return `${role}.${field}`
  return rest === '' ? role : `${role}.${rest.replaceAll('/', '.')}`
}

/** A finding about a row, in the words of its list. */
export function atColumn(
  finding: Finding,
  { row, line }: { row: number; line: number },
  roleOf: (index: number) => string,
  signers?: Fields,
): RowFault {
  const { pointer = '', code } = finding
  const column = columnAt(pointer, roleOf, signers)
  const { detail, wording } = reworded(finding, (text) =>
    pointer === '' ? text : text.replaceAll(pointer, `"${column}"`),
  )
  return {
    row,
    line,
    ...(column !== '' && { column }),
    ...(code !== undefined && { code }),
    detail,
    ...(wording !== undefined && { wording }),
  }
}

/** Rows that ask the same people for the same. */
function repeated(rows: readonly ReadRow[]): RowFinding[] {
  const first = new Map<string, number>()
  const found: RowFinding[] = []
  for (const { row, line, use, findings } of rows) {
    if (findings.length > 0) continue
    const key = createHash('sha256').update(JSON.stringify(use).toLowerCase()).digest('base64')
    const before = first.get(key)
    if (before === undefined) first.set(key, row)
    else if (found.length < WARNINGS_MAX)
      found.push({
        row,
        line,
        code: 'row_repeated',
        detail: `Row ${row} is the same as row ${before}: both are sent. If that is a mistake, cancel and remove one.`,
      })
  }
  return found
}
