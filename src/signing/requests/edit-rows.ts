/** The rows of a request as an edit makes them: its people, where each signs in its files, and what is laid out. */

import type { Caller } from '../../accounts/caller.ts'
import { DAY_MS, toIso } from '../../kernel/clock.ts'
import { throwIfInvalid } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { invariant } from '../../kernel/invariant.ts'
import { Service } from '../../kernel/service.ts'
import { ruleFindings, withSignerIds } from '../fields/rule-check.ts'
import { certificatesOf, placeFindings } from '../model/certificate-demand.ts'
import { fileNumbered, namingFile } from '../model/file-names.ts'
import { additionalFiles, eachFile, fileOf, type RequestFile } from '../model/files.ts'
import { witnessedAt } from '../model/participant-actions.ts'
import type { RequestRow, RequestWithSigners, SignerRow } from '../model/rows.ts'
import type { DocumentChanges, SignerEdit } from '../model/schemas/changes.ts'
import type { SignerInput } from '../model/schemas/signer.ts'
import { placesIn, uploadsOf } from './additional-files.ts'
import { checkInput } from './checks.ts'
import { correctedColumns } from './corrections.ts'
import { askedColumns, NOT_ASKED_YET, UNSENT } from './draft.ts'
import type { DraftLimits } from './draft-limits.ts'
import { type EditPlan, ownPlaces, placeable } from './edit-plan.ts'
import { inAllFiles } from './in-all-files.ts'
import type { RequestLifecycle } from './lifecycle.ts'
import type { ServiceParts } from './parts.ts'
import type { SaveFile } from './pending-blobs.ts'
import { allNames, type FinderFor, type SignerPlaces } from './placements.ts'
import { expiryOf } from './request-input.ts'

/** What an edit changes. */
export interface DocumentEdit {
  changes: DocumentChanges
  /** A PDF in place of one of the files. */
  file?: { number: number; pdf: Uint8Array; filename: string; password?: string }
  /** Only a draft is changed. */
  isDraft?: boolean
}

type Replaced = NonNullable<DocumentEdit['file']>

/** What is needed to plan an edit. */
export interface EditParts extends ServiceParts {
  draftLimits: DraftLimits
  finderFor: FinderFor
  lifecycle: RequestLifecycle
}

/** Days until a request of the caller expires. */
export function daysOf({ plan }: Caller): number {
  const days = plan.signature?.request_expiry_days
  invariant(days !== undefined, 'the guard lets in only plans with signatures')
  return days
}

/** Whether places have to be looked for: the person signs elsewhere, or where they did not. */
const movesPlaces = (edit: SignerEdit | undefined): boolean =>
  edit?.fields !== undefined || edit?.action !== undefined

const COLUMNS = [
  'name',
  'message',
  'reminders',
  'notify',
  'copies',
  'metadata',
  'external_id',
] as const

const changedColumns = (changes: DocumentChanges): Partial<RequestRow> =>
  Object.fromEntries(
    COLUMNS.flatMap((name) => (changes[name] === undefined ? [] : [[name, changes[name]]])),
  )

/**
 * The people with the rules of their fields, which name other people by their ids.
 * @throws AppError `validation_failed` for a rule that cannot be followed, such as one about a person who is gone
 */
function withRules(
  rows: readonly SignerRow[],
  checked: readonly SignerInput[],
  before: readonly SignerRow[],
): SignerRow[] {
  const others = allNames(checked)
  const names = rows.map(({ id }, index) => [...(others[index] ?? []), id])
  throwIfInvalid(
    ruleFindings(
      rows.map(({ step, inputs }, index) => ({
        ...{ names: names[index] ?? [], step, inputs },
        asked: checked[index]?.fields ?? [],
        keeps: true,
      })),
      (signer) => before.find(({ id }) => id === signer)?.email ?? signer,
    ),
  )
  const idOf = (name: string) => rows[names.findIndex((each) => each.includes(name))]?.id
  return rows.map((row) => ({
    ...row,
    inputs: row.inputs.map((each) => withSignerIds(each, idOf, row.id)),
  }))
}

/** Makes the rows of edits. */
export class EditRows extends Service<EditParts> {
  /**
   * The rows as they are to be, and the uploads to lay out.
   * @throws AppError `validation_failed`, `pdf_*`
   */
  async of(
    caller: Caller,
    { request, signers }: RequestWithSigners,
    { edit, plan, save }: { edit: DocumentEdit; plan: EditPlan; save: SaveFile },
  ): Promise<{ after: RequestWithSigners; pdfs: readonly Uint8Array[] }> {
    const { changes, file } = edit
    const order = {
      signers: plan.signers.map(({ asked }) => asked),
      options: plan.options,
      additional: additionalFiles(request),
    }
    const { input, findings } = await checkInput(this.parts, request.account_id, order)
    const certificates = await certificatesOf(this.parts, caller, input)
    throwIfInvalid([...findings, ...certificates.findings])
    if (file !== undefined) fileNumbered(request, file.number)
    const uploads = await uploadsOf(this.parts.blobs, request)
    const isPlaced =
      file !== undefined ||
      plan.signers.some(({ row, edit: each }) => row === undefined || movesPlaces(each))
    const placed = isPlaced
      ? await this.#placed(request, { plan, checked: input.signers, uploads, replaced: file, save })
      : undefined
    const revised: RequestRow = {
      ...request,
      ...changedColumns(changes),
      ...placed?.request,
      ...(changes.expires_at !== undefined && {
        expires_at: this.#expiry(caller, request, changes),
      }),
    }
    const title = certificates.title
    const rows = this.#rows(plan, input.signers, { title, request: revised, all: signers })
    const people = rows.map((row, index) => {
      const places = placed?.places[index]
      return places === undefined
        ? { ...row, fields: ownPlaces(row, request) }
        : { ...row, fields: places.signatures, inputs: places.inputs }
    })
    return {
      after: { request: revised, signers: withRules(people, input.signers, signers) },
      pdfs: placed?.pdfs ?? uploads,
    }
  }

