/** A saved draft or template, as the editor in a frame goes on with it. */
import type { SavedState } from '../../../console/pages/compose-fields.ts'
import { valueKind } from '../../../kernel/field-types.ts'
import type { FieldMembers } from '../../../signing/model/schemas/fields.ts'
import { serviceUrl } from '../../pieces/make.ts'
import type { Owner } from './field-box.ts'
import type { PlacedField } from './field-boxes.ts'
import { SIGNATURE } from './geometry.ts'
import { known, newSketch, type Sketch } from './sketches.ts'

/** What the page was given; undefined: it begins something new. */
export function savedState(): SavedState | undefined {
  const text = document.getElementById('compose-saved')?.textContent
  return text == null ? undefined : (JSON.parse(text) as SavedState)
}

/** Its files, in their order. @throws TypeError where the network fails */
export const savedFiles = ({ files }: SavedState): Promise<File[]> =>
  Promise.all(
    files.map(async ({ path, filename }) => {
      const answer = await fetch(serviceUrl(path))
      if (!answer.ok) throw new TypeError(`${path}: ${answer.status}`)
      return new File([await answer.blob()], filename, { type: 'application/pdf' })
    }),
  )

/** A field as the service says it, if it has a place: an anchored one is where its text is. */
interface SavedField extends FieldMembers {
  page?: number
  pages?: string | number[]
  x?: number
  y?: number
  width?: number
  height?: number
  unit?: string
}

const text = (value: unknown): string => (value === undefined ? '' : String(value))

/** What was written about a field. */
function sketchOf(field: SavedField): Sketch {
  const { type = 'signature', label, name, options = [], value, required = true } = field
  return {
    ...newSketch(type, text(label ?? (type === 'signature' ? '' : name)), ''),
    ...{ name: text(name), options: options.join('\n'), required },
    ...{ min: text(field.min), max: text(field.max), max_length: text(field.max_length) },
    ...(valueKind(type) === 'boolean' ? { ticked: value === true } : { value: text(value) }),
    ...{ formula: text(field.formula), read_only: field.read_only === true },
  }
}

/** The page of a field, and the others that it is on as people write them. */
function pagesIn({ page, pages }: SavedField): { page: number; others: string } {
  if (page !== undefined) return { page, others: '' }
  const all = text(pages)
  const [first = '1', ...others] = all.split(',')
  return /^\d+$/.test(first)
    ? { page: Number(first), others: others.join(',') }
    : { page: 1, others: all }
}

/** The conditions of a field, where the page can show them: on fields of the same signer. */
function setRule(sketch: Sketch, { visible_if }: SavedField, names: ReadonlyMap<string, Sketch>) {
  const conditions = visible_if?.conditions ?? []
  const whens = conditions.flatMap(({ field, operator, value = '', signer }) => {
    const other = signer === undefined ? names.get(field.toLowerCase()) : undefined
    return other === undefined ? [] : [{ field: other, operator, value: [value].flat().join(', ') }]
  })
  if (whens.length < conditions.length) return
  sketch.whens = whens
  sketch.when_match = visible_if?.match ?? 'all'
}

/** The fields of a signer, by number of their file, where the page can show them. */
export function placedFields(owner: Owner, fields: readonly object[]): Map<number, PlacedField[]> {
  const files = new Map<number, PlacedField[]>()
  const names = new Map<string, Sketch>()
  const sketched: [Sketch, SavedField][] = []
  for (const field of fields as readonly SavedField[]) {
    const { x, y, unit = 'pt', file_number = 1 } = field
    if (x === undefined || y === undefined || unit !== 'pt') continue
    const { page, others } = pagesIn(field)
    const box = { ...SIGNATURE, ...field, x, y }
    const placed = files.get(file_number) ?? []
    files.set(file_number, placed)
    // Of one that is on several pages, each place comes by itself.
    const twin = field.name === undefined ? undefined : names.get(field.name.toLowerCase())
    if (twin !== undefined) {
      twin.pages = [...twin.pages.split(',').filter(Boolean), page].join(',')
      continue
    }
    const sketch = { ...sketchOf(field), pages: others }
    if (field.name !== undefined) names.set(field.name.toLowerCase(), sketch)
    sketched.push([sketch, field])
    const { width, height } = box
    placed.push({ owner, sketch, page, box: { x, y, width, height } })
  }
  for (const [sketch, field] of sketched) setRule(sketch, field, names)
  known(sketched)
  return files
}
