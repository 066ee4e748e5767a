import type { Locale } from '../../kernel/languages.ts'
import type { Words } from '../words.ts'

const en = {
  title: 'Your brand',
  text: 'What signers see on their pages, in their e-mails and in the proof certificate, instead of your e-mail address.',
  link: 'Your name, logo and colour',
  linkDo: 'Edit your brand',
  name: 'Name',
  nameHint: 'Who asks for signatures. A request can give another one with “sender” (API).',
  reply: 'Reply address',
  replyHint: 'Where signers’ replies go. Empty: your account’s address.',
  color: 'Colour',
  colorHint:
    'As #rrggbb. It is made darker or lighter where buttons and links would not be readable.',
  colors: (light: string, dark: string) => `Signers see ${light}, in dark mode ${dark}.`,
  host: 'Host name of the links',
  hostHint: 'Assigned to your account by the operator of this service.',
  hostNone: 'The service’s own',
  logo: 'Logo',
  logoHint: 'PNG or JPEG, up to 200 kB, on a transparent or white background.',
  logoDrop: 'Choose a logo, or drop it here',
  logoOver: 'The file is larger than 200 kB.',
  logoNow: 'Your logo',
  logoRemove: 'Remove the logo',
  save: 'Save the brand',
  refused: 'The brand was not saved',
}

const WORDS: Words<typeof en> = {
  en,
  fr: {
    title: 'Votre marque',
    text: 'Ce que les signataires voient sur leurs pages, dans leurs e-mails et dans le certificat de preuve, au lieu de votre adresse e-mail.',
    link: 'Votre nom, votre logo et votre couleur',
    linkDo: 'Modifier votre marque',
    name: 'Nom',
    nameHint:
      'Qui demande les signatures. Une demande peut en indiquer un autre avec « sender » (API).',
    reply: 'Adresse de réponse',
    replyHint: 'Où arrivent les réponses des signataires. Vide : l’adresse de votre compte.',
    color: 'Couleur',
    colorHint:
      'Au format #rrggbb. Elle est assombrie ou éclaircie là où boutons et liens ne seraient pas lisibles.',
    colors: (light, dark) => `Les signataires voient ${light}, en mode sombre ${dark}.`,
    host: 'Nom d’hôte des liens',
    hostHint: 'Attribué à votre compte par l’exploitant de ce service.',
    hostNone: 'Celui du service',
    logo: 'Logo',
    logoHint: 'PNG ou JPEG, 200 ko au plus, sur fond transparent ou blanc.',
    logoDrop: 'Choisissez un logo, ou déposez-le ici',
    logoOver: 'Le fichier dépasse 200 ko.',
    logoNow: 'Votre logo',
    logoRemove: 'Supprimer le logo',
    save: 'Enregistrer la marque',
    refused: 'La marque n’a pas été enregistrée',
  },
}

/** The words in a language. */
export const brandWords = (locale: Locale): typeof en => WORDS[locale]
