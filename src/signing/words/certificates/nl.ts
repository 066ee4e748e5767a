/** The words about certificates of signers' own in Dutch. */
import type { OwnWords } from './en.ts'

export const nl: OwnWords = {
  consent: (service) =>
    `Ik onderteken met een eigen certificaat dat ${service} aan mij heeft uitgegeven. De sleutel blijft daar en ik geef op de pagina van ${service} toestemming voor deze ene handtekening. Welk niveau de handtekening heeft, zegt mijn certificaat; deze dienst doet daarover geen uitspraak.`,
  page: {
    legal: (service) =>
      `Hierna gaat u naar ${service}, waar u uw identiteit bevestigt en toestemming geeft voor de handtekening met uw eigen certificaat. Daarna komt u hier terug.`,
    submit: (service) => `Verder naar ${service}`,
    busy: 'Een ogenblik…',
    reading: (service) => `Uw certificaten worden bij ${service} gelezen…`,
    choose: 'Met welk certificaat ondertekent u?',
    issuer: (name, until) => `Uitgegeven door ${name}, geldig tot ${until}`,
    differs:
      'Dit certificaat bevat uw naam niet zoals de afzender die heeft geschreven. De afzender ziet dit verschil.',
    go: (service) => `Toestemming geven bij ${service}`,
    signing: 'Uw handtekening wordt geplaatst. Dit duurt enkele seconden.',
    ended:
      'U hebt het bij de aanbieder niet afgemaakt, er te lang over gedaan of bent in een ander venster verdergegaan. Er is niets ondertekend: onderteken opnieuw.',
    unusable:
      'Met uw certificaat kan niet worden ondertekend: er is er geen bij de aanbieder, of het is niet geldig, ingetrokken, niet bedoeld voor handtekeningen of niet op de naam die de afzender eist. Er is niets ondertekend.',
    unavailable:
      'De aanbieder van het certificaat heeft niet geantwoord zoals het hoort. Er is niets ondertekend: probeer het over enkele minuten opnieuw.',
    returning: 'Een ogenblik, u gaat terug naar het document…',
    lost: 'Het document is in dit venster niet te vinden. Open de link uit uw e-mail opnieuw en onderteken nog eens: er is niets ondertekend.',
  },
  proof: {
    heading: 'Eigen certificaten van ondertekenaars',
    label: 'Eigen certificaat',
    text: (holder, service) => `${holder} – sleutel bij ${service}`,
    differs: 'bevat de door de afzender opgegeven naam niet',
    cover: (holder, issuer, service) =>
      `Certificaat van ${holder}, uitgegeven door ${issuer} (${service}).`,
    unstated: 'De status ervan wordt hier niet vermeld.',
    level: (claim) => `Niveau: ${claim}.`,
    own: (names) =>
      `${names}: handtekening met een certificaat dat een andere aanbieder heeft uitgegeven, zoals hieronder vermeld; die aanbieder bewaart de sleutel. Welk niveau zo’n handtekening heeft, zeggen het certificaat en de vertrouwenslijsten: deze dienst doet daarover geen uitspraak.`,
    except:
      'Wat hiervoor is gezegd over de aard van de handtekeningen, over certificaten en over sleutels, geldt daarvoor niet.',
    only: 'Voor het ondertekenen is elke ondertekenaar bij deze dienst geïdentificeerd zoals op de volgende pagina’s vermeld. Elke handtekening (PAdES, ETSI EN 319 142-1) draagt een tijdstempel volgens RFC 3161 en haar validatiegegevens. Het elektronische zegel van de dienst, waarvan deze pagina’s de weergave zijn, en de daarna geplaatste archieftijdstempel brengen het bestand op PAdES-BASELINE-LTA; de dienst controleert dat niveau voordat hij het document voltooid verklaart.',
  },
}
