/** Results of detection: fields and texts with their rectangles, all on the page as displayed. */

import type { Wording } from '../kernel/coded-error.ts'
import type { TaggedMembers } from '../kernel/field-tags.ts'
import type { InputType } from '../kernel/field-types.ts'

/** A rectangle in points from the top left corner of the page as displayed. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Kinds of fields that are detected. */
export const KINDS = ['signature', 'initials', 'date', 'name', 'text'] as const
/** The content of a field. */
export type FieldKind = (typeof KINDS)[number]

/** The kind of a field of a type that signers fill in; a box to tick, a choice and a number count as text. */
export const kindOfType = (type: InputType): FieldKind =>
  type === 'date' || type === 'initials' ? type : 'text'

/** Evidence for a field, the most reliable first. */
export const SOURCES = ['tag', 'form_field', 'rule', 'anchor_word'] as const
/** Evidence for a field. */
export type FieldSource = (typeof SOURCES)[number]

/** A place where something is to be filled in. */
export interface DetectedField extends Box {
  /** From 1. */
  page: number
  kind: FieldKind
  source: FieldSource
  /** Role or name of the person who fills it in, if a tag states it. */
  signer?: string
  /** Why this is a field, in one plain sentence. */
  reason: string
  /** The words on the page that indicate it. */
  text: string
  /** 0 to 1. */
  confidence: number
  /** What a tag says of a field that its signer fills in. */
  asked?: {
    members: TaggedMembers
    isRepeat: boolean
    /** Of the tag itself, which is on the page. */
    tag: Box
  }
  /** What is wrong with a tag. */
  finding?: Wording
}

/** Everything found in a document. */
export interface Detection {
  /** Sizes as displayed, in points; `page` from 1. */
  pages: Array<{ page: number; width: number; height: number }>
  fields: DetectedField[]
}

/** Default size of each kind, in points: 60 × 20 mm for a signature, as in the template language. */
export const USUAL_SIZE: Readonly<Record<FieldKind, { width: number; height: number }>> = {
  signature: { width: 170, height: 57 },
  initials: { width: 57, height: 28 },
  date: { width: 85, height: 20 },
  name: { width: 142, height: 20 },
  text: { width: 142, height: 20 },
}

/** Right edge of a box, in its units. */
export const right = (box: Box): number => box.x + box.width
/** Bottom edge of a box: its top plus its height. */
export const bottom = (box: Box): number => box.y + box.height

/** The box between two corners. */
export const between = (x: number, y: number, toX: number, toY: number): Box => ({
  x,
  y,
  width: toX - x,
  height: toY - y,
})

/** Area that two boxes share. */
export function sharedArea(one: Box, other: Box): number {
  const width = Math.min(right(one), right(other)) - Math.max(one.x, other.x)
  const height = Math.min(bottom(one), bottom(other)) - Math.max(one.y, other.y)
  return width > 0 && height > 0 ? width * height : 0
}

/** Whether boxes overlap horizontally by more than a touch. */
export const isAbreast = (one: Box, other: Box): boolean =>
  Math.min(right(one), right(other)) - Math.max(one.x, other.x) > 1

/** The part of a box that is on the page. */
export function onPage(box: Box, page: { width: number; height: number }): Box {
  const x = Math.min(Math.max(0, box.x), Math.max(0, page.width - 1))
  const y = Math.min(Math.max(0, box.y), Math.max(0, page.height - 1))
  const width = Math.max(1, Math.min(box.width, page.width - x))
  const height = Math.max(1, Math.min(box.height, page.height - y))
  return { x, y, width, height }
}

const round = (value: number): number => Math.round(value * 100) / 100

/** Rounds to hundredths of a point. */
export const rounded = ({ x, y, width, height }: Box): Box => ({
  x: round(x),
  y: round(y),
  width: round(width),
  height: round(height),
})
