/** What the mails to signers and senders say, in Polish, without forms that depend on gender or need a name declined. */
import type { PlannedMethod } from '../../model/authentication.ts'
import type { MessageWords } from './shape.ts'

/** What kind of signature is asked for. */
const ASKED: Record<PlannedMethod, string> = {
  sms: 'zaawansowanym podpisem elektronicznym',
  voice: 'zaawansowanym podpisem elektronicznym',
  email: 'podpisem elektronicznym',
  passkey: 'zaawansowanym podpisem elektronicznym',
  totp: 'zaawansowanym podpisem elektronicznym',
}

/** What the signer will be asked for. */
const PROOF: Record<PlannedMethod, string> = {
  sms: 'Kod zostanie wysłany SMS-em.',
  voice: 'Kod zostanie wysłany SMS-em lub podany w połączeniu telefonicznym.',
  email: 'Kod zostanie wysłany e-mailem.',
  passkey:
    'Podpis potwierdza się kluczem dostępu (passkey) urządzenia; za pierwszym razem potrzebny jest też kod wysłany SMS-em.',
  totp: 'Podpis potwierdza się kodem z aplikacji uwierzytelniającej; za pierwszym razem potrzebny jest też kod wysłany SMS-em.',
}

/** 1 osoba, 2–4 osoby (also 22–24), else osób. */
const others = (count: number): string => {
  if (count === 1) return 'i 1 inna osoba'
  const isFew = count % 10 >= 2 && count % 10 <= 4 && !(count % 100 >= 12 && count % 100 <= 14)
  return isFew ? `i ${count} inne osoby` : `i ${count} innych osób`
}

