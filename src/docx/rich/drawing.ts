/** Writes a picture as an inline DrawingML element (ECMA-376 part 1, 20.4.2.8) of the right size. */
import type { RasterImage } from '../../images/facts.ts'
import { escapeAttribute } from '../../xml/escape.ts'
import type { Room } from './page-room.ts'
import type { CodeImage, Length, Picture } from './values.ts'
import { EMU_PER_INCH } from './values.ts'

/** The shown part of the source: what is cut off on each side, in thousandths of a percent. */
type Crop = NonNullable<ReturnType<typeof coverCrop>>

/** Final size on the page in EMU, as seen (after rotation). */
export interface Placement extends Room {
  crop: Crop | null
}

/** Maximum resolution of codes, so that no converter downsamples and blurs them. */
const CODE_DPI = 300
const SCALE_MAX = 40
const WHOLE = 100_000

const isTurned = (image: RasterImage | CodeImage): boolean =>
  image.kind === 'raster' && image.orientation >= 5

function naturalSize(image: RasterImage | CodeImage): Room {
  if (image.kind === 'code') return { width: image.width, height: image.height }
  const width = (image.width / image.dpiX) * EMU_PER_INCH
  const height = (image.height / image.dpiY) * EMU_PER_INCH
  return isTurned(image) ? { width: height, height: width } : { width, height }
}

/** Bars can be longer or shorter without becoming thinner; thin bars cannot be scanned. */
const isBars = (image: RasterImage | CodeImage): boolean =>
  image.kind === 'code' && image.withHeight !== undefined

const inEmu = (length: Length | undefined, room: Room): number | null =>
  length === undefined ? null : 'emu' in length ? length.emu : length.share * room.width

function coverCrop(natural: Room, width: number, height: number) {
  const scale = Math.max(width / natural.width, height / natural.height)
  const side = (box: number, full: number): number =>
    Math.max(0, Math.round(((1 - box / (full * scale)) / 2) * WHOLE))
  const [x, y] = [side(width, natural.width), side(height, natural.height)]
  return x === 0 && y === 0 ? null : { left: x, top: y, right: x, bottom: y }
}

function wantedPlacement(picture: Picture, natural: Room, room: Room): Placement {
  const [width, height] = [inEmu(picture.width, room), inEmu(picture.height, room)]
  if (height !== null && picture.fit === 'contain' && isBars(picture.image)) {
    return { width: width ?? natural.width, height, crop: null }
  }
  if (width !== null && height !== null) {
    if (picture.fit === 'stretch') return { width, height, crop: null }
    if (picture.fit === 'cover') return { width, height, crop: coverCrop(natural, width, height) }
    const scale = Math.min(width / natural.width, height / natural.height)
    return { width: natural.width * scale, height: natural.height * scale, crop: null }
  }
  const scale =
    width !== null ? width / natural.width : height !== null ? height / natural.height : 1
  return { width: natural.width * scale, height: natural.height * scale, crop: null }
}

/** Size of the picture as drawn: as requested, but never beyond the available room. */
export function placePicture(picture: Picture, room: Room): Placement {
  const wanted = wantedPlacement(picture, naturalSize(picture.image), room)
  const shrink = Math.min(1, room.width / wanted.width, room.height / wanted.height)
  return {
    width: Math.max(1, Math.round(wanted.width * shrink)),
    height: Math.max(1, Math.round(wanted.height * shrink)),
    crop: wanted.crop,
  }
}

/** The file to embed for a picture that is drawn at a size. */
export function bytesFor(image: RasterImage | CodeImage, { width, height }: Room): Uint8Array {
  if (image.kind === 'raster') return image.bytes
  const dots = (width / EMU_PER_INCH) * CODE_DPI
  const scale = Math.min(SCALE_MAX, Math.max(1, Math.floor(dots / image.widthAtScaleOne)))
  const ratio = height / width
  const isNatural = Math.abs(ratio / (image.height / image.width) - 1) < 0.01
  if (isNatural || image.withHeight === undefined) return image.png(scale)
  return image.withHeight(ratio * image.widthAtScaleOne).png(scale)
}

/** EXIF orientation as a clockwise rotation in degrees, after a flip. */
const ROTATIONS: Readonly<Record<number, readonly [degrees: number, flip: 'h' | 'v' | null]>> = {
  2: [0, 'h'],
  3: [180, null],
  4: [0, 'v'],
  5: [270, 'v'],
  6: [90, null],
  7: [90, 'v'],
  8: [270, null],
}

