/** Text of users in mails. */

/** User-supplied text in which mail programs do not auto-detect links. */
export const neutralizeLinks = (text: string): string =>
  text.replace(BARE_DOMAIN, (domain) => domain.replaceAll('.', '.\u2060'))

/** `example.com` on its own; not the end of an address, nor a file name. */
const BARE_DOMAIN =
  /(?<![\p{L}\p{N}@._%+-])(?:[\p{L}\p{N}-]+\.)+(?!(?:pdf|docx?|xlsx?|odt|txt|csv|png|jpe?g)\b)\p{L}{2,}(?![\p{L}\p{N}@-])/giu