  /** The latest deadline is that of a new request, or the present one of a request that was reactivated. */
  #expiry(caller: Caller, { created_at, expires_at }: RequestRow, changes: DocumentChanges) {
    const { expires_at: wanted } = changes
    const nowMs = this.parts.clock.now()
    const latestMs = Math.max(
      Date.parse(created_at) + daysOf(caller) * DAY_MS,
      Date.parse(expires_at),
    )
    return toIso(expiryOf(wanted, nowMs, Math.max(0, latestMs - nowMs) / DAY_MS))
  }

  /** Where everybody signs and fills something in, in each file. */
  async #placed(
    request: RequestRow,
    given: {
      plan: EditPlan
      checked: readonly SignerInput[]
      uploads: readonly Uint8Array[]
      replaced: Replaced | undefined
      save: SaveFile
    },
  ) {
    const { plan, checked, uploads, replaced, save } = given
    const hadForm =
      request.form_notes.some((note) => fileOf(note) === replaced?.number) ||
      plan.signers.some(({ row }) => row?.inputs.some((each) => each.form_field !== undefined))
    const files: RequestFile[] = []
    const pdfs: Uint8Array[] = []
    const places: SignerPlaces[][] = []
    // What the document that was rendered lacked is not said of another.
    const lacks = replaced?.number === 1 ? { document_warnings: [] } : {}
    let form_notes = request.form_notes
    for (const [index, file] of request.files.entries()) {
      const isNew = replaced?.number === file.number
      const upload = isNew ? replaced.pdf : uploads[index]
      invariant(upload !== undefined, 'every file of a request has its upload')
      await namingFile(isNew ? { ...file, filename: replaced.filename } : file, async () => {
        const form = isNew && hadForm
        const how = { form, password: (isNew && replaced.password) || '' }
        const { pdf, original, ...opened } = await this.parts.documents.open(upload, how)
        const anew = isNew ? { hasForm: (opened.form?.fields.length ?? 0) > 0 } : undefined
        const order = {
          signers: placeable(plan, checked, file, anew),
          options: form ? { form_fields: 'use' as const } : {},
        }
        const placed = await placesIn(order, opened, this.parts.finderFor(pdf), file.number)
        places.push([...placed.placements])
        pdfs.push(pdf)
        if (!isNew) return void files.push(file)
        form_notes = [
          ...form_notes.filter((note) => fileOf(note) !== file.number),
          ...placed.formNotes,
        ]
        const { number, filename } = replaced
        const pages = opened.facts.pages.length
        const kept = { original_sha256: await save(original), original_bytes: original.length }
        files.push({ ...UNSENT, number, filename, ...kept, pages, upload_notices: placed.notices })
      })
    }
    const [first, ...others] = places
    invariant(first !== undefined, 'a request has a file')
    const all = inAllFiles([first, ...others])
    throwIfInvalid(placeFindings(checked, all))
    const named = eachFile(request, (file, index) => files[index] ?? file)
    return { request: { files: named, form_notes, ...lacks }, places: all, pdfs }
  }

  /** The people as they are to be, without their places. */
  #rows(
    plan: EditPlan,
    checked: readonly SignerInput[],
    { title, request, all }: { title: string; request: RequestRow; all: readonly SignerRow[] },
  ): SignerRow[] {
    const calls = this.parts.calls !== undefined
    const nowMs = this.parts.clock.now()
    const ids = plan.signers.map(({ row }) => row?.id ?? newId('sgr', nowMs))
    return checked.map((signer, index): SignerRow => {
      const { row, edit } = plan.signers[index] ?? {}
      const id = ids[index]
      invariant(id !== undefined, 'everybody who is checked is planned')
      const columns = askedColumns(signer, plan.options, { title, calls })
      const place = {
        position: index + 1,
        witness_of: ids[witnessedAt(checked, signer)] ?? null,
      }
      if (row === undefined)
        return {
          ...NOT_ASKED_YET,
          ...columns,
          ...place,
          id,
          request_id: request.id,
          fields: [],
          inputs: [],
        }
      const { email, phone } = columns
      const corrections = email === row.email ? {} : correctedColumns(row, { email })
      const isOwn = phone === null && corrections.phone === undefined
      const kept = isOwn ? { phone: row.phone, phone_from: row.phone_from } : {}
      const isGiven = edit?.phone !== undefined && row.delegation !== null
      const delegation = isGiven ? { ...row.delegation, phone_given: false } : row.delegation
      invariant(all.includes(row), 'who stays was there')
      return { ...row, delegation, ...columns, ...kept, ...corrections, ...place } as SignerRow
    })
  }
}
