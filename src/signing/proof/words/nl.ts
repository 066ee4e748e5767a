/** The wording of the proof certificate in Dutch. Its legal words are exact. */
import type { QualificationClaim } from '../../../pades/qc-statements.ts'
import type { UsedMethod } from '../../model/authentication.ts'
import type { ProofWords } from './en.ts'
import { natureOf } from './statement.ts'

/** What kind of signature each is. */
const NATURE = {
  all: 'een geavanceerde elektronische handtekening geplaatst (artikel 26 van Verordening (EU) nr. 910/2014, eIDAS; “advanced electronic signature”)',
  none: 'een elektronische handtekening geplaatst (artikel 3, punt 10, van Verordening (EU) nr. 910/2014, eIDAS), die de dienst niet als geavanceerd aanbiedt',
  some: 'een elektronische handtekening geplaatst (artikel 3, punt 10, van Verordening (EU) nr. 910/2014, eIDAS); die is geavanceerd (artikel 26), behalve waar de code per e-mail is gestuurd',
} as const

const MEANS: Record<UsedMethod, string> = {
  sms: 'een eenmalige code die per sms naar de mobiele telefoon van de ondertekenaar is gestuurd',
  call: 'een eenmalige code die in een telefoongesprek op het nummer van de ondertekenaar is genoemd',
  email: 'een eenmalige code die naar het e-mailadres van de ondertekenaar is gestuurd',
  passkey:
    'een WebAuthn-passkey van het apparaat van de ondertekenaar, met gebruikersverificatie, geregistreerd na een code die per sms naar de mobiele telefoon van de ondertekenaar is gestuurd',
  totp: 'een code van de authenticator-app van de ondertekenaar (TOTP, RFC 6238), geregistreerd na een code die per sms naar de mobiele telefoon van de ondertekenaar is gestuurd',
}

/** What the certificate of an external seal claims. */
const CLAIMS: Record<QualificationClaim, string> = {
  QESig: 'een gekwalificeerde elektronische handtekening',
  QESeal: 'een gekwalificeerd elektronisch zegel',
  'AdESig-QC':
    'een geavanceerde elektronische handtekening op basis van een gekwalificeerd certificaat',
  'AdESeal-QC': 'een geavanceerd elektronisch zegel op basis van een gekwalificeerd certificaat',
}

