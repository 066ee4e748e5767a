/** The responses that all render calls share: the finished file, or one of the common problems. */
import type { FastifyReply } from 'fastify'
import { attachment } from '../http/disposition.ts'
import { problems } from '../http/schemas.ts'
import { asBuffer } from '../kernel/as-buffer.ts'
import type { ErrorCode } from '../kernel/errors.ts'
import type { RenderedFile } from './service.ts'

const serverTiming = (times: RenderedFile['times']): string =>
  Object.entries(times)
    .map(([step, ms]) => `${step};dur=${ms.toFixed(1)}`)
    .join(', ')

/** Sends the file under its name, with the time of each step. */
export const sendFile = (reply: FastifyReply, file: RenderedFile) =>
  reply
    .type(file.mediaType)
    .header('Content-Disposition', attachment(file.filename))
    .header('Server-Timing', serverTiming(file.times))
    .header('Cache-Control', 'no-store')
    .send(asBuffer(file.bytes))

/** What can go wrong when a template is filled and converted. */
export const TEMPLATE_PROBLEMS = [
  'template_not_found',
  'version_not_found',
  'template_not_docx',
  'template_unsafe',
  'template_too_complex',
  'template_invalid',
  'data_invalid',
  'data_missing',
  'image_invalid',
  'render_limit_exceeded',
  'render_failed',
  'renderer_unavailable',
] as const satisfies readonly ErrorCode[]

/** Error responses of the render calls, plus codes specific to one of them. */
export const renderProblems = (...own: readonly ErrorCode[]) =>
  problems(
    'file_too_large',
    'unsupported_media_type',
    'json_invalid',
    'validation_failed',
    ...TEMPLATE_PROBLEMS,
    'quota_exceeded',
    ...own,
  )
