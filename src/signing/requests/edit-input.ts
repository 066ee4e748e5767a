/** An edit of a request in a form, and as the console makes it from its own. */
import type { TSchema } from 'typebox'
import { safeFilename } from '../../http/disposition.ts'
import { type Form, objectPart } from '../../http/form.ts'
import { findingsOf, newChecker } from '../../http/schema-check.ts'
import { throwIfInvalid } from '../../kernel/errors.ts'
import { invalidAt } from '../../translations/refusals.ts'
import { CopySchema } from '../model/schemas/cc-recipients.ts'
import {
  type DocumentChanges,
  DocumentChangesSchema,
  SignerEditSchema,
} from '../model/schemas/changes.ts'
import { NotifySchema } from '../model/schemas/notify.ts'
import { RemindersSchema } from '../model/schemas/request.ts'
import { FieldSchema } from '../model/schemas/signature-field.ts'
import type { DocumentEdit } from './edit-rows.ts'

const ajv = newChecker()
ajv.addSchema([
  FieldSchema,
  SignerEditSchema,
  RemindersSchema,
  NotifySchema,
  CopySchema,
] as TSchema[])
const isChanges = ajv.compile(DocumentChangesSchema)

/** Changes as an API call makes them. @param at pointer of them @throws AppError `validation_failed` */
export function changesIn(value: unknown, at = ''): DocumentChanges {
  if (!isChanges(value)) throwIfInvalid(findingsOf(isChanges.errors, at))
  return value as DocumentChanges
}

/** @throws AppError `validation_failed`, `json_invalid` */
export function editIn(form: Form): DocumentEdit {
  const [file, given] = [form.files.get('file')?.[0], objectPart(form, 'changes')]
  if (file === undefined && given === undefined)
    throw invalidAt('/file', 'required', 'requests.nothingChanged')
  const changes = given === undefined ? {} : changesIn(given)
  if (file === undefined) return { changes }
  const password = form.texts.get('password')
  return {
    changes,
    file: {
      number: Number(form.texts.get('file_number') ?? 1),
      pdf: file.bytes,
      filename: safeFilename(file.filename || 'document.pdf', 'pdf'),
      ...(password !== undefined && { password }),
    },
  }
}
