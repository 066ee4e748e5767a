/** Templates of other tools: each of their tags, and how it is written here. */
import { expressionText, otherTool } from '../../../src/docx/language/other-tools.ts'
import type { Chapter, ChapterWords } from '../example.ts'

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
  text: `Tags of other template tools are recognised, and each error says how the tag is written here (code \`tag_foreign\`).

| tool | there | here |
| --- | --- | --- |
${rows}

A loop over table rows has \`{#lines}\` in the first cell of the row and \`{/}\` in its last. Inside a loop the names of the
item are used directly: \`{name}\`, not \`{line.name}\`.`,
  examples: [],
}

export const elsewhereInFrench: ChapterWords = {
  title: 'Venir d’un autre outil',
  text: `Les balises d’autres outils de modèles sont reconnues, et chaque erreur dit comment la balise s’écrit ici (code \`tag_foreign\`).

| outil | là-bas | ici |
| --- | --- | --- |
${rows}

Une boucle sur les lignes d’un tableau a \`{#lines}\` dans la première cellule de la ligne et \`{/}\` dans la dernière. Dans une boucle,
les noms de l’élément s’emploient directement : \`{name}\`, et non \`{line.name}\`.`,
  examples: {},
}
