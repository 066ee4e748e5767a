/** The fonts of an account over HTTP. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { callerOf } from '../accounts/guard.ts'
import { formLimits } from '../accounts/plans.ts'
import { readForm } from '../http/form.ts'
import { invariant } from '../kernel/invariant.ts'
import * as operations from './operations.ts'
import { COMPONENTS, FONT_FORM } from './schemas.ts'
import type { FontService } from './service.ts'

const config = { access: { interface: 'documents' } } as const

/** Calls on fonts. */
export const fontRoutes: FastifyPluginAsyncTypebox<{ fonts: FontService }> = async (
  app,
  { fonts },
) => {
  for (const schema of COMPONENTS) app.addSchema(schema)

  app.get('/fonts', { config, schema: operations.listFonts }, async (request) => ({
    fonts: await fonts.list(callerOf(request)),
  }))

  app.post('/fonts', { config, schema: operations.uploadFont }, async (request, reply) => {
    const caller = callerOf(request)
    const form = await readForm(request, FONT_FORM, formLimits(caller.plan))
    const file = form.files.get('font')?.[0]
    invariant(file !== undefined, 'the form has its required part')
    const filename = file.filename || 'font.ttf'
    return reply.code(201).send(await fonts.create(caller, { bytes: file.bytes, filename }))
  })

  const remove = { config, schema: operations.deleteFont }
  app.delete('/fonts/:id', remove, async (request, reply) => {
    await fonts.remove(callerOf(request), request.params.id)
    return reply.code(204).send(null)
  })
}
