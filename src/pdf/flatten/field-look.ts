/**
 * The appearance of a field that has none, or in a form that asks readers to redraw its fields
 * (NeedAppearances): background, border, and its value, as readers draw them (ISO 32000-2, 12.7.4.3, 12.5.6.19).
 */
import { PDFArray, type PDFDict, PDFName, type PDFObject, PDFRawStream, type PDFRef } from 'pdf-lib'
import { nameOf, textOf } from '../form-fields.ts'
import { boxOf, numbersIn } from '../pages.ts'
import { numberOf } from '../pdf-file.ts'
import { inheritedOf, type PdfTarget } from '../pdf-target.ts'
import { color } from './annotation-drawings.ts'
import { figure, fontFor } from './field-fonts.ts'
import {
  comb,
  type Look,
  line,
  matrixOf,
  paragraph,
  SIZE_AUTOMATIC_MOST,
  textStyle,
} from './field-text.ts'
import { fieldMember, isPressed, kindOf, optionsOf, valueText, type Widget } from './widgets.ts'

const FLAGS = {
  multiline: 1 << 12,
  password: 1 << 13,
  radio: 1 << 15,
  push: 1 << 16,
  combo: 1 << 17,
  comb: 1 << 24,
}
/** The colour in which readers highlight the selected items of a list. */
const CHOSEN = '0.6 0.757 0.855 rg'
const LIST_LEADING = 1.1

/** Draws the fields of one form. */
export class FieldRenderer {
  readonly #target: PdfTarget
  /** Undefined where every font must be embedded (PDF/A): text becomes outlines. */
  readonly #fonts: PDFDict | undefined

  constructor(target: PdfTarget, fonts: PDFDict | undefined) {
    this.#target = target
    this.#fonts = fonts
  }

  /** Its background and border; undefined when nothing is visible. */
  drawFrame(widget: Widget): PDFRef | undefined {
    return this.draw(widget, { value: false })
  }