/** Both programs measure a rotated picture before the rotation; what sticks out is its effect extent. */
function extents(place: Placement, turned: boolean): string {
  const [cx, cy] = turned ? [place.height, place.width] : [place.width, place.height]
  const out = turned ? Math.round((cx - cy) / 2) : 0
  const [across, down] = [Math.max(0, -out), Math.max(0, out)]
  return `<wp:extent cx="${cx}" cy="${cy}"/><wp:effectExtent l="${across}" t="${down}" r="${across}" b="${down}"/>`
}

/** How the picture stands on the page: clockwise rotation in degrees, and flip. */
export const turnOf = (image: RasterImage | CodeImage): readonly [number, 'h' | 'v' | null] =>
  image.kind === 'raster' ? (ROTATIONS[image.orientation] ?? [0, null]) : [0, null]

function transform(image: RasterImage | CodeImage, place: Placement): string {
  const [degrees, flip] = turnOf(image)
  const turned = degrees === 90 || degrees === 270
  const [cx, cy] = turned ? [place.height, place.width] : [place.width, place.height]
  const rotation = degrees === 0 ? '' : ` rot="${degrees * 60_000}"`
  const flipped = flip === null ? '' : flip === 'h' ? ' flipH="1"' : ' flipV="1"'
  return `<a:xfrm${rotation}${flipped}><a:off x="0" y="0"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm>`
}

/** The crop is in the file's own axes: a rotated picture is cut on other sides. */
export function sourceRect(image: RasterImage | CodeImage, crop: Crop | null): string {
  if (crop === null) return ''
  const [x, y] = isTurned(image) ? [crop.top, crop.left] : [crop.left, crop.top]
  return `<a:srcRect l="${x}" t="${y}" r="${x}" b="${y}"/>`
}

/** What {@link inlineDrawing} needs besides the picture. */
export interface DrawingNames {
  /** Relationship id of the embedded file in the part with the drawing. */
  embed: string
  /** Unique in the whole document. */
  id: number
  name: string
  /** Relationship id of a hyperlink on the picture. */
  link?: string
}

/** Marks a picture as decorative, as Word itself does. */
const DECORATIVE =
  '<a:extLst><a:ext uri="{C183D7F6-B498-43B3-948B-1728B52AA6E4}">' +
  '<adec:decorative xmlns:adec="http://schemas.microsoft.com/office/drawing/2017/decorative" val="1"/>' +
  '</a:ext></a:extLst>'

const PICTURE_URI = 'http://schemas.openxmlformats.org/drawingml/2006/picture'

/** A `w:drawing` with all its namespaces declared on it; goes inside a `w:r`. */
export function inlineDrawing(
  image: RasterImage | CodeImage,
  place: Placement,
  alt: string,
  names: DrawingNames,
): string {
  const name = escapeAttribute(names.name)
  // LibreOffice drops an empty description and does not know the mark: a blank shows src/pdf that this picture is
  // decorative, not one whose description was forgotten
  const decorative = alt.trim() === ''
  const descr = ` descr="${decorative ? ' ' : escapeAttribute(alt)}"`
  const click = names.link === undefined ? '' : `<a:hlinkClick r:id="${names.link}"/>`
  return (
    '<w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"' +
    ' xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"' +
    ' xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"' +
    ' distT="0" distB="0" distL="0" distR="0">' +
    extents(place, isTurned(image)) +
    `<wp:docPr id="${names.id}" name="${name}"${descr}>${click}${decorative ? DECORATIVE : ''}</wp:docPr>` +
    '<wp:cNvGraphicFramePr><a:graphicFrameLocks noChangeAspect="1"/></wp:cNvGraphicFramePr>' +
    `<a:graphic><a:graphicData uri="${PICTURE_URI}"><pic:pic xmlns:pic="${PICTURE_URI}">` +
    `<pic:nvPicPr><pic:cNvPr id="${names.id}" name="${name}"${descr}/><pic:cNvPicPr/></pic:nvPicPr>` +
    `<pic:blipFill><a:blip r:embed="${names.embed}"/>${sourceRect(image, place.crop)}` +
    '<a:stretch><a:fillRect/></a:stretch></pic:blipFill>' +
    `<pic:spPr>${transform(image, place)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr>` +
    '</pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>'
  )
}
