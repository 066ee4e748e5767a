/** The words of the signer's pages in Italian. */
import { unbroken } from './unbroken.ts'
import type { SignWords } from './words-en.ts'

/** The texts of the signer's pages, in Italian. */
export const it: SignWords = {
  pageTitle: (name) => `Firmare «${name}»`,
  from: (sender) => `${sender} richiede la Sua firma`,
  steps: {
    label: 'Passaggi',
    read: 'Leggere',
    agree: 'Accettare',
    code: 'Codice',
    sign: 'Firmare',
    done: 'Fine',
  },
  test: 'Documento di prova: ciò che si firma qui non ha alcun valore legale.',
  noScript: {
    title: 'JavaScript è disattivato',
    text: 'Il documento, il codice e la firma richiedono JavaScript. Lo attivi nel browser, poi ricarichi questa pagina. Può leggere il documento anche senza:',
  },
  decline: 'Rifiuta',
  back: 'Indietro',
  next: 'Continua',
  tryAgain: 'Riprova',
  reload: 'Ricarica la pagina',
  facts: {
    title: 'Informazioni su questo documento',
    document: 'Documento',
    from: 'Da',
    to: 'Per',
    pages: 'Pagine',
    sent: 'Inviato',
    expires: 'Da firmare entro il',
    message: 'Messaggio',
    others: 'Firmano anche',
    fingerprint: 'Impronta (SHA-256)',
  },
  status: {
    waiting: 'in attesa',
    invited: 'invito inviato',
    opened: 'ha aperto il documento',
    verified: 'sta per firmare',
    signed: 'ha firmato',
    declined: 'ha rifiutato',
    blocked: 'firma bloccata',
  },
  viewer: {
    label: 'Il documento',
    toolbar: 'Visualizzazione del documento',
    loading: 'Caricamento del documento…',
    failed:
      'Non è stato possibile caricare il documento. Verifichi la connessione; nulla è andato perso.',
    page: (page, pages) => `Pagina ${page} di ${pages}`,
    pageShort: (page, pages) => `Pag. ${page}/${pages}`,
    appendix: 'Allegato',
    reserved:
      'Questa pagina è riservata alla prova delle firme: chi ha firmato, quando e come ciascuno è stato identificato. Viene compilata e munita del sigillo elettronico del servizio quando tutti hanno firmato.',
    zoomIn: 'Ingrandisci',
    zoomOut: 'Riduci',
    signHere: 'Firmi qui',
    goToField: (at, of) => (of > 1 ? `La mia firma ${at}/${of}` : 'La mia firma'),
    save: 'Salva una copia',
    about: 'Messaggio e dettagli',
    ready: (pages) => `Il documento è visualizzato. Pagine: ${pages}.`,
  },
  read: {
    title: 'Legga il documento',
    text: 'Questo è esattamente il file che firmerà. Si prenda il tempo necessario: fino all’ultimo passaggio non si firma nulla.',
    next: 'Ho letto: continua',
  },
  agree: {
    title: 'Accetti di firmare elettronicamente',
    next: 'Accetta e continua',
    show: 'Rivedi il documento',
  },
  code: {
    title: 'Confermi la Sua identità',
    why: 'Invieremo un codice di 6 cifre via SMS al Suo cellulare. Dimostra che la firma è Sua e di nessun altro: non lo comunichi a nessuno.',
    whyTest:
      'Una richiesta reale invia un codice di 6 cifre via SMS al Suo cellulare. Questa è una prova: il codice è visualizzato qui e non viene inviato alcun SMS.',
    target: (phone) => `Il codice sarà inviato al ${unbroken(phone)}.`,
    country: 'Paese',
    phone: 'Numero di cellulare',
    phoneHint: 'Serve solo per questa firma ed entra a far parte della relativa prova.',
    phoneWrong: (example) => `Non è un numero di cellulare di questo Paese. Esempio: ${example}`,
    send: 'Invia il codice',
    sentTo: (phone) => `Abbiamo inviato un codice al ${unbroken(phone)}.`,
    label: 'Codice di 6 cifre',
    test: (code) => `Il Suo codice è ${code}.`,
    hint: (time, isSent) =>
      `${isSent ? 'L’SMS può richiedere un minuto. ' : ''}Il codice è valido fino alle ${time} e viene verificato non appena è completo.`,
    attempts: (left) => (left === 1 ? 'Resta 1 tentativo.' : `Restano ${left} tentativi.`),
    incomplete: 'Il codice ha 6 cifre.',
    check: 'Conferma il codice',
    again: 'Invia un nuovo codice',
    againIn: (time) => `Nuovo codice tra ${time}`,
    change: 'Cambia numero',
    over: 'Questo codice non è più valido. Ne richieda uno nuovo.',
    undelivered: (phone, isChangeable) =>
      `Non è stato possibile recapitare l’SMS al ${unbroken(phone)}. Verifichi che il telefono sia acceso e abbia campo, poi richieda un nuovo codice${isChangeable ? ' o cambi il numero' : '. Se il numero è errato, chieda al mittente di correggerlo'}.`,
    newCode: 'Un nuovo codice è in arrivo; il precedente non è più valido.',
  },
  mailCode: {
    why: 'Invieremo un codice di 6 cifre al Suo indirizzo e-mail. Non lo comunichi a nessuno.',
    whyTest:
      'Una richiesta reale invia un codice di 6 cifre al Suo indirizzo e-mail. Questa è una prova: il codice è visualizzato qui e non viene inviata alcuna e-mail.',
    target: (address) => `Il codice sarà inviato a ${address}.`,
    sentTo: (address) => `Abbiamo inviato un codice a ${address}.`,
    hint: (time, isSent) =>
      `${isSent ? 'L’e-mail può richiedere un minuto; controlli anche la posta indesiderata. ' : ''}Il codice è valido fino alle ${time} e viene verificato non appena è completo.`,
    undelivered: (address) =>
      `Non è stato possibile recapitare l’e-mail a ${address}. Se l’indirizzo è errato, chieda al mittente di correggerlo.`,
    wrong: 'Non è il codice dell’ultima e-mail.',
  },
  callCode: {
    why: 'Chiameremo il Suo telefono. Risponda e prema un tasto: una voce Le detterà un codice di 6 cifre. Dimostra che è Lei: non lo comunichi a nessuno.',
    whyEither:
      'Invieremo un codice di 6 cifre via SMS al Suo cellulare; su un telefono fisso, una voce Le detterà il codice in una chiamata. Dimostra che è Lei: non lo comunichi a nessuno.',
    whyTest:
      'Una richiesta reale chiama il Suo telefono e detta un codice di 6 cifre. Questa è una prova: il codice è visualizzato qui e nessuno viene chiamato.',
    target: (phone) => `Chiameremo il ${unbroken(phone)}.`,
    phone: 'Numero di telefono',
    phoneWrong: (example) => `Non è un numero di telefono di questo Paese. Esempio: ${example}`,
    send: 'Ricevi la chiamata',
    sentTo: (phone) =>
      `Stiamo chiamando il ${unbroken(phone)}. Risponda e prema un tasto qualsiasi per ascoltare il codice.`,
    hint: (time) =>
      `Il codice è valido fino alle ${time} e viene verificato non appena è completo.`,
    again: 'Ricevi un’altra chiamata',
    instead: 'Ricevi invece una chiamata',
    text: 'Ricevi invece un SMS',
    undelivered: (phone, isChangeable) =>
      `La chiamata al ${unbroken(phone)} non è riuscita oppure non è stato premuto alcun tasto. Resti vicino al telefono, poi richieda un’altra chiamata${isChangeable ? ' o cambi il numero' : '. Se il numero è errato, chieda al mittente di correggerlo'}.`,
    wrong: 'Non è il codice dell’ultima chiamata.',
  },
  passkey: {
    whyCode:
      'Il mittente Le chiede di firmare con una passkey. Prima inviamo via SMS un codice di 6 cifre al Suo cellulare; poi crea la passkey. Non comunichi il codice a nessuno.',
    ask: 'Confermi con la Sua passkey: l’impronta, il volto o il PIN del Suo dispositivo. Resta sul Suo dispositivo.',
    confirm: 'Usare la mia passkey',
    register: (sender) =>
      `Il codice è corretto. Ora crei una passkey: l’impronta, il volto o il PIN del Suo dispositivo. Il prossimo documento di ${sender} non richiederà alcun codice; viene conservata solo la parte pubblica della passkey.`,
    create: 'Creare una passkey',
    failed:
      'La passkey non è stata confermata. Riprovi. Se non la ha più, chieda al mittente di reimpostarla.',
    unsupported:
      'Questo browser non offre passkey qui. Apra il link in un altro browser o su un altro dispositivo.',
    verified: 'Passkey confermata.',
  },
  totp: {
    whyCode:
      'Il mittente Le chiede di firmare con un’app di autenticazione. Prima inviamo via SMS un codice di 6 cifre al Suo cellulare; poi registra l’app. Non comunichi il codice a nessuno.',
    ask: 'Inserisca il codice mostrato dalla Sua app di autenticazione.',
    hint: 'Cambia ogni 30 secondi e ogni codice vale una sola volta.',
    enter: 'Inserire il codice della mia app',
    again: 'Riprovare',
    wrong:
      'Questo non è il codice che l’app mostra ora, oppure è già stato usato. Attenda il prossimo. Se non ha più l’app, chieda al mittente di reimpostarla.',
    register: (sender) =>
      `Il codice è corretto. Ora registri un’app di autenticazione: scansioni l’immagine con l’app, la apra su questo dispositivo o inserisca la chiave a mano. Poi inserisca il codice mostrato dall’app. Il prossimo documento di ${sender} non richiederà alcun SMS.`,
    open: 'Aprire la mia app di autenticazione',
    secret: 'Chiave',
    qr: 'Codice QR per l’app di autenticazione',
    verified: 'Codice dell’app confermato.',
  },
  sign: {
    title: 'Firmare',
    verified: 'Codice confermato.',
    how: 'Come desidera firmare?',
    drawn: 'Disegna',
    typed: 'Digita',
    image: 'Immagine',
    drawHint: 'Disegni con il dito, una penna o il mouse. Con la tastiera scelga «Digita».',
    drawArea: 'Area in cui disegnare la firma',
    undo: 'Annulla',
    clear: 'Cancella',
    text: 'Il Suo nome',
    look: 'Stile',
    looks: ['Corsivo', 'A mano', 'Stampatello'],
    file: 'Immagine della Sua firma',
    fileHint:
      'PNG o JPEG, inchiostro scuro su carta bianca. Viene ridotta qui, sul Suo dispositivo.',
    fileWrong: 'Questo file non è un’immagine leggibile. Scelga un PNG o un JPEG.',
    fileLarge: 'Questa immagine è ancora troppo grande. Ne scelga una più piccola o più semplice.',
    fileDrop: 'Scelga un’immagine o la trascini qui',
    preview: 'La Sua firma al suo posto nel documento',
    missing: {
      drawn: 'Disegni prima la Sua firma.',
      typed: 'Digiti prima il Suo nome.',
      image: 'Scelga prima un’immagine.',
    },
    legal: (name) =>
      `Premendo il pulsante firma «${name}» con una firma elettronica creata solo per Lei.`,
    submit: (name) => `Firma «${name}»`,
    busy: 'Firma in corso…',
    busyHint:
      'Il Suo certificato viene creato e la Sua firma apposta. L’operazione richiede alcuni secondi.',
  },
  fill: {
    title: 'Da compilare',
    optional: 'facoltativo',
    choose: 'Scelga',
    missing: 'Compili questo campo.',
    unticked: 'Spunti questa casella per continuare.',
    number: 'Inserisca un numero.',
    date: 'Inserisca una data.',
    least: (bound) => `Inserisca un valore a partire da ${bound}.`,
    most: (bound) => `Inserisca un valore fino a ${bound}.`,
    long: (max) => `Accorci il testo a ${max} caratteri.`,
    choice: 'Scelga una delle opzioni.',
    hidden: 'Il testo contiene caratteri invisibili. Lo scriva di nuovo.',
    room: 'Il testo non entra nel suo spazio nel documento. Lo accorci.',
  },
  files: {
    hint: (mb: number) =>
      `Un PDF oppure un’immagine JPEG o PNG, di ${mb} MB al massimo. Dalle fotografie vengono rimossi il luogo e gli altri dati della fotocamera. Il mittente riceve il file dopo la Sua firma.`,
    choose: 'Scelga un file o scatti una foto',
    sending: 'Caricamento…',
    remove: 'Rimuovi il file',
    missing: 'Aggiunga un file.',
    busy: 'Attenda che il file sia caricato.',
    kind: 'Questo tipo di file non è accettato. Scelga un PDF, un JPEG o un PNG.',
    broken: 'Questo file è danneggiato. Ne scelga un altro o fotografi la pagina.',
    locked: 'Questo PDF richiede una password. Ne scelga uno senza password o fotografi la pagina.',
    large: 'Questo file è troppo grande. Ne scelga uno più piccolo.',
    changed:
      'Questo file è stato sostituito in un’altra finestra. Ricarichi la pagina e lo controlli.',
  },
  declining: {
    title: 'Rifiutare di firmare?',
    text: (sender) =>
      `${sender} ne sarà informato, con la Sua motivazione. Nessuno potrà più firmare questo documento e l’operazione non si può annullare.`,
    reason: 'Perché rifiuta?',
    missing: 'Indichi il motivo in poche parole: serve al mittente.',
    confirm: 'Rifiuta di firmare',
    cancel: 'Indietro',
  },
  outcomes: {
    signed: {
      title: 'Ha firmato',
      text: (name) => `La Sua firma su «${name}» è stata apposta con marca temporale.`,
      next: 'Mancano ancora altre firme. Riceverà il documento finale via e-mail non appena ci sarà l’ultima; può chiudere questa pagina.',
      later:
        'Mancano ancora altre firme. Il documento finale apparirà qui non appena ci sarà l’ultima.',
      sealing:
        'Il sigillo elettronico viene apposto al documento finale, che apparirà qui tra un momento.',
    },
    completed: {
      title: 'Firmato da tutti',
      text: (name) => `«${name}» è completo.`,
      mailed: 'Le è stato inviato anche via e-mail.',
      download: 'Scarica il documento firmato',
      keep: 'Conservi il file così com’è: contiene le firme, la prova e tutto ciò che serve per verificarle anche tra anni. Una stampa non prova nulla.',
    },
    wait: {
      title: 'Non è ancora il Suo turno',
      text: 'Altri vengono prima di Lei. Riceverà un’e-mail quando sarà il Suo turno; questo link resta lo stesso.',
      handed:
        'Altri vengono prima di Lei. Torni quando sarà il Suo turno; questo link resta lo stesso.',
    },
    declined: {
      title: 'Questo documento è stato rifiutato',
      text: (sender) =>
        `Non può più essere firmato. Se si tratta di un errore, chieda a ${sender} di inviarlo di nuovo.`,
      own: (sender) =>
        `Ha rifiutato di firmare e ${sender} ne è stato informato. Se si tratta di un errore, chieda un nuovo invio.`,
    },
    cancelled: {
      title: 'Il mittente ha ritirato questo documento',
      text: (sender) =>
        `Non può più essere firmato e non deve fare nulla. Domande? Si rivolga a ${sender}.`,
    },
    expired: {
      title: 'Il termine per firmare è scaduto',
      text: (sender) =>
        `Chieda a ${sender} di inviare di nuovo il documento; riceverà così un nuovo link.`,
      since: 'Scaduto il',
    },
    blocked: {
      title: 'La firma è bloccata per il momento',
      text: (sender) =>
        `Sono stati richiesti o inseriti in modo errato troppi codici: abbiamo fermato tutto per proteggerLa. Chieda a ${sender} di sbloccare la firma; riceverà un’e-mail con un nuovo link.`,
      handed: (sender) =>
        `Sono stati richiesti o inseriti in modo errato troppi codici: abbiamo fermato tutto per proteggerLa. Chieda a ${sender} di sbloccare la firma e di darLe un nuovo link.`,
    },
    failed: {
      title: 'Non è stato possibile completare il documento',
      text: (sender) =>
        `L’errore è nostro, non Suo. Chieda a ${sender} di inviare di nuovo il documento.`,
    },
    unknown: {
      title: 'Questo link non è valido',
      text: 'Apra di nuovo il link dell’e-mail: forse è stato troncato durante la copia. Se vede ancora questa pagina, chieda un nuovo link a chi Le ha inviato il documento.',
    },
    late: {
      title: 'Questo link è scaduto',
      text: 'Era valido solo per poco tempo. Torni alla pagina in cui lo ha trovato e riapra il documento per ottenere un nuovo link.',
    },
    ended: {
      title: 'Questo link è scaduto',
      text: 'Tutti hanno firmato questo documento qualche tempo fa e i suoi link sono scaduti. Per averne una copia, si rivolga a chi glielo ha inviato.',
    },
    busy: {
      title: 'Troppe visite insieme',
      text: 'Attenda un minuto, poi ricarichi la pagina. Nulla è andato perso.',
    },
    backTo: (host) => `Continua su ${host}`,
  },
  errors: {
    offline: 'Nessuna connessione. Nulla è andato perso: verifichi la rete e riprovi.',
    server:
      'Si è verificato un errore da parte nostra. Nulla è andato perso: riprovi tra un momento.',
    rate_limited: 'Troppi tentativi. Attenda un minuto, poi riprovi.',
    consent_required: 'Manca il Suo consenso o il suo testo è cambiato. Ricarichi la pagina.',
    phone_required: 'Inserisca il Suo numero di cellulare.',
    validation_failed: 'Il dato non è stato accettato. Verifichi quanto ha inserito.',
    phone_not_mobile: 'Non è un cellulare: inserisca un numero di cellulare.',
    phone_country:
      'In questo Paese non vengono inviati SMS: inserisca un cellulare di un altro Paese o si rivolga al mittente.',
    phone_unknown: 'Nessun operatore usa questo numero: verifichi le cifre e il Paese.',
    otp_invalid: 'Non è il codice dell’ultimo SMS.',
    otp_expired: 'Questo codice non è più valido. Ne richieda uno nuovo.',
    otp_locked: 'Sono stati inseriti troppi codici errati. Ne richieda uno nuovo.',
    otp_locked_today:
      'Sono stati inseriti troppi codici errati in un giorno. Chieda al mittente di sbloccare la firma o riprovi domani.',
    otp_rate_limited: 'Sono stati richiesti troppi codici.',
    sms_limit_reached: 'È stato raggiunto il limite di SMS.',
    sms_unavailable: 'Non è stato possibile inviare l’SMS. Riprovi tra qualche minuto.',
    call_unavailable: 'Non è stato possibile effettuare la chiamata. Riprovi tra qualche minuto.',
    call_impossible:
      'Questo numero non può essere chiamato. Lo verifichi o si rivolga al mittente.',
    call_limit:
      'Questo numero è stato chiamato tre volte in 24 ore. Riprovi domani o si rivolga al mittente.',
    verification_required: 'Per la Sua sicurezza il codice va confermato ancora una volta.',
    document_changed: 'Nel frattempo il documento è cambiato. Ricarichi la pagina e lo rilegga.',
    retryAt: (time) => `Riprovi alle ${time}.`,
  },
}
