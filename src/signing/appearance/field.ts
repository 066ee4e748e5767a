/** The visible content of a signer's field: the signature and, space permitting, the name, the time and the document. */
import { type Drawing, drawAppearance, type Size } from '../../pdf/appearance.ts'
import { textsIn } from '../../translations/texts.ts'
import type { Mark } from '../model/intent.ts'
import { Canvas } from './canvas.ts'
import { embedFaces, type Faces } from './faces.ts'
import { drawMark } from './mark.ts'
import { planStamp, STAMP_BAR, type StampFacts, type StampPlan } from './stamp.ts'
import { cut, printable, widthOf } from './text.ts'

/** A signature to display. */
export interface FieldFacts extends StampFacts {
  mark: Mark
}

/** Share of a line's height above the capitals of its text. */
const CAPITALS = 0.76

/**
 * Draws the content of a signer's field, in a box of any size from 60 × 20 points.
 * @throws AppError `image_invalid` for a picture that cannot be decoded
 */
export function drawSignerField(size: Size, facts: FieldFacts): Promise<Drawing> {
  return drawAppearance(size, async (page, document) => {
    const canvas = new Canvas(page, await embedFaces(document, facts))
    const { bold, regular } = canvas.faces
    const plan = planIn(canvas.faces, size, facts)
    canvas.fill(
      { x: 0, y: 0, width: STAMP_BAR, height: size.height },
      facts.test ? 'alarm' : 'accent',
    )
    await drawMark(canvas, markOf(facts), plan.mark)
    for (const line of plan.lines) {
      const { x, y, width, height } = line
      const text = cut(printable(line.text), line.bold ? bold : regular, line.size, width)
      canvas.line(text, x, y + (height - line.size * CAPITALS) / 2, {
        size: line.size,
        face: line.bold ? 'bold' : 'regular',
        color: line.bold ? 'ink' : 'soft',
      })
    }
  })
}

/** The layout of a field. @param faces in which its text is measured: those of our usual typeface */
export function planIn(
  { bold, regular }: Pick<Faces, 'bold' | 'regular'>,
  size: Size,
  facts: StampFacts,
): StampPlan {
  const stated = { ...facts, name: printable(facts.name) }
  return planStamp(size, stated, {
    words: textsIn(facts.locale).signing.stamp,
    measure: (text, look) => widthOf(printable(text), look.bold ? bold : regular, look.size),
  })
}

/** A typed signature with no visible characters falls back to the name. */
function markOf({ mark, name }: FieldFacts): Mark {
  if (!('text' in mark) || mark.text.trim() !== '') return mark
  return { kind: 'typed', text: name }
}
