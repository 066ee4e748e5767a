/**
 * Fields of the form in an upload that signers fill in, where the sender wants that: whose each is, and why others stay
 * as they look. A field is of the signer whose role, number or address its name begins with, or that a tag in its name
 * states; else of the only one who signs.
 */
import { throwIfInvalid } from '../../kernel/errors.ts'
import { FieldTagError, fieldTagIn, type TaggedMembers } from '../../kernel/field-tags.ts'
import { INPUT_LIMITS, inputSize } from '../../kernel/field-types.ts'
import type {
  FormPlace,
  SkippedField,
  UsableField,
  UsableForm,
} from '../../pdf/acroform-import/form.ts'
import { FieldSkipped } from '../../pdf/acroform-import/skipped-fields.ts'
import { findingAt } from '../../translations/texts.ts'
import { definitionOf } from '../fields/definitions.ts'
import type { Input } from '../model/fields.ts'
import { type InFile, inFile } from '../model/files.ts'
import type { Placement } from '../model/placement.ts'
import { LIMITS, type SignerInput } from '../model/schemas/signer.ts'
import { allNames, overlap, type SignerPlaces } from './placements.ts'

/** Places of signers with those of the form, and which of its fields became none. */
export interface WithForm {
  placements: SignerPlaces[]
  /** Full names of fields that signers fill in or sign in. */
  used: string[]
  left: SkippedField[]
}

/** Fields whose tops differ by less are read from left to right. */
const ROW = 6
/** Least size of a place to sign in a form, in points. */
const SIGN_LEAST = { width: 40, height: 15 }
const BRACES = /^\s*\{{0,2}\s*|\s*\}{0,2}\s*$/g
const SIGNATURE = /^signature\s*:\s*([\p{L}\p{N}_.@ -]{1,64})$/iu
const SIGNATURE_TYPE = /;\s*type\s*=\s*(?:signature|sign|sig)\s*(?:;|$)/i
const ROLE = /;\s*role\s*=\s*([^;]{1,64})/i

/** What the name of a field says of it, as a tag in a text would. */
interface Named {
  signer?: string
  members?: TaggedMembers
  signs?: true
}

/** @throws FieldSkipped for a tag that cannot be used */
function namedIn(name: string): Named {
  const inside = name.replaceAll(BRACES, '')
  const [, signer] = SIGNATURE.exec(inside) ?? []
  if (signer !== undefined) return { signer, signs: true }
  if (SIGNATURE_TYPE.test(inside)) {
    const [, role] = ROLE.exec(inside) ?? []
    return { ...(role !== undefined && { signer: role.trim() }), signs: true }
  }
  try {
    const tag = fieldTagIn(inside)
    return tag === undefined ? {} : { signer: tag.signer, members: tag.members }
  } catch (error) {
    throw error instanceof FieldTagError ? new FieldSkipped('tag') : error
  }
}

/** Words of a name, however they are joined. */
const worded = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[\s_.:/-]+/g, ' ')
    .trim()

/** The people of a request by the names that fields may begin with. */
class Owners {
  readonly #names: readonly string[][]
  readonly #signing: readonly number[]

  constructor(signers: readonly SignerInput[]) {
    this.#names = allNames(signers).map((names) => names.map(worded).filter((name) => name !== ''))
    this.#signing = this.#names.flatMap((names, index) => (names.length > 0 ? [index] : []))
  }

  /** @throws FieldSkipped where it is nobody's, or could be several people's */
  of(name: string, signer: string | undefined): number {
    if (signer !== undefined) return this.#only(this.#matching([worded(signer)], true), 'several')
    const last = name.slice(name.lastIndexOf('.') + 1)
    const found = this.#matching([worded(name), worded(last)], false)
    return found.length > 0 ? this.#only(found, 'several') : this.#only(this.#signing, 'nobody')
  }

  /** Those with the longest name that one of the texts begins with, or is. */
  #matching(texts: readonly string[], isWhole: boolean): number[] {
    const begins = (key: string): boolean =>
      texts.some((text) => text === key || (!isWhole && text.startsWith(`${key} `)))
    const lengths = this.#names.map((keys) =>
      Math.max(0, ...keys.filter(begins).map(({ length }) => length)),
    )
    const longest = Math.max(0, ...lengths)
    return lengths.flatMap((length, index) => (longest > 0 && length === longest ? [index] : []))
  }

  #only(found: readonly number[], reason: 'nobody' | 'several'): number {
    const [index, another] = found
    if (index === undefined) throw new FieldSkipped('nobody')
    if (another !== undefined) throw new FieldSkipped(reason)
    return index
  }
}

const order = (one: UsableField, other: UsableField): number => {
  const [a, b] = [one.places[0], other.places[0]]
  if (a === undefined || b === undefined) return 0
  if (a.page !== b.page) return a.page - b.page
  return Math.abs(a.box.y - b.box.y) > ROW ? a.box.y - b.box.y : a.box.x - b.box.x
}

const REASONS: Readonly<Record<string, FieldSkipped['reason']>> = {
  value: 'value',
  options: 'options',
  label: 'label',
}

