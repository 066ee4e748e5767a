/** The words about certificates of signers' own in Polish. */
import type { OwnWords } from './en.ts'

export const pl: OwnWords = {
  consent: (service) =>
    `Podpisuję własnym certyfikatem wydanym mi przez: ${service}. Klucz pozostaje u dostawcy, a ja autoryzuję ten jeden podpis na jego stronie (${service}). Poziom podpisu wynika z mojego certyfikatu; niniejsza usługa nie wypowiada się w tej sprawie.`,
  page: {
    legal: (service) =>
      `Następnie nastąpi przejście na stronę dostawcy (${service}), gdzie należy potwierdzić tożsamość i autoryzować podpis własnym certyfikatem. Potem nastąpi powrót tutaj.`,
    submit: (service) => `Przejdź do: ${service}`,
    busy: 'Chwileczkę…',
    reading: (service) => `Odczytywanie certyfikatów: ${service}…`,
    choose: 'Którym certyfikatem chcesz podpisać?',
    issuer: (name, until) => `Wydany przez: ${name}, ważny do: ${until}`,
    differs:
      'Ten certyfikat nie zawiera imienia i nazwiska w postaci podanej przez nadawcę. Nadawca zobaczy tę różnicę.',
    go: (service) => `Autoryzuj podpis: ${service}`,
    signing: 'Trwa składanie podpisu. Zajmie to kilka sekund.',
    ended:
      'Nie ukończono czynności u dostawcy, upłynął czas albo kontynuowano w innym oknie. Nic nie podpisano: prosimy podpisać ponownie.',
    unusable:
      'Państwa certyfikatem nie można podpisać: u dostawcy nie ma żadnego albo jest nieważny, został unieważniony, nie służy do podpisów albo nie jest na nazwisko wymagane przez nadawcę. Nic nie podpisano.',
    unavailable:
      'Dostawca certyfikatu nie odpowiedział prawidłowo. Nic nie podpisano: prosimy spróbować za kilka minut.',
    returning: 'Chwileczkę, trwa powrót do dokumentu…',
    lost: 'W tym oknie nie znaleziono dokumentu. Prosimy ponownie otworzyć link z wiadomości e-mail i podpisać jeszcze raz: nic nie podpisano.',
  },
  proof: {
    heading: 'Własne certyfikaty podpisujących',
    label: 'Własny certyfikat',
    text: (holder, service) => `${holder} – klucz u dostawcy: ${service}`,
    differs: 'nie zawiera imienia i nazwiska podanego przez nadawcę',
    cover: (holder, issuer, service) =>
      `Certyfikat: ${holder}, wydany przez: ${issuer} (${service}).`,
    unstated: 'Jego statusu tu nie podano.',
    level: (claim) => `Poziom: ${claim}.`,
    own: (names) =>
      `${names}: podpis złożony z użyciem certyfikatu wydanego przez innego dostawcę, jak podano poniżej; klucz przechowuje ten dostawca. Poziom takiego podpisu wynika z jego certyfikatu i z list zaufania: niniejsza usługa nie wypowiada się w tej sprawie.`,
    except:
      'To, co powiedziano wyżej o charakterze podpisów, o certyfikatach i kluczach, go nie dotyczy.',
    only: 'Przed podpisaniem każdy podpisujący został zidentyfikowany wobec niniejszej usługi w sposób podany na następnych stronach. Każdy podpis (PAdES, ETSI EN 319 142-1) jest opatrzony znacznikiem czasu RFC 3161 i danymi do walidacji. Pieczęć elektroniczna usługi, której wyglądem są te strony, i złożony po niej archiwalny znacznik czasu zapewniają plikowi poziom PAdES-BASELINE-LTA; usługa sprawdza ten poziom, zanim uzna dokument za ukończony.',
  },
}
