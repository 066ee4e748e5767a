/**
 * The files of an order: each opened, with the places where everybody signs and fills something in: as the order says,
 * by tags in the document, and by its form.
 */
import type { BlobStore } from '../../files/blob-store.ts'
import { throwIfInvalid } from '../../kernel/errors.ts'
import type { PdfFacts } from '../../pdf/facts.ts'
import type { UploadNotice } from '../../pdf/upload-notices.ts'
import type { DocumentPool } from '../documents/pool.ts'
import type { Bytes, OpenResults } from '../documents/tasks.ts'
import { ruleFindings } from '../fields/rule-check.ts'
import { namingFile } from '../model/file-names.ts'
import { type Files, inFile, type RequestFile } from '../model/files.ts'
import { type FormNote, notesOf, SIGNED_FORM } from '../model/form-notes.ts'
import type { SignerInput } from '../model/schemas/signer.ts'
import { withForm } from './form-inputs.ts'
import { inAllFiles } from './in-all-files.ts'
import {
  allNames,
  type PlaceableSigner,
  type PlacementFinder,
  resolvePlacements,
  type SignerPlaces,
} from './placements.ts'
import type { CreateRequestInput } from './request-input.ts'

/** The places of every signer, and what becomes of the upload. */
interface Placed {
  placements: readonly SignerPlaces[]
  notices: readonly UploadNotice[]
  formNotes: readonly FormNote[]
}

/** Whether signers fill in the form of the document. */
const readsForm = ({ options }: Pick<CreateRequestInput, 'options'>): { form: boolean } => ({
  form: options.form_fields === 'use',
})

/** What is changed about the upload, tags included in whose place there are fields. */
function withTags(
  given: readonly UploadNotice[],
  placements: readonly SignerPlaces[],
): readonly UploadNotice[] {
  const places = placements.flatMap(({ inputs }) => inputs.flatMap((input) => input.places))
  return places.some(({ cover }) => cover !== undefined) ? [...given, 'tags_covered'] : given
}

/**
 * The places of every signer in a file.
 * @param number of the file
 * @throws AppError `validation_failed`; see `resolvePlacements` and `withForm`
 */
export async function placesIn(
  input: Pick<CreateRequestInput, 'options'> & { signers: readonly PlaceableSigner[] },
  { facts, notices, form }: Pick<OpenResults['open'], 'facts' | 'notices' | 'form'>,
  finder: PlacementFinder,
  number = 1,
): Promise<Placed> {
  const placements = await resolvePlacements(input.signers, facts, finder, number)
  const tagged = withTags(notices, placements)
  const about = (note: FormNote): FormNote => ({ ...note, ...inFile(number) })
  if (!readsForm(input).form) return { placements, notices: tagged, formNotes: [] }
  if (form === undefined) return { placements, notices: tagged, formNotes: [about(SIGNED_FORM)] }
  const added = withForm(input.signers, placements, form, number)
  // What is said of each field says more.
  const others = tagged.filter((notice) => notice !== 'fields_flattened')
  return { placements: added.placements, notices: others, formNotes: notesOf(added).map(about) }
}

/**
 * Checks the rules of all fields, wherever they come from.
 * @throws AppError `validation_failed` for one that cannot be followed
 */
function assertRules(signers: readonly SignerInput[], placements: readonly SignerPlaces[]): void {
  const names = allNames(signers)
  throwIfInvalid(
    ruleFindings(
      signers.map(({ order = 1, fields: asked = [] }, index) => ({
        ...{ names: names[index] ?? [], step: order, asked },
        inputs: placements[index]?.inputs ?? [],
      })),
    ),
  )
}

/** A further file of an order, opened. */
export interface OpenedAdditionalFile extends Placed {
  /** As it is kept. */
  original: Uint8Array
  filename: string
  /** The working file. */
  pdf: Bytes
  facts: PdfFacts
}

/**
 * Opens the files of an order, one after the other.
 * @throws AppError `pdf_*`, `validation_failed`
 */
export async function openFiles(
  documents: Pick<DocumentPool, 'open'>,
  input: CreateRequestInput,
  finderFor: (pdf: Uint8Array) => PlacementFinder,
) {
  const how = { ...readsForm(input), password: input.password ?? '' }
  const { pdf, ...opened } = await documents.open(input.pdf, how)
  const first = await placesIn(input, opened, input.finder ?? finderFor(pdf))
  const additional = await openAdditional(documents, input, finderFor)
  const placements = inAllFiles([first.placements, ...additional.map((each) => each.placements)])
  assertRules(input.signers, placements)
  return {
    /** The first file as it is kept. */
    original: opened.original,
    /** Of the first file. */
    facts: opened.facts,
    notices: first.notices,
    additional,
    /** The working files, in their order. */
    pdfs: [pdf, ...additional.map((each) => each.pdf)],
    /** In all of them. */
    placements,
    formNotes: [first, ...additional].flatMap(({ formNotes }) => formNotes),
  }
}

/** Those after the first one, which may not be there yet. */
export async function openAdditional(
  documents: Pick<DocumentPool, 'open'>,
  input: Omit<CreateRequestInput, 'pdf' | 'filename'>,
  finderFor: (pdf: Uint8Array) => PlacementFinder,
): Promise<OpenedAdditionalFile[]> {
  const how = { ...readsForm(input), password: input.password ?? '' }
  const additional: OpenedAdditionalFile[] = []
  for (const [index, { filename, pdf: upload }] of (input.additional ?? []).entries()) {
    const number = index + 2
    const work = async (): Promise<OpenedAdditionalFile> => {
      const { pdf: working, ...rest } = await documents.open(upload, how)
      const placed = await placesIn(input, rest, finderFor(working), number)
      const { original, facts } = rest
      return { original, filename, pdf: working, facts, ...placed }
    }
    additional.push(await namingFile({ filename, number }, work))
  }
  return additional
}

/** Bytes of all files of an order. */
export const bytesOf = ({ pdf, additional = [] }: Pick<CreateRequestInput, 'pdf' | 'additional'>) =>
  additional.reduce((sum, each) => sum + each.pdf.length, pdf.length)

/** The uploads of a request, in the order of its files. @throws AppError `storage_unavailable` */
export async function uploadsOf(blobs: Pick<BlobStore, 'get'>, { files }: Files) {
  const uploads: Uint8Array[] = []
  for (const { original_sha256 } of files) uploads.push(await blobs.get(original_sha256))
  return uploads
}

/** Stores the further files of an order; what their rows say before the request is sent. */
export async function keepAdditionalFiles(
  opened: readonly OpenedAdditionalFile[],
  save: (bytes: Uint8Array) => Promise<string>,
): Promise<RequestFile[]> {
  const rows: RequestFile[] = []
  for (const [index, each] of opened.entries())
    rows.push(additionalFileRow(each, index + 2, await save(each.original)))
  return rows
}

/** What is stored of a further file before the request is sent. */
const additionalFileRow = (
  file: OpenedAdditionalFile,
  number: number,
  sha256: string,
): RequestFile => ({
  number,
  filename: file.filename,
  original_sha256: sha256,
  original_bytes: file.original.length,
  pages: file.facts.pages.length,
  upload_notices: file.notices,
  laid_out_sha256: null,
  current_sha256: null,
  signed_sha256: null,
  proof_pages: 0,
})
