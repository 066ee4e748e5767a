/** Colours as PDF/A wants them (ISO 19005-3, 6.2.3, 6.2.4): those of a screen by an output intent, ink by a profile of its own. */
import { deflateSync } from 'node:zlib'
import {
  PDFArray,
  type PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  type PDFRef,
} from 'pdf-lib'
import { nameOf } from '../form-fields.ts'
import { dictOf, nameKey } from '../pdf-file.ts'
import { decodedStream, UnreadablePdfError } from '../stream-data.ts'
import type { WholePdf } from '../whole-pdf.ts'
import type { ContentUse } from './content-use.ts'
import { inkProfile, rgbProfile } from './profiles.ts'

const INK = PDFName.of('DeviceCMYK')
/** Letters in the head of a profile, by number of components. */
const LETTERS: Readonly<Record<number, string>> = { 1: 'GRAY', 3: 'RGB ', 4: 'CMYK' }
const DEVICES: Readonly<Record<number, string>> = {
  1: 'DeviceGray',
  3: 'DeviceRGB',
  4: 'DeviceCMYK',
}
const CLASSES = /^(?:prtr|mntr|scnr|spac)$/
const COMPONENTS = PDFName.of('N')

let profiles: { rgb: Buffer; ink: Buffer } | undefined

/** Gives the colours of one document profiles. */
export class Colours {
  readonly #whole: WholePdf
  #ink: PDFRef | undefined

  constructor(whole: WholePdf) {
    this.#whole = whole
  }

  give({ hasInk, resources }: ContentUse): void {
    profiles ??= { rgb: deflateSync(rgbProfile()), ink: deflateSync(inkProfile()) }
    const { catalog, context } = this.#whole
    for (const [, object] of context.enumerateIndirectObjects()) this.#mend(object, 0)
    if (hasInk) for (const each of resources) this.#default(each)
    const intent = {
      Type: 'OutputIntent',
      S: 'GTS_PDFA1',
      OutputConditionIdentifier: PDFHexString.fromText('sRGB IEC61966-2.1'),
      Info: PDFHexString.fromText('sRGB IEC61966-2.1'),
      RegistryName: PDFHexString.fromText('http://www.color.org'),
      DestOutputProfile: this.#profile(profiles.rgb, 3),
    }
    catalog.set(nameKey('OutputIntents'), context.obj([intent]))
  }

  #profile(packed: Buffer, components: number): PDFRef {
    const { context } = this.#whole
    const dict = context.obj({ N: components, Filter: 'FlateDecode', Length: packed.length })
    return this.#whole.add(PDFRawStream.of(dict, packed))
  }

  /** The colour space of ink. */
  #space(): PDFRef {
    this.#ink ??= this.#whole.add(
      this.#whole.context.obj(['ICCBased', this.#profile(profiles?.ink ?? Buffer.alloc(0), 4)]),
    )
    return this.#ink
  }

  #default(resources: PDFDict): void {
    const spaces = dictOf(this.#whole.get(resources, 'ColorSpace')) ?? this.#whole.context.obj({})
    if (!spaces.has(nameKey('DefaultCMYK'))) spaces.set(nameKey('DefaultCMYK'), this.#space())
    resources.set(nameKey('ColorSpace'), spaces)
  }

  #mend(object: PDFObject, depth: number): void {
    if (depth > 200) return
    if (object instanceof PDFArray) this.#array(object, depth)
    const dict = dictOf(object)
    if (dict === undefined) return
    for (const [name, value] of dict.entries()) {
      if (value === INK && name !== nameKey('Alternate')) dict.set(name, this.#space())
      else this.#mend(value, depth + 1)
    }
    // Ink that has a profile must not be printed over other ink (6.2.4.2).
    if (this.#whole.get(dict, 'OPM') instanceof PDFNumber) dict.set(nameKey('OPM'), PDFNumber.of(0))
  }

  #array(array: PDFArray, depth: number): void {
    const kind = nameOf(this.#whole.resolve(array.size() > 0 ? array.get(0) : undefined))
    if (kind === 'ICCBased') {
      this.#based(array)
      return
    }
    const isInk = kind === 'DeviceCMYK' && array.size() === 1
    for (const [at, item] of array.asArray().entries()) {
      if (item !== INK) this.#mend(item, depth + 1)
      else if (!isInk) array.set(at, this.#space())
    }
    if (!isInk) return
    const based = this.#whole.resolve(this.#space())
    array.set(0, nameKey('ICCBased'))
    if (based instanceof PDFArray) array.push(based.get(1))
  }

  /** A profile that no reader takes, since it is of another space: readers show what it stands for. */
  #based(array: PDFArray): void {
    const stream = this.#whole.resolve(array.size() > 1 ? array.get(1) : undefined)
    if (!(stream instanceof PDFRawStream)) return
    const components = stream.dict.get(COMPONENTS)
    const count = components instanceof PDFNumber ? components.asNumber() : 0
    if (isProfile(stream, count)) return
    const device = DEVICES[count] ?? 'DeviceRGB'
    if (count === 4) {
      const based = this.#whole.resolve(this.#space())
      if (based instanceof PDFArray) array.set(1, based.get(1))
      return
    }
    array.set(0, PDFName.of(device))
    array.remove(1)
  }
}

function isProfile(stream: PDFRawStream, components: number): boolean {
  try {
    const data = decodedStream(stream)
    const [kind, space] = [data.toString('latin1', 12, 16), data.toString('latin1', 16, 20)]
    const isKnown = (data[8] ?? 9) <= 4 && CLASSES.test(kind)
    return isKnown && (space === LETTERS[components] || (components === 3 && space === 'Lab '))
  } catch (error) {
    if (error instanceof UnreadablePdfError) return false
    throw error
  }
}
