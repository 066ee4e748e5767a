#!/usr/bin/env node
// Checks an audit trail (format "paraph-trail/1") without the service that wrote it and without any library.
// Contrôle une piste d'audit (format « paraph-trail/1 ») sans le service qui l'a écrite ni aucune bibliothèque.
//
//   node verify-trail.mjs audit.json root.pem          Node.js 18 or later / ou plus récent
//   node verify-trail.mjs log-chain.json root.pem log.jsonl     the log of an organisation / le journal d'une organisation
//
// root.pem: whom the time-stamps must lead to; get it from a second source. Without it, or without a time-stamp over
// the last signature, nothing is proved / sans lui, ou sans horodatage de la dernière signature, rien n'est prouvé.
//
// What it does, step by step / Ce qu'il fait, pas à pas :
//  1. The header and each entry are written in canonical JSON (RFC 8785) / JSON canonique.
//  2. SHA-256: hash(header) is `prev_hash` of entry 1; the hash of an entry without `hash` is its `hash` and the
//     next entry's `prev_hash` / le condensat de chaque entrée est repris par la suivante.
//  3. RFC 3161: the stamp of entry n is over SHA-256(the 32 bytes of its hash): imprint, CMS signature,
//     certificate, chain up to root.pem / horodatages : empreinte, signature, certificat, chaîne.
// Exit code / Code de sortie : 0 proved / prouvée, 1 faults or not proved / anomalies ou non prouvée, 2 not readable /
// illisible.
import { createHash, verify, X509Certificate } from 'node:crypto'
import { readFileSync, realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const MEMBERS = ['seq', 'type', 'at', 'actor', 'ip', 'ua', 'data', 'prev_hash', 'hash']
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8'
const DIGESTS = {
  '608648016503040201': 'sha256',
  '608648016503040202': 'sha384',
  '608648016503040203': 'sha512',
}
const sha256 = (data) => createHash('sha256').update(data).digest()

/** RFC 8785: members sorted by UTF-16 code units, ECMAScript's numbers and strings, no white space. */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value !== null && typeof value === 'object') {
    const names = Object.keys(value).sort()
    return `{${names.map((name) => `${canonical(name)}:${canonical(value[name])}`).join(',')}}`
  }
  const text = JSON.stringify(value)
  // Lone surrogates have no canonical form, nor has what is not JSON.
  const odd = typeof value === 'string' ? /\p{Surrogate}/u.test(value) : text !== String(value)
  if (odd) throw new Error('this has no canonical JSON')
  return text
}

/** One DER element (X.690) with its exact bytes. */
function der(bytes, start = 0) {
  const short = bytes[start + 1]
  const more = short < 0x80 ? 0 : short & 0x7f
  const length = more === 0 ? short : bytes.readUIntBE(start + 2, more)
  const from = start + 2 + more
  const end = from + length
  if (more > 4 || !(end <= bytes.length)) throw new Error('broken DER')
  const content = bytes.subarray(from, end)
  return {
    tag: bytes[start],
    raw: bytes.subarray(start, end),
    content,
    hex: content.toString('hex'),
    get children() {
      const found = []
      for (let at = 0; at < content.length; at += found.at(-1).raw.length)
        found.push(der(content, at))
      return found
    },
  }
}

const attribute = (attributes, oidHex) =>
  attributes.children.find((each) => each.children[0].hex === oidHex)?.children[1].children[0]

/** Issuer and serial number of a certificate as DER, which is how a signature names its certificate. */
function issuerAndSerial(raw) {
  const parts = der(raw).children[0].children
  const first = parts[0].tag === 0xa0 ? 1 : 0
  return Buffer.concat([parts[first + 2].raw, parts[first].raw])
}

/** Follows the certificate upwards; true when it ends at one of the roots. */
function leadsTo(roots, current, others, depth = 0) {
  const isSame = (other) => other.fingerprint256 === current.fingerprint256
  if (roots.some(isSame)) return true
  const issued = (above) => current.checkIssued(above) && current.verify(above.publicKey)
  const above = [...roots, ...others].find((each) => each.ca && !isSame(each) && issued(each))
  return above !== undefined && depth < 8 && leadsTo(roots, above, others, depth + 1)
}

