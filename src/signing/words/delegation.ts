/** What is said where a signer names somebody else in their place, in every language. */
import type { Language } from '../../kernel/languages.ts'

/** The words. A name is a person's, else their address. */
export interface DelegationWords {
  /** The dialog on the page of whoever may delegate. */
  form: {
    open: string
    title: string
    text: (sender: string) => string
    email: string
    firstName: string
    lastName: string
    phone: string
    phoneHint: string
    reason: string
    submit: string
  }
  /** Why somebody cannot be named. */
  faults: {
    /** Their address or number is another person's of the document. */
    asked: string
    email: string
    name: string
    phone: string
    reason: string
    /** The account may not write to more people today. */
    limit: string
  }
  /** The page behind the link of whoever has delegated. */
  done: { title: string; text: string }
  /** To the delegate, on the page and in the e-mail. */
  notice: (from: string) => string
  reason: string
  /** A row of the proof certificate. */
  proof: {
    label: string
    text: (facts: { from: string; at: string; reason: string }) => string
    /** Who gave the telephone number. */
    phoneFrom: string
  }
  /** The mail to the sender. */
  sender: {
    subject: (facts: { from: string; document: string }) => string
    heading: string
    text: (facts: { from: string; person: string; document: string }) => string
    button: string
  }
}

