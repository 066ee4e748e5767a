/** What people read first in a repository says nothing that is not so. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const markdownIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name))
const DOCUMENTS = ['.', 'docs', 'docs/fr', 'docs/adr', '.github']
  .flatMap(markdownIn)
  .filter((path) => path !== 'THIRD-PARTY-NOTICES.md')

/** Commands of code blocks and of running text. */
const scriptsNamedIn = (text: string): string[] =>
  [...text.matchAll(/\bnpm run (?:--silent |-s )?([a-z][\w:-]*)/g)].map(([, name = '']) => name)

test('every relative link of a document leads to a file that is there', () => {
  expect(DOCUMENTS.length).toBeGreaterThan(40)
  const dead = DOCUMENTS.flatMap((path) =>
    [...read(path).matchAll(/\]\((?![a-z]+:|#|\/)([^)#\s]+)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !existsSync(resolve(ROOT, dirname(path), decodeURIComponent(target))))
      .map((target) => `${path} → ${target}`),
  )
  expect(dead).toEqual([])
})

test('every npm command that a document names exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const unknown = DOCUMENTS.flatMap((path) =>
    scriptsNamedIn(read(path))
      .filter((name) => !Object.hasOwn(scripts, name))
      .map((name) => `${path}: npm run ${name}`),
  )
  expect(unknown).toEqual([])
})

test('CONTRIBUTING.md names files and folders that are there', () => {
  const named = [...read('CONTRIBUTING.md').matchAll(/`((?:test|scripts|docs)\/[\w./-]+)`/g)].map(
    ([, path = '']) => path,
  )
  expect(named.length).toBeGreaterThan(15)
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
})

test('editors, containers and the image have the same Node', () => {
  const version = read('.nvmrc').trim()
  const images = ['Dockerfile', '.devcontainer/devcontainer.json'].map((path) =>
    [...read(path).matchAll(/node:([\d.]+)-bookworm/g)].map(([, tag]) => tag),
  )
  expect(images).toEqual([[version], [version]])
})

test('every decision has a line in docs/adr/README.md', () => {
  const index = read('docs/adr/README.md')
  const pages = markdownIn('docs/adr').filter((path) => !path.endsWith('README.md'))
  const missing = pages.filter((path) => {
    const [, number, title] = /^# (\d+)\. (.+)$/m.exec(read(path)) ?? []
    const [name = ''] = path.split('/').slice(-1)
    return !index.includes(`[${number}](${name})`) || !index.includes(`| ${title} `)
  })
  expect(missing).toEqual([])
})

test('every file of ARCHITECTURE.md, "Where to find", is there', () => {
  const page = read('ARCHITECTURE.md')
  const section = page.split('## Where to find')[1]?.split('\n## ')[0] ?? ''
  const paths = [...section.matchAll(/`([\w/.*-]+)`/g)].map(([, path = '']) => path)
  expect(paths.length).toBeGreaterThan(8)
  const isThere = (path: string): boolean => {
    const name = new RegExp(`^${basename(path).replaceAll('.', '\\.').replaceAll('*', '.+')}$`)
    // A name without a folder stands beside the file before it.
    const folders = path.includes('/') ? [dirname(path)] : paths.map((other) => dirname(other))
    return folders.some((folder) =>
      readdirSync(resolve(ROOT, 'src', folder)).some((file) => name.test(file)),
    )
  }
  expect(paths.filter((path) => !isThere(path))).toEqual([])
})
