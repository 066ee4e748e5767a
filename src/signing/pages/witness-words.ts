/** What the page of a witness says instead of a signer's words, in every language. */
import type { Language } from '../../kernel/languages.ts'

/** The words of a witness's page. */
interface WitnessPageWords {
  from: (sender: string) => string
  read: string
  legal: (name: string) => string
  submit: (name: string) => string
}

/** By language. */
export const WITNESS_PAGE_WORDS: Readonly<Record<Language, WitnessPageWords>> = {
  en: {
    from: (sender) => `${sender} asks you to sign as a witness`,
    read: 'This is the exact file, with the signature that you witness. You will sign it as a witness: you do not become a party to it. Nothing is signed until the last step.',
    legal: (name) =>
      `By pressing the button you sign “${name}” as a witness, with an electronic signature made for you alone.`,
    submit: (name) => `Sign “${name}” as a witness`,
  },
  fr: {
    from: (sender) => `${sender} vous demande de signer en qualité de témoin`,
    read: 'C’est exactement le fichier, avec la signature dont vous êtes témoin. Vous le signerez en qualité de témoin : vous n’y devenez pas partie. Rien n’est signé avant la dernière étape.',
    legal: (name) =>
      `En appuyant sur le bouton, vous signez « ${name} » en qualité de témoin, avec une signature électronique créée pour vous seul.`,
    submit: (name) => `Signer « ${name} » comme témoin`,
  },
  de: {
    from: (sender) => `${sender} bittet Sie, als Zeuge zu unterschreiben`,
    read: 'Das ist genau die Datei mit der Unterschrift, die Sie bezeugen. Sie unterschreiben sie als Zeuge und werden dadurch nicht Vertragspartei. Bis zum letzten Schritt wird nichts unterschrieben.',
    legal: (name) =>
      `Mit dem Klick auf die Schaltfläche unterschreiben Sie „${name}“ als Zeuge mit einer elektronischen Signatur, die allein für Sie erstellt wird.`,
    submit: (name) => `„${name}“ als Zeuge unterschreiben`,
  },
  es: {
    from: (sender) => `${sender} le pide que firme como testigo`,
    read: 'Este es exactamente el archivo, con la firma de la que usted es testigo. Lo firmará como testigo: no pasa a ser parte en él. No se firma nada hasta el último paso.',
    legal: (name) =>
      `Al pulsar el botón, usted firma «${name}» como testigo con una firma electrónica creada solo para usted.`,
    submit: (name) => `Firmar «${name}» como testigo`,
  },
  it: {
    from: (sender) => `${sender} Le chiede di firmare come testimone`,
    read: 'Questo è esattamente il file, con la firma di cui Lei è testimone. Lo firmerà come testimone: non ne diventa parte. Nulla è firmato fino all’ultimo passaggio.',
    legal: (name) =>
      `Premendo il pulsante Lei firma «${name}» come testimone, con una firma elettronica creata solo per Lei.`,
    submit: (name) => `Firma «${name}» come testimone`,
  },
  nl: {
    from: (sender) => `${sender} vraagt u als getuige te ondertekenen`,
    read: 'Dit is precies het bestand, met de handtekening waarvan u getuige bent. U ondertekent het als getuige: u wordt er geen partij bij. Tot de laatste stap wordt er niets ondertekend.',
    legal: (name) =>
      `Door op de knop te drukken ondertekent u ‘${name}’ als getuige met een elektronische handtekening die alleen voor u wordt gemaakt.`,
    submit: (name) => `‘${name}’ als getuige ondertekenen`,
  },
  pt: {
    from: (sender) => `${sender} pede que assine como testemunha`,
    read: 'Este é exatamente o ficheiro, com a assinatura de que é testemunha. Assina-o como testemunha: não se torna parte nele. Nada é assinado até ao último passo.',
    legal: (name) =>
      `Ao premir o botão, assina «${name}» como testemunha, com uma assinatura eletrónica criada só para si.`,
    submit: (name) => `Assinar «${name}» como testemunha`,
  },
  pl: {
    from: (sender) => `${sender} prosi o podpis w charakterze świadka`,
    read: 'To dokładnie ten plik, wraz z podpisem, który ma poświadczyć świadek. Podpis składany jest w charakterze świadka: świadek nie staje się stroną. Aż do ostatniego kroku nic nie jest podpisane.',
    legal: (name) =>
      `Naciśnięcie przycisku oznacza podpisanie dokumentu „${name}” w charakterze świadka podpisem elektronicznym utworzonym tylko dla tej osoby.`,
    submit: (name) => `Podpisz „${name}” jako świadek`,
  },
}
