/** What may happen to form fields and their widgets after a signature: signing, filling in, and new signature fields. */
import { PDFDict, PDFName, type PDFObject, PDFRef } from 'pdf-lib'
import { type FormField, formFields, isStamp, kidsOf, widgetsOf } from '../form-fields.ts'
import { dictOf, itemsOf, type PdfFile } from '../pdf-file.ts'
import { type References, refsIn } from '../references.ts'
import type { ChangeCode, ChangeFacts } from './change-words.ts'
import { differingKeys, keysOf, nameIn } from './difference.ts'
import { draws, hasSize, overlap, rectOf, sameSight } from './field-sight.ts'
import { fillingOf } from './field-values.ts'

const FORM_KEYS = new Set(['V', 'AP', 'AS', 'I', 'RV', 'M'])
const WIDGET_KEYS = new Set(['AP', 'AS', 'M'])
const SIGNATURE_KEYS = new Set(['V', 'AP', 'M'])
/** What readers may draw of a widget without an appearance. */
const LOOK_KEYS = ['MK', 'BS', 'Border']
/** Members of a signature field with its widget; actions and annotations in disguise are not among them. */
const NEW_FIELD_KEYS = new Set(
  'Type Subtype FT T TU F Ff Rect P V AP AS Lock SV Border BS MK DA DR Q H TM M NM StructParent'.split(
    ' ',
  ),
)

/** Judges changed fields; determines which appearance streams may change with them. */
export class FieldChanges {
  readonly #old: PdfFile
  readonly #new: PdfFile
  readonly #references: References
  readonly #note: (code: ChangeCode, facts?: ChangeFacts) => void
  readonly #oldFields = new Map<number, FormField>()
  readonly #newFields = new Map<number, FormField>()
  /** Widgets that are objects apart from their fields. */
  readonly #widgets = new Map<number, FormField>()
  /** Appearance streams of fields that are signed or filled in here, with the objects that may name them. */
  readonly #appearances = new Map<number, ReadonlySet<number>>()

  constructor(
    before: PdfFile,
    after: PdfFile,
    references: References,
    note: (code: ChangeCode, facts?: ChangeFacts) => void,
  ) {
    this.#old = before
    this.#new = after
    this.#references = references
    this.#note = note
    for (const field of formFields(after)) this.#newFields.set(field.ref.objectNumber, field)
    for (const field of formFields(before)) {
      this.#oldFields.set(field.ref.objectNumber, field)
      for (const kid of kidsOf(before, field.dict)) this.#widgets.set(kid.objectNumber, field)
    }
  }

  /** Whether the object is a field or widget of the older revision. */
  has(number: number): boolean {
    return this.#oldFields.has(number) || this.#widgets.has(number)
  }

  /** Judges a changed object if it belongs to a field; false when it does not. */
  check(number: number): boolean {
    const field = this.#oldFields.get(number)
    if (field !== undefined) {
      this.#field(field)
      return true
    }
    const owner = this.#widgets.get(number)
    if (owner !== undefined) {
      this.#widget(number, owner)
      return true
    }
    const holders = this.#appearances.get(number)
    // A stream that something else also shows would change the page under the cover of a signature.
    return holders !== undefined && this.#references.isOnlyNamedBy(number, holders)
  }

