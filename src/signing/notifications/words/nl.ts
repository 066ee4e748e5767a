/** What the mails to signers and senders say, in Dutch. */
import type { PlannedMethod } from '../../model/authentication.ts'
import type { MessageWords } from './shape.ts'

/** What kind of signature is asked for. */
const ASKED: Record<PlannedMethod, string> = {
  sms: 'een geavanceerde elektronische handtekening',
  voice: 'een geavanceerde elektronische handtekening',
  email: 'een elektronische handtekening',
  passkey: 'een geavanceerde elektronische handtekening',
  totp: 'een geavanceerde elektronische handtekening',
}

/** What the signer will be asked for. */
const PROOF: Record<PlannedMethod, string> = {
  sms: 'U krijgt een code per sms.',
  voice: 'U krijgt een code per sms of in een telefoongesprek.',
  email: 'U krijgt een code per e-mail.',
  passkey:
    'U ondertekent met een passkey van uw apparaat; de eerste keer krijgt u ook een code per sms.',
  totp: 'U ondertekent met een code van uw authenticator-app; de eerste keer krijgt u ook een code per sms.',
}

/** The texts of mails, in Dutch. */
export const nl: MessageWords = {
  hello: (name) => (name === '' ? 'Goedendag,' : `Geachte ${name},`),
  mails: {
    invitation: {
      subject: ({ sender, document }) => `${sender} vraagt u “${document}” te ondertekenen`,
      heading: ({ document }) => `Te ondertekenen: “${document}”`,
      text: ({ sender, hello, method }) =>
        `${hello} ${sender} vraagt u een document te lezen en te ondertekenen met ${ASKED[method]} (eIDAS). Het duurt ongeveer twee minuten, op een telefoon of computer; u hebt geen account nodig. ${PROOF[method]}`,
      button: 'Lezen en ondertekenen',
    },
    reminder: {
      subject: ({ document }) => `Herinnering: “${document}” wacht op uw handtekening`,
      heading: ({ document }) => `“${document}” wacht op u`,
      text: ({ sender, hello }) => `${hello} ${sender} wacht nog op uw handtekening.`,
      button: 'Lezen en ondertekenen',
    },
    completed: {
      subject: ({ document }) => `Door iedereen ondertekend: “${document}”`,
      heading: () => 'Iedereen heeft ondertekend',
      text: ({ hello, document, linkUntil, advanced }) =>
        `${hello} “${document}” is door iedereen ondertekend, telkens met een ${advanced ? 'geavanceerde ' : ''}elektronische handtekening (eIDAS). Download uw exemplaar en bewaar het: de handtekeningen, de certificaten en het bewijs van de ondertekening zitten in het bestand. De link werkt tot ${linkUntil}.`,
      button: 'Ondertekend document downloaden',
    },
    declined: {
      subject: ({ document }) => `Geweigerd: “${document}”`,
      heading: () => 'Het document is geweigerd',
      text: ({ hello, document }) =>
        `${hello} “${document}” is geweigerd en kan niet meer worden ondertekend. U hoeft niets te doen.`,
    },
    cancelled: {
      subject: ({ document }) => `Ingetrokken: “${document}”`,
      heading: () => 'Het document is ingetrokken',
      text: ({ hello, sender, document }) =>
        `${hello} ${sender} heeft “${document}” ingetrokken. U hoeft niets te doen.`,
    },
    expired: {
      subject: ({ document }) => `Termijn verstreken: “${document}”`,
      heading: () => 'De termijn om te ondertekenen is verstreken',
      text: ({ hello, document, sender }) =>
        `${hello} “${document}” is niet op tijd ondertekend. Is het nog nodig, dan kan ${sender} het opnieuw sturen.`,
    },
    failed: {
      subject: ({ document }) => `Niet voltooid: “${document}”`,
      heading: () => 'Het document kon niet worden voltooid',
      text: ({ hello, document, sender }) =>
        `${hello} “${document}” kon om een technische reden niet worden voltooid. U hoeft niets te doen; is het nog nodig, dan kan ${sender} het opnieuw sturen.`,
    },
  },
  frame: {
    document: 'Document',
    sender: 'Gestuurd door',
    until: 'Te ondertekenen vóór',
    reason: 'Reden',
    test: 'Testbericht: wat hier wordt ondertekend, heeft geen rechtsgevolg.',
    foot: ({ sender, document }) => [
      `U krijgt deze e-mail omdat ${sender} u vraagt “${document}” te ondertekenen.`,
    ],
    personal: 'Deze link is persoonlijk: deel hem niet.',
  },
  code: {
    subject: (document) => `Uw code om “${document}” te ondertekenen`,
    heading: 'Uw code',
    text: ({ hello, document, mark, minutes }) =>
      `${hello} voer deze code in om “${document}” te ondertekenen (ref. ${mark}). De code is ${minutes} minuten geldig.`,
    secret: 'Deel deze code niet. Hebt u er niet om gevraagd, negeer deze e-mail dan.',
  },
  copy: {
    subject: ({ document }) => `Uw kopie: “${document}”`,
    heading: 'Uw kopie van het ondertekende document',
    text: ({ hello, document, sender, advanced, linkUntil }) =>
      `${hello} “${document}” is door iedereen ondertekend, telkens met een ${advanced ? 'geavanceerde ' : ''}elektronische handtekening (eIDAS). ${sender} heeft ons gevraagd u een kopie te sturen; u hoeft niets te ondertekenen. De link werkt tot ${linkUntil}.`,
    button: 'Ondertekend document openen',
    foot: ({ sender, document }) =>
      `U krijgt deze e-mail omdat ${sender} u een kopie van “${document}” wil bezorgen.`,
  },
  notices: {
    completed: {
      subject: ({ document }) => `Door iedereen ondertekend: “${document}”`,
      heading: 'Iedereen heeft ondertekend',
      text: ({ document }) =>
        `“${document}” is door iedereen ondertekend. Het ondertekende bestand bevat de handtekeningen en het bewijscertificaat.`,
      button: 'Ondertekend document openen',
    },
    declined: {
      subject: ({ person, document }) => `${person} heeft geweigerd “${document}” te ondertekenen`,
      heading: 'Uw document is geweigerd',
      text: ({ person, document }) =>
        `${person} heeft geweigerd “${document}” te ondertekenen. Niemand kan het nog ondertekenen; alle anderen die waren uitgenodigd, hebben bericht gekregen.`,
      button: 'Verzoek openen',
    },
    expired: {
      subject: ({ document }) => `Niet op tijd ondertekend: “${document}”`,
      heading: 'De termijn om te ondertekenen is verstreken',
      text: ({ document }) =>
        `“${document}” is niet door iedereen op tijd ondertekend. Hebt u de handtekeningen nog nodig, maak dan een nieuw verzoek met een langere termijn.`,
      button: 'Verzoek openen',
    },
    failed: {
      subject: ({ document }) => `Niet voltooid: “${document}”`,
      heading: 'Uw document kon niet worden voltooid',
      text: ({ document, service }) =>
        `“${document}” kon om een technische reden niet worden voltooid. De ondertekenaars hebben bericht gekregen. Neem contact op met de beheerder van ${service} en vermeld het onderstaande kenmerk, of maak een nieuw verzoek.`,
      button: 'Verzoek openen',
    },
    bounced: {
      subject: ({ person, document }) => `E-mail aan ${person} niet bezorgd: “${document}”`,
      heading: 'Een ondertekenaar is niet bereikbaar',
      text: ({ person, document }) =>
        `Onze e-mail over “${document}” kon niet bij ${person} worden bezorgd. Controleer het adres: zodra u het verbetert, wordt er een nieuwe link naartoe gestuurd.`,
      button: 'Adres controleren',
    },
  },
  noticeFrame: {
    document: 'Document',
    reference: 'Uw referentie',
    id: 'Kenmerk',
    signers: 'Ondertekenaars',
    unsigned: 'Niet ondertekend door',
    others: (count) => (count === 1 ? 'en 1 ander' : `en ${count} anderen`),
    reason: 'Reden',
    address: 'Adres',
    reply: 'Antwoord van de server',
    attached: 'Het ondertekende bestand is bij deze e-mail gevoegd.',
    test: 'Testbericht: wat hier wordt ondertekend, heeft geen rechtsgevolg.',
    foot: ({ document, service, settings }) => [
      `U krijgt deze e-mail omdat u “${document}” met ${service} ter ondertekening hebt gestuurd.`,
      { text: 'Kiezen welke e-mails u krijgt', url: settings },
    ],
  },
}
