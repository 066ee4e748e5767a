/** Values, missing values, expressions, dates, in French. */
import type { ChapterWords } from '../example.ts'

export const basics: Readonly<Record<string, ChapterWords>> = {
  'The first template': {
    title: 'Le premier modèle',
    text: `Un modèle est un document Word ordinaire. Partout où une valeur doit être insérée, saisissez une **balise** : un nom entre
accolades. Envoyez le document avec vos données, et chaque balise est remplacée par la valeur de ce nom.`,
    after: `La valeur prend la mise en forme de la balise : ici \`{product}\` est saisi en gras, donc « desk lamp » apparaît en gras. Peu importe
que Word souligne une balise comme une faute d’orthographe ou remplace des guillemets droits par des guillemets typographiques.

Pour l’essayer, enregistrez le document sous \`order.docx\`, les données sous \`order.json\`, et envoyez les deux :

\`\`\`sh
curl --fail-with-body -sS http://127.0.0.1:3000/render -H "X-API-Key: $PARAPH_KEY" \\
  -F template=@order.docx -F data=@order.json -F 'options={"locale":"en-GB"}' -o order.pdf
\`\`\`

Les exemples de cette page sont en anglais et faits avec \`"locale": "en-GB"\`, sauf mention contraire. Sans \`locale\`, le service
écrit en français (\`fr-FR\`), et sans fuseau horaire il utilise \`Europe/Paris\`.`,
    examples: {
      first: {
        text: 'Voici un modèle complet, les données qui vont avec, et le document obtenu.',
      },
    },
  },
  'Values inside values': {
    title: 'Valeurs imbriquées',
    text: `Les données sont souvent imbriquées : un client a une adresse, l’adresse a une ville. Écrivez les noms l’un après l’autre, avec un
point entre eux. Les éléments d’une liste se comptent à partir de 0.`,
    examples: {
      paths: {
        text: 'Un nom qui contient des espaces ou des traits d’union se met entre crochets et guillemets ; au début d’un chemin (`{["First name"]}`), la casse est ignorée, et `_` équivaut à une espace. Les sauts de ligne d’une valeur sont conservés.',
      },
    },
  },
  'Missing values': {
    title: 'Valeurs absentes',
    text: `Un document incomplet est le plus souvent une erreur ; par défaut, le service refuse donc de le produire : il répond 422
\`data_missing\` et liste toutes les valeurs absentes en une seule fois. L’option \`missing\` change cela.

| \`missing\` | ce qui se passe quand une valeur n’est pas dans les données (ou vaut \`null\`) |
| --- | --- |
| \`"error"\` (par défaut) | pas de document ; la réponse liste chaque valeur absente avec sa balise et son emplacement |
| \`"blank"\` | rien n’est imprimé à sa place |
| \`"mark"\` | la balise elle-même est imprimée, surlignée, pour qu’on la voie à la relecture |

Dans les conditions et les boucles, rien n’est considéré comme absent : un nom inconnu vaut faux, ou une liste vide. Si une seule
valeur peut manquer, donnez-lui une valeur de remplacement avec le filtre \`default\`.`,
    examples: {
      'missing-mark': {
        text: 'Avec `"missing": "mark"` :',
      },
      'missing-default': {
        text: 'Avec une valeur de remplacement, utilisée quelle que soit l’option `missing` :',
      },
    },
  },
  'Calculations and comparisons': {
    title: 'Calculs et comparaisons',
    text: `Une balise peut contenir un petit calcul. Les montants sont calculés exactement, chiffre par chiffre : 0,1 + 0,2 font 0,3 ; et un
nombre peut aussi être transmis comme texte (\`"19.90"\`), ce qui conserve tous ses chiffres.

| écrivez | pour |
| --- | --- |
| \`+\` \`-\` \`*\` \`/\` | les quatre opérations ; \`+\` joint des textes quand l’un des côtés est un texte entre guillemets |
| \`%\` | le reste d’une division : \`$number % 2 == 0\` pour une ligne sur deux |
| \`==\` \`!=\` \`<\` \`<=\` \`>\` \`>=\` | comparer ; attention au double \`==\` |
| \`and\` \`or\` \`not\` (aussi \`&&\` \`\\|\\|\` \`!\`) | combiner des conditions |
| \`condition ? "yes" : "no"\` | l’une de deux valeurs |
| \`value ?? other\` | l’autre valeur quand la première est absente |
| \`( … )\` | calculer d’abord cette partie ; un membre peut suivre : \`(items \\| first).name\` |
| \`$today\` \`$now\` | le jour et l’instant du rendu, dans le fuseau horaire de la requête |
| \`"text"\` \`'text'\` \`12.5\` \`true\` \`false\` \`null\` | des valeurs écrites dans le modèle |`,
    after: `Une balise n’admet ni fonctions, ni affectations, ni accès au programme qui la remplit : elle ne peut que lire vos
données.`,
    examples: {
      calculation: {
        text: 'Un prix, une remise et un choix entre deux mots :',
      },
    },
  },
  'Braces that are text': {
    title: 'Des accolades qui sont du texte',
    text: `Ce qui n’est manifestement pas une balise reste tel quel : un identifiant comme \`{6F9619FF-8B86-D011-B42D-00CF4FC964FF}\`, un
ensemble comme \`{1, 2, 3}\` ou \`{a, b, c}\`, et du code : du JSON, un \`;\` ou un \`\\\` entre accolades, un \`{\` qui finit son
paragraphe et le \`}\` qui en commence un. Toute autre accolade qui doit rester du texte se met entre guillemets dans une balise, seule ou
avec son texte.

Dans un modèle envoyé avec l’appel, ce qui ne peut être une balise de vos données reste tel quel aussi, et l’avertissement \`braces_left\` le
nomme : \`{member, member …}\`, \`{authors of this paper}\`, un \`{\` au milieu de code. Reste une erreur ce dont les données ont un nom, et ce que seul ce
langage ou un autre outil écrit : sections, filtres, \`{{name}}\`. Des noms seuls, comme \`{id}\`, sont du texte dans un fichier sans autre balise,
envoyé sans données. L’option \`"tags": "off"\` convertit un document tel quel : rien n’y est une balise, et aucun champ de fusion n’est rempli.

Les propriétés du fichier (titre, objet, auteur, mots-clés, société, propriétés personnalisées) peuvent contenir des balises ; ce que les
données n’y remplissent pas reste tel quel.`,
    examples: { braces: { text: 'Des accolades littérales, à côté de balises :' } },
  },
  'Dates and time zones': {
    title: 'Dates et fuseaux horaires',
    text: `Envoyez les dates en texte ISO : \`"2026-03-31"\` pour un jour, \`"2026-03-31T09:00:00Z"\` pour un instant. Les filtres \`date\`,
\`time\` et \`datetime\` les écrivent dans la langue du document, dans l’un des quatre styles ou selon votre propre motif.

Une date sans heure est imprimée telle quelle, dans tous les fuseaux. Un instant (avec \`Z\` ou un décalage comme \`+02:00\`) est converti dans le
fuseau horaire de la requête, heure d’été comprise.

\`add\`, \`subtract\`, \`difference\`, \`start_of\` et \`end_of\` calculent avec les dates, selon le calendrier : un mois après le 31 janvier
vient le dernier jour de février. Le résultat est de nouveau une date ; \`date\` peut donc suivre.`,
    examples: {
      dates: {
        text: 'Avec `"locale": "en-GB"` et `"timezone": "Europe/Paris"` :',
      },
    },
  },
}
