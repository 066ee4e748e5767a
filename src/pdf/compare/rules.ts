/**
 * The closed list of what may follow a signature, a class for each: signing prepared or new fields, filling in forms
 * (`field-changes.ts` judges each field), validation data, statements about the file. What no rule claims must not
 * change.
 */
import { type PDFDict, type PDFObject, PDFRef } from 'pdf-lib'
import { pagesOf } from '../pages.ts'
import { dictOf, itemsOf, nameKey as key, type PdfFile } from '../pdf-file.ts'
import { refsIn, TRAILER } from '../references.ts'
import type { ChangeCode, ChangeFacts } from './change-words.ts'
import { differingKeys, keysOf, materialOf, written } from './difference.ts'
import type { FieldChanges } from './field-changes.ts'

/** The two states, and what rules say of them. */
export interface States {
  old: PdfFile
  now: PdfFile
  fields: FieldChanges
  note(code: ChangeCode, facts?: ChangeFacts): void
  /** Reports a change that nothing permits. */
  forbid(number: number, isLost?: boolean): void
}

/** An object of the signed state that a rule judges. */
interface Claim {
  object: PDFObject | undefined
  /** Only these may name it: anything else would show what is put into it. Absent: it is judged member by member. */
  holders?: readonly number[]
  /** Absent: the rule's own. */
  check?(): void
}

const numberOf = (object: PDFObject | undefined): number =>
  object instanceof PDFRef ? object.objectNumber : TRAILER

/** One kind of change. */
export abstract class Rule {
  /** Members of the catalog that it judges. */
  readonly members: readonly string[] = []
  protected readonly states: States

  constructor(states: States) {
    this.states = states
  }

  /** What it judges besides. */
  abstract claims(): Claim[]
  /** Judges its members of the catalog, and what it claims. */
  check(): void {
    this.states.note('metadata_changed')
  }

  protected get top(): number {
    return this.states.old.catalogRef.objectNumber
  }

  /** A member of the catalog, in both states. */
  protected both(name: string): [PDFDict | undefined, PDFDict | undefined] {
    const { old, now } = this.states
    return [dictOf(old.get(old.catalogRef, name)), dictOf(now.get(now.catalogRef, name))]
  }

  /** What a list gained; undefined when an earlier entry was removed, replaced or reordered. */
  protected gained(holders: readonly [PDFObject | undefined, PDFObject | undefined], name: string) {
    const had = itemsOf(this.states.old.get(holders[0], name))
    const gained: PDFObject[] = []
    let kept = 0
    for (const item of itemsOf(this.states.now.get(holders[1], name))) {
      if (kept < had.length && String(had[kept]) === String(item)) kept += 1
      else gained.push(item)
    }
    return kept === had.length ? gained : undefined
  }
}

/** Depth of the form's resources: the dictionary, its kinds, and each resource by name. */
const RESOURCE_DEPTH = 2

/** Fields that name the form as their parent, as some programs write them, and do not name it anywhere else. */
function childrenOf(file: PdfFile, form: PDFObject | undefined, fields: PDFObject | undefined) {
  return itemsOf(file.resolve(fields)).flatMap((item) => {
    const field = dictOf(file.resolve(item))
    if (!(item instanceof PDFRef) || field?.get(key('Parent')) !== form) return []
    const named = new Set<number>()
    for (const [name, value] of field?.entries() ?? [])
      if (name !== key('Parent')) refsIn(value, named)
    return named.has(numberOf(form)) ? [] : [item.objectNumber]
  })
}

/** The form gains signature fields, and fonts and default text styles, which signing tools add. */
class FormRule extends Rule {
  override readonly members = ['AcroForm']

  claims(): Claim[] {
    const { old } = this.states
    const form = old.catalog.get(key('AcroForm'))
    const fields = dictOf(old.resolve(form))?.get(key('Fields'))
    return [
      { object: form, holders: [this.top, ...childrenOf(old, form, fields)] },
      { object: fields, holders: [numberOf(form) || this.top] },
    ]
  }

  override check(): void {
    const { note, fields } = this.states
    const [before, after] = this.both('AcroForm')
    for (const name of new Set([...keysOf(before), ...keysOf(after)])) {
      if (name === 'Fields' || name === 'SigFlags') continue
      const same = written(before?.get(key(name))) === written(after?.get(key(name)))
      if (!same && !this.#isNewLook(name, before, after)) note('form_changed', { part: name })
    }
    const gained = this.gained([before, after], 'Fields')
    if (gained === undefined) note('form_changed', { part: 'Fields' })
    for (const item of gained ?? [])
      if (!fields.mayBeAdded(item)) note('form_changed', { part: String(item) })
  }

  /** Existing text does not change. */
  #isNewLook(name: string, before: PDFDict | undefined, after: PDFDict | undefined): boolean {
    if (name === 'DA') return !before?.has(key(name))
    return name === 'DR' && this.#grew(before?.get(key(name)), after?.get(key(name)), 0)
  }

