/** Published attacks that play with the cross-references of a signed PDF. */
import { PdfFile } from '../../src/pdf/pdf-file.ts'
import { type Attack, appended, contentNumber, EVIL, rawUpdate, table } from './attacks.ts'

/** Tricks with cross-references, which programs resolve differently. */
export const XREF_TRICKS: readonly Attack[] = [
  [
    'an object without a section',
    ({ signed }) => appended(signed, `\n${contentNumber(signed)} 0 obj\n${EVIL}\nendobj\n`),
    'stray_bytes',
  ],
  [
    'an object and a bare trailer',
    ({ signed }) =>
      appended(
        signed,
        `\n${contentNumber(signed)} 0 obj\n${EVIL}\nendobj\ntrailer\n<< /Root ${PdfFile.open(signed).catalogRef.toString()} >>\n`,
      ),
    'stray_bytes',
  ],
  [
    'an object, and the old startxref again',
    ({ signed }) =>
      appended(
        signed,
        `\n${contentNumber(signed)} 0 obj\n${EVIL}\nendobj\nstartxref\n${PdfFile.open(signed).sections[0]?.offset}\n%%EOF`,
      ),
    'stray_bytes',
  ],
  [
    'an object in a comment',
    ({ signed }) =>
      appended(signed, `\n%${contentNumber(signed)} 0 obj ${EVIL.replaceAll('\n', ' ')} endobj\n`),
    'stray_bytes',
  ],
  [
    'an object that the section does not name',
    ({ signed }) => {
      const extra = `\n${contentNumber(signed)} 0 obj\n${EVIL}\nendobj`
      return rawUpdate(appended(signed, extra), [[900, '<< /Nothing true >>']], table)
    },
    'stray_bytes',
  ],
  [
    'the same number twice in a section',
    ({ signed }) => {
      const number = contentNumber(signed)
      const old = PdfFile.open(signed).entry(number)
      const row = `${number} 1\n${String(old?.kind === 'at' ? old.offset : 0).padStart(10, '0')} 00000 n \n`
      return rawUpdate(signed, [[number, EVIL]], ({ rows, ...rest }) =>
        table({ ...rest, rows: row + rows }),
      )
    },
    'update_ambiguous',
  ],
  [
    'a hybrid section with another view',
    ({ signed }) =>
      rawUpdate(signed, [[900, '<< /Nothing true >>']], ({ rows, trailer, prev }) =>
        table({ rows, trailer: `${trailer} /XRefStm ${prev}`, prev }),
      ),
    /update_ambiguous|pdf_invalid/,
  ],
  [
    'a section that leads past the signed state',
    ({ signed, steps }) =>
      rawUpdate(
        signed,
        [],
        ({ trailer }) =>
          `xref\n0 0\ntrailer\n<< ${trailer} /Prev ${PdfFile.open(steps[0] ?? signed).sections[0]?.offset} >>`,
      ),
    /history_rewritten|signature_hidden/,
  ],
  [
    'a chain that leads in a circle',
    ({ signed }) =>
      rawUpdate(
        signed,
        [],
        ({ trailer }) => `xref\n0 0\ntrailer\n<< ${trailer} /Prev ${signed.length + 1} >>`,
      ),
    'pdf_invalid',
  ],
  [
    'a negative offset of the section before',
    ({ signed }) =>
      rawUpdate(signed, [], ({ trailer }) => `xref\n0 0\ntrailer\n<< ${trailer} /Prev -5 >>`),
    'pdf_invalid',
  ],
  [
    'a row with a negative offset',
    ({ signed }) =>
      rawUpdate(
        signed,
        [],
        ({ trailer, prev }) =>
          `xref\n${contentNumber(signed)} 1\n-000000005 00000 n \ntrailer\n<< ${trailer} /Prev ${prev} >>`,
      ),
    'pdf_invalid',
  ],
  [
    'an object freed',
    ({ signed }) =>
      rawUpdate(
        signed,
        [],
        ({ trailer, prev }) =>
          `xref\n${contentNumber(signed)} 1\n0000000000 65535 f \ntrailer\n<< ${trailer} /Prev ${prev} >>`,
      ),
    'page_changed',
  ],
  [
    'an entry that leads to another signed object',
    ({ signed }) => {
      const font = PdfFile.open(signed).catalogRef.objectNumber
      const entry = PdfFile.open(signed).entry(font)
      const offset = String(entry?.kind === 'at' ? entry.offset : 0).padStart(10, '0')
      return rawUpdate(
        signed,
        [],
        ({ trailer, prev }) =>
          `xref\n${contentNumber(signed)} 1\n${offset} 00000 n \ntrailer\n<< ${trailer} /Prev ${prev} >>`,
      )
    },
    'page_changed',
  ],
  [
    'an object of another generation',
    ({ signed }) => {
      const at = signed.length + 1
      const number = contentNumber(signed)
      const body = `\n${number} 1 obj\n${EVIL}\nendobj\n`
      const whole = appended(signed, body)
      const prev = PdfFile.open(signed).sections[0]?.offset
      return appended(
        whole,
        `xref\n${number} 1\n${String(at).padStart(10, '0')} 00001 n \ntrailer\n<< /Size 9000 /Root ${PdfFile.open(signed).catalogRef.toString()} /Prev ${prev} >>\nstartxref\n${whole.length}\n%%EOF`,
      )
    },
    /page_changed/,
  ],
  [
    'encryption declared afterwards',
    ({ signed }) =>
      rawUpdate(
        signed,
        [],
        ({ trailer, prev }) =>
          `xref\n0 0\ntrailer\n<< ${trailer} /Encrypt << /Filter /Standard /V 1 >> /Prev ${prev} >>`,
      ),
    'pdf_invalid',
  ],
  ['garbage behind the end', ({ signed }) => appended(signed, '\nHello'), 'stray_bytes'],
]
