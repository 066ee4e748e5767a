/** Colours as PDF/A wants them (ISO 19005-3, 6.2.3, 6.2.4): those of a screen by an output intent, ink by a profile of its own. */
import { readFileSync } from 'node:fs'
import { PDFArray, type PDFDict, PDFHexString, PDFName, PDFNumber, PDFRawStream } from 'pdf-lib'
import { codeFile } from '../../kernel/program-files.ts'
import { nameOf } from '../form-fields.ts'
import { dictOf, nameKey, nestedIn, numberOf } from '../pdf-file.ts'
import { decodedStream, UnreadablePdfError } from '../stream-data.ts'
import type { WholePdf } from '../whole-pdf.ts'
import type { ContentUse } from './content-use.ts'

const INK = PDFName.of('DeviceCMYK')
/** By number of components: the letters in the head of a profile, and the colours without one. */
const SPACES: Readonly<Record<number, { letters: readonly string[]; device: string }>> = {
  1: { letters: ['GRAY'], device: 'DeviceGray' },
  3: { letters: ['RGB ', 'Lab '], device: 'DeviceRGB' },
  4: { letters: ['CMYK'], device: 'DeviceCMYK' },
}
const CLASSES = /^(?:prtr|mntr|scnr|spac)$/
const SRGB = PDFHexString.fromText('sRGB IEC61966-2.1')

/** Made by `scripts/colour-profiles.ts`. */
const profile = (name: 'srgb' | 'ink'): Buffer => readFileSync(codeFile(`pdf/archive/${name}.icc`))

/** Gives the colours of one document profiles. */
export class Colours {
  readonly #whole: WholePdf
  /** The colour space of ink. */
  #ink: PDFArray | undefined

  constructor(whole: WholePdf) {
    this.#whole = whole
  }

  give({ hasInk, resources }: ContentUse): void {
    const { catalog, context } = this.#whole
    for (const [, object] of context.enumerateIndirectObjects())
      for (const each of nestedIn(object))
        if (each instanceof PDFArray) this.#mendArray(each)
        else this.#mend(each)
    if (hasInk) for (const each of resources) this.#default(each)
    const intent = {
      Type: 'OutputIntent',
      S: 'GTS_PDFA1',
      OutputConditionIdentifier: SRGB,
      Info: SRGB,
      RegistryName: PDFHexString.fromText('http://www.color.org'),
      DestOutputProfile: this.#whole.add(context.flateStream(profile('srgb'), { N: 3 })),
    }
    catalog.set(nameKey('OutputIntents'), context.obj([intent]))
  }

  #space(): PDFArray {
    const { context } = this.#whole
    this.#ink ??= context.obj([
      'ICCBased',
      this.#whole.add(context.flateStream(profile('ink'), { N: 4 })),
    ])
    return this.#ink
  }

  #default(resources: PDFDict): void {
    const spaces = dictOf(this.#whole.get(resources, 'ColorSpace')) ?? this.#whole.context.obj({})
    if (!spaces.has(nameKey('DefaultCMYK'))) spaces.set(nameKey('DefaultCMYK'), this.#space())
    resources.set(nameKey('ColorSpace'), spaces)
  }

  #mend(dict: PDFDict): void {
    for (const [name, value] of dict.entries())
      if (value === INK && name !== nameKey('Alternate')) dict.set(name, this.#space())
    // Ink that has a profile must not be printed over other ink (6.2.4.2).
    if (this.#whole.get(dict, 'OPM') instanceof PDFNumber) dict.set(nameKey('OPM'), PDFNumber.of(0))
  }

  #mendArray(array: PDFArray): void {
    const items = array.asArray()
    const [kind, stream] = items.slice(0, 2).map((item) => this.#whole.resolve(item))
    if (nameOf(kind) === 'ICCBased') this.#mendProfile(array, stream)
    else if (kind === INK && items.length === 1) become(array, this.#space())
    else for (const [at, item] of items.entries()) if (item === INK) array.set(at, this.#space())
  }

  /** A profile that no reader takes, since it is of another space: readers show what it stands for. */
  #mendProfile(array: PDFArray, stream: unknown): void {
    if (!(stream instanceof PDFRawStream)) return
    const components = numberOf(stream.dict.get(nameKey('N')))
    const { letters, device } = SPACES[components] ?? { letters: [], device: 'DeviceRGB' }
    if (isProfile(stream, letters)) return
    become(array, components === 4 ? this.#space() : this.#whole.context.obj([device]))
  }
}

/** Gives an array, which may be shared, the items of another one. */
function become(array: PDFArray, other: PDFArray): void {
  while (array.size() > 0) array.remove(0)
  for (const item of other.asArray()) array.push(item)
}

function isProfile(stream: PDFRawStream, letters: readonly string[]): boolean {
  try {
    const data = decodedStream(stream)
    const [kind, space] = [data.toString('latin1', 12, 16), data.toString('latin1', 16, 20)]
    return (data[8] ?? 9) <= 4 && CLASSES.test(kind) && letters.includes(space)
  } catch (error) {
    if (error instanceof UnreadablePdfError) return false
    throw error
  }
}
