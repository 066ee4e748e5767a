/**
 * Pictures of a template that data replace: one whose alternative text is `{%photo}` keeps its place, its text wrapping and
 * its frame, and shows another file in its size (ISO/IEC 29500-1, 20.2 and 20.4).
 */

import { escapeXml } from '../../xml/escape.ts'
import { attribute } from '../../xml/scan.ts'
import { type Placement, sourceRect, turnOf } from './drawing.ts'
import type { Picture } from './values.ts'

const KIND = /\sparaph-in="picture (\d+) (\d+)"/
const ONE_TAG = /^\s*\{\s*%%?([^{}]*)\}\s*$/
const MARK = 'paraph-picture'
const MARKED = new RegExp(
  `<w:drawing(?:\\s[^>]*)?>(?:(?!</w:drawing>).)*?<${MARK}>([^<]*)</${MARK}>.*?</w:drawing>`,
  'gs',
)
const FULL_TURN = 360 * 60_000

/** The size of the picture that is replaced by the tag in a lifted text. */
export function replacedBy(paragraph: string): { width: number; height: number } | undefined {
  const found = KIND.exec(paragraph)
  return found === null ? undefined : { width: Number(found[1]), height: Number(found[2]) }
}

/**
 * The tag of a picture in the alternative text of one in the template.
 * @returns the kind that it is lifted as, empty for any other element; the tag; and the element without it
 */
export function pictureTag(xml: string, name: string, element: string, at: number) {
  const text = attribute(element, 'descr') ?? ''
  const tag = ONE_TAG.exec(text)
  const isCopy = name === 'pic:cNvPr'
  if (tag === null || !(isCopy || name === 'wp:docPr')) return { kind: '', text, bare: element }
  const drawing = xml.slice(xml.lastIndexOf('<w:drawing', at), xml.indexOf('</w:drawing>', at))
  const extent = /<wp:extent\s[^>]*>/.exec(drawing)?.[0] ?? ''
  if (!/<a:blip\s[^>]*r:embed=/.test(drawing)) return { kind: '', text, bare: element }
  const title = attribute(element, 'title') ?? ''
  const isSame = title.replace(/[{%}\s]/g, '') === tag[1]?.trim()
  const bare = element.replace(/\sdescr="[^"]*"/, '').replace(isSame ? /\stitle="[^"]*"/ : /$^/, '')
  const size = `${attribute(extent, 'cx') ?? 0} ${attribute(extent, 'cy') ?? 0}`
  // Word repeats the text of the drawing at the picture in it.
  return { kind: isCopy ? '' : `picture ${size}`, text, bare }
}

/** What is kept of a picture until its tag is back in the alternative text. */
export function replacementText(picture: Picture, place: Placement, embed: string): string {
  const [degrees, flip] = turnOf(picture.image)
  const { width, height } = place
  const numbers = [embed, width, height, degrees * 60_000, flip ?? '-'].join(' ')
  return escapeXml(`${numbers}\n${sourceRect(picture.image, place.crop)}\n${picture.alt ?? ''}`)
}

/** Marks the start of a drawing with what it is to show, already escaped. */
export const pictureMark = (text: string): string => `<${MARK}>${text}</${MARK}>`

const escapedAlt = (text: string): string => text.replaceAll('"', '&quot;')

function turned(xfrm: string, sides: readonly string[], degrees: number, flip: string): string {
  const before = Number(attribute(xfrm, 'rot') ?? 0)
  const rotation = (before + degrees) % FULL_TURN
  const attributes = /^<a:xfrm([^>]*)>/.exec(xfrm)?.[1]?.replace(/\srot="[^"]*"/, '') ?? ''
  const flipped =
    flip === '-' || attributes.includes('flip') ? '' : ` flip${flip.toUpperCase()}="1"`
  const rot = rotation === 0 ? '' : ` rot="${rotation}"`
  return xfrm
    .replace(/^<a:xfrm[^>]*>/, `<a:xfrm${rot}${attributes}${flipped}>`)
    .replace(/<a:ext\s[^>]*\/>/, `<a:ext cx="${sides[0]}" cy="${sides[1]}"/>`)
}

/** One drawing with its new picture. @param text see {@link replacementText} */
function replaced(drawing: string, text: string): string {
  const bare = drawing.replace(new RegExp(`<${MARK}>[^<]*</${MARK}>`), '')
  const [numbers = '', crop = '', ...alt] = text.split('\n')
  const [embed = '', width = '', height = '', degrees = '0', flip = '-'] = numbers.split(' ')
  // Without a picture there is nothing to show; a text alone marks what is missing.
  if (!embed.startsWith('rId')) {
    return text.trim() === ''
      ? ''
      : bare.replace(/<wp:docPr /, `<wp:docPr descr="${escapedAlt(text)}" `)
  }
  const sides = Number(degrees) % (180 * 60_000) === 0 ? [width, height] : [height, width]
  const rect = crop.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"')
  return bare
    .replace(/<wp:extent\s[^>]*\/>/, `<wp:extent cx="${sides[0]}" cy="${sides[1]}"/>`)
    .replace(/<(wp:docPr|pic:cNvPr) /g, `<$1 descr="${escapedAlt(alt.join('\n')) || ' '}" `)
    .replace(/<a:blip\s[^>]*?(?:\/>|>.*?<\/a:blip>)/s, `<a:blip r:embed="${embed}"/>`)
    .replace(/<a:srcRect(?:\s[^>]*)?\/>|<a:srcRect[^>]*>.*?<\/a:srcRect>/s, '')
    .replace(/(<a:blip\s[^>]*\/>)/, `$1${rect}`)
    .replace(/<a:xfrm[\s>].*?<\/a:xfrm>/s, (xfrm) => turned(xfrm, sides, Number(degrees), flip))
}

/** Shows the new files in the marked drawings of a part. */
export const replacePictures = (xml: string): string =>
  xml.includes(`<${MARK}>`)
    ? xml.replace(MARKED, (drawing: string, text: string) => replaced(drawing, text))
    : xml
