/** The consent text and the text message in Dutch. */
import type { SignerWords } from './en.ts'

/** The texts, in Dutch. */
export const nl: SignerWords = {
  consent: (agree, means, level, kept) =>
    `${agree} ${means} ` +
    'Er wordt een certificaat op mijn naam uitgegeven, alleen voor deze handtekening; de sleutel ervan wordt meteen daarna vernietigd. ' +
    `${level} ` +
    kept,
  agree: 'Ik heb het document gelezen en ga ermee akkoord het elektronisch te ondertekenen.',
  means: {
    sms: {
      email:
        'Mijn identiteit wordt gecontroleerd met de link die naar mijn e-mailadres is gestuurd en met een code die per sms naar mijn mobiele telefoon wordt gestuurd.',
      none: 'Mijn identiteit wordt gecontroleerd door de afzender, die mij de link heeft gegeven en mijn mobiele telefoonnummer heeft opgegeven, en met een code die per sms naar dat nummer wordt gestuurd.',
    },
    voice: {
      email:
        'Mijn identiteit wordt gecontroleerd met de link die naar mijn e-mailadres is gestuurd en met een code die per sms naar mijn telefoon wordt gestuurd of daar in een telefoongesprek wordt genoemd.',
      none: 'Mijn identiteit wordt gecontroleerd door de afzender, die mij de link heeft gegeven en mijn telefoonnummer heeft opgegeven, en met een code die per sms naar dat nummer wordt gestuurd of op dat nummer in een telefoongesprek wordt genoemd.',
    },
    email: {
      email:
        'De link en een code worden naar hetzelfde e-mailadres gestuurd, het mijne; mijn identiteit wordt niet op een andere manier gecontroleerd.',
      none: 'De afzender heeft mij de link gegeven en mijn e-mailadres opgegeven, waarnaar een code wordt gestuurd; mijn identiteit wordt niet op een andere manier gecontroleerd.',
    },
    passkey: {
      email:
        'Mijn identiteit wordt gecontroleerd met de link die naar mijn e-mailadres is gestuurd en met een passkey van mijn apparaat, geregistreerd nadat ik een code had ingevoerd die per sms naar mijn mobiele telefoon was gestuurd.',
      none: 'Mijn identiteit wordt gecontroleerd door de afzender, die mij de link heeft gegeven en mijn mobiele telefoonnummer heeft opgegeven, en met een passkey van mijn apparaat, geregistreerd nadat ik een code had ingevoerd die per sms naar dat nummer was gestuurd.',
    },
    totp: {
      email:
        'Mijn identiteit wordt gecontroleerd met de link die naar mijn e-mailadres is gestuurd en met een code van mijn authenticator-app, geregistreerd nadat ik een code had ingevoerd die per sms naar mijn mobiele telefoon was gestuurd.',
      none: 'Mijn identiteit wordt gecontroleerd door de afzender, die mij de link heeft gegeven en mijn mobiele telefoonnummer heeft opgegeven, en met een code van mijn authenticator-app, geregistreerd nadat ik een code had ingevoerd die per sms naar dat nummer was gestuurd.',
    },
  },
  level: {
    advanced:
      'Het gaat om een geavanceerde elektronische handtekening in de zin van artikel 26 van Verordening (EU) nr. 910/2014 (eIDAS), niet om een gekwalificeerde.',
    plain:
      'Het gaat om een elektronische handtekening in de zin van artikel 3, punt 10, van Verordening (EU) nr. 910/2014 (eIDAS); ze wordt niet als geavanceerd of gekwalificeerd aangeboden.',
  },
  kept: {
    phone:
      'Mijn naam, mijn e-mailadres, mijn telefoonnummer, mijn IP-adres en de tijdstippen van mijn handelingen worden als bewijs van de handtekening bewaard en staan, deels onleesbaar gemaakt, in het ondertekende document.',
    noPhone:
      'Mijn naam, mijn e-mailadres, mijn IP-adres en de tijdstippen van mijn handelingen worden als bewijs van de handtekening bewaard en staan in het ondertekende document.',
  },
  spoken: {
    greeting:
      'Goedendag. Dit is een automatische oproep met de code die is aangevraagd om een document te bevestigen. Hebt u die niet aangevraagd, hang dan op. Druk op een willekeurige toets om de code te horen.',
    code: (digits) =>
      `Uw code is: ${digits}. Nogmaals: ${digits}. Deel de code met niemand. Tot ziens.`,
    over: 'Deze code is niet meer beschikbaar. Vraag op de pagina van het document een nieuwe oproep aan. Tot ziens.',
  },
  sms: (code, name, mark) =>
    `${code} is uw code om "${name}" te ondertekenen (ref. ${mark}), 10 minuten geldig. Deel hem niet.`,
}
