/** Who signed, in a few seconds: name, time, how identified, and the signature as large as it is in the document. */
import type { Language } from '../../kernel/languages.ts'
import type { Box } from '../../pdf/pages.ts'
import type { CertificateTexts } from '../../translations/messages.ts'
import { textsIn } from '../../translations/texts.ts'
import type { Canvas } from '../appearance/canvas.ts'
import type { Faces } from '../appearance/faces.ts'
import { planIn } from '../appearance/field.ts'
import { drawMark } from '../appearance/mark.ts'
import { stampTime } from '../appearance/stamp-time.ts'
import { linkMeans, usedMethod, type VerifiedIdentity } from '../model/authentication.ts'
import type { ProofFacts, ProofSigner } from './facts.ts'
import { utc, utcExact } from './times.ts'

const PAD = 10
const NUMBER = 26
/** The white frame around the signature. */
const FRAME = { width: 184, height: 62 } as const
const INSET = 4
const SMALL = { size: 7.6, leading: 1.3 } as const

/** A signer with their number and the context of the card. */
export interface PersonSubject {
  signer: ProofSigner
  /** From 1. */
  number: number
  facts: ProofFacts
  /** Those of the signatures in the document. */
  stampFaces: Faces
}

const isApproval = ({ signer }: PersonSubject): boolean => signer.action === 'approve'

/** A moment as people write it, such as `21 November 2026 at 13:07 (UTC+1)`. */
export function momentOf(at: string, { locale, timeZone }: ProofFacts): string {
  const { day, hour } = stampTime(at, timeZone, locale)
  return `${day} ${textsIn(locale).signing.stamp.at} ${hour}`
}

/** The number to which the code went; empty where it went to none. */
const phoneOf = ({ authentication, phoneMasked, registered }: ProofSigner): string =>
  authentication === 'email' || registered !== null ? '' : (phoneMasked ?? '')

/** `identity verified 2026-11-21 (video-ident, Acme, case 17)`. */
const statedText = (
  { method, source, reference, verified_at }: VerifiedIdentity,
  words: CertificateTexts,
): string =>
  words.statedText({
    day: verified_at.slice(0, 10),
    facts: [method, source, ...(reference === undefined ? [] : [reference])].join(', '),
  })

/** In which unusual way the person acted. */
function remarkOf(
  { host, delegation, verified_identity: identity, begun }: ProofSigner,
  locale: Language,
): string {
  const words = textsIn(locale).signing
  const { certificate } = words.proof
  const named = words.delegation.proof
  const { label, text } = words.start.proof
  return [
    ...(begun === undefined
      ? []
      : [`${label}: ${text({ at: utc(begun.emailConfirmedAt), link: begun.link })}`]),
    ...(delegation === undefined
      ? []
      : [`${named.label} ${named.text({ ...delegation, at: utc(delegation.at) })}`]),
    ...(host == null
      ? []
      : [`${words.inPerson.proof.label} ${words.inPerson.proof.text({ host })}`]),
    ...(identity === null
      ? []
      : [`${certificate.statedIdentity}: ${statedText(identity, certificate)}`]),
  ].join(' · ')
}

function whoLines({ signer, facts: { locale } }: PersonSubject): string {
  const { asked, certificate } = textsIn(locale).signing.proof
  const { role, step, witnessOf } = signer
  return [
    ...(role === null ? [] : [role]),
    ...(witnessOf === undefined ? [] : [asked.witnessOf({ name: witnessOf })]),
    certificate.step({ step }),
  ].join(' · ')
}

