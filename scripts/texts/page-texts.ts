/** What of a catalogue becomes part of the scripts of pages: one area, each message parsed, as the parser is larger. */
import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'
import { hasArguments, type Part } from '../../src/translations/messages.ts'
import { elementsOf } from './arguments-page.ts'

/** The area that the signer's page speaks with. */
const AREA = ['signing', 'pages', 'sign']

const isNamed = (part: Part | undefined): part is { readonly [name: string]: Part } =>
  typeof part === 'object' && !Array.isArray(part)

/** A part of a catalogue with its messages parsed, without the notes for translators. */
export function parsedPart(part: Part): Part {
  if (typeof part === 'string') return hasArguments(part) ? { parsed: elementsOf(part) } : part
  if (!isNamed(part)) return part
  const named = Object.entries(part).filter(([name]) => !name.startsWith('@'))
  return Object.fromEntries(named.map(([name, each]) => [name, parsedPart(each)]))
}

/** Replaces each catalogue by its area for the browser. */
export const pageTexts: Plugin = {
  name: 'page-texts',
  setup(building) {
    building.onLoad({ filter: /src\/translations\/\w+\.json$/ }, async ({ path }) => {
      let area = JSON.parse(await readFile(path, 'utf8')) as Part | undefined
      for (const name of AREA) area = isNamed(area) ? area[name] : undefined
      if (area === undefined) throw new RangeError(`${path} has no area ${AREA.join('.')}`)
      return { contents: JSON.stringify(parsedPart(area)), loader: 'json' }
    })
  },
}
