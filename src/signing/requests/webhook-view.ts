/** A document as sent to its owner's webhooks: no link, no code, no phone number. */

import type { Db } from '../../database/open.ts'
import { pick } from '../../kernel/type-guards.ts'
import { filledFields } from '../fields/filled.ts'
import { delegationJson } from '../model/delegation.ts'
import { doneAt, statusOf } from '../model/participant-actions.ts'
import type { RequestRow } from '../model/rows.ts'
import { filesJson } from '../model/schemas/files.ts'
import * as store from '../store/requests.ts'

const completedAt = ({ status, ended_at }: RequestRow) => (status === 'completed' ? ended_at : null)

/** Its state as of this transaction; undefined when there is none. */
export async function describeDocument(db: Db, id: string) {
  const request = await store.readRequest(db, id)
  if (request === undefined) return undefined
  const signers = await store.signersOf(db, id)
  return {
    ...pick(request, 'id', 'name', 'status', 'external_id', 'metadata', 'tags'),
    ...pick(request, 'created_at', 'expires_at', 'level'),
    test: request.mode === 'test',
    completed_at: completedAt(request),
    signed_sha256: request.files[0].signed_sha256,
    ...filesJson(request),
    ...(request.open_link !== null && { open_link_id: request.open_link.id }),
    signers: signers.map((signer) => ({
      ...pick(signer, 'id', 'email', 'first_name', 'last_name', 'role'),
      order: signer.step,
      status: statusOf(signer),
      ...doneAt(signer),
      ...(signer.action !== 'sign' && { action: signer.action }),
      ...(signer.delegation !== null && { delegation: delegationJson(signer.delegation) }),
      ...(signer.inputs.length > 0 && {
        fields: filledFields(signer).map(({ places: _, ...field }) => field),
      }),
    })),
  }
}
