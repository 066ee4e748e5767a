/** What mails to approvers and witnesses say instead of a signer's words, in every language. */
import type { Language } from '../../kernel/languages.ts'
import type { MailFacts, MessageWords } from './words/shape.ts'

type Facts = Pick<MailFacts, 'document' | 'sender' | 'hello'>

/** The words of one kind of people. */
interface AskedMailWords {
  invitation: string
  text: (facts: Facts) => string
  button: string
  reminder: string
  waits: (facts: Facts) => string
  foot: (facts: Pick<MailFacts, 'sender' | 'document'>) => string
  code: Pick<MessageWords['code'], 'subject' | 'text'>
}

/** The words of approvers: nothing in them calls an approval a signature. */
interface ApproverMailWords extends AskedMailWords {
  until: string
  completed: { subject: string; text: (facts: Facts & { linkUntil: string }) => string }
  /** The mail to the sender when one declines. */
  declined: (facts: { person: string; document: string }) => { subject: string; text: string }
  /** Label of approvers who have not approved. */
  missing: string
}

/** By language. In the subject of an invitation and a reminder, `%` is the name of the document. */
export const ASKED_MAIL_WORDS: Readonly<
  Record<Language, { approve: ApproverMailWords; witness: AskedMailWords }>
> = {
  en: {
    approve: {
      invitation: 'Please approve “%”',
      text: ({ hello, sender }) =>
        `${hello} ${sender} asks you to read a document and to approve or decline it. You confirm your identity and sign nothing; no account is needed.`,
      button: 'Read and approve',
      reminder: 'Reminder: “%” is waiting for your approval',
      waits: ({ hello, sender }) => `${hello} ${sender} is still waiting for your approval.`,
      foot: ({ sender, document }) =>
        `You are receiving this e-mail because ${sender} asks you to approve “${document}”.`,
      code: {
        subject: (document) => `Your code to approve “${document}”`,
        text: ({ hello, document, mark, minutes }) =>
          `${hello} enter this code to approve “${document}” (ref. ${mark}). It is valid for ${minutes} minutes.`,
      },
      until: 'To be approved before',
      completed: {
        subject: 'Complete: “%”',
        text: ({ hello, document, linkUntil }) =>
          `${hello} “${document}”, which you approved, is complete: all signers have signed it. Download and keep your copy; your approval is named in its proof. The link works until ${linkUntil}.`,
      },
      declined: ({ person, document }) => ({
        subject: `${person} declined to approve “${document}”`,
        text: `${person} declined to approve “${document}”. No one can sign it any more; everyone else who had been invited has been informed.`,
      }),
      missing: 'Have not approved',
    },
    witness: {
      invitation: 'Please sign “%” as a witness',
      text: ({ hello, sender }) =>
        `${hello} ${sender} asks you to sign a document electronically (eIDAS) as a witness to the signature of another person. You confirm your identity first; no account is needed.`,
      button: 'Read and sign as a witness',
      reminder: 'Reminder: “%” is waiting for your signature as a witness',
      waits: ({ hello, sender }) =>
        `${hello} ${sender} is still waiting for your signature as a witness.`,
      foot: ({ sender, document }) =>
        `You are receiving this e-mail because ${sender} named you as a witness of “${document}”.`,
      code: {
        subject: (document) => `Your code to sign “${document}” as a witness`,
        text: ({ hello, document, mark, minutes }) =>
          `${hello} enter this code to sign “${document}” as a witness (ref. ${mark}). It is valid for ${minutes} minutes.`,
      },
    },
  },
  fr: {
    approve: {
      invitation: 'Un document à approuver : « % »',
      text: ({ hello, sender }) =>
        `${hello} ${sender} vous demande de lire un document, puis de l’approuver ou de le refuser. Vous confirmez votre identité et ne signez rien ; aucun compte n’est nécessaire.`,
      button: 'Lire et approuver',
      reminder: 'Rappel : « % » attend votre approbation',
      waits: ({ hello, sender }) => `${hello} ${sender} attend encore votre approbation.`,
      foot: ({ sender, document }) =>
        `Vous recevez ce message parce que ${sender} vous demande d’approuver « ${document} ».`,
      code: {
        subject: (document) => `Votre code pour approuver « ${document} »`,
        text: ({ hello, document, mark, minutes }) =>
          `${hello} saisissez ce code pour approuver « ${document} » (réf. ${mark}). Il est valable ${minutes} minutes.`,
      },
      until: 'À approuver avant le',
      completed: {
        subject: 'Complet : « % »',
        text: ({ hello, document, linkUntil }) =>
          `${hello} « ${document} », que vous avez approuvé, est complet : tous les signataires l’ont signé. Téléchargez votre exemplaire et conservez-le ; votre approbation figure dans sa preuve. Le lien fonctionne jusqu’au ${linkUntil}.`,
      },
      declined: ({ person, document }) => ({
        subject: `${person} a refusé d’approuver « ${document} »`,
        text: `${person} a refusé d’approuver « ${document} ». Plus personne ne peut le signer ; les autres personnes déjà invitées ont été prévenues.`,
      }),
      missing: 'N’ont pas approuvé',
    },
    witness: {
      invitation: 'Un document à signer comme témoin : « % »',
      text: ({ hello, sender }) =>
        `${hello} ${sender} vous demande de signer un document par voie électronique (eIDAS) en qualité de témoin de la signature d’une autre personne. Vous confirmez d’abord votre identité ; aucun compte n’est nécessaire.`,
      button: 'Lire et signer comme témoin',
      reminder: 'Rappel : « % » attend votre signature de témoin',
      waits: ({ hello, sender }) => `${hello} ${sender} attend encore votre signature de témoin.`,
      foot: ({ sender, document }) =>
        `Vous recevez ce message parce que ${sender} vous a désigné comme témoin pour « ${document} ».`,
      code: {
        subject: (document) => `Votre code pour signer « ${document} » comme témoin`,
        text: ({ hello, document, mark, minutes }) =>
          `${hello} saisissez ce code pour signer « ${document} » comme témoin (réf. ${mark}). Il est valable ${minutes} minutes.`,
      },
    },
  },
  de: {
    approve: {
      invitation: 'Bitte genehmigen Sie „%“',
      text: ({ hello, sender }) =>
        `${hello} ${sender} bittet Sie, ein Dokument zu lesen und es zu genehmigen oder abzulehnen. Sie bestätigen Ihre Identität und unterschreiben nichts; ein Konto ist nicht nötig.`,
      button: 'Lesen und genehmigen',
      reminder: 'Erinnerung: „%“ wartet auf Ihre Genehmigung',
      waits: ({ hello, sender }) => `${hello} ${sender} wartet noch auf Ihre Genehmigung.`,
      foot: ({ sender, document }) =>
        `Sie erhalten diese E-Mail, weil ${sender} Sie bittet, „${document}“ zu genehmigen.`,
      code: {
        subject: (document) => `Ihr Code zum Genehmigen von „${document}“`,
        text: ({ hello, document, mark, minutes }) =>
          `${hello} geben Sie diesen Code ein, um „${document}“ (Ref. ${mark}) zu genehmigen. Er gilt ${minutes} Minuten.`,
      },
      until: 'Zu genehmigen bis',
      completed: {
        subject: 'Vollständig: „%“',
        text: ({ hello, document, linkUntil }) =>
          `${hello} „${document}“, das Sie genehmigt haben, ist vollständig: Alle Unterzeichner haben unterschrieben. Laden Sie Ihr Exemplar herunter und bewahren Sie es auf; Ihre Genehmigung steht im Nachweis. Der Link gilt bis ${linkUntil}.`,
      },
      declined: ({ person, document }) => ({
        subject: `${person} hat die Genehmigung von „${document}“ abgelehnt`,
        text: `${person} hat die Genehmigung von „${document}“ abgelehnt. Niemand kann es mehr unterschreiben; alle anderen, die schon eingeladen waren, wurden benachrichtigt.`,
      }),
      missing: 'Haben nicht genehmigt',
    },
    witness: {
      invitation: 'Bitte unterschreiben Sie „%“ als Zeuge',
      text: ({ hello, sender }) =>
        `${hello} ${sender} bittet Sie, ein Dokument als Zeuge der Unterschrift einer anderen Person elektronisch zu unterschreiben (eIDAS). Zuerst bestätigen Sie Ihre Identität; ein Konto ist nicht nötig.`,
      button: 'Lesen und als Zeuge unterschreiben',
      reminder: 'Erinnerung: „%“ wartet auf Ihre Unterschrift als Zeuge',
      waits: ({ hello, sender }) =>
        `${hello} ${sender} wartet noch auf Ihre Unterschrift als Zeuge.`,
      foot: ({ sender, document }) =>
        `Sie erhalten diese E-Mail, weil ${sender} Sie als Zeugen für „${document}“ angegeben hat.`,
      code: {
        subject: (document) => `Ihr Code zum Unterschreiben von „${document}“ als Zeuge`,
        text: ({ hello, document, mark, minutes }) =>
          `${hello} geben Sie diesen Code ein, um „${document}“ (Ref. ${mark}) als Zeuge zu unterschreiben. Er gilt ${minutes} Minuten.`,
      },
    },
  },
  es: {
    approve: {
      invitation: 'Documento para aprobar: «%»',
      text: ({ hello, sender }) =>
        `${hello} ${sender} le pide que lea un documento y que lo apruebe o lo rechace. Usted confirma su identidad y no firma nada; no hace falta ninguna cuenta.`,
      button: 'Leer y aprobar',
      reminder: 'Recordatorio: «%» espera su aprobación',
      waits: ({ hello, sender }) => `${hello} ${sender} sigue esperando su aprobación.`,
      foot: ({ sender, document }) =>
        `Recibe este mensaje porque ${sender} le pide que apruebe «${document}».`,
      code: {
        subject: (document) => `Su código para aprobar «${document}»`,
        text: ({ hello, document, mark, minutes }) =>
          `${hello} introduzca este código para aprobar «${document}» (ref. ${mark}). Es válido durante ${minutes} minutos.`,
      },
      until: 'Debe aprobarse antes del',
      completed: {
        subject: 'Completo: «%»',
        text: ({ hello, document, linkUntil }) =>
          `${hello} «${document}», que usted aprobó, está completo: lo han firmado todos los firmantes. Descargue su ejemplar y consérvelo; su aprobación figura en la prueba. El enlace funciona hasta el ${linkUntil}.`,
      },
      declined: ({ person, document }) => ({
        subject: `${person} ha rechazado aprobar «${document}»`,
        text: `${person} ha rechazado aprobar «${document}». Ya nadie puede firmarlo; se ha informado a las demás personas invitadas.`,
      }),
      missing: 'No han aprobado',
    },
    witness: {
      invitation: 'Documento para firmar como testigo: «%»',
      text: ({ hello, sender }) =>
        `${hello} ${sender} le pide que firme un documento por vía electrónica (eIDAS) como testigo de la firma de otra persona. Primero confirma su identidad; no hace falta ninguna cuenta.`,
      button: 'Leer y firmar como testigo',
      reminder: 'Recordatorio: «%» espera su firma como testigo',
      waits: ({ hello, sender }) => `${hello} ${sender} sigue esperando su firma como testigo.`,
      foot: ({ sender, document }) =>
        `Recibe este mensaje porque ${sender} le ha indicado como testigo de «${document}».`,
      code: {
        subject: (document) => `Su código para firmar «${document}» como testigo`,
        text: ({ hello, document, mark, minutes }) =>
          `${hello} introduzca este código para firmar «${document}» como testigo (ref. ${mark}). Es válido durante ${minutes} minutos.`,
      },
    },
  },
  it: {
    approve: {
      invitation: 'Documento da approvare: «%»',
      text: ({ hello, sender }) =>
        `${hello} ${sender} Le chiede di leggere un documento e di approvarlo o rifiutarlo. Lei conferma la Sua identità e non firma nulla; non serve alcun account.`,
      button: 'Leggere e approvare',
      reminder: 'Promemoria: «%» attende la Sua approvazione',
      waits: ({ hello, sender }) => `${hello} ${sender} attende ancora la Sua approvazione.`,
      foot: ({ sender, document }) =>
        `Riceve questo messaggio perché ${sender} Le chiede di approvare «${document}».`,
      code: {
        subject: (document) => `Il Suo codice per approvare «${document}»`,
        text: ({ hello, document, mark, minutes }) =>
          `${hello} inserisca questo codice per approvare «${document}» (rif. ${mark}). È valido per ${minutes} minuti.`,
      },
      until: 'Da approvare entro il',
      completed: {
        subject: 'Completo: «%»',
        text: ({ hello, document, linkUntil }) =>
          `${hello} «${document}», che Lei ha approvato, è completo: tutti i firmatari lo hanno firmato. Scarichi la Sua copia e la conservi; la Sua approvazione figura nella prova. Il link funziona fino al ${linkUntil}.`,
      },
      declined: ({ person, document }) => ({
        subject: `${person} ha rifiutato di approvare «${document}»`,
        text: `${person} ha rifiutato di approvare «${document}». Nessuno può più firmarlo; le altre persone già invitate sono state informate.`,
      }),
      missing: 'Non hanno approvato',
    },
    witness: {
      invitation: 'Documento da firmare come testimone: «%»',
      text: ({ hello, sender }) =>
        `${hello} ${sender} Le chiede di firmare elettronicamente (eIDAS) un documento come testimone della firma di un’altra persona. Prima conferma la Sua identità; non serve alcun account.`,
      button: 'Leggere e firmare come testimone',
      reminder: 'Promemoria: «%» attende la Sua firma come testimone',
      waits: ({ hello, sender }) =>
        `${hello} ${sender} attende ancora la Sua firma come testimone.`,
      foot: ({ sender, document }) =>
        `Riceve questo messaggio perché ${sender} L’ha indicata come testimone per «${document}».`,
      code: {
        subject: (document) => `Il Suo codice per firmare «${document}» come testimone`,
        text: ({ hello, document, mark, minutes }) =>
          `${hello} inserisca questo codice per firmare «${document}» come testimone (rif. ${mark}). È valido per ${minutes} minuti.`,
      },
    },
  },
  nl: {
    approve: {
      invitation: 'Document ter goedkeuring: ‘%’',
      text: ({ hello, sender }) =>
        `${hello} ${sender} vraagt u een document te lezen en het goed te keuren of te weigeren. U bevestigt uw identiteit en ondertekent niets; een account is niet nodig.`,
      button: 'Lezen en goedkeuren',
      reminder: 'Herinnering: ‘%’ wacht op uw goedkeuring',
      waits: ({ hello, sender }) => `${hello} ${sender} wacht nog op uw goedkeuring.`,
      foot: ({ sender, document }) =>
        `U ontvangt dit bericht omdat ${sender} u vraagt ‘${document}’ goed te keuren.`,
      code: {
        subject: (document) => `Uw code om ‘${document}’ goed te keuren`,
        text: ({ hello, document, mark, minutes }) =>
          `${hello} voer deze code in om ‘${document}’ (ref. ${mark}) goed te keuren. Hij is ${minutes} minuten geldig.`,
      },
      until: 'Goed te keuren vóór',
      completed: {
        subject: 'Voltooid: ‘%’',
        text: ({ hello, document, linkUntil }) =>
          `${hello} ‘${document}’, dat u hebt goedgekeurd, is voltooid: alle ondertekenaars hebben ondertekend. Download uw exemplaar en bewaar het; uw goedkeuring staat in het bewijs. De link werkt tot ${linkUntil}.`,
      },
      declined: ({ person, document }) => ({
        subject: `${person} heeft geweigerd ‘${document}’ goed te keuren`,
        text: `${person} heeft geweigerd ‘${document}’ goed te keuren. Niemand kan het nog ondertekenen; alle anderen die al waren uitgenodigd, zijn op de hoogte gebracht.`,
      }),
      missing: 'Hebben niet goedgekeurd',
    },
    witness: {
      invitation: 'Document om als getuige te ondertekenen: ‘%’',
      text: ({ hello, sender }) =>
        `${hello} ${sender} vraagt u een document elektronisch te ondertekenen (eIDAS) als getuige van de handtekening van een ander. U bevestigt eerst uw identiteit; een account is niet nodig.`,
      button: 'Lezen en als getuige ondertekenen',
      reminder: 'Herinnering: ‘%’ wacht op uw handtekening als getuige',
      waits: ({ hello, sender }) => `${hello} ${sender} wacht nog op uw handtekening als getuige.`,
      foot: ({ sender, document }) =>
        `U ontvangt dit bericht omdat ${sender} u als getuige voor ‘${document}’ heeft opgegeven.`,
      code: {
        subject: (document) => `Uw code om ‘${document}’ als getuige te ondertekenen`,
        text: ({ hello, document, mark, minutes }) =>
          `${hello} voer deze code in om ‘${document}’ (ref. ${mark}) als getuige te ondertekenen. Hij is ${minutes} minuten geldig.`,
      },
    },
  },
  pt: {
    approve: {
      invitation: 'Documento para aprovar: «%»',
      text: ({ hello, sender }) =>
        `${hello} ${sender} pede que leia um documento e que o aprove ou recuse. Confirma a sua identidade e não assina nada; não é preciso ter conta.`,
      button: 'Ler e aprovar',
      reminder: 'Lembrete: «%» aguarda a sua aprovação',
      waits: ({ hello, sender }) => `${hello} ${sender} continua a aguardar a sua aprovação.`,
      foot: ({ sender, document }) =>
        `Recebe esta mensagem porque ${sender} pede que aprove «${document}».`,
      code: {
        subject: (document) => `O seu código para aprovar «${document}»`,
        text: ({ hello, document, mark, minutes }) =>
          `${hello} introduza este código para aprovar «${document}» (ref. ${mark}). É válido durante ${minutes} minutos.`,
      },
      until: 'A aprovar antes de',
      completed: {
        subject: 'Completo: «%»',
        text: ({ hello, document, linkUntil }) =>
          `${hello} «${document}», que aprovou, está completo: todos os signatários o assinaram. Descarregue o seu exemplar e guarde-o; a sua aprovação consta da prova. A ligação funciona até ${linkUntil}.`,
      },
      declined: ({ person, document }) => ({
        subject: `${person} recusou aprovar «${document}»`,
        text: `${person} recusou aprovar «${document}». Já ninguém o pode assinar; as outras pessoas já convidadas foram informadas.`,
      }),
      missing: 'Não aprovaram',
    },
    witness: {
      invitation: 'Documento para assinar como testemunha: «%»',
      text: ({ hello, sender }) =>
        `${hello} ${sender} pede que assine um documento por via eletrónica (eIDAS) como testemunha da assinatura de outra pessoa. Primeiro confirma a sua identidade; não é preciso ter conta.`,
      button: 'Ler e assinar como testemunha',
      reminder: 'Lembrete: «%» aguarda a sua assinatura como testemunha',
      waits: ({ hello, sender }) =>
        `${hello} ${sender} continua a aguardar a sua assinatura como testemunha.`,
      foot: ({ sender, document }) =>
        `Recebe esta mensagem porque ${sender} o indicou como testemunha de «${document}».`,
      code: {
        subject: (document) => `O seu código para assinar «${document}» como testemunha`,
        text: ({ hello, document, mark, minutes }) =>
          `${hello} introduza este código para assinar «${document}» como testemunha (ref. ${mark}). É válido durante ${minutes} minutos.`,
      },
    },
  },
  pl: {
    approve: {
      invitation: 'Dokument do zatwierdzenia: „%”',
      text: ({ hello, sender }) =>
        `${hello} ${sender} prosi o przeczytanie dokumentu i jego zatwierdzenie albo odmowę. Trzeba potwierdzić tożsamość; niczego się nie podpisuje i konto nie jest potrzebne.`,
      button: 'Przeczytaj i zatwierdź',
      reminder: 'Przypomnienie: „%” czeka na zatwierdzenie',
      waits: ({ hello, sender }) => `${hello} ${sender} nadal czeka na zatwierdzenie dokumentu.`,
      foot: ({ sender, document }) =>
        `Powód tej wiadomości: ${sender} prosi o zatwierdzenie dokumentu „${document}”.`,
      code: {
        subject: (document) => `Kod do zatwierdzenia dokumentu „${document}”`,
        text: ({ hello, document, mark, minutes }) =>
          `${hello} ten kod służy do zatwierdzenia dokumentu „${document}” (nr ${mark}). Jest ważny ${minutes} minut.`,
      },
      until: 'Do zatwierdzenia przed',
      completed: {
        subject: 'Komplet: „%”',
        text: ({ hello, document, linkUntil }) =>
          `${hello} zatwierdzony dokument „${document}” jest kompletny: podpisali go wszyscy podpisujący. Proszę pobrać i zachować swój egzemplarz; zatwierdzenie jest wymienione w dowodzie. Link działa do ${linkUntil}.`,
      },
      declined: ({ person, document }) => ({
        subject: `${person} – odmowa zatwierdzenia dokumentu „${document}”`,
        text: `${person} – odmowa zatwierdzenia dokumentu „${document}”. Nikt nie może go już podpisać; pozostałe zaproszone osoby zostały powiadomione.`,
      }),
      missing: 'Bez zatwierdzenia',
    },
    witness: {
      invitation: 'Dokument do podpisu w charakterze świadka: „%”',
      text: ({ hello, sender }) =>
        `${hello} ${sender} prosi o elektroniczne podpisanie dokumentu (eIDAS) w charakterze świadka podpisu innej osoby. Najpierw trzeba potwierdzić tożsamość; konto nie jest potrzebne.`,
      button: 'Przeczytaj i podpisz jako świadek',
      reminder: 'Przypomnienie: „%” czeka na podpis świadka',
      waits: ({ hello, sender }) => `${hello} ${sender} nadal czeka na podpis świadka.`,
      foot: ({ sender, document }) =>
        `Powód tej wiadomości: ${sender} wskazuje tę osobę jako świadka do dokumentu „${document}”.`,
      code: {
        subject: (document) => `Kod do podpisu świadka pod dokumentem „${document}”`,
        text: ({ hello, document, mark, minutes }) =>
          `${hello} ten kod służy do podpisania dokumentu „${document}” (nr ${mark}) w charakterze świadka. Jest ważny ${minutes} minut.`,
      },
    },
  },
}