/** The texts of mails, in Polish. */
export const pl: MessageWords = {
  hello: (name) => `Dzień dobry${name === '' ? '' : `, ${name}`}.`,
  mails: {
    invitation: {
      subject: ({ sender, document }) => `${sender} prosi o podpisanie dokumentu „${document}”`,
      heading: ({ document }) => `Dokument do podpisania: „${document}”`,
      text: ({ sender, hello, method }) =>
        `${hello} ${sender} prosi o przeczytanie dokumentu i podpisanie go ${ASKED[method]} (eIDAS). Zajmie to około dwóch minut, na telefonie lub komputerze, bez zakładania konta. ${PROOF[method]}`,
      button: 'Przeczytaj i podpisz',
    },
    reminder: {
      subject: ({ document }) => `Przypomnienie: dokument „${document}” czeka na podpis`,
      heading: ({ document }) => `Dokument „${document}” czeka na podpis`,
      text: ({ sender, hello }) => `${hello} ${sender} nadal czeka na podpis.`,
      button: 'Przeczytaj i podpisz',
    },
    completed: {
      subject: ({ document }) => `Podpisany przez wszystkich: „${document}”`,
      heading: () => 'Wszyscy podpisali',
      text: ({ hello, document, linkUntil, advanced }) =>
        `${hello} Dokument „${document}” został podpisany przez wszystkich, przez każdego ${advanced ? 'zaawansowanym ' : ''}podpisem elektronicznym (eIDAS). Prosimy pobrać swój egzemplarz i go zachować: plik zawiera podpisy, certyfikaty i dowód przebiegu podpisywania. Link działa do: ${linkUntil}.`,
      button: 'Pobierz podpisany dokument',
    },
    declined: {
      subject: ({ document }) => `Odmowa podpisu: „${document}”`,
      heading: () => 'Odmówiono podpisania dokumentu',
      text: ({ hello, document }) =>
        `${hello} Odmówiono podpisania dokumentu „${document}” i nie można go już podpisać. Nie trzeba nic robić.`,
    },
    cancelled: {
      subject: ({ document }) => `Wycofany: „${document}”`,
      heading: () => 'Dokument został wycofany',
      text: ({ hello, sender, document }) =>
        `${hello} Nadawca (${sender}) wycofał dokument „${document}”. Nie trzeba nic robić.`,
    },
    expired: {
      subject: ({ document }) => `Termin minął: „${document}”`,
      heading: () => 'Termin podpisania minął',
      text: ({ hello, document, sender }) =>
        `${hello} Dokument „${document}” nie został podpisany w terminie. Jeśli jest nadal potrzebny, nadawca (${sender}) może wysłać go ponownie.`,
    },
    failed: {
      subject: ({ document }) => `Nieukończony: „${document}”`,
      heading: () => 'Nie udało się ukończyć dokumentu',
      text: ({ hello, document, sender }) =>
        `${hello} Dokumentu „${document}” nie udało się ukończyć z przyczyn technicznych. Nie trzeba nic robić; jeśli jest nadal potrzebny, nadawca (${sender}) może wysłać go ponownie.`,
    },
  },
  frame: {
    document: 'Dokument',
    sender: 'Nadawca',
    until: 'Termin podpisania',
    reason: 'Powód',
    test: 'Wiadomość testowa: złożone tu podpisy nie mają skutków prawnych.',
    foot: ({ sender, document }) => [
      `Ta wiadomość została wysłana, ponieważ ${sender} prosi o podpisanie dokumentu „${document}”.`,
    ],
    personal: 'Ten link jest osobisty: prosimy nikomu go nie udostępniać.',
  },
  code: {
    subject: (document) => `Kod do podpisania dokumentu „${document}”`,
    heading: 'Kod',
    text: ({ hello, document, mark, minutes }) =>
      `${hello} To kod do podpisania dokumentu „${document}” (nr ${mark}). Jest ważny przez ${minutes} minut.`,
    secret:
      'Prosimy nikomu nie podawać tego kodu. Jeśli nie był zamawiany, prosimy zignorować tę wiadomość.',
  },
  copy: {
    subject: ({ document }) => `Kopia dokumentu „${document}”`,
    heading: 'Kopia podpisanego dokumentu',
    text: ({ hello, document, sender, advanced, linkUntil }) =>
      `${hello} Dokument „${document}” został podpisany przez wszystkich, przez każdego ${advanced ? 'zaawansowanym ' : ''}podpisem elektronicznym (eIDAS). Nadawca (${sender}) poprosił nas o przesłanie kopii; nie trzeba nic podpisywać. Link działa do: ${linkUntil}.`,
    button: 'Otwórz podpisany dokument',
    foot: ({ sender, document }) =>
      `Ta wiadomość została wysłana, ponieważ nadawca (${sender}) chce przekazać kopię dokumentu „${document}”.`,
  },
  notices: {
    completed: {
      subject: ({ document }) => `Podpisany przez wszystkich: „${document}”`,
      heading: 'Wszyscy podpisali',
      text: ({ document }) =>
        `Dokument „${document}” został podpisany przez wszystkich. Podpisany plik zawiera podpisy i certyfikat dowodowy.`,
      button: 'Otwórz podpisany dokument',
    },
    declined: {
      subject: ({ person, document }) => `Odmowa podpisu – ${person}: „${document}”`,
      heading: 'Odmówiono podpisania dokumentu',
      text: ({ person, document }) =>
        `Odmowa podpisania dokumentu „${document}”: ${person}. Nikt nie może go już podpisać; pozostałe zaproszone osoby zostały o tym powiadomione.`,
      button: 'Otwórz sprawę',
    },
    expired: {
      subject: ({ document }) => `Niepodpisany w terminie: „${document}”`,
      heading: 'Termin podpisania minął',
      text: ({ document }) =>
        `Nie wszyscy podpisali dokument „${document}” w terminie. Jeśli podpisy są nadal potrzebne, prosimy utworzyć nową sprawę z dłuższym terminem.`,
      button: 'Otwórz sprawę',
    },
    failed: {
      subject: ({ document }) => `Nieukończony: „${document}”`,
      heading: 'Nie udało się ukończyć dokumentu',
      text: ({ document, service }) =>
        `Dokumentu „${document}” nie udało się ukończyć z przyczyn technicznych. Osoby podpisujące zostały powiadomione. Prosimy skontaktować się z operatorem usługi ${service}, podając poniższy identyfikator, lub utworzyć nową sprawę.`,
      button: 'Otwórz sprawę',
    },
    bounced: {
      subject: ({ person, document }) => `E-mail niedoręczony – ${person}: „${document}”`,
      heading: 'Nie można skontaktować się z osobą podpisującą',
      text: ({ person, document }) =>
        `Nie udało się doręczyć e-maila dotyczącego dokumentu „${document}”. Odbiorca: ${person}. Prosimy sprawdzić adres: po jego poprawieniu zostanie na niego wysłany nowy link.`,
      button: 'Sprawdź adres',
    },
  },
  noticeFrame: {
    document: 'Dokument',
    reference: 'Numer referencyjny',
    id: 'Identyfikator',
    signers: 'Osoby podpisujące',
    unsigned: 'Brak podpisu',
    others,
    reason: 'Powód',
    address: 'Adres',
    reply: 'Odpowiedź serwera',
    attached: 'Podpisany plik jest załączony do tej wiadomości.',
    test: 'Wiadomość testowa: złożone tu podpisy nie mają skutków prawnych.',
    foot: ({ document, service, settings }) => [
      `Ta wiadomość została wysłana, ponieważ dokument „${document}” wysłano do podpisu w usłudze ${service}.`,
      { text: 'Wybór otrzymywanych e-maili', url: settings },
    ],
  },
}
