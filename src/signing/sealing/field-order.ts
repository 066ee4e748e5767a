/** What is signed into the field of a signer, whoever has the key. */

import { toIso } from '../../kernel/clock.ts'
import type { Box } from '../../pdf/pages.ts'
import type { ProofContent } from '../documents/content-port.ts'
import type { FieldOrder } from '../documents/tasks.ts'
import { fieldName } from '../model/field-names.ts'
import type { Mark } from '../model/intent.ts'
import { nameOf } from '../model/people.ts'
import type { RequestRow, SignerRow } from '../model/rows.ts'

/** The field of a signer. @param where `number`: of the signer's fields, from 1 */
export function fieldOrder(
  content: ProofContent,
  subject: { request: RequestRow; signer: SignerRow; mark: Mark; box: Box },
  { number, certify, timeMs }: { number: number; certify: boolean; timeMs: number },
): FieldOrder {
  const { request, signer, mark, box } = subject
  const test = request.mode === 'test'
  const seen = { requestId: request.id, signer, mark, at: toIso(timeMs), box, test }
  return {
    field: fieldName(request.id, signer.position, number),
    facts: { name: nameOf(signer), contact: signer.email, timeMs, certify },
    ...(box.width > 0 && { look: content.signature(seen) }),
  }
}