  /**
   * Whether a new entry in a list of fields or annotations is a signature field; reports which.
   * @param page the page that lists it
   */
  mayBeAdded(item: PDFObject, page?: PDFRef): boolean {
    const field = item instanceof PDFRef ? this.#newFields.get(item.objectNumber) : undefined
    if (field === undefined || field.type !== 'Sig') return false
    const odd = keysOf(field.dict).some((key) => !NEW_FIELD_KEYS.has(key))
    if (odd || nameIn(field.dict, 'Subtype') !== 'Widget') return false
    if (!this.#staysEmpty(field)) this.#coverings(field, page)
    this.#note(this.#addition(field.dict), { field: field.name })
    return true
  }

  /** What a new signature field adds: a time-stamp that is seen is a signature, as it shows what its maker likes. */
  #addition(field: PDFDict): ChangeCode {
    const value = this.#new.get(field, 'V')
    const isPlaced = hasSize(this.#new, field)
    const isSeen = isPlaced && draws(this.#new, this.#new.get(field, 'AP'))
    if (isStamp(this.#new, value) && !isSeen) return 'timestamp_added'
    if (value instanceof PDFDict) return isPlaced ? 'visible_signature_added' : 'signature_added'
    if (isSeen) return 'false_signature_added'
    return isPlaced ? 'visible_field_added' : 'signature_field_added'
  }

  /** Whether it shows nothing, and is signed: from now on it cannot come to show anything. */
  #staysEmpty({ dict }: FormField): boolean {
    const isSigned = this.#new.get(dict, 'V') !== undefined
    const isBare = !LOOK_KEYS.some((key) => dict.has(PDFName.of(key)))
    return isSigned && isBare && !draws(this.#new, this.#new.get(dict, 'AP'))
  }

  /** A new field over an old one hides who signed there, or what was filled in. */
  #coverings({ name, dict }: FormField, page: PDFRef | undefined): void {
    const there = new Set(itemsOf(this.#old.get(page, 'Annots')))
    for (const old of this.#oldFields.values()) {
      for (const ref of widgetsOf(this.#old, old)) {
        const rect = rectOf(this.#old, dictOf(this.#old.resolve(ref)))
        if (there.has(ref) && overlap(rect, rectOf(this.#new, dict)))
          this.#note('field_covered', { field: name, part: old.name })
      }
    }
  }

  #field({ name, type, dict, ref }: FormField): void {
    const facts = { field: name }
    const after = dictOf(this.#new.resolve(ref))
    const keys = differingKeys(dict, after)
    const isSignature = type === 'Sig'
    const allowed = isSignature ? SIGNATURE_KEYS : FORM_KEYS
    const value = this.#old.get(dict, 'V')
    const odd = keys.some((key) => !allowed.has(key) && !(key === 'F' && sameSight(dict, after)))
    if (isSignature && value !== undefined) this.#note('signature_changed', facts)
    else if (after === undefined || odd) this.#note('field_changed', facts)
    else if (isSignature) this.#signed({ name, dict, ref }, after, keys)
    else {
      this.#allowAppearance(dict, ref.objectNumber)
      this.#filled({ name, type, dict, ref })
    }
  }

  /** Reported once for the field with all its widgets, whichever of them changed. */
  #filled(field: FormField): void {
    for (const { code, facts } of fillingOf(this.#old, this.#new, field)) this.#note(code, facts)
  }

  #signed({ name, dict, ref }: Omit<FormField, 'type'>, after: PDFDict, keys: string[]): void {
    const facts = { field: name }
    if (!keys.includes('V')) {
      this.#note('false_signature_added', facts)
      return
    }
    this.#allowAppearance(dict, ref.objectNumber)
    this.#apartAppearance(dict, after, { holder: ref.objectNumber, field: name })
    for (const kid of kidsOf(this.#old, dict)) {
      const widget = dictOf(this.#old.resolve(kid))
      if (widget !== undefined) this.#allowAppearance(widget, kid.objectNumber)
    }
    const isSeen = hasSize(this.#new, after) && draws(this.#new, this.#new.get(after, 'AP'))
    const isTimestamp = isStamp(this.#new, this.#new.get(after, 'V')) && !isSeen
    this.#note(isTimestamp ? 'timestamp_added' : 'signature_added', facts)
  }

  #widget(number: number, { name, type, dict, ref }: FormField): void {
    const facts = { field: name }
    const before = dictOf(this.#old.object(number))
    const after = dictOf(this.#new.object(number))
    const isSignature = type === 'Sig'
    const signedBefore = isSignature && this.#old.get(dict, 'V') !== undefined
    const odd = differingKeys(before, after).some(
      (key) => !WIDGET_KEYS.has(key) && !(key === 'F' && sameSight(before, after)),
    )
    if (after === undefined || signedBefore || odd) {
      this.#note('field_changed', facts)
      return
    }
    if (before !== undefined) {
      this.#allowAppearance(before, number)
      if (isSignature) this.#apartAppearance(before, after, { holder: number, field: name })
    }
    if (!isSignature) this.#filled({ name, type, dict, ref })
    else if (this.#new.get(ref, 'V') === undefined) this.#note('false_signature_added', facts)
  }

  /** A dictionary of appearances that something else names, too, was prepared to be shown there, or to be replaced. */
  #apartAppearance(
    before: PDFDict,
    after: PDFDict,
    { holder, field }: { holder: number; field: string },
  ): void {
    const had = before.get(PDFName.of('AP'))
    if (!(had instanceof PDFRef) || had === after.get(PDFName.of('AP'))) return
    const isOwn = this.#references.isOnlyNamedBy(had.objectNumber, new Set([holder]))
    if (!isOwn) this.#note('field_changed', { field })
  }

  #allowAppearance(dict: PDFDict, holder: number): void {
    const numbers = new Set<number>()
    refsIn(dict.get(PDFName.of('AP')), numbers)
    const holders = new Set([holder, ...numbers])
    for (const number of numbers) this.#appearances.set(number, holders)
  }
}
