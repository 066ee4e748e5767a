/** Placement of visible signatures: turns the sender's fields, or tags in the document, into rectangles on pages. */

import type { Anchor, LocatedAnchors } from '../../detection/anchors.ts'
import { FINDING_CODES, type Finding, saying } from '../../kernel/coded-error.ts'
import { throwIfInvalid } from '../../kernel/errors.ts'
import { INPUT_LIMITS, inputSize } from '../../kernel/field-types.ts'
import { omitUndefined } from '../../kernel/type-guards.ts'
import type { Box } from '../../pdf/pages.ts'
import type { SignedPlacement } from '../../pdf/signed-placements.ts'
import { findingAt, say } from '../../translations/texts.ts'
import { definitionOf, type InputDefinition } from '../fields/definitions.ts'
import type { Input } from '../model/fields.ts'
import { inFile } from '../model/files.ts'
import { isSigningAction } from '../model/participant-actions.ts'
import {
  type AnchorOrigin,
  DEFAULT_SIZE,
  type PageSize,
  type Placement,
} from '../model/placement.ts'
import type {
  AnchoredField,
  Field,
  PlacedField,
  RepeatedField,
} from '../model/schemas/signature-field.ts'
import type { SignerInput } from '../model/schemas/signer.ts'
import { repeatsAmong, type TaggedPlacement, taggedInputs } from './tagged-inputs.ts'

/** Finds placements in a document. */
export interface PlacementFinder {
  locate(anchors: readonly Anchor[]): Promise<LocatedAnchors>
  /** Tags such as `{{signature:signer1}}`. */
  tags(): Promise<readonly TaggedPlacement[]>
  /** They are of a template, whose author wants them all. */
  isOfTemplate?: true
}

/** Finds placements in a document. */
export type FinderFor = (pdf: Uint8Array) => PlacementFinder

/** Smaller ones would be illegible. */
const SIZE_MIN = { width: 40, height: 15 }
const MM = 72 / 25.4

const round = (value: number): number => Math.round(value * 100) / 100

