import { type Language, languageFacts } from './languages.ts'

/** Bytes in readable form: 2 MB, 512 kB; in French 1,5 Mo. */
export function formatBytes(bytes: number, language: Language = 'en'): string {
  const { tag, byte } = languageFacts(language)
  const [amount, prefix] =
    bytes >= 1_048_576
      ? [Math.round((bytes / 1_048_576) * 10) / 10, 'M']
      : [Math.round(bytes / 1024), 'k']
  return `${amount.toLocaleString(tag, { useGrouping: false })} ${prefix}${byte}`
}
