/** What the fields of a form say of themselves. */
import type { IdentityError } from '../identity/identity-error.ts'
import type { FormFinding } from '../pages/components.tsx'
import type { Reader } from './words.ts'

type Findings = readonly FormFinding[] | undefined

/** The fault of a field. */
export const faultAt = (findings: Findings, field: string): string | undefined =>
  findings?.find((finding) => finding.field === field)?.text

/** What identity found wrong with a field, as a finding of its form. */
export const identityFindings = (visit: Reader, error: IdentityError | undefined): FormFinding[] =>
  error?.field === undefined ? [] : [{ field: error.field, text: visit.words.refusals[error.code] }]

/**
 * Describes the fields of a form: by its name a field finds what was typed and what is wrong with it.
 * @param form `id`: makes the id of a field where a page has the form several times
 */
export const fieldsIn =
  (form: { findings?: Findings; value?(name: string): string; id?(name: string): string }) =>
  (name: string, label: string, hint?: string) => ({
    id: form.id?.(name) ?? name,
    name,
    label,
    hint,
    value: form.value?.(name),
    error: faultAt(form.findings, name),
  })
