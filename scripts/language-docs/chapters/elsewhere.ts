/** Templates of other tools: each of their tags, and how it is written here. */
import { expressionText } from '../../../src/docx/language/other-expressions.ts'
import { otherTool } from '../../../src/docx/language/other-tools.ts'
import { type Chapter, type ChapterWords, field, p } from '../example.ts'

/** Tags by the tool that writes them so; what to write comes out of the recogniser itself. */
const TAGS: ReadonlyArray<readonly [tool: string, ...tags: string[]]> = [
  [
    'Jinja (docxtpl)',
    '{% for line in lines %}',
    '{%tr for line in lines %}',
    '{% if total > 100 %}',
    '{% else %}',
    '{% endfor %}',
    '{{ name|upper }}',
  ],
  ['Handlebars', '{{#each items}}', '{{#unless paid}}', '{{else}}', '{{/each}}', '{{../name}}'],
  ['docx-templates', '{FOR line IN lines}', '{END-FOR line}', '{INS $line.name}', '{= total}'],
  [
    'Carbone',
    '{d.name:upperCase}',
    '{d.total:formatC}',
    '{d.lines[i].name}',
    '{d.lines[i+1].name}',
    '{d.lines[].qty:aggSum}',
    "{d.x:ifEQ(1):show('a'):elseShow('b')}",
  ],
  ['docxtemplater', '{-w:tr lines}', '{name | uppercase}', '{#a === 1}'],
  ['jsreport', '{{#docxTable lines}}', '{{/docxTable}}', '{{docxImage src=logo}}'],
  ['easy-template-x', '{#lines [loopOver: "row"]}', '{first name}'],
]

const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``

const rows = TAGS.flatMap(([tool, ...tags]) =>
  tags.map((tag) => {
    const inner = tag.replace(/^\{+/, '').replace(/\}+$/, '')
    return `| ${tool} | ${code(tag)} | ${code(otherTool(inner)?.write ?? `{${expressionText(inner)}}`)} |`
  }),
).join('\n')

export const elsewhere: Chapter = {
  title: 'Coming from another tool',
  text: `Tags of other template tools are recognised, and each error says how to write the tag here (code \`tag_foreign\`).

| tool | there | here |
| --- | --- | --- |
${rows}

A loop over table rows has \`{#lines}\` in the first cell of the row and \`{/}\` in its last. Inside a loop the names of the
item can be used directly: \`{name}\`, not \`{line.name}\`.`,
  examples: [],
}

export const elsewhereInFrench: ChapterWords = {
  title: 'Vous venez d’un autre outil',
  text: `Les balises d’autres outils de modèles sont reconnues, et chaque erreur indique comment écrire la balise ici (code \`tag_foreign\`).

| outil | là-bas | ici |
| --- | --- | --- |
${rows}

Une boucle sur les lignes d’un tableau a \`{#lines}\` dans la première cellule de la ligne et \`{/}\` dans la dernière. Dans une boucle,
les noms de l’élément s’emploient directement : \`{name}\`, et non \`{line.name}\`.`,
  examples: {},
}

export const mailMerge: Chapter = {
  title: 'Mail merge: the fields of Word',
  text: `A template made for Word's own mail merge works unchanged: \`MERGEFIELD\` and \`IF\` fields are filled from the data if
the data contain at least one of their names; letter case is ignored, and \`_\` matches a space. If none of the names is in the
data, the fields stay as Word stored them, and the response has a warning for each (\`merge_field_left\`).

| in the field | here |
| --- | --- |
| \`\\* Upper\`, \`Lower\`, \`FirstCap\`, \`Caps\`, \`CardText\` | the filters \`upper\`, \`lower\`, \`capitalize\`, \`title\`, \`words\` |
| \`\\@ "dddd d MMMM yyyy"\` | a date in the language of the request; send dates as ISO text |
| \`\\# "#,##0.00 €"\` | a number with the separators of the language of the request; also \`positive;negative;zero\` |
| \`\\b "Dear "\`, \`\\f ","\` | text before and after, where there is a value |
| \`IF … = "…" "…" "…"\` | \`=\` \`<>\` \`<\` \`>\` \`<=\` \`>=\`; the texts may contain merge fields and nested \`IF\`s |
| \`TableStart:lines\`, \`TableEnd:lines\` | a loop, as \`{#lines}\` and \`{/}\` |

A field over several paragraphs, an \`IF\` with a wildcard or a formula, and all other mail-merge fields (\`NEXT\`,
\`ADDRESSBLOCK\`, \`ASK\`, …) keep what Word stored.`,
  examples: [
    {
      id: 'mail-merge',
      text: 'A Word letter with four merge fields and an `IF` on the total; in the template the fields show their names:',
      body: [
        p(
          'Dear ',
          field('MERGEFIELD Title \\* FirstCap', '«Title»'),
          ' ',
          field('MERGEFIELD Last_Name', '«Last_Name»'),
          ',',
        ),
        p(
          'your invoice of ',
          field('MERGEFIELD Due \\@ "d MMMM yyyy"', '«Due»'),
          ' is over ',
          field('MERGEFIELD Total \\# "#,##0.00 €"', '«Total»'),
          '. ',
          field(
            'IF ⟦MERGEFIELD Total⟧ > 1000 "You may pay in three parts." "Please pay at once."',
            'Please pay at once.',
          ),
        ),
      ],
      data: { Title: 'countess', 'Last Name': 'Lovelace', Due: '2026-03-05', Total: '1234.5' },
      expect: ['Dear Countess Lovelace,', '5 March 2026', '1,234.50 €', 'three parts'],
      shown: true,
    },
  ],
}

export const mailMergeInFrench: ChapterWords = {
  title: 'Publipostage : les champs de Word',
  text: `Un modèle fait pour le publipostage de Word fonctionne tel quel : les champs \`MERGEFIELD\` et \`IF\` sont remplis par les données
dès que celles-ci contiennent au moins un de leurs noms ; la casse est ignorée, et \`_\` équivaut à une espace. Si les données ne contiennent aucun de ces
noms, les champs restent tels que Word les a enregistrés, et la réponse comporte un avertissement pour chacun (\`merge_field_left\`).

| dans le champ | ici |
| --- | --- |
| \`\\* Upper\`, \`Lower\`, \`FirstCap\`, \`Caps\`, \`CardText\` | les filtres \`upper\`, \`lower\`, \`capitalize\`, \`title\`, \`words\` |
| \`\\@ "dddd d MMMM yyyy"\` | une date dans la langue de la requête ; envoyez les dates en texte ISO |
| \`\\# "# ##0,00 €"\` | un nombre avec les séparateurs de la langue de la requête ; aussi \`positif;négatif;zéro\` |
| \`\\b "Cher "\`, \`\\f ","\` | un texte avant et après, là où il y a une valeur |
| \`IF … = "…" "…" "…"\` | \`=\` \`<>\` \`<\` \`>\` \`<=\` \`>=\` ; les textes peuvent contenir des champs de fusion et d’autres \`IF\` |
| \`TableStart:lines\`, \`TableEnd:lines\` | une boucle, comme \`{#lines}\` et \`{/}\` |

Un champ sur plusieurs paragraphes, un \`IF\` avec un caractère générique ou une formule, et tous les autres champs de publipostage
(\`NEXT\`, \`ADDRESSBLOCK\`, \`ASK\`…) gardent ce que Word a enregistré.`,
  examples: {
    'mail-merge': {
      text: 'Une lettre Word avec quatre champs de fusion et un `IF` sur le total ; dans le modèle, les champs affichent leur nom :',
    },
  },
}
