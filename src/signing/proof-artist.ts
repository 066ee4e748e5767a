/** What this domain has drawn: signatures as they are seen, and the pages of the proof certificate. */
import type { Trail } from '../audit/trail.ts'
import type { Drawing } from '../pdf/appearance.ts'
import type { AttachedFile } from '../pdf/attachments.ts'
import type { Box } from '../pdf/pages.ts'
import type { SignerRow, WholeRequest } from './store.ts'

/** What a signer put in the place of a signature. */
export type Mark =
  | { kind: 'typed'; text: string }
  | { kind: 'drawn' | 'image'; picture: Uint8Array }

/** One signature as it is seen. */
export interface SeenSignature {
  requestId: string
  signer: SignerRow
  mark: Mark
  /** RFC 3339, UTC. */
  at: string
  box: Box
  /** Without legal effect. */
  test: boolean
}

/** Everything the proof certificate tells. */
export interface ProofSubject {
  whole: WholeRequest
  trail: Trail
  /** Of the file as it is before the seal. */
  sha256BeforeSeal: string
  /** Pictures of drawn signatures by signer id. */
  marks: ReadonlyMap<string, Mark>
}

/** Draws them. */
export interface ProofArtist {
  /** One blank sheet per page that the proof certificate will have. */
  blankSheets(whole: WholeRequest): Promise<Drawing[]>
  /** The file inside the document that says, before anybody signs, what is being signed. */
  dossier(whole: WholeRequest): Promise<AttachedFile>
  signature(seen: SeenSignature): Promise<Drawing>
  /** As many pages as there are blank sheets. */
  proofPages(subject: ProofSubject): Promise<Drawing[]>
  /** The proof certificate as a file of its own, still to be sealed. */
  proofFile(subject: ProofSubject): Promise<Uint8Array>
}
