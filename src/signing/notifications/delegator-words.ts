/** The mail to whoever delegated: that it is done, and what to do if it was not them; in every language. */
import type { Language } from '../../kernel/languages.ts'

/** Values of its sentences. */
interface Facts {
  hello: string
  /** Whoever has the place now. */
  person: string
  sender: string
  document: string
}

interface DelegatorMailWords {
  subject: (document: string) => string
  heading: string
  text: (facts: Facts) => string
  /** Label of the delegate's address. */
  address: string
  foot: (facts: Pick<Facts, 'sender' | 'document'>) => string
}

/** By language. */
export const DELEGATOR_MAIL_WORDS: Readonly<Record<Language, DelegatorMailWords>> = {
  en: {
    subject: (document) => `You have delegated: “${document}”`,
    heading: 'Somebody else has your place',
    text: ({ hello, person, sender, document }) =>
      `${hello} on your page for “${document}”, ${person} was named to act in your place and was sent a link of their own. Your link has ended; there is nothing left for you to do. ${sender} knows of it. If this was not you, tell ${sender}, for example by replying to this e-mail.`,
    address: 'E-mail address',
    foot: ({ sender, document }) =>
      `You are receiving this e-mail because ${sender} had asked you to act on “${document}”.`,
  },
  fr: {
    subject: (document) => `Vous avez délégué : « ${document} »`,
    heading: 'Une autre personne a pris votre place',
    text: ({ hello, person, sender, document }) =>
      `${hello} sur votre page pour « ${document} », ${person} a été désigné pour agir à votre place et a reçu son propre lien. Le vôtre a pris fin ; vous n’avez plus rien à faire. ${sender} en est informé. Si ce n’était pas vous, prévenez ${sender}, par exemple en répondant à cet e-mail.`,
    address: 'Adresse e-mail',
    foot: ({ sender, document }) =>
      `Vous recevez cet e-mail parce que ${sender} vous avait demandé d’intervenir sur « ${document} ».`,
  },
  de: {
    subject: (document) => `Sie haben delegiert: „${document}“`,
    heading: 'Jemand anderes handelt an Ihrer Stelle',
    text: ({ hello, person, sender, document }) =>
      `${hello} auf Ihrer Seite zu „${document}“ wurde ${person} benannt, um an Ihrer Stelle zu handeln, und hat einen eigenen Link erhalten. Ihr Link ist beendet; für Sie ist nichts mehr zu tun. ${sender} weiß davon. Waren Sie das nicht, so wenden Sie sich an ${sender}, zum Beispiel mit einer Antwort auf diese E-Mail.`,
    address: 'E-Mail-Adresse',
    foot: ({ sender, document }) =>
      `Sie erhalten diese E-Mail, weil ${sender} Sie um Mitwirkung bei „${document}“ gebeten hatte.`,
  },
  es: {
    subject: (document) => `Ha delegado: «${document}»`,
    heading: 'Otra persona actúa en su lugar',
    text: ({ hello, person, sender, document }) =>
      `${hello} en su página de «${document}» se designó a ${person} para actuar en su lugar y se le envió un enlace propio. El suyo ha terminado; no le queda nada por hacer. ${sender} lo sabe. Si no ha sido usted, avise a ${sender}, por ejemplo respondiendo a este mensaje.`,
    address: 'Correo electrónico',
    foot: ({ sender, document }) =>
      `Recibe este mensaje porque ${sender} le había pedido que interviniera en «${document}».`,
  },
  it: {
    subject: (document) => `Ha delegato: «${document}»`,
    heading: 'Un’altra persona agisce al Suo posto',
    text: ({ hello, person, sender, document }) =>
      `${hello} nella Sua pagina per «${document}» è stata indicata un’altra persona, ${person}, che agirà al Suo posto e ha ricevuto un proprio link. Il Suo è terminato; non deve fare altro. ${sender} ne è al corrente. Se non è stato Lei, avvisi ${sender}, ad esempio rispondendo a questo messaggio.`,
    address: 'Indirizzo e-mail',
    foot: ({ sender, document }) =>
      `Riceve questo messaggio perché ${sender} Le aveva chiesto di intervenire su «${document}».`,
  },
  nl: {
    subject: (document) => `U hebt gedelegeerd: “${document}”`,
    heading: 'Iemand anders heeft uw plaats',
    text: ({ hello, person, sender, document }) =>
      `${hello} op uw pagina voor “${document}” is ${person} aangewezen om in uw plaats te handelen; deze persoon heeft een eigen link gekregen. Uw link is beëindigd; u hoeft niets meer te doen. ${sender} weet ervan. Was u dit niet, laat het ${sender} dan weten, bijvoorbeeld door deze e-mail te beantwoorden.`,
    address: 'E-mailadres',
    foot: ({ sender, document }) =>
      `U krijgt deze e-mail omdat ${sender} u had gevraagd mee te werken aan “${document}”.`,
  },
  pt: {
    subject: (document) => `Delegação efetuada: «${document}»`,
    heading: 'Outra pessoa age em seu lugar',
    text: ({ hello, person, sender, document }) =>
      `${hello} Na sua página de «${document}», foi designada outra pessoa, ${person}, para agir em seu lugar, e foi-lhe enviada uma ligação própria. A sua terminou; não tem mais nada a fazer. ${sender} tem conhecimento. Se não foi quem delegou, avise ${sender}, por exemplo respondendo a esta mensagem.`,
    address: 'Endereço de e-mail',
    foot: ({ sender, document }) =>
      `Recebe esta mensagem porque ${sender} lhe tinha pedido que interviesse em «${document}».`,
  },
  pl: {
    subject: (document) => `Przekazanie dokumentu „${document}”`,
    heading: 'Ktoś inny działa w zastępstwie',
    text: ({ hello, person, sender, document }) =>
      `${hello} Na stronie dokumentu „${document}” wskazano zastępcę: ${person}. Ta osoba otrzymała własny link, a poprzedni stracił ważność; nic więcej nie trzeba robić. Nadawca (${sender}) o tym wie. Jeśli stało się to bez wiedzy adresata, prosimy powiadomić nadawcę, na przykład odpowiadając na tę wiadomość.`,
    address: 'Adres e-mail',
    foot: ({ sender, document }) =>
      `Ta wiadomość została wysłana, ponieważ ${sender} prosi o działanie w sprawie dokumentu „${document}”.`,
  },
}
