/** Tags as other tools write them, and how each is written here. */
import { saying } from '../../kernel/coded-error.ts'
import type { Texts } from '../../translations/messages.ts'
import { inEveryLanguage } from '../../translations/texts.ts'
import {
  carboneFilters,
  expressionText,
  filterText,
  ourFilter,
  pathText,
  quoted,
  SIGNS,
} from './other-expressions.ts'

/** What a tag of another tool is called, and what to write instead. */
interface OtherTag {
  /** Name of the tool, as people know it; empty where several write it so. */
  tool: string
  /** The tags in this language, what stands between them as " … "; empty where there is no such tag. */
  write: string
  /** What else there is to know. */
  note?: OtherNote
}

/** Notes by what they are about. */
type OtherNote = keyof Texts['faults']['tags']['notes']

type Rule = readonly [
  pattern: RegExp,
  write: string | ((match: RegExpExecArray) => string),
  note?: OtherNote,
]

const tag = (source: string): string => `{${expressionText(source)}}`
const open = (source: string): string => `{#${expressionText(source)}} … {/}`
const first = ([, one = '']: RegExpExecArray): string => tag(one)
const second = ([, , two = '']: RegExpExecArray): string => open(two)
const columns = (source: string): string => `{#${expressionText(source)} | columns} … {/}`
const section = ([, one = '']: RegExpExecArray): string => open(one)
const branch = ([, one = '']: RegExpExecArray): string => `{:else if ${expressionText(one)}}`

