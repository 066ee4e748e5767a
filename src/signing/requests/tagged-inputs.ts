/** Fields that a signer fills in, by the tags of a template or in the text of a PDF. */

import { FINDING_CODES, type Finding } from '../../kernel/coded-error.ts'
import type { TaggedMembers } from '../../kernel/field-tags.ts'
import { INPUT_LIMITS, inputSize } from '../../kernel/field-types.ts'
import type { Box } from '../../pdf/pages.ts'
import { definitionOf } from '../fields/definitions.ts'
import type { Input } from '../model/fields.ts'

/** A rectangle on a page, in points from the top left corner as seen. */
interface Place {
  /** From 1. */
  page: number
  box: Box
}

/** A placement that names its signer, by role or as `signer1`. */
export interface TaggedPlacement extends Place {
  signer: string
  /** Of a field that is filled in. */
  field?: TaggedMembers
  /** Another place of a field that another tag describes. */
  isRepeat?: boolean
  /** The tag itself, where it is seen on the page. */
  tag?: Box
  /** What is wrong with the tag. */
  finding?: string
}

/** Where placements and their faults are collected. */
interface Gathering {
  readonly findings: Finding[]
  add(placement: Place, pointer: string, min: { width: number; height: number }): Place
}

/** The tags of one field: the first that describes it, and all its places. */
interface Described {
  members: TaggedMembers
  isRepeat: boolean
  places: TaggedPlacement[]
}

const wrong = (detail: string): Finding => ({
  pointer: '/file',
  code: FINDING_CODES.tagUnusable,
  detail,
})

/** Tags of the same name are places of one field; at most one of them may say what it is. */
function described(tags: readonly TaggedPlacement[], findings: Finding[]): Described[] {
  const fields = new Map<string, Described>()
  for (const tag of tags) {
    const { field: members, isRepeat = false, signer } = tag
    if (members === undefined) continue
    const key = members.name.toLowerCase()
    const known = fields.get(key)
    if (known === undefined) {
      fields.set(key, { members, isRepeat, places: [tag] })
      continue
    }
    known.places.push(tag)
    if (known.isRepeat && !isRepeat) Object.assign(known, { members, isRepeat })
    else if (!isRepeat && JSON.stringify(known.members) !== JSON.stringify(members))
      findings.push(
        wrong(
          `The document has two different tags for the field “${members.name}” of ${signer}; give one of them another name, or write only {field:${signer}:${members.name}} where it is repeated.`,
        ),
      )
  }
  return [...fields.values()]
}

/** Names of fields of which no tag here says what they are. */
export const repeatsAmong = (tags: readonly TaggedPlacement[]): string[] =>
  described(tags, []).flatMap(({ members, isRepeat }) => (isRepeat ? [members.name] : []))

/** @param pointer of the signer */
export function taggedInputs(
  tags: readonly TaggedPlacement[],
  pointer: string,
  gathered: Gathering,
): Input[] {
  const fields = described(tags, gathered.findings)
  if (fields.length > INPUT_LIMITS.perSigner)
    gathered.findings.push(
      wrong(
        `The document has tags for ${fields.length} fields of one signer; at most ${INPUT_LIMITS.perSigner} are possible.`,
      ),
    )
  const files = fields.filter(({ members }) => members.type === 'file')
  if (files.length > INPUT_LIMITS.filesPerSigner)
    gathered.findings.push(
      wrong(
        `The document has tags for ${files.length} fields of type file of one signer; at most ${INPUT_LIMITS.filesPerSigner} are possible.`,
      ),
    )
  return fields.slice(0, INPUT_LIMITS.perSigner).flatMap(({ members, places }) => {
    const read = definitionOf(members, '')
    const at = `The tag of the field “${members.name}”: `
    for (const { code, detail } of read?.findings ?? [])
      gathered.findings.push({ pointer: '/file', ...(code && { code }), detail: at + detail })
    if (read === undefined) return []
    const { min } = inputSize(members)
    return [
      {
        ...read.input,
        places: places.map(({ page, box, tag }) => ({
          ...gathered.add({ page, box }, pointer, min),
          ...(tag !== undefined && { cover: tag }),
        })),
      },
    ]
  })
}
