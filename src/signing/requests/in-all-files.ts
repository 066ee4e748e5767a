/**
 * The places of every signer in all files of an order. A name is that of one field: tags of the same name are its places,
 * whichever files they are in; a field of a file's own form, whose names nobody chose for this request, gets another name.
 */
import { FINDING_CODES, type Finding } from '../../kernel/coded-error.ts'
import { throwIfInvalid } from '../../kernel/errors.ts'
import { INPUT_LIMITS } from '../../kernel/field-types.ts'
import { findingAt } from '../../translations/texts.ts'
import { countFindings } from '../fields/definitions.ts'
import type { Input } from '../model/fields.ts'
import { fileOf, pointerOf } from '../model/files.ts'
import { type SignerPlaces, tooManyPlaces } from './placements.ts'

/** A field of which only its name and places are known where it was found. */
interface Named {
  input: Input
  isRepeat: boolean
}

const sameName = (one: Input, other: Input) => one.name.toLowerCase() === other.name.toLowerCase()

/** What a field is, wherever it is. */
const meaning = ({ places: _, name, ...rest }: Input): string =>
  JSON.stringify(Object.entries({ ...rest, name: name.toLowerCase() }).sort())

/** Collects the fields of one signer, file by file. */
class Joining {
  readonly #fields: Named[] = []
  readonly findings: Finding[] = []

  get inputs(): Input[] {
    return this.#fields.map(({ input }) => input)
  }

  add(number: number, { inputs, repeats = [] }: SignerPlaces): void {
    // Two of the same name in one file were refused there.
    const before = [...this.#fields]
    for (const input of inputs) {
      const found = { input, isRepeat: repeats.includes(input.name) }
      const known = before.find((each) => sameName(each.input, input))
      if (known === undefined) this.#fields.push(found)
      else if (input.form_field !== undefined)
        this.#fields.push({
          input: { ...input, name: this.#free(input.name, number) },
          isRepeat: false,
        })
      else this.#join(known, found, number)
    }
  }

  #join(known: Named, found: Named, number: number): void {
    const isForm = known.input.form_field !== undefined
    const isSame = meaning(known.input) === meaning(found.input)
    if (isForm || !(isSame || known.isRepeat || found.isRepeat)) {
      const one = fileOf(known.input.places[0] ?? {})
      const facts = { one, other: number, name: found.input.name }
      const code = FINDING_CODES.tagUnusable
      this.findings.push(findingAt(pointerOf(number), code, 'places.filesDiffer', facts))
      return
    }
    const places = [...known.input.places, ...found.input.places]
    const described = known.isRepeat && !found.isRepeat ? found.input : known.input
    known.input = { ...described, places }
    known.isRepeat &&= found.isRepeat
  }

  /** A name that no other field of the signer has. */
  #free(name: string, number: number): string {
    const end = `-file${number}`
    const names = new Set(this.inputs.map((each) => each.name.toLowerCase()))
    const ending = (suffix: string): string =>
      [...name].slice(0, INPUT_LIMITS.name - suffix.length).join('') + suffix
    let free = ending(end)
    for (let tries = 2; names.has(free.toLowerCase()); tries += 1) free = ending(`${end}-${tries}`)
    return free
  }
}

const { perSigner, perRequest, filesPerSigner, filesPerRequest } = INPUT_LIMITS

/** Each file has kept to the limits; all of them together may not. */
function tooMany(signers: readonly SignerPlaces[]): Finding[] {
  const counts = signers.map(({ inputs }) => ({
    fields: inputs.length,
    files: inputs.filter(({ type }) => type === 'file').length,
  }))
  const all = (what: 'fields' | 'files') => counts.reduce((sum, each) => sum + each[what], 0)
  const found = (
    at: string,
    fields: number,
    perAll: number,
    files: number,
    filesPerAll: number,
  ) => [
    ...countFindings(at, { count: fields, max: perAll, what: 'allInputs' }),
    ...countFindings(at, { count: files, max: filesPerAll, what: 'allFiles' }),
  ]
  return [
    ...counts.flatMap(({ fields, files }, index) =>
      found(`/signers/${index}`, fields, perSigner, files, filesPerSigner),
    ),
    ...found('/signers', all('fields'), perRequest, all('files'), filesPerRequest),
  ]
}

/**
 * The places of every signer in all files: those of the first file, then those of the others.
 * @param files the places in each of them
 * @throws AppError `validation_failed` for two different fields of one name, and for too many
 */
export function inAllFiles(
  files: readonly [readonly SignerPlaces[], ...(readonly SignerPlaces[])[]],
): readonly SignerPlaces[] {
  const [first, ...others] = files
  if (others.length === 0) return first
  const joinings = first.map(() => new Joining())
  const joined = first.map((_, signer): SignerPlaces => {
    const own = files.flatMap((places) => places[signer] ?? [])
    for (const [index, places] of own.entries()) joinings[signer]?.add(index + 1, places)
    return {
      signatures: own.flatMap(({ signatures }) => signatures),
      inputs: joinings[signer]?.inputs ?? [],
    }
  })
  throwIfInvalid([
    ...joinings.flatMap(({ findings }) => findings),
    ...tooMany(joined),
    ...tooManyPlaces(joined),
  ])
  return joined
}
