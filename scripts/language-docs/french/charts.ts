/** Charts, in French. */
import type { ChapterWords } from '../example.ts'

export const charts: Readonly<Record<string, ChapterWords>> = {
  Charts: {
    title: 'Graphiques',
    text: `Insérez un graphique dans Word (Insertion > Graphique), faites un clic droit et choisissez Modifier les données : les balises
s’écrivent dans les cellules de sa feuille. Les graphiques en barres, colonnes, courbes, secteurs, anneaux, aires, radar, bulles et nuages de points se
remplissent ainsi. Word dessine 0 pour une balise à la place d’une valeur ; la balise est lue malgré tout.

| pour | écrivez dans la feuille |
| --- | --- |
| un point pour chaque élément d’une liste | \`{#sales}\` dans la première cellule d’une ligne, \`{/}\` dans la dernière, comme dans un tableau |
| une série pour chaque élément | \`{#products}\` dans le nom d’une série, \`{/}\` dans la dernière cellule de sa colonne |
| une cellule pour chaque élément | toute la boucle dans une cellule : \`{#values}{.}{/}\` |
| un point ou une série parfois présents | la même chose avec une condition |
| le titre | une balise dans le texte du titre |

Les valeurs sont des nombres, ou des textes comme \`"12.50"\` ; avec une unité ou un filtre de mise en forme, elles sont une erreur qui cite la valeur.
\`{amount | default:""}\` laisse un vide. Une nouvelle série, et un nouveau secteur, prennent les couleurs suivantes du thème. Dans un .docx, la feuille de
Modifier les données contient les mêmes nombres ; si elle manque ou ne peut pas être lue, l’avertissement \`chart_workbook_left\` le signale. Au plus 255 séries, de
32 000 points chacune.`,
    examples: {
      'chart-points': {
        text: 'Supprimez les lignes que Word propose, sauf la première ; elle devient autant de lignes qu’il y a de mois :',
      },
      'chart-series': {
        text: 'Une courbe pour chaque produit, chacune avec une liste de valeurs ; les catégories sont une liste à part :',
      },
      'chart-loop': {
        text: 'Un graphique dans une boucle devient un graphique pour chaque élément, avec ses données :',
      },
    },
  },
}
