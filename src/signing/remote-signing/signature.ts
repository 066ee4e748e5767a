/** A signature in two calls: begun for a certificate, so that its hash can be authorised, and finished with its value. */

import { growableCopy } from '../../kernel/bytes.ts'
import { toIso } from '../../kernel/clock.ts'
import { invariant } from '../../kernel/invariant.ts'
import { accountTenant, forTenant } from '../../kernel/tenant.ts'
import { digestWith } from '../../pades/algorithms.ts'
import { bytesToSign } from '../../pades/cms.ts'
import type { Signer } from '../../pades/ports.ts'
import type { Authorisation, CertificateClient } from '../../seals/certificate-client.ts'
import {
  type CertificateServices,
  type ChosenCertificate,
  claimOf,
  holderOf,
  type PersonCertificate,
} from '../../seals/certificate-services.ts'
import type { CertificateServiceRow } from '../../seals/store.ts'
import { readStored } from '../../seals/trust.ts'
import type { ProofContent } from '../documents/content-port.ts'
import { fillInputs } from '../fields/fill.ts'
import { nameMatches } from '../model/certificate-demand.ts'
import { type Intent, markOf } from '../model/intent.ts'
import type { RequestRow, SignerRow, StoredSignature } from '../model/rows.ts'
import type { Needs } from '../requests/parts.ts'
import type { SaveFile } from '../requests/pending-blobs.ts'
import {
  certificateFacts,
  checkedFileSigner,
  fieldInput,
  fileSigner,
  validationDataOf,
} from '../sealing/file-signer.ts'
import { WatchedStamps } from '../sealing/watched-stamps.ts'
import type { SignerContext } from '../signers/access.ts'
import type { OfferedCertificate } from '../signers/schemas.ts'
import type { BegunSignature } from '../store/certificate-orders.ts'

/** What both halves of a signature need. */
export type SignatureDeps = Needs<'blobs' | 'certificateServices' | 'clock' | 'documents' | 'pkiOf'>

/**
 * Begins the signature of a signer in the revision of now: it lacks its value.
 * @returns also what the signer has to authorise, and the file that is complete but for the value
 */
export async function beginSignature(
  parts: SignatureDeps,
  content: ProofContent,
  what: { context: SignerContext; intent: Intent; chosen: ChosenCertificate; save: SaveFile },
) {
  const { request, signer } = what.context
  const { certificate, algorithm } = holderOf(what.chosen)
  const [{ current_sha256: from, laid_out_sha256, proof_pages }] = request.files
  const [placement] = signer.fields
  invariant(from !== null && placement !== undefined, 'a pending document was laid out')
  const mark = await markOf(what.intent, parts.blobs)
  const input = {
    ...fieldInput(
      content,
      { request, signer, mark, box: placement.box },
      {
        number: 1,
        // A document that others have signed before must not be certified anew.
        certify: from === laid_out_sha256 && proof_pages > 0,
        timeMs: parts.clock.now(),
      },
    ),
    digest: algorithm.digest,
    fills: fillInputs(signer, what.intent),
  }
  // On behalf of the sender, regardless of who triggered the signature.
  const open = await forTenant(accountTenant(request.account_id), async () => {
    const file = await checkedFileSigner(parts, from)
    return await file.begin(input)
  })
  const hash = digestWith(algorithm.digest, bytesToSign(certificate, open.digest))
  const { credential, chain, algorithms } = what.chosen
  const signature: BegunSignature = {
    credential,
    chain: chain.map(({ der }) => der.toString('base64')),
    algorithms,
    algorithm: algorithm.name,
    from,
    hole: open.placeholder,
    digest: Buffer.from(open.digest).toString('base64'),
  }
  const authorisation: Authorisation = { scope: 'credential', credential, hash, algorithm }
  return { signature, authorisation, sha256: await what.save(open.pdf) }
}

/** The certificate that a signature was begun for. */
function chosenIn({ chain, ...rest }: BegunSignature): ChosenCertificate {
  const all = chain.map(readStored)
  const [leaf] = all
  invariant(leaf !== undefined, 'a chain has its certificate')
  return { ...rest, leaf, chain: all, claim: claimOf(leaf) }
}

/** What {@link finishSignature} needs. */
interface Finishing {
  request: RequestRow
  signer: SignerRow
  row: CertificateServiceRow
  client: CertificateClient
  begun: BegunSignature
  /** SHA-256 of the file that lacks the value. */
  file: string
  tokens: Parameters<CertificateServices['signer']>[2]
}

/**
 * Finishes a signature: the provider's value, checked, its time-stamp and validation data.
 * @throws SealError
 */
export async function finishSignature(parts: SignatureDeps, what: Finishing) {
  const { request, signer, row, client, begun, tokens } = what
  const { documents, blobs, certificateServices } = parts
  const chosen = chosenIn(begun)
  // Before the file is read: a provider that hangs must not keep it in memory.
  const holder = await signedBefore(certificateServices.signer(client, chosen, tokens), begun)
  const timestamps = new WatchedStamps(parts.pkiOf(request.mode).timestamps)
  const bytes = growableCopy(await blobs.get(what.file))
  return await forTenant(accountTenant(request.account_id), async () => {
    const file = fileSigner(documents, bytes)
    const open = { placeholder: begun.hole, digest: Buffer.from(begun.digest, 'base64') }
    await file.finish(open, { signer: holder, timestamps })
    const data = await validationDataOf(file, parts.pkiOf(request.mode), chosen.chain, () =>
      certificateServices.collectValidationData(row, chosen.chain),
    )
    const proven = await file.addValidationData(data)
    const made: StoredSignature['made'][number] = {
      ...certificateFacts(chosen.leaf),
      issuer: chosen.chain[1]?.name ?? chosen.leaf.name,
      key_type: chosen.algorithm,
      timestamp: timestamps.last,
      own: {
        service: row.title,
        holder: chosen.leaf.name,
        claim: chosen.claim,
        name_matches: nameMatches(signer, chosen.leaf.name),
      },
    }
    return { ...proven, made }
  })
}

/** A signer who has signed already: the same bytes, which are known from the digest alone. @throws SealError */
async function signedBefore(signer: Signer, { digest }: BegunSignature): Promise<Signer> {
  const data = bytesToSign(signer.certificate, Buffer.from(digest, 'base64'))
  const value = await signer.sign(data)
  const sign = async (again: Uint8Array): Promise<Buffer> => {
    invariant(data.equals(again), 'what is signed depends on the digest and the certificate alone')
    return value
  }
  return { ...signer, sign }
}

/** A certificate as the signer's page shows it. */
export const offered = (
  { credential, leaf, beside }: PersonCertificate,
  signer: SignerRow,
): OfferedCertificate => ({
  id: credential,
  holder: leaf.name,
  issuer: beside[0]?.name ?? '',
  valid_to: toIso(leaf.notAfterMs),
  name_matches: nameMatches(signer, leaf.name),
})
