/**
 * What was changed between two revisions of a PDF, judged by a closed list of what may follow a signature:
 * signing prepared or new fields, filling in forms, validation data, metadata. Everything else is forbidden,
 * which is what defeats incremental saving and shadow attacks.
 */
import {
  PDFArray,
  type PDFDict,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRef,
  PDFString,
} from 'pdf-lib'
import { pagesOf } from '../pages.ts'
import { dictOf, type PdfFile } from '../pdf-file.ts'
import { References, refsIn, TRAILER } from '../references.ts'
import { type ChangeCode, type ChangeFacts, changeOf, type PdfChange } from './change-words.ts'
import {
  differingKeys,
  keysOf,
  materialOf,
  nameIn,
  sameEntry,
  sameObject,
  written,
} from './difference.ts'
import { FieldChanges } from './field-changes.ts'

/** What the catalog may gain: the document security store, and statements about the file. */
const CATALOG_KEYS = new Set(['Extensions', 'Metadata', 'Version', 'DSS'])
const STORE_LISTS = ['Certs', 'CRLs', 'OCSPs'] as const
const STORE_KEYS = new Set<string>([...STORE_LISTS, 'VRI', 'Type'])

/** Depth of the form's resources: the dictionary, its kinds, and each resource by name. */
const RESOURCE_DEPTH = 2

interface Role {
  /** Only these may name the object; anything else that names it would show what is put into it. */
  holders: ReadonlySet<number>
  check(): void
}

const numberOf = (object: PDFObject | undefined): number =>
  object instanceof PDFRef ? object.objectNumber : TRAILER

/** Fields that name the form as their parent, as some programs write them, and do not name it anywhere else. */
function childrenOf(file: PdfFile, form: PDFRef, fields: PDFObject | undefined): number[] {
  const list = file.resolve(fields)
  return (list instanceof PDFArray ? list.asArray() : []).flatMap((item) => {
    const field = dictOf(file.resolve(item))
    if (!(item instanceof PDFRef) || field?.get(PDFName.of('Parent')) !== form) return []
    const named = new Set<number>()
    for (const [key, value] of field.entries())
      if (key !== PDFName.of('Parent')) refsIn(value, named)
    return named.has(form.objectNumber) ? [] : [item.objectNumber]
  })
}

/** Compares two revisions of one file. */
class Comparison {
  readonly #changes = new Map<string, PdfChange>()
  readonly #old: PdfFile
  readonly #new: PdfFile
  readonly #references: References
  readonly #fields: FieldChanges
  readonly #roles = new Map<number, Role>()