/** The texts of the proof certificate, in Dutch. */
export const nl: ProofWords = {
  title: 'Bewijscertificaat',
  other: 'Proof certificate',
  sheet:
    'Deze pagina wordt door het elektronische zegel van de dienst ingevuld zodra iedereen heeft ondertekend.',
  page: (number, of) => `Pagina ${number} van ${of}`,
  test: 'TEST – proefdocument zonder rechtsgevolg',
  document: 'Document',
  reference: 'Kenmerk',
  externalId: 'Referentie van de afzender',
  asReceived: 'Ontvangen bestand',
  pages: (pages, size) => `${pages} ${pages > 1 ? 'pagina’s' : 'pagina'}, ${size}`,
  bytes: (size) => `${size} bytes`,
  sender: 'Afzender',
  apiKey: 'API-sleutel',
  message: 'Bericht',
  created: 'Aangemaakt',
  sent: 'Verzonden',
  expires: 'Vervaldatum',
  allSigned: 'Door iedereen ondertekend',
  made: 'Certificaat opgemaakt',
  hashes: 'SHA-256-vingerafdrukken',
  original: 'Ontvangen bestand',
  shown: 'Ter ondertekening getoond',
  beforeSeal: 'Ondertekend, vóór het zegel',
  nature: 'Aard en niveau van de handtekeningen',
  statement: ({ signers, handed, methods, stated }) =>
    `${signers > 1 ? `Elk van de ${signers} ondertekenaars heeft` : 'De ondertekenaar heeft'} ${NATURE[natureOf(methods)]}. ` +
    `Identificatiemiddelen: een persoonlijke link die naar het e-mailadres van de ondertekenaar is gestuurd${handed ? ' of door de afzender is overhandigd, zoals bij ieder vermeld,' : ''} en ${methods.map((method) => MEANS[method]).join(' of ')}${methods.length > 1 ? ', zoals bij ieder vermeld' : ''}; ${stated ? 'de dienst heeft geen identiteitsdocument gecontroleerd, en evenmin de identiteiten die de afzender naar eigen zeggen heeft gecontroleerd' : 'er is geen identiteitsdocument gecontroleerd'}. ` +
    'Het is geen gekwalificeerde handtekening. ' +
    'Elke handtekening (PAdES, ETSI EN 319 142-1) berust op een certificaat dat alleen voor dit document op naam van de ondertekenaar is uitgegeven en op een sleutel die na gebruik is vernietigd; ze draagt een tijdstempel volgens RFC 3161 en haar validatiegegevens. ' +
    'Het elektronische zegel van de dienst, waarvan deze pagina’s de weergave zijn, en het daarna geplaatste archieftijdstempel brengen het bestand op PAdES-BASELINE-LTA; de dienst controleert dat niveau voordat hij het document voltooid verklaart.',
  consent: 'Toestemming',
  consentVersion: (version, language) => `Tekst versie ${version} (${language})`,
  externalSeal: 'Zegel met de sleutel van een andere aanbieder',
  outerHolder: 'Houder',
  outerLevel: 'Niveau',
  outerClaim: (claim: QualificationClaim | null) =>
    claim === null
      ? 'een elektronisch zegel waarvan het certificaat niet vermeldt gekwalificeerd te zijn'
      : `volgens het certificaat ${CLAIMS[claim]}; deze dienst heeft dit niet in een vertrouwenslijst gecontroleerd`,
  trail: 'Logboek',
  trailEntries: 'Regels',
  trailHead: 'Vingerafdruk van de laatste regel',
  trailStamped: 'Met tijdstempel',
  trailText:
    'Elke regel bevat de vingerafdruk van de vorige (canonieke JSON, RFC 8785, SHA-256): geen enkele kan ongemerkt worden gewijzigd, verwijderd of toegevoegd.',
  verify: 'Dit document controleren',
  verifyText:
    'Op dit adres, of met elk programma dat aan PAdES voldoet en het hoofdcertificaat van de beheerder. De vingerafdruk van het definitieve bestand kan er niet zelf in staan; die staat in het bewijsdossier.',
  operator: 'Beheerder',
  policy: 'Beleid',
  software: 'Software',
  step: (step) => `Stap ${step}`,
  identification: 'Identificatie',
  means: 'Middelen',
  meansText: {
    sms: {
      email: 'Link per e-mail en code per sms',
      none: 'Link van de afzender en code per sms',
    },
    call: {
      email: 'Link per e-mail en code per telefoon',
      none: 'Link van de afzender en code per telefoon',
    },
    email: {
      email: 'Link en code naar hetzelfde e-mailadres',
      none: 'Link van de afzender, code per e-mail',
    },
    passkey: { email: 'Link per e-mail en passkey', none: 'Link van de afzender en passkey' },
    totp: {
      email: 'Link per e-mail en authenticator-app',
      none: 'Link van de afzender en authenticator-app',
    },
  },
  registered: {
    passkey: {
      label: 'Passkey',
      text: (day, phone) => `geregistreerd ${day}, code per sms naar ${phone}`,
    },
    totp: {
      label: 'App (TOTP)',
      text: (day, phone) => `geregistreerd ${day}, code per sms naar ${phone}`,
    },
  },
  statedIdentity: 'Volgens afzender',
  statedText: (day, facts) => `identiteit gecontroleerd op ${day} (${facts})`,
  phone: 'Telefoon',
  phoneFrom: { sender: 'opgegeven door de afzender', signer: 'zelf opgegeven' },
  codes: 'Codes',
  codesText: (sent, wrong) => `${sent} verstuurd, ${wrong} verkeerd ingevoerd`,
  ip: 'IP-adres',
  device: 'Apparaat',
  embeddedIn: (origin) => `in een kader van ${origin}`,
  chronology: 'Tijdsverloop',
  utc: 'UTC',
  invited: 'Uitgenodigd',
  opened: 'Geopend',
  consented: 'Toestemming',
  codeSent: 'Code verstuurd',
  verified: 'Id. bevestigd',
  signed: 'Ondertekend',
  signature: 'Handtekening en certificaat',
  kinds: {
    drawn: 'Getekende handtekening',
    typed: 'Getypte handtekening',
    image: 'Afbeelding van een handtekening',
  },
  serial: 'Serienummer',
  certificateHash: 'SHA-256 van certificaat',
  issuer: 'Uitgever',
  validity: 'Geldigheid',
  key: 'Sleutel',
  keyDestroyed: (type, at) => `${type}, vernietigd ${at}`,
  keyUsed: (type) => `${type}, eenmalig gebruikt`,
  timestamp: 'Tijdstempel',
  before: 'SHA-256 ervoor',
  after: 'SHA-256 erna',
  more: (count) => `en nog ${count} ${count > 1 ? 'certificaten' : 'certificaat'} (logboek)`,
  none: '–',
  lossy:
    'Tekens die in alle lettertypen ontbreken, worden in Latijnse letters omgezet of als [U+…] geschreven; de exacte tekst staat in het logboek.',
}
