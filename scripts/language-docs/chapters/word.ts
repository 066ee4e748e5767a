/** What a document shows that is not typed text: fields of Word, tracked changes, contents, fonts of its own. */
import type { Chapter } from '../example.ts'

export const wordFeatures: Chapter = {
  title: "Word's fields, tracked changes, contents and fonts",
  text: `**Fields about the file** (FILENAME, TITLE, AUTHOR, DOCPROPERTY, SAVEDATE, NUMWORDS …) print what Word last stored, never the
name of the uploaded file. Your data can fill them: a tag in the property, or \`"metadata": { "title": "…" }\` in the options. PAGE, NUMPAGES, REF,
PAGEREF, SEQ and the like are computed as usual; a cross-reference whose bookmark is gone, and an IF that the data do not
decide, keep what Word stored (\`field_frozen\`). A field whose stored text differs from the properties causes the warning
\`field_frozen\`.

**Tracked changes** are accepted before the tags are read, so a change inside a loop is no obstacle and a deleted tag needs no data.
The option \`changes\` overrides this; a \`.docx\` result keeps its changes unless you set it. Comments are never printed.

| \`changes\` | tracked changes |
| --- | --- |
| \`"final"\` (default) | are accepted |
| \`"original"\` | are rejected |
| \`"markup"\` | are drawn: insertions underlined, deletions struck out |

**Tables of contents and cross-references** are updated when the data have changed a heading or the number of paragraphs
(a loop, a condition); otherwise the document keeps what Word stored. The style of the entries is the template's.

| \`contents\` | tables of contents and cross-references |
| --- | --- |
| left out | are computed where the data changed headings or paragraphs |
| \`"refresh"\` | are always computed |
| \`"keep"\` | stay as Word stored them; the warning \`contents_not_refreshed\` says where that is out of date |

**Embedded fonts** (Word: Options > Save > Embed fonts in the file) are used for that document and no other, if the font file is
sound, belongs to the family it claims, and allows embedding and subsets; otherwise the warning \`embedded_font_ignored\` names it.
Embed all characters, not only those in use: the data bring others. Such a document takes about half a second longer.

**Fonts of your own**: upload them once, one file (.ttf, .otf) for each face, and every document of your account that names the
family is drawn with it and embeds it, without a \`font_replaced\` warning; documents of other accounts never are. A font with the same
name as one of the service's (Calibri, Arial) replaces it in your documents.

\`\`\`sh
curl --fail-with-body -sS http://127.0.0.1:3000/fonts -H "X-API-Key: $PARAPH_KEY" -F font=@Marianne-Regular.otf
\`\`\`

\`GET /fonts\` lists them, \`DELETE /fonts/{id}\` removes one. Fonts of a test key are used for documents of test keys. The
licence bits of the file (\`fsType\`) are obeyed: a font whose maker forbids embedding or subsets is refused. Collections (.ttc)
and web fonts (WOFF) are refused as well: upload the .ttf or .otf file of each face.`,
  examples: [],
}