/** Draws what there is to read; returns nothing. */
function drawWords(canvas: Canvas, subject: PersonSubject, { x, y, width }: Omit<Box, 'height'>) {
  const { signer, facts } = subject
  const { proof } = textsIn(facts.locale).signing
  const words = proof.certificate
  canvas.said('H2', () => canvas.label(signer.name, x, y, { size: 12, face: 'bold', width }))
  canvas.begin('P')
  let top = y + 15
  const remark = remarkOf(signer, facts.locale)
  const who = whoLines(subject)
  // What is unusual takes the line of the role.
  const first = remark === '' ? signer.email : `${signer.email} · ${who}`
  const ofFirst = { ...SMALL, width, lines: remark === '' ? 2 : 1 }
  const isUsual = remark === '' && canvas.linesOf(first, ofFirst).length === 1
  top += canvas.block(first, x, top, ofFirst)
  if (remark === '') top += canvas.block(who, x, top, { ...SMALL, color: 'soft', width, lines: 1 })
  canvas.end()
  top += 0.5
  canvas.begin('P')
  const did = isApproval(subject) ? proof.asked.approved : words.signed
  const { on } = textsIn(facts.locale).signing.stamp
  const moment = `${did} ${on} ${momentOf(signer.signedAt, facts)}`
  canvas.label(moment, x, top, { size: 8.2, face: 'bold', width })
  canvas.label(`${utcExact(signer.signedAt)} UTC`, x, top + 10.6, {
    ...SMALL,
    size: 7,
    color: 'soft',
    width,
  })
  canvas.end()
  top += 20.2
  const means = [words.meansText[usedMethod(signer)][linkMeans(signer)], phoneOf(signer)]
  const how = proof.summary.identified({ means: means.filter((each) => each !== '').join(', ') })
  const lines = isUsual ? 2 : 1
  top += canvas.said('P', () => canvas.block(how, x, top, { ...SMALL, width, lines }))
  const soft = { ...SMALL, color: 'soft', width, lines: 2 } as const
  if (remark !== '') canvas.said('P', () => canvas.block(remark, x, top, soft))
}

/** Draws the signature as large as it is in the document, smaller only where the frame is. */
async function drawSignature(
  canvas: Canvas,
  { signer, facts, stampFaces }: PersonSubject,
  frame: Box,
): Promise<void> {
  canvas.fill(frame, 'white')
  canvas.frame(frame)
  const { mark, stamp, name } = signer
  if (mark === null) return
  const { certificate: words, summary } = textsIn(facts.locale).signing.proof
  const room = { width: frame.width - 2 * INSET, height: frame.height - 2 * INSET }
  const made =
    stamp === undefined
      ? room
      : planIn(stampFaces, stamp.size, {
          locale: stamp.locale,
          name,
          at: signer.signedAt,
          timeZone: stamp.timeZone,
          documentId: facts.document.id,
          test: facts.document.test,
          witness: signer.action === 'witness',
        }).mark
  const factor = Math.min(1, room.width / made.width, room.height / made.height)
  const [width, height] = [made.width * factor, made.height * factor]
  const kind = words.kinds[mark.kind]
  canvas.begin('Figure', `${kind}: ${name}`)
  await drawMark(canvas, mark, {
    x: frame.x + (frame.width - width) / 2,
    y: frame.y + (frame.height - height) / 2,
    width,
    height,
  })
  canvas.end()
  const small = summary.reduced({ percent: Math.round(factor * 100) })
  const size = stamp === undefined ? '' : `, ${factor === 1 ? summary.asMade : small}`
  const caption = { size: 6.2, color: 'soft', width: frame.width } as const
  canvas.said('P', () =>
    canvas.label(`${kind}${size}`, frame.x, frame.y + frame.height + 4, caption),
  )
}

/** Draws a person into a box. */
export async function drawPersonCard(canvas: Canvas, subject: PersonSubject, box: Box) {
  canvas.fill(box, 'tint')
  canvas.fill({ ...box, width: 2.4 }, 'accent')
  canvas.badge(String(subject.number), box.x + PAD + 9, box.y + PAD + 8, 9)
  const x = box.x + PAD + NUMBER
  const signs = !isApproval(subject)
  const width = box.width - 2 * PAD - NUMBER - (signs ? FRAME.width + 10 : 0)
  drawWords(canvas, subject, { x, y: box.y + PAD - 1, width })
  if (!signs) return
  const left = box.x + box.width - PAD - FRAME.width
  await drawSignature(canvas, subject, { x: left, y: box.y + PAD, ...FRAME })
}
