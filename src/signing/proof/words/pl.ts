/** The wording of the proof certificate in Polish. Its legal words are exact. */
import type { QualificationClaim } from '../../../pades/qc-statements.ts'
import type { UsedMethod } from '../../model/authentication.ts'
import type { ProofWords } from './en.ts'
import { natureOf } from './statement.ts'

/** What kind of signature each is. */
const NATURE = {
  all: 'zaawansowany podpis elektroniczny (art. 26 rozporządzenia (UE) nr 910/2014, eIDAS; “advanced electronic signature”)',
  none: 'podpis elektroniczny (art. 3 pkt 10 rozporządzenia (UE) nr 910/2014, eIDAS), którego usługa nie przedstawia jako zaawansowanego',
  some: 'podpis elektroniczny (art. 3 pkt 10 rozporządzenia (UE) nr 910/2014, eIDAS); jest to podpis zaawansowany (art. 26), z wyjątkiem tych, przy których kod wysłano e-mailem',
} as const

const MEANS: Record<UsedMethod, string> = {
  sms: 'jednorazowy kod wysłany SMS-em na jej telefon komórkowy',
  call: 'jednorazowy kod podyktowany w połączeniu z jej numerem telefonu',
  email: 'jednorazowy kod wysłany na jej adres e-mail',
  passkey:
    'klucz dostępu WebAuthn (passkey) jej urządzenia, z weryfikacją użytkownika, zarejestrowany po kodzie wysłanym SMS-em na jej telefon komórkowy',
  totp: 'kod z jej aplikacji uwierzytelniającej (TOTP, RFC 6238), zarejestrowanej po kodzie wysłanym SMS-em na jej telefon komórkowy',
}

/** 2–4 (also 22–24), unlike 5 and 12. */
const isFew = (count: number): boolean =>
  count % 10 >= 2 && count % 10 <= 4 && !(count % 100 >= 12 && count % 100 <= 14)

const counted = (count: number, [one, few, many]: readonly [string, string, string]): string =>
  `${count} ${count === 1 ? one : isFew(count) ? few : many}`

/** What the certificate of an external seal claims. */
const CLAIMS: Record<QualificationClaim, string> = {
  QESig: 'kwalifikowany podpis elektroniczny',
  QESeal: 'kwalifikowana pieczęć elektroniczna',
  'AdESig-QC': 'zaawansowany podpis elektroniczny oparty na kwalifikowanym certyfikacie',
  'AdESeal-QC': 'zaawansowana pieczęć elektroniczna oparta na kwalifikowanym certyfikacie',
}

