/** The page that lists the files of a request with several: in the proof certificate, and in every other file. */
import type { CertificateTexts } from '../../translations/messages.ts'
import { textsIn } from '../../translations/texts.ts'
import type { Canvas } from '../appearance/canvas.ts'
import { drawCheck, grouped } from './cover.ts'
import type { ProofFacts, ProofFile } from './facts.ts'
import { BODY, drawRows, heading, INNER, LABEL, MARGIN, paragraph, type Row } from './rows.ts'

const GAP = 7

function fileRows(
  file: ProofFile,
  { locale }: ProofFacts,
  words: CertificateTexts,
): readonly [Row, ...Row[]] {
  const size = words.bytes({ size: grouped(file.original_bytes, locale) })
  const pages = words.pages({ pages: file.pages, size })
  return [
    {
      label: textsIn(locale).signing.proof.files.file({ number: file.number }),
      text: `${file.filename} (${pages})`,
      face: 'bold',
    },
    { label: words.original, text: file.original_sha256, face: 'mono' },
    { label: words.shown, text: file.sha256Shown, face: 'mono' },
    { label: words.beforeSeal, text: file.sha256BeforeSeal, face: 'mono' },
  ]
}

/** Draws the page. */
export function drawFiles(canvas: Canvas, facts: ProofFacts): void {
  const words = textsIn(facts.locale).signing.proof.certificate
  const { files = [], document } = facts
  const own = textsIn(facts.locale).signing.proof.files
  let y = heading(canvas, own.title, { x: MARGIN, y: BODY.top + 4, width: INNER })
  const text = own.text({ files: files.length, name: document.name, id: document.id })
  y += paragraph(canvas, text, y) + GAP
  const layout = { x: MARGIN, width: INNER, labelWidth: LABEL, gap: 1 }
  for (const file of files) y = drawRows(canvas, fileRows(file, facts, words), { ...layout, y }) + 6
  drawCheck(canvas, facts, words)
}
