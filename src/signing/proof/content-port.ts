/** What this domain has drawn: signatures as they are seen, and the proof certificate. Facts only: threads draw. */
import type { Trail } from '../../audit/trail.ts'
import type { AttachedFile } from '../../pdf/attachments.ts'
import type { Box } from '../../pdf/pages.ts'
import type { Mark } from '../appearance/mark.ts'
import type { Look } from '../documents/tasks.ts'
import type { SignerRow, WholeRequest } from '../requests/store.ts'
import type { ProofFacts } from './facts.ts'
import type { SheetFacts } from './pages.ts'

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

/** Says what is to be drawn. */
export interface ProofContent {
  /** What the sheets say that are kept for the proof certificate. */
  sheets(whole: WholeRequest): SheetFacts
  /** The file inside the document that says, before anybody signs, what is being signed. */
  dossier(whole: WholeRequest): Promise<AttachedFile>
  signature(seen: SeenSignature): Look
  proof(subject: ProofSubject): Promise<ProofFacts>
}
