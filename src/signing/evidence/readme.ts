/** README.txt and LISEZMOI.txt: how to check the evidence step by step without any of our tools. */
import type { Trail } from '../../audit/trail.ts'
import {
  cutCommand,
  entryCommand,
  FILES,
  folderOf,
  MANIFEST_COMMANDS,
  rootCommands,
  signatureCommands,
  stampCommand,
} from './commands.ts'
import type { SignaturePieces } from './material.ts'

/** Values used in the texts. */
export interface ReadmeFacts {
  documentId: string
  name: string
  completedAt: string
  operator: string
  verifyUrl: string
  /** Where the operator publishes check.sh and the root certificate. */
  pkiUrl: string
  /** The root certificates, the current one first. */
  roots: ReadonlyArray<{ pem: string; sha256: string }>
  sha256Original: string
  sha256Signed: string
  /** The files after the first one. */
  additional: ReadonlyArray<{
    folder: string
    filename: string
    sha256Original: string
    sha256Signed: string
  }>
  /** Whether every signature is called an advanced one. */
  advanced: boolean
  /** Whether everybody proved who they are by a code sent by SMS. */
  texted: boolean
  signatures: readonly SignaturePieces[]
  trail: Trail
  /** How many files signers uploaded. */
  uploads: number
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

/** The files after the first one, with their hashes. */
const additionalLines = ({ additional }: ReadmeFacts): string =>
  additional
    .map(
      ({ folder, filename, sha256Original, sha256Signed }) =>
        `\n    ${folder}/  ${filename}\n      ${FILES.original} SHA-256 ${sha256Original}\n      ${FILES.signed} SHA-256 ${sha256Signed}`,
    )
    .join('')

const englishAdditional = (facts: ReadmeFacts): string =>
  facts.additional.length === 0
    ? ''
    : `The request has ${facts.additional.length + 1} files. What is above is about the first one; each of the others is in a folder of its
own, with its original, the signed file, the report and its signatures, and check.sh checks them all:${additionalLines(facts)}

`

const frenchAdditional = (facts: ReadmeFacts): string =>
  facts.additional.length === 0
    ? ''
    : `La demande a ${facts.additional.length + 1} fichiers. Ce qui précède concerne le premier ; chacun des autres a son propre dossier, avec
l'original, le fichier signé, le rapport et les signatures, et check.sh les vérifie tous :${additionalLines(facts)}

`

function steps({ signatures, trail, verifier, pkiUrl, roots }: ReadmeFacts) {
  const fingerprints = roots.map(({ sha256 }) => sha256)
  const sample = signatures.find(({ kind, whose }) => kind === 'signature' && whose === 'own')
  const stamp = trail.stamps.at(-1)
  const entry = stamp === undefined ? undefined : trail.entries[stamp.seq - 1]
  const checks = sample === undefined ? [] : signatureCommands(sample).slice(1)
  return {
    sample: sample === undefined ? '' : folderOf(sample),
    cut: sample === undefined ? '' : indented([cutCommand(sample)]),
    checks: indented(checks),
    manifest: indented(MANIFEST_COMMANDS),
    seq: entry?.seq ?? 0,
    hash: entry?.hash ?? '',
    entry: entry === undefined ? '' : indented([entryCommand(entry.seq)]),
    stamp:
      entry === undefined || stamp === undefined
        ? ''
        : indented([stampCommand(entry.seq, entry.hash, Date.parse(stamp.at))]),
    check: `sh check.sh . ${fingerprints.join(',')}`,
    fingerprints: fingerprints.map((each) => `    ${each}`).join('\n'),
    roots: indented(rootCommands(roots.map(({ pem }) => pem))),
    script: `${pkiUrl}/evidence/check.sh`,
    root: `${pkiUrl}/root.pem`,
    verifier:
      verifier === null
        ? null
        : indented([
            `cat ${FILES.root} ${FILES.stampRoots} > /tmp/roots.pem; node trail/${verifier} ${FILES.trail} /tmp/roots.pem`,
          ]),
  }
}

/** The English text. */
export function readmeEnglish(facts: ReadmeFacts): string {
  const step = steps(facts)
  return `EVIDENCE OF THE ELECTRONIC SIGNATURES OF "${facts.name}"
Document ${facts.documentId}, completed ${facts.completedAt}. Operator: ${facts.operator}.

Every signature in ${FILES.signed} is ${facts.advanced ? 'an advanced electronic signature (Article 26' : 'an electronic signature (Article 3(10)'} of Regulation (EU)
No 910/2014, eIDAS), applied after identification by a link, sent by e-mail or handed over by the sender
(the dossier in the file says which), and ${facts.texted ? 'a code sent by SMS' : 'by the means that the dossier names for each signer'}. ${facts.advanced ? 'It is not a qualified signature' : 'It says which of them are advanced; none is qualified'}. All times are in UTC.

CONTENTS
    ${FILES.original}  the file as the sender supplied it
      SHA-256 ${facts.sha256Original}
    ${FILES.signed}  the file with every signature, the proof certificate and its time-stamps
      SHA-256 ${facts.sha256Signed}
    proof-certificate.pdf  the proof certificate as a separate file
    parties.json           the parties, with complete telephone numbers
${facts.uploads === 0 ? '' : '    signer-files/          what signers uploaded; list.json says who, and for which field\n'}    report.json            the result of this service's verification of the finished file
    signatures/            each signature extracted from the PDF: CMS, value, time-stamp, certificate
    certificates/, crls/   the certificates and the revocation lists, in DER and PEM
    trail/                 everything that happened, chained by SHA-256, with time-stamps
    ${FILES.manifest}        SHA-256 of every file, signed by the operator in ${FILES.manifestSignature} (${FILES.manifestStamp}: when)
    check.sh               all the checks below, for every file, signature and entry: sh check.sh

${englishAdditional(facts)}The signatures, in the order in which they were applied:
${listed(facts)}

WHAT YOU NEED FROM A SECOND SOURCE
Anyone who altered this evidence could also have altered the means to verify it. Two things must therefore come from
someone other than the person who gave you this archive:
- the operator's root certificate, or its SHA-256 fingerprint: from ${step.root},
  from your contract with the operator, or by asking the operator. Here it is
${step.fingerprints}
- check.sh, which is the same for all documents of the operator: from ${step.script}
Then run, in the folder that contains this file, with the fingerprint you were given:
    ${step.check}

WITHOUT ANY TOOL
Open ${FILES.signed} in a PDF reader that displays signatures, such as Adobe Acrobat Reader. It shows for
each signature whether the document was changed afterwards. It does not know the operator's root certificate: import
certificates/root.pem as trusted after step 1. Or use ${facts.verifyUrl}. The last pages of the
document state in plain words who signed, when and how.

${englishSteps(step)}`
}

type Steps = ReturnType<typeof steps>

const englishSteps = (step: Steps): string => `WITH OPENSSL, STEP BY STEP
check.sh does all of this and more; it needs OpenSSL 1.1.1 or later (on macOS, install it: the supplied program
is a different one). Here are the main steps by hand, to be run in the folder that contains this file.

1. The root certificate is the operator's. Compare the fingerprint with the one from the second source:
${step.roots}

2. No file of this evidence was changed: the operator has signed the list of files, and each file is as listed. Once
   the certificate of the seal has expired, add "-attime" and the time in ${FILES.manifestStamp}, in seconds since 1970.
${step.manifest}

3. A signature is valid. Shown for ${step.sample}; check.sh has the commands for all the others.
   Extract the signed bytes from the PDF (its /ByteRange):
${step.cut}
   The signature matches these bytes and its certificate chains to the root; no certificate was revoked. Each
   command must report success.
${step.checks}
   The last signature is a time-stamp, and it covers the file up to its end.

4. The trail is intact. In ${FILES.trail} each entry is a line that begins with its hash. The rest of the line is what
   is hashed; its "prev_hash" is the hash of the entry before, in the first entry that of the text of "header".
   Entry ${step.seq} has the hash ${step.hash}:
${step.entry}
   A time-stamp (RFC 3161) over the SHA-256 of these 32 bytes shows that this entry, and all before it, existed then:
${step.stamp}
   check.sh names the issuer of each time-stamp. If it is the operator's own authority, the time-stamps show that
   no one else has changed the trail since; if it is another authority, not even the operator could have.
${step.verifier === null ? '' : `   The whole trail at once, with Node.js:\n${step.verifier}\n`}
5. The trail belongs to these files. "document.completed" gives the SHA-256 of ${FILES.signed} ("sha256"), of
   proof-certificate.pdf ("proof_sha256") and of parties.json ("parties_sha256"); the header that of
   ${FILES.original}. "signer.otp_sent" identifies the number to which the code was sent: "phone_commitment" is the SHA-256 of
   "phone_salt" followed by "phone", both in parties.json. "signer.signed" names the certificate of each signature
   and the SHA-256 of each file in signer-files/.
   Where archive time-stamps were renewed, the last "document.renewed" gives the hashes of both PDF files instead.
   The PDF refers to the same trail: the proof certificate on its last pages, covered by the seal, prints the hash
   of the entry that was last when it was sealed, and the seal names it too ("/XXTrailHead"); check.sh looks for it in
   the trail.
`

/** The French text. */
export function readmeFrench(facts: ReadmeFacts): string {
  const step = steps(facts)
  return `DOSSIER DE PREUVE DES SIGNATURES ÉLECTRONIQUES DE « ${facts.name} »
Document ${facts.documentId}, terminé le ${facts.completedAt}. Exploitant : ${facts.operator}.

Chaque signature de ${FILES.signed} est une signature électronique ${facts.advanced ? 'avancée (article 26' : '(article 3, point 10,'} du règlement (UE)
n° 910/2014 eIDAS), apposée après identification par un lien, envoyé par e-mail ou remis par l'expéditeur
(le dossier joint au fichier le précise), et ${facts.texted ? 'un code envoyé par SMS' : 'par le moyen que ce dossier indique pour chaque signataire'}. ${facts.advanced ? "Elle n'est pas qualifiée" : "Il indique lesquelles sont avancées ; aucune n'est qualifiée"}. Toutes les heures sont en temps universel (UTC).

CE QUE CONTIENT CE DOSSIER
    ${FILES.original}  le fichier tel que l'expéditeur l'a remis
      SHA-256 ${facts.sha256Original}
    ${FILES.signed}  le fichier avec toutes les signatures, le certificat de preuve et les horodatages
      SHA-256 ${facts.sha256Signed}
    proof-certificate.pdf  le certificat de preuve, sous forme de fichier séparé
    parties.json           les parties, avec leurs numéros de téléphone complets
${facts.uploads === 0 ? '' : '    signer-files/          les fichiers déposés par les signataires ; list.json indique par qui et pour quel champ\n'}    report.json            la vérification du fichier final par le service
    signatures/            chaque signature extraite du PDF : CMS, valeur, horodatage, certificat
    certificates/, crls/   les certificats et les listes de révocation, en DER et en PEM
    trail/                 le journal de tout ce qui s'est passé, chaîné par SHA-256 et horodaté
    ${FILES.manifest}        l'empreinte SHA-256 de chaque fichier, signée par l'exploitant dans ${FILES.manifestSignature}
                           (${FILES.manifestStamp} : à quelle heure)
    check.sh               toutes les vérifications ci-dessous, pour chaque fichier, signature et entrée : sh check.sh

${frenchAdditional(facts)}Les signatures, dans l'ordre où elles ont été apposées :
${listed(facts)}

CE QU'IL FAUT OBTENIR D'UNE SECONDE SOURCE
Quiconque aurait modifié ce dossier aurait pu modifier aussi les moyens de le vérifier. Deux choses doivent donc venir de
quelqu'un d'autre que la personne qui vous a remis cette archive :
- le certificat racine de l'exploitant, ou son empreinte SHA-256 : sur ${step.root},
  dans votre contrat avec l'exploitant, ou en la lui demandant. Ici, c'est
${step.fingerprints}
- check.sh, le même pour tous les documents de l'exploitant : sur ${step.script}
Exécutez ensuite, dans le dossier où se trouve ce fichier, avec l'empreinte qui vous a été donnée :
    ${step.check}

SANS AUCUN OUTIL
Ouvrez ${FILES.signed} dans un lecteur PDF qui affiche les signatures, par exemple Adobe Acrobat Reader. Il
indique pour chacune si le document a été modifié depuis. Il ne connaît pas le certificat racine de l'exploitant :
importez certificates/root.pem comme certificat de confiance après l'étape 1. Ou utilisez
${facts.verifyUrl}. Les dernières pages du document indiquent en toutes lettres qui a signé, quand et comment.

${frenchSteps(step)}`
}

const frenchSteps = (step: Steps): string => `AVEC OPENSSL, PAS À PAS
check.sh fait tout cela et davantage ; il lui faut OpenSSL 1.1.1 ou plus récent (sous macOS, installez-le : le programme
fourni est un autre). Voici les étapes principales à la main, à exécuter dans le dossier où se trouve ce fichier.

1. Le certificat racine est celui de l'exploitant. Comparez l'empreinte avec celle de la seconde source :
${step.roots}

2. Aucun fichier de ce dossier n'a été modifié : l'exploitant a signé la liste des fichiers, et chaque fichier y
   correspond. Une fois le certificat du cachet expiré, ajoutez « -attime » et l'heure de ${FILES.manifestStamp}, en secondes
   depuis 1970.
${step.manifest}

3. Une signature est valable. Exemple : ${step.sample} ; check.sh contient les commandes de toutes les autres.
   Extraire du PDF les octets signés (son /ByteRange) :
${step.cut}
   La signature correspond à ces octets et son certificat remonte à la racine ; aucun certificat n'était révoqué.
   Chaque commande doit annoncer sa réussite.
${step.checks}
   La dernière signature est un horodatage, et ce qu'il couvre va jusqu'à la fin du fichier.

4. Le journal est intact. Dans ${FILES.trail}, chaque entrée est une ligne qui commence par son empreinte. Le reste de la
   ligne est ce sur quoi l'empreinte a été calculée ; son « prev_hash » est l'empreinte de l'entrée précédente, dans la
   première entrée celle du texte de « header ». L'entrée ${step.seq} a pour empreinte ${step.hash} :
${step.entry}
   Un horodatage (RFC 3161) de l'empreinte SHA-256 de ces 32 octets montre que cette entrée, et toutes celles qui la
   précèdent, existaient alors :
${step.stamp}
   check.sh indique l'auteur de chaque horodatage. S'il s'agit de l'autorité de l'exploitant lui-même, les horodatages
   montrent que personne d'autre n'a modifié le journal depuis ; s'il s'agit d'une autre, pas même l'exploitant.
${step.verifier === null ? '' : `   Tout le journal d'un coup, avec Node.js :\n${step.verifier}\n`}
5. Le journal est celui de ces fichiers. « document.completed » donne l'empreinte SHA-256 de ${FILES.signed}
   (« sha256 »), de proof-certificate.pdf (« proof_sha256 ») et de parties.json (« parties_sha256 ») ; l'en-tête, celle
   de ${FILES.original}. « signer.otp_sent » désigne le numéro auquel le code a été envoyé : « phone_commitment » est
   l'empreinte SHA-256 de « phone_salt » suivi de « phone », tous deux dans parties.json. « signer.signed » nomme le
   certificat de chaque signature et l'empreinte de chaque fichier de signer-files/. Si les horodatages d'archivage ont été renouvelés, c'est le dernier
   « document.renewed » qui donne les empreintes des deux fichiers PDF. Le PDF renvoie au même journal : le certificat de preuve, sur ses dernières pages
   couvertes par le cachet électronique, imprime l'empreinte de l'entrée qui était la dernière lorsqu'il a été apposé ; le cachet
   l'indique aussi (« /XXTrailHead »), et check.sh la recherche dans le journal.
`