/** By language. */
export const DELEGATION_WORDS: Readonly<Record<Language, DelegationWords>> = {
  en: {
    form: {
      open: 'Delegate',
      title: 'Have somebody else sign?',
      text: (sender) =>
        `This person gets a link of their own, proves who they are, and signs in their own name. ${sender} is told, with your reason. Your link ends; you cannot undo this.`,
      email: 'E-mail address',
      firstName: 'First name',
      lastName: 'Last name',
      phone: 'Mobile phone (optional)',
      phoneHint: 'Gets the code. Such as +44 7911 123456. Without it, the person enters it.',
      reason: 'Why this person?',
      submit: 'Delegate',
    },
    faults: {
      asked: 'This person already has a part in the document: name somebody else.',
      email: 'Enter an e-mail address, such as name@example.com.',
      name: 'Enter the first and the last name, without links.',
      phone: 'Enter a mobile number with its country code, such as +44 7911 123456.',
      reason: 'Give a reason in a few words, without links.',
      limit: 'The sender cannot write to more new people today. Try again tomorrow.',
    },
    done: {
      title: 'You have delegated this',
      text: 'Somebody else was asked in your place and got a link of their own. There is nothing left for you to do here. If this was not you, tell the sender.',
    },
    notice: (from) => `${from} has asked you to act in their place.`,
    reason: 'Reason given',
    proof: {
      label: 'Delegated',
      text: ({ from, at, reason }) => `by ${from}, ${at}: ${reason}`,
      phoneFrom: 'supplied by the delegator',
    },
    sender: {
      subject: ({ from, document }) => `Delegated by ${from}: “${document}”`,
      heading: 'Somebody has delegated',
      text: ({ from, person, document }) =>
        `${from} has named ${person} to act in their place on “${document}”. ${person} was sent a link of their own. If you do not agree, change the person or cancel the request.`,
      button: 'See the request',
    },
  },
  fr: {
    form: {
      open: 'Déléguer',
      title: 'Faire signer une autre personne ?',
      text: (sender) =>
        `Cette personne reçoit son propre lien, prouve son identité et signe en son nom. ${sender} en est informé, avec votre motif. Votre lien prend fin ; vous ne pourrez pas revenir en arrière.`,
      email: 'Adresse e-mail',
      firstName: 'Prénom',
      lastName: 'Nom',
      phone: 'Téléphone mobile (facultatif)',
      phoneHint: 'Reçoit le code. Par exemple +33 6 12 34 56 78. À défaut, la personne le saisit.',
      reason: 'Pourquoi cette personne ?',
      submit: 'Déléguer',
    },
    faults: {
      asked: 'Cette personne intervient déjà dans le document : indiquez-en une autre.',
      email: 'Saisissez une adresse e-mail, par exemple nom@exemple.fr.',
      name: 'Saisissez le prénom et le nom, sans lien.',
      phone: 'Saisissez un numéro de mobile avec son indicatif, par exemple +33 6 12 34 56 78.',
      reason: 'Indiquez un motif en quelques mots, sans lien.',
      limit: 'L’expéditeur ne peut pas écrire aujourd’hui à d’autres personnes. Réessayez demain.',
    },
    done: {
      title: 'Vous avez délégué',
      text: 'Une autre personne a été invitée à votre place et a reçu son propre lien. Vous n’avez plus rien à faire ici. Si ce n’était pas vous, prévenez l’expéditeur.',
    },
    notice: (from) => `${from} vous a demandé d’agir à sa place.`,
    reason: 'Motif indiqué',
    proof: {
      label: 'Délégation',
      text: ({ from, at, reason }) => `de ${from}, ${at} : ${reason}`,
      phoneFrom: 'fourni par le délégant',
    },
    sender: {
      subject: ({ from, document }) => `Délégation de ${from} : « ${document} »`,
      heading: 'Une personne a délégué',
      text: ({ from, person, document }) =>
        `${from} a désigné ${person} pour agir à sa place sur « ${document} ». ${person} a reçu son propre lien. Si vous n’êtes pas d’accord, changez la personne ou annulez la demande.`,
      button: 'Voir la demande',
    },
  },
  de: {
    form: {
      open: 'Delegieren',
      title: 'Jemand anderen unterschreiben lassen?',
      text: (sender) =>
        `Diese Person erhält einen eigenen Link, weist sich aus und unterschreibt im eigenen Namen. ${sender} wird mit Ihrer Begründung benachrichtigt. Ihr Link endet; Sie können das nicht rückgängig machen.`,
      email: 'E-Mail-Adresse',
      firstName: 'Vorname',
      lastName: 'Nachname',
      phone: 'Mobiltelefon (freiwillig)',
      phoneHint: 'Erhält den Code. Zum Beispiel +49 1512 3456789. Sonst gibt die Person es ein.',
      reason: 'Warum diese Person?',
      submit: 'Delegieren',
    },
    faults: {
      asked: 'Diese Person ist am Dokument schon beteiligt: Nennen Sie jemand anderen.',
      email: 'Geben Sie eine E-Mail-Adresse ein, zum Beispiel name@example.com.',
      name: 'Geben Sie Vor- und Nachnamen ein, ohne Links.',
      phone: 'Geben Sie eine Mobilnummer mit Landesvorwahl ein, zum Beispiel +49 1512 3456789.',
      reason: 'Nennen Sie in wenigen Worten den Grund, ohne Links.',
      limit:
        'Der Absender kann heute keine weiteren neuen Personen anschreiben. Versuchen Sie es morgen.',
    },
    done: {
      title: 'Sie haben delegiert',
      text: 'Jemand anderes wurde an Ihrer Stelle eingeladen und hat einen eigenen Link erhalten. Für Sie ist hier nichts mehr zu tun. Waren Sie das nicht, so wenden Sie sich an den Absender.',
    },
    notice: (from) => `${from} hat Sie gebeten, an dieser Stelle zu handeln.`,
    reason: 'Angegebener Grund',
    proof: {
      label: 'Delegiert',
      text: ({ from, at, reason }) => `von ${from}, ${at}: ${reason}`,
      phoneFrom: 'von der delegierenden Person',
    },
    sender: {
      subject: ({ from, document }) => `Delegiert von ${from}: „${document}“`,
      heading: 'Eine Person hat delegiert',
      text: ({ from, person, document }) =>
        `${from} hat ${person} benannt, um bei „${document}“ an dieser Stelle zu handeln. ${person} hat einen eigenen Link erhalten. Sind Sie nicht einverstanden, so ändern Sie die Person oder ziehen Sie die Anfrage zurück.`,
      button: 'Anfrage ansehen',
    },
  },
  es: {
    form: {
      open: 'Delegar',
      title: '¿Que firme otra persona?',
      text: (sender) =>
        `Esta persona recibe un enlace propio, demuestra su identidad y firma en su propio nombre. Se informará a ${sender} de su motivo. Su enlace termina; no podrá deshacerlo.`,
      email: 'Correo electrónico',
      firstName: 'Nombre',
      lastName: 'Apellidos',
      phone: 'Teléfono móvil (opcional)',
      phoneHint:
        'Recibe el código. Por ejemplo, +34 612 34 56 78. Si falta, lo introduce la persona.',
      reason: '¿Por qué esta persona?',
      submit: 'Delegar',
    },
    faults: {
      asked: 'Esta persona ya participa en el documento: indique otra.',
      email: 'Introduzca una dirección de correo, por ejemplo nombre@example.com.',
      name: 'Introduzca el nombre y los apellidos, sin enlaces.',
      phone: 'Introduzca un número de móvil con su prefijo, por ejemplo +34 612 34 56 78.',
      reason: 'Indique el motivo en pocas palabras, sin enlaces.',
      limit: 'El remitente no puede escribir hoy a más personas nuevas. Inténtelo mañana.',
    },
    done: {
      title: 'Ha delegado',
      text: 'Se ha pedido a otra persona que actúe en su lugar y ha recibido un enlace propio. Aquí no le queda nada por hacer. Si no ha sido usted, avise al remitente.',
    },
    notice: (from) => `${from} le ha pedido que actúe en su lugar.`,
    reason: 'Motivo indicado',
    proof: {
      label: 'Delegación',
      text: ({ from, at, reason }) => `de ${from}, ${at}: ${reason}`,
      phoneFrom: 'indicado por quien delegó',
    },
    sender: {
      subject: ({ from, document }) => `Delegación de ${from}: «${document}»`,
      heading: 'Una persona ha delegado',
      text: ({ from, person, document }) =>
        `${from} ha designado a ${person} para actuar en su lugar en «${document}». ${person} ha recibido un enlace propio. Si no está de acuerdo, cambie la persona o cancele la solicitud.`,
      button: 'Ver la solicitud',
    },
  },
  it: {
    form: {
      open: 'Delega',
      title: 'Far firmare un’altra persona?',
      text: (sender) =>
        `Questa persona riceve un proprio link, dimostra la propria identità e firma a proprio nome. ${sender} ne sarà informato, con la Sua motivazione. Il Suo link termina; l’operazione non si può annullare.`,
      email: 'Indirizzo e-mail',
      firstName: 'Nome',
      lastName: 'Cognome',
      phone: 'Cellulare (facoltativo)',
      phoneHint:
        'Riceve il codice. Ad esempio +39 312 345 6789. Se manca, lo inserisce la persona.',
      reason: 'Perché questa persona?',
      submit: 'Delega',
    },
    faults: {
      asked: 'Questa persona partecipa già al documento: ne indichi un’altra.',
      email: 'Inserisca un indirizzo e-mail, ad esempio nome@example.com.',
      name: 'Inserisca nome e cognome, senza link.',
      phone: 'Inserisca un numero di cellulare con prefisso, ad esempio +39 312 345 6789.',
      reason: 'Indichi il motivo in poche parole, senza link.',
      limit: 'Oggi il mittente non può scrivere ad altre persone nuove. Riprovi domani.',
    },
    done: {
      title: 'Ha delegato',
      text: 'Un’altra persona è stata invitata al Suo posto e ha ricevuto un proprio link. Qui non deve fare altro. Se non è stato Lei, avvisi il mittente.',
    },
    notice: (from) => `${from} Le ha chiesto di agire al suo posto.`,
    reason: 'Motivo indicato',
    proof: {
      label: 'Delega',
      text: ({ from, at, reason }) => `di ${from}, ${at}: ${reason}`,
      phoneFrom: 'fornito da chi ha delegato',
    },
    sender: {
      subject: ({ from, document }) => `Delega di ${from}: «${document}»`,
      heading: 'Una persona ha delegato',
      text: ({ from, person, document }) =>
        `${from} ha indicato ${person} per agire al suo posto su «${document}». ${person} ha ricevuto un proprio link. Se non è d’accordo, cambi la persona o annulli la richiesta.`,
      button: 'Vedi la richiesta',
    },
  },
  nl: {
    form: {
      open: 'Delegeren',
      title: 'Iemand anders laten ondertekenen?',
      text: (sender) =>
        `Deze persoon krijgt een eigen link, bewijst wie die is en ondertekent in eigen naam. ${sender} krijgt bericht met uw reden. Uw link eindigt; u kunt dit niet ongedaan maken.`,
      email: 'E-mailadres',
      firstName: 'Voornaam',
      lastName: 'Achternaam',
      phone: 'Mobiele telefoon (niet verplicht)',
      phoneHint: 'Krijgt de code. Bijvoorbeeld +31 6 12345678. Anders vult de persoon het in.',
      reason: 'Waarom deze persoon?',
      submit: 'Delegeren',
    },
    faults: {
      asked: 'Deze persoon is al bij het document betrokken: noem iemand anders.',
      email: 'Vul een e-mailadres in, bijvoorbeeld naam@example.com.',
      name: 'Vul voor- en achternaam in, zonder links.',
      phone: 'Vul een mobiel nummer met landcode in, bijvoorbeeld +31 6 12345678.',
      reason: 'Geef in enkele woorden een reden, zonder links.',
      limit: 'De afzender kan vandaag geen andere nieuwe personen schrijven. Probeer het morgen.',
    },
    done: {
      title: 'U hebt gedelegeerd',
      text: 'Iemand anders is in uw plaats gevraagd en heeft een eigen link gekregen. U hoeft hier niets meer te doen. Was u dit niet, laat het de afzender dan weten.',
    },
    notice: (from) => `${from} heeft u gevraagd in zijn of haar plaats te handelen.`,
    reason: 'Opgegeven reden',
    proof: {
      label: 'Gedelegeerd',
      text: ({ from, at, reason }) => `door ${from}, ${at}: ${reason}`,
      phoneFrom: 'van wie heeft gedelegeerd',
    },
    sender: {
      subject: ({ from, document }) => `Gedelegeerd door ${from}: “${document}”`,
      heading: 'Iemand heeft gedelegeerd',
      text: ({ from, person, document }) =>
        `${from} heeft ${person} aangewezen om bij “${document}” in zijn of haar plaats te handelen. ${person} heeft een eigen link gekregen. Bent u het er niet mee eens, wijzig dan de persoon of annuleer het verzoek.`,
      button: 'Verzoek bekijken',
    },
  },
  pt: {
    form: {
      open: 'Delegar',
      title: 'Pedir a outra pessoa que assine?',
      text: (sender) =>
        `Esta pessoa recebe uma ligação própria, prova quem é e assina em seu próprio nome. ${sender} receberá a informação, com o seu motivo. A sua ligação termina; não será possível voltar atrás.`,
      email: 'Endereço de e-mail',
      firstName: 'Nome próprio',
      lastName: 'Apelido',
      phone: 'Telemóvel (opcional)',
      phoneHint:
        'Recebe o código. Por exemplo +351 912 345 678. Se faltar, a pessoa introduz o seu.',
      reason: 'Porquê esta pessoa?',
      submit: 'Delegar',
    },
    faults: {
      asked: 'Esta pessoa já participa no documento: indique outra.',
      email: 'Introduza um endereço de e-mail, por exemplo nome@example.com.',
      name: 'Introduza o nome próprio e o apelido, sem ligações.',
      phone: 'Introduza um número de telemóvel com indicativo, por exemplo +351 912 345 678.',
      reason: 'Indique o motivo em poucas palavras, sem ligações.',
      limit: 'O remetente não pode escrever hoje a mais pessoas novas. Tente amanhã.',
    },
    done: {
      title: 'Delegação efetuada',
      text: 'Foi pedido a outra pessoa que aja em seu lugar, e ela recebeu uma ligação própria. Não tem mais nada a fazer aqui. Se não foi quem delegou, avise o remetente.',
    },
    notice: (from) => `${from} pediu-lhe que aja em seu lugar.`,
    reason: 'Motivo indicado',
    proof: {
      label: 'Delegação',
      text: ({ from, at, reason }) => `de ${from}, ${at}: ${reason}`,
      phoneFrom: 'indicado por quem delegou',
    },
    sender: {
      subject: ({ from, document }) => `Delegação de ${from}: «${document}»`,
      heading: 'Uma pessoa delegou',
      text: ({ from, person, document }) =>
        `${from} designou ${person} para agir em seu lugar em «${document}». ${person} recebeu uma ligação própria. Se não concordar, altere a pessoa ou cancele o pedido.`,
      button: 'Ver o pedido',
    },
  },
  pl: {
    form: {
      open: 'Przekaż',
      title: 'Przekazać podpis innej osobie?',
      text: (sender) =>
        `Ta osoba otrzyma własny link, potwierdzi tożsamość i podpisze we własnym imieniu. Nadawca (${sender}) otrzyma informację wraz z powodem. Obecny link straci ważność, a decyzji nie można cofnąć.`,
      email: 'Adres e-mail',
      firstName: 'Imię',
      lastName: 'Nazwisko',
      phone: 'Telefon komórkowy (opcjonalnie)',
      phoneHint: 'Na ten numer przyjdzie kod, np. +48 512 345 678. Bez niego poda go ta osoba.',
      reason: 'Dlaczego ta osoba?',
      submit: 'Przekaż',
    },
    faults: {
      asked: 'Ta osoba już uczestniczy w dokumencie: proszę wskazać inną.',
      email: 'Proszę podać adres e-mail, np. nazwa@example.com.',
      name: 'Proszę podać imię i nazwisko, bez linków.',
      phone: 'Proszę podać numer komórkowy z kodem kraju, np. +48 512 345 678.',
      reason: 'Proszę podać powód w kilku słowach, bez linków.',
      limit: 'Nadawca nie może dziś pisać do kolejnych nowych osób. Proszę spróbować jutro.',
    },
    done: {
      title: 'Prośba została przekazana',
      text: 'Poproszono inną osobę, która otrzymała własny link. Nic więcej nie trzeba tu robić. Jeśli stało się to bez wiedzy adresata, prosimy powiadomić nadawcę.',
    },
    notice: (from) => `Prośba o działanie w zastępstwie: ${from}.`,
    reason: 'Podany powód',
    proof: {
      label: 'Przekazanie',
      text: ({ from, at, reason }) => `od: ${from}, ${at}: ${reason}`,
      phoneFrom: 'od osoby przekazującej',
    },
    sender: {
      subject: ({ from, document }) => `Przekazanie (${from}): „${document}”`,
      heading: 'Ktoś przekazał prośbę innej osobie',
      text: ({ from, person, document }) =>
        `Wskazanie zastępcy w dokumencie „${document}”. Przekazuje: ${from}. Zastępuje: ${person}; ta osoba otrzymała własny link. W razie braku zgody prosimy zmienić osobę lub anulować prośbę.`,
      button: 'Zobacz prośbę',
    },
  },
}
