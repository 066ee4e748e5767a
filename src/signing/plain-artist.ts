/** A plain hand for signatures and the proof certificate. */
import { drawAppearance } from '../pdf/appearance.ts'
import { embedFont } from '../pdf/fonts.ts'
import type { ProofArtist } from './proof-artist.ts'
import { nameOf } from './view.ts'

const A4 = { width: 595.28, height: 841.89 }

const words = (size: { width: number; height: number }, lines: readonly string[]) =>
  drawAppearance(size, async (page, document) => {
    const font = await embedFont(document, 'regular')
    lines.forEach((line, index) => {
      page.drawText(line, { x: 8, y: size.height - 16 - index * 12, size: 8, font })
    })
  })

export const plainArtist: ProofArtist = {
  blankSheets: async () => [await words(A4, [])],
  dossier: ({ request }) => ({
    name: 'dossier.json',
    mimeType: 'application/json',
    content: Buffer.from(
      JSON.stringify({ document_id: request.id, sha256: request.original_sha256 }),
    ),
    relationship: 'Supplement',
    modifiedAt: new Date(request.created_at),
  }),
  signature: ({ box, signer, at }) => words(box, [nameOf(signer), at]),
  proofPages: async ({ whole }) => [
    await words(A4, [
      whole.request.id,
      ...whole.signers.map((signer) => `${nameOf(signer)} ${signer.signed_at}`),
    ]),
  ],
}
