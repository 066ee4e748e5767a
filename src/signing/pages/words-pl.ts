/** The words of the signer's pages in Polish, without forms that depend on the reader's gender. */
import { unbroken } from './unbroken.ts'
import type { SignWords } from './words-en.ts'

/** 1 próba, 2–4 próby (also 22–24), else prób. */
const attempts = (left: number): string => {
  if (left === 1) return 'Pozostała 1 próba.'
  const isFew = left % 10 >= 2 && left % 10 <= 4 && !(left % 100 >= 12 && left % 100 <= 14)
  return isFew ? `Pozostały ${left} próby.` : `Pozostało ${left} prób.`
}

/** The texts of the signer's pages, in Polish. */
export const pl: SignWords = {
  pageTitle: (name) => `Podpisywanie: „${name}”`,
  from: (sender) => `${sender} prosi o podpis`,
  steps: {
    label: 'Kroki',
    read: 'Dokument',
    agree: 'Zgoda',
    code: 'Kod',
    sign: 'Podpis',
    done: 'Gotowe',
  },
  test: 'Dokument testowy: złożone tu podpisy nie mają skutków prawnych.',
  noScript: {
    title: 'Obsługa JavaScriptu jest wyłączona',
    text: 'Dokument, kod i podpis wymagają JavaScriptu. Proszę włączyć go w przeglądarce i ponownie wczytać stronę. Dokument można przeczytać także bez niego:',
  },
  decline: 'Odmów podpisu',
  back: 'Wstecz',
  next: 'Dalej',
  tryAgain: 'Spróbuj ponownie',
  reload: 'Wczytaj stronę ponownie',
  facts: {
    title: 'O dokumencie',
    document: 'Dokument',
    from: 'Od',
    to: 'Dla',
    pages: 'Liczba stron',
    sent: 'Wysłano',
    expires: 'Termin podpisania',
    message: 'Wiadomość',
    others: 'Podpisują także',
    fingerprint: 'Skrót (SHA-256)',
  },
  status: {
    waiting: 'oczekuje',
    invited: 'zaproszenie wysłane',
    opened: 'dokument otwarty',
    verified: 'tożsamość potwierdzona',
    signed: 'podpis złożony',
    declined: 'odmowa podpisu',
    blocked: 'podpis zablokowany',
  },
  viewer: {
    label: 'Dokument',
    toolbar: 'Widok dokumentu',
    loading: 'Wczytywanie dokumentu…',
    failed:
      'Nie udało się wczytać dokumentu. Proszę sprawdzić połączenie; nic nie zostało utracone.',
    page: (page, pages) => `Strona ${page} z ${pages}`,
    pageShort: (page, pages) => `Str. ${page}/${pages}`,
    appendix: 'Załącznik',
    reserved:
      'Ta strona jest przeznaczona na poświadczenie podpisów: kto i kiedy podpisał oraz jak potwierdzono tożsamość każdej osoby. Zostanie wypełniona i opatrzona pieczęcią elektroniczną usługi, gdy podpiszą wszyscy.',
    zoomIn: 'Powiększ',
    zoomOut: 'Pomniejsz',
    signHere: 'Miejsce na podpis',
    goToField: (at, of) => (of > 1 ? `Mój podpis ${at}/${of}` : 'Mój podpis'),
    save: 'Zapisz kopię',
    about: 'Wiadomość i szczegóły',
    ready: (pages) => `Dokument jest wyświetlony. Liczba stron: ${pages}.`,
  },
  read: {
    title: 'Proszę przeczytać dokument',
    text: 'To dokładnie ten plik, który zostanie podpisany. Nie ma pośpiechu: aż do ostatniego kroku nic nie jest podpisywane.',
    next: 'Przeczytane: dalej',
  },
  agree: {
    title: 'Zgoda na podpis elektroniczny',
    next: 'Wyrażam zgodę',
    show: 'Pokaż dokument jeszcze raz',
  },
  code: {
    title: 'Potwierdzenie tożsamości',
    why: 'Na telefon komórkowy wyślemy SMS z 6-cyfrowym kodem. Kod jest dowodem, że podpis składa właściwa osoba: proszę nikomu go nie podawać.',
    whyTest:
      'W rzeczywistej sprawie 6-cyfrowy kod jest wysyłany SMS-em na telefon komórkowy. To jest test: kod widać tutaj i żaden SMS nie jest wysyłany.',
    target: (phone) => `Kod zostanie wysłany na numer ${unbroken(phone)}.`,
    country: 'Kraj',
    phone: 'Numer telefonu komórkowego',
    phoneHint: 'Służy wyłącznie do tego podpisu i staje się częścią jego dowodu.',
    phoneWrong: (example) =>
      `To nie jest numer telefonu komórkowego z tego kraju. Przykład: ${example}`,
    send: 'Wyślij kod',
    sentTo: (phone) => `Kod został wysłany na numer ${unbroken(phone)}.`,
    label: '6-cyfrowy kod',
    test: (code) => `Kod: ${code}.`,
    hint: (time, isSent) =>
      `${isSent ? 'SMS może dotrzeć po około minucie. ' : ''}Kod jest ważny do godz. ${time} i zostanie sprawdzony po wpisaniu wszystkich cyfr.`,
    attempts,
    incomplete: 'Kod ma 6 cyfr.',
    check: 'Potwierdź kod',
    again: 'Wyślij nowy kod',
    againIn: (time) => `Nowy kod za ${time}`,
    change: 'Zmień numer',
    over: 'Ten kod jest już nieważny. Proszę poprosić o nowy.',
    undelivered: (phone, isChangeable) =>
      `Nie udało się dostarczyć SMS-a na numer ${unbroken(phone)}. Proszę sprawdzić, czy telefon jest włączony i ma zasięg, a następnie poprosić o nowy kod${isChangeable ? ' lub zmienić numer' : '. Jeśli numer jest błędny, proszę zwrócić się do nadawcy o jego poprawienie'}.`,
    newCode: 'Nowy kod został wysłany; poprzedni jest już nieważny.',
  },
  mailCode: {
    why: 'Na adres e-mail wyślemy 6-cyfrowy kod. Proszę nikomu go nie podawać.',
    whyTest:
      'W rzeczywistej sprawie 6-cyfrowy kod jest wysyłany na adres e-mail. To jest test: kod widać tutaj i żaden e-mail nie jest wysyłany.',
    target: (address) => `Kod zostanie wysłany na adres ${address}.`,
    sentTo: (address) => `Kod został wysłany na adres ${address}.`,
    hint: (time, isSent) =>
      `${isSent ? 'E-mail może dotrzeć po około minucie; proszę sprawdzić także folder ze spamem. ' : ''}Kod jest ważny do godz. ${time} i zostanie sprawdzony po wpisaniu wszystkich cyfr.`,
    undelivered: (address) =>
      `Nie udało się dostarczyć e-maila na adres ${address}. Jeśli adres jest błędny, proszę zwrócić się do nadawcy o jego poprawienie.`,
    wrong: 'To nie jest kod z ostatniego e-maila.',
  },
  callCode: {
    why: 'Zadzwonimy na podany numer. Po odebraniu należy nacisnąć klawisz, a głos podyktuje 6-cyfrowy kod. Kod potwierdza tożsamość: proszę nikomu go nie podawać.',
    whyEither:
      'Na telefon komórkowy wyślemy SMS z 6-cyfrowym kodem; na numer stacjonarny zadzwonimy, a głos podyktuje kod. Kod potwierdza tożsamość: proszę nikomu go nie podawać.',
    whyTest:
      'W rzeczywistej sprawie dzwonimy na telefon i dyktujemy 6-cyfrowy kod. To jest test: kod widać tutaj i do nikogo nie dzwonimy.',
    target: (phone) => `Zadzwonimy na numer ${unbroken(phone)}.`,
    phone: 'Numer telefonu',
    phoneWrong: (example) => `To nie jest numer telefonu z tego kraju. Przykład: ${example}`,
    send: 'Zadzwoń do mnie',
    sentTo: (phone) =>
      `Dzwonimy na numer ${unbroken(phone)}. Po odebraniu należy nacisnąć dowolny klawisz, aby usłyszeć kod.`,
    hint: (time) =>
      `Kod jest ważny do godz. ${time} i zostanie sprawdzony po wpisaniu wszystkich cyfr.`,
    again: 'Zadzwoń ponownie',
    instead: 'Zadzwoń do mnie zamiast SMS-a',
    text: 'Wyślij SMS zamiast dzwonić',
    undelivered: (phone, isChangeable) =>
      `Połączenie z numerem ${unbroken(phone)} nie doszło do skutku lub nie naciśnięto żadnego klawisza. Proszę pozostać przy telefonie i poprosić o kolejne połączenie${isChangeable ? ' lub zmienić numer' : '. Jeśli numer jest błędny, proszę zwrócić się do nadawcy o jego poprawienie'}.`,
    wrong: 'To nie jest kod z ostatniego połączenia.',
  },
  passkey: {
    whyCode:
      'Nadawca prosi o podpisanie z użyciem klucza dostępu (passkey). Najpierw wyślemy SMS-em 6-cyfrowy kod na telefon komórkowy; potem tworzy się klucz dostępu. Proszę nikomu nie podawać kodu.',
    ask: 'Proszę potwierdzić kluczem dostępu (passkey): odciskiem palca, twarzą lub kodem PIN urządzenia. Klucz pozostaje na urządzeniu.',
    confirm: 'Użyj klucza dostępu',
    register: (sender) =>
      `Kod jest prawidłowy. Teraz proszę utworzyć klucz dostępu (passkey): odciskiem palca, twarzą lub kodem PIN urządzenia. Następny dokument od ${sender} nie będzie wymagał kodu; przechowywana jest tylko publiczna część klucza.`,
    create: 'Utwórz klucz dostępu',
    failed:
      'Klucz dostępu nie został potwierdzony. Proszę spróbować ponownie. Jeśli klucza już nie ma, proszę poprosić nadawcę o jego zresetowanie.',
    unsupported:
      'Ta przeglądarka nie oferuje tu kluczy dostępu. Proszę otworzyć link w innej przeglądarce lub na innym urządzeniu.',
    verified: 'Klucz dostępu potwierdzony.',
  },
  totp: {
    whyCode:
      'Nadawca prosi o podpisanie z użyciem aplikacji uwierzytelniającej. Najpierw wyślemy SMS-em 6-cyfrowy kod na telefon komórkowy; potem rejestruje się aplikację. Proszę nikomu nie podawać kodu.',
    ask: 'Proszę wpisać kod wyświetlany w aplikacji uwierzytelniającej.',
    hint: 'Kod zmienia się co 30 sekund i działa tylko raz.',
    enter: 'Wpisz kod z aplikacji',
    again: 'Spróbuj ponownie',
    wrong:
      'To nie jest kod, który aplikacja wyświetla teraz, albo został już użyty. Proszę poczekać na następny. Jeśli aplikacji już nie ma, proszę poprosić nadawcę o jej zresetowanie.',
    register: (sender) =>
      `Kod jest prawidłowy. Teraz proszę zarejestrować aplikację uwierzytelniającą: zeskanować nią obraz, otworzyć ją na tym urządzeniu lub wpisać klucz ręcznie. Następnie proszę wpisać kod wyświetlany w aplikacji. Następny dokument od ${sender} nie będzie wymagał SMS-a.`,
    open: 'Otwórz aplikację uwierzytelniającą',
    secret: 'Klucz',
    qr: 'Kod QR dla aplikacji uwierzytelniającej',
    verified: 'Kod z aplikacji potwierdzony.',
  },
  sign: {
    title: 'Podpis',
    verified: 'Kod potwierdzony.',
    how: 'Sposób złożenia podpisu',
    drawn: 'Rysunek',
    typed: 'Tekst',
    image: 'Obraz',
    drawHint: 'Podpis można narysować palcem, rysikiem lub myszą. Przy użyciu klawiatury: „Tekst”.',
    drawArea: 'Pole do narysowania podpisu',
    undo: 'Cofnij',
    clear: 'Wyczyść',
    text: 'Imię i nazwisko',
    look: 'Styl',
    looks: ['Ozdobny', 'Odręczny', 'Drukowany'],
    file: 'Obraz podpisu',
    fileHint:
      'PNG lub JPEG, ciemny atrament na białym papierze. Obraz jest zmniejszany tutaj, na tym urządzeniu.',
    fileWrong: 'Tego pliku nie można odczytać jako obrazu. Proszę wybrać PNG lub JPEG.',
    fileLarge: 'Ten obraz jest nadal zbyt duży. Proszę wybrać mniejszy lub prostszy.',
    fileDrop: 'Wybierz obraz lub upuść go tutaj',
    preview: 'Podpis na swoim miejscu w dokumencie',
    missing: {
      drawn: 'Najpierw proszę narysować podpis.',
      typed: 'Najpierw proszę wpisać imię i nazwisko.',
      image: 'Najpierw proszę wybrać obraz.',
    },
    legal: (name) =>
      `Naciśnięcie przycisku oznacza podpisanie dokumentu „${name}” podpisem elektronicznym utworzonym wyłącznie dla jednej osoby.`,
    submit: (name) => `Podpisz „${name}”`,
    busy: 'Trwa podpisywanie…',
    busyHint: 'Trwa tworzenie certyfikatu i składanie podpisu. Potrwa to kilka sekund.',
  },
  fill: {
    title: 'Do wypełnienia',
    optional: 'opcjonalnie',
    choose: 'Proszę wybrać',
    missing: 'Proszę wypełnić to pole.',
    unticked: 'Aby przejść dalej, proszę zaznaczyć to pole.',
    number: 'Proszę podać liczbę.',
    date: 'Proszę podać datę.',
    least: (bound) => `Proszę podać wartość nie mniejszą niż ${bound}.`,
    most: (bound) => `Proszę podać wartość nie większą niż ${bound}.`,
    long: (max) => `Proszę skrócić tekst (najwięcej znaków: ${max}).`,
    choice: 'Proszę wybrać jedną z opcji.',
    hidden: 'Tekst zawiera niewidoczne znaki. Proszę wpisać go ponownie.',
    room: 'Tekst nie mieści się w swoim miejscu w dokumencie. Proszę go skrócić.',
  },
  files: {
    hint: (mb: number) =>
      `PDF albo obraz JPEG lub PNG, najwyżej ${mb} MB. Ze zdjęć usuwane są miejsce i inne dane aparatu. Nadawca otrzyma plik po złożeniu podpisu.`,
    choose: 'Wybierz plik lub zrób zdjęcie',
    sending: 'Wysyłanie…',
    remove: 'Usuń plik',
    missing: 'Proszę dodać plik.',
    busy: 'Proszę poczekać, aż plik zostanie wysłany.',
    kind: 'Ten rodzaj pliku nie jest przyjmowany. Proszę wybrać PDF, JPEG lub PNG.',
    broken: 'Ten plik jest uszkodzony. Proszę wybrać inny lub sfotografować stronę.',
    locked: 'Ten PDF wymaga hasła. Proszę wybrać plik bez hasła lub sfotografować stronę.',
    large: 'Ten plik jest za duży. Proszę wybrać mniejszy.',
    changed: 'Ten plik został zastąpiony w innym oknie. Proszę odświeżyć stronę i go sprawdzić.',
  },
  declining: {
    title: 'Odmówić podpisu?',
    text: (sender) =>
      `Nadawca (${sender}) otrzyma informację o odmowie wraz z jej powodem. Nikt nie będzie już mógł podpisać tego dokumentu, a decyzji nie można cofnąć.`,
    reason: 'Powód odmowy',
    missing: 'Proszę podać powód w kilku słowach: nadawca go potrzebuje.',
    confirm: 'Odmów podpisu',
    cancel: 'Wróć',
  },
  outcomes: {
    signed: {
      title: 'Podpis został złożony',
      text: (name) => `Podpis w dokumencie „${name}” został złożony i opatrzony znacznikiem czasu.`,
      next: 'Pozostałe osoby muszą jeszcze podpisać. Gotowy dokument zostanie wysłany e-mailem, gdy podpisze ostatnia z nich; tę stronę można zamknąć.',
      later:
        'Pozostałe osoby muszą jeszcze podpisać. Gotowy dokument pojawi się tutaj, gdy podpisze ostatnia z nich.',
      sealing:
        'Gotowy dokument jest opatrywany pieczęcią elektroniczną. Za chwilę pojawi się tutaj.',
    },
    completed: {
      title: 'Podpisany przez wszystkich',
      text: (name) => `Dokument „${name}” jest gotowy.`,
      mailed: 'Został też wysłany e-mailem.',
      download: 'Pobierz podpisany dokument',
      keep: 'Plik należy zachować bez zmian: zawiera podpisy, poświadczenie i wszystko, co pozwoli zweryfikować je po latach. Wydruk niczego nie dowodzi.',
    },
    wait: {
      title: 'Jeszcze nie pora na ten podpis',
      text: 'Najpierw kolej na inne osoby. Gdy nadejdzie kolej na ten podpis, wyślemy e-mail; link pozostaje ten sam.',
      handed:
        'Najpierw kolej na inne osoby. Proszę wrócić, gdy nadejdzie kolej na ten podpis; link pozostaje ten sam.',
    },
    declined: {
      title: 'Odmówiono podpisania tego dokumentu',
      text: (sender) =>
        `Nie można go już podpisać. Jeśli to pomyłka, proszę poprosić nadawcę (${sender}) o ponowne wysłanie.`,
      own: (sender) =>
        `Odmowa podpisu została przyjęta, a nadawca (${sender}) otrzymał o niej informację. Jeśli to pomyłka, proszę poprosić o ponowne wysłanie dokumentu.`,
    },
    cancelled: {
      title: 'Nadawca wycofał ten dokument',
      text: (sender) =>
        `Nie można go już podpisać i nie trzeba nic robić. W razie pytań proszę zwrócić się do nadawcy (${sender}).`,
    },
    expired: {
      title: 'Termin podpisania minął',
      text: (sender) =>
        `Proszę poprosić nadawcę (${sender}) o ponowne wysłanie dokumentu, wraz z którym zostanie wysłany nowy link.`,
      since: 'Termin minął',
    },
    blocked: {
      title: 'Podpisywanie jest na razie zablokowane',
      text: (sender) =>
        `Zażądano zbyt wielu kodów lub zbyt wiele razy podano błędny, dlatego dla bezpieczeństwa wstrzymaliśmy podpisywanie. Proszę poprosić nadawcę (${sender}) o odblokowanie; wyślemy wtedy e-mail z nowym linkiem.`,
      handed: (sender) =>
        `Zażądano zbyt wielu kodów lub zbyt wiele razy podano błędny, dlatego dla bezpieczeństwa wstrzymaliśmy podpisywanie. Proszę poprosić nadawcę (${sender}) o odblokowanie i nowy link.`,
    },
    failed: {
      title: 'Nie udało się ukończyć dokumentu',
      text: (sender) =>
        `Błąd leży po naszej stronie. Proszę poprosić nadawcę (${sender}) o ponowne wysłanie dokumentu.`,
    },
    unknown: {
      title: 'Ten link jest nieprawidłowy',
      text: 'Proszę ponownie otworzyć link z e-maila: mógł zostać ucięty przy kopiowaniu. Jeśli ta strona znów się pojawi, proszę poprosić osobę, która wysłała dokument, o nowy link.',
    },
    late: {
      title: 'Ten link wygasł',
      text: 'Był ważny tylko przez krótki czas. Proszę wrócić na stronę, na której się znajdował, i ponownie otworzyć dokument, aby uzyskać nowy link.',
    },
    ended: {
      title: 'Ten link wygasł',
      text: 'Wszyscy podpisali ten dokument jakiś czas temu i linki do niego wygasły. O kopię proszę zwrócić się do osoby, która go wysłała.',
    },
    busy: {
      title: 'Zbyt wiele wizyt naraz',
      text: 'Proszę odczekać minutę i ponownie wczytać stronę. Nic nie zostało utracone.',
    },
    backTo: (host) => `Przejdź do ${host}`,
  },
  errors: {
    offline:
      'Brak połączenia. Nic nie zostało utracone: proszę sprawdzić sieć i spróbować ponownie.',
    server:
      'Wystąpił błąd po naszej stronie. Nic nie zostało utracone: proszę spróbować ponownie za chwilę.',
    rate_limited: 'Zbyt wiele prób. Proszę odczekać minutę i spróbować ponownie.',
    consent_required: 'Brak zgody lub jej treść się zmieniła. Proszę ponownie wczytać stronę.',
    phone_required: 'Proszę podać numer telefonu komórkowego.',
    validation_failed: 'Te dane nie zostały przyjęte. Proszę je sprawdzić.',
    phone_not_mobile: 'To nie jest telefon komórkowy: proszę podać numer komórkowy.',
    phone_country:
      'Do tego kraju nie są wysyłane SMS-y: proszę podać numer komórkowy z innego kraju lub zwrócić się do nadawcy.',
    phone_unknown: 'Żaden operator nie używa tego numeru: proszę sprawdzić cyfry i kraj.',
    otp_invalid: 'To nie jest kod z ostatniego SMS-a.',
    otp_expired: 'Ten kod jest już nieważny. Proszę poprosić o nowy.',
    otp_locked: 'Podano zbyt wiele błędnych kodów. Proszę poprosić o nowy.',
    otp_locked_today:
      'W ciągu jednego dnia podano zbyt wiele błędnych kodów. Proszę poprosić nadawcę o odblokowanie lub spróbować ponownie jutro.',
    otp_rate_limited: 'Zażądano zbyt wielu kodów.',
    sms_limit_reached: 'Osiągnięto limit SMS-ów.',
    sms_unavailable: 'Nie udało się wysłać SMS-a. Proszę spróbować ponownie za kilka minut.',
    call_unavailable: 'Nie udało się zadzwonić. Proszę spróbować ponownie za kilka minut.',
    call_impossible:
      'Na ten numer nie można zadzwonić. Proszę go sprawdzić lub zwrócić się do nadawcy.',
    call_limit:
      'Na ten numer dzwoniono trzy razy w ciągu 24 godzin. Proszę spróbować jutro lub zwrócić się do nadawcy.',
    verification_required: 'Dla bezpieczeństwa kod trzeba potwierdzić jeszcze raz.',
    document_changed:
      'Dokument zmienił się w międzyczasie. Proszę ponownie wczytać stronę i przeczytać go jeszcze raz.',
    retryAt: (time) => `Proszę spróbować ponownie o godz. ${time}.`,
  },
}
