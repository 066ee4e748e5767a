/** The settings of the service as the table of docs/settings.md and as .env.example. */
import { SETTINGS } from '../src/config/settings.ts'

const BEGIN = '<!-- settings: written by npm run settings -->'
const END = '<!-- end of settings -->'

const rows = Object.entries(SETTINGS).map(([name, { about, default: fallback }]) => ({
  name: `\`${name}\``,
  fallback: fallback === '' ? '' : `\`${fallback}\``,
  // In code: an example is no link.
  about: about.replaceAll(/\b[a-z]+:\/\/[^\s,;…]*[^\s,;.…]/g, '`$&`'),
}))

/** A Markdown table whose columns are as wide as their widest cell. */
function table(): string {
  const lines = [{ name: 'variable', fallback: 'default', about: 'what it decides' }, ...rows]
  const width = (column: 'name' | 'fallback' | 'about') =>
    Math.max(...lines.map((line) => line[column].length))
  const [name, fallback, about] = [width('name'), width('fallback'), width('about')]
  const [heading, ...body] = lines.map(
    (line) =>
      `| ${line.name.padEnd(name)} | ${line.fallback.padEnd(fallback)} | ${line.about.padEnd(about)} |`,
  )
  const rule = `| ${'-'.repeat(name)} | ${'-'.repeat(fallback)} | ${'-'.repeat(about)} |`
  return [heading, rule, ...body].join('\n')
}

/** The page with its table of settings made anew. @throws Error when its markers are gone */
export function withSettings(page: string): string {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)]
  if (from === -1 || to < from) throw new Error(`docs/settings.md lacks ${BEGIN} … ${END}`)
  return `${page.slice(0, from)}${BEGIN}\n\n${table()}\n\n${page.slice(to)}`
}

/** Every setting with its meaning and its default, commented out. */
export const envExample = (): string =>
  [
    '# Settings of the service; written by npm run settings. Each shows its default. Export what you change,\n# or give the file to docker run --env-file.',
    ...Object.entries(SETTINGS).map(
      ([name, { about, default: fallback }]) => `\n# ${about}\n#${name}=${fallback}`,
    ),
    '',
  ].join('\n')
