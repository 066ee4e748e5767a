/** The words of the signer's pages in French. */
import { unbroken } from './unbroken.ts'
import type { SignWords } from './words-en.ts'

/** The texts of the signer's pages, in French. */
export const fr: SignWords = {
  pageTitle: (name) => `Signer « ${name} »`,
  from: (sender) => `${sender} vous demande votre signature`,
  steps: {
    label: 'Étapes',
    read: 'Lire',
    agree: 'Accepter',
    code: 'Code',
    sign: 'Signer',
    done: 'Terminé',
  },
  test: 'Document de test : ce qui est signé ici n’a aucune valeur juridique.',
  noScript: {
    title: 'JavaScript est désactivé',
    text: 'Le document, le code et la signature ont besoin de JavaScript. Activez-le dans votre navigateur, puis rechargez cette page. Vous pouvez lire le document sans cela :',
  },
  decline: 'Refuser',
  back: 'Retour',
  next: 'Continuer',
  tryAgain: 'Réessayer',
  reload: 'Recharger la page',
  facts: {
    title: 'À propos de ce document',
    document: 'Document',
    from: 'De',
    to: 'Pour',
    pages: 'Pages',
    sent: 'Envoyé',
    expires: 'À signer avant le',
    message: 'Message',
    others: 'Signent aussi',
    fingerprint: 'Empreinte (SHA-256)',
  },
  status: {
    waiting: 'en attente',
    invited: 'invité',
    opened: 'a ouvert le document',
    verified: 'sur le point de signer',
    signed: 'a signé',
    declined: 'a refusé',
    blocked: 'bloqué',
  },
  viewer: {
    label: 'Le document',
    toolbar: 'Affichage du document',
    loading: 'Chargement du document…',
    failed: 'Le document n’a pas pu être chargé. Vérifiez votre connexion ; rien n’est perdu.',
    page: (page, pages) => `Page ${page} sur ${pages}`,
    pageShort: (page, pages) => `Page ${page}/${pages}`,
    appendix: 'Annexe',
    reserved:
      'Page réservée à la preuve des signatures : qui a signé, quand, et comment chacun a été identifié. Elle est remplie et revêtue du cachet électronique du service quand tous ont signé.',
    zoomIn: 'Agrandir',
    zoomOut: 'Réduire',
    signHere: 'Signez ici',
    goToField: (at, of) => (of > 1 ? `Ma signature ${at}/${of}` : 'Ma signature'),
    save: 'Enregistrer une copie',
    about: 'Message et détails',
    ready: (pages) => `Le document est affiché. Pages : ${pages}.`,
  },
  read: {
    title: 'Lisez le document',
    text: 'C’est exactement le fichier que vous signerez. Prenez votre temps : rien n’est signé avant la dernière étape.',
    next: 'J’ai lu : continuer',
  },
  agree: {
    title: 'Acceptez la signature électronique',
    next: 'Accepter et continuer',
    show: 'Revoir le document',
  },
  code: {
    title: 'Confirmez que c’est bien vous',
    why: 'Nous envoyons un code à 6 chiffres par SMS sur votre téléphone mobile. Il prouve que c’est bien vous qui signez : ne le communiquez à personne.',
    whyTest:
      'Une demande réelle envoie un code à 6 chiffres par SMS sur votre téléphone mobile. Ceci est un test : le code s’affiche ici, et aucun SMS n’est envoyé.',
    target: (phone) => `Le code sera envoyé au ${unbroken(phone)}.`,
    country: 'Pays',
    phone: 'Numéro de téléphone mobile',
    phoneHint: 'Il ne sert qu’à cette signature et fait partie de sa preuve.',
    phoneWrong: (example) => `Ce n’est pas un numéro de mobile de ce pays. Exemple : ${example}`,
    send: 'M’envoyer le code',
    sentTo: (phone) => `Nous avons envoyé un code au ${unbroken(phone)}.`,
    label: 'Code à 6 chiffres',
    test: (code) => `Votre code est ${code}.`,
    hint: (time, isSent) =>
      `${isSent ? 'Le SMS peut mettre une minute à arriver. ' : ''}Le code est valable jusqu’à ${time} et vérifié dès qu’il est complet.`,
    attempts: (left) => (left === 1 ? 'Il reste 1 essai.' : `Il reste ${left} essais.`),
    incomplete: 'Le code comporte 6 chiffres.',
    check: 'Confirmer le code',
    again: 'Envoyer un nouveau code',
    againIn: (time) => `Nouveau code dans ${time}`,
    change: 'Changer de numéro',
    over: 'Ce code n’est plus valable. Demandez-en un nouveau.',
    undelivered: (phone, isChangeable) =>
      `Le SMS au ${unbroken(phone)} n’a pas pu être remis. Vérifiez que le téléphone est allumé et capte, puis demandez un nouveau code${isChangeable ? ', ou changez de numéro' : '. Si le numéro est faux, demandez à l’expéditeur de le corriger'}.`,
    newCode: 'Un nouveau code est en route ; le précédent n’est plus valable.',
  },
  mailCode: {
    why: 'Nous envoyons un code à 6 chiffres à votre adresse e-mail. Ne le communiquez à personne.',
    whyTest:
      'Une demande réelle envoie un code à 6 chiffres à votre adresse e-mail. Ceci est un test : le code s’affiche ici, et aucun e-mail n’est envoyé.',
    target: (address) => `Le code sera envoyé à ${address}.`,
    sentTo: (address) => `Nous avons envoyé un code à ${address}.`,
    hint: (time, isSent) =>
      `${isSent ? 'L’e-mail peut mettre une minute à arriver ; regardez aussi dans vos courriers indésirables. ' : ''}Le code est valable jusqu’à ${time} et vérifié dès qu’il est complet.`,
    undelivered: (address) =>
      `L’e-mail à ${address} n’a pas pu être remis. Si l’adresse est fausse, demandez à l’expéditeur de la corriger.`,
    wrong: 'Ce n’est pas le code du dernier e-mail.',
  },
  callCode: {
    why: 'Nous appelons votre téléphone. Décrochez et appuyez sur une touche : une voix vous dicte un code à 6 chiffres. Il prouve que c’est bien vous : ne le communiquez à personne.',
    whyEither:
      'Nous envoyons un code à 6 chiffres par SMS sur votre téléphone mobile ; sur une ligne fixe, une voix vous le dicte lors d’un appel. Il prouve que c’est bien vous : ne le communiquez à personne.',
    whyTest:
      'Une demande réelle appelle votre téléphone et dicte un code à 6 chiffres. Ceci est un test : le code s’affiche ici, et personne n’est appelé.',
    target: (phone) => `Nous appellerons le ${unbroken(phone)}.`,
    phone: 'Numéro de téléphone',
    phoneWrong: (example) => `Ce n’est pas un numéro de téléphone de ce pays. Exemple : ${example}`,
    send: 'M’appeler',
    sentTo: (phone) =>
      `Nous appelons le ${unbroken(phone)}. Décrochez et appuyez sur une touche pour entendre le code.`,
    hint: (time) => `Le code est valable jusqu’à ${time} et vérifié dès qu’il est complet.`,
    again: 'M’appeler de nouveau',
    instead: 'M’appeler plutôt',
    text: 'M’envoyer plutôt un SMS',
    undelivered: (phone, isChangeable) =>
      `L’appel au ${unbroken(phone)} n’a pas abouti, ou aucune touche n’a été pressée. Restez près du téléphone, puis demandez un nouvel appel${isChangeable ? ', ou changez de numéro' : '. Si le numéro est faux, demandez à l’expéditeur de le corriger'}.`,
    wrong: 'Ce n’est pas le code du dernier appel.',
  },
  passkey: {
    whyCode:
      'L’expéditeur vous demande de signer avec une clé d’accès (passkey). Nous envoyons d’abord un code à 6 chiffres par SMS sur votre téléphone mobile ; vous créez ensuite la clé d’accès. Ne communiquez le code à personne.',
    ask: 'Confirmez avec votre clé d’accès (passkey) : l’empreinte, le visage ou le code de votre appareil. Elle ne quitte pas votre appareil.',
    confirm: 'Utiliser ma clé d’accès',
    register: (sender) =>
      `Le code est bon. Créez maintenant une clé d’accès (passkey) : l’empreinte, le visage ou le code de votre appareil. Le prochain document de ${sender} ne demandera plus de code ; seule la partie publique de la clé est conservée.`,
    create: 'Créer une clé d’accès',
    failed:
      'La clé d’accès n’a pas été confirmée. Réessayez. Si vous ne l’avez plus, demandez à l’expéditeur de la réinitialiser.',
    unsupported:
      'Ce navigateur ne propose pas de clé d’accès ici. Ouvrez le lien dans un autre navigateur ou sur un autre appareil.',
    verified: 'Clé d’accès confirmée.',
  },
  totp: {
    whyCode:
      'L’expéditeur vous demande de signer avec une application d’authentification. Nous envoyons d’abord un code à 6 chiffres par SMS sur votre téléphone mobile ; vous enregistrez ensuite l’application. Ne communiquez le code à personne.',
    ask: 'Saisissez le code affiché par votre application d’authentification.',
    hint: 'Il change toutes les 30 secondes, et chaque code ne sert qu’une fois.',
    enter: 'Saisir le code de mon application',
    again: 'Réessayer',
    wrong:
      'Ce n’est pas le code que l’application affiche maintenant, ou il a déjà servi. Attendez le suivant. Si vous n’avez plus l’application, demandez à l’expéditeur de la réinitialiser.',
    register: (sender) =>
      `Le code est bon. Enregistrez maintenant une application d’authentification : scannez l’image avec elle, ouvrez-la sur cet appareil ou saisissez la clé à la main. Saisissez ensuite le code que l’application affiche. Le prochain document de ${sender} ne demandera plus de SMS.`,
    open: 'Ouvrir mon application d’authentification',
    secret: 'Clé',
    qr: 'QR code pour l’application d’authentification',
    verified: 'Code de l’application confirmé.',
  },
  sign: {
    title: 'Signez',
    verified: 'Code confirmé.',
    how: 'Comment voulez-vous signer ?',
    drawn: 'Dessiner',
    typed: 'Taper',
    image: 'Image',
    drawHint: 'Dessinez au doigt, au stylet ou à la souris. Au clavier, choisissez « Taper ».',
    drawArea: 'Zone où dessiner votre signature',
    undo: 'Annuler le trait',
    clear: 'Effacer',
    text: 'Votre nom',
    look: 'Style',
    looks: ['Cursive', 'Manuscrite', 'Imprimée'],
    file: 'Image de votre signature',
    fileHint:
      'PNG ou JPEG, encre sombre sur papier blanc. Elle est réduite ici, sur votre appareil.',
    fileWrong: 'Ce fichier n’est pas une image lisible. Choisissez un PNG ou un JPEG.',
    fileLarge: 'Cette image reste trop lourde. Choisissez-en une plus petite ou plus simple.',
    fileDrop: 'Choisissez une image, ou déposez-la ici',
    preview: 'Votre signature, à sa place sur le document',
    missing: {
      drawn: 'Dessinez d’abord votre signature.',
      typed: 'Tapez d’abord votre nom.',
      image: 'Choisissez d’abord une image.',
    },
    legal: (name) =>
      `En appuyant sur le bouton, vous signez « ${name} » par une signature électronique établie pour vous seul.`,
    submit: (name) => `Signer « ${name} »`,
    busy: 'Signature en cours…',
    busyHint: 'Votre certificat est créé et votre signature apposée. Cela prend quelques secondes.',
  },
  fill: {
    title: 'À compléter',
    optional: 'facultatif',
    choose: 'Choisissez',
    missing: 'Remplissez ce champ.',
    unticked: 'Cochez cette case pour continuer.',
    number: 'Saisissez un nombre.',
    date: 'Saisissez une date.',
    least: (bound) => `Saisissez une valeur d’au moins ${bound}.`,
    most: (bound) => `Saisissez une valeur d’au plus ${bound}.`,
    long: (max) => `Raccourcissez ce texte à ${max} caractères.`,
    choice: 'Choisissez l’une des options.',
    hidden: 'Ce texte contient des caractères invisibles. Saisissez-le de nouveau.',
    room: 'Ce texte ne tient pas à sa place dans le document. Raccourcissez-le.',
  },
  files: {
    hint: (mb: number) =>
      `Un PDF, ou une image JPEG ou PNG, de ${mb} Mo au maximum. Le lieu et les autres informations de l’appareil sont retirés des photos. L’expéditeur reçoit le fichier une fois que vous avez signé.`,
    choose: 'Choisissez un fichier ou prenez une photo',
    sending: 'Envoi en cours…',
    remove: 'Retirer le fichier',
    missing: 'Ajoutez un fichier.',
    busy: 'Attendez que le fichier soit envoyé.',
    kind: 'Ce type de fichier n’est pas accepté. Choisissez un PDF, un JPEG ou un PNG.',
    broken: 'Ce fichier est endommagé. Choisissez-en un autre, ou photographiez la page.',
    locked:
      'Ce PDF exige un mot de passe. Choisissez-en un sans mot de passe, ou photographiez la page.',
    large: 'Ce fichier est trop lourd. Choisissez-en un plus petit.',
    changed: 'Ce fichier a été remplacé dans une autre fenêtre. Rechargez la page et vérifiez-le.',
  },
  declining: {
    title: 'Refuser de signer ?',
    text: (sender) =>
      `${sender} en sera informé, avec votre motif. Plus personne ne pourra signer ce document, et vous ne pourrez pas revenir en arrière.`,
    reason: 'Pourquoi refusez-vous ?',
    missing: 'Indiquez votre motif en quelques mots : l’expéditeur en a besoin.',
    confirm: 'Refuser de signer',
    cancel: 'Revenir en arrière',
  },
  outcomes: {
    signed: {
      title: 'Vous avez signé',
      text: (name) => `Votre signature sur « ${name} » est apposée et horodatée.`,
      next: 'Les autres doivent encore signer. Vous recevrez le document final par e-mail dès que le dernier aura signé ; vous pouvez fermer cette page.',
      later:
        'Les autres doivent encore signer. Le document final apparaîtra ici dès que le dernier aura signé.',
      sealing:
        'Le cachet électronique est en cours d’apposition. Le document final apparaîtra ici dans un instant.',
    },
    completed: {
      title: 'Signé par tous',
      text: (name) => `« ${name} » est complet.`,
      mailed: 'Il vous a aussi été envoyé par e-mail.',
      download: 'Télécharger le document signé',
      keep: 'Conservez le fichier tel quel : il contient les signatures, la preuve et tout ce qui permet de les vérifier dans des années. Une impression ne prouve rien.',
    },
    wait: {
      title: 'Ce n’est pas encore votre tour',
      text: 'D’autres personnes passent avant vous. Vous recevrez un e-mail dès que ce sera votre tour ; ce lien restera le même.',
      handed:
        'D’autres personnes passent avant vous. Revenez quand ce sera votre tour ; ce lien restera le même.',
    },
    declined: {
      title: 'Ce document a été refusé',
      text: (sender) =>
        `Il ne peut plus être signé. Si c’est une erreur, demandez à ${sender} de le renvoyer.`,
      own: (sender) =>
        `Vous avez refusé de signer et ${sender} en a été informé. Si c’est une erreur, demandez un nouvel envoi.`,
    },
    cancelled: {
      title: 'L’expéditeur a retiré ce document',
      text: (sender) =>
        `Il ne peut plus être signé et vous n’avez rien à faire. Une question ? Demandez à ${sender}.`,
    },
    expired: {
      title: 'Le délai de signature est passé',
      text: (sender) =>
        `Demandez à ${sender} de renvoyer le document ; vous recevrez alors un nouveau lien.`,
      since: 'Expiré le',
    },
    blocked: {
      title: 'La signature est bloquée pour le moment',
      text: (sender) =>
        `Trop de codes ont été demandés ou mal saisis : nous avons tout arrêté pour vous protéger. Demandez à ${sender} de vous débloquer ; vous recevrez alors un e-mail avec un nouveau lien.`,
      handed: (sender) =>
        `Trop de codes ont été demandés ou mal saisis : nous avons tout arrêté pour vous protéger. Demandez à ${sender} de vous débloquer et de vous donner un nouveau lien.`,
    },
    failed: {
      title: 'Le document n’a pas pu être finalisé',
      text: (sender) =>
        `L’erreur vient de nous, pas de vous. Demandez à ${sender} de renvoyer le document.`,
    },
    unknown: {
      title: 'Ce lien n’est pas valide',
      text: 'Rouvrez le lien de l’e-mail : il a peut-être été coupé lors de la copie. Si cette page s’affiche encore, demandez un nouveau lien à la personne qui vous a envoyé le document.',
    },
    late: {
      title: 'Ce lien a expiré',
      text: 'Il n’était valable que peu de temps. Retournez à la page où vous l’avez trouvé et ouvrez de nouveau le document pour obtenir un nouveau lien.',
    },
    ended: {
      title: 'Ce lien a expiré',
      text: 'Le document a été signé par tous il y a quelque temps et ses liens ont expiré. Pour en obtenir une copie, demandez à la personne qui vous l’a envoyé.',
    },
    busy: {
      title: 'Trop de visites à la fois',
      text: 'Attendez une minute, puis rechargez la page. Rien n’est perdu.',
    },
    backTo: (host) => `Continuer vers ${host}`,
  },
  errors: {
    offline: 'Pas de connexion. Rien n’est perdu : vérifiez votre réseau et réessayez.',
    server:
      'Une erreur s’est produite de notre côté. Rien n’est perdu : réessayez dans un instant.',
    rate_limited: 'Trop de tentatives. Attendez une minute, puis réessayez.',
    consent_required: 'Votre accord n’a pas été donné, ou son texte a changé. Rechargez la page.',
    phone_required: 'Saisissez votre numéro de téléphone mobile.',
    validation_failed: 'Cette saisie n’est pas acceptée. Vérifiez-la.',
    phone_not_mobile: 'Ce n’est pas un téléphone mobile : indiquez un numéro de mobile.',
    phone_country:
      'Aucun SMS n’est envoyé vers ce pays : indiquez un mobile d’un autre pays, ou demandez à l’expéditeur.',
    phone_unknown: 'Ce numéro n’est attribué à aucun opérateur : vérifiez les chiffres et le pays.',
    otp_invalid: 'Ce n’est pas le code du dernier SMS.',
    otp_expired: 'Ce code n’est plus valable. Demandez-en un nouveau.',
    otp_locked: 'Trop de codes erronés ont été saisis. Demandez-en un nouveau.',
    otp_locked_today:
      'Trop de codes erronés ont été saisis en un jour. Demandez à l’expéditeur de vous débloquer, ou réessayez demain.',
    otp_rate_limited: 'Trop de codes ont été demandés.',
    sms_limit_reached: 'La limite d’envoi de SMS est atteinte.',
    sms_unavailable: 'Le SMS n’a pas pu être envoyé. Réessayez dans quelques minutes.',
    call_unavailable: 'L’appel n’a pas pu être passé. Réessayez dans quelques minutes.',
    call_impossible:
      'Ce numéro ne peut pas être appelé. Vérifiez-le, ou adressez-vous à l’expéditeur.',
    call_limit:
      'Ce numéro a été appelé trois fois en 24 heures. Réessayez demain, ou adressez-vous à l’expéditeur.',
    verification_required: 'Pour votre sécurité, le code doit être confirmé encore une fois.',
    document_changed: 'Le document a changé entre-temps. Rechargez la page et relisez-le.',
    retryAt: (time) => `Réessayez à ${time}.`,
  },
}
