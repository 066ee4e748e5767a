/** Columns that store JSON as text: decoded when a row is read, encoded when it is written, and nowhere else. */

/** A row whose JSON columns are decoded. */
export type JsonColumnsOf<Stored, Json> = Omit<Stored, keyof Json> & Json

/** The JSON columns of a table. `Stored` is the row in the database, `Decoded` the row in the program. */
export class JsonColumns<Stored extends object, Decoded extends object> {
  readonly #names: ReadonlySet<string>

  /** @param names of the columns; null stays null */
  constructor(names: ReadonlyArray<keyof Stored & keyof Decoded & string>) {
    this.#names = new Set(names)
  }

  /** A row that was read. */
  decode(row: Stored): Decoded {
    return this.#each(row, (value) =>
      typeof value === 'string' ? JSON.parse(value) : value,
    ) as Decoded
  }

  /** A row to be written whole. */
  encode(row: Decoded): Stored {
    return this.#each(row, toText) as Stored
  }

  /** Columns to be changed. */
  encodeSome(changes: Partial<Decoded>): Partial<Stored> {
    return this.#each(changes, toText) as Partial<Stored>
  }

  #each(row: object, convert: (value: unknown) => unknown): object {
    return Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        this.#names.has(name) ? convert(value) : value,
      ]),
    )
  }
}

const toText = (value: unknown): unknown =>
  value === null || value === undefined ? value : JSON.stringify(value)
