/** Tables that the data shape, in French. */
import type { ChapterWords } from '../example.ts'

export const tables: Readonly<Record<string, ChapterWords>> = {
  'Columns from data': {
    title: 'Des colonnes selon les données',
    text: `Avec le filtre \`columns\`, une section répète les colonnes d’un tableau au lieu de mots ou de lignes : \`{#months | columns}{name}{/}\`
dans une cellule devient autant de cellules qu’il y a de mois. Répétez-la dans chaque ligne dont les cellules viennent des données ; les
deux balises sont dans une même cellule, ou dans la première et la dernière de plusieurs cellules d’une ligne, qui sont alors répétées
ensemble. Sur une condition, les colonnes sont gardées ou omises.

Le tableau garde sa largeur, partagée selon les proportions du modèle. Dans une ligne sans une telle section, une cellule placée sur ces
colonnes s’élargit avec elles, et disparaît avec la dernière. Les lignes et les colonnes peuvent toutes deux venir des données. Chaque ligne
doit donner le même nombre de colonnes, 63 au plus ; un objet est une erreur (\`entries\` en fait une liste).`,
    examples: {
      columns: { text: 'Une colonne par mois, une ligne par produit :' },
      'columns-condition': {
        text: 'Une colonne facultative. Une seule section suffit : les cellules des autres lignes partent avec elle.',
      },
    },
  },
  'Merged cells, colours and styles from data': {
    title: 'Fusions de cellules, couleurs et styles selon les données',
    text: `\`{~cell.shade: colour}\` n’imprime rien et donne une propriété à la cellule où elle se trouve. Après les deux-points vient une valeur ou
un calcul ; un texte vide ou \`false\` laisse ce que dit le modèle.

| écrivez | change |
| --- | --- |
| \`{~text.color: …}\` \`{~text.shade: …}\` \`{~text.style: …}\` | la couleur, le fond et le style de caractère du texte qui suit dans le paragraphe ; \`""\` y met fin |
| \`{~paragraph.color: …}\` \`{~paragraph.shade: …}\` \`{~paragraph.style: …}\` | ceux du paragraphe |
| \`{~cell.color: …}\` \`{~cell.shade: …}\` | la couleur du texte de la cellule, son fond |
| \`{~row.color: …}\` \`{~row.shade: …}\` | ceux de toutes les cellules de la ligne |
| \`{~table.style: …}\` | le style du tableau |
| \`{~cell.colspan: 3}\` \`{~cell.rowspan: 2}\` | le nombre de cellules vers la droite, ou de lignes vers le bas, que la cellule occupe |
| \`{~cell.merge_down: …}\` \`{~cell.merge_right: …}\` | fusionne les voisines qui ont cette balise avec la même valeur |

Une couleur est \`"#c00000"\` ou un nom anglais tel que \`"red"\` ; de plusieurs, celle du plus petit élément l’emporte. Les styles sont ceux du
document, sous le nom que Word affiche. Une couleur, un style ou un nombre inutilisable, des fusions qui se chevauchent ou qui cacheraient un
autre texte sont des erreurs qui nomment la valeur.`,
    examples: {
      'merged-cells': { text: 'Un titre sur tout le tableau, et une cellule par pays :' },
      colours: {
        text: 'Les livraisons en retard sur une ligne colorée, leur délai en rouge ; un paragraphe dont les données choisissent le style :',
      },
    },
  },
}
