/** Recognises our own signed files, for verification. */

import type { Db } from '../../database/open.ts'
import { Service } from '../../kernel/service.ts'
import type { IssuedFile, IssuedFiles } from '../../verification/service.ts'
import { findErasedAdditionalFile, findErasedFile } from '../store/erasure.ts'
import * as store from '../store/requests.ts'

/** Finds requests by the exact bytes of the files they handed out. */
export class IssuedRequestFiles extends Service<{ db: Db }> implements IssuedFiles {
  async find(sha256: string): Promise<IssuedFile | undefined> {
    const found =
      (await store.findByFile(this.parts.db, sha256)) ??
      (await store.findByRenewed(this.parts.db, sha256)) ??
      (await findErasedFile(this.parts.db, sha256)) ??
      (await findErasedAdditionalFile(this.parts.db, sha256))
    if (found === undefined) return undefined
    const { id, status, ended_at, signed_sha256 } = found
    return {
      documentId: id,
      status,
      completedAt: status === 'completed' ? ended_at : null,
      matches: signed_sha256 === sha256,
    }
  }
}
