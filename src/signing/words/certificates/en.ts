/** The words about certificates of signers' own in English; the keys are those of every language. Legal words are exact. */

/** The texts, in English. */
export const en = {
  /** In the consent, instead of what is said of certificates of ours and of the level. */
  consent: (service: string) =>
    `I sign with a certificate of my own that ${service} issued to me. Its key stays there, and I authorise this one signature on the page of ${service}. What level the signature has, my certificate says; this service makes no statement on it.`,
  page: {
    legal: (service: string) =>
      `After this you go to ${service}, where you confirm who you are and authorise the signature with your own certificate. Then you come back here.`,
    submit: (service: string) => `Continue to ${service}`,
    busy: 'One moment…',
    reading: (service: string) => `Your certificates are being read from ${service}…`,
    choose: 'Which certificate do you sign with?',
    issuer: (name: string, until: string) => `Issued by ${name}, valid until ${until}`,
    differs:
      'This certificate does not contain your name as the sender wrote it. The sender sees this difference.',
    go: (service: string) => `Authorise the signature at ${service}`,
    signing: 'Your signature is being applied. This takes a few seconds.',
    ended:
      'You did not finish at the provider, took too long, or went on in another window. Nothing was signed: sign again.',
    unusable:
      'Your certificate cannot sign: there is none at the provider, or it is not valid, was revoked, is not for signatures, or is not in the name that the sender demands. Nothing was signed.',
    unavailable:
      'The provider of the certificate did not answer as it should. Nothing was signed: try again in a few minutes.',
    returning: 'One moment, you are taken back to the document…',
    lost: 'The document cannot be found in this window. Open the link from your e-mail again and sign once more: nothing was signed.',
  },
  proof: {
    heading: 'Signers’ own certificates',
    label: 'Own certificate',
    text: (holder: string, service: string) => `${holder} – key held by ${service}`,
    differs: 'does not contain the name given by the sender',
    cover: (holder: string, issuer: string, service: string) =>
      `Certificate of ${holder}, issued by ${issuer} (${service}).`,
    unstated: 'Its status is not stated here.',
    level: (claim: string) => `Level: ${claim}.`,
    own: (names: string) =>
      `${names} signed with a certificate that another provider issued, as stated below; that provider holds the key. What level such a signature has, its certificate and the trusted lists say: this service makes no statement on it.`,
    except:
      'What is said before of the nature of the signatures, of certificates and of keys does not apply to it.',
    only: 'Before signing, each signer was identified to this service as stated on the following pages. Each signature (PAdES, ETSI EN 319 142-1) carries an RFC 3161 time-stamp and its validation data. The electronic seal of the service, whose appearance these pages are, and the archive time-stamp applied after it bring the file to PAdES-BASELINE-LTA; the service verifies that level before it declares the document completed.',
  },
}

/** The texts every language has. */
export type OwnWords = typeof en
