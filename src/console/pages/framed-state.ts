/** What a saved draft or request template tells the page that edits it in a frame. */
import { omitUndefined } from '../../kernel/type-guards.ts'
import type { DocumentJson } from '../../signing/model/schemas/request.ts'
import type { RequestTemplateJson, Role } from '../../signing/templates/schemas.ts'
import { type SavedState, SIGNER_FIELDS } from './compose-fields.ts'
import { NO_REMINDERS, REMINDERS } from './compose-input.ts'

/** For the page and its script. */
export interface SavedPage {
  state: SavedState
  values: Readonly<Record<string, string>>
}

type Person = Partial<Record<(typeof SIGNER_FIELDS)[number], unknown>>

const valuesOf = (person: Person): Record<string, string> =>
  Object.fromEntries(
    SIGNER_FIELDS.map((name) => {
      const value = person[name] ?? ''
      return [name, value === true ? 'yes' : String(value)]
    }),
  )

const filesAt = (files: ReadonlyArray<{ number: number; filename: string }>, path: string) =>
  files.map(({ number, filename }) => ({ path: `${path}/files/${number}`, filename }))

/** What of its reminders the form can say; empty: something else. */
function remindOf(reminders: DocumentJson['reminders']): string {
  if (reminders === undefined) return NO_REMINDERS
  const { first_after_days: first, every_days: every, max } = reminders
  return REMINDERS.some((days) => days === first && days === every && max === 3)
    ? String(first)
    : ''
}

/** How all of them get their links; empty: in different ways. */
function deliveryOf(people: ReadonlyArray<{ delivery?: string }>): string {
  const [one = 'email', ...others] = new Set(people.map(({ delivery = 'email' }) => delivery))
  return others.length > 0 ? '' : one
}

/** @param path of the page */
export function savedDocument(document: DocumentJson, path: string): SavedPage {
  const { name, message = '', filename, files = [{ number: 1, filename }], signers } = document
  const emailOf = (id: string | undefined) => signers.find((each) => each.id === id)?.email
  return {
    values: {
      ...{ name, message, until: document.expires_at },
      ...{ remind: remindOf(document.reminders), delivery: deliveryOf(signers) },
    },
    state: {
      files: filesAt(files, path),
      signers: signers.map((signer) => ({
        ref: { id: signer.id },
        values: valuesOf({ ...signer, witness_of: emailOf(signer.witness_of) }),
        fields: signer.fields,
      })),
    },
  }
}

/** @param path of the page */
export function savedTemplate(template: RequestTemplateJson, path: string): SavedPage {
  const { name, message = '', filename = '', files = [{ number: 1, filename }], roles } = template
  // A role without a person is known by its name.
  const named = (of: string | undefined) => roles.find(({ role }) => role === of)?.email ?? of
  return {
    values: {
      ...{ name, message, days: String(template.expires_in_days ?? '') },
      ...{ remind: remindOf(template.reminders), delivery: template.delivery ?? '' },
    },
    state: {
      files: filesAt(files, path),
      signers: roles.map((role: Role) => ({
        ref: { role: role.role },
        values: valuesOf(omitUndefined({ order: 1, ...role, witness_of: named(role.witness_of) })),
        fields: role.fields ?? [],
      })),
    },
  }
}
