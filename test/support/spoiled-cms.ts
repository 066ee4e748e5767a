/** Signatures whose CMS is taken apart, changed and put together again. */
import { type Element, readBer } from '../../src/pades/ber.ts'
import * as der from '../../src/pades/der.ts'

/** The file with other bytes in the first signature's contents, which no signature covers. */
export function withContents(pdf: Buffer, change: (cms: Element) => Buffer): Buffer {
  const start = pdf.indexOf('/Contents <') + '/Contents <'.length
  const end = pdf.indexOf('>', start)
  const cms = readBer(Buffer.from(pdf.toString('latin1', start, end), 'hex'))
  const forged = Buffer.from(pdf)
  forged.fill('0', start, end)
  forged.write(change(cms).toString('hex'), start, 'latin1')
  return forged
}

/** A SignedData with its parts exchanged. */
export function rebuilt(cms: Element, change: (parts: Buffer[]) => Buffer[]): Buffer {
  const body = cms.at(1).at(0)
  const parts = change(body.children.map(({ raw }) => raw))
  return der.sequence(cms.at(0).raw, der.explicit(0, der.sequence(...parts)))
}

/** The signer's part with its own parts exchanged. */
export const withSigner = (cms: Element, change: (parts: Element[]) => Buffer[]): Buffer =>
  rebuilt(cms, (parts) => [
    ...parts.slice(0, -1),
    der.element(
      0x31,
      der.sequence(...change([...(cms.at(1).at(0).children.at(-1)?.at(0).children ?? [])])),
    ),
  ])

/** The parts as bytes. */
export const raws = (parts: readonly Element[]): Buffer[] => parts.map(({ raw }) => raw)
