/**
 * The commands by which anybody with openssl checks the evidence: no program of this service is needed. They are
 * run word for word in the tests.
 */
import type { TrailEntry } from '../../audit/chain.ts'
import { stampedDigest } from '../../audit/verify-trail.ts'
import type { SignaturePieces } from './material.ts'

/** Names of the files in the archive. */
export const FILES = {
  manifest: 'MANIFEST.sha256',
  original: 'document-original.pdf',
  signed: 'document-signed.pdf',
  root: 'certificates/root.pem',
  chain: 'certificates/chain.pem',
  lists: 'crls/all.pem',
  entries: 'trail/entries.jsonl',
  hashes: 'trail/hashes.txt',
  header: 'trail/header.json',
} as const

const TRUST = `-CAfile ${FILES.root} -untrusted ${FILES.chain}`
const epoch = (ms: number): number => Math.ceil(ms / 1000)

/** `signatures/01-Signer1`: the folder of a signature's pieces. */
export const folderOf = ({ number, field }: Pick<SignaturePieces, 'number' | 'field'>): string =>
  `signatures/${String(number).padStart(2, '0')}-${field.replace(/[^A-Za-z0-9-]+/g, '_').slice(0, 60)}`

/** `trail/stamps/0012.tst`. */
export const stampFile = (seq: number): string => `trail/stamps/${String(seq).padStart(4, '0')}.tst`

/** Cuts out of the signed file what a signature covers. */
export const cutCommand = ({ byteRange: [, first, second, rest] }: SignaturePieces): string =>
  `{ head -c ${first} ${FILES.signed}; tail -c +${second + 1} ${FILES.signed} | head -c ${rest}; } > covered.bin`

/** Checks one signature: its bytes, its certificate at the time proven, the lists, the time-stamp. */
export function signatureCommands(pieces: SignaturePieces): string[] {
  const folder = folderOf(pieces)
  const at = `-attime ${epoch(pieces.stampedMs)}`
  const stamp = `openssl ts -verify -token_in -in ${folder}/timestamp.tst ${TRUST} ${at}`
  const listed =
    `openssl verify -crl_check_all -attime ${epoch(pieces.listedMs)} -purpose any ` +
    `-CRLfile ${FILES.lists} ${TRUST} ${folder}/certificate.pem`
  if (pieces.kind === 'document-timestamp')
    return [cutCommand(pieces), `${stamp} -data covered.bin`, listed]
  const verify =
    `openssl cms -verify -binary -inform DER -in ${folder}/signature.p7s -content covered.bin ` +
    `-CAfile ${FILES.root} -certfile ${FILES.chain} -purpose any ${at} -out /dev/null`
  return [
    cutCommand(pieces),
    verify,
    ...(pieces.token === undefined ? [] : [`${stamp} -data ${folder}/signature-value.bin`]),
    listed,
  ]
}

/** Prints the hash of an entry, which must be the line of that number in `trail/hashes.txt`. */
export const entryCommand = (seq: number): string =>
  `sed -n ${seq}p ${FILES.entries} | tr -d '\\n' | openssl dgst -sha256 -r`

/** Checks the time-stamp over an entry, which is made on the SHA-256 of the 32 bytes of its hash. */
export const stampCommand = (seq: number, hash: string, stampedMs: number): string =>
  `openssl ts -verify -token_in -in ${stampFile(seq)} -digest ${stampedDigest(hash).toString('hex')} ${TRUST} -attime ${epoch(stampedMs)}`

/** Shows the fingerprint to compare with the one the operator publishes. */
export const ROOT_COMMAND = `openssl x509 -in ${FILES.root} -noout -subject -fingerprint -sha256`
export const MANIFEST_COMMAND = `sha256sum -c ${FILES.manifest}`
export const HEADER_COMMAND = `openssl dgst -sha256 -r ${FILES.header}`

/** A shell program that does all of it and stops at the first thing that is wrong. */
export function checkScript(
  signatures: readonly SignaturePieces[],
  trail: {
    entries: readonly TrailEntry[]
    stamps: ReadonlyArray<{ seq: number; at: string }>
  },
): string {
  const own = signatures.filter((each) => each.own)
  const first = trail.entries[0]?.prev_hash ?? ''
  const stamps = trail.stamps.flatMap(({ seq, at }) => {
    const entry = trail.entries[seq - 1]
    return entry === undefined ? [] : [stampCommand(seq, entry.hash, Date.parse(at))]
  })
  return `#!/bin/sh
# Checks this evidence with openssl alone; see README.txt for what each step means.
set -eu
cd "$(dirname "$0")"

echo "1. Files"
${MANIFEST_COMMAND}

echo "2. Root certificate: compare this fingerprint with the one the operator publishes"
${ROOT_COMMAND}

echo "3. Signatures"
${own.map((each) => `echo "${folderOf(each)}"\n${signatureCommands(each).join('\n')}`).join('\n')}
rm -f covered.bin

echo "4. Trail"
before="${first}"
test "$(${HEADER_COMMAND} | cut -c1-64)" = "$before"
seq=0
while IFS= read -r entry; do
  seq=$((seq + 1))
  hash="$(printf '%s' "$entry" | openssl dgst -sha256 -r | cut -c1-64)"
  test "$hash" = "$(sed -n "$seq"p ${FILES.hashes})"
  case "$entry" in *"\\"prev_hash\\":\\"$before\\""*) ;; *) echo "entry $seq does not follow"; exit 1 ;; esac
  before="$hash"
done < ${FILES.entries}
test "$seq" -eq ${trail.entries.length}
# A time-stamp is over the SHA-256 of the 32 bytes of an entry's hash.
${stamps.join('\n')}
echo "Everything holds."
`
}
