/** The evidence of a finished document in one archive, for a judge who has openssl, a PDF reader, or neither. */
import { createHash } from 'node:crypto'
import type { JsonValue } from '../../kernel/canonical-json.ts'
import { type Certificate, toPem } from '../../pades/certificate.ts'
import { type BegunZip, continuedZip, type ZipFile } from '../../zip/archive.ts'
import { isOwnField } from '../model/placement.ts'
import { FILE_KINDS, type SignerFile } from '../model/uploads.ts'
import { additionalFolder, checkScript, FILES, folderOf, trailText } from './commands.ts'
import { type Material, materialOf, type SignaturePieces } from './material.ts'
import { type ReadmeFacts, readmeIn } from './readme.ts'

/** Input of the evidence archive. */
export interface EvidenceFacts
  extends Pick<
    ReadmeFacts,
    'documentId' | 'name' | 'completedAt' | 'operator' | 'verifyUrl' | 'pkiUrl' | 'trail'
  > {
  original: Uint8Array
  signed: Uint8Array
  /** The files after the first one, each with the validation report of the finished file. */
  additional?: ReadonlyArray<{
    number: number
    filename: string
    original: Uint8Array
    signed: Uint8Array
    report: JsonValue
  }>
  /** The proof certificate, where it is a separate file. */
  proof?: Uint8Array
  /** What signers uploaded. */
  signerFiles?: readonly EvidenceUpload[]
  /** A program that checks the trail without this service. */
  verifier?: { name: string; bytes: Uint8Array }
  /** This service's validation report of the finished file. */
  report: JsonValue
  /** `parties.json`, with complete telephone numbers: this file is for the sender only. */
  parties: string
  /** Whether every signature is called an advanced one, and rests on a code sent by SMS. */
  means: { advanced: boolean; texted: boolean }
  /** Every root of the authority, the current one first. */
  roots: readonly [Certificate, ...Certificate[]]
  /** Certificates by which these vouch for each other. */
  links?: readonly Certificate[]
  /** Roots of external time-stamping authorities that the operator trusts. */
  stampRoots?: readonly Certificate[]
}

/** A file that a signer uploaded for a field. */
interface EvidenceUpload {
  signer_id: string
  field: string
  file: SignerFile
  bytes: Uint8Array
}

const pem = (each: Certificate): string => toPem('CERTIFICATE', each.der)
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const json = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
const file = (name: string, content: Uint8Array | string): ZipFile => ({
  name,
  bytes: typeof content === 'string' ? Buffer.from(content) : content,
})
const seconds = (ms: number): number => Math.ceil(ms / 1000)
const numbered = (index: number): string => String(index + 1).padStart(2, '0')
const safe = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[^A-Za-z0-9-]+/g, '_')
    .slice(0, 40)

function piecesOf(pieces: SignaturePieces): ZipFile[] {
  const folder = folderOf(pieces)
  const certificate = file(`${folder}/certificate.pem`, toPem('CERTIFICATE', pieces.signer.der))
  if (pieces.kind === 'document-timestamp')
    return [file(`${folder}/timestamp.tst`, pieces.cms), certificate]
  return [
    file(`${folder}/signature.p7s`, pieces.cms),
    ...(pieces.value === undefined ? [] : [file(`${folder}/signature-value.bin`, pieces.value)]),
    ...(pieces.token === undefined ? [] : [file(`${folder}/timestamp.tst`, pieces.token)]),
    certificate,
  ]
}

function certificateFiles(
  { certificates, lists }: Pick<Material, 'certificates' | 'lists'>,
  { roots, links = [], stampRoots = [] }: EvidenceFacts,
): ZipFile[] {
  const list = (der: Buffer): string => toPem('X509 CRL', der)
  const issuers = certificates.filter((each) =>
    certificates.some((other) => other !== each && other.isSignedBy(each)),
  )
  const chain = [
    ...new Map([...issuers, ...links].map((each) => [each.fingerprint, each])).values(),
  ]
  return [
    // Alone in their file: any other certificate in it would be trusted like a root.
    file(FILES.root, roots.map(pem).join('')),
    file(FILES.stampRoots, stampRoots.map(pem).join('')),
    ...roots.map(({ der }, index) =>
      file(`certificates/${index === 0 ? 'root' : `earlier-root-${index}`}.der`, der),
    ),
    // openssl warns about anything other than CA certificates here.
    file(FILES.chain, chain.map(pem).join('')),
    ...certificates.flatMap((each, index) => {
      const name = `certificates/${numbered(index)}-${safe(each.name)}`
      return [file(`${name}.der`, each.der), file(`${name}.pem`, pem(each))]
    }),
    file(FILES.lists, lists.map(list).join('')),
    ...lists.flatMap((der, index) => [
      file(`crls/${numbered(index)}.der`, der),
      file(`crls/${numbered(index)}.pem`, list(der)),
    ]),
  ]
}

const trailFiles = ({ trail, verifier }: EvidenceFacts): ZipFile[] => [
  file(FILES.trail, trailText(trail)),
  ...(verifier === undefined ? [] : [file(`trail/${verifier.name}`, verifier.bytes)]),
]

/**
 * What `check.sh` reads about a signature: folder, kind, owner, the offsets of its byte range, the time of its
 * revocation lists.
 */
const listLine = (each: SignaturePieces): string => {
  const [, first, second, length] = each.byteRange
  const name = folderOf(each).slice('signatures/'.length)
  return [name, each.kind, each.whose, first, second, length, seconds(each.listedMs)].join(' ')
}

