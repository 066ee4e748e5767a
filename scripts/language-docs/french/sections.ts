/** Loops, conditions, filters, what is wrong and refused, in French. */
import type { ChapterWords } from '../example.ts'

export const sections: Readonly<Record<string, ChapterWords>> = {
  'Loops: one part for each item of a list': {
    title: 'Les boucles, une partie pour chaque élément d’une liste',
    text: `\`{#lines}\` commence une partie qui est répétée pour chaque élément de la liste \`lines\`, et \`{/}\` la termine (\`{/lines}\` fait
de même et se lit mieux dans un long document). Entre les deux, les noms de l’élément peuvent être utilisés directement.

L’endroit où vous mettez les deux balises décide de ce qui est répété :

| mettez les balises | est répété |
| --- | --- |
| dans la première et la dernière cellule d’une ligne de tableau | la ligne |
| dans des lignes distinctes, au-dessus et au-dessous | toutes les lignes entre les deux |
| dans des paragraphes distincts | tout ce qui est entre les deux : paragraphes, tableaux, images |
| dans des paragraphes distincts, au-dessus et au-dessous d’une puce | la puce, chacune avec son numéro |
| au début et à la fin d’une puce, ou de deux | la puce, ou tout ce qui va de l’une à l’autre |
| dans des cellules, avec le filtre \`columns\` | les colonnes : voir [Des colonnes selon les données](#des-colonnes-selon-les-données) |
| dans un même paragraphe | les mots entre les deux |

Les paragraphes et les lignes qui ne contiennent que de telles balises disparaissent : ils ne laissent pas de lignes vides.`,
    examples: {
      'loop-row': {
        text: '**Lignes de tableau.** Écrivez une ligne ; elle devient autant de lignes qu’il y a d’éléments.',
      },
      'loop-paragraphs': {
        text: '**Paragraphes.** Les balises sont seules dans leurs paragraphes ; tout ce qui est entre elles est répété.',
      },
      'loop-bullets': {
        text: '**Puces et listes numérotées**, et des mots dans une phrase. Si la liste contient de simples textes, un point seul désigne l’élément lui-même.',
      },
      'loop-rows': {
        text: '**Plusieurs lignes par élément.** Les balises sont dans des lignes distinctes, qui disparaissent.',
      },
      'loop-lists': {
        text: '**Des listes qui repartent du début.** Une liste numérotée dans une boucle à l’intérieur d’une autre recommence à chaque élément de la boucle extérieure, si rien en dehors de la boucle intérieure ne porte un numéro de la même liste.',
      },
      'loop-sections': {
        text: '**Des pages entières.** Mettez un saut de section (Mise en page > Sauts de pages > Page suivante) dans la boucle, et chaque élément commence sur une nouvelle page, avec ses propres en-têtes et sa propre taille de page si vous le souhaitez. La condition évite un saut avant le premier élément. L’en-tête et le pied de page ont les données de l’élément par lequel commence leur page.',
      },
    },
  },
  'Loops inside loops': {
    title: 'Boucles imbriquées',
    text: `Une boucle peut contenir d’autres boucles, à autant de niveaux que nécessaire. Dans une boucle, un nom est cherché d’abord dans
l’élément, puis dans ce qui l’entoure : les noms de tout le document restent utilisables. Si deux niveaux utilisent le même nom, précisez
lequel vous voulez.

| écrivez | pour |
| --- | --- |
| \`$number\` | 1 pour le premier élément, 2 pour le deuxième, … (\`$index\` compte à partir de 0) |
| \`$first\`, \`$last\` | indique si c’est le premier ou le dernier élément |
| \`$parent.name\` | le nom au niveau supérieur |
| \`$root.name\` | le nom à la racine des données |
| \`.\` | l’élément lui-même |`,
    examples: {
      nested: {
        text: 'Des services, chacun avec ses personnes. La devise vient de la racine des données, et `{#not $last}` ajoute une ligne entre deux services, mais aucune après le dernier.',
      },
      'object-scope': {
        text: 'La même balise sur un seul objet (pas une liste) évite de répéter son nom. Si l’objet manque, la partie est omise.',
      },
    },
  },
  'Conditions: a part that is sometimes there': {
    title: 'Les conditions, une partie facultative',
    text: `\`{#paid}\` … \`{/}\` ne garde ce qui est entre les balises que si \`paid\` est vrai. Ajoutez \`{:else}\` pour l’autre cas et
\`{:else if …}\` pour les cas intermédiaires. \`{^paid}\` … \`{/}\` est l’inverse : il garde sa partie si \`paid\` est faux.

Comptent comme faux : \`false\`, \`null\`, un nom absent, \`0\`, un texte vide et une liste vide.`,
    examples: {
      'condition-else': {
        text: 'Une phrase parmi trois :',
      },
      vanish: {
        text: 'Un paragraphe ou une ligne de tableau qui ne contient qu’une condition disparaît avec elle : pas de ligne vide, pas de saut dans une liste numérotée.',
      },
      'empty-list': {
        text: 'Sur une liste, `{:else}` indique ce qui est affiché quand la liste est vide.',
      },
    },
  },
  'Sorting, choosing, grouping and adding up': {
    title: 'Trier, choisir, grouper et additionner',
    text: `Une liste peut passer par des filtres avant d’être répétée. Les données que vous envoyez n’en sont jamais modifiées. \`group\` fait des
groupes, chacun avec une clé \`key\` et ses éléments \`items\` ; \`sum\`, \`avg\`, \`min\`, \`max\` et \`count\` font d’une liste un nombre.

\`sum\`, \`avg\`, \`min\` et \`max\` prennent un membre (\`sum:"amount"\`) ou un calcul par élément (\`sum:"quantity * price"\`). Un membre
que ne possède aucun élément est une valeur absente : un nom mal écrit ne donne donc jamais un total de 0 ; la somme d’une liste vide est 0.
Les éléments sans ce membre sont ignorés, mais un calcul demande tous ses noms dans chaque élément.`,
    examples: {
      'sum-items': { text: 'Le total d’un calcul fait à chaque ligne :' },
      'group-sum': {
        text: 'Une commande triée par nom, groupée par pays, avec un sous-total pour chaque groupe et un total :',
      },
      where: {
        text: 'Une partie des éléments, un nombre limité d’éléments, ou la liste en toutes lettres :',
      },
    },
  },
  Filters: {
    title: 'Filtres',
    text: `Un filtre transforme une valeur avant qu’elle soit imprimée : écrivez \`|\` et son nom après la valeur. Les arguments d’un filtre
suivent des deux-points, et les filtres s’enchaînent : \`{items | sort:"name" | map:"name" | join:", "}\`.

L’aspect des nombres, des dates et des mots suit la \`locale\` de la requête. Un filtre mal écrit ou un mauvais argument est détecté
à la vérification du modèle, avant même qu’il y ait des données. La dernière colonne donne le résultat ; là où les langues diffèrent,
dans trois d’entre elles.`,
    examples: {},
  },
  'When something is wrong': {
    title: 'Quand quelque chose ne va pas',
    text: `Un modèle qui a des erreurs n’est jamais produit à moitié. La réponse liste **toutes** les erreurs à la fois, chacune avec la
balise, la partie du document, le texte autour, ce qui ne va pas et comment y remédier. Vérifiez un modèle sans données à tout moment
par \`POST /validate-template\` ; l’enregistrer par \`POST /templates\` le vérifie aussi. Les phrases de l’API sont en anglais ; l’espace
développeur les affiche en français.`,
    examples: {},
  },
  'What is refused, and limits': {
    title: 'Ce qui est refusé, et les limites',
    text: `Un \`{\` ou un \`}\` seul dans le texte est une erreur, sauf s’il s’agit manifestement de code, et deux aussi (\`{{name}}\`). Le
XML brut (\`{@…}\`) et d’autres délimiteurs (\`{=…=}\`) sont refusés. Les balises ne sont pas cherchées dans les codes de champs
autres que HYPERLINK, ni dans les graphiques en entonnoir, de compartimentage et d’autres types récents ; les
commentaires ne sont pas imprimés. Le début et la fin d’une section vont ensemble : tous deux dans une cellule, une ligne, une zone de
texte, ou tous deux dans le texte courant.

Un document qui exécuterait, irait chercher ou chargerait quelque chose est refusé à son arrivée ; certaines choses que Word écrit de
lui-même (le lien vers le modèle dont vient un document, une liste de destinataires) sont simplement omises.`,
    examples: {},
  },
}
