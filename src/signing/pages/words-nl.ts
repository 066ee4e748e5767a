/** The words of the signer's pages in Dutch. */
import { unbroken } from './unbroken.ts'
import type { SignWords } from './words-en.ts'

/** The texts of the signer's pages, in Dutch. */
export const nl: SignWords = {
  pageTitle: (name) => `“${name}” ondertekenen`,
  from: (sender) => `${sender} vraagt om uw handtekening`,
  steps: {
    label: 'Stappen',
    read: 'Lezen',
    agree: 'Akkoord',
    code: 'Code',
    sign: 'Ondertekenen',
    done: 'Klaar',
  },
  test: 'Testdocument: wat hier wordt ondertekend, heeft geen rechtsgevolg.',
  noScript: {
    title: 'JavaScript is uitgeschakeld',
    text: 'Het document, de code en de handtekening hebben JavaScript nodig. Schakel het in uw browser in en laad deze pagina opnieuw. U kunt het document ook zonder JavaScript lezen:',
  },
  decline: 'Weigeren',
  back: 'Terug',
  next: 'Verder',
  tryAgain: 'Opnieuw proberen',
  reload: 'Pagina opnieuw laden',
  facts: {
    title: 'Over dit document',
    document: 'Document',
    from: 'Van',
    to: 'Voor',
    pages: 'Pagina’s',
    sent: 'Verzonden',
    expires: 'Te ondertekenen vóór',
    message: 'Bericht',
    others: 'Ook ondertekenaar',
    fingerprint: 'Vingerafdruk (SHA-256)',
  },
  status: {
    waiting: 'wacht',
    invited: 'uitgenodigd',
    opened: 'heeft het document geopend',
    verified: 'gaat ondertekenen',
    signed: 'heeft ondertekend',
    declined: 'heeft geweigerd',
    blocked: 'geblokkeerd',
  },
  viewer: {
    label: 'Het document',
    toolbar: 'Weergave van het document',
    loading: 'Het document wordt geladen…',
    failed:
      'Het document kon niet worden geladen. Controleer uw verbinding; er is niets verloren gegaan.',
    page: (page, pages) => `Pagina ${page} van ${pages}`,
    pageShort: (page, pages) => `Pag. ${page}/${pages}`,
    appendix: 'Bijlage',
    reserved:
      'Deze pagina is bestemd voor het bewijs van de handtekeningen: wie wanneer heeft ondertekend en hoe ieder is geïdentificeerd. Ze wordt ingevuld en van het elektronische zegel van de dienst voorzien zodra iedereen heeft ondertekend.',
    zoomIn: 'Groter',
    zoomOut: 'Kleiner',
    signHere: 'Hier ondertekenen',
    goToField: (at, of) => (of > 1 ? `Handtekening ${at}/${of}` : 'Handtekening'),
    save: 'Kopie opslaan',
    about: 'Bericht en details',
    ready: (pages) => `Het document wordt weergegeven. Pagina’s: ${pages}.`,
  },
  read: {
    title: 'Lees het document',
    text: 'Dit is precies het bestand dat u ondertekent. Neem de tijd: tot de laatste stap wordt er niets ondertekend.',
    next: 'Gelezen: verder',
  },
  agree: {
    title: 'Ga akkoord met elektronisch ondertekenen',
    next: 'Akkoord en verder',
    show: 'Document nogmaals bekijken',
  },
  code: {
    title: 'Bevestig uw identiteit',
    why: 'Wij sturen een code van 6 cijfers per sms naar uw mobiele telefoon. Die bewijst dat de handtekening van u is en van niemand anders: deel de code niet.',
    whyTest:
      'Bij een echt verzoek wordt een code van 6 cijfers per sms naar uw mobiele telefoon gestuurd. Dit is een test: de code staat hier en er wordt geen sms verstuurd.',
    target: (phone) => `De code wordt naar ${unbroken(phone)} gestuurd.`,
    country: 'Land',
    phone: 'Mobiel telefoonnummer',
    phoneHint: 'Het wordt alleen voor deze handtekening gebruikt en maakt deel uit van het bewijs.',
    phoneWrong: (example) => `Dit is geen mobiel nummer van dat land. Voorbeeld: ${example}`,
    send: 'Stuur mij de code',
    sentTo: (phone) => `Wij hebben een code naar ${unbroken(phone)} gestuurd.`,
    label: 'Code van 6 cijfers',
    test: (code) => `Uw code is ${code}.`,
    hint: (time, isSent) =>
      `${isSent ? 'De sms kan een minuut onderweg zijn. ' : ''}De code is geldig tot ${time} uur en wordt gecontroleerd zodra hij volledig is.`,
    attempts: (left) => (left === 1 ? 'Nog 1 poging.' : `Nog ${left} pogingen.`),
    incomplete: 'De code bestaat uit 6 cijfers.',
    check: 'Code bevestigen',
    again: 'Nieuwe code sturen',
    againIn: (time) => `Nieuwe code over ${time}`,
    change: 'Nummer wijzigen',
    over: 'Deze code is niet meer geldig. Vraag een nieuwe aan.',
    undelivered: (phone, isChangeable) =>
      `De sms naar ${unbroken(phone)} kon niet worden bezorgd. Controleer of de telefoon aanstaat en bereik heeft en vraag dan een nieuwe code aan${isChangeable ? ', of wijzig het nummer' : '. Klopt het nummer niet, vraag dan de afzender het te corrigeren'}.`,
    newCode: 'Er is een nieuwe code onderweg; de vorige is niet meer geldig.',
  },
  mailCode: {
    why: 'Wij sturen een code van 6 cijfers naar uw e-mailadres. Deel de code niet.',
    whyTest:
      'Bij een echt verzoek wordt een code van 6 cijfers naar uw e-mailadres gestuurd. Dit is een test: de code staat hier en er wordt geen e-mail verstuurd.',
    target: (address) => `De code wordt naar ${address} gestuurd.`,
    sentTo: (address) => `Wij hebben een code naar ${address} gestuurd.`,
    hint: (time, isSent) =>
      `${isSent ? 'De e-mail kan een minuut onderweg zijn; kijk ook in uw map met ongewenste e-mail. ' : ''}De code is geldig tot ${time} uur en wordt gecontroleerd zodra hij volledig is.`,
    undelivered: (address) =>
      `De e-mail naar ${address} kon niet worden bezorgd. Klopt het adres niet, vraag dan de afzender het te corrigeren.`,
    wrong: 'Dit is niet de code uit de laatste e-mail.',
  },
  callCode: {
    why: 'Wij bellen uw telefoon. Neem op en druk op een toets: een stem noemt een code van 6 cijfers. Die bewijst dat u het bent: deel de code niet.',
    whyEither:
      'Wij sturen een code van 6 cijfers per sms naar uw mobiele telefoon; op een vaste lijn noemt een stem de code in een telefoongesprek. Die bewijst dat u het bent: deel de code niet.',
    whyTest:
      'Bij een echt verzoek wordt uw telefoon gebeld en een code van 6 cijfers genoemd. Dit is een test: de code staat hier en er wordt niemand gebeld.',
    target: (phone) => `Wij bellen ${unbroken(phone)}.`,
    phone: 'Telefoonnummer',
    phoneWrong: (example) => `Dit is geen telefoonnummer van dat land. Voorbeeld: ${example}`,
    send: 'Bel mij',
    sentTo: (phone) =>
      `Wij bellen ${unbroken(phone)}. Neem op en druk op een willekeurige toets om de code te horen.`,
    hint: (time) =>
      `De code is geldig tot ${time} uur en wordt gecontroleerd zodra hij volledig is.`,
    again: 'Bel mij opnieuw',
    instead: 'Bel mij liever',
    text: 'Stuur liever een sms',
    undelivered: (phone, isChangeable) =>
      `De oproep naar ${unbroken(phone)} kwam niet tot stand of er is geen toets ingedrukt. Blijf bij de telefoon en vraag dan een nieuwe oproep aan${isChangeable ? ', of wijzig het nummer' : '. Klopt het nummer niet, vraag dan de afzender het te corrigeren'}.`,
    wrong: 'Dit is niet de code uit de laatste oproep.',
  },
  passkey: {
    whyCode:
      'De afzender vraagt u met een passkey te ondertekenen. Eerst sturen wij per sms een code van 6 cijfers naar uw mobiele telefoon; daarna maakt u de passkey aan. Deel de code niet.',
    ask: 'Bevestig met uw passkey: de vingerafdruk, het gezicht of de pincode van uw apparaat. Deze blijft op uw apparaat.',
    confirm: 'Mijn passkey gebruiken',
    register: (sender) =>
      `De code klopt. Maak nu een passkey aan: de vingerafdruk, het gezicht of de pincode van uw apparaat. Voor het volgende document van ${sender} is dan geen code nodig; alleen het openbare deel van de passkey wordt bewaard.`,
    create: 'Een passkey aanmaken',
    failed:
      'De passkey is niet bevestigd. Probeer het opnieuw. Hebt u hem niet meer, vraag de afzender dan hem opnieuw in te stellen.',
    unsupported:
      'Deze browser biedt hier geen passkeys aan. Open de link in een andere browser of op een ander apparaat.',
    verified: 'Passkey bevestigd.',
  },
  totp: {
    whyCode:
      'De afzender vraagt u met een authenticator-app te ondertekenen. Eerst sturen wij per sms een code van 6 cijfers naar uw mobiele telefoon; daarna registreert u de app. Deel de code niet.',
    ask: 'Voer de code in die uw authenticator-app toont.',
    hint: 'De code verandert elke 30 seconden en werkt maar één keer.',
    enter: 'De code van mijn app invoeren',
    again: 'Opnieuw proberen',
    wrong:
      'Dit is niet de code die de app nu toont, of hij is al gebruikt. Wacht op de volgende. Hebt u de app niet meer, vraag de afzender dan hem opnieuw in te stellen.',
    register: (sender) =>
      `De code klopt. Registreer nu een authenticator-app: scan de afbeelding ermee, open de app op dit apparaat of voer de sleutel met de hand in. Voer daarna de code in die de app toont. Voor het volgende document van ${sender} is dan geen sms nodig.`,
    open: 'Mijn authenticator-app openen',
    secret: 'Sleutel',
    qr: 'QR-code voor de authenticator-app',
    verified: 'Code van de app bevestigd.',
  },
  sign: {
    title: 'Ondertekenen',
    verified: 'Code bevestigd.',
    how: 'Hoe wilt u ondertekenen?',
    drawn: 'Tekenen',
    typed: 'Typen',
    image: 'Afbeelding',
    drawHint: 'Teken met uw vinger, een pen of de muis. Kies met een toetsenbord “Typen”.',
    drawArea: 'Vlak om uw handtekening in te tekenen',
    undo: 'Ongedaan maken',
    clear: 'Wissen',
    text: 'Uw naam',
    look: 'Stijl',
    looks: ['Zwierig', 'Handschrift', 'Drukletters'],
    file: 'Afbeelding van uw handtekening',
    fileHint:
      'PNG of JPEG, donkere inkt op wit papier. De afbeelding wordt hier op uw apparaat verkleind.',
    fileWrong: 'Dit bestand is geen leesbare afbeelding. Kies een PNG of een JPEG.',
    fileLarge: 'Deze afbeelding is nog te groot. Kies een kleinere of eenvoudigere.',
    fileDrop: 'Kies een afbeelding of sleep die hierheen',
    preview: 'Uw handtekening op haar plaats in het document',
    missing: {
      drawn: 'Teken eerst uw handtekening.',
      typed: 'Typ eerst uw naam.',
      image: 'Kies eerst een afbeelding.',
    },
    legal: (name) =>
      `Door op de knop te drukken ondertekent u “${name}” met een elektronische handtekening die alleen voor u wordt gemaakt.`,
    submit: (name) => `“${name}” ondertekenen`,
    busy: 'Bezig met ondertekenen…',
    busyHint:
      'Uw certificaat wordt aangemaakt en uw handtekening aangebracht. Dit duurt enkele seconden.',
  },
  fill: {
    title: 'In te vullen',
    optional: 'optioneel',
    choose: 'Maak een keuze',
    missing: 'Vul dit in.',
    unticked: 'Vink dit vakje aan om verder te gaan.',
    number: 'Vul een getal in.',
    date: 'Vul een datum in.',
    least: (bound) => `Vul een waarde vanaf ${bound} in.`,
    most: (bound) => `Vul een waarde tot en met ${bound} in.`,
    long: (max) => `Kort de tekst in tot ${max} tekens.`,
    choice: 'Kies een van de opties.',
    hidden: 'De tekst bevat onzichtbare tekens. Typ deze opnieuw.',
    room: 'De tekst past niet op zijn plaats in het document. Kort deze in.',
  },
  files: {
    hint: (mb: number) =>
      `Een pdf, of een afbeelding als JPEG of PNG, van hoogstens ${mb} MB. Uit foto’s worden de plaats en andere gegevens van de camera verwijderd. De afzender krijgt het bestand zodra u hebt ondertekend.`,
    choose: 'Kies een bestand of maak een foto',
    sending: 'Wordt geüpload …',
    remove: 'Bestand verwijderen',
    missing: 'Voeg een bestand toe.',
    busy: 'Wacht tot het bestand is geüpload.',
    kind: 'Dit soort bestand wordt niet aangenomen. Kies een pdf, een JPEG of een PNG.',
    broken: 'Dit bestand is beschadigd. Kies een ander of fotografeer de pagina.',
    locked:
      'Deze pdf vraagt om een wachtwoord. Kies er een zonder wachtwoord of fotografeer de pagina.',
    large: 'Dit bestand is te groot. Kies een kleiner bestand.',
    changed:
      'Dit bestand is in een ander venster vervangen. Laad de pagina opnieuw en controleer het.',
  },
  declining: {
    title: 'Weigeren te ondertekenen?',
    text: (sender) =>
      `${sender} krijgt bericht met uw reden. Niemand kan dit document dan nog ondertekenen en u kunt dit niet ongedaan maken.`,
    reason: 'Waarom weigert u?',
    missing: 'Geef in enkele woorden een reden: de afzender heeft die nodig.',
    confirm: 'Weigeren te ondertekenen',
    cancel: 'Terug',
  },
  outcomes: {
    signed: {
      title: 'U hebt ondertekend',
      text: (name) =>
        `Uw handtekening op “${name}” is aangebracht en van een tijdstempel voorzien.`,
      next: 'De anderen moeten nog ondertekenen. Zodra de laatste dat heeft gedaan, krijgt u het definitieve document per e-mail; u kunt deze pagina sluiten.',
      later:
        'De anderen moeten nog ondertekenen. Zodra de laatste dat heeft gedaan, verschijnt het definitieve document hier.',
      sealing:
        'Het definitieve document wordt van het elektronische zegel voorzien. Het verschijnt hier zo meteen.',
    },
    completed: {
      title: 'Door iedereen ondertekend',
      text: (name) => `“${name}” is compleet.`,
      mailed: 'U hebt het ook per e-mail ontvangen.',
      download: 'Ondertekend document downloaden',
      keep: 'Bewaar het bestand zoals het is: het bevat de handtekeningen, het bewijs en alles wat nodig is om ze ook over jaren te controleren. Een afdruk bewijst niets.',
    },
    wait: {
      title: 'U bent nog niet aan de beurt',
      text: 'Anderen zijn vóór u aan de beurt. U krijgt een e-mail zodra u aan de beurt bent; deze link blijft dezelfde.',
      handed:
        'Anderen zijn vóór u aan de beurt. Kom terug zodra u aan de beurt bent; deze link blijft dezelfde.',
    },
    declined: {
      title: 'Dit document is geweigerd',
      text: (sender) =>
        `Het kan niet meer worden ondertekend. Is dit een vergissing, vraag ${sender} dan het opnieuw te sturen.`,
      own: (sender) =>
        `U hebt geweigerd te ondertekenen en ${sender} heeft bericht gekregen. Is dit een vergissing, vraag dan het document opnieuw te sturen.`,
    },
    cancelled: {
      title: 'De afzender heeft dit document ingetrokken',
      text: (sender) =>
        `Het kan niet meer worden ondertekend en u hoeft niets te doen. Vragen? Neem contact op met ${sender}.`,
    },
    expired: {
      title: 'De termijn om te ondertekenen is verstreken',
      text: (sender) =>
        `Vraag ${sender} het document opnieuw te sturen; u krijgt dan een nieuwe link.`,
      since: 'Verstreken op',
    },
    blocked: {
      title: 'Ondertekenen is voorlopig geblokkeerd',
      text: (sender) =>
        `Er zijn te veel codes aangevraagd of verkeerd ingevoerd. Om u te beschermen hebben wij alles stopgezet. Vraag ${sender} de blokkering op te heffen; u krijgt dan een e-mail met een nieuwe link.`,
      handed: (sender) =>
        `Er zijn te veel codes aangevraagd of verkeerd ingevoerd. Om u te beschermen hebben wij alles stopgezet. Vraag ${sender} de blokkering op te heffen en u een nieuwe link te geven.`,
    },
    failed: {
      title: 'Het document kon niet worden voltooid',
      text: (sender) =>
        `De fout ligt bij ons, niet bij u. Vraag ${sender} het document opnieuw te sturen.`,
    },
    unknown: {
      title: 'Deze link is ongeldig',
      text: 'Open de link uit de e-mail nogmaals: misschien is hij bij het kopiëren afgekapt. Ziet u deze pagina weer, vraag dan een nieuwe link aan degene die u het document heeft gestuurd.',
    },
    late: {
      title: 'Deze link is verlopen',
      text: 'Hij was maar kort geldig. Ga terug naar de pagina waar u hem vond en open het document opnieuw om een nieuwe link te krijgen.',
    },
    ended: {
      title: 'Deze link is verlopen',
      text: 'Iedereen heeft dit document enige tijd geleden ondertekend en de links zijn verlopen. Vraag een kopie aan degene die het u heeft gestuurd.',
    },
    busy: {
      title: 'Te veel bezoeken tegelijk',
      text: 'Wacht een minuut en laad de pagina dan opnieuw. Er is niets verloren gegaan.',
    },
    backTo: (host) => `Verder naar ${host}`,
  },
  errors: {
    offline:
      'Geen verbinding. Er is niets verloren gegaan: controleer uw netwerk en probeer het opnieuw.',
    server:
      'Er is bij ons iets misgegaan. Er is niets verloren gegaan: probeer het zo meteen opnieuw.',
    rate_limited: 'Te veel pogingen. Wacht een minuut en probeer het dan opnieuw.',
    consent_required:
      'Uw akkoord ontbreekt of de tekst ervan is gewijzigd. Laad de pagina opnieuw.',
    phone_required: 'Voer uw mobiele telefoonnummer in.',
    validation_failed: 'Dit is niet geaccepteerd. Controleer wat u hebt ingevoerd.',
    phone_not_mobile: 'Dit is geen mobiele telefoon: voer een mobiel nummer in.',
    phone_country:
      'Naar dit land worden geen sms’en gestuurd: voer een mobiel nummer uit een ander land in of vraag het de afzender.',
    phone_unknown:
      'Dit nummer is bij geen enkele aanbieder in gebruik: controleer de cijfers en het land.',
    otp_invalid: 'Dit is niet de code uit de laatste sms.',
    otp_expired: 'Deze code is niet meer geldig. Vraag een nieuwe aan.',
    otp_locked: 'Er zijn te veel verkeerde codes ingevoerd. Vraag een nieuwe aan.',
    otp_locked_today:
      'Er zijn op één dag te veel verkeerde codes ingevoerd. Vraag de afzender de blokkering op te heffen of probeer het morgen opnieuw.',
    otp_rate_limited: 'Er zijn te veel codes aangevraagd.',
    sms_limit_reached: 'De limiet voor sms-berichten is bereikt.',
    sms_unavailable: 'De sms kon niet worden verstuurd. Probeer het over enkele minuten opnieuw.',
    call_unavailable:
      'De oproep kon niet worden geplaatst. Probeer het over enkele minuten opnieuw.',
    call_impossible: 'Dit nummer kan niet worden gebeld. Controleer het of vraag het de afzender.',
    call_limit:
      'Dit nummer is in 24 uur drie keer gebeld. Probeer het morgen opnieuw of vraag het de afzender.',
    verification_required: 'Voor uw veiligheid moet de code nog één keer worden bevestigd.',
    document_changed:
      'Het document is intussen gewijzigd. Laad de pagina opnieuw en lees het nogmaals.',
    retryAt: (time) => `Probeer het om ${time} uur opnieuw.`,
  },
}