  constructor(before: PdfFile, after: PdfFile, references: References) {
    this.#old = before
    this.#new = after
    this.#references = references
    this.#fields = new FieldChanges(before, after, references, this.#note)
    this.#assignRoles()
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

  /** What may happen to objects with a known role, by number. */
  #assignRoles(): void {
    const file = this.#old
    const { catalog } = file
    const top = file.catalogRef.objectNumber
    const role = (object: PDFObject | undefined, holder: number, check: () => void): void => {
      if (!(object instanceof PDFRef)) return
      this.#roles.set(object.objectNumber, { holders: new Set([holder]), check })
    }
    this.#roles.set(top, { holders: this.#anybody, check: () => this.#catalog() })
    const form = catalog.get(PDFName.of('AcroForm'))
    const fields = dictOf(file.resolve(form))?.get(PDFName.of('Fields'))
    if (form instanceof PDFRef)
      this.#roles.set(form.objectNumber, {
        holders: new Set([top, ...childrenOf(file, form, fields)]),
        check: () => this.#form(),
      })
    role(fields, numberOf(form) || top, () => this.#form())
    const store = catalog.get(PDFName.of('DSS'))
    role(store, top, () => this.#store())
    for (const key of [...STORE_LISTS, 'VRI']) {
      const list = dictOf(file.resolve(store))?.get(PDFName.of(key))
      role(list, numberOf(store) || top, () => this.#store())
    }
    const tree = catalog.get(PDFName.of('Pages'))
    if (tree instanceof PDFRef)
      this.#roles.set(tree.objectNumber, {
        holders: this.#anybody,
        check: () => this.#pageTree(tree),
      })
    // Another catalog member that names the same object would change with it.
    const extensions = catalog.get(PDFName.of('Extensions'))
    const isOwn = catalog.values().filter((each) => each === extensions).length === 1
    if (isOwn) role(extensions, top, () => this.#note('metadata_changed'))
    role(catalog.get(PDFName.of('Metadata')), top, () => this.#note('metadata_changed'))
    role(file.trailer.get(PDFName.of('Info')), TRAILER, () => this.#note('metadata_changed'))
    pagesOf(file).forEach((page, index) => {
      const check = (): void => this.#page(page.ref, index + 1)
      this.#roles.set(page.ref.objectNumber, { holders: this.#anybody, check })
      role(page.dict.get(PDFName.of('Annots')), page.ref.objectNumber, check)
    })
  }

  /** For objects that are judged key by key, so it does not matter what else names them. */
  readonly #anybody: ReadonlySet<number> = new Set([-1])

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
      (role.holders === this.#anybody || this.#references.isOnlyNamedBy(number, role.holders))
    if (trusted) role.check()
    else this.#forbidden(number, isLost)
  }

  #forbidden(number: number, isLost: boolean): void {
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
      if (key === 'AcroForm') this.#form()
      else if (key === 'DSS') this.#store()
      else if (CATALOG_KEYS.has(key)) this.#note('metadata_changed')
      else this.#note('catalog_changed', part(key))
    }
  }

  /** Validation data may only grow: what is removed could show that a certificate was revoked. */
  #store(): void {
    const before = dictOf(this.#old.get(this.#old.catalogRef, 'DSS'))
    const after = dictOf(this.#new.get(this.#new.catalogRef, 'DSS'))
    const lost =
      isLost(this.#old, this.#new, [before, after]) ||
      isLost(this.#old, this.#new, [listsOf(before), listsOf(after)])
    const foreign = keysOf(after).some((key) => !STORE_KEYS.has(key))
    this.#note(lost || foreign ? 'validation_data_removed' : 'validation_data_added')
  }

  #form(): void {
    const before = dictOf(this.#old.get(this.#old.catalogRef, 'AcroForm'))
    const after = dictOf(this.#new.get(this.#new.catalogRef, 'AcroForm'))
    for (const key of new Set([...keysOf(before), ...keysOf(after)])) {
      if (key === 'Fields' || key === 'SigFlags') continue
      if (valueIn(before, key) !== valueIn(after, key) && !this.#isNewLook(key, before, after))
        this.#note('form_changed', part(key))
    }
    const grown = this.#grown(this.#old.get(before, 'Fields'), this.#new.get(after, 'Fields'))
    if (grown === undefined) this.#note('form_changed', part('Fields'))
    for (const item of grown ?? [])
      if (!this.#fields.mayBeAdded(item)) this.#note('form_changed', part(String(item)))
  }

  /** Fonts and default text styles, which signing tools add: existing text does not change. */
  #isNewLook(key: string, before: PDFDict | undefined, after: PDFDict | undefined): boolean {
    if (key === 'DA') return !before?.has(PDFName.of(key))
    return key === 'DR' && this.#onlyGrown(before, after)
  }

  /** Whether the form's resources still contain everything they did, unchanged. */
  #onlyGrown(before: PDFDict | undefined, after: PDFDict | undefined): boolean {
    const grew = (
      had: PDFObject | undefined,
      has: PDFObject | undefined,
      depth: number,
    ): boolean => {
      const [one, other] = [dictOf(this.#old.resolve(had)), dictOf(this.#new.resolve(has))]
      if (String(had) === String(has)) return true
      if (one === undefined) return had === undefined
      if (other === undefined || depth > RESOURCE_DEPTH) return false
      return one.entries().every(([key, value]) => grew(value, other.get(key), depth + 1))
    }
    const key = PDFName.of('DR')
    return grew(before?.get(key), after?.get(key), 0)
  }

  /** What a list gained; undefined when an earlier entry was removed, replaced or reordered. */
  #grown(
    before: PDFObject | undefined,
    after: PDFObject | undefined,
  ): readonly PDFObject[] | undefined {
    const [had, has] = [listOf(before), listOf(after)]
    const gained: PDFObject[] = []
    let kept = 0
    for (const item of has) {
      if (kept < had.length && String(had[kept]) === String(item)) kept += 1
      else gained.push(item)
    }
    return kept === had.length ? gained : undefined
  }

  #page(ref: PDFRef, page: number): void {
    const before = dictOf(this.#old.resolve(ref))
    const after = dictOf(this.#new.resolve(ref))
    const others = differingKeys(before, after).filter((key) => key !== 'Annots')
    if (others.length > 0) this.#note('page_changed', { page })
    const grown = this.#grown(this.#old.get(ref, 'Annots'), this.#new.get(ref, 'Annots'))
    if (grown === undefined) this.#note('annotation_removed', { page })
    for (const item of grown ?? [])
      if (!this.#fields.mayBeAdded(item, ref)) this.#note('annotation_added', { page })
  }

  /** Old versions of iText write their name into the page tree. */
  #pageTree(tree: PDFObject | undefined): void {
    const [before, after] = [dictOf(this.#old.resolve(tree)), dictOf(this.#new.resolve(tree))]
    if (differingKeys(before, after).some((key) => key !== 'ITXT'))
      this.#forbidden(numberOf(tree), false)
    else this.#note('metadata_changed')
  }

  #samePages(): void {
    const [had, has] = [pagesOf(this.#old), pagesOf(this.#new)]
    const same = had.length === has.length && had.every(({ ref }, index) => ref === has[index]?.ref)
    if (!same) this.#note('pages_changed')
  }
}

const isLost = (
  old: PdfFile,
  now: PdfFile,
  [before, after]: readonly [PDFDict | undefined, PDFDict | undefined],
): boolean => {
  const has = materialOf(now, after)
  return [...materialOf(old, before)].some((each) => !has.has(each))
}

/** A store without its entries for single signatures, which not every program reads. */
const listsOf = (store: PDFDict | undefined): PDFDict | undefined => {
  const lists = store?.clone()
  lists?.delete(PDFName.of('VRI'))
  return lists
}

const part = (name: string | number): ChangeFacts => ({ part: String(name) })
const listOf = (object: PDFObject | undefined): readonly PDFObject[] =>
  object instanceof PDFArray ? object.asArray() : []
const valueIn = (dict: PDFDict | undefined, key: string): string =>
  written(dict?.get(PDFName.of(key)))

const plainly = (object: PDFObject | undefined): string =>
  object instanceof PDFString || object instanceof PDFHexString
    ? Buffer.from(object.asBytes()).toString('hex')
    : written(object)

/** Everything that determines how the bytes of an object are decrypted; empty if nothing is encrypted. */
function encryptionOf(file: PdfFile): string {
  if (!file.isEncrypted) return ''
  const { trailer } = file
  const members = dictOf(file.resolve(trailer.get(PDFName.of('Encrypt'))))?.entries() ?? []
  const [id] = listOf(file.resolve(trailer.get(PDFName.of('ID'))))
  const parts = members.map(([key, value]) => `${key} ${plainly(file.resolve(value))}`)
  return [...parts.sort(), plainly(file.resolve(id))].join(' ')
}

/**
 * Everything that differs between a signed revision and a later one.
 * @throws UnreadablePdfError when one of them cannot be read
 */
export const changesBetween = (before: PdfFile, after: PdfFile): PdfChange[] =>
  new Comparison(before, after, new References(before)).run()
