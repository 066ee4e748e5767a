/** A lone surrogate, such as from truncation. */
const LONE_SURROGATES = /\p{Surrogate}/gu

/** Text that every database returns unchanged, and that has canonical JSON (RFC 8785, 3.2.2.2). */
export const wellFormed = (text: string): string => text.replace(LONE_SURROGATES, '\ufffd')
