/** How the proof certificate is divided into pages; read by what never draws one. */

/** Signers on a page. */
export const PER_PAGE = 3

/** How many pages the certificate has: the first, one for every three signers, and one for several files. */
export const proofPageCount = (signers: number, files = 1): number =>
  filesPageOf(signers) + (files > 1 ? 1 : 0)

/** Which page lists the files, from 0, where there are several. */
export const filesPageOf = (signers: number): number => 1 + Math.ceil(signers / PER_PAGE)
