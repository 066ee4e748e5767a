/** `Paraph-Warnings`: the document warnings of a file as a Structured Field (RFC 9651), where a body has no room for them. */
import {
  type DocumentWarning,
  WARNING_CODES,
  type WarningCode,
} from '../kernel/document-warnings.ts'

/** Name of the header. */
export const WARNINGS_HEADER = 'Paraph-Warnings'
/** The last member when not all have room; its parameter `count` is how many are left out. */
const MORE = 'more'
const FIELD_MAX = 2048
const TEXT_MAX = 60

const TEXTS = ['text', 'by', 'part'] as const

/** A String (RFC 9651, 3.3.3), or a Display String (3.3.8) where it is not plain ASCII. */
function quoted(text: string): string {
  const short = [...text].slice(0, TEXT_MAX).join('')
  if (/^[\x20-\x7e]*$/.test(short)) return `"${short.replace(/["\\]/g, '\\$&')}"`
  const escaped = Array.from(new TextEncoder().encode(short), (byte) =>
    byte < 0x20 || byte > 0x7e || byte === 0x25 || byte === 0x22
      ? `%${byte.toString(16).padStart(2, '0')}`
      : String.fromCharCode(byte),
  )
  return `%"${escaped.join('')}"`
}

function member(warning: DocumentWarning): string {
  const texts = TEXTS.flatMap((name) =>
    warning[name] === undefined ? [] : [`;${name}=${quoted(warning[name])}`],
  )
  const count = warning.count === undefined ? '' : `;count=${warning.count}`
  return `${warning.code}${texts.join('')}${count}`
}

/**
 * The value: a List of Tokens (the codes) with the parameters `text`, `by`, `part` and `count`, at most 2,048 bytes.
 * The warnings must not be empty.
 */
export function warningsField(warnings: readonly DocumentWarning[]): string {
  const members: string[] = []
  let room = FIELD_MAX - `, ${MORE};count=999`.length
  for (const warning of warnings) {
    const next = member(warning)
    room -= next.length + 2
    if (room < 0) break
    members.push(next)
  }
  const left = warnings.length - members.length
  return [...members, ...(left > 0 ? [`${MORE};count=${left}`] : [])].join(', ')
}

const MEMBER = /([a-z_]+)((?:;[a-z]+=(?:\d+|%?"(?:[^"\\]|\\.)*"))*)(?:, |$)/gy
const PARAMETER = /;([a-z]+)=(?:(\d+)|%"([^"]*)"|"((?:[^"\\]|\\.)*)")/g

function decoded(escaped: string): string {
  try {
    return decodeURIComponent(escaped)
  } catch {
    // Not percent-encoded after all: the text as received.
    return escaped
  }
}

function readMember(code: WarningCode, parameters: string): DocumentWarning {
  const warning: DocumentWarning = { code }
  for (const [, name, count, display, plain] of parameters.matchAll(PARAMETER)) {
    if (name === 'count') warning.count = Number(count)
    const known = TEXTS.find((each) => each === name)
    if (known !== undefined)
      warning[known] =
        display === undefined ? (plain ?? '').replace(/\\(.)/g, '$1') : decoded(display)
  }
  return warning
}

/** Reads a value made by {@link warningsField}; members it does not know are skipped. */
export function readWarningsField(field: string): DocumentWarning[] {
  return [...field.matchAll(MEMBER)].flatMap(([, name, parameters = '']) => {
    const code = WARNING_CODES.find((known) => known === name)
    return code === undefined ? [] : [readMember(code, parameters)]
  })
}
