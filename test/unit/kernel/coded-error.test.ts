import { expect, test } from 'vitest'
import { DocxError, type DocxErrorCode } from '../../../src/docx/docx-error.ts'
import { FacturxError, type FacturxErrorCode } from '../../../src/facturx/facturx-error.ts'
import { toAppError, toProblem } from '../../../src/http/problem.ts'
import { CodedError } from '../../../src/kernel/coded-error.ts'
import {
  AppError,
  asAppError,
  ERRORS,
  type ErrorCode,
  toCatalogue,
} from '../../../src/kernel/errors.ts'
import { answered, unwrap } from '../../../src/kernel/thread-answer.ts'
import { OfficeError, type OfficeErrorCode } from '../../../src/office/office-error.ts'
import { PdfError, type PdfErrorCode } from '../../../src/pdf/pdf-error.ts'

/** Does not compile if an engine has a code that the catalogue lacks. */
const inCatalogue = (
  code: DocxErrorCode | FacturxErrorCode | OfficeErrorCode | PdfErrorCode,
): ErrorCode => code

const finding = { detail: 'A tag is not closed.', pointer: '/a', code: 'tag_unclosed' }

test.each([
  new DocxError('template_invalid', 'The template has one error.', { errors: [finding] }),
  new PdfError('pdf_invalid', 'The PDF is damaged.'),
  new FacturxError('facturx_invalid', 'The invoice has errors.', { errors: [finding] }),
  new OfficeError('server_busy', 'Too many documents.', { retryAfterSeconds: 2 }),
])('the error $name of an engine is the error of the catalogue with its code', (error) => {
  const known = asAppError(error)
  expect(known).toMatchObject({ code: inCatalogue(error.code), message: error.message })
  expect(known?.errors).toEqual(error.errors)
  expect(known?.retryAfterSeconds).toBe(error.retryAfterSeconds)
  expect(ERRORS).toHaveProperty(error.code)
})

test('an error of an engine crosses threads and arrives with its code and findings', async () => {
  const answer = await answered(() => {
    throw new DocxError('data_missing', 'A value is missing.', { errors: [finding] })
  })
  const arrived = (): unknown => {
    try {
      return unwrap(structuredClone(answer))
    } catch (error) {
      return toCatalogue(error)
    }
  }
  expect(arrived()).toEqual(
    new AppError('data_missing', 'A value is missing.', { errors: [finding] }),
  )
})

test('an error with a code that the catalogue lacks becomes no problem of its own', () => {
  const strange = new CodedError('toString', 'No code of ours.')
  expect(asAppError(strange)).toBeUndefined()
  expect(asAppError(new Error('anything'))).toBeUndefined()
})

test('the problem document of an engine error has the status of the catalogue', () => {
  const error = new PdfError('pdf_encrypted', 'The PDF is encrypted.')
  expect(toProblem(toAppError(error), 'req_1', 'en')).toMatchObject({ status: 422 })
})