const signatureList = ({ signatures, unread }: Material) => [
  ...signatures.map((each) => ({
    folder: folderOf(each),
    field: each.field,
    kind: each.kind,
    signer: each.signer.name,
    certificate_serial: each.signer.serialHex,
    certificate_sha256: each.signer.fingerprint,
    time_stamped_at: new Date(each.stampedMs).toISOString(),
    byte_range: each.byteRange,
  })),
  ...unread.map(({ field, kind }) => ({
    field,
    kind,
    unreadable:
      'It was in the file before, and is empty, damaged or of a form of its own; see report.json.',
  })),
]

function readmeFacts(facts: EvidenceFacts, { signatures }: Material): ReadmeFacts {
  return {
    ...facts,
    name: facts.name.replaceAll(/\p{C}+/gu, ' '),
    roots: facts.roots.map((each) => ({ pem: pem(each), sha256: each.fingerprint })),
    sha256Original: sha256(facts.original),
    sha256Signed: sha256(facts.signed),
    additional: (facts.additional ?? []).map(({ number, filename, original, signed }) => ({
      folder: additionalFolder(number),
      filename: filename.replaceAll(/\p{C}+/gu, ' '),
      sha256Original: sha256(original),
      sha256Signed: sha256(signed),
    })),
    signatures,
    verifier: facts.verifier?.name ?? null,
    uploads: facts.signerFiles?.length ?? 0,
    ...facts.means,
  }
}

/** The signatures of one finished file, taken apart. */
const signatureFiles = (material: Material): ZipFile[] => [
  file('signatures/signatures.json', json(signatureList(material))),
  file('signatures/list.txt', material.signatures.map((each) => `${listLine(each)}\n`).join('')),
  ...material.signatures.flatMap(piecesOf),
]

/** A file after the first one, in a folder of its own that is like the archive. */
function additionalFiles({
  number,
  original,
  signed,
  report,
  material,
}: NonNullable<EvidenceFacts['additional']>[number] & { material: Material }): ZipFile[] {
  return [
    file(FILES.original, original),
    file(FILES.signed, signed),
    file('report.json', json(report)),
    ...signatureFiles(material),
  ].map(({ name, bytes }) => ({ name: `${additionalFolder(number)}/${name}`, bytes }))
}

/** Files of signers, named as their entries in the trail, and a list of whose they are. */
function uploadedFiles(uploads: readonly EvidenceUpload[]): ZipFile[] {
  if (uploads.length === 0) return []
  const folder = 'signer-files'
  const named = uploads.map(({ signer_id, field, file: { id, media_type, ...rest }, bytes }) => {
    const path = `${folder}/${id}.${FILE_KINDS[media_type]}`
    return { bytes, row: { file: path, signer_id, field, media_type, ...rest } }
  })
  return [
    file(`${folder}/list.json`, json(named.map(({ row }) => row))),
    ...named.map(({ row, bytes }) => file(row.file, bytes)),
  ]
}

/** The certificates and lists of all files, each once. */
function together(all: readonly Material[]): Pick<Material, 'certificates' | 'lists'> {
  const certificates = new Map(
    all.flatMap((each) => each.certificates).map((each) => [each.fingerprint, each]),
  )
  const lists = new Map(all.flatMap((each) => each.lists).map((der) => [sha256(der), der]))
  return { certificates: [...certificates.values()], lists: [...lists.values()] }
}

/** An archive still without the signature over its file list, and that list. */
export interface UnsignedEvidence {
  zip: BegunZip
  /** SHA-256 and name of every file, as `sha256sum` writes them. */
  manifest: string
}

/**
 * Builds the archive up to its file list, which is signed next; the same facts give the same bytes.
 * @throws UnreadablePdfError when the signed file cannot be read
 */
export async function unsignedEvidence(facts: EvidenceFacts): Promise<UnsignedEvidence> {
  const { roots, stampRoots = [] } = facts
  const isOwn = (field: string): boolean => isOwnField(facts.documentId, field)
  const known = { roots, stampRoots, isOwnField: isOwn }
  const material = materialOf(facts.signed, known)
  const others = (facts.additional ?? []).map((file) => ({
    ...file,
    material: materialOf(file.signed, known),
  }))
  const readme = readmeFacts(facts, material)
  const files = [
    // A BOM, so that accents display correctly in editors that need one.
    file('LISEZMOI.txt', `\ufeff${readmeIn('fr', readme)}`),
    file('README.txt', `\ufeff${readmeIn('en', readme)}`),
    file('check.sh', checkScript(roots.map(({ fingerprint }) => fingerprint))),
    file(FILES.original, facts.original),
    file(FILES.signed, facts.signed),
    ...(facts.proof === undefined ? [] : [file('proof-certificate.pdf', facts.proof)]),
    file('parties.json', facts.parties),
    ...uploadedFiles(facts.signerFiles ?? []),
    file('report.json', json(facts.report)),
    ...signatureFiles(material),
    ...others.flatMap((each) => additionalFiles(each)),
    ...certificateFiles(together([material, ...others.map((each) => each.material)]), facts),
    ...trailFiles(facts),
  ]
  const manifest = files.map(({ name, bytes }) => `${sha256(bytes)}  ${name}\n`).join('')
  const zip = await continuedZip(
    [...files, file(FILES.manifest, manifest)],
    new Date(facts.completedAt),
  )
  return { zip, manifest }
}
