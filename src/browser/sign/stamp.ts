/** The stamp of a signature as the file will show it, drawn from the same layout. */
import { systemClock, toIso } from '../../kernel/clock.ts'
import {
  planStamp,
  STAMP_BAR,
  type StampFacts,
  type StampWords,
  type TextMeasure,
} from '../../signing/appearance/stamp.ts'
import type { SignerState } from '../../signing/signers/schemas.ts'

/** Draws what a field will show, in points from its top left corner. */
export type Stamp = (
  context: CanvasRenderingContext2D,
  field: { width: number; height: number },
) => void

/** Fonts with the widths of those in the file. */
const FONTS = '"DejaVu Sans", Verdana, sans-serif'
const CAPITALS = 0.76
const COLORS = { accent: '#22389b', alarm: '#a3251c', ink: '#1d1c1a', soft: '#57534c' }

/** The zone in which this device shows times. */
export const deviceZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The stamp of a signer with a picture of their signature, as if it were made now. */
export function stampOf(
  { signer, document }: SignerState,
  words: StampWords,
  picture: HTMLCanvasElement,
): Stamp {
  const facts: StampFacts = {
    locale: signer.locale,
    name: signer.name,
    at: toIso(systemClock.now()),
    timeZone: deviceZone(),
    documentId: document.id,
    test: document.test,
    witness: signer.action === 'witness',
  }
  return (context, field) => {
    const fontOf = ({ size, bold }: { size: number; bold: boolean }): string =>
      `${bold ? 700 : 400} ${size}px ${FONTS}`
    const measure: TextMeasure = (text, look) => {
      context.font = fontOf(look)
      return context.measureText(text).width
    }
    const plan = planStamp(field, facts, { words, measure })
    context.fillStyle = facts.test ? COLORS.alarm : COLORS.accent
    context.fillRect(0, 0, STAMP_BAR, field.height)
    const { mark } = plan
    const factor = Math.min(mark.width / picture.width, mark.height / picture.height)
    const [width, height] = [picture.width * factor, picture.height * factor]
    const x = mark.x + (mark.width - width) / 2
    const y = mark.y + (mark.height - height) / 2
    context.drawImage(picture, x, y, width, height)
    context.textBaseline = 'alphabetic'
    for (const line of plan.lines) {
      context.font = fontOf(line)
      context.fillStyle = line.bold ? COLORS.ink : COLORS.soft
      const baseline = line.y + (line.height + line.size * CAPITALS) / 2
      context.fillText(line.text, line.x, baseline, line.width)
    }
  }
}
