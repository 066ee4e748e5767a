/** The official sheets and schemas, each read and compiled at its first use in a thread: an invoice needs two or three. */
import { readFileSync } from 'node:fs'
import { codeFile } from '../../kernel/program-files.ts'
import { PROFILES, type Profile } from '../model/invoice.ts'
import { Schema, type SchemaSource } from './schema.ts'
import { Sheet, type SheetSource } from './sheet.ts'

/** Sheets by name: of a profile, of EN 16931 itself, of France. */
export const SHEETS = [...PROFILES, 'cen', 'fr'] as const
/** Name of a sheet. */
export type SheetName = (typeof SHEETS)[number]

const read = (name: string): unknown =>
  JSON.parse(readFileSync(codeFile(`facturx/official/${name}.json`), 'utf8'))

/** A sheet as `scripts/facturx-official` extracted it. */
export const sheetSource = (name: SheetName): SheetSource => read(name) as SheetSource

/** Makes each value once. */
function once<Name, Value>(make: (name: Name) => Value): (name: Name) => Value {
  const known = new Map<Name, Value>()
  return (name) => {
    const value = known.get(name) ?? make(name)
    known.set(name, value)
    return value
  }
}

/** The compiled sheet. */
export const sheetOf = once((name: SheetName) => new Sheet(sheetSource(name)))

/** The compiled schema of a profile. */
export const schemaOf = once(
  (profile: Profile) => new Schema((read('schemas') as Record<Profile, SchemaSource>)[profile]),
)
