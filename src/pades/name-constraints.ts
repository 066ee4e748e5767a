/** Name constraints (RFC 5280, 4.2.1.10): which names an authority may certify. */
import { type Element, readBer } from './ber.ts'
import { type Certificate, canonicalName } from './certificate.ts'
import { OID } from './oids.ts'

/** Kinds of GeneralName by their identifier octet. */
const RFC822 = 0x81
const DNS = 0x82
const DIRECTORY = 0xa4
const URI = 0x86
const PERMITTED = 0xa0
const EXCLUDED = 0xa1

/** A name of a certificate, by kind; text is in lower case. */
interface Name {
  kind: number
  value: string
  /** Relative distinguished names of a directory name, from the top. */
  parts: readonly string[]
}

const nameOf = (element: Element): Name => ({
  kind: element.tag,
  value: element.tag === DIRECTORY ? '' : element.content.toString('latin1').toLowerCase(),
  parts: element.tag === DIRECTORY ? canonicalName(element.at(0).raw) : [],
})

/** The subject, the alternative names, and the e-mail addresses in the subject, which count as such. */
function namesOf({ subject, extensions }: Certificate): Name[] {
  const others = extensions.get(OID.subjectAltName)
  const found = others === undefined ? [] : readBer(others.value).children.map(nameOf)
  const parts = canonicalName(subject)
  const own: Name[] = parts.length > 0 ? [{ kind: DIRECTORY, value: '', parts }] : []
  const prefix = `${OID.emailAddress}=`
  const addresses = parts
    .flatMap((part) => part.split('+'))
    .filter((part) => part.startsWith(prefix))
    .map((part): Name => ({ kind: RFC822, value: part.slice(prefix.length), parts: [] }))
  return [...own, ...found, ...addresses]
}

const hostOf = (uri: string): string =>
  /^[a-z][a-z0-9+.-]*:\/\/(?:[^@/]*@)?([^:/?#]*)/.exec(uri)?.[1] ?? ''

/** Whether a host is that of the constraint, or below it; with a leading dot only below. */
const isBelow = (host: string, constraint: string): boolean =>
  constraint === '' ||
  host === constraint ||
  host.endsWith(constraint.startsWith('.') ? constraint : `.${constraint}`)

const FITS: Readonly<Record<number, (name: Name, constraint: Name) => boolean>> = {
  [RFC822]: ({ value }, { value: constraint }) => {
    if (constraint.includes('@')) return value === constraint
    const host = value.slice(value.lastIndexOf('@') + 1)
    return constraint.startsWith('.') ? host.endsWith(constraint) : host === constraint
  },
  [DNS]: ({ value }, { value: constraint }) => isBelow(value, constraint),
  [URI]: ({ value }, { value: constraint }) =>
    constraint.startsWith('.') ? hostOf(value).endsWith(constraint) : hostOf(value) === constraint,
  [DIRECTORY]: ({ parts }, { parts: constraint }) =>
    constraint.every((part, index) => parts[index] === part),
}

const subtrees = (holder: Element | undefined): Name[] =>
  (holder?.children ?? []).map((subtree) => nameOf(subtree.at(0)))

/**
 * Whether the names of a certificate satisfy the constraints of an authority above it. A constrained kind of name
 * that cannot be compared here does not satisfy them.
 * @throws EncodingError
 */
export function mayName(authority: Certificate, below: Certificate): boolean {
  const constraints = authority.extensions.get(OID.nameConstraints)
  if (constraints === undefined) return true
  const root = readBer(constraints.value)
  const [permitted, excluded] = [subtrees(root.find(PERMITTED)), subtrees(root.find(EXCLUDED))]
  const fits = (name: Name, constraint: Name, otherwise: boolean): boolean =>
    FITS[name.kind]?.(name, constraint) ?? otherwise
  return namesOf(below).every((name) => {
    const ofKind = (list: Name[]): Name[] => list.filter(({ kind }) => kind === name.kind)
    if (ofKind(excluded).some((each) => fits(name, each, true))) return false
    const allowed = ofKind(permitted)
    return allowed.length === 0 || allowed.some((each) => fits(name, each, false))
  })
}
