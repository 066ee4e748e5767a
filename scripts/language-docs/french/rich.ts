/** Pictures, codes, links, breaks, HTML, places and signatures, in French. */
import type { ChapterWords } from '../example.ts'

export const rich: Readonly<Record<string, ChapterWords>> = {
  Pictures: {
    title: 'Images',
    text: `\`{%logo}\` place une image à l’endroit de la balise, au milieu d’une ligne si vous le souhaitez. \`{%%logo}\` seule dans son paragraphe la centre.
La valeur peut être :

| valeur de \`logo\` | exemple |
| --- | --- |
| les octets en base64 | \`"iVBORw0KGgo…"\` |
| un URI de données | \`"data:image/png;base64,iVBORw0KGgo…"\` |
| le nom d’un fichier envoyé avec la requête | \`"logo.png"\`, avec \`-F pictures=@logo.png\` |

PNG, JPEG et GIF sont acceptés, et redressés même si l’appareil était tenu de côté. Les adresses (\`https://…\`) ne sont jamais
appelées ; SVG est refusé, car il peut charger d’autres fichiers. Dans un PDF, une photographie enregistrée en PNG devient un
JPEG de haute qualité, dix fois plus petit ; toutes les autres images gardent leurs pixels.`,
    examples: {
      'picture-sources': {
        text: 'Le même logo des trois façons (`logo.png` a été envoyé comme fichier) :',
        after:
          '`alt` est ce qu’un lecteur d’écran lit à la place de l’image ; sans lui, c’est le nom dans la balise. Un `alt` vide signale une image décorative. En PDF/UA, une image du modèle lui-même sans texte de remplacement est annoncée comme « Image », dans la langue du document : écrivez-en un dans Word.',
      },
      'picture-fit': {
        text: '**Taille et ajustement.** `size` prend une largeur et une hauteur en `cm`, `mm`, `in`, `pt`, `px` ou en pourcentage de la largeur du texte. Donnez l’une des deux pour garder les proportions ; laissez la première vide (`size:"":"2cm"`) pour régler la hauteur. Avec les deux, `fit` indique que faire quand les proportions diffèrent. Cette image est trois fois plus large que haute :',
        after:
          'Une image sans `size` est imprimée à sa taille d’origine, sans jamais dépasser la largeur disponible : une cellule, une colonne, le texte.\n\n**Une image du modèle, remplacée.** Placez une image dans Word comme vous la voulez (taille, habillage, cadre) et donnez-lui `{%photo}` comme texte de remplacement (Format de l’image > Texte de remplacement) : elle montre l’image des données, aussi grande que le permet la sienne, sans la déformer. `fit` et `size` fonctionnent comme ci-dessus (`{%photo | fit:"cover"}` la remplit), `alt` devient le nouveau texte de remplacement. Sans valeur et avec `"missing": "blank"`, l’image est retirée.',
      },
    },
  },
  'QR codes and barcodes': {
    title: 'Codes QR et codes-barres',
    text: `Les filtres \`qr\` et \`barcode\` dessinent un code à partir d’un texte, \`epcqr\` dessine le code de paiement que lisent les applications
bancaires européennes (EPC069-12, « Girocode »). Ils restent nets à toutes les tailles, et se dimensionnent comme des images.`,
    examples: {
      qr: {
        text: 'Un code QR d’un lien, et un code de paiement. L’IBAN est vérifié, le montant est en euros.',
        after:
          '`qr:"L"`, `"M"` (par défaut), `"Q"` ou `"H"` règle les dégradations que le code tolère. L’objet du paiement peut aussi contenir `bic`, `text`, `purpose` et `information`.',
      },
      barcodes: {
        text: 'Des codes-barres pour des marchandises, des colis et un stock :',
        after: `Sans \`size\`, un code a la taille que prévoit sa norme. Les lecteurs exigent des barres assez larges : donnez à un EAN plus de 3 cm de large. Une hauteur seule rend les barres d’un tel code plus courtes, pas plus fines.

Aussi \`code39\`, \`ean8\`, \`upca\`, \`itf14\`, \`gs1-128\`, \`isbn\`, \`azteccode\`, et tous les autres types que connaît [bwip-js](https://github.com/metafloor/bwip-js/wiki/BWIPP-Barcode-Types). Un texte que ce type ne peut pas représenter (une clé de contrôle fausse, des lettres dans un EAN) provoque une erreur, jamais un code faux.`,
      },
    },
  },
  Hyperlinks: {
    title: 'Hyperliens',
    text: `\`{~url | link:"text"}\` crée un lien cliquable ; sans texte, il affiche l’adresse. L’adresse peut être une adresse web, une
adresse électronique ou un numéro de téléphone ; les autres types (\`javascript:\`, \`file:\`) sont refusés. L’adresse d’un lien fait avec
Insertion > Lien de Word peut contenir des balises : \`https://example.org/{id}\`.`,
    examples: {
      links: {
        text: 'Un lien, une adresse électronique et un numéro de téléphone :',
      },
    },
  },
  'Page breaks': {
    title: 'Sauts de page',
    text: `\`{~pagebreak}\` commence une nouvelle page, \`{~columnbreak}\` une nouvelle colonne, \`{~linebreak}\` une nouvelle ligne. Dans une
condition ou une boucle, ils n’apparaissent que si nécessaire.`,
    examples: {
      'page-break': {
        text: 'Une nouvelle page avant chaque chapitre, sauf le premier :',
      },
    },
  },
  'HTML and Markdown': {
    title: 'HTML et Markdown',
    text: `Un texte rédigé dans un éditeur est souvent en HTML ou en Markdown. \`{~text | html}\` et
\`{~text | markdown}\` en font de vrais paragraphes, listes et tableaux Word, dans la police en usage à l’endroit de la balise. Si votre
document a des styles pour les titres et les listes, ils sont utilisés.

Sont compris : paragraphes et sauts de ligne, gras, italique, souligné, barré, exposant et indice, titres, listes imbriquées,
tableaux, citations, code, liens, filets, images qui sont des URI de données ou des fichiers envoyés, et les couleurs, tailles et
alignements des attributs \`style\`. Tout le reste est ignoré mais son texte est conservé ; les scripts et les styles sont entièrement
supprimés. Rien n’est jamais téléchargé.`,
    examples: {
      markdown: {
        text: 'Du Markdown :',
      },
      html: {
        text: 'Du HTML, dans une cellule de tableau :',
      },
    },
  },
  'Headers, footers, footnotes and document properties': {
    title: 'En-têtes, pieds de page, notes et propriétés du document',
    text: `Les balises fonctionnent partout où l’on peut écrire du texte : dans les en-têtes et pieds de page (aussi ceux de la première page ou des
pages paires), les notes de bas de page et de fin, les zones de texte et les formes, les contrôles de contenu, et dans les propriétés
du fichier (Fichier > Informations : titre, objet, auteur, mots-clés), qui deviennent celles du PDF. Dans un contrôle de contenu lié à du
XML personnalisé, la valeur y est écrite aussi, et la liaison est conservée ; dans une boucle, des copies différentes la perdent.

Elles fonctionnent aussi là où l’on ne tape pas de texte :

| où | comment |
| --- | --- |
| texte de remplacement d’une image, d’une forme, d’un tableau | \`Photo de {name}\` ; un lecteur d’écran le lit |
| adresse d’un lien | \`https://example.org/{id}\`, \`mailto:{email}\`, ou \`{url}\` seul ; dans une boucle, chaque copie a la sienne |
| case à cocher | sa balise ou son titre (Développeur > Propriétés) est \`{agree}\` : cochée sauf si la valeur est false, 0, "no" ou vide |
| liste déroulante, zone de liste modifiable, date | sa balise est \`{status}\` ; la valeur est l’une de la liste, par sa valeur ou son texte |
| WordArt et filigrane | \`{status}\` comme texte |
| graphique | titre, noms des séries, catégories et valeurs : voir Graphiques |
| image | son texte de remplacement est \`{%photo}\` : voir Images |

Une section (\`{#…}\`) ne peut y figurer, sauf dans la feuille d’un graphique : écrivez \`{condition ? "ceci" : "cela"}\`.

Ce qu’une boucle copie a ses propres numéros et signets : Word ouvre donc un .docx sans réparation, et un renvoi dans une boucle mène au
signet de sa propre copie.`,
    examples: {
      places: {
        text: 'Une valeur dans l’en-tête, le texte, une note, le pied de page et le titre du fichier :',
      },
      'loop-notes': {
        text: 'Une note de bas de page ou de fin dans une boucle : chaque copie a sa propre note, avec les données de son élément.',
      },
    },
  },
  "Word's fields, tracked changes, contents and fonts": {
    title: 'Champs, modifications suivies, tables des matières et polices de Word',
    text: `**Les champs d’information sur le fichier** (FILENAME, TITLE, AUTHOR, DOCPROPERTY, SAVEDATE, NUMWORDS…) impriment ce que Word a enregistré,
jamais le nom du fichier envoyé. Les données les remplissent : une balise dans la propriété, ou \`"metadata": { "title": "…" }\` dans les
options. PAGE, NUMPAGES, REF, PAGEREF, SEQ et les autres sont calculés comme d’habitude ; un renvoi dont le signet
n’existe plus, et un IF dont les données ne décident pas, gardent ce que Word a enregistré (\`field_frozen\`). Un champ qui imprime autre chose que
les propriétés déclenche l’avertissement \`field_frozen\`.

**Les modifications suivies** sont acceptées avant la lecture des balises : une modification dans une boucle ne gêne pas, et une balise
supprimée n’exige aucune donnée. L’option \`changes\` en décide autrement ; un \`.docx\` garde ses modifications si vous n’indiquez pas
cette option. Les commentaires ne sont jamais imprimés.

| \`changes\` | les modifications suivies |
| --- | --- |
| \`"final"\` (par défaut) | sont acceptées |
| \`"original"\` | sont refusées |
| \`"markup"\` | sont dessinées : insertions soulignées, suppressions barrées |

**Les tables des matières et les renvois** sont recalculés quand les données ont changé un titre ou le nombre de paragraphes (une
boucle, une condition) ; sinon le document garde ce que Word a enregistré. Le style des lignes est celui du modèle.

| \`contents\` | tables des matières et renvois |
| --- | --- |
| absent | sont calculés là où les données ont changé des titres ou des paragraphes |
| \`"refresh"\` | sont toujours calculés |
| \`"keep"\` | restent tels que Word les a enregistrés ; l’avertissement \`contents_not_refreshed\` indique s’ils sont périmés |

**Les polices incorporées** (Word : Options > Enregistrement > Incorporer les polices) servent à ce document et à aucun autre, si le
fichier de police est sain, s’il est de la famille qu’il annonce, et s’il permet l’incorporation et les sous-ensembles ; sinon
l’avertissement \`embedded_font_ignored\` la nomme. Incorporez tous les caractères, pas seulement ceux qui servent : les données en
apportent d’autres. Un tel document prend environ une demi-seconde de plus.

**Vos propres polices** : envoyez-les une fois, un fichier (.ttf, .otf) par style, et tout document de votre compte qui nomme la
famille est dessiné avec elle et l’incorpore, sans avertissement \`font_replaced\` ; ceux des autres, jamais. Une police qui porte
le nom d’une police du service (Calibri, Arial) la remplace dans vos documents.

\`\`\`sh
curl --fail-with-body -sS http://127.0.0.1:3000/fonts -H "X-API-Key: $PARAPH_KEY" -F font=@Marianne-Regular.otf
\`\`\`

\`GET /fonts\` en donne la liste, \`DELETE /fonts/{id}\` en supprime une. Les polices d’une clé de test servent aux documents des
clés de test. Les bits de licence du fichier (\`fsType\`) sont respectés : une police dont l’éditeur interdit l’incorporation ou
les sous-ensembles est refusée. Les collections (.ttc) et les polices web (WOFF) aussi : envoyez les fichiers .ttf ou .otf de chaque style.`,
    examples: {},
  },
  'Places for signatures': {
    title: 'Emplacements de signature',
    text: `\`{signature:name}\` réserve la place d’une signature, de 60 mm de large et 20 mm de haut, ou aux dimensions indiquées :
\`{signature:name:width:height}\`. Le nom distingue les signataires d’un document. Quand le document est seulement produit, l’emplacement
reste vide ; quand il est envoyé pour signature, chaque signataire y trouve le sien. Un nom n’a pas besoin de valeur dans les données.

\`{field:name:field}\` fait de même pour ce que ce signataire remplit d’autre. Les réglages suivent, chacun après un point-virgule :
\`{field:client:start;type=date;label=Premier jour;required=no}\`.

| réglage | |
| --- | --- |
| \`type\` | \`text\` (à défaut), \`number\`, \`date\`, \`checkbox\`, \`radio\`, \`select\`, \`initials\`, \`company\`, \`file\` |
| \`label\` | ce que le signataire lit à côté ; à défaut, son nom |
| \`options\` | d’un \`radio\` ou \`select\` : \`options=Carte,Virement\` |
| \`required\`, \`read_only\` | \`yes\` ou \`no\` ; un champ est obligatoire sauf s’il dit \`no\` |
| \`value\` | ce qui est rempli d’avance |
| \`min\`, \`max\`, \`max_length\` | bornes d’un nombre ou d’une date ; caractères d’un texte |
| \`width\`, \`height\` | par exemple \`60mm\`, \`6cm\` ou \`170pt\` |

Un second \`{field:client:start}\` est un autre emplacement du même champ.`,
    examples: {
      signatures: {
        text: 'Deux signataires côte à côte :',
      },
    },
  },
}