/** `{% … %}` and `{# … #}`, without the braces. */
const JINJA: readonly Rule[] = [
  [/^%-?\s*tc\s+for\s+(.+?)\s+in\s+(.+?)\s*-?%$/, ([, , list = '']) => columns(list), 'item'],
  [/^%-?\s*tr\s+for\s+(.+?)\s+in\s+(.+?)\s*-?%$/, second, 'row'],
  [/^%-?\s*cellbg\s+(.+?)\s*-?%$/, ([, one = '']) => `{~cell.shade: ${expressionText(one)}}`],
  [/^%-?\s*colspan\s+(.+?)\s*-?%$/, ([, one = '']) => `{~cell.colspan: ${expressionText(one)}}`],
  [/^%-?\s*(?:p\s+)?for\s+(.+?)\s+in\s+(.+?)\s*-?%$/, second, 'item'],
  [/^%-?\s*(?:(?:p|tr|tc|r)\s+)?(?:if)\s+(.+?)\s*-?%$/, section],
  [/^%-?\s*(?:(?:p|tr|tc|r)\s+)?(?:elif|elseif)\s+(.+?)\s*-?%$/, branch],
  [/^%-?\s*(?:(?:p|tr|tc|r)\s+)?else\s*-?%$/, '{:else}'],
  [/^%-?\s*(?:(?:p|tr|tc|r)\s+)?end\w*\s*-?%$/, '{/}'],
  [/^%-?\s*(?:set|macro|import|include|block|with|filter|cellbg|colspan|hm|vm)\b.*%$/, '', 'data'],
  [/^%-?.*%$/, ''],
  [/^(?:p|r)\s+([\w.]+)$/, ([, one = '']) => `{~${one} | html}`],
  [/^#.*#$/, '', 'comment'],
]

/** The helpers of jsreport for Word, on top of Handlebars. */
const JSREPORT: readonly Rule[] = [
  [/^\/\s*docx\w+$/, '{/}'],
  [/^#\s*docxTable\s+(?:rows\s*=\s*)?([\w.@]+).*$/s, section, 'row'],
  [/^docxTable\s+rows\s*=\s*([\w.@]+).*$/s, section, 'row'],
  [/^#\s*docxList\s+(?:data\s*=\s*)?([\w.@]+).*$/s, section, 'item'],
  [/^#?\s*docxImage\s+(?:.*?\s)?src\s*=\s*([\w.@]+).*$/s, ([, one = '']) => `{%${pathText(one)}}`],
  [
    /^#?\s*docxHtml\s+(?:.*?\s)?content\s*=\s*([\w.@]+).*$/s,
    ([, one = '']) => `{~${pathText(one)} | html}`,
  ],
  [
    /^#?\s*docxLink\s+(?:.*?\s)?url\s*=\s*([\w.@]+).*$/s,
    ([, one = '']) => `{~${pathText(one)} | link:"text"}`,
  ],
  [/^#?\s*docx[A-Z]\w*\b.*$/s, ''],
]

/** Handlebars and Mustache, with one brace or two. */
const HANDLEBARS: readonly Rule[] = [
  [/^#\s*each\s+(.+?)(?:\s+as\s+\|.*)?$/, section, 'item'],
  [/^#\s*(?:if|with)\s+(.+)$/, section],
  [/^#\s*unless\s+(.+)$/, ([, one = '']) => `{^${expressionText(one)}} … {/}`],
  [/^else\s*if\s+(.+)$/, branch],
  [/^(?:else|\^)$/, '{:else}'],
  [/^\/\s*(?:each|if|unless|with|for|foreach|list)$/i, '{/}'],
  [/^[>!].*$/, ''],
]

/** The commands of docx-templates, between braces or `+++`. */
const COMMANDS: readonly Rule[] = [
  [/^#?\s*FOR\s+(\S+)\s+IN\s+(.+)$/i, second, 'item'],
  [/^#?\s*FOREACH\s+(\S+)\s+IN\s+(.+)$/i, second, 'item'],
  [/^\/?\s*END[-_]?(?:FOR|IF)?(?:\s+\S+)?$/i, '{/}'],
  [/^#?\s*IF\s+(.+)$/i, section],
  [/^(?:INS\s|=)\s*([\w$(].*(?<!=))$/, first],
  [/^IMAGE\s+(.+)$/, '{%picture}', 'data'],
  [/^LINK\s+(.+)$/, '{~url | link:"text"}', 'data'],
  [/^HTML\s+(.+)$/, '{~text | html}', 'data'],
  [/^(?:EXEC|QUERY|ALIAS|CMD_NODE)\b.*$/, '', 'data'],
]

/** Carbone: `d.` before each path, filters after colons, loops by `[i]` and `[i+1]`. */
const CARBONE: readonly Rule[] = [
  [/^d\.([\w.]+)\[i\s*\+\s*1\].*$/, '{/}', 'row'],
  [
    /^d\.([\w.]+)\[\]\.([\w.]+):agg(Sum|Avg|Min|Max)\b.*$/,
    ([, list = '', member = '', kind = '']) => `{${list} | ${kind.toLowerCase()}:"${member}"}`,
  ],
  [
    /^d\.([\w.]+)\[i\]\.?([\w.]*)((?::\w+(?:\([^()]*\))?)*)$/,
    ([, list = '', member = '', rest = '']) =>
      `{#${list}}{${member || '.'}${carboneFilters(rest)}} … {/}`,
    'row',
  ],
  [
    /^d\.([\w.]+):if(EQ|NE|GT|LT|GTE|LTE)\(([^()]*)\):show\(([^()]*)\)(?::elseShow\(([^()]*)\))?$/,
    ([, path = '', sign = '', to = '', yes = '', no = "''"]) =>
      `{${path} ${SIGNS[sign] ?? '=='} ${quoted(to)} ? ${quoted(yes)} : ${quoted(no)}}`,
  ],
  [
    /^d\.([\w.]+):if(EQ|NE|GT|LT|GTE|LTE)\(([^()]*)\):(?:show|keep)Begin$/,
    ([, path = '', sign = '', to = '']) => `{#${path} ${SIGNS[sign] ?? '=='} ${quoted(to)}} … {/}`,
  ],
  [/^d\.([\w.]+):(?:ifEM:)?(?:hide|drop)\w*$/, ([, path = '']) => `{#${path}} … {/}`],
  [/^d\.([\w.]+).*:(?:hide|show)End$/, '{/}'],
  [/^c\.now\b.*$/, '{today | date:"long"}', 'data'],
  [
    /^(?:d|c)\.([\w.]+)((?::\w+(?:\([^()]*\))?)+)$/,
    ([, path = '', rest = '']) => `{${path}${carboneFilters(rest)}}`,
    'filter',
  ],
  [/^[dc]\.[\w.[\]=,' "]+.*$/, '', 'path'],
  [/^d\[i\s*\+\s*1\].*$/, '{/}', 'row'],
  [/^d\[i\]\.([\w.]+)$/, ([, member = '']) => `{#list}{${member}} … {/}`, 'row'],
  [/^d\[.*$/, '', 'path'],
  [/^t\((.*)\)$/, ''],
]

/** Everybody else, and what several tools share. */
const OTHERS: ReadonlyArray<readonly [tool: string, rule: Rule]> = [
  ['docxtemplater', [/^(?:-\s*w:tc\s|:\s*vt#)\s*(.+)$/, ([, list = '']) => columns(list)]],
  ['docxtemplater', [/^:\s*vt\/.*$/, '{/}']],
  ['docxtemplater', [/^-\s*(?:w|a):\w+\s+(.+)$/, section, 'row']],
  [
    'easy-template-x',
    [/^#\s*(.+?)\s*\[\s*loopOver\s*:\s*["']column.*\]$/, ([, list = '']) => columns(list)],
  ],
  ['docxtemplater', [/^:\s*(?:table|footnote|include)\b.*$/, '']],
  ['easy-template-x', [/^#\s*(.+?)\s*\[\s*loopOver\s*:.*\]$/, section, 'row']],
  ['docxtemplater', [/^#\s*(\w[\w.]*)\s+as\s+\w+$/, section, 'item']],
]

/** What is said about a tag of another tool: what it is, and what to write here. */
export function otherToolWords(shown: string, { tool, write, note }: OtherTag) {
  const detail = inEveryLanguage(({ faults: { tags } }) =>
    tool === '' ? tags.otherwise({ shown }) : tags.otherTool({ shown, tool }),
  )
  const fix = inEveryLanguage(({ faults: { tags } }) => {
    const about = note === undefined ? '' : tags.notes[note]
    const ours = write === '' ? (about === '' ? tags.none : '') : tags.write({ tag: write })
    return `${ours} ${about}`.trim()
  })
  return saying(detail, fix)
}

const normal = (inner: string): string =>
  inner
    .replace(/[\u00a0\u2000-\u200b\u202f\ufeff]/g, ' ')
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .trim()

function matched(tool: string, rules: readonly Rule[], text: string): OtherTag | undefined {
  for (const [pattern, write, note] of rules) {
    const match = pattern.exec(text)
    if (match === null) continue
    const ours = typeof write === 'string' ? write : write(match)
    return { tool, write: ours, ...(note !== undefined && { note }) }
  }
  return undefined
}

/**
 * Recognises what stands between two braces and is no tag here.
 * @param inner text between the braces, of which there may be one pair or two
 */
export function otherTool(inner: string): OtherTag | undefined {
  const text = normal(inner)
  if (text === '' || text.length > 300) return undefined
  const known =
    matched('Jinja (docxtpl)', JINJA, text) ??
    matched('jsreport', JSREPORT, text) ??
    matched('Handlebars', HANDLEBARS, text) ??
    matched('docx-templates', COMMANDS, text) ??
    matched('Carbone', CARBONE, text)
  if (known !== undefined) return known
  for (const [tool, rule] of OTHERS) {
    const found = matched(tool, [rule], text)
    if (found !== undefined) return found
  }
  return sharedForm(text)
}

/** What several tools share: `name:upper`, `default("x")`, `===`, names of filters, spaces in names. */
function sharedForm(text: string): OtherTag | undefined {
  if (/^[%~@:]/.test(text)) return undefined
  const sign = /^([#^]?)(.*)$/s.exec(text)?.[1] ?? ''
  const rest = text.slice(sign.length)
  const colons = /^([\p{L}_$][\w.$]*)((?:\s*:\s*\w+(?:\([^()]*\))?)+)$/u.exec(rest)
  if (colons !== null) {
    const [, path = '', filters = ''] = colons
    return {
      tool: '',
      write: `{${sign}${path}${carboneFilters(filters.replace(/\s/g, ''))}}`,
      note: 'filter',
    }
  }
  const call = /^([\p{L}_$][\w.$]*)\.(\w+)\(([^()]*)\)$/u.exec(rest)
  if (call !== null && (call[2] === 'join' || ourFilter(call[2] ?? '') !== undefined)) {
    const [, path = '', name = '', args = ''] = call
    const literal = /^\s*(['"])(.*)\1\s*$/.exec(args)
    const filter =
      literal === null ? filterText(name, args) : ` | ${ourFilter(name) ?? name}:"${literal[2]}"`
    return { tool: '', write: `{${sign}${expressionText(path)}${filter}}`, note: 'filter' }
  }
  const written = expressionText(rest)
  if (written !== rest && /===|!==|\|\s*\w+\s*\(|^\s*(?:this\b|\.\.\/)/.test(rest)) {
    return { tool: '', write: `{${sign}${written}}` }
  }
  const names = [...rest.matchAll(/(?<!\|)\|\s*(\w+)/g)].some(
    ([, name = '']) => ourFilter(name) !== undefined,
  )
  if (names && written !== rest) return { tool: '', write: `{${sign}${written}}` }
  return /^[\p{L}][\p{L}\p{N}_]*(?: [\p{L}\p{N}_]+)+$/u.test(rest)
    ? { tool: '', write: `{${sign}["${rest}"]}` }
    : undefined
}