  /** Whether resources still contain everything they did, unchanged. */
  #grew(had: PDFObject | undefined, has: PDFObject | undefined, depth: number): boolean {
    const { old, now } = this.states
    const [one, other] = [dictOf(old.resolve(had)), dictOf(now.resolve(has))]
    if (String(had) === String(has)) return true
    if (one === undefined) return had === undefined
    if (other === undefined || depth > RESOURCE_DEPTH) return false
    return one.entries().every(([name, value]) => this.#grew(value, other.get(name), depth + 1))
  }
}

const STORE_LISTS = ['Certs', 'CRLs', 'OCSPs'] as const
const STORE_KEYS = new Set<string>([...STORE_LISTS, 'VRI', 'Type'])

/** A store without its entries for single signatures, which not every program reads. */
const listsOf = (store: PDFDict | undefined): PDFDict | undefined => {
  const lists = store?.clone()
  lists?.delete(key('VRI'))
  return lists
}

/** Validation data may only grow: what is removed could show that a certificate was revoked. */
class StoreRule extends Rule {
  override readonly members = ['DSS']

  claims(): Claim[] {
    const { old } = this.states
    const store = old.catalog.get(key('DSS'))
    const dict = dictOf(old.resolve(store))
    const holders = [numberOf(store) || this.top]
    const lists = [...STORE_LISTS, 'VRI'].map((name) => ({ object: dict?.get(key(name)), holders }))
    return [{ object: store, holders: [this.top] }, ...lists]
  }

  override check(): void {
    const [before, after] = this.both('DSS')
    const lost = this.#isLost(before, after) || this.#isLost(listsOf(before), listsOf(after))
    const foreign = keysOf(after).some((name) => !STORE_KEYS.has(name))
    this.states.note(lost || foreign ? 'validation_data_removed' : 'validation_data_added')
  }

  #isLost(before: PDFDict | undefined, after: PDFDict | undefined): boolean {
    const has = materialOf(this.states.now, after)
    return [...materialOf(this.states.old, before)].some((each) => !has.has(each))
  }
}

/** Old versions of iText write their name into the page tree. */
class PageTreeRule extends Rule {
  claims(): Claim[] {
    return [{ object: this.states.old.catalog.get(key('Pages')) }]
  }

  override check(): void {
    const { old, now, forbid } = this.states
    const tree = old.catalog.get(key('Pages'))
    const [before, after] = [dictOf(old.resolve(tree)), dictOf(now.resolve(tree))]
    if (differingKeys(before, after).some((name) => name !== 'ITXT')) forbid(numberOf(tree))
    else super.check()
  }
}

/** Statements about the file. */
class StatementsRule extends Rule {
  override readonly members = ['Extensions', 'Metadata', 'Version']

  claims(): Claim[] {
    const { catalog, trailer } = this.states.old
    // Another catalog member that names the same object would change with it.
    const extensions = catalog.get(key('Extensions'))
    const isOwn = catalog.values().filter((each) => each === extensions).length === 1
    return [
      { object: isOwn ? extensions : undefined, holders: [this.top] },
      { object: catalog.get(key('Metadata')), holders: [this.top] },
      { object: trailer.get(key('Info')), holders: [TRAILER] },
    ]
  }
}

/** Pages gain widgets of signature fields, and nothing else. */
class PagesRule extends Rule {
  claims(): Claim[] {
    return pagesOf(this.states.old).flatMap(({ ref, dict }, index) => {
      const check = (): void => this.#page(ref, index + 1)
      const annotations = { object: dict.get(key('Annots')), holders: [ref.objectNumber], check }
      return [{ object: ref, check }, annotations]
    })
  }

  #page(ref: PDFRef, page: number): void {
    const { old, now, fields, note } = this.states
    const others = differingKeys(dictOf(old.resolve(ref)), dictOf(now.resolve(ref)))
    if (others.some((name) => name !== 'Annots')) note('page_changed', { page })
    const gained = this.gained([ref, ref], 'Annots')
    if (gained === undefined) note('annotation_removed', { page })
    for (const item of gained ?? [])
      if (!fields.mayBeAdded(item, ref)) note('annotation_added', { page })
  }
}

/** All of them; of an object that two claim, the last one judges. */
export const RULES = { FormRule, StoreRule, PageTreeRule, StatementsRule, PagesRule } as const
