/** README.txt and LISEZMOI.txt: how somebody without any tool of ours checks the evidence, step by step. */
import type { TrailEntry } from '../../audit/chain.ts'
import {
  cutCommand,
  entryCommand,
  FILES,
  folderOf,
  HEADER_COMMAND,
  MANIFEST_COMMAND,
  ROOT_COMMAND,
  signatureCommands,
} from './commands.ts'
import type { SignaturePieces } from './material.ts'

/** What the texts name. */
export interface ReadmeFacts {
  documentId: string
  name: string
  completedAt: string
  operator: string
  verifyUrl: string
  /** SHA-256 of the root certificate. */
  rootSha256: string
  sha256Original: string
  sha256Signed: string
  signatures: readonly SignaturePieces[]
  entries: readonly TrailEntry[]
  /** File name of the stand-alone verifier of the trail; null when there is none. */
  verifier: string | null
}

const indented = (commands: readonly string[]): string =>
  commands.map((command) => `    $ ${command}`).join('\n')

/** `Signer1 – Zoé Łukasz` lines of what was signed when. */
const listed = ({ signatures }: ReadmeFacts): string =>
  signatures
    .map((each) => {
      const at = new Date(each.stampedMs).toISOString()
      return `    ${folderOf(each)}: ${each.signer.name}, ${at}`
    })
    .join('\n')

function steps(facts: ReadmeFacts) {
  const sample =
    facts.signatures.find(({ kind, own }) => kind === 'signature' && own) ?? facts.signatures[0]
  const head = facts.entries.at(-1)
  const all = sample === undefined ? [] : signatureCommands(sample)
  return {
    sample: sample === undefined ? '' : folderOf(sample),
    cut: sample === undefined ? '' : indented([cutCommand(sample)]),
    checks: indented(all.slice(1)),
    header: indented([HEADER_COMMAND]),
    head: head === undefined ? '' : indented([entryCommand(head.seq)]),
    headHash: head?.hash ?? '',
    verifier:
      facts.verifier === null
        ? null
        : indented([`node trail/${facts.verifier} trail/trail.json ${FILES.root}`]),
  }
}

/** The English text. */
export function readmeEnglish(facts: ReadmeFacts): string {
  const { sample, cut, checks, header, head, headHash, verifier } = steps(facts)
  return `EVIDENCE OF THE ELECTRONIC SIGNATURES OF "${facts.name}"
Document ${facts.documentId}, completed ${facts.completedAt}. Operator: ${facts.operator}.

Every signature in ${FILES.signed} is an advanced electronic signature (Article 26 of Regulation (EU)
No 910/2014, eIDAS), made after identification by a link sent by e-mail and a code sent by SMS. It is not a
qualified one. All times are in UTC.

WHAT IS HERE
    ${FILES.original}  the file as the sender gave it
      SHA-256 ${facts.sha256Original}
    ${FILES.signed}  the file with every signature, the proof certificate and its time-stamps
      SHA-256 ${facts.sha256Signed}
    parties.json           the parties, with complete telephone numbers
    report.json            how this service judged the finished file
    signatures/            each signature taken out of the PDF: CMS, its value, its time-stamp, its certificate
    certificates/, crls/   the certificates and the revocation lists, as DER and PEM
    trail/                 everything that happened, chained by SHA-256
    ${FILES.manifest}        SHA-256 of every file
    check.sh               all the checks below, for every signature, in one program: sh check.sh

The signatures, in the order in which they were made:
${listed(facts)}

WITHOUT ANY TOOL
Open ${FILES.signed} in a PDF reader that shows signatures, such as Adobe Acrobat Reader. It says for each
signature whether the document was changed afterwards. It does not know the operator's root certificate: import
certificates/root.pem as trusted after step 2. Or use ${facts.verifyUrl}. The last pages of the
document tell in words who signed when and how.

WITH OPENSSL, STEP BY STEP
Run these in the folder where this file is. On macOS write "shasum -a 256 -c" for "sha256sum -c".

1. No file of this evidence was changed.
${indented([MANIFEST_COMMAND])}

2. The root certificate is the operator's. Compare the fingerprint with the one the operator publishes:
   ${facts.rootSha256}
${indented([ROOT_COMMAND])}

3. A signature holds. Shown for ${sample}; check.sh has the commands of every other one.
   Take out of the PDF the bytes that are signed (its /ByteRange):
${cut}
   The signature fits these bytes and its certificate goes back to the root; the time-stamp fits the signature;
   no certificate was revoked. Each command must say that it succeeded.
${checks}

4. The trail is whole. ${FILES.entries} holds one entry a line; the SHA-256 of a line without its end is the line
   of the same number in ${FILES.hashes} and the "prev_hash" of the next entry. The first "prev_hash" is the
   SHA-256 of ${FILES.header}:
${header}
   The last entry has the hash ${headHash}:
${head}
${verifier === null ? '' : `   Or all at once, with Node.js:\n${verifier}\n`}
5. The PDF goes back to the same trail: the proof certificate on its last pages, covered by the seal, prints the
   hash of the entry that was the last when it was sealed. It is a line of ${FILES.hashes}.
`
}

