/** The words about certificates of signers' own in French. */
import type { OwnWords } from './en.ts'

export const fr: OwnWords = {
  consent: (service) =>
    `Je signe avec un certificat qui m’appartient, délivré par ${service}. Sa clé y reste, et j’autorise cette seule signature sur la page de ${service}. Le niveau de la signature est celui qu’indique mon certificat ; le présent service ne se prononce pas sur ce point.`,
  page: {
    legal: (service) =>
      `Vous allez ensuite chez ${service}, où vous confirmez votre identité et autorisez la signature avec votre propre certificat. Puis vous revenez ici.`,
    submit: (service) => `Continuer chez ${service}`,
    busy: 'Un instant…',
    reading: (service) => `Lecture de vos certificats chez ${service}…`,
    choose: 'Avec quel certificat signez-vous ?',
    issuer: (name, until) => `Délivré par ${name}, valable jusqu’au ${until}`,
    differs:
      'Ce certificat ne contient pas votre nom tel que l’expéditeur l’a écrit. L’expéditeur voit cette différence.',
    go: (service) => `Autoriser la signature chez ${service}`,
    signing: 'Votre signature est en cours d’apposition. Cela prend quelques secondes.',
    ended:
      'Vous n’avez pas terminé chez le prestataire, le délai est dépassé, ou vous avez continué dans une autre fenêtre. Rien n’a été signé : signez de nouveau.',
    unusable:
      'Votre certificat ne peut pas signer : il n’y en a pas chez le prestataire, ou bien il n’est pas valide, a été révoqué, n’est pas destiné à la signature, ou n’est pas au nom exigé par l’expéditeur. Rien n’a été signé.',
    unavailable:
      'Le prestataire du certificat n’a pas répondu comme il le devrait. Rien n’a été signé : réessayez dans quelques minutes.',
    returning: 'Un instant, vous retournez au document…',
    lost: 'Le document est introuvable dans cette fenêtre. Rouvrez le lien de votre e-mail et signez de nouveau : rien n’a été signé.',
  },
  proof: {
    heading: 'Certificats propres aux signataires',
    label: 'Certificat propre',
    text: (holder, service) => `${holder} – clé détenue par ${service}`,
    differs: 'ne contient pas le nom donné par l’expéditeur',
    cover: (holder, issuer, service) =>
      `Certificat de ${holder}, délivré par ${issuer} (${service}).`,
    unstated: 'Son statut n’est pas indiqué ici.',
    level: (claim) => `Niveau : ${claim}.`,
    own: (names) =>
      `${names} : signature avec un certificat délivré par un autre prestataire, comme indiqué ci-dessous ; ce prestataire détient la clé. Le niveau d’une telle signature ressort de son certificat et des listes de confiance : le présent service ne se prononce pas sur ce point.`,
    except:
      'Ce qui est dit plus haut de la nature des signatures, des certificats et des clés ne s’y applique pas.',
    only: 'Avant de signer, chaque signataire a été identifié auprès du présent service comme indiqué dans les pages suivantes. Chaque signature (PAdES, ETSI EN 319 142-1) porte un horodatage RFC 3161 et ses données de validation. Le cachet électronique du service, dont ces pages sont l’apparence, et l’horodatage d’archivage apposé ensuite portent le fichier au niveau PAdES-BASELINE-LTA ; le service vérifie ce niveau avant de déclarer le document terminé.',
  },
}
