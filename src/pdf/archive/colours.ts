/** Colours as PDF/A wants them (ISO 19005-3, 6.2.3, 6.2.4): those of a screen by an output intent, ink by a profile of its own. */
import { readFileSync } from 'node:fs'
import { PDFArray, type PDFDict, PDFHexString, PDFName, PDFNumber, PDFRawStream } from 'pdf-lib'
import { codeFile } from '../../kernel/program-files.ts'
import { nameOf } from '../form-fields.ts'
import { dictOf, nameKey, nestedIn, numberOf } from '../pdf-file.ts'
import { decodedStream, readable } from '../stream-data.ts'
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

/** Gives the colours of a document profiles. */
export function giveColours(whole: WholePdf, { hasInk, resources }: ContentUse): void {
  const { catalog, context } = whole
  const space = (name: 'srgb' | 'ink', N: number) =>
    whole.add(context.flateStream(profile(name), { N }))
  let made: PDFArray | undefined
  const ink = (): PDFArray => {
    made ??= context.obj(['ICCBased', space('ink', 4)])
    return made
  }
  for (const [, object] of context.enumerateIndirectObjects())
    for (const each of [...nestedIn(object)])
      if (each instanceof PDFArray) mendArray(whole, each, ink)
      else mend(whole, each, ink)
  if (hasInk) for (const each of resources) setDefault(whole, each, ink)
  const intent = {
    Type: 'OutputIntent',
    S: 'GTS_PDFA1',
    OutputConditionIdentifier: SRGB,
    Info: SRGB,
    RegistryName: PDFHexString.fromText('http://www.color.org'),
    DestOutputProfile: space('srgb', 3),
  }
  catalog.set(nameKey('OutputIntents'), context.obj([intent]))
}

/** Makes the colour space of ink, once. */
type Ink = () => PDFArray

function setDefault(whole: WholePdf, resources: PDFDict, ink: Ink): void {
  const spaces = dictOf(whole.get(resources, 'ColorSpace')) ?? whole.context.obj({})
  if (!spaces.has(nameKey('DefaultCMYK'))) spaces.set(nameKey('DefaultCMYK'), ink())
  resources.set(nameKey('ColorSpace'), spaces)
}

function mend(whole: WholePdf, dict: PDFDict, ink: Ink): void {
  for (const [name, value] of dict.entries())
    if (value === INK && name !== nameKey('Alternate')) dict.set(name, ink())
  // Ink that has a profile must not be printed over other ink (6.2.4.2).
  if (whole.get(dict, 'OPM') instanceof PDFNumber) dict.set(nameKey('OPM'), PDFNumber.of(0))
}

function mendArray(whole: WholePdf, array: PDFArray, ink: Ink): void {
  const items = array.asArray()
  const [kind, stream] = items.slice(0, 2).map((item) => whole.resolve(item))
  if (nameOf(kind) === 'ICCBased' && stream instanceof PDFRawStream) {
    const known = standIn(whole, stream, ink)
    if (known !== undefined) become(array, known)
  } else if (kind === INK && items.length === 1) become(array, ink())
  else for (const [at, item] of items.entries()) if (item === INK) array.set(at, ink())
}

/** For a profile that no reader takes, since it is of another space: readers show what it stands for. */
function standIn(whole: WholePdf, profile: PDFRawStream, ink: Ink): PDFArray | undefined {
  const components = numberOf(profile.dict.get(nameKey('N')))
  const { letters, device } = SPACES[components] ?? { letters: [], device: 'DeviceRGB' }
  if (isProfile(profile, letters)) return undefined
  return components === 4 ? ink() : whole.context.obj([device])
}

/** Gives an array, which may be shared, the items of another one. */
function become(array: PDFArray, other: PDFArray): void {
  while (array.size() > 0) array.remove(0)
  for (const item of other.asArray()) array.push(item)
}

function isProfile(stream: PDFRawStream, letters: readonly string[]): boolean {
  const data = readable(() => decodedStream(stream)) ?? Buffer.alloc(0)
  const [kind, space] = [data.toString('latin1', 12, 16), data.toString('latin1', 16, 20)]
  return (data[8] ?? 9) <= 4 && CLASSES.test(kind) && letters.includes(space)
}