  /** The appearance of a field; undefined when nothing is visible. */
  draw(widget: Widget, parts: { value: boolean } = { value: true }): PDFRef | undefined {
    const rect = boxOf(this.#target, widget.dict.get(PDFName.of('Rect')))
    if (rect === undefined) return undefined
    const turn = ((numberOf(this.#characteristic(widget, 'R')) % 360) + 360) % 360
    const [width, height] =
      turn % 180 === 90 ? [rect.height, rect.width] : [rect.width, rect.height]
    const look = this.#look(widget, { width, height })
    const content = `${this.#frame(widget, look)}${parts.value ? this.#value(widget, look) : ''}`
    if (content === '') return undefined
    const { context } = this.#target
    const data = Buffer.from(content, 'latin1')
    const dict = context.obj({
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, 0, width, height],
      Matrix: matrixOf(turn, rect),
      Resources: this.#fonts === undefined ? {} : { Font: this.#fonts },
      Length: data.length,
    })
    return this.#target.add(PDFRawStream.of(dict, data))
  }

  #characteristic({ dict }: Widget, key: string): PDFObject | undefined {
    return this.#target.get(this.#target.get(dict, 'MK'), key)
  }

  #look(widget: Widget, size: { width: number; height: number }): Look {
    const style = textStyle(textOf(fieldMember(this.#target, widget.dict, 'DA')) ?? '')
    const frame = this.#target.get(widget.dict, 'BS')
    const hasBorder = this.#characteristic(widget, 'BC') !== undefined
    return {
      ...size,
      border: numberOf(this.#target.get(frame, 'W'), hasBorder ? 1 : 0),
      font: fontFor(this.#target, style.font, this.#fonts),
      size: style.size,
      color: style.color,
      quadding: numberOf(fieldMember(this.#target, widget.dict, 'Q')),
    }
  }

  #flags({ dict }: Widget): number {
    return numberOf(inheritedOf(this.#target, dict, 'Ff'))
  }

  #color(widget: Widget, key: string) {
    return color(numbersIn(this.#target, this.#characteristic(widget, key)), undefined)
  }

  #frame(widget: Widget, { width, height, border }: Look): string {
    const fill = this.#color(widget, 'BG')?.fill
    const stroke = border > 0 ? this.#color(widget, 'BC')?.stroke : undefined
    // Readers derive the shape from the mark: a radio button is round unless its mark is something other than a dot.
    const isRound =
      kindOf(this.#target, widget) === 'Btn' &&
      (this.#flags(widget) & FLAGS.radio) !== 0 &&
      (textOf(this.#characteristic(widget, 'CA')) || 'l') === 'l'
    const shape = (inset: number): string =>
      isRound
        ? circle(width / 2, height / 2, Math.min(width, height) / 2 - inset)
        : `${[inset, inset, width - 2 * inset, height - 2 * inset].map(figure).join(' ')} re\n`
    const background = fill && `q ${fill}\n${shape(0)}f Q\n`
    const line = nameOf(this.#target.get(this.#target.get(widget.dict, 'BS'), 'S'))
    const path =
      line === 'U'
        ? `0 ${figure(border / 2)} m ${figure(width)} ${figure(border / 2)} l\n`
        : shape(border / 2)
    const dash = line === 'D' ? '[3] 0 d ' : ''
    const outline = stroke && `q ${stroke} ${figure(border)} w ${dash}\n${path}S Q\n`
    return `${background ?? ''}${outline ?? ''}`
  }

  #value(widget: Widget, look: Look): string {
    const kind = kindOf(this.#target, widget)
    const flags = this.#flags(widget)
    if (kind === 'Btn') return this.#button(widget, look, flags)
    if (kind !== 'Tx' && kind !== 'Ch') return ''
    // Text of a negative size is upside down, left of the field and below it: no reader shows it.
    if (look.size < 0) return ''
    const content =
      kind === 'Ch' && (flags & FLAGS.combo) === 0
        ? this.#list(widget, look)
        : this.#text(widget, look, kind === 'Tx' ? flags : 0)
    if (content === '') return ''
    const { border, width, height } = look
    const clip = [border, border, width - 2 * border, height - 2 * border].map(figure).join(' ')
    return `/Tx BMC\nq ${clip} re W n\n${look.color}\n${content}Q\nEMC\n`
  }

  #text({ dict }: Widget, look: Look, flags: number): string {
    const raw = this.#shown(dict)
    const text = (flags & FLAGS.password) !== 0 ? '*'.repeat([...raw].length) : raw
    if (text === '') return ''
    if ((flags & FLAGS.multiline) !== 0) return paragraph(text, look)
    const cells = numberOf(inheritedOf(this.#target, dict, 'MaxLen'))
    const single = text.replaceAll(/[\r\n]+/g, ' ')
    return (flags & FLAGS.comb) !== 0 && cells > 0 ? comb(single, look, cells) : line(single, look)
  }

  /** The value; for a choice, its display text. */
  #shown(dict: PDFDict): string {
    const value = valueText(this.#target, dict) ?? ''
    return optionsOf(this.#target, dict).find(({ stored }) => stored === value)?.shown ?? value
  }

  #list({ dict }: Widget, look: Look): string {
    const given = inheritedOf(this.#target, dict, 'V')
    const values = given instanceof PDFArray ? given.asArray() : [given]
    const chosen = new Set(values.map((value) => textOf(this.#target.resolve(value))))
    // Selection by index counts if there is no value (ISO 32000-2, table 234).
    const places = inheritedOf(this.#target, dict, 'I')
    const chosenPlaces = new Set(given === undefined ? numbersIn(this.#target, places) : [])
    const size = look.size || SIZE_AUTOMATIC_MOST
    const first = numberOf(inheritedOf(this.#target, dict, 'TI'))
    return optionsOf(this.#target, dict)
      .slice(first)
      .map(({ stored, shown }, index) => {
        const y = look.height - look.border - (index + 1) * size * LIST_LEADING
        if (y < -size) return ''
        const mark =
          chosen.has(stored) || chosenPlaces.has(first + index)
            ? `q ${CHOSEN} ${figure(look.border)} ${figure(y - size * 0.2)} ${figure(look.width)} ${figure(size * LIST_LEADING)} re f Q\n`
            : ''
        return mark + look.font.show(shown, { x: look.border + 2, y, size })
      })
      .join('')
  }

  #button(widget: Widget, look: Look, flags: number): string {
    const caption = textOf(this.#characteristic(widget, 'CA'))
    if ((flags & FLAGS.push) !== 0) {
      const inMiddle = { ...look, quadding: 1 }
      return caption ? `q ${look.color}\n${line(caption, inMiddle)}Q\n` : ''
    }
    if (!isPressed(this.#target, widget)) return ''
    const size = Math.min(look.width, look.height) - 2 * look.border
    const [x, y] = [look.width / 2, look.height / 2]
    const isRadio = (flags & FLAGS.radio) !== 0
    if (isRadio && (caption ?? 'l') === 'l')
      return `q ${look.color}\n${circle(x, y, size / 4)}f Q\n`
    const sign = fontFor(this.#target, 'ZaDb', this.#fonts)
    const mark = DINGBATS[caption ?? '4'] ?? '✔'
    const scale = look.size || size * 0.85
    const at = { x: x - (sign.widthOf(mark) * scale) / 2, y: y - scale * 0.35, size: scale }
    return `q ${look.color}\n${sign.show(mark, at)}Q\n`
  }
}

/** The marks that the captions of check boxes and radio buttons select. */
const DINGBATS: Readonly<Record<string, string>> = {
  '4': '✔',
  '8': '✘',
  l: '●',
  n: '■',
  u: '◆',
  H: '★',
}

const ROUND = 0.5523
function circle(x: number, y: number, radius: number): string {
  const [far, near] = [radius, radius * ROUND]
  const curve = (...points: number[]): string =>
    `${points.map((value, index) => figure(value + (index % 2 === 0 ? x : y))).join(' ')} c\n`
  return `${figure(x + far)} ${figure(y)} m\n${curve(far, near, near, far, 0, far)}${curve(-near, far, -far, near, -far, 0)}${curve(-far, -near, -near, -far, 0, -far)}${curve(near, -far, far, -near, far, 0)}`
}
