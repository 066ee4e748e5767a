/** The form in which a signer's page sends a file. */
import type { FormSpec } from '../../http/form.ts'
import { INPUT_LIMITS } from '../../kernel/field-types.ts'

/** Form with a file. */
export const SIGNER_FILE_FORM = {
  field: {
    kind: 'text',
    required: true,
    description: 'Name of the field',
    limits: { minLength: 1, maxLength: INPUT_LIMITS.name },
  },
  file: {
    kind: 'file',
    required: true,
    description: `A PDF, or a JPEG or PNG picture, of at most ${INPUT_LIMITS.fileBytes / 1_000_000} MB`,
    mediaType: 'application/octet-stream',
  },
} as const satisfies FormSpec
