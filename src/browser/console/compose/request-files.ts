/** The files of a new request in their order, and which of them is shown; each with its pages and the fields on them. */
import type { FieldMembers } from '../../../signing/model/schemas/fields.ts'
import type { BoxFinding, FieldBox, Owner } from './field-box.ts'
import type { FieldBoxes, PlacedField } from './field-boxes.ts'
import type { Box } from './geometry.ts'
import type { Sheets } from './sheets.ts'
import { membersOf, namesOf, pagesOf } from './sketches.ts'

/** A file. */
export interface RequestFile {
  file: File
  /** Once it was opened. */
  opened?: { sheets: Sheets; fieldBoxes: FieldBoxes } | undefined
  /** What is said of the places that were found in it. */
  found: readonly HTMLElement[]
  /** Fields of a file in whose place it came. */
  kept: readonly PlacedField[]
  /** It is at the service: it is not sent, and not searched. */
  isSaved?: true
  /** Why it cannot be shown. */
  finding?: string | undefined
}

/** A field in the API's format. */
type Field = Box & FieldMembers & ReturnType<typeof pagesOf>

/** The files. */
export class RequestFiles {
  readonly all: RequestFile[] = []
  shown: RequestFile | undefined
  /** Shows another one. */
  readonly #show: (file: RequestFile) => void

  constructor(show: (file: RequestFile) => void) {
    this.#show = show
  }

  /** Fields on the pages that are shown; undefined while there are none. */
  get fieldBoxes(): FieldBoxes | undefined {
    return this.shown?.opened?.fieldBoxes
  }

  /** The places of a signer, file by file. */
  of(owner: Owner): FieldBox[] {
    return this.all.flatMap((each) => each.opened?.fieldBoxes.of(owner) ?? [])
  }

  /** The same as the API takes them. */
  fieldsOf(owner: Owner): Field[] {
    const sketches = this.of(owner).map(({ sketch }) => sketch)
    const all = namesOf(sketches)
    const names = new Map(sketches.map((sketch, index) => [sketch, all[index] ?? '']))
    return this.all.flatMap(({ opened }, index) =>
      (opened?.fieldBoxes.of(owner) ?? []).map(({ sketch, sheet, box }) => ({
        ...membersOf(sketch, names),
        ...(index > 0 && { file_number: index + 1 }),
        ...(sketch.type === 'signature' ? { page: sheet.page } : pagesOf(sketch, sheet.page)),
        ...box,
      })),
    )
  }

  removeOf(owner: Owner): void {
    for (const { opened } of this.all) opened?.fieldBoxes.removeOf(owner)
  }

  setFindings(findings: ReadonlyMap<FieldBox, BoxFinding>): void {
    for (const { opened } of this.all) opened?.fieldBoxes.setFindings(findings)
  }

  /** The file that a field is in. */
  fileOf(fieldBox: FieldBox): RequestFile | undefined {
    return this.all.find(({ opened }) => opened?.fieldBoxes.has(fieldBox) === true)
  }

  /** Shows the file that a field is in. */
  showFileOf(fieldBox: FieldBox): void {
    const file = this.fileOf(fieldBox)
    if (file !== undefined && file !== this.shown) this.#show(file)
  }

  /** Names of the files in which a signer has no place to sign. */
  withoutPlace(owner: Owner): string[] {
    return this.all
      .filter(
        ({ opened }) =>
          opened?.fieldBoxes.of(owner).some(({ sketch }) => sketch.type === 'signature') !== true,
      )
      .map(({ file }) => file.name)
  }
}
