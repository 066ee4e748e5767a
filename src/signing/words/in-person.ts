/** What is said where a person signs on the sender's device, in every language. */
import type { Language } from '../../kernel/languages.ts'

/** The words. */
interface InPersonWords {
  /** On the page, before anything is signed. */
  notice: (host: string) => string
  /** Instead of the outcome: the next person to hold the device is somebody else. */
  done: { title: string; text: (host: string) => string }
  /** A row of the proof certificate. */
  proof: { label: string; text: (host: string) => string }
}

/** By language. */
export const IN_PERSON_WORDS: Readonly<Record<Language, InPersonWords>> = {
  en: {
    notice: (host) =>
      `You are using the sender’s device, in the presence of ${host}. The proof will say so. The code goes to your own phone or mailbox: do not let anyone else enter it.`,
    done: {
      title: 'Thank you. Please hand the device back',
      text: (host) =>
        `What you did has been recorded. Nothing of yours is shown here any more. Give the device back to ${host}, who can send you the finished document.`,
    },
    proof: {
      label: 'In person',
      text: (host) => `on the sender’s device, in the presence of ${host}`,
    },
  },
  fr: {
    notice: (host) =>
      `Vous utilisez l’appareil de l’expéditeur, en présence de ${host}. La preuve le précisera. Le code est envoyé sur votre propre téléphone ou à votre adresse : ne laissez personne d’autre le saisir.`,
    done: {
      title: 'Merci. Veuillez rendre l’appareil',
      text: (host) =>
        `Votre action est enregistrée. Plus rien de ce qui vous concerne n’est affiché ici. Rendez l’appareil à ${host}, qui pourra vous envoyer le document terminé.`,
    },
    proof: {
      label: 'En personne',
      text: (host) => `sur l’appareil de l’expéditeur, en présence de ${host}`,
    },
  },
  de: {
    notice: (host) =>
      `Sie benutzen das Gerät des Absenders, in Anwesenheit von ${host}. Der Nachweis wird das festhalten. Der Code geht an Ihr eigenes Telefon oder Postfach: Lassen Sie ihn niemand anderen eingeben.`,
    done: {
      title: 'Danke. Bitte geben Sie das Gerät zurück',
      text: (host) =>
        `Was Sie getan haben, ist festgehalten. Hier wird nichts mehr von Ihnen angezeigt. Geben Sie das Gerät an ${host} zurück; von dort können Sie das fertige Dokument erhalten.`,
    },
    proof: {
      label: 'Persönlich',
      text: (host) => `am Gerät des Absenders, in Anwesenheit von ${host}`,
    },
  },
  es: {
    notice: (host) =>
      `Está usando el dispositivo del remitente, en presencia de ${host}. La prueba lo indicará. El código se envía a su propio teléfono o buzón: no deje que otra persona lo introduzca.`,
    done: {
      title: 'Gracias. Devuelva el dispositivo',
      text: (host) =>
        `Lo que ha hecho ha quedado registrado. Aquí ya no se muestra nada suyo. Devuelva el dispositivo a ${host}, que puede enviarle el documento terminado.`,
    },
    proof: {
      label: 'En persona',
      text: (host) => `en el dispositivo del remitente, en presencia de ${host}`,
    },
  },
  it: {
    notice: (host) =>
      `Sta usando il dispositivo del mittente, in presenza di ${host}. La prova lo indicherà. Il codice arriva sul Suo telefono o nella Sua casella: non lo faccia inserire ad altri.`,
    done: {
      title: 'Grazie. Restituisca il dispositivo',
      text: (host) =>
        `Ciò che ha fatto è stato registrato. Qui non è più mostrato nulla di Suo. Restituisca il dispositivo a ${host}, che può inviarLe il documento finito.`,
    },
    proof: {
      label: 'Di persona',
      text: (host) => `sul dispositivo del mittente, in presenza di ${host}`,
    },
  },
  nl: {
    notice: (host) =>
      `U gebruikt het apparaat van de afzender, in aanwezigheid van ${host}. Het bewijs vermeldt dat. De code gaat naar uw eigen telefoon of mailbox: laat niemand anders hem invoeren.`,
    done: {
      title: 'Dank u. Geef het apparaat terug',
      text: (host) =>
        `Wat u hebt gedaan, is vastgelegd. Hier wordt niets meer van u getoond. Geef het apparaat terug aan ${host}, van wie u het voltooide document kunt krijgen.`,
    },
    proof: {
      label: 'In persoon',
      text: (host) => `op het apparaat van de afzender, in aanwezigheid van ${host}`,
    },
  },
  pt: {
    notice: (host) =>
      `Está a usar o dispositivo do remetente, na presença de ${host}. A prova vai indicá-lo. O código é enviado para o seu próprio telefone ou caixa de correio: não deixe que outra pessoa o introduza.`,
    done: {
      title: 'Obrigado. Devolva o dispositivo',
      text: (host) =>
        `O que fez ficou registado. Já não é mostrado aqui nada seu. Devolva o dispositivo a ${host}, que lhe pode enviar o documento concluído.`,
    },
    proof: {
      label: 'Presencial',
      text: (host) => `no dispositivo do remetente, na presença de ${host}`,
    },
  },
  pl: {
    notice: (host) =>
      `To urządzenie należy do nadawcy; obecna osoba: ${host}. Dowód to odnotuje. Kod przychodzi na własny telefon lub do własnej skrzynki: nikt inny nie powinien go wpisywać.`,
    done: {
      title: 'Dziękujemy. Proszę oddać urządzenie',
      text: (host) =>
        `Czynność została zapisana. Na tym urządzeniu nie widać już żadnych danych tej osoby. Urządzenie odbiera ${host}; od tej osoby można otrzymać gotowy dokument.`,
    },
    proof: { label: 'Osobiście', text: (host) => `na urządzeniu nadawcy, w obecności: ${host}` },
  },
}
