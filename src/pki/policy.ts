/** The policy text of the authority, published at /pki/policy: what its certificates mean and what they do not. */
import type { Operator } from './names.ts'

/** The text in English, with the operator's name and OIDs. */
export const policyText = ({ organization }: Operator, base: string): string =>
  `Certificate policy of ${organization}

1. Scope
This authority serves one document service. It issues certificates for electronic signatures made with that
service, for the service's own seal, and for its time-stamps. It is not qualified in the sense of Regulation
(EU) No 910/2014 (eIDAS): its certificates carry no QCStatements, and its signatures are advanced electronic
signatures (Article 26) where the proof certificate of the document says so; they are never qualified ones.

2. Policies
${base}.1  Persons. One certificate for one person and one document. The person is identified by the control of
        an e-mail address and of a telephone number, to which a one-time code is sent, or by other means that the
        proof certificate of the document names, such as a code sent to the e-mail address. The key pair (RSA of
        4096 bits, or ECDSA on the curve P-256 or P-384) is made by the service, used for a single signature after
        that proof was given, and destroyed.
        The certificate is valid for 24 hours. It states by the validity-assured extension of ETSI EN 319 412-1
        that revocation after that time has no meaning.
${base}.2  Seal. The service's own certificate for sealing completed documents.
${base}.3  Time-stamps by RFC 3161. The time is that of the service's clock, accurate to one second.

3. Profiles
X.509 version 3 as profiled by RFC 5280 and ETSI EN 319 412-1, -2 and -3, except that the name of a person has no
country (EN 319 412-2, 4.2.4) where none is known: neither that of the operator nor that of a telephone number is
one. Every certificate is checked against
its profile before it is signed. Serial numbers hold 126 random bits.

4. Keys
Keys of the authority are RSA keys of 4096 bits, or ECDSA keys on the curve P-256 or P-384, encrypted at rest with
AES-256-GCM or held in a PKCS#11 token. Keys of persons are never stored. A root gets a successor before it ends: each
certifies the key of the other, and both are published.

5. Revocation
Lists are published at the address each certificate names. They are made anew after every signature and at
least hourly on request, and are valid for seven days. Certificates of the service itself name an OCSP responder
besides (RFC 6960), which knows of every certificate, persons' included. Numbers that were never issued are unknown.

6. Trust
Nobody trusts this authority unless they have decided to: the root certificate must be obtained from the
operator and compared by its SHA-256 fingerprint. Whoever trusts one root gets to the next one by the certificate
that the old one issues for it; keep the old one as long as documents from its time matter.
`
