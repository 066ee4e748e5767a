/** The consent text and the text message in French. */
import type { SignerWords } from './en.ts'

/** The texts, in French. */
export const fr: SignerWords = {
  consent: (agree, means, level, kept) =>
    `${agree} ${means} ` +
    'Un certificat est émis à mon nom pour cette seule signature ; sa clé est détruite aussitôt après. ' +
    `${level} ` +
    kept,
  agree: 'J’ai lu le document et j’accepte de le signer par voie électronique.',
  means: {
    sms: {
      email:
        'Mon identité est vérifiée par le lien envoyé à mon adresse e-mail et par un code envoyé par SMS à mon téléphone mobile.',
      none: 'Mon identité est vérifiée par l’expéditeur, qui m’a remis le lien et a indiqué mon numéro de téléphone mobile, et par un code envoyé par SMS à ce numéro.',
    },
    voice: {
      email:
        'Mon identité est vérifiée par le lien envoyé à mon adresse e-mail et par un code envoyé par SMS, ou dicté lors d’un appel, à mon téléphone.',
      none: 'Mon identité est vérifiée par l’expéditeur, qui m’a remis le lien et a indiqué mon numéro de téléphone, et par un code envoyé par SMS, ou dicté lors d’un appel, à ce numéro.',
    },
    email: {
      email:
        'Le lien et un code sont envoyés à la même adresse e-mail, la mienne ; mon identité n’est pas vérifiée autrement.',
      none: 'L’expéditeur m’a remis le lien et a indiqué mon adresse e-mail, à laquelle un code est envoyé ; mon identité n’est pas vérifiée autrement.',
    },
    passkey: {
      email:
        'Mon identité est vérifiée par le lien envoyé à mon adresse e-mail et par une clé d’accès (passkey) de mon appareil, enregistrée après la saisie d’un code envoyé par SMS à mon téléphone mobile.',
      none: 'Mon identité est vérifiée par l’expéditeur, qui m’a remis le lien et a indiqué mon numéro de téléphone mobile, et par une clé d’accès (passkey) de mon appareil, enregistrée après la saisie d’un code envoyé par SMS à ce numéro.',
    },
    totp: {
      email:
        'Mon identité est vérifiée par le lien envoyé à mon adresse e-mail et par un code de mon application d’authentification, enregistrée après la saisie d’un code envoyé par SMS à mon téléphone mobile.',
      none: 'Mon identité est vérifiée par l’expéditeur, qui m’a remis le lien et a indiqué mon numéro de téléphone mobile, et par un code de mon application d’authentification, enregistrée après la saisie d’un code envoyé par SMS à ce numéro.',
    },
  },
  level: {
    advanced:
      'Il s’agit d’une signature électronique avancée au sens de l’article 26 du règlement (UE) n° 910/2014 (eIDAS), et non d’une signature qualifiée.',
    plain:
      'Il s’agit d’une signature électronique au sens de l’article 3, point 10, du règlement (UE) n° 910/2014 (eIDAS) ; elle n’est présentée ni comme avancée ni comme qualifiée.',
  },
  kept: {
    phone:
      'Mon nom, mon adresse e-mail, mon numéro de téléphone, mon adresse IP et les dates de mes actions sont conservés comme preuve de la signature et figurent, en partie masqués, dans le document signé.',
    noPhone:
      'Mon nom, mon adresse e-mail, mon adresse IP et les dates de mes actions sont conservés comme preuve de la signature et figurent dans le document signé.',
  },
  spoken: {
    greeting:
      'Bonjour. Ceci est un appel automatique avec le code demandé pour confirmer un document. Si vous ne l’avez pas demandé, raccrochez. Pour entendre le code, appuyez sur une touche.',
    code: (digits) =>
      `Votre code est : ${digits}. Je répète : ${digits}. Ne le communiquez à personne. Au revoir.`,
    over: 'Ce code n’est plus disponible. Demandez un nouvel appel sur la page du document. Au revoir.',
  },
  sms: (code, name, mark) =>
    `${code} est votre code pour signer "${name}" (réf. ${mark}), valable 10 minutes. Ne le donnez à personne.`,
}
