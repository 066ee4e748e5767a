/** What a thread does with a document to be signed: one function per kind of task. */
import { PDFDocument } from 'pdf-lib'
import { FileDamaged } from '../../files/damaged-files.ts'
import { readPicture, scaledDown } from '../../images/pixels.ts'
import { writePng } from '../../images/png-write.ts'
import { growableCopy } from '../../kernel/bytes.ts'
import { Cache } from '../../kernel/cache.ts'
import { ownBytes, type TaskHandlers } from '../../kernel/thread-tasks.ts'
import { parseCertificate } from '../../pades/certificate.ts'
import { CoveredDigests } from '../../pades/covered-digests.ts'
import { type FileWork, type OpenFile, workHere } from '../../pades/file-work.ts'
import type { FieldToSign } from '../../pades/open-signature.ts'
import { type SignatureReport, verifyPdf } from '../../pades/verify.ts'
import { type Drawing, packed, unpacked } from '../../pdf/appearance.ts'
import { layOut } from '../../pdf/layout.ts'
import { openPdf } from '../../pdf/opening.ts'
import type { NewField } from '../../pdf/signature-fields.ts'
import { textsIn } from '../../translations/texts.ts'
import { drawSignerField } from '../appearance/field.ts'
import { unsignedEvidence } from '../evidence/bundle.ts'
import { filledInputs } from '../fields/tasks.ts'
import { drawProofPages, proofDocument } from '../proof/pages.ts'
import { sealing } from './locks.ts'
import { prepare } from './prepare.ts'
import type { DocumentResults, DocumentTasks, FileName, Look, StampReport } from './tasks.ts'

/** Pixels of a stored logo: twice what a mail shows. */
const LOGO_MOST = { width: 480, height: 160 }

const drawn = (look: Look): Promise<Drawing> =>
  look.kind === 'signature' ? drawSignerField(look.size, look.facts) : unpacked(look.pdf)

async function laidOut({ pdf, what }: DocumentTasks['layOut']): Promise<DocumentResults['layOut']> {
  // Its pages were drawn when it was uploaded.
  const prepared = await prepare(await openPdf(pdf, { isKnown: true }), what)
  return { ...prepared, pdf: ownBytes(prepared.pdf) }
}

/** Digest state of the files this thread has worked on. */
const FILES_MAX = 500
const begunFiles = new Cache<CoveredDigests>(FILES_MAX)

const digestsOf = (file: FileName) => begunFiles.of(file, () => new CoveredDigests())

const workOn = (file: FileName): FileWork<FieldToSign> => workHere(digestsOf(file))

/** Reads a file from the store. @throws FileDamaged when its SHA-256 does not match */
function checked({ pdf, sha256, file }: DocumentTasks['check']): DocumentResults['check'] {
  if (digestsOf(file).ofWhole(pdf) !== sha256) throw new FileDamaged(sha256, 'damaged')
  return { pdf }
}

async function begun({ pdf, input, file }: DocumentTasks['begin']): Promise<OpenFile> {
  const { look, fills = [], ...field } = input
  const drawing = look === undefined ? undefined : await drawn(look)
  const filled = await filledInputs(fills)
  const what = { ...field, filled, ...(drawing !== undefined && { drawing }) }
  return await workOn(file).begin(pdf, what)
}

function validate({ pdf, trusted, nowMs }: DocumentTasks['validate']): DocumentResults['validate'] {
  // Recomputed from the actual bytes, not from the digests cached while signing.
  const digests = new CoveredDigests()
  const verifier = {
    roots: trusted.roots.map(parseCertificate),
    stampRoots: trusted.stampRoots.map(parseCertificate),
    nowMs,
  }
  const found = verifyPdf(pdf, verifier, digests)
  const stamp = newestStamp(found.signatures)
  const detailsOf = (problems: readonly { detail: string }[]) =>
    problems.map(({ detail }) => detail)
  return {
    pdf,
    sha256: digests.ofWhole(pdf),
    signatures: found.signatures.map(({ field, level, problems }) => ({
      field,
      level: String(level),
      problems: detailsOf(problems),
    })),
    problems: detailsOf(found.problems),
    ...(stamp !== undefined && { stamp }),
  }
}

