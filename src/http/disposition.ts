/** `Content-Disposition` for any file name (RFC 6266, RFC 8187). */

const CONTROL_OR_PATH = /[\p{Cc}\p{Cf}/\\:*?"<>|]/gu

/** A name that every file system accepts: no path, no control characters, at most 150 characters. */
export function safeFilename(wanted: string, extension: string): string {
  const bare = wanted.replace(CONTROL_OR_PATH, '_').trim().replace(/^\.+/, '')
  const stem = bare.toLowerCase().endsWith(`.${extension}`)
    ? bare.slice(0, -extension.length - 1)
    : bare
  return `${[...stem].slice(0, 150).join('') || 'document'}.${extension}`
}

/** The header value for a download. */
export function attachment(filename: string): string {
  const ascii = filename
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\%]/g, '_')
  const encoded = encodeURIComponent(filename).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return ascii === filename
    ? `attachment; filename="${ascii}"`
    : `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
