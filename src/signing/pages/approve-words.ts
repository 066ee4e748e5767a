/** What the page of an approver says instead of a signer's words, in every language. An approval is no signature. */
import type { Language } from '../../kernel/languages.ts'

/** The words of an approver's page. */
export interface ApprovePageWords {
  pageTitle: (name: string) => string
  from: (sender: string) => string
  step: string
  before: string
  others: string
  read: string
  agree: string
  codeWhy: string
  phoneHint: string
  passkeyWhy: string
  title: string
  legal: (name: string) => string
  submit: (name: string) => string
  busy: string
  declineTitle: string
  declineConfirm: string
  declined: (sender: string) => string
  blocked: string
  completed: string
  done: { title: string; text: (name: string) => string; next: string; later: string }
  /** States of approvers, as others see them. */
  status: { verified: string; approved: string }
}

/** By language. */
export const APPROVE_PAGE_WORDS: Readonly<Record<Language, ApprovePageWords>> = {
  en: {
    pageTitle: (name) => `Approve “${name}”`,
    from: (sender) => `${sender} asks for your approval`,
    step: 'Approve',
    before: 'To be approved before',
    others: 'Other people involved',
    read: 'This is the exact file that you are asked to approve. Take your time: nothing is approved until the last step, and you do not sign anything.',
    agree: 'Agree to the terms of the approval',
    codeWhy:
      'We will send a 6-digit code to your mobile phone by SMS. It proves that the approval is yours and no one else’s, so do not share it.',
    phoneHint: 'It is used for this approval only and becomes part of its evidence.',
    passkeyWhy:
      'The sender asks you to confirm with a passkey. First, we send a 6-digit code to your mobile phone by SMS; then you create the passkey. Do not share the code.',
    title: 'Approve',
    legal: (name) =>
      `By pressing the button you approve “${name}”. Your approval is recorded and becomes part of the proof; it is not a signature.`,
    submit: (name) => `Approve “${name}”`,
    busy: 'Recording…',
    declineTitle: 'Decline to approve?',
    declineConfirm: 'Decline to approve',
    declined: (sender) =>
      `You have declined to approve, and ${sender} has been informed. If this is a mistake, ask for the document to be sent again.`,
    blocked: 'Access is blocked for now',
    completed: 'The document is complete',
    done: {
      title: 'You have approved',
      text: (name) => `Your approval of “${name}” has been recorded.`,
      next: 'Others still have to act. You will get the finished document by e-mail as soon as it is complete; you can close this page.',
      later:
        'Others still have to act. The finished document will appear here as soon as it is complete.',
    },
    status: { verified: 'about to approve', approved: 'has approved' },
  },
  fr: {
    pageTitle: (name) => `Approuver « ${name} »`,
    from: (sender) => `${sender} vous demande votre approbation`,
    step: 'Approuver',
    before: 'À approuver avant le',
    others: 'Autres personnes concernées',
    read: 'C’est exactement le fichier qu’il vous est demandé d’approuver. Prenez votre temps : rien n’est approuvé avant la dernière étape, et vous ne signez rien.',
    agree: 'Acceptez les conditions de l’approbation',
    codeWhy:
      'Nous enverrons un code à 6 chiffres par SMS sur votre téléphone mobile. Il prouve que l’approbation vient bien de vous : ne le donnez à personne.',
    phoneHint: 'Il ne sert qu’à cette approbation et fait partie de sa preuve.',
    passkeyWhy:
      'L’expéditeur vous demande de confirmer avec une clé d’accès (passkey). Nous envoyons d’abord un code à 6 chiffres par SMS sur votre téléphone mobile ; vous créez ensuite la clé d’accès. Ne donnez le code à personne.',
    title: 'Approuver',
    legal: (name) =>
      `En appuyant sur le bouton, vous approuvez « ${name} ». Votre approbation est enregistrée et fait partie de la preuve ; ce n’est pas une signature.`,
    submit: (name) => `Approuver « ${name} »`,
    busy: 'Enregistrement…',
    declineTitle: 'Refuser d’approuver ?',
    declineConfirm: 'Refuser d’approuver',
    declined: (sender) =>
      `Vous avez refusé d’approuver, et ${sender} en a été informé. Si c’est une erreur, demandez que le document soit envoyé à nouveau.`,
    blocked: 'L’accès est bloqué pour l’instant',
    completed: 'Le document est complet',
    done: {
      title: 'Vous avez approuvé',
      text: (name) => `Votre approbation de « ${name} » est enregistrée.`,
      next: 'D’autres personnes doivent encore intervenir. Vous recevrez le document terminé par e-mail dès qu’il sera complet ; vous pouvez fermer cette page.',
      later:
        'D’autres personnes doivent encore intervenir. Le document terminé apparaîtra ici dès qu’il sera complet.',
    },
    status: { verified: 'sur le point d’approuver', approved: 'a approuvé' },
  },
  de: {
    pageTitle: (name) => `„${name}“ genehmigen`,
    from: (sender) => `${sender} bittet um Ihre Genehmigung`,
    step: 'Genehmigen',
    before: 'Zu genehmigen bis',
    others: 'Weitere Beteiligte',
    read: 'Genau diese Datei sollen Sie genehmigen. Nehmen Sie sich Zeit: Bis zum letzten Schritt wird nichts genehmigt, und Sie unterschreiben nichts.',
    agree: 'Stimmen Sie den Bedingungen der Genehmigung zu',
    codeWhy:
      'Wir senden einen 6-stelligen Code per SMS an Ihr Mobiltelefon. Er belegt, dass die Genehmigung von Ihnen stammt: Geben Sie ihn an niemanden weiter.',
    phoneHint: 'Sie dient nur dieser Genehmigung und wird Teil ihres Nachweises.',
    passkeyWhy:
      'Der Absender bittet Sie, mit einem Passkey zu bestätigen. Zuerst senden wir Ihnen per SMS einen 6-stelligen Code an Ihr Mobiltelefon; danach erstellen Sie den Passkey. Geben Sie den Code an niemanden weiter.',
    title: 'Genehmigen',
    legal: (name) =>
      `Mit dem Klick auf die Schaltfläche genehmigen Sie „${name}“. Ihre Genehmigung wird festgehalten und Teil des Nachweises; sie ist keine Unterschrift.`,
    submit: (name) => `„${name}“ genehmigen`,
    busy: 'Wird festgehalten …',
    declineTitle: 'Genehmigung ablehnen?',
    declineConfirm: 'Genehmigung ablehnen',
    declined: (sender) =>
      `Sie haben die Genehmigung abgelehnt, und ${sender} wurde benachrichtigt. Ist das ein Irrtum, bitten Sie darum, dass das Dokument erneut gesendet wird.`,
    blocked: 'Der Zugang ist vorerst gesperrt',
    completed: 'Das Dokument ist vollständig',
    done: {
      title: 'Sie haben genehmigt',
      text: (name) => `Ihre Genehmigung von „${name}“ ist festgehalten.`,
      next: 'Andere sind noch an der Reihe. Sobald das Dokument vollständig ist, erhalten Sie es per E-Mail; Sie können diese Seite schließen.',
      later:
        'Andere sind noch an der Reihe. Sobald das Dokument vollständig ist, erscheint es hier.',
    },
    status: { verified: 'kurz vor der Genehmigung', approved: 'hat genehmigt' },
  },
  es: {
    pageTitle: (name) => `Aprobar «${name}»`,
    from: (sender) => `${sender} le pide su aprobación`,
    step: 'Aprobar',
    before: 'Debe aprobarse antes del',
    others: 'Otras personas implicadas',
    read: 'Este es exactamente el archivo que se le pide aprobar. Tómese su tiempo: no se aprueba nada hasta el último paso, y usted no firma nada.',
    agree: 'Acepte las condiciones de la aprobación',
    codeWhy:
      'Enviaremos un código de 6 cifras por SMS a su teléfono móvil. Demuestra que la aprobación es suya: no lo comparta con nadie.',
    phoneHint: 'Se usa solo para esta aprobación y pasa a formar parte de su prueba.',
    passkeyWhy:
      'El remitente le pide que confirme con una clave de acceso (passkey). Primero enviamos un código de 6 cifras por SMS a su teléfono móvil; después, usted crea la clave de acceso. No comparta el código con nadie.',
    title: 'Aprobar',
    legal: (name) =>
      `Al pulsar el botón, usted aprueba «${name}». Su aprobación queda registrada y forma parte de la prueba; no es una firma.`,
    submit: (name) => `Aprobar «${name}»`,
    busy: 'Registrando…',
    declineTitle: '¿Rechazar la aprobación?',
    declineConfirm: 'Rechazar la aprobación',
    declined: (sender) =>
      `Ha rechazado la aprobación y se ha informado a ${sender}. Si es un error, pida que se vuelva a enviar el documento.`,
    blocked: 'El acceso está bloqueado por ahora',
    completed: 'El documento está completo',
    done: {
      title: 'Ha dado su aprobación',
      text: (name) => `Su aprobación de «${name}» ha quedado registrada.`,
      next: 'Otras personas aún deben intervenir. Recibirá el documento terminado por correo electrónico en cuanto esté completo; puede cerrar esta página.',
      later:
        'Otras personas aún deben intervenir. El documento terminado aparecerá aquí en cuanto esté completo.',
    },
    status: { verified: 'a punto de aprobar', approved: 'ha aprobado' },
  },
  it: {
    pageTitle: (name) => `Approvare «${name}»`,
    from: (sender) => `${sender} chiede la Sua approvazione`,
    step: 'Approvare',
    before: 'Da approvare entro il',
    others: 'Altre persone coinvolte',
    read: 'Questo è esattamente il file che Le si chiede di approvare. Si prenda il tempo necessario: nulla è approvato fino all’ultimo passaggio, e Lei non firma nulla.',
    agree: 'Accetti le condizioni dell’approvazione',
    codeWhy:
      'Invieremo un codice di 6 cifre via SMS al Suo cellulare. Dimostra che l’approvazione è Sua: non lo comunichi a nessuno.',
    phoneHint: 'Serve solo per questa approvazione ed entra a far parte della sua prova.',
    passkeyWhy:
      'Il mittente Le chiede di confermare con una passkey. Prima inviamo un codice di 6 cifre via SMS al Suo cellulare; poi Lei crea la passkey. Non comunichi il codice a nessuno.',
    title: 'Approvare',
    legal: (name) =>
      `Premendo il pulsante Lei approva «${name}». La Sua approvazione viene registrata ed entra a far parte della prova; non è una firma.`,
    submit: (name) => `Approva «${name}»`,
    busy: 'Registrazione in corso…',
    declineTitle: 'Rifiutare l’approvazione?',
    declineConfirm: 'Rifiuta l’approvazione',
    declined: (sender) =>
      `Ha rifiutato l’approvazione e ${sender} ne è stato informato. Se è un errore, chieda che il documento venga inviato di nuovo.`,
    blocked: 'L’accesso è per ora bloccato',
    completed: 'Il documento è completo',
    done: {
      title: 'Ha dato la Sua approvazione',
      text: (name) => `La Sua approvazione di «${name}» è stata registrata.`,
      next: 'Altre persone devono ancora intervenire. Riceverà il documento finito per e-mail non appena sarà completo; può chiudere questa pagina.',
      later:
        'Altre persone devono ancora intervenire. Il documento finito apparirà qui non appena sarà completo.',
    },
    status: { verified: 'sta per approvare', approved: 'ha approvato' },
  },
  nl: {
    pageTitle: (name) => `‘${name}’ goedkeuren`,
    from: (sender) => `${sender} vraagt om uw goedkeuring`,
    step: 'Goedkeuren',
    before: 'Goed te keuren vóór',
    others: 'Andere betrokkenen',
    read: 'Dit is precies het bestand dat u wordt gevraagd goed te keuren. Neem de tijd: tot de laatste stap wordt er niets goedgekeurd, en u ondertekent niets.',
    agree: 'Ga akkoord met de voorwaarden van de goedkeuring',
    codeWhy:
      'Wij sturen een code van 6 cijfers per sms naar uw mobiele telefoon. Die bewijst dat de goedkeuring van u komt: deel hem met niemand.',
    phoneHint:
      'Het wordt alleen voor deze goedkeuring gebruikt en wordt deel van het bewijs ervan.',
    passkeyWhy:
      'De afzender vraagt u te bevestigen met een passkey. Eerst sturen wij een code van 6 cijfers per sms naar uw mobiele telefoon; daarna maakt u de passkey aan. Deel de code met niemand.',
    title: 'Goedkeuren',
    legal: (name) =>
      `Door op de knop te drukken keurt u ‘${name}’ goed. Uw goedkeuring wordt vastgelegd en wordt deel van het bewijs; zij is geen handtekening.`,
    submit: (name) => `‘${name}’ goedkeuren`,
    busy: 'Wordt vastgelegd…',
    declineTitle: 'Goedkeuring weigeren?',
    declineConfirm: 'Goedkeuring weigeren',
    declined: (sender) =>
      `U hebt de goedkeuring geweigerd en ${sender} is op de hoogte gebracht. Is dit een vergissing, vraag dan om het document opnieuw te sturen.`,
    blocked: 'De toegang is voorlopig geblokkeerd',
    completed: 'Het document is voltooid',
    done: {
      title: 'U hebt goedgekeurd',
      text: (name) => `Uw goedkeuring van ‘${name}’ is vastgelegd.`,
      next: 'Anderen zijn nog aan de beurt. U krijgt het voltooide document per e-mail zodra het compleet is; u kunt deze pagina sluiten.',
      later:
        'Anderen zijn nog aan de beurt. Het voltooide document verschijnt hier zodra het compleet is.',
    },
    status: { verified: 'staat op het punt goed te keuren', approved: 'heeft goedgekeurd' },
  },
  pt: {
    pageTitle: (name) => `Aprovar «${name}»`,
    from: (sender) => `${sender} pede a sua aprovação`,
    step: 'Aprovar',
    before: 'A aprovar antes de',
    others: 'Outras pessoas envolvidas',
    read: 'Este é exatamente o ficheiro que lhe pedem para aprovar. Leve o tempo que precisar: nada é aprovado até ao último passo, e não assina nada.',
    agree: 'Aceite as condições da aprovação',
    codeWhy:
      'Enviaremos um código de 6 algarismos por SMS para o seu telemóvel. Prova que a aprovação é sua: não o partilhe com ninguém.',
    phoneHint: 'É usado apenas para esta aprovação e passa a fazer parte da sua prova.',
    passkeyWhy:
      'O remetente pede que confirme com uma chave de acesso (passkey). Primeiro enviamos um código de 6 algarismos por SMS para o seu telemóvel; depois cria a chave de acesso. Não partilhe o código com ninguém.',
    title: 'Aprovar',
    legal: (name) =>
      `Ao premir o botão, aprova «${name}». A sua aprovação fica registada e passa a fazer parte da prova; não é uma assinatura.`,
    submit: (name) => `Aprovar «${name}»`,
    busy: 'A registar…',
    declineTitle: 'Recusar a aprovação?',
    declineConfirm: 'Recusar a aprovação',
    declined: (sender) =>
      `Recusou a aprovação e ${sender} foi informado. Se for um engano, peça que o documento seja enviado novamente.`,
    blocked: 'O acesso está bloqueado por agora',
    completed: 'O documento está completo',
    done: {
      title: 'Deu a sua aprovação',
      text: (name) => `A sua aprovação de «${name}» ficou registada.`,
      next: 'Outras pessoas ainda têm de intervir. Receberá o documento concluído por e-mail assim que estiver completo; pode fechar esta página.',
      later:
        'Outras pessoas ainda têm de intervir. O documento concluído aparecerá aqui assim que estiver completo.',
    },
    status: { verified: 'prestes a aprovar', approved: 'aprovou' },
  },
  pl: {
    pageTitle: (name) => `Zatwierdzanie: „${name}”`,
    from: (sender) => `${sender} prosi o zatwierdzenie dokumentu`,
    step: 'Zatwierdzenie',
    before: 'Do zatwierdzenia przed',
    others: 'Inne osoby',
    read: 'To dokładnie ten plik, o którego zatwierdzenie proszono. Proszę się nie spieszyć: aż do ostatniego kroku nic nie jest zatwierdzone i niczego się nie podpisuje.',
    agree: 'Zgoda na warunki zatwierdzenia',
    codeWhy:
      'Wyślemy 6-cyfrowy kod SMS-em na telefon komórkowy. Potwierdza on, że zatwierdzenie pochodzi od właściwej osoby: nie należy go nikomu podawać.',
    phoneHint: 'Służy tylko do tego zatwierdzenia i staje się częścią jego dowodu.',
    passkeyWhy:
      'Nadawca prosi o potwierdzenie kluczem dostępu (passkey). Najpierw wyślemy 6-cyfrowy kod SMS-em na telefon komórkowy; potem utworzony zostanie klucz dostępu. Kodu nie należy nikomu podawać.',
    title: 'Zatwierdzenie',
    legal: (name) =>
      `Naciśnięcie przycisku oznacza zatwierdzenie dokumentu „${name}”. Zatwierdzenie zostaje zapisane i staje się częścią dowodu; nie jest podpisem.`,
    submit: (name) => `Zatwierdź „${name}”`,
    busy: 'Zapisywanie…',
    declineTitle: 'Odmówić zatwierdzenia?',
    declineConfirm: 'Odmów zatwierdzenia',
    declined: (sender) =>
      `Odmówiono zatwierdzenia; nadawca (${sender}) został o tym powiadomiony. W razie pomyłki proszę poprosić o ponowne wysłanie dokumentu.`,
    blocked: 'Dostęp jest na razie zablokowany',
    completed: 'Dokument jest kompletny',
    done: {
      title: 'Dokument zatwierdzony',
      text: (name) => `Zatwierdzenie dokumentu „${name}” zostało zapisane.`,
      next: 'Kolej na inne osoby. Gotowy dokument zostanie wysłany e-mailem, gdy tylko będzie kompletny; tę stronę można zamknąć.',
      later: 'Kolej na inne osoby. Gotowy dokument pojawi się tutaj, gdy tylko będzie kompletny.',
    },
    status: { verified: 'tuż przed zatwierdzeniem', approved: 'dokument zatwierdzony' },
  },
}
