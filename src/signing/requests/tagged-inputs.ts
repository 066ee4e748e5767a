/** Fields that a signer fills in, by the tags of a template or in the text of a PDF. */

import { FINDING_CODES, type Finding, reworded, type Wording } from '../../kernel/coded-error.ts'
import type { TaggedMembers } from '../../kernel/field-tags.ts'
import { INPUT_LIMITS, inputSize } from '../../kernel/field-types.ts'
import type { Box } from '../../pdf/pages.ts'
import { findingAt, textsIn } from '../../translations/texts.ts'
import { definitionOf } from '../fields/definitions.ts'
import type { Input } from '../model/fields.ts'
import type { Placement } from '../model/placement.ts'

type Place = Pick<Placement, 'page' | 'box'>

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
  finding?: Wording
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

const AT = '/file'
const CODE = FINDING_CODES.tagUnusable

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
      findings.push(findingAt(AT, CODE, 'places.twoTags', { name: members.name, signer }))
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
  const files = fields.filter(({ members }) => members.type === 'file')
  for (const [what, { length: count }, max] of [
    ['inputs', fields, INPUT_LIMITS.perSigner],
    ['files', files, INPUT_LIMITS.filesPerSigner],
  ] as const)
    if (count > max)
      gathered.findings.push(findingAt(AT, CODE, 'places.tagsMany', { what, count, max }))
  return fields.slice(0, INPUT_LIMITS.perSigner).flatMap(({ members, places }) => {
    const read = definitionOf(members, '')
    const { name } = members
    for (const finding of read?.findings ?? [])
      gathered.findings.push({
        ...reworded(finding, (detail, locale) =>
          textsIn(locale).details.places.tagOf({ name, detail }),
        ),
        pointer: AT,
      })
    if (read === undefined) return []
    const { min } = inputSize(members)
    return [
      {
        ...read.input,
        places: places.map(({ page, box, tag }) => ({
          ...gathered.add({ page, box }, pointer, min),
          from: 'tag' as const,
          ...(tag !== undefined && { cover: tag }),
        })),
      },
    ]
  })
}
