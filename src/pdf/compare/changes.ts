/**
 * What was changed between two revisions of a PDF, judged by the closed list of what may follow a signature
 * ({@link RULES}). Everything else is forbidden, which is what defeats incremental saving and shadow attacks.
 */
import { PDFName, type PDFObject, PDFRef } from 'pdf-lib'
import { isText } from '../form-fields.ts'
import { pagesOf } from '../pages.ts'
import { dictOf, itemsOf, type PdfFile } from '../pdf-file.ts'
import { References } from '../references.ts'
import { type ChangeCode, type ChangeFacts, changeOf, type PdfChange } from './change-words.ts'
import { differingKeys, nameIn, sameEntry, sameObject, written } from './difference.ts'
import { FieldChanges } from './field-changes.ts'
import { RULES, type Rule, type States } from './rules.ts'

interface Role {
  /** Only these may name the object; undefined: it does not matter, as it is judged member by member. */
  holders: ReadonlySet<number> | undefined
  check(): void
}

/** A kind of change that may follow a signature. */
type RuleClass = new (states: States) => Rule

/** Compares two revisions of one file. */
class Comparison {
  readonly #changes = new Map<string, PdfChange>()
  readonly #old: PdfFile
  readonly #new: PdfFile
  readonly #references: References
  readonly #fields: FieldChanges
  readonly #rules: readonly Rule[]
  readonly #roles = new Map<number, Role>()

  constructor(before: PdfFile, after: PdfFile, rules: readonly RuleClass[]) {
    this.#old = before
    this.#new = after
    this.#references = new References(before)
    this.#fields = new FieldChanges(before, after, this.#references, this.#note)
    const forbid = this.#forbidden
    const states = { old: before, now: after, fields: this.#fields, note: this.#note, forbid }
    this.#rules = rules.map((Each) => new Each(states))
    const top = before.catalogRef.objectNumber
    this.#roles.set(top, { holders: undefined, check: () => this.#catalog() })
    for (const rule of this.#rules)
      for (const { object, holders, check = () => rule.check() } of rule.claims())
        if (object instanceof PDFRef)
          this.#roles.set(object.objectNumber, { holders: holders && new Set(holders), check })
  }

  run(): PdfChange[] {
    if (encryptionOf(this.#old) !== encryptionOf(this.#new)) this.#note('encryption_changed')
    if (this.#old.catalogRef !== this.#new.catalogRef) this.#otherCatalog()
    const changed = this.#changedNumbers()
    // Fields first: they determine which appearance streams may change.
    const isField = (number: number): number => (this.#fields.has(number) ? 0 : 1)
    changed.sort((one, other) => isField(one) - isField(other))
    for (const number of changed) this.#check(number)
    this.#samePages()
    return [...this.#changes.values()]
  }

  readonly #note = (code: ChangeCode, facts: ChangeFacts = {}): void => {
    const change = changeOf(code, facts)
    this.#changes.set(JSON.stringify([code, facts]), change)
  }

  /** Objects whose offset, or whose object stream's offset, differs. */
  #changedNumbers(): number[] {
    const moved = (number: number): boolean =>
      !sameEntry(this.#old.entry(number), this.#new.entry(number))
    const numbers = new Set([...this.#old.objectNumbers(), ...this.#new.objectNumbers()])
    return [...numbers].filter((number) => {
      const entry = this.#old.entry(number)
      return moved(number) || (entry?.kind === 'in' && moved(entry.container))
    })
  }

  #check(number: number): void {
    const before = this.#old.object(number)
    const after = this.#new.object(number)
    if (sameObject(before, after)) return
    const facts = part(number)
    if (before === undefined) {
      // An object that was named before it existed adds something to what was signed.
      if (this.#references.isDangling(number)) this.#note('object_slipped_in', facts)
      return
    }
    // Containers are judged by their content; one that something names is a stream in disguise.
    const type = nameIn(before, 'Type')
    const unnamed = this.#references.isOnlyNamedBy(number, new Set())
    if ((type === 'XRef' || type === 'ObjStm') && unnamed) return
    const isLost = after === undefined
    if (isLost && unnamed) return
    if (this.#fields.check(number)) return
    const role = isLost ? undefined : this.#roles.get(number)
    const trusted =
      role !== undefined &&
      (role.holders === undefined || this.#references.isOnlyNamedBy(number, role.holders))
    if (trusted) role.check()
    else this.#forbidden(number, isLost)
  }

  readonly #forbidden = (number: number, isLost = false): void => {
    const page = this.#references.pageShowing(number)
    if (page !== undefined) this.#note('page_changed', { page })
    else this.#note(isLost ? 'object_removed' : 'object_changed', part(number))
  }

  /** A catalog that was new then may replace the signed one; one that was already there was planted to be shown. */
  #otherCatalog(): void {
    const isNew = this.#old.entry(this.#new.catalogRef.objectNumber) === undefined
    if (isNew) this.#catalog()
    else this.#note('catalog_changed', part('Root'))
  }

  #catalog(): void {
    for (const key of differingKeys(this.#old.catalog, this.#new.catalog)) {
      const rule = this.#rules.find(({ members }) => members.includes(key))
      if (rule === undefined) this.#note('catalog_changed', part(key))
      else rule.check()
    }
  }

  #samePages(): void {
    const [had, has] = [pagesOf(this.#old), pagesOf(this.#new)]
    const same = had.length === has.length && had.every(({ ref }, index) => ref === has[index]?.ref)
    if (!same) this.#note('pages_changed')
  }
}

const part = (name: string | number): ChangeFacts => ({ part: String(name) })

const plainly = (object: PDFObject | undefined): string =>
  isText(object) ? Buffer.from(object.asBytes()).toString('hex') : written(object)

/** Everything that determines how the bytes of an object are decrypted; empty if nothing is encrypted. */
function encryptionOf(file: PdfFile): string {
  if (!file.isEncrypted) return ''
  const { trailer } = file
  const members = dictOf(file.resolve(trailer.get(PDFName.of('Encrypt'))))?.entries() ?? []
  const [id] = itemsOf(file.resolve(trailer.get(PDFName.of('ID'))))
  const parts = members.map(([key, value]) => `${key} ${plainly(file.resolve(value))}`)
  return [...parts.sort(), plainly(file.resolve(id))].join(' ')
}

/**
 * Everything that differs between a signed revision and a later one.
 * @param rules what may follow a signature; whatever none of them permits is forbidden
 * @throws UnreadablePdfError when one of them cannot be read
 */
export const changesBetween = (
  before: PdfFile,
  after: PdfFile,
  rules: readonly RuleClass[] = Object.values(RULES),
): PdfChange[] => new Comparison(before, after, rules).run()
