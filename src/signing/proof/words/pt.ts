/** The wording of the proof certificate in Portuguese, as written in Portugal. Its legal words are exact. */
import type { QualificationClaim } from '../../../pades/qc-statements.ts'
import type { UsedMethod } from '../../model/authentication.ts'
import type { ProofWords } from './en.ts'
import { natureOf } from './statement.ts'

/** What kind of signature each is. */
const NATURE = {
  all: 'uma assinatura eletrónica avançada (artigo 26.º do Regulamento (UE) n.º 910/2014, eIDAS; “advanced electronic signature”)',
  none: 'uma assinatura eletrónica (artigo 3.º, ponto 10, do Regulamento (UE) n.º 910/2014, eIDAS), que o serviço não apresenta como avançada',
  some: 'uma assinatura eletrónica (artigo 3.º, ponto 10, do Regulamento (UE) n.º 910/2014, eIDAS); é avançada (artigo 26.º), exceto onde o código foi enviado por e-mail',
} as const

const MEANS: Record<UsedMethod, string> = {
  sms: 'um código de utilização única enviado por SMS para o seu telemóvel',
  call: 'um código de utilização única ditado numa chamada para o seu número de telefone',
  email: 'um código de utilização única enviado para o seu endereço de e-mail',
  passkey:
    'uma chave de acesso WebAuthn (passkey) do seu dispositivo, com verificação do utilizador, registada após um código enviado por SMS para o seu telemóvel',
  totp: 'um código da sua aplicação de autenticação (TOTP, RFC 6238), registada após um código enviado por SMS para o seu telemóvel',
}

/** What the certificate of an external seal claims. */
const CLAIMS: Record<QualificationClaim, string> = {
  QESig: 'uma assinatura eletrónica qualificada',
  QESeal: 'um selo eletrónico qualificado',
  'AdESig-QC': 'uma assinatura eletrónica avançada baseada num certificado qualificado',
  'AdESeal-QC': 'um selo eletrónico avançado baseado num certificado qualificado',
}

