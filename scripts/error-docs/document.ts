/** Puts docs/errors.md and docs/fr/errors.md together out of the catalogue and what to do about each code. */
import { WARNING_CODES } from '../../src/kernel/document-warnings.ts'
import { ERRORS, type ErrorCode } from '../../src/kernel/errors.ts'
import { LOCALES } from '../../src/kernel/languages.ts'
import { warningText } from '../../src/translations/document-warnings.ts'
import { textsIn } from '../../src/translations/texts.ts'
import { GROUPS, type Group, type GuideLanguage, type InBoth } from './advice.ts'

const MARK = '<!-- Made by `npm run docs`; change scripts/error-docs instead. -->'

const EXAMPLE = `\`\`\`json
{
  "type": "urn:paraph:problem:validation_failed",
  "title": "A field is missing or invalid",
  "status": 422,
  "code": "validation_failed",
  "detail": "1 field is wrong: see errors.",
  "request_id": "req_01m7zcc4x1a61565vzgn4edkg1",
  "errors": [{ "pointer": "/signers/0/email", "detail": "must be an e-mail address" }]
}
\`\`\``

/** The languages that errors speak, named in one of them. */
function languagesIn(tag: string): string {
  const names = new Intl.DisplayNames(tag, { type: 'language' })
  const list = new Intl.ListFormat(tag, { type: 'disjunction' })
  return list.format(LOCALES.map((locale) => names.of(locale) ?? locale))
}

const HEAD: InBoth = {
  en: `# Errors

Every error is a problem document (RFC 9457, \`application/problem+json\`):

${EXAMPLE}

Base your code on \`code\`: it is one of the codes listed below and does not change. \`detail\` is for people: it names the
field and the fix, and its wording may change. \`errors\` lists all problems at once. \`request_id\` is also in the
\`X-Request-Id\` header and in the operator's log.

Sentences (\`title\`, \`detail\`, \`fix\`, and \`summary\` of a verification) are in the language that the request asks for by
\`Accept-Language\`: ${languagesIn('en-GB')}. Where the header is absent or \`*\`, it is the language of the account's contact, else
English. \`Content-Language\` names it. In French and German, findings about Word templates and their data (\`template_*\`,
\`data_*\`, \`image_invalid\`) have general words for their \`code\`; only the English ones quote the filter or the expression. In
English only are: what is wrong inside a damaged PDF, picture or XML, what another service answered, what LibreOffice said, and the
text of an official invoice rule for which we have no words (that of a French rule is in French). What is stored is in English too: the rows of a bulk send, webhooks,
\`delivery_failure\` and the verification report of an evidence file; so are the operator's commands.

Errors use no quota and have no side effects; only after \`interrupted\` this is not known. 429 and 503 responses have a \`Retry-After\` header, in seconds.`,
  fr: `# Erreurs

Toute erreur est un document « problem » (RFC 9457, \`application/problem+json\`) :

${EXAMPLE}

Appuyez-vous sur \`code\` : il figure toujours dans la liste ci-dessous et ne change pas. \`detail\`
s’adresse aux humains : il indique le champ et la correction à apporter, et sa formulation peut changer.
\`errors\` contient tous les problèmes à la fois. \`request_id\` figure aussi dans l’en-tête \`X-Request-Id\` et dans le
journal de l’exploitant.

Les phrases (\`title\`, \`detail\`, \`fix\`, et \`summary\` d’une vérification) sont dans la langue que la requête demande par
\`Accept-Language\` : ${languagesIn('fr-FR')}. Sans cet en-tête, ou s’il vaut \`*\`, c’est la langue de l’interlocuteur du
compte, à défaut l’anglais. \`Content-Language\` l’indique. En français et en allemand, les constats sur les modèles Word et
leurs données (\`template_*\`, \`data_*\`, \`image_invalid\`) ont des mots généraux selon leur \`code\` ; seuls les anglais citent le
filtre ou l’expression. Restent en anglais : ce qui est faux dans un PDF, une image ou un XML endommagé, la réponse d’un autre
service, ce que dit LibreOffice, et le texte d’une règle officielle de facturation pour laquelle nous n’avons pas de mots (celui d’une règle française est en français). Ce
qui est conservé est aussi en anglais : les lignes d’un envoi groupé, les webhooks, \`delivery_failure\` et le rapport de
vérification d’un dossier de preuve ; de même les commandes de l’exploitant.

Une erreur ne consomme pas de quota et n’a aucun effet de bord ; seul \`interrupted\` ne permet pas de le savoir. Les
réponses 429 et 503 comportent l’en-tête \`Retry-After\`, en secondes.`,
}

