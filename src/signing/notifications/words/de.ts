/** What the mails to signers and senders say, in German. */
import type { PlannedMethod } from '../../model/authentication.ts'
import type { MessageWords } from './shape.ts'

/** What kind of signature is asked for. */
const ASKED: Record<PlannedMethod, string> = {
  sms: 'einer fortgeschrittenen elektronischen Signatur',
  voice: 'einer fortgeschrittenen elektronischen Signatur',
  email: 'einer elektronischen Signatur',
  passkey: 'einer fortgeschrittenen elektronischen Signatur',
  totp: 'einer fortgeschrittenen elektronischen Signatur',
}

/** What the signer will be asked for. */
const PROOF: Record<PlannedMethod, string> = {
  sms: 'Sie erhalten einen Code per SMS.',
  voice: 'Sie erhalten einen Code per SMS oder per Telefonanruf.',
  email: 'Sie erhalten einen Code per E-Mail.',
  passkey:
    'Sie bestätigen mit einem Passkey Ihres Geräts; beim ersten Mal erhalten Sie außerdem einen Code per SMS.',
  totp: 'Sie bestätigen mit einem Code Ihrer Authenticator-App; beim ersten Mal erhalten Sie außerdem einen Code per SMS.',
}

/** The texts of mails, in German. */
export const de: MessageWords = {
  hello: (name) => `Guten Tag${name === '' ? '' : ` ${name}`},`,
  mails: {
    invitation: {
      subject: ({ sender, document }) => `${sender} bittet um Ihre Unterschrift: „${document}“`,
      heading: ({ document }) => `Bitte unterschreiben: „${document}“`,
      text: ({ sender, hello, method }) =>
        `${hello} ${sender} bittet Sie, ein Dokument zu lesen und mit ${ASKED[method]} (eIDAS) zu unterschreiben. Das dauert etwa zwei Minuten, am Telefon oder am Computer; ein Konto ist nicht nötig. ${PROOF[method]}`,
      button: 'Lesen und unterschreiben',
    },
    reminder: {
      subject: ({ document }) => `Erinnerung: „${document}“ wartet auf Ihre Unterschrift`,
      heading: ({ document }) => `„${document}“ wartet auf Sie`,
      text: ({ sender, hello }) => `${hello} ${sender} wartet noch auf Ihre Unterschrift.`,
      button: 'Lesen und unterschreiben',
    },
    completed: {
      subject: ({ document }) => `Von allen unterschrieben: „${document}“`,
      heading: () => 'Alle haben unterschrieben',
      text: ({ hello, document, linkUntil, advanced }) =>
        `${hello} „${document}“ wurde von allen mit ${advanced ? 'fortgeschrittenen ' : ''}elektronischen Signaturen (eIDAS) unterschrieben. Laden Sie Ihr Exemplar herunter und bewahren Sie es auf: Die Signaturen, die Zertifikate und der Nachweis, wie unterschrieben wurde, sind in der Datei enthalten. Der Link funktioniert bis ${linkUntil}.`,
      button: 'Unterschriebenes Dokument herunterladen',
    },
    declined: {
      subject: ({ document }) => `Abgelehnt: „${document}“`,
      heading: () => 'Das Dokument wurde abgelehnt',
      text: ({ hello, document }) =>
        `${hello} „${document}“ wurde abgelehnt und kann nicht mehr unterschrieben werden. Sie müssen nichts tun.`,
    },
    cancelled: {
      subject: ({ document }) => `Zurückgezogen: „${document}“`,
      heading: () => 'Das Dokument wurde zurückgezogen',
      text: ({ hello, sender, document }) =>
        `${hello} ${sender} hat „${document}“ zurückgezogen. Sie müssen nichts tun.`,
    },
    expired: {
      subject: ({ document }) => `Frist abgelaufen: „${document}“`,
      heading: () => 'Die Frist zur Unterschrift ist abgelaufen',
      text: ({ hello, document, sender }) =>
        `${hello} „${document}“ wurde nicht rechtzeitig unterschrieben. Wird es noch gebraucht, kann ${sender} es erneut senden.`,
    },
    failed: {
      subject: ({ document }) => `Nicht fertiggestellt: „${document}“`,
      heading: () => 'Das Dokument konnte nicht fertiggestellt werden',
      text: ({ hello, document, sender }) =>
        `${hello} „${document}“ konnte aus technischen Gründen nicht fertiggestellt werden. Sie müssen nichts tun; wird es noch gebraucht, kann ${sender} es erneut senden.`,
    },
  },
  frame: {
    document: 'Dokument',
    sender: 'Gesendet von',
    until: 'Frist',
    reason: 'Grund',
    test: 'Testnachricht: Was hier unterschrieben wird, hat keine rechtliche Wirkung.',
    foot: ({ sender, document }) => [
      `Sie erhalten diese E-Mail, weil ${sender} Sie um die Unterschrift von „${document}“ bittet.`,
    ],
    personal: 'Dieser Link ist persönlich: Geben Sie ihn nicht weiter.',
  },
  code: {
    subject: (document) => `Ihr Code für die Unterschrift von „${document}“`,
    heading: 'Ihr Code',
    text: ({ hello, document, mark, minutes }) =>
      `${hello} geben Sie diesen Code ein, um „${document}“ zu unterschreiben (Ref. ${mark}). Er ist ${minutes} Minuten gültig.`,
    secret:
      'Geben Sie diesen Code nicht weiter. Haben Sie ihn nicht angefordert, ignorieren Sie diese E-Mail.',
  },
  copy: {
    subject: ({ document }) => `Ihre Kopie: „${document}“`,
    heading: 'Ihre Kopie des unterschriebenen Dokuments',
    text: ({ hello, document, sender, advanced, linkUntil }) =>
      `${hello} „${document}“ wurde von allen mit ${advanced ? 'fortgeschrittenen ' : ''}elektronischen Signaturen (eIDAS) unterschrieben. ${sender} hat uns gebeten, Ihnen eine Kopie zu senden; Sie müssen nichts unterschreiben. Der Link funktioniert bis ${linkUntil}.`,
    button: 'Unterschriebenes Dokument öffnen',
    foot: ({ sender, document }) =>
      `Sie erhalten diese E-Mail, weil ${sender} Ihnen eine Kopie von „${document}“ zukommen lassen möchte.`,
  },
  notices: {
    completed: {
      subject: ({ document }) => `Von allen unterschrieben: „${document}“`,
      heading: 'Alle haben unterschrieben',
      text: ({ document }) =>
        `„${document}“ wurde von allen unterschrieben. Die unterschriebene Datei enthält die Signaturen und das Nachweiszertifikat.`,
      button: 'Unterschriebenes Dokument öffnen',
    },
    declined: {
      subject: ({ person, document }) => `${person} hat die Unterschrift abgelehnt: „${document}“`,
      heading: 'Ihr Dokument wurde abgelehnt',
      text: ({ person, document }) =>
        `${person} hat die Unterschrift von „${document}“ abgelehnt. Niemand kann es mehr unterschreiben; alle anderen bereits Eingeladenen wurden benachrichtigt.`,
      button: 'Vorgang öffnen',
    },
    expired: {
      subject: ({ document }) => `Nicht rechtzeitig unterschrieben: „${document}“`,
      heading: 'Die Frist zur Unterschrift ist abgelaufen',
      text: ({ document }) =>
        `„${document}“ wurde nicht von allen fristgerecht unterschrieben. Benötigen Sie die Unterschriften noch, legen Sie einen neuen Vorgang mit einer längeren Frist an.`,
      button: 'Vorgang öffnen',
    },
    failed: {
      subject: ({ document }) => `Nicht fertiggestellt: „${document}“`,
      heading: 'Ihr Dokument konnte nicht fertiggestellt werden',
      text: ({ document, service }) =>
        `„${document}“ konnte aus technischen Gründen nicht fertiggestellt werden. Die Unterzeichnenden wurden benachrichtigt. Wenden Sie sich mit der Kennung unten an den Betreiber von ${service} oder legen Sie einen neuen Vorgang an.`,
      button: 'Vorgang öffnen',
    },
    bounced: {
      subject: ({ person, document }) => `E-Mail an ${person} nicht zugestellt: „${document}“`,
      heading: 'Eine Person ist nicht erreichbar',
      text: ({ person, document }) =>
        `Unsere E-Mail zu „${document}“ konnte ${person} nicht zugestellt werden. Prüfen Sie die Adresse: Sobald Sie sie berichtigen, wird ein neuer Link dorthin gesendet.`,
      button: 'Adresse prüfen',
    },
  },
  noticeFrame: {
    document: 'Dokument',
    reference: 'Ihr Zeichen',
    id: 'Kennung',
    signers: 'Unterzeichnende',
    unsigned: 'Nicht unterschrieben von',
    others: (count) => (count === 1 ? 'und 1 weitere Person' : `und ${count} weitere Personen`),
    reason: 'Grund',
    address: 'Adresse',
    reply: 'Antwort des Servers',
    attached: 'Die unterschriebene Datei ist dieser E-Mail beigefügt.',
    test: 'Testnachricht: Was hier unterschrieben wird, hat keine rechtliche Wirkung.',
    foot: ({ document, service, settings }) => [
      `Sie erhalten diese E-Mail, weil Sie „${document}“ mit ${service} zur Unterschrift gesendet haben.`,
      { text: 'Auswählen, welche E-Mails Sie erhalten', url: settings },
    ],
  },
}
