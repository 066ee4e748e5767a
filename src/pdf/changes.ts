/**
 * What was changed between two revisions of a PDF, judged by a closed list of what may follow a signature:
 * signing prepared or new fields, filling in forms, validation data, metadata. Everything else is forbidden,
 * which is what defeats incremental saving and shadow attacks.
 */
import { PDFArray, type PDFDict, PDFName, type PDFObject, PDFRef, PDFStream } from 'pdf-lib'
import { type FormField, formFields, nameOf } from './form-fields.ts'
import { pagesOf } from './pages.ts'
import { dictOf, type PdfFile } from './pdf-file.ts'
import type { XrefEntry } from './xref.ts'

/** One thing that is different. */
export interface PdfChange {
  kind: 'signature' | 'form' | 'validation-data' | 'metadata' | 'forbidden'
  /** In plain words. */
  what: string
}

const FORM_KEYS = new Set(['V', 'AP', 'AS', 'I', 'RV', 'M'])
const CATALOG_KEYS = new Set(['DSS', 'Extensions', 'Metadata'])
const TYPES: Readonly<Record<string, string>> = { Tx: 'a text', Btn: 'a button', Ch: 'a choice' }

const sameEntry = (one: XrefEntry | undefined, other: XrefEntry | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

function sameObject(one: PDFObject | undefined, other: PDFObject | undefined): boolean {
  if (one === undefined || other === undefined) return one === other
  if (one instanceof PDFStream && other instanceof PDFStream) {
    return (
      one.dict.toString() === other.dict.toString() &&
      Buffer.compare(one.getContents(), other.getContents()) === 0
    )
  }
  return one.constructor === other.constructor && one.toString() === other.toString()
}

/** Keys whose values are not the same text. */
function differingKeys(one: PDFDict, other: PDFDict): string[] {
  const keys = new Set([...one.keys(), ...other.keys()])
  return [...keys]
    .filter((key) => String(one.get(key)) !== String(other.get(key)))
    .map((key) => key.decodeText())
}

function refsIn(object: PDFObject | undefined, into: Set<number>, depth = 0): void {
  if (object instanceof PDFRef) into.add(object.objectNumber)
  if (depth > 100) return
  const inner = object instanceof PDFArray ? object.asArray() : (dictOf(object)?.values() ?? [])
  for (const each of inner) refsIn(each, into, depth + 1)
}

/** Compares two revisions of one file. */
class Comparison {
  readonly changes: PdfChange[] = []
  readonly #old: PdfFile
  readonly #new: PdfFile
  readonly #oldFields = new Map<number, FormField>()
  readonly #newFields = new Map<number, FormField>()
  /** Appearance streams of fields that are signed here for the first time. */
  readonly #appearances = new Set<number>()
  readonly #handled = new Map<number, () => void>()

  constructor(before: PdfFile, after: PdfFile) {
    this.#old = before
    this.#new = after
    for (const field of formFields(before)) this.#oldFields.set(field.ref.objectNumber, field)
    for (const field of formFields(after)) this.#newFields.set(field.ref.objectNumber, field)
    this.#assignRoles()
  }

  run(dangling: ReadonlySet<number>): PdfChange[] {
    if (this.#old.catalogRef !== this.#new.catalogRef) this.#forbid('the catalog was exchanged')
    const numbers = new Set([...this.#old.objectNumbers(), ...this.#new.objectNumbers()])
    const changed = [...numbers].filter(
      (number) => !sameEntry(this.#old.entry(number), this.#new.entry(number)),
    )
    // Fields first: they say which appearance streams may follow them.
    const isField = (number: number): number => (this.#oldFields.has(number) ? 0 : 1)
    changed.sort((one, other) => isField(one) - isField(other))
    for (const number of changed) this.#judge(number, dangling)
    return this.changes
  }

  #note(kind: PdfChange['kind'], what: string): void {
    if (!this.changes.some((change) => change.kind === kind && change.what === what))
      this.changes.push({ kind, what })
  }

  #forbid(what: string): void {
    this.#note('forbidden', what)
  }

  /** What may happen to objects that have a part to play, by their numbers. */
  #assignRoles(): void {
    const file = this.#old
    const role = (object: PDFObject | undefined, judge: () => void): void => {
      if (object instanceof PDFRef) this.#handled.set(object.objectNumber, judge)
    }
    const catalog = file.catalog
    const form = catalog.get(PDFName.of('AcroForm'))
    role(file.catalogRef, () => this.#catalog())
    role(form, () => this.#form())
    role(dictOf(file.resolve(form))?.get(PDFName.of('Fields')), () => this.#form())
    const store = catalog.get(PDFName.of('DSS'))
    const dss = dictOf(file.resolve(store))
    for (const part of [
      store,
      ...['Certs', 'CRLs', 'OCSPs', 'VRI'].map((key) => dss?.get(PDFName.of(key))),
    ])
      role(part, () => this.#note('validation-data', 'validation data was added'))
    const metadata = (): void => this.#note('metadata', 'metadata was changed')
    role(catalog.get(PDFName.of('Metadata')), metadata)
    role(file.trailer.get(PDFName.of('Info')), metadata)
    for (const page of pagesOf(file)) {
      role(page.ref, () => this.#page(page.ref))
      role(page.dict.get(PDFName.of('Annots')), () => this.#annotations(page.ref))
    }
  }

  #judge(number: number, dangling: ReadonlySet<number>): void {
    const before = this.#old.object(number)
    const after = this.#new.object(number)
    if (sameObject(before, after)) return
    if (before === undefined) {
      // An object that was named before it existed puts something into what was signed.
      if (dangling.has(number)) this.#forbid(`object ${number} was named before and defined later`)
      return
    }
    const type = nameOf(dictOf(before)?.get(PDFName.of('Type')))
    if (type === 'XRef' || type === 'ObjStm') return
    if (after === undefined) {
      this.#forbid(`object ${number} was removed`)
      return
    }
    const field = this.#oldFields.get(number)
    if (field !== undefined) {
      this.#field(field)
      return
    }
    const judge = this.#handled.get(number)
    if (judge !== undefined) {
      judge()
      return
    }
    if (this.#appearances.has(number)) return
    this.#forbid(`object ${number}${type === undefined ? '' : ` (${type})`} was changed`)
  }

  #catalog(): void {
    for (const key of differingKeys(this.#old.catalog, this.#new.catalog)) {
      if (key === 'AcroForm') this.#form()
      else if (!CATALOG_KEYS.has(key)) this.#forbid(`the catalog's ${key} was changed`)
      else if (key === 'DSS') this.#note('validation-data', 'validation data was added')
      else this.#note('metadata', `the catalog's ${key} was changed`)
    }
  }

  #form(): void {
    const before = dictOf(this.#old.get(this.#old.catalogRef, 'AcroForm'))
    const after = dictOf(this.#new.get(this.#new.catalogRef, 'AcroForm'))
    if (after === undefined) {
      this.#forbid('the form was removed')
      return
    }
    for (const key of [...after.keys()].map((each) => each.decodeText())) {
      if (key === 'Fields' || key === 'SigFlags') continue
      const same = String(before?.get(PDFName.of(key))) === String(after.get(PDFName.of(key)))
      if (!same) this.#forbid(`the form's ${key} was changed`)
    }
    this.#added(this.#old.get(before, 'Fields'), this.#new.get(after, 'Fields'), 'fields')
  }

  /** A list may only grow at its end, by signature fields. */
  #added(before: PDFObject | undefined, after: PDFObject | undefined, what: string): void {
    const had = before instanceof PDFArray ? before.asArray() : []
    const has = after instanceof PDFArray ? after.asArray() : []
    if (had.some((item, index) => String(has[index]) !== String(item))) {
      this.#forbid(`${what} were removed or exchanged`)
      return
    }
    for (const item of has.slice(had.length)) {
      const field = item instanceof PDFRef ? this.#newFields.get(item.objectNumber) : undefined
      if (field?.type === 'Sig') this.#note('signature', `the field ${field.name} was added`)
      else this.#forbid(`${what} were added that are no signature fields`)
    }
  }

  #page(ref: PDFRef): void {
    const before = dictOf(this.#old.resolve(ref))
    const after = dictOf(this.#new.resolve(ref))
    if (before === undefined || after === undefined) {
      this.#forbid('a page was exchanged')
      return
    }
    const others = differingKeys(before, after).filter((key) => key !== 'Annots')
    if (others.length > 0) this.#forbid(`${others.join(', ')} of a page was changed`)
    this.#annotations(ref)
  }

  #annotations(page: PDFRef): void {
    this.#added(this.#old.get(page, 'Annots'), this.#new.get(page, 'Annots'), 'annotations')
  }

  #field({ name, type, dict, ref }: FormField): void {
    const after = dictOf(this.#new.resolve(ref))
    if (after === undefined) {
      this.#forbid(`the field ${name} was removed`)
      return
    }
    const keys = differingKeys(dict, after)
    const allowed = type === 'Sig' ? new Set(['V', 'AP']) : FORM_KEYS
    const wrong = keys.filter((key) => !allowed.has(key))
    if (wrong.length > 0) {
      this.#forbid(`${wrong.join(', ')} of the field ${name} was changed`)
      return
    }
    if (type !== 'Sig') {
      this.#allowAppearance(dict)
      this.#note('form', `${TYPES[type ?? ''] ?? 'a'} field was filled in: ${name}`)
      return
    }
    const signedBefore = this.#old.get(dict, 'V') !== undefined
    if (signedBefore || !keys.includes('V')) {
      this.#forbid(`the signature field ${name} was changed`)
      return
    }
    this.#allowAppearance(dict)
    this.#note('signature', `the field ${name} was signed`)
  }

  #allowAppearance(dict: PDFDict): void {
    const appearance = dict.get(PDFName.of('AP'))
    const numbers = new Set<number>()
    refsIn(appearance, numbers)
    for (const number of numbers) this.#appearances.add(number)
  }
}

/** Numbers that are named somewhere in a revision but are no objects in it. */
export function danglingNumbers(file: PdfFile): Set<number> {
  const named = new Set<number>()
  for (const number of file.objectNumbers()) refsIn(file.object(number), named)
  for (const number of file.objectNumbers()) named.delete(number)
  return named
}

/**
 * Everything that differs between a signed revision and a later one.
 * @throws PdfFault when one of them cannot be read
 */
export const changesBetween = (
  before: PdfFile,
  after: PdfFile,
  dangling: ReadonlySet<number>,
): PdfChange[] => new Comparison(before, after).run(dangling)
