/** What webhooks need from other domains. */
import type { KeyMode } from '../accounts/key-format.ts'
import type { Db } from '../database/open.ts'
import type { JsonValue } from '../kernel/canonical-json.ts'

/** A signature request as sent to its owner's receivers: never a link, a token or a code. */
export interface DocumentFacts {
  readonly [member: string]: JsonValue
  id: string
  name: string
  status: string
  external_id: string | null
  metadata: JsonValue
  created_at: string
  completed_at: string | null
  signers: ReadonlyArray<
    { id: string; email: string; status: string } & { [member: string]: JsonValue }
  >
}

/** Describes documents; signing implements it. */
export interface DocumentSource {
  /** The document's state in this transaction; undefined when there is none. */
  describe(db: Db, documentId: string): Promise<DocumentFacts | undefined>
  /** Mode of the key that created it, even if the document is erased; undefined for an unknown id. */
  modeOf(db: Db, documentId: string): Promise<KeyMode | undefined>
}