/** The texts of the proof certificate, in Polish. */
export const pl: ProofWords = {
  title: 'Certyfikat dowodowy',
  other: 'Proof certificate',
  sheet: 'Tę stronę wypełnia pieczęć elektroniczna usługi, gdy podpiszą wszyscy.',
  page: (number, of) => `Strona ${number} z ${of}`,
  test: 'TEST – dokument próbny, bez skutków prawnych',
  document: 'Dokument',
  reference: 'Oznaczenie',
  externalId: 'Oznaczenie nadawcy',
  asReceived: 'Otrzymany plik',
  pages: (pages, size) => `${counted(pages, ['strona', 'strony', 'stron'])}, ${size}`,
  bytes: (size) => `rozmiar w bajtach: ${size}`,
  sender: 'Nadawca',
  apiKey: 'klucz API',
  message: 'Wiadomość do podpisujących',
  created: 'Utworzono',
  sent: 'Wysłano',
  expires: 'Termin',
  allSigned: 'Podpisano przez wszystkich',
  made: 'Wystawiono certyfikat',
  hashes: 'Skróty SHA-256',
  original: 'Otrzymany plik',
  shown: 'Przedstawiono do podpisu',
  beforeSeal: 'Podpisany, przed pieczęcią',
  nature: 'Rodzaj i poziom podpisów',
  statement: ({ signers, handed, methods, stated }) =>
    `${signers > 1 ? `Każda z podpisujących osób (${signers}) złożyła` : 'Podpisująca osoba złożyła'} ${NATURE[natureOf(methods)]}. ` +
    `Środki identyfikacji: osobisty link wysłany na adres e-mail tej osoby${handed ? ' lub przekazany przez nadawcę, jak podano przy każdej z nich,' : ''} oraz ${methods.map((method) => MEANS[method]).join(' lub ')}${methods.length > 1 ? ', jak podano przy każdej z osób' : ''}; ${stated ? 'usługa nie sprawdzała dokumentu tożsamości ani tożsamości, które zweryfikował według swojego oświadczenia nadawca' : 'nie sprawdzano dokumentu tożsamości'}. ` +
    'Nie jest to podpis kwalifikowany. ' +
    'Każdy podpis (PAdES, ETSI EN 319 142-1) opiera się na certyfikacie wystawionym na nazwisko tej osoby wyłącznie dla tego dokumentu i na kluczu zniszczonym po użyciu; zawiera znacznik czasu RFC 3161 i dane walidacyjne. ' +
    'Pieczęć elektroniczna usługi, której wyglądem są te strony, i złożony po niej archiwalny znacznik czasu nadają plikowi poziom PAdES-BASELINE-LTA; usługa sprawdza ten poziom, zanim uzna dokument za ukończony.',
  consent: 'Zgoda',
  consentVersion: (version, language) => `Tekst, wersja ${version} (${language})`,
  externalSeal: 'Pieczęć złożona kluczem innego dostawcy',
  outerHolder: 'Posiadacz',
  outerLevel: 'Poziom',
  outerClaim: (claim: QualificationClaim | null) =>
    claim === null
      ? 'pieczęć elektroniczna, której certyfikat nie jest określony jako kwalifikowany'
      : `według jej certyfikatu ${CLAIMS[claim]}; usługa nie sprawdziła tego na zaufanej liście`,
  trail: 'Rejestr zdarzeń',
  trailEntries: 'Liczba wpisów',
  trailHead: 'Skrót ostatniego wpisu',
  trailStamped: 'Znacznik czasu',
  trailText:
    'Każdy wpis zawiera skrót poprzedniego (kanoniczny JSON, RFC 8785, SHA-256): żadnego nie da się niezauważalnie zmienić, usunąć ani dodać.',
  verify: 'Weryfikacja dokumentu',
  verifyText:
    'Pod tym adresem lub w dowolnym programie zgodnym z PAdES, z certyfikatem głównym operatora. Skrótu gotowego pliku nie można w nim samym wydrukować; znajduje się w aktach dowodowych.',
  operator: 'Operator',
  policy: 'Polityka',
  software: 'Oprogramowanie',
  step: (step) => `Krok ${step}`,
  identification: 'Identyfikacja',
  means: 'Środki',
  meansText: {
    sms: {
      email: 'Link w e-mailu i kod w SMS-ie',
      none: 'Link od nadawcy i kod w SMS-ie',
    },
    call: {
      email: 'Link w e-mailu i kod przez telefon',
      none: 'Link od nadawcy i kod przez telefon',
    },
    email: {
      email: 'Link i kod na ten sam adres e-mail',
      none: 'Link od nadawcy, kod w e-mailu',
    },
    passkey: { email: 'Link w e-mailu i klucz dostępu', none: 'Link od nadawcy i klucz dostępu' },
    totp: {
      email: 'Link w e-mailu i kod z aplikacji',
      none: 'Link od nadawcy i kod z aplikacji',
    },
  },
  registered: {
    passkey: {
      label: 'Klucz dostępu',
      text: (day, phone) => `zarejestrowany ${day}, kod SMS-em na ${phone}`,
    },
    totp: {
      label: 'Aplikacja',
      text: (day, phone) => `zarejestrowana ${day}, kod SMS-em na ${phone}`,
    },
  },
  statedIdentity: 'Według nadawcy',
  statedText: (day, facts) => `tożsamość zweryfikowana ${day} (${facts})`,
  phone: 'Telefon',
  phoneFrom: { sender: 'podany przez nadawcę', signer: 'podany przez podpisującego' },
  codes: 'Kody',
  codesText: (sent, wrong) => `wysłane: ${sent}; błędnie wpisane: ${wrong}`,
  ip: 'Adres IP',
  device: 'Urządzenie',
  embeddedIn: (origin) => `w ramce strony ${origin}`,
  chronology: 'Przebieg',
  utc: 'UTC',
  invited: 'Zaproszenie',
  opened: 'Otwarcie',
  consented: 'Zgoda',
  codeSent: 'Wysłanie kodu',
  verified: 'Identyfikacja',
  signed: 'Podpis',
  signature: 'Podpis i certyfikat',
  kinds: { drawn: 'Podpis narysowany', typed: 'Podpis wpisany', image: 'Obraz podpisu' },
  serial: 'Numer seryjny',
  certificateHash: 'SHA-256 certyfikatu',
  issuer: 'Wystawca',
  validity: 'Ważność',
  key: 'Klucz',
  keyDestroyed: (type, at) => `${type}, zniszczony ${at}`,
  keyUsed: (type) => `${type}, jednorazowy`,
  timestamp: 'Znacznik czasu',
  before: 'SHA-256 przed',
  after: 'SHA-256 po',
  more: (count) =>
    `i jeszcze ${counted(count, ['certyfikat', 'certyfikaty', 'certyfikatów'])} (rejestr)`,
  none: '–',
  lossy:
    'Znaki nieobecne we wszystkich czcionkach są zapisane literami łacińskimi lub jako [U+…]; dokładny tekst zawiera rejestr.',
}
