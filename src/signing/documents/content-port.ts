/** The content this domain has drawn: visible signatures and the proof certificate. Data only: the threads draw. */

import type { Trail } from '../../audit/trail.ts'
import type { AttachedFile } from '../../pdf/attachments.ts'
import type { Box } from '../../pdf/pages.ts'
import type { SealFacts } from '../../seals/service.ts'
import type { RequestFile } from '../model/files.ts'
import type { Mark } from '../model/intent.ts'
import type { RequestWithSigners, SignerRow } from '../model/rows.ts'
import type { ProofFacts } from '../proof/facts.ts'
import type { SheetFacts } from '../proof/pages.ts'
import type { Look } from './tasks.ts'

/** One visible signature. */
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

/** Everything the proof certificate states. */
export interface ProofSubject {
  whole: RequestWithSigners
  trail: Trail
  /** Of the file as it is before the seal. */
  sha256BeforeSeal: string
  /** Pictures of drawn signatures by signer id. */
  marks: ReadonlyMap<string, Mark>
}

/** Provides what is to be drawn. */
export interface ProofContent {
  /** The content of the pages reserved for the proof certificate. */
  sheets(whole: RequestWithSigners): SheetFacts
  /** The file embedded in the document that states, before anybody signs, what is signed. */
  dossier(
    whole: RequestWithSigners,
    externalSeal: SealFacts | null,
    file: RequestFile,
  ): Promise<AttachedFile>
  signature(seen: SeenSignature): Look
  proof(subject: ProofSubject): Promise<ProofFacts>
}