/** What is filled in. @throws FieldSkipped for what the rules of an order forbid */
function inputIn({ members: own, comb, name, places }: UsableField, { members }: Named): Input {
  if (own === undefined) throw new FieldSkipped('kind')
  // What a tag says of a field counts before what the form does; its type only where anything can be typed.
  const type = own.type === 'text' && members !== undefined ? members.type : own.type
  const joined = { ...own, ...members, type }
  if (type !== 'text') delete joined.max_length
  if (own.type === 'radio' && own.options) joined.options = own.options
  const read = definitionOf(joined, '')
  const [finding] = read?.findings ?? []
  if (read === undefined || finding !== undefined) {
    const [, member = ''] = (finding?.pointer ?? '').split('/')
    throw new FieldSkipped(REASONS[member] ?? 'kind')
  }
  const min = inputSize(own.type === 'radio' ? { type: 'checkbox' } : joined).min
  assertRoom(places, min)
  const marks = { form_field: name, ...(comb && type === 'text' && { comb }) }
  return { ...read.input, ...marks, places: places.map(placed) }
}

const placed = ({ page, box, option }: FormPlace): Input['places'][number] => ({
  page,
  box: rounded(box),
  ...(option !== undefined && { option }),
})
const rounded = ({ x, y, width, height }: FormPlace['box']) => ({
  x: round(x),
  y: round(y),
  width: round(width),
  height: round(height),
})
const round = (value: number): number => Math.round(value * 100) / 100

function assertRoom(places: readonly FormPlace[], min: { width: number; height: number }): void {
  if (places.some(({ box }) => box.width < min.width || box.height < min.height))
    throw new FieldSkipped('too_small')
}

/** Collects what the form adds. */
class Adding {
  readonly result: WithForm
  readonly #owners: Owners
  readonly #taken: Placement[]
  readonly #file: InFile

  constructor(signers: readonly SignerInput[], placements: readonly SignerPlaces[], file: number) {
    this.#owners = new Owners(signers)
    this.#file = inFile(file)
    const copied = placements.map(({ signatures, inputs, ...rest }) => ({
      ...rest,
      signatures: [...signatures],
      inputs: [...inputs],
    }))
    this.result = { placements: copied, used: [], left: [] }
    this.#taken = copied.flatMap(({ signatures, inputs }) => [
      ...signatures,
      ...inputs.flatMap(({ places }) => places),
    ])
  }

  /** @throws FieldSkipped */
  add(field: UsableField, given: ReadonlySet<number>): void {
    const named = namedIn(field.name)
    const index = this.#owners.of(field.name, named.signer)
    const own = this.result.placements[index]
    if (own === undefined) throw new FieldSkipped('nobody')
    if (this.#taken.some((each) => field.places.some((place) => overlap(each, place))))
      throw new FieldSkipped('overlaps')
    if (field.members === undefined || named.signs === true) {
      // Who has been given a place to sign signs there alone.
      if (given.has(index)) throw new FieldSkipped('place_given')
      const [place] = field.places
      if (place === undefined) throw new FieldSkipped('hidden')
      assertRoom([place], SIGN_LEAST)
      const { page, box } = place
      own.signatures.push({ ...this.#file, page, box: rounded(box), from: 'form' })
    } else {
      const read = inputIn(field, named)
      const places = read.places.map((place) => ({ ...this.#file, ...place }))
      const input = { ...read, places }
      const name = input.name.toLowerCase()
      if (own.inputs.some((each) => each.name.toLowerCase() === name))
        throw new FieldSkipped('repeated')
      own.inputs.push(input)
    }
    this.result.used.push(field.name)
    this.#taken.push(...field.places)
  }
}

const { perSigner, perRequest, placesPerRequest } = INPUT_LIMITS
const tooMany = () =>
  findingAt('/form_fields', 'fields_too_many', 'places.formMany', {
    perSigner,
    perRequest,
    places: placesPerRequest,
    signatures: LIMITS.signaturesPerSigner,
  })

const isTooMany = ({ placements }: WithForm): boolean => {
  const all = placements.flatMap(({ inputs }) => inputs)
  return (
    placements.some(
      ({ inputs, signatures }) =>
        inputs.length > perSigner || signatures.length > LIMITS.signaturesPerSigner,
    ) ||
    all.length > perRequest ||
    all.flatMap(({ places }) => places).length > placesPerRequest
  )
}

/**
 * The places of every signer in a file together with those of its form.
 * @param file its number
 * @throws AppError `validation_failed` for more fields than a request takes
 */
export function withForm(
  signers: readonly SignerInput[],
  placements: readonly SignerPlaces[],
  form: UsableForm,
  file = 1,
): WithForm {
  const adding = new Adding(signers, placements, file)
  const given = new Set(
    placements.flatMap(({ signatures }, index) => (signatures.length > 0 ? [index] : [])),
  )
  const { result } = adding
  result.left.push(...form.left)
  for (const field of [...form.fields].sort(order)) {
    try {
      adding.add(field, given)
      // At once: each is compared with those before it.
      if (isTooMany(result)) throwIfInvalid([tooMany()])
    } catch (error) {
      if (!(error instanceof FieldSkipped)) throw error
      result.left.push({ name: field.name, reason: error.reason })
    }
  }
  return result
}
