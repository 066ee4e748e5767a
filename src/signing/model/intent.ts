/** A signer's order to sign, stored until the signature is made and afterwards for the proof certificate. */
import type { BlobStore } from '../../files/blob-store.ts'
import { invariant } from '../../kernel/invariant.ts'
import type { InputValues, Strokes } from './fields.ts'
import type { SignerFiles } from './uploads.ts'

/** An order to sign, as stored in the signer's row. */
export interface Intent {
  kind: MarkKind
  text?: string
  /** What the person filled in, by the names of the fields. */
  values?: InputValues
  /** Strokes of the initials as they were drawn. */
  initials?: Strokes
  /** Names of fields that a rule hid. */
  hidden?: readonly string[]
  /** The files among the values. */
  files?: SignerFiles
  /** Blob of the picture. */
  image_sha256?: string
  /** Of the file shown to the person. */
  shown_sha256?: string
  at: string
  /** IANA name of the time zone of the person's device, where it named one that is known. */
  zone?: string
  /** Of the page in whose frame the person signs. */
  embed_origin?: string
  /** Who was there when the person signed on the sender's device. */
  in_person_host?: string
  ip?: string
  ua?: string
}

/** The mark to draw as the signature. */
export async function markOf(intent: Intent, blobs: BlobStore): Promise<Mark> {
  const { kind, text, image_sha256 } = intent
  const picture = image_sha256 === undefined ? undefined : await blobs.get(image_sha256)
  return markFrom({ kind, text, picture })
}

/** The ordered mark, with its picture. */
export function markFrom(given: {
  kind: MarkKind
  text?: string | undefined
  picture?: Uint8Array | undefined
}): Mark {
  const { kind, text = '', picture } = given
  if (picture !== undefined) return { kind, picture }
  invariant(kind === 'typed', 'a drawn signature has a picture')
  return { kind, text }
}

/** What a signer provided as their signature. */
export type Mark =
  | { kind: 'typed'; text: string }
  /** Also a typed signature whose look the person chose. */
  | { kind: MarkKind; picture: Uint8Array }

/** How the signer made it. */
export type MarkKind = 'drawn' | 'typed' | 'image'
