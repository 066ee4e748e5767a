/** Where everybody signs and fills something in: as the order says, by tags in the document, and by its form. */

import { throwIfInvalid } from '../../kernel/errors.ts'
import type { UploadNotice } from '../../pdf/upload-notices.ts'
import type { OpenResults } from '../documents/tasks.ts'
import { ruleFindings } from '../fields/rule-check.ts'
import { inFile } from '../model/files.ts'
import { type FormNote, notesOf, SIGNED_FORM } from '../model/form-notes.ts'
import type { SignerInput } from '../model/schemas/signer.ts'
import { withForm } from './form-inputs.ts'
import {
  allNames,
  type PlaceableSigner,
  type PlacementFinder,
  resolvePlacements,
  type SignerPlaces,
} from './placements.ts'
import type { CreateRequestInput } from './request-input.ts'

/** The places of every signer, and what becomes of the upload. */
export interface Placed {
  placements: readonly SignerPlaces[]
  notices: readonly UploadNotice[]
  formNotes: readonly FormNote[]
}

/** Whether signers fill in the form of the document. */
export const readsForm = ({ options }: Pick<CreateRequestInput, 'options'>): { form: boolean } => ({
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
export function assertRules(
  signers: readonly SignerInput[],
  placements: readonly SignerPlaces[],
): void {
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
