/** What a signer asked for, kept until the signature is made and afterwards for the proof certificate. */
import type { BlobStore } from '../files/blob-store.ts'
import { invariant } from '../kernel/invariant.ts'
import type { Mark } from './proof-artist.ts'

/** An order to sign, as it stands in the signer's row. */
export interface Intent {
  kind: 'drawn' | 'typed' | 'image'
  text?: string
  /** Blob of the picture. */
  image_sha256?: string
  /** Of the file that the person had before them. */
  shown_sha256?: string
  at: string
  ip?: string
  ua?: string
}

/** What is put in the place of the signature. */
export async function markOf(intent: Intent, blobs: BlobStore): Promise<Mark> {
  const { kind, text = '', image_sha256 } = intent
  if (image_sha256 === undefined) {
    invariant(kind === 'typed', 'a drawn signature has a picture')
    return { kind, text }
  }
  const picture = await blobs.get(image_sha256)
  return { kind: kind === 'typed' ? 'drawn' : kind, picture }
}