/** The texts of the proof certificate, in Portuguese. */
export const pt: ProofWords = {
  title: 'Certificado de prova',
  other: 'Proof certificate',
  sheet: 'Esta página é preenchida pelo selo eletrónico do serviço quando todos tiverem assinado.',
  page: (number, of) => `Página ${number} de ${of}`,
  test: 'TEST – documento de teste sem valor jurídico',
  document: 'Documento',
  reference: 'Referência',
  externalId: 'Referência do remetente',
  asReceived: 'Ficheiro recebido',
  pages: (pages, size) => `${pages} ${pages > 1 ? 'páginas' : 'página'}, ${size}`,
  bytes: (size) => `${size} bytes`,
  sender: 'Remetente',
  apiKey: 'chave de API',
  message: 'Mensagem aos signatários',
  created: 'Criado',
  sent: 'Enviado',
  expires: 'Prazo',
  allSigned: 'Assinado por todos',
  made: 'Certificado emitido',
  hashes: 'Resumos SHA-256',
  original: 'Ficheiro recebido',
  shown: 'Apresentado para assinatura',
  beforeSeal: 'Assinado por todos, antes do selo',
  nature: 'Natureza e nível das assinaturas',
  statement: ({ signers, handed, methods, stated }) =>
    `${signers > 1 ? `Cada um dos ${signers} signatários apôs` : 'O signatário apôs'} ${NATURE[natureOf(methods)]}. ` +
    `Meios de identificação: um link pessoal enviado para o endereço de e-mail do signatário${handed ? ' ou entregue pelo remetente, conforme indicado para cada um,' : ''} e ${methods.map((method) => MEANS[method]).join(' ou ')}${methods.length > 1 ? ', conforme indicado para cada um' : ''}; ${stated ? 'o serviço não verificou qualquer documento de identidade nem as identidades que o remetente declara ter verificado' : 'não foi verificado qualquer documento de identidade'}. ` +
    'Não se trata de uma assinatura qualificada. ' +
    'Cada assinatura (PAdES, ETSI EN 319 142-1) baseia-se num certificado emitido em nome do signatário apenas para este documento e numa chave destruída após a utilização; contém um selo temporal RFC 3161 e os respetivos dados de validação. ' +
    'O selo eletrónico do serviço, cuja aparência são estas páginas, e o selo temporal de arquivo aposto em seguida elevam o ficheiro ao nível PAdES-BASELINE-LTA; o serviço verifica esse nível antes de declarar o documento concluído.',
  consent: 'Consentimento',
  consentVersion: (version, language) => `Texto versão ${version} (${language})`,
  externalSeal: 'Selo com a chave de outro prestador',
  outerHolder: 'Titular',
  outerLevel: 'Nível',
  outerClaim: (claim: QualificationClaim | null) =>
    claim === null
      ? 'um selo eletrónico cujo certificado não se declara qualificado'
      : `segundo o seu certificado, ${CLAIMS[claim]}; este serviço não o verificou numa lista de confiança`,
  trail: 'Registo de eventos',
  trailEntries: 'Entradas',
  trailHead: 'Resumo da última entrada',
  trailStamped: 'Com selo temporal',
  trailText:
    'Cada entrada contém o resumo da anterior (JSON canónico, RFC 8785, SHA-256): nenhuma pode ser alterada, removida ou acrescentada sem que se detete.',
  verify: 'Verificar este documento',
  verifyText:
    'Neste endereço, ou com qualquer programa conforme com PAdES e o certificado raiz do operador. O resumo do ficheiro final não pode constar dele próprio; consta do processo de prova.',
  operator: 'Operador',
  policy: 'Política',
  software: 'Software',
  step: (step) => `Passo ${step}`,
  identification: 'Identificação',
  means: 'Meios',
  meansText: {
    sms: {
      email: 'Link por e-mail e código por SMS',
      none: 'Link do remetente e código por SMS',
    },
    call: {
      email: 'Link por e-mail e código por chamada',
      none: 'Link do remetente e código por chamada',
    },
    email: {
      email: 'Link e código para o mesmo e-mail',
      none: 'Link do remetente, código por e-mail',
    },
    passkey: {
      email: 'Link por e-mail e chave de acesso',
      none: 'Link do remetente e chave de acesso',
    },
    totp: {
      email: 'Link por e-mail e app de autenticação',
      none: 'Link do remetente e app de autenticação',
    },
  },
  registered: {
    passkey: {
      label: 'Chave de acesso',
      text: (day, phone) => `registada ${day}, código por SMS para ${phone}`,
    },
    totp: {
      label: 'App (TOTP)',
      text: (day, phone) => `registada ${day}, código por SMS para ${phone}`,
    },
  },
  statedIdentity: 'Pelo remetente',
  statedText: (day, facts) => `identidade verificada em ${day} (${facts})`,
  phone: 'Telemóvel',
  phoneFrom: { sender: 'indicado pelo remetente', signer: 'indicado pelo signatário' },
  codes: 'Códigos',
  codesText: (sent, wrong) => `enviados: ${sent}; mal introduzidos: ${wrong}`,
  ip: 'Endereço IP',
  device: 'Dispositivo',
  embeddedIn: (origin) => `numa moldura de ${origin}`,
  chronology: 'Cronologia',
  utc: 'UTC',
  invited: 'Convite',
  opened: 'Doc. aberto',
  consented: 'Consentimento',
  codeSent: 'Código enviado',
  verified: 'Id. verificada',
  signed: 'Assinado',
  signature: 'Assinatura e certificado',
  kinds: {
    drawn: 'Assinatura desenhada',
    typed: 'Assinatura escrita',
    image: 'Imagem de uma assinatura',
  },
  serial: 'N.º de série',
  certificateHash: 'SHA-256 do certificado',
  issuer: 'Emissor',
  validity: 'Validade',
  key: 'Chave',
  keyDestroyed: (type, at) => `${type}, destruída ${at}`,
  keyUsed: (type) => `${type}, de utilização única`,
  timestamp: 'Selo temporal',
  before: 'SHA-256 antes',
  after: 'SHA-256 depois',
  more: (count) => `e mais ${count} certificado${count > 1 ? 's' : ''} (registo)`,
  none: '–',
  lossy:
    'Os carateres que faltam em todas as fontes são transcritos em letras latinas ou escritos como [U+…]; o texto exato consta do registo.',
}