/** The French text. */
export function readmeFrench(facts: ReadmeFacts): string {
  const { sample, cut, checks, header, head, headHash, verifier } = steps(facts)
  return `DOSSIER DE PREUVE DES SIGNATURES ÉLECTRONIQUES DE « ${facts.name} »
Document ${facts.documentId}, terminé le ${facts.completedAt}. Exploitant : ${facts.operator}.

Chaque signature de ${FILES.signed} est une signature électronique avancée (article 26 du règlement (UE)
n° 910/2014 eIDAS), apposée après identification par un lien envoyé par e-mail et un code envoyé par SMS. Elle
n'est pas qualifiée. Toutes les heures sont en temps universel (UTC).

CE QUE CONTIENT CE DOSSIER
    ${FILES.original}  le fichier tel que l'expéditeur l'a remis
      SHA-256 ${facts.sha256Original}
    ${FILES.signed}  le fichier avec toutes les signatures, le certificat de preuve et les horodatages
      SHA-256 ${facts.sha256Signed}
    parties.json           les parties, avec leurs numéros de téléphone complets
    report.json            la vérification du fichier final par le service
    signatures/            chaque signature extraite du PDF : CMS, valeur, horodatage, certificat
    certificates/, crls/   les certificats et les listes de révocation, en DER et en PEM
    trail/                 le journal de tout ce qui s'est passé, chaîné par SHA-256
    ${FILES.manifest}        l'empreinte SHA-256 de chaque fichier
    check.sh               toutes les vérifications ci-dessous, pour chaque signature : sh check.sh

Les signatures, dans l'ordre où elles ont été apposées :
${listed(facts)}

SANS AUCUN OUTIL
Ouvrez ${FILES.signed} dans un lecteur PDF qui affiche les signatures, par exemple Adobe Acrobat Reader. Il
indique pour chacune si le document a été modifié depuis. Il ne connaît pas le certificat racine de l'exploitant :
importez certificates/root.pem comme certificat de confiance après l'étape 2. Ou utilisez
${facts.verifyUrl}. Les dernières pages du document disent en toutes lettres qui a signé, quand et comment.

AVEC OPENSSL, PAS À PAS
Exécutez ces commandes dans le dossier où se trouve ce fichier. Sous macOS, écrivez « shasum -a 256 -c » au lieu de
« sha256sum -c ».

1. Aucun fichier de ce dossier n'a été modifié.
${indented([MANIFEST_COMMAND])}

2. Le certificat racine est celui de l'exploitant. Comparez l'empreinte avec celle que l'exploitant publie :
   ${facts.rootSha256}
${indented([ROOT_COMMAND])}

3. Une signature est valable. Exemple : ${sample} ; check.sh contient les commandes de toutes les autres.
   Extraire du PDF les octets signés (son /ByteRange) :
${cut}
   La signature correspond à ces octets et son certificat remonte à la racine ; l'horodatage correspond à la
   signature ; aucun certificat n'était révoqué. Chaque commande doit annoncer sa réussite.
${checks}

4. Le journal est entier. ${FILES.entries} contient une entrée par ligne ; l'empreinte SHA-256 d'une ligne, sans sa
   fin, est la ligne de même numéro de ${FILES.hashes} et le « prev_hash » de l'entrée suivante. Le premier
   « prev_hash » est l'empreinte de ${FILES.header} :
${header}
   La dernière entrée a pour empreinte ${headHash} :
${head}
${verifier === null ? '' : `   Ou tout d'un coup, avec Node.js :\n${verifier}\n`}
5. Le PDF renvoie au même journal : le certificat de preuve, sur ses dernières pages couvertes par le sceau, imprime
   l'empreinte de l'entrée qui était la dernière au moment du sceau. Elle est une ligne de ${FILES.hashes}.
`
}
