/** Commands with which anybody can check the evidence by hand using openssl; the tests run them verbatim. */
import { readFileSync } from 'node:fs'
import type { Trail } from '../../audit/trail.ts'
import { stampedDigest, trailJson } from '../../audit/verify-trail.ts'
import { canonicalJson } from '../../kernel/canonical-json.ts'
import { codeFile } from '../../kernel/program-files.ts'
import type { SignaturePieces } from './material.ts'

// `check.sh`, the script that checks evidence with openssl: the same for all documents of an operator.
const PLACEHOLDER = '@ROOTS_SHA256@'

/** @param rootsSha256 of the operator's root certificates, in hexadecimal */
export const checkScript = (rootsSha256: readonly string[]): string =>
  readFileSync(codeFile('signing/evidence/check.sh'), 'utf8').replace(
    PLACEHOLDER,
    rootsSha256.join(','),
  )

/** Names of the files in the archive. */
export const FILES = {
  manifest: 'MANIFEST.sha256',
  /** A detached CMS over the manifest, made with the seal's key … */
  manifestSignature: 'MANIFEST.p7s',
  /** … and its time-stamp: an RFC 3161 token over it. */
  manifestStamp: 'MANIFEST.tst',
  original: 'document-original.pdf',
  signed: 'document-signed.pdf',
  root: 'certificates/root.pem',
  stampRoots: 'certificates/stamp-roots.pem',
  chain: 'certificates/chain.pem',
  lists: 'crls/all.pem',
  trail: 'trail/trail.json',
} as const

const TRUST = `-CAfile ${FILES.root} -untrusted ${FILES.chain}`
const epoch = (ms: number): number => Math.ceil(ms / 1000)

/** `signatures/01-Signer1`: the folder of a signature's pieces. */
export const folderOf = ({ number, field }: Pick<SignaturePieces, 'number' | 'field'>): string =>
  `signatures/${String(number).padStart(2, '0')}-${field.replace(/[^A-Za-z0-9-]+/g, '_').slice(0, 60)}`

/** The folder of a file after the first one. */
export const additionalFolder = (number: number): string => `files/${number}`

/** Extracts the bytes of the signed file that a signature covers. */
export const cutCommand = ({ byteRange: [, first, second, rest] }: SignaturePieces): string =>
  `{ head -c ${first} ${FILES.signed}; tail -c +${second + 1} ${FILES.signed} | head -c ${rest}; } > /tmp/covered.bin`

/**
 * Checks one signature of a person or a seal: its bytes, its certificate at the proven time, the revocation lists.
 */
export function signatureCommands(pieces: SignaturePieces): string[] {
  const folder = folderOf(pieces)
  return [
    cutCommand(pieces),
    `openssl cms -verify -binary -inform DER -in ${folder}/signature.p7s -content /tmp/covered.bin ` +
      `-CAfile ${FILES.root} -certfile ${FILES.chain} -purpose any -attime ${epoch(pieces.stampedMs)} -out /dev/null`,
    `openssl verify -crl_check_all -attime ${epoch(pieces.listedMs)} -purpose any ` +
      `-CRLfile ${FILES.lists} ${TRUST} ${folder}/certificate.pem`,
  ]
}

/** Prints the hash of an entry, which is how its line begins. */
export const entryCommand = (seq: number): string =>
  `sed -n ${seq + 3}p ${FILES.trail} | sed 's/^{"hash":"[0-9a-f]*",/{/; s/,$//' | tr -d '\\n' | openssl dgst -sha256 -r`

/** Checks a time-stamp over an entry, which is made on the SHA-256 of the 32 bytes of its hash. */
export const stampCommand = (seq: number, hash: string, stampedMs: number): string =>
  `sed -n 's/^{"seq":${seq},.*"token_base64":"\\([^"]*\\)".*/\\1/p' ${FILES.trail} | openssl base64 -d -A > /tmp/stamp.tst; ` +
  `cat ${FILES.root} ${FILES.stampRoots} > /tmp/roots.pem; ` +
  `openssl ts -verify -token_in -in /tmp/stamp.tst -digest ${stampedDigest(hash).toString('hex')} -CAfile /tmp/roots.pem -untrusted ${FILES.chain} -attime ${epoch(stampedMs)}`

/** Show the fingerprints to compare with those the operator publishes. @param roots as PEM, in the order of the file */
export const rootCommands = (roots: readonly string[]): string[] =>
  roots.map((_, index) => {
    const line = roots.slice(0, index).join('').split('\n').length
    const from = index === 0 ? `cat ${FILES.root}` : `tail -n +${line} ${FILES.root}`
    return `${from} | openssl x509 -noout -subject -fingerprint -sha256`
  })
/** Checks the signature of the manifest, then the hash of every file in it. */
export const MANIFEST_COMMANDS = [
  `openssl cms -verify -binary -inform DER -in ${FILES.manifestSignature} -content ${FILES.manifest} -CAfile ${FILES.root} -certfile ${FILES.chain} -purpose any -out /dev/null`,
  `sha256sum -c --quiet ${FILES.manifest}`,
]

const lines = (rows: readonly string[]): string => rows.map((row) => `${row}\n`).join('')

const listed = (rows: readonly string[]) => (rows.length === 0 ? '' : `${rows.join(',\n')}\n`)

/** The file. */
export function trailText(trail: Trail): string {
  const { format, document_id, header, entries, stamps } = trailJson(trail)
  const entryLines = entries.map(
    ({ hash, ...entry }) => `{"hash":"${hash}",${canonicalJson(entry).slice(1)}`,
  )
  const stampLines = stamps.map((stamp) => JSON.stringify(stamp))
  return [
    lines([
      `{"format":"${format}","document_id":${JSON.stringify(document_id)},`,
      `"header":${canonicalJson(header)},`,
      '"entries":[',
    ]),
    listed(entryLines),
    lines(['],', '"stamps":[']),
    listed(stampLines),
    lines([']}']),
  ].join('')
}