const COLUMNS: InBoth = {
  en: '| code | status | what to do |',
  fr: '| code | statut | que faire |',
}

const rowOf = (code: string, advice: InBoth, locale: GuideLanguage): string => {
  const known = code as ErrorCode
  return `| \`${code}\` | ${ERRORS[known].status} | **${textsIn(locale).problems[known]}.** ${advice[locale]} |`
}

const groupText = ({ title, advice }: Group, locale: GuideLanguage): string =>
  [
    `## ${title[locale]}\n`,
    COLUMNS[locale],
    '| --- | --- | --- |',
    ...Object.entries(advice).map(([code, texts]) => rowOf(code, texts, locale)),
  ].join('\n')

const WARNINGS_HEAD: InBoth = {
  en: `## Warnings

A document can be generated and still lack something or look different from Word. You are always warned of this: in the
header \`Paraph-Warnings\` of a response with a file (a List as defined in RFC 9651, at most 2,048 bytes), in \`warnings\` in
JSON responses, in \`POST /validate-template\`, in the results of the MCP tools and in the developer area.

\`\`\`http
Paraph-Warnings: font_replaced;text="Garamond";by="Noto Serif", glyph_missing;text=%"%e6%bc%a2 (U+6F22)";count=2
\`\`\`

With the option \`"strict": true\`, the response is 422 \`document_has_warnings\` instead, and \`errors\` lists the warnings.
These are all the codes:

| code | what happened | what to do |
| --- | --- | --- |`,
  fr: `## Avertissements

Un document peut être produit mais incomplet, ou différent de ce qu’affiche Word. Vous en êtes toujours averti : dans
l’en-tête \`Paraph-Warnings\` d’une réponse qui contient un fichier (une List au sens de la RFC 9651, 2 048 octets au plus),
dans \`warnings\` pour les réponses JSON, dans \`POST /validate-template\`, dans les résultats des outils MCP et dans l’espace
développeur.

\`\`\`http
Paraph-Warnings: font_replaced;text="Garamond";by="Noto Serif", glyph_missing;text=%"%e6%bc%a2 (U+6F22)";count=2
\`\`\`

Avec l’option \`"strict": true\`, la réponse est une erreur 422 \`document_has_warnings\`, dont \`errors\` énumère les
avertissements. Voici tous les codes :

| code | ce qui s’est passé | que faire |
| --- | --- | --- |`,
}

/** What stands for the facts of a warning in the table. */
const EXAMPLE_FACTS = { text: '…', by: '…', count: 2 }

const warningTable = (locale: GuideLanguage): string =>
  [
    WARNINGS_HEAD[locale],
    ...WARNING_CODES.map((code) => {
      const { detail, fix } = warningText(
        { code, ...EXAMPLE_FACTS },
        textsIn(locale).documentWarnings,
      )
      return `| \`${code}\` | ${detail} | ${fix} |`
    }),
  ].join('\n')

/** The whole document. */
export const errorDocument = (locale: GuideLanguage): string =>
  `${[MARK, HEAD[locale], ...GROUPS.map((group) => groupText(group, locale)), warningTable(locale)].join('\n\n')}\n`
