/** Where signatures are seen: from what a sender gave to rectangles on pages, or to a page of its own. */
import type { Finding } from '../kernel/errors.ts'
import type { Box } from '../pdf/pages.ts'
import { refuse } from './order.ts'
import type { AnchoredField, NewSigner, PlacedField } from './schemas.ts'

/** A rectangle on a page, in points from the top left corner as seen. */
export interface Place {
  /** From 1. */
  page: number
  box: Box
}

/** Size of a page in points, as seen. */
export interface PageSize {
  width: number
  height: number
}

/** Finds texts on pages. */
export type FindText = (text: string) => Promise<readonly Place[]>

/** Size where none was given, in points. */
export const DEFAULT_SIZE = { width: 180, height: 60 }
/** Smaller ones could not be read. */
const SIZE_MIN = { width: 40, height: 15 }
const MM = 72 / 25.4

const round = (value: number): number => Math.round(value * 100) / 100

function inPoints(field: PlacedField, page: PageSize): Box {
  const unit = field.unit ?? 'pt'
  const across = unit === 'percent' ? page.width / 100 : unit === 'mm' ? MM : 1
  const down = unit === 'percent' ? page.height / 100 : unit === 'mm' ? MM : 1
  return {
    x: round(field.x * across),
    y: round(field.y * down),
    width: round(field.width === undefined ? DEFAULT_SIZE.width : field.width * across),
    height: round(field.height === undefined ? DEFAULT_SIZE.height : field.height * down),
  }
}

function boxFaults({ box, page }: Place, size: PageSize, pointer: string): Finding[] {
  const detail = (text: string): Finding[] => [{ pointer, detail: `${pointer} ${text}` }]
  if (box.width < SIZE_MIN.width || box.height < SIZE_MIN.height)
    return detail(
      `is ${box.width} × ${box.height} points; at least ${SIZE_MIN.width} × ${SIZE_MIN.height} are needed.`,
    )
  if (box.x + box.width > size.width + 0.5 || box.y + box.height > size.height + 0.5)
    return detail(
      `does not fit on page ${page}, which is ${round(size.width)} × ${round(size.height)} points.`,
    )
  return []
}

const overlap = (one: Place, other: Place): boolean =>
  one.page === other.page &&
  one.box.x < other.box.x + other.box.width &&
  other.box.x < one.box.x + one.box.width &&
  one.box.y < other.box.y + other.box.height &&
  other.box.y < one.box.y + one.box.height

/**
 * The places of every signer, in the order of the signers; none for those who gave no field.
 * @throws AppError `validation_failed` for what is not on a page, does not occur, or overlaps
 */
export async function resolvePlaces(
  signers: readonly NewSigner[],
  pages: readonly PageSize[],
  find: FindText,
): Promise<Place[][]> {
  const faults: Finding[] = []
  const all: Array<{ place: Place; pointer: string }> = []
  const add = (place: Place, pointer: string): Place[] => {
    const size = pages[place.page - 1]
    const wrong =
      size === undefined
        ? [{ pointer, detail: `${pointer} is on page ${place.page} of ${pages.length}.` }]
        : boxFaults(place, size, pointer)
    const covered = all.find((each) => overlap(each.place, place))
    if (covered !== undefined)
      wrong.push({ pointer, detail: `${pointer} overlaps ${covered.pointer}.` })
    faults.push(...wrong)
    all.push({ place, pointer })
    return [place]
  }
  const anchored = async (field: AnchoredField, pointer: string): Promise<Place[]> => {
    const found = await find(field.anchor)
    const chosen =
      field.occurrence === undefined ? found : found.slice(field.occurrence - 1, field.occurrence)
    if (chosen.length === 0) {
      const times = found.length === 0 ? 'does not occur' : `occurs ${found.length} time(s)`
      faults.push({ pointer, detail: `${pointer}: the text "${field.anchor}" ${times}.` })
    }
    return chosen.flatMap(({ page, box }) => {
      const [x, y] = [box.x + (field.dx ?? 0), box.y + (field.dy ?? 0)]
      const { width = DEFAULT_SIZE.width, height = DEFAULT_SIZE.height } = field
      return add({ page, box: { x: round(x), y: round(y), width, height } }, pointer)
    })
  }
  const places: Place[][] = []
  for (const [index, { fields = [] }] of signers.entries()) {
    const own: Place[] = []
    for (const [number, field] of fields.entries()) {
      const pointer = `/signers/${index}/fields/${number}`
      if ('anchor' in field) own.push(...(await anchored(field, pointer)))
      else {
        const size = pages[field.page - 1] ?? { width: 0, height: 0 }
        own.push(...add({ page: field.page, box: inPoints(field, size) }, pointer))
      }
    }
    places.push(own)
  }
  refuse(faults)
  return places
}
