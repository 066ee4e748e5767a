import { build } from 'esbuild'
import { expect, it } from 'vitest'

/** Packages of the engines that work in threads and processes of their own, or that are read with their first use. */
const NOT_AT_START = [
  '@cantoo/fontkit',
  '@modelcontextprotocol/server',
  'bwip-js',
  'docxtemplater',
  'harfbuzzjs',
  'parse5',
  'pdfjs-dist',
  'undici',
]

it('a start reads neither the engines of worker threads nor what only some requests need', async () => {
  const { metafile } = await build({
    entryPoints: ['src/main.ts'],
    bundle: true,
    write: false,
    metafile: true,
    splitting: true,
    outdir: 'never-written',
    platform: 'node',
    format: 'esm',
    packages: 'external',
  })
  const read = new Set<string>()
  const packages = new Set<string>()
  const follow = (output: string): void => {
    if (read.has(output)) return
    read.add(output)
    for (const { path, kind, external } of metafile.outputs[output]?.imports ?? []) {
      if (kind === 'dynamic-import') continue
      if (external) packages.add(path)
      else follow(path)
    }
  }
  const main = Object.keys(metafile.outputs).find((name) => name.endsWith('/main.js'))
  expect(main).toBeDefined()
  follow(main ?? '')
  expect([...packages]).toContain('fastify')
  expect(NOT_AT_START.filter((name) => [...packages].some((one) => one.startsWith(name)))).toEqual(
    [],
  )
})
