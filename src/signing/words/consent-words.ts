/** The consent and the text message of those who approve or sign as a witness, in every language. */
import type { Language } from '../../kernel/languages.ts'

/** Their texts. Any change of a consent is a new version. */
interface AskedConsentWords {
  approve: {
    /** @param means how this person is identified */
    consent: (means: string, kept: string) => string
    kept: { phone: string; noPhone: string }
    /** In letters of GSM 7-bit only. */
    sms: (code: string, name: string, mark: string) => string
  }
  witness: {
    /** Instead of the first sentence of a signer's consent. */
    agree: string
    sms: (code: string, name: string, mark: string) => string
  }
}

/** By language. */
export const ASKED_CONSENT_WORDS: Readonly<Record<Language, AskedConsentWords>> = {
  en: {
    approve: {
      consent: (means, kept) =>
        `I have read the document and agree that my approval of it is recorded. ${means} My approval is entered in the audit trail with the hash of the document and the time; it is not a signature, I do not become a party to the document by it, and no certificate is issued in my name. ${kept}`,
      kept: {
        phone:
          'My name, e-mail address, phone number, IP address and the times of what I do are kept as proof of the approval and appear, partly masked, in the signed document.',
        noPhone:
          'My name, e-mail address, IP address and the times of what I do are kept as proof of the approval and appear in the signed document.',
      },
      sms: (code, name, mark) =>
        `${code} is your code to approve "${name}" (ref. ${mark}), valid for 10 minutes. Do not share it.`,
    },
    witness: {
      agree:
        'I have read the document and agree to sign it electronically as a witness to the signature of another person; I do not become a party to it.',
      sms: (code, name, mark) =>
        `${code} is your code to sign "${name}" as a witness (ref. ${mark}), valid for 10 minutes. Do not share it.`,
    },
  },
  fr: {
    approve: {
      consent: (means, kept) =>
        `J’ai lu le document et j’accepte que mon approbation soit enregistrée. ${means} Mon approbation est inscrite au journal des événements avec l’empreinte du document et l’heure ; ce n’est pas une signature, je ne deviens pas partie au document et aucun certificat n’est émis à mon nom. ${kept}`,
      kept: {
        phone:
          'Mon nom, mon adresse e-mail, mon numéro de téléphone, mon adresse IP et les dates de mes actions sont conservés comme preuve de l’approbation et figurent, en partie masqués, dans le document signé.',
        noPhone:
          'Mon nom, mon adresse e-mail, mon adresse IP et les dates de mes actions sont conservés comme preuve de l’approbation et figurent dans le document signé.',
      },
      sms: (code, name, mark) =>
        `${code} est votre code pour approuver "${name}" (réf. ${mark}), valable 10 minutes. Ne le donnez à personne.`,
    },
    witness: {
      agree:
        'J’ai lu le document et j’accepte de le signer par voie électronique en qualité de témoin de la signature d’une autre personne ; je n’y deviens pas partie.',
      sms: (code, name, mark) =>
        `${code} est votre code pour signer "${name}" comme témoin (réf. ${mark}), valable 10 minutes. Ne le donnez à personne.`,
    },
  },
  de: {
    approve: {
      consent: (means, kept) =>
        `Ich habe das Dokument gelesen und bin damit einverstanden, dass meine Genehmigung festgehalten wird. ${means} Meine Genehmigung wird mit dem Hashwert des Dokuments und der Zeit im Protokoll festgehalten; sie ist keine Unterschrift, ich werde dadurch nicht Partei des Dokuments, und auf meinen Namen wird kein Zertifikat ausgestellt. ${kept}`,
      kept: {
        phone:
          'Mein Name, meine E-Mail-Adresse, meine Telefonnummer, meine IP-Adresse und die Zeitpunkte meiner Handlungen werden als Nachweis der Genehmigung aufbewahrt und erscheinen, teilweise verdeckt, im unterschriebenen Dokument.',
        noPhone:
          'Mein Name, meine E-Mail-Adresse, meine IP-Adresse und die Zeitpunkte meiner Handlungen werden als Nachweis der Genehmigung aufbewahrt und erscheinen im unterschriebenen Dokument.',
      },
      sms: (code, name, mark) =>
        `${code} ist Ihr Code zum Genehmigen von "${name}" (Ref. ${mark}), 10 Minuten gültig. Nicht weitergeben.`,
    },
    witness: {
      agree:
        'Ich habe das Dokument gelesen und bin damit einverstanden, es als Zeuge der Unterschrift einer anderen Person elektronisch zu unterschreiben; ich werde dadurch nicht Partei.',
      sms: (code, name, mark) =>
        `${code} ist Ihr Code zum Unterschreiben von "${name}" als Zeuge (Ref. ${mark}), 10 Minuten gültig. Nicht weitergeben.`,
    },
  },
  es: {
    approve: {
      consent: (means, kept) =>
        `He leído el documento y acepto que quede constancia de mi aprobación. ${means} Mi aprobación se anota en el registro de eventos con la huella del documento y la hora; no es una firma, no me convierte en parte del documento y no se emite ningún certificado a mi nombre. ${kept}`,
      kept: {
        phone:
          'Mi nombre, mi dirección de correo electrónico, mi número de teléfono, mi dirección IP y los momentos de mis acciones se conservan como prueba de la aprobación y figuran, en parte ocultos, en el documento firmado.',
        noPhone:
          'Mi nombre, mi dirección de correo electrónico, mi dirección IP y los momentos de mis acciones se conservan como prueba de la aprobación y figuran en el documento firmado.',
      },
      sms: (code, name, mark) =>
        `${code} es su clave para aprobar "${name}" (ref. ${mark}). Caduca en 10 minutos. No la comparta.`,
    },
    witness: {
      agree:
        'He leído el documento y acepto firmarlo electrónicamente como testigo de la firma de otra persona; no paso a ser parte en él.',
      sms: (code, name, mark) =>
        `${code} es su clave para firmar "${name}" como testigo (ref. ${mark}). Caduca en 10 minutos. No la comparta.`,
    },
  },
  it: {
    approve: {
      consent: (means, kept) =>
        `Ho letto il documento e accetto che la mia approvazione venga registrata. ${means} La mia approvazione è annotata nel registro degli eventi con l’impronta del documento e l’ora; non è una firma, non divento parte del documento e non viene emesso alcun certificato a mio nome. ${kept}`,
      kept: {
        phone:
          'Il mio nome, il mio indirizzo e-mail, il mio numero di telefono, il mio indirizzo IP e gli orari delle mie azioni sono conservati come prova dell’approvazione e compaiono, in parte oscurati, nel documento firmato.',
        noPhone:
          'Il mio nome, il mio indirizzo e-mail, il mio indirizzo IP e gli orari delle mie azioni sono conservati come prova dell’approvazione e compaiono nel documento firmato.',
      },
      sms: (code, name, mark) =>
        `${code} è il Suo codice per approvare "${name}" (rif. ${mark}), valido 10 minuti. Non lo comunichi a nessuno.`,
    },
    witness: {
      agree:
        'Ho letto il documento e accetto di firmarlo elettronicamente come testimone della firma di un’altra persona; non ne divento parte.',
      sms: (code, name, mark) =>
        `${code} è il Suo codice per firmare "${name}" come testimone (rif. ${mark}), valido 10 minuti. Non lo comunichi.`,
    },
  },
  nl: {
    approve: {
      consent: (means, kept) =>
        `Ik heb het document gelezen en ga ermee akkoord dat mijn goedkeuring wordt vastgelegd. ${means} Mijn goedkeuring wordt met de hash van het document en de tijd in het logboek opgenomen; zij is geen handtekening, ik word er geen partij door en er wordt geen certificaat op mijn naam afgegeven. ${kept}`,
      kept: {
        phone:
          'Mijn naam, e-mailadres, telefoonnummer, IP-adres en de tijdstippen van mijn handelingen worden als bewijs van de goedkeuring bewaard en staan, deels afgeschermd, in het ondertekende document.',
        noPhone:
          'Mijn naam, e-mailadres, IP-adres en de tijdstippen van mijn handelingen worden als bewijs van de goedkeuring bewaard en staan in het ondertekende document.',
      },
      sms: (code, name, mark) =>
        `${code} is uw code om "${name}" goed te keuren (ref. ${mark}), 10 minuten geldig. Deel hem niet.`,
    },
    witness: {
      agree:
        'Ik heb het document gelezen en ga ermee akkoord het elektronisch te ondertekenen als getuige van de handtekening van een ander; ik word er geen partij bij.',
      sms: (code, name, mark) =>
        `${code} is uw code om "${name}" als getuige te ondertekenen (ref. ${mark}), 10 minuten geldig. Deel hem niet.`,
    },
  },
  pt: {
    approve: {
      consent: (means, kept) =>
        `Li o documento e aceito que a minha aprovação fique registada. ${means} A minha aprovação é inscrita no registo de eventos com o resumo criptográfico do documento e a hora; não é uma assinatura, não me torno parte no documento e não é emitido nenhum certificado em meu nome. ${kept}`,
      kept: {
        phone:
          'O meu nome, o meu endereço de e-mail, o meu número de telefone, o meu endereço IP e os momentos das minhas ações são conservados como prova da aprovação e figuram, em parte ocultos, no documento assinado.',
        noPhone:
          'O meu nome, o meu endereço de e-mail, o meu endereço IP e os momentos das minhas ações são conservados como prova da aprovação e figuram no documento assinado.',
      },
      sms: (code, name, mark) =>
        `${code} é a sua senha para aprovar "${name}" (ref. ${mark}). Expira em 10 minutos. Nunca a partilhe.`,
    },
    witness: {
      agree:
        'Li o documento e aceito assiná-lo eletronicamente como testemunha da assinatura de outra pessoa; não me torno parte nele.',
      sms: (code, name, mark) =>
        `${code} é a sua senha para assinar "${name}" como testemunha (ref. ${mark}). Expira em 10 minutos. Nunca a partilhe.`,
    },
  },
  pl: {
    approve: {
      consent: (means, kept) =>
        `Znam treść dokumentu i zgadzam się na zapisanie mojego zatwierdzenia. ${means} Moje zatwierdzenie zostaje wpisane do rejestru zdarzeń wraz ze skrótem dokumentu i czasem; nie jest podpisem, nie czyni mnie stroną dokumentu i nie jest wystawiany żaden certyfikat na moje nazwisko. ${kept}`,
      kept: {
        phone:
          'Moje imię i nazwisko, adres e-mail, numer telefonu, adres IP i czas moich czynności są przechowywane jako dowód zatwierdzenia i widnieją, częściowo zakryte, w podpisanym dokumencie.',
        noPhone:
          'Moje imię i nazwisko, adres e-mail, adres IP i czas moich czynności są przechowywane jako dowód zatwierdzenia i widnieją w podpisanym dokumencie.',
      },
      sms: (code, name, mark) =>
        `${code} to kod do zatwierdzenia dokumentu "${name}" (nr ${mark}), na 10 minut. Nie podawaj go nikomu.`,
    },
    witness: {
      agree:
        'Znam treść dokumentu i zgadzam się podpisać go elektronicznie w charakterze świadka podpisu innej osoby; nie staję się jego stroną.',
      sms: (code, name, mark) =>
        `${code} to kod do podpisu dokumentu "${name}" w roli swiadka (nr ${mark}), na 10 minut. Nie podawaj go nikomu.`,
    },
  },
}
