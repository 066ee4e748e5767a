/**
 * Compares a stored trail with the sealed files of its request: each seal names the head of the trail as of when it was
 * made, and the trail names the finished files. An attacker who holds the database alone can rewrite a trail, but not its seals.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Trail } from '../../audit/trail.ts'
import type { BlobStore } from '../../files/blob-store.ts'
import { findSignatures } from '../../pades/byte-range.ts'
import type { Certificate } from '../../pades/certificate.ts'
import { CoveredDigests } from '../../pades/covered-digests.ts'
import { verdictOfProblems } from '../../pades/verdicts.ts'
import { validateChain } from '../../pades/verify-chain.ts'
import { checkCms } from '../../pades/verify-cms.ts'
import { PdfFile } from '../../pdf/pdf-file.ts'
import { additionalHashes } from '../model/files.ts'
import { sealName } from '../model/placement.ts'
import type { RequestRow } from '../model/rows.ts'

/** Roots that the seal must chain to, and intermediates. */
interface Trust {
  roots: readonly Certificate[]
  others: readonly Certificate[]
}

/** See {@link checkedHead}; a file that cannot be read has no seal that holds either. */
function sealedHead(...args: Parameters<typeof checkedHead>): ReturnType<typeof checkedHead> {
  try {
    return checkedHead(...args)
  } catch (error) {
    return { fault: `cannot be checked: ${error instanceof Error ? error.message : 'unknown'}` }
  }
}

/** What a seal says: the head that it names, undefined where an older service made it; or why it proves nothing. */
function checkedHead(
  pdf: Buffer,
  field: string,
  { roots, others }: Trust,
): { head: string | undefined } | { fault: string } {
  const [seal] = findSignatures(PdfFile.open(pdf), field)
  if (seal === undefined) return { fault: 'has no seal of this request' }
  const digests = new CoveredDigests()
  const { signer, certificates, timestamp, problems } = checkCms(seal.contents, {
    digest: (algorithm) => digests.of(algorithm, seal.covered),
    bytes: () => Buffer.concat(seal.covered),
  })
  const verdict = verdictOfProblems([...seal.problems, ...problems])
  if (signer === undefined || verdict === 'changed' || verdict === 'not_checkable')
    return { fault: 'has a seal that does not hold' }
  const atMs = timestamp?.timeMs ?? signer.notBeforeMs
  const material = { certificates: [...certificates, ...others], revocations: [], roots }
  const chain = validateChain(signer, material, { atMs, madeMs: atMs }, 'signature')
  return chain.trusted ? { head: seal.trailHead } : { fault: 'is sealed by another authority' }
}

/** The finished files of a request that its trail does not name. Older services did not name all of them. */
function unnamedFiles({ files, proof_sha256 }: RequestRow, { entries }: Trail): string[] {
  const named = entries.filter(({ type }) => FINISHED.includes(type)).map(({ data }) => data)
  if (named.length === 0) return ['the trail does not name the finished files']
  const further = additionalHashes('further_sha256', files, (file) => file.signed_sha256)
  return Object.entries({ sha256: files[0].signed_sha256, proof_sha256, ...further })
    .filter(([name, value]) => {
      const values = named.flatMap((data) => data[name] ?? [])
      return values.length > 0 && !values.some((each) => isDeepStrictEqual(each, value))
    })
    .map(([name]) => `the trail names other finished files than the request ("${name}")`)
}

const FINISHED = ['document.completed', 'document.renewed']

/**
 * Compares a trail with the finished files of its request.
 * @param request read before the trail, which may grow meanwhile
 * @returns what contradicts the trail, one sentence each, and why it is not proven: a file cannot be read
 */
export async function sealedHeadFindings(
  blobs: Pick<BlobStore, 'get'>,
  request: RequestRow,
  trail: Trail,
  trust: Trust,
): Promise<{ findings: string[]; unproved: string | undefined }> {
  if (request.status !== 'completed') return { findings: [], unproved: undefined }
  const findings = unnamedFiles(request, trail)
  const hashes = new Set(trail.entries.map(({ hash }) => hash))
  let unproved: string | undefined
  const finished = [
    ...request.files.map(({ signed_sha256 }) => signed_sha256),
    request.proof_sha256,
  ]
  for (const sha256 of finished.filter((each) => each !== null)) {
    const about = `the sealed file ${sha256}`
    const pdf = await blobs.get(sha256).catch(() => undefined)
    if (pdf === undefined) {
      unproved ??= `${about} cannot be read, so the head in its seal is not compared`
      continue
    }
    const found = sealedHead(pdf, sealName(request.id, 1), trust)
    if ('fault' in found) findings.push(`${about} ${found.fault}`)
    else if (found.head !== undefined && !hashes.has(found.head))
      findings.push(`${about} names the head ${found.head}, which is not in the trail`)
  }
  return { findings, unproved }
}
