/** `node --import` of this file has threads run as built in programs that run from sources, as vitest.config.ts does. */
import { register } from 'node:module'

const HOOKS = `export async function resolve(specifier, context, next) {
  const inSource = specifier.endsWith('/worker-url.ts') && context.parentURL?.includes('/src/')
  return next(inSource ? ${JSON.stringify(new URL('./worker-url.ts', import.meta.url).href)} : specifier, context)
}`

register(`data:text/javascript,${encodeURIComponent(HOOKS)}`)
