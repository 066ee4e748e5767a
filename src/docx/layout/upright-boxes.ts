/**
 * Text boxes turned by a quarter whose text is turned back (`a:xfrm rot` and `a:bodyPr vert`, ISO/IEC 29500-1, 20.1.7.6 and
 * 21.1.2.1.1): in Word the text stands upright and fills the whole box. LibreOffice breaks its lines by the width that the
 * box has before it is turned. The same box lies there without any turn.
 */
const ANCHOR = /<wp:anchor\s(?:(?!<\/wp:anchor>)[\s\S])*<\/wp:anchor>/g
const TURNED =
  /<a:xfrm\s+rot="(5400000|16200000|-5400000)"\s*>(\s*<a:off\s[^<>]*>\s*)<a:ext cx="(\d+)" cy="(\d+)"\/>/
const TURNED_BACK: Readonly<Record<string, string>> = { '5400000': 'vert270' }
/** Boxes of other forms, and sizes and places that depend on more than numbers. */
const OTHER =
  /<a:custGeom|prst="(?!rect"|roundRect"|none")[a-zA-Z0-9]+"|<wp14:|<wpg:|<wp:align>(?!center)/

/** The drawing of one box, upright. */
function upright(anchor: string): string {
  const [xfrm, turn = '', offset = '', cx = '', cy = ''] = TURNED.exec(anchor) ?? []
  const back = ` vert="${TURNED_BACK[turn] ?? 'vert'}"`
  const extent = `<wp:extent cx="${cx}" cy="${cy}"/>`
  const isOne = anchor.split('<wps:wsp').length === 2 && anchor.includes(extent)
  if (xfrm === undefined || !isOne || !anchor.includes(back) || OTHER.test(anchor)) return anchor
  const shift = (Number(cx) - Number(cy)) / 2
  const moved = (axis: string, by: number, text: string): string =>
    text.replace(
      new RegExp(`(<wp:position${axis}\\s[^<>]*>\\s*<wp:posOffset>)(-?\\d+)`),
      (_all, start: string, at: string) => start + Math.round(Number(at) + by),
    )
  const plain = anchor
    .replace(xfrm, `<a:xfrm>${offset}<a:ext cx="${cy}" cy="${cx}"/>`)
    .replace(extent, `<wp:extent cx="${cy}" cy="${cx}"/>`)
    .replace(back, '')
  return moved('H', shift, moved('V', -shift, plain))
}

/** The part with such boxes as they are seen. */
export const uprightBoxes = (xml: string): string =>
  TURNED.test(xml) ? xml.replace(ANCHOR, upright) : xml
