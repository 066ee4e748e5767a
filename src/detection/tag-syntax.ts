/** Reads one tag that marks where something is to be filled in: its kind, its signer, its size. */

import { UNIT_POINTS } from '../kernel/field-tags.ts'
import { omitUndefined } from '../kernel/type-guards.ts'
import type { FieldKind } from './fields.ts'
import TAG_KINDS from './tag-kinds.json' with { type: 'json' }

/** The contents of a tag. */
export interface Tag {
  kind: FieldKind
  signer?: string
  /** Points. */
  width?: number
  height?: number
}

const KIND_WORDS = TAG_KINDS as Readonly<Record<string, FieldKind>>
const SIGNER_WORDS: ReadonlySet<string> = new Set([
  'role',
  'signer',
  'signataire',
  'recipient',
  'r',
])
const SIGNER = /^[\p{L}\p{N}_.@' -]{1,64}$/u
/** Anything in one or two braces, or two brackets, that may be a tag. */
export const TAG = /\{\{([^{}]{1,500})\}\}|\{([^{}]{1,500})\}|\[\[([^[\]]{1,200})\]\]/g
/** Continues on the next line, where it is not looked for. */
export const UNCLOSED = /\{\s*(field\s*:[^{}]*)$/i
const LARGEST = 2_000

const kindOf = (word: string): FieldKind | undefined => {
  const key = word.trim().toLowerCase()
  return Object.hasOwn(KIND_WORDS, key) ? KIND_WORDS[key] : undefined
}

/** Points of `60mm`, `6cm`, `170pt`, `170`; undefined for anything else. */
function lengthOf(text: string): number | undefined {
  const match = /^\s*(\d{1,4}(?:\.\d{1,3})?)\s*(pt|px|mm|cm|in|)\s*$/i.exec(text)
  const points = Number(match?.[1]) * (UNIT_POINTS[match?.[2]?.toLowerCase() ?? ''] ?? Number.NaN)
  return points > 0 && points <= LARGEST ? points : undefined
}

class TagReader {
  kind: FieldKind | undefined
  signer: string | undefined
  readonly lengths: number[] = []
  readonly tag: { width?: number; height?: number } = {}
  /** Words without another meaning; the first one names the signer if no key does. */
  readonly rest: string[] = []

  take(part: string): void {
    const pair = /^\s*([a-z_]{1,20})\s*=\s*(.{1,80}?)\s*$/i.exec(part)
    if (pair) this.#pair((pair[1] ?? '').toLowerCase(), pair[2] ?? '')
    else this.#word(part.trim())
  }

  #pair(key: string, value: string): void {
    if (SIGNER_WORDS.has(key)) this.signer = value
    else if (key === 'type') this.kind = kindOf(value) ?? this.kind
    else if (key === 'width' || key === 'height') {
      const length = lengthOf(value)
      if (length !== undefined) this.tag[key] = length
    }
  }

  #word(word: string): void {
    const length = lengthOf(word)
    if (this.kind === undefined && kindOf(word) !== undefined) this.kind = kindOf(word)
    else if (length !== undefined && this.kind !== undefined && !this.#namesNobody())
      this.lengths.push(length)
    else if (word !== '') this.rest.push(word)
  }

  /** A bare number after the kind names the signer: `{{signature:1}}`. */
  #namesNobody(): boolean {
    return this.signer === undefined && this.rest.length === 0
  }
}

/** Parses the text between the braces; undefined if it is not one of our tags. */
export function parseTag(inside: string): Tag | undefined {
  const reader = new TagReader()
  for (const part of inside.split(/[:;|,]/)) reader.take(part)
  const signer = reader.signer ?? reader.rest[0]
  if (reader.kind === undefined || reader.rest.length > 1) return undefined
  if (signer !== undefined && !SIGNER.test(signer)) return undefined
  const [width = reader.tag.width, height = reader.tag.height] = reader.lengths
  return omitUndefined<Tag>({ kind: reader.kind, signer, width, height })
}