/** What is wrong with the signer's certificate that the token names. */
function signerProblems(signer, signed, at) {
  const problems = []
  if (!signer.keyUsage?.includes(TIME_STAMPING)) problems.push('certificate usage')
  if (at < new Date(signer.validFrom) || at > new Date(signer.validTo))
    problems.push('certificate not valid at that time')
  // 1.2.840.113549.1.9.16.2.47 signing-certificate-v2: the certificate's hash is signed along.
  const id = attribute(signed, '2a864886f70d010910022f')?.children[0].children[0].children ?? []
  const digest = id[0]?.tag === 0x30 ? DIGESTS[id[0].children[0].hex] : 'sha256'
  const actual = digest && createHash(digest).update(signer.raw).digest('hex')
  if (!actual || id.find(({ tag }) => tag === 0x04)?.hex !== actual)
    problems.push('certificate hash')
  return problems
}

/** Opens an RFC 3161 token: what it stamps, when, by whom, and what is wrong with it. */
export function readToken(token, roots = []) {
  const [, , content, ...rest] = der(token).children[1].children[0].children
  const info = der(content.children[1].children[0].content)
  const [, , imprint, , time] = info.children
  const raws = rest.find(({ tag }) => tag === 0xa0)?.children ?? []
  const certificates = raws.map(({ raw }) => new X509Certificate(raw))
  const signers = rest.at(-1).children
  if (signers.length !== 1) throw new Error('exactly one signer is expected')
  const [, sid, digestAlgorithm, signed, , signature] = signers[0].children
  const digest = DIGESTS[digestAlgorithm.children[0].hex]
  if (digest === undefined || signed.tag !== 0xa0) throw new Error('unknown digest or attributes')
  const named = Buffer.concat(sid.children.map(({ raw }) => raw))
  const signer = certificates[raws.findIndex(({ raw }) => issuerAndSerial(raw).equals(named))]
  if (signer === undefined) throw new Error("the signer's certificate is missing")
  const [y, mo, d, h, mi, s] = time.content.toString('latin1').match(/^\d{4}|\d\d/g)
  const at = new Date(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`)
  const problems = signerProblems(signer, signed, at)
  // 1.2.840.113549.1.9.4 message-digest; attributes stored as [0] are signed as a SET (RFC 5652, 5.4).
  const stated = attribute(signed, '2a864886f70d010904')?.hex
  if (stated !== createHash(digest).update(info.raw).digest('hex')) problems.push('digest')
  const data = Buffer.concat([Buffer.of(0x31), signed.raw.subarray(1)])
  if (!verify(digest, data, signer.publicKey, signature.content)) problems.push('signature')
  const trusted = leadsTo(roots, signer, certificates)
  if (roots.length > 0 && !trusted) problems.push('certificate does not lead to the given root')
  const [algorithm, stamped] = imprint.children
  const over = DIGESTS[algorithm.children[0].hex] === 'sha256' ? stamped.hex : ''
  return { over, at, signer: signer.subject.split('\n').at(-1), trusted, problems }
}

const FAULTS = {
  format: ['format inconnu', 'unknown format'],
  members: ['membres inattendus ou absents', 'unexpected or missing members'],
  other: ["l'en-tête est celui d'un autre document", "the header is another document's"],
  empty: ['la piste est vide', 'the trail is empty'],
  number: ['porte un autre numéro', 'has another number'],
  order: ['ne suit pas ce qui précède', 'does not follow what is before it'],
  changed: ['a été modifiée', 'was changed'],
  time: ['heure illisible ou qui recule', 'its time is unreadable or runs back'],
  missing: ['horodatée mais absente', 'is time-stamped but missing'],
  imprint: ["l'horodatage porte sur autre chose", 'its time-stamp is over something else'],
  stamp: ["l'horodatage n'est pas valide", 'its time-stamp does not hold'],
}

/** Hash of a value's canonical text; undefined where it has none. */
function hashOf(value) {
  try {
    return sha256(canonical(value)).toString('hex')
  } catch {}
}

const oddMembers = (object, expected) => [
  ...Object.keys(object).filter((name) => !expected.includes(name)),
  ...expected.filter((name) => !Object.hasOwn(object, name)),
]

function checkEntry(entry, place, before, fault) {
  const odd = oddMembers(entry, MEMBERS)
  if (odd.length > 0) fault(place, 'members', odd.join(', '))
  const { hash, ...rest } = entry
  if (entry.seq !== place) fault(place, 'number', entry.seq)
  if (entry.prev_hash !== before.hash) fault(place, 'order')
  if (hashOf(rest) !== hash) fault(place, 'changed')
  const readable = typeof entry.at === 'string' && TIME.test(entry.at)
  if (!readable || (typeof before.at === 'string' && entry.at < before.at))
    fault(place, 'time', entry.at)
}

function checkStamp(stamp, entries, roots, fault) {
  const entry = entries[stamp.seq - 1]
  if (entry === undefined) return fault(stamp.seq, 'missing')
  try {
    const token = readToken(Buffer.from(stamp.token_base64, 'base64'), roots)
    const expected = sha256(Buffer.from(entry.hash, 'hex')).toString('hex')
    if (token.over !== expected) fault(stamp.seq, 'imprint')
    for (const problem of token.problems) fault(stamp.seq, 'stamp', problem)
    return { seq: stamp.seq, ...token }
  } catch (error) {
    return fault(stamp.seq, 'stamp', error.message)
  }
}

const shown = (detail) => (typeof detail === 'string' ? detail : JSON.stringify(detail))

/** Checks a parsed trail; `faults` is empty when it is whole. Roots: X509Certificate objects. */
export function checkTrail(trail, roots = []) {
  const faults = []
  const fault = (entry, what, detail) => {
    // A manipulated trail may contain anything, also values that JavaScript cannot convert to a string.
    const more = detail === undefined ? '' : `: ${shown(detail)}`
    faults.push({ entry, fr: FAULTS[what][0] + more, en: FAULTS[what][1] + more })
  }
  const { format, document_id, header, entries, stamps } = trail
  if (format !== 'paraph-trail/1') fault(0, 'format')
  const odd = oddMembers(trail, ['format', 'document_id', 'header', 'entries', 'stamps'])
  if (odd.length > 0) fault(0, 'members', odd.join(', '))
  if (header.document_id !== document_id) fault(0, 'other')
  if (entries.length === 0) fault(0, 'empty')
  let before = { hash: hashOf(header), at: '' }
  entries.forEach((entry, index) => {
    checkEntry(entry, index + 1, before, fault)
    before = entry
  })
  const read = stamps.map((stamp) => checkStamp(stamp, entries, roots, fault)).filter(Boolean)
  const last = Math.max(0, ...stamps.map(({ seq }) => seq))
  const unstamped = Math.max(0, entries.length - last)
  return { faults, stamps: read, unstamped, unproved: unprovedOf(entries, read, roots) }
}

/** Actions that a time-stamp must cover: entries after the last one could be rewritten by anybody who has the trail. */
const WEIGHTY = ['signer.signed', 'document.completed', 'document.renewed']

/** Why a trail proves nothing, though it may be whole; undefined where it does. */
function unprovedOf(entries, stamps, roots) {
  const last = Math.max(0, ...stamps.map(({ seq }) => seq))
  if (last === 0) return 'unstamped'
  if (entries.slice(last).some(({ type }) => WEIGHTY.includes(type))) return 'later'
  return roots.length === 0 ? 'rootless' : undefined
}
const UNPROVED = {
  unstamped: ['aucun horodatage', 'it has no time-stamp'],
  later: ['une signature suit le dernier horodatage', 'a signature follows the last time-stamp'],
  rootless: [
    'à qui sont les horodatages ? donnez root.pem',
    'whose are the time-stamps? give root.pem',
  ],
}

/**
 * Compares lines of an organisation's log (its export as JSON lines, which may be filtered) with its chain: the
 * digests of entry `seq` are over canonical JSON with the salts of the line. Where an address was erased with the
 * log-in of its person, the salt went too.
 */
export function checkLog(lines, { entries }) {
  const digest = (value) => sha256(canonical(value)).toString('hex')
  const found = { right: 0, anonymous: 0, unchained: 0, later: 0, wrong: [] }
  for (const line of lines) {
    const { id, at, organisation, person, event, subject, salt, ip, user_agent, seq } = line
    const { entry, facts, origin } = entries[seq - 1]?.data ?? {}
    const erased = line.origin_salt === null && ip === null && user_agent === null
    const isFrom = () => digest({ salt: line.origin_salt, ip, user_agent }) === origin
    const isSame =
      entry === id && digest({ salt, id, at, organisation, person, event, subject }) === facts
    if (seq === null) found.unchained += 1
    else if (seq > entries.length) found.later += 1
    else if (!isSame || !(erased || isFrom())) found.wrong.push({ seq, id })
    else found.right += 1
    if (erased) found.anonymous += 1
  }
  return found
}

/** What was found in the log. @returns whether it is as it was written, or none was given */
function tellLog(file, trail, say) {
  if (file === undefined) return true
  const text = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  const { right, anonymous, unchained, later, wrong } = checkLog(
    text.map((line) => JSON.parse(line)),
    trail,
  )
  say(`Journal : ${right} entrées conformes`, `Log: ${right} entries as they were written`)
  if (anonymous > 0)
    say(`dont sans adresse réseau : ${anonymous}`, `of them without network address: ${anonymous}`)
  if (unchained > 0) say(`Hors chaîne : ${unchained}`, `In no chain: ${unchained}`)
  if (later > 0)
    say(
      `Non contrôlées, plus récentes que la chaîne (téléchargez-la après le journal) : ${later}`,
      `Not checked, newer than the chain (download it after the log): ${later}`,
    )
  for (const { seq, id } of wrong)
    say(`ANOMALIE, journal, entrée ${seq} (${id})`, `FAULT, log, entry ${seq} (${id})`)
  return wrong.length === 0
}

function main([file, root, log]) {
  if (file === undefined) throw new Error('node verify-trail.mjs audit.json [root.pem [log.jsonl]]')
  const pem = root === undefined ? '' : readFileSync(root, 'utf8')
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  const roots = blocks.map((text) => new X509Certificate(text))
  if (root !== undefined && roots.length === 0) throw new Error(`${root}: no certificate`)
  const trail = JSON.parse(readFileSync(file, 'utf8'))
  const { faults, stamps, unstamped, unproved } = checkTrail(trail, roots)
  const say = (fr, en) => console.log(`FR  ${fr}\nEN  ${en}`)
  const count = `${trail.document_id}, ${trail.entries.length}`
  say(`Document ${count} entrées`, `Document ${count} entries`)
  for (const { seq, at, signer, trusted } of stamps) {
    const [fr, en] = trusted ? [', racine vérifiée', ', root checked'] : ['', '']
    const when = `${at.toISOString()} (${signer})`
    say(`Entrée ${seq} horodatée ${when}${fr}`, `Entry ${seq} time-stamped ${when}${en}`)
  }
  if (unstamped > 0)
    say(`Entrées finales sans horodatage : ${unstamped}`, `Last entries not stamped: ${unstamped}`)
  for (const { entry, fr, en } of faults)
    say(`ANOMALIE, entrée ${entry} : ${fr}`, `FAULT, entry ${entry}: ${en}`)
  if (!tellLog(log, trail, say) || faults.length > 0) return 1
  if (unproved === undefined) say('La piste est intacte', 'The trail is intact')
  else say(`Non prouvée : ${UNPROVED[unproved][0]}`, `Not proven: ${UNPROVED[unproved][1]}`)
  return unproved === undefined ? 0 : 1
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    process.exitCode = main(process.argv.slice(2))
  } catch (error) {
    console.error(`${error.message} (illisible / not readable)`)
    process.exitCode = 2
  }
}