/** The pages of a field, each once. @param count of the file; of a range no more than one page after it */
function pagesOf(field: PlacedField | RepeatedField, count: number): number[] {
  if ('page' in field) return [field.page]
  const { pages } = field
  if (typeof pages !== 'string') return [...new Set(pages)]
  const ranges = pages === 'all' ? ['1-'] : pages.split(',')
  const all = ranges.flatMap((range) => {
    const [from = '', to = from] = range.split('-')
    const ends = [Number(from), to === '' ? Math.max(count, Number(from)) : Number(to)]
    const first = Math.min(...ends)
    // Of pages that are not there, one is enough to be told.
    const last = Math.max(first, Math.min(Math.max(...ends), count + 1))
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
  return [...new Set(all)]
}

function inPoints(field: PlacedField | RepeatedField, page: PageSize, size: PageSize): Box {
  const unit = field.unit ?? 'pt'
  const across = unit === 'percent' ? page.width / 100 : unit === 'mm' ? MM : 1
  const down = unit === 'percent' ? page.height / 100 : unit === 'mm' ? MM : 1
  return {
    x: round(field.x * across),
    y: round(field.y * down),
    width: round(field.width === undefined ? size.width : field.width * across),
    height: round(field.height === undefined ? size.height : field.height * down),
  }
}

/** Shared by places that a layout put side by side, in points: it rounds. */
const TOUCH = 0.5

/** Whether two places share more than their edges. */
export const overlap = (one: Placement, other: Placement): boolean =>
  one.page === other.page &&
  one.box.x + TOUCH < other.box.x + other.box.width &&
  other.box.x + TOUCH < one.box.x + one.box.width &&
  one.box.y + TOUCH < other.box.y + other.box.height &&
  other.box.y + TOUCH < one.box.y + one.box.height

/** The pages of a file and the signatures already visible on them. */
export interface ExistingPlacements {
  pages: readonly PageSize[]
  signedPlacements: readonly SignedPlacement[]
}

/** Collects placements and their faults. */
class Gathered {
  readonly findings: Finding[] = []
  readonly #all: Array<{ placement: Placement; pointer: string; isKept: boolean }> = []
  readonly #pages: readonly PageSize[]
  readonly #signed: readonly SignedPlacement[]

  constructor({ pages, signedPlacements }: ExistingPlacements) {
    this.#pages = pages
    this.#signed = signedPlacements
  }

  /** @param kept name of a field that was in an earlier file, where the sender does not say where it is in this one */
  add(placement: Placement, pointer: string, min: PageSize = SIZE_MIN, kept?: string): Placement {
    const isKept = kept !== undefined
    // Those that stay were compared when they came.
    const covered = this.#all.find(
      (each) => !(isKept && each.isKept) && overlap(each.placement, placement),
    )
    const overlaps =
      covered &&
      findingAt(pointer, FINDING_CODES.placeOverlaps, 'places.overlaps', { other: covered.pointer })
    const wrong = this.#finding(placement, pointer, min, kept) ?? overlaps
    if (wrong !== undefined) this.findings.push(wrong)
    this.#all.push({ placement, pointer, isKept })
    return placement
  }

  #finding({ page, box }: Placement, at: string, min: PageSize, kept: string | undefined) {
    const size = this.#pages[page - 1]
    const code = FINDING_CODES.placeOutside
    if (kept !== undefined && (size === undefined || !fits(box, size))) {
      const detail = say('places.kept', { name: kept, page, pages: this.#pages.length })
      return { pointer: at, code, ...saying(detail, say('places.keptFix')) }
    }
    if (size === undefined)
      return findingAt(at, code, 'places.noPage', { page, pages: this.#pages.length })
    const { width, height } = box
    if (width < min.width || height < min.height) {
      const least = { minWidth: min.width, minHeight: min.height }
      return findingAt(at, undefined, 'places.small', { width, height, ...least })
    }
    if (!fits(box, size))
      return findingAt(at, code, 'places.outside', { page, ...roundedSize(size) })
    const signed = this.#signed.find((each) => overlap(each, { page, box }))
    if (signed === undefined) return undefined
    const { name, box: taken } = signed
    const corner = { x: round(taken.x), y: round(taken.y) }
    const facts = { name, page, ...corner, ...roundedSize(taken) }
    return findingAt(at, undefined, 'places.covers', facts)
  }
}

const fits = (box: Box, page: PageSize): boolean =>
  box.x + box.width <= page.width + 0.5 && box.y + box.height <= page.height + 0.5

const roundedSize = ({ width, height }: PageSize): PageSize => ({
  width: round(width),
  height: round(height),
})

/** Names by which a tag may refer to a signer: participants who sign nothing have none and are not counted. */
function namesOf({ role, email, action = 'sign' }: SignerInput, number: number): string[] {
  if (!isSigningAction({ action })) return []
  return [`signer${number}`, `signer_${number}`, role ?? '', email].map((name) =>
    name.toLowerCase(),
  )
}

/** The names by which a document may refer to each signer, in their order; none for those who sign nothing. */
export function allNames(signers: readonly SignerInput[]): string[][] {
  let number = 0
  return signers.map((signer) => {
    if (isSigningAction({ action: signer.action ?? 'sign' })) number += 1
    return namesOf(signer, number)
  })
}

function tagFindings(signers: readonly SignerInput[], tags: readonly TaggedPlacement[]): Finding[] {
  const known = new Set(allNames(signers).flat())
  const strange = new Set(
    tags.flatMap(({ signer, finding }) =>
      finding !== undefined || known.has(signer.toLowerCase()) ? [] : [signer],
    ),
  )
  const findings = tags.flatMap(({ finding }) =>
    finding === undefined
      ? []
      : [{ pointer: '/file', code: FINDING_CODES.tagUnusable, ...saying(finding) }],
  )
  const nobodys = [...strange].map((name) =>
    findingAt('/signers', undefined, 'places.nobody', { name, count: signers.length }),
  )
  return [...findings, ...nobodys]
}

/** Where a signer signs, and what else is filled in. */
export interface SignerPlaces {
  /** Empty where neither the sender nor a tag in the document gives one. */
  signatures: Placement[]
  inputs: Input[]
  /** Names of those of which no tag says what they are: another file may. */
  repeats?: readonly string[]
}

/** The places of a signer in a file that an edit keeps. */
export interface KeptPlaces {
  fixed: SignerPlaces
  /** Found by tags in the file before: they stay where this one has no tags of the person. */
  tagged?: SignerPlaces
}

/** A signer of an order, or of a request that is edited. */
export type PlaceableSigner = SignerInput & { kept?: KeptPlaces }

/** A field of an order with where it was sent. */
interface Asked {
  field: Field
  pointer: string
  /** Undefined: a place to sign. */
  input: InputDefinition | undefined
  size: { width: number; height: number }
  min: { width: number; height: number }
}

const askedIn =
  (file: number) =>
  ({ fields = [] }: SignerInput, index: number): Asked[] =>
    fields.flatMap((field, number): Asked[] => {
      if ((field.file_number ?? 1) !== file) return []
      const pointer = `/signers/${index}/fields/${number}`
      const input = definitionOf(field, pointer)?.input
      if (input === undefined) return [{ field, pointer, input, size: DEFAULT_SIZE, min: SIZE_MIN }]
      const { width, height, min } = inputSize(input)
      return [{ field, pointer, input, size: { width, height }, min }]
    })

/** Places next to texts on the pages, by pointer. */
async function locate(asked: readonly Asked[], finder: PlacementFinder, gathered: Gathered) {
  const anchors = asked.flatMap(({ field, pointer, size }) => {
    if (!('anchor' in field)) return []
    const { anchor, occurrence, dx, dy, width = size.width, height = size.height } = field
    return [{ anchor, width, height, pointer, ...omitUndefined({ occurrence, dx, dy }) }]
  })
  const located = anchors.length === 0 ? undefined : await finder.locate(anchors)
  gathered.findings.push(...(located?.errors ?? []))
  return new Map(anchors.map(({ pointer }, at) => [pointer, located?.placements[at] ?? []]))
}

/** The places of a field: next to its text, or where its numbers say, on each of its pages. */
function askedPlaces(
  { field, pointer, size, min }: Asked,
  { pages }: ExistingPlacements,
  anchored: Awaited<ReturnType<typeof locate>>,
  gathered: Gathered,
): Placement[] {
  if ('anchor' in field)
    return (anchored.get(pointer) ?? []).map(({ page, field: box }) => ({
      ...gathered.add({ page, box }, pointer, min),
      from: originOf(field),
    }))
  return pagesOf(field, pages.length).map((page) => {
    const box = inPoints(field, pages[page - 1] ?? { width: 0, height: 0 }, size)
    return gathered.add({ page, box }, pointer, min)
  })
}

/**
 * The places of every signer in a file, in signer order.
 * @param number of the file
 * @throws AppError `validation_failed` for a placement off the page, text that does not occur, an overlap, a covered
 * signature, or a tag that refers to nobody
 */
export async function resolvePlacements(
  signers: readonly PlaceableSigner[],
  file: ExistingPlacements,
  finder: PlacementFinder,
  number = 1,
): Promise<SignerPlaces[]> {
  const gathered = new Gathered(file)
  const asked = signers.map(askedIn(number))
  const anchored = await locate(asked.flat(), finder, gathered)
  const signs = (each: readonly Asked[]): boolean => each.some(({ input }) => input === undefined)
  const names = allNames(signers)
  const isPlaced = (each: readonly Asked[], index: number): boolean => {
    const kept = signers[index]?.kept
    return kept === undefined
      ? signs(each) || names[index]?.length === 0
      : kept.tagged === undefined
  }
  const isSearched = finder.isOfTemplate === true || !asked.every(isPlaced)
  const tags = isSearched ? await finder.tags() : []
  gathered.findings.push(...tagFindings(signers, tags))
  const placesOf = (each: Asked): Placement[] => askedPlaces(each, file, anchored, gathered)
  const inThis = <Place extends Placement>(place: Place) => ({ ...inFile(number), ...place })
  const resolved = signers.map(({ kept }, index): SignerPlaces => {
    const own = asked[index] ?? []
    const inputs: Input[] = []
    const signatures: Placement[] = []
    for (const each of own) {
      const places = placesOf(each)
      if (each.input === undefined) signatures.push(...places)
      else inputs.push({ ...each.input, places })
    }
    const pointer = `/signers/${index}`
    let repeats: readonly string[] = []
    const tagged = tags.filter((tag) => names[index]?.includes(tag.signer.toLowerCase()))
    const stays = keptPlaces(kept, { isTagged: tagged.length > 0, pointer, gathered })
    // Who places fields in a PDF places all of them; a template's author has a say, too.
    const isFree = inputs.length === 0 && (own.length === 0 || finder.isOfTemplate === true)
    const takesTags = kept === undefined ? isFree : kept.tagged !== undefined
    if (takesTags) {
      repeats = repeatsAmong(tagged)
      inputs.push(...taggedInputs(tagged, pointer, gathered))
    }
    const filledIn = [...stays.inputs, ...inputs].map((input) => ({
      ...input,
      places: input.places.map(inThis),
    }))
    signatures.push(...stays.signatures)
    const signsByTags = kept === undefined ? !signs(own) : takesTags
    if (signsByTags) signatures.push(...signaturesIn(tagged, pointer, gathered))
    return { signatures: signatures.map(inThis), inputs: filledIn, repeats }
  })
  throwIfInvalid([...gathered.findings, ...tooManyPlaces(resolved)])
  return resolved
}

const originOf = ({ anchor, occurrence, dx, dy, width, height }: AnchoredField): AnchorOrigin =>
  omitUndefined<AnchorOrigin>({ anchor, occurrence, dx, dy, width, height })

/** Where a person signs by tags. */
const signaturesIn = (
  tags: readonly TaggedPlacement[],
  pointer: string,
  gathered: Gathered,
): Placement[] =>
  tags
    .filter(({ field, finding }) => field === undefined && finding === undefined)
    .map(({ page, box }) => ({ ...gathered.add({ page, box }, pointer), from: 'tag' }))

/** The places that stay, each on a page that there is. */
function keptPlaces(
  { fixed, tagged }: KeptPlaces = { fixed: { signatures: [], inputs: [] } },
  { isTagged, pointer, gathered }: { isTagged: boolean; pointer: string; gathered: Gathered },
): SignerPlaces {
  const all = tagged === undefined || isTagged ? [fixed] : [fixed, tagged]
  const at = `${pointer}/fields`
  const none = { width: 0, height: 0 }
  const inputs = all.flatMap((each) => each.inputs)
  const signatures = all.flatMap((each) => each.signatures)
  for (const { name, places } of inputs)
    for (const place of places) gathered.add(place, at, none, name)
  for (const place of signatures) gathered.add(place, at, none, 'signature')
  return { signatures, inputs }
}

/** What is wrong with so many places to fill in. */
export function tooManyPlaces(resolved: readonly SignerPlaces[]): Finding[] {
  const count = resolved.flatMap(({ inputs }) => inputs.flatMap(({ places }) => places)).length
  const max = INPUT_LIMITS.placesPerRequest
  if (count <= max) return []
  return [findingAt('/signers', 'fields_too_many', 'inputs.spotsMany', { count, max })]
}