function newestStamp(signatures: readonly SignatureReport[]): StampReport | undefined {
  const stamp = signatures.findLast(({ kind }) => kind === 'document-timestamp')
  if (stamp?.signer === undefined) return undefined
  const { signer, chain, problems } = stamp
  return {
    endsMs: signer.notAfterMs,
    isWeak: problems.some(({ code }) => WEAK.has(code)),
    problems: problems.map(({ detail }) => detail),
    certificates: [...new Set([signer, ...chain])].map(({ der }) => Uint8Array.from(der)),
  }
}

const WEAK = new Set(['digest_weak', 'key_weak', 'certificate_weak'])

async function proofPages({
  facts,
}: DocumentTasks['proofPages']): Promise<DocumentResults['proofPages']> {
  const files = await Promise.all((await drawProofPages(facts)).map(packed))
  return { pages: files.map(ownBytes) }
}

async function proofFile({ facts, pages, field, stampField }: DocumentTasks['proofFile']) {
  const { seal, stamp } = textsIn(facts.locale).signing.fields
  const language = facts.locale
  const fields: NewField[] = [
    { name: field, page: 0, lock: sealing([field]), label: { text: seal({ page: 1 }), language } },
    { name: stampField, page: 0, label: { text: stamp, language } },
  ]
  const opened = await openPdf(await proofDocument(facts, await Promise.all(pages.map(unpacked))))
  return { pdf: growableCopy(layOut(opened, { reservedPages: [], fields, attachments: [] })) }
}

async function evidence({
  facts,
}: DocumentTasks['evidence']): Promise<DocumentResults['evidence']> {
  const [root, ...earlier] = facts.roots
  const { zip, manifest } = await unsignedEvidence({
    ...facts,
    roots: [parseCertificate(root), ...earlier.map(parseCertificate)],
    links: facts.links.map(parseCertificate),
    stampRoots: facts.stampRoots.map(parseCertificate),
  })
  return { pdf: ownBytes(zip.entries), directory: zip.directory, files: zip.files, manifest }
}

/** Draws and appends once, so that the first real document finds compiled code and parsed fonts. */
export async function warmUp(): Promise<void> {
  const { pdf } = await laidOut(await warmInput())
  const facts = { name: 'warm', timeMs: 0 }
  const mark = { kind: 'typed', text: 'warm' } as const
  const look: Look = {
    kind: 'signature',
    size: { width: 170, height: 48 },
    facts: {
      locale: 'en',
      name: 'warm',
      at: '1970-01-01T00:00:00.000Z',
      timeZone: 'Europe/Paris',
      documentId: 'warm',
      mark,
      test: false,
    },
  }
  const input = { field: WARM_FIELD, facts, look }
  await begun({ pdf: growableCopy(pdf), input, file: WARM_FIELD })
}

const WARM_FIELD = 'warm-signer-1-1'

async function warmInput() {
  const document = await PDFDocument.create()
  document.addPage()
  const sheets = { locale: 'en', documentId: 'warm', signers: 1 } as const
  const signers = [{ name: 'warm', locale: 'en', step: 1 }] as const
  const what = {
    requestId: 'warm',
    signers,
    test: true,
    placements: [[]],
    inputs: [],
    sheets,
    attachments: [],
  }
  return { pdf: ownBytes(await document.save()), what }
}

/** Handler of each kind of task. */
export const documentWork: TaskHandlers<DocumentTasks, DocumentResults> = {
  layOut: laidOut,
  check: checked,
  begin: begun,
  beginStamp: ({ pdf, field, file }) => workOn(file).beginStamp(pdf, field),
  addData: ({ pdf, file, data, contents }) => workOn(file).addData(pdf, { data, contents }),
  validate: validate,
  async draw({ looks, fills }) {
    await filledInputs(fills)
    for (const look of looks) await drawn(look)
    return null
  },
  logo: ({ file }) => ({ png: ownBytes(writePng(scaledDown(readPicture(file), LOGO_MOST))) }),
  proofPages,
  proofFile,
  evidence,
}
