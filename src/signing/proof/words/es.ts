/** The wording of the proof certificate in Spanish. Its legal words are exact. */
import type { QualificationClaim } from '../../../pades/qc-statements.ts'
import type { UsedMethod } from '../../model/authentication.ts'
import type { ProofWords } from './en.ts'
import { natureOf } from './statement.ts'

/** What kind of signature each is. */
const NATURE = {
  all: 'una firma electrónica avanzada (artículo 26 del Reglamento (UE) n.º 910/2014, eIDAS; “advanced electronic signature”)',
  none: 'una firma electrónica (artículo 3, punto 10, del Reglamento (UE) n.º 910/2014, eIDAS), que el servicio no presenta como avanzada',
  some: 'una firma electrónica (artículo 3, punto 10, del Reglamento (UE) n.º 910/2014, eIDAS); es avanzada (artículo 26), salvo donde el código se envió por correo electrónico',
} as const

const MEANS: Record<UsedMethod, string> = {
  sms: 'un código de un solo uso enviado por SMS a su teléfono móvil',
  call: 'un código de un solo uso dictado en una llamada a su número de teléfono',
  email: 'un código de un solo uso enviado a su dirección de correo electrónico',
  passkey:
    'una llave de acceso WebAuthn (passkey) de su dispositivo, con verificación del usuario, registrada tras un código enviado por SMS a su teléfono móvil',
  totp: 'un código de su aplicación de autenticación (TOTP, RFC 6238), registrada tras un código enviado por SMS a su teléfono móvil',
}

/** What the certificate of an external seal claims. */
const CLAIMS: Record<QualificationClaim, string> = {
  QESig: 'una firma electrónica cualificada',
  QESeal: 'un sello electrónico cualificado',
  'AdESig-QC': 'una firma electrónica avanzada basada en un certificado cualificado',
  'AdESeal-QC': 'un sello electrónico avanzado basado en un certificado cualificado',
}

/** The texts of the proof certificate, in Spanish. */
export const es: ProofWords = {
  title: 'Certificado de prueba',
  other: 'Proof certificate',
  sheet: 'El sello electrónico del servicio completa esta página cuando todos han firmado.',
  page: (number, of) => `Página ${number} de ${of}`,
  test: 'TEST – documento de prueba sin valor jurídico',
  document: 'Documento',
  reference: 'Referencia',
  externalId: 'Referencia del remitente',
  asReceived: 'Archivo recibido',
  pages: (pages, size) => `${pages} ${pages > 1 ? 'páginas' : 'página'}, ${size}`,
  bytes: (size) => `${size} bytes`,
  sender: 'Remitente',
  apiKey: 'clave de API',
  message: 'Mensaje a los firmantes',
  created: 'Creado',
  sent: 'Enviado',
  expires: 'Vencimiento',
  allSigned: 'Firmado por todos',
  made: 'Certificado emitido',
  hashes: 'Huellas SHA-256',
  original: 'Archivo recibido',
  shown: 'Presentado a la firma',
  beforeSeal: 'Firmado por todos, antes del sello',
  nature: 'Naturaleza y nivel de las firmas',
  statement: ({ signers, handed, methods, stated }) =>
    `${signers > 1 ? `Cada uno de los ${signers} firmantes ha aplicado` : 'El firmante ha aplicado'} ${NATURE[natureOf(methods)]}. ` +
    `Medios de identificación: un enlace personal enviado a la dirección de correo electrónico del firmante${handed ? ' o entregado por el remitente, según se indica para cada uno,' : ''} y ${methods.map((method) => MEANS[method]).join(' o ')}${methods.length > 1 ? ', según se indica para cada uno' : ''}; ${stated ? 'el servicio no ha comprobado ningún documento de identidad ni las identidades que el remitente declara haber verificado' : 'no se ha comprobado ningún documento de identidad'}. ` +
    'No se trata de una firma cualificada. ' +
    'Cada firma (PAdES, ETSI EN 319 142-1) se basa en un certificado emitido a nombre del firmante solo para este documento y en una clave destruida después de su uso; lleva un sello de tiempo RFC 3161 y sus datos de validación. ' +
    'El sello electrónico del servicio, cuya apariencia son estas páginas, y el sello de tiempo de archivo aplicado después llevan el archivo al nivel PAdES-BASELINE-LTA; el servicio comprueba ese nivel antes de declarar completado el documento.',
  consent: 'Consentimiento',
  consentVersion: (version, language) => `Texto versión ${version} (${language})`,
  externalSeal: 'Sello con la clave de otro prestador',
  outerHolder: 'Titular',
  outerLevel: 'Nivel',
  outerClaim: (claim: QualificationClaim | null) =>
    claim === null
      ? 'un sello electrónico cuyo certificado no declara ser cualificado'
      : `según su certificado, ${CLAIMS[claim]}; este servicio no lo ha comprobado en una lista de confianza`,
  trail: 'Registro de eventos',
  trailEntries: 'Entradas',
  trailHead: 'Huella de la última entrada',
  trailStamped: 'Con sello de tiempo',
  trailText:
    'Cada entrada contiene la huella de la anterior (JSON canónico, RFC 8785, SHA-256): ninguna se puede modificar, eliminar ni añadir sin que se detecte.',
  verify: 'Verificar este documento',
  verifyText:
    'En esta dirección, o con cualquier programa conforme a PAdES y el certificado raíz del operador. La huella del archivo final no puede figurar dentro de él; figura en el expediente de prueba.',
  operator: 'Operador',
  policy: 'Política',
  software: 'Software',
  step: (step) => `Paso ${step}`,
  identification: 'Identificación',
  means: 'Medios',
  meansText: {
    sms: {
      email: 'Enlace por e-mail y código por SMS',
      none: 'Enlace del remitente y código por SMS',
    },
    call: {
      email: 'Enlace por e-mail y código por llamada',
      none: 'Enlace del remitente y código por llamada',
    },
    email: {
      email: 'Enlace y código al mismo e-mail',
      none: 'Enlace del remitente, código por e-mail',
    },
    passkey: {
      email: 'Enlace por e-mail y llave de acceso',
      none: 'Enlace del remitente y llave de acceso',
    },
    totp: {
      email: 'Enlace por e-mail y app de autenticación',
      none: 'Enlace del remitente y app',
    },
  },
  registered: {
    passkey: {
      label: 'Llave de acceso',
      text: (day, phone) => `registrada ${day}, código por SMS al ${phone}`,
    },
    totp: {
      label: 'App (TOTP)',
      text: (day, phone) => `registrada ${day}, código por SMS al ${phone}`,
    },
  },
  statedIdentity: 'Según remitente',
  statedText: (day, facts) => `identidad verificada el ${day} (${facts})`,
  phone: 'Teléfono',
  phoneFrom: { sender: 'indicado por el remitente', signer: 'indicado por el firmante' },
  codes: 'Códigos',
  codesText: (sent, wrong) => `enviados: ${sent}; mal introducidos: ${wrong}`,
  ip: 'Dirección IP',
  device: 'Dispositivo',
  embeddedIn: (origin) => `en un marco de ${origin}`,
  chronology: 'Cronología',
  utc: 'UTC',
  invited: 'Invitación',
  opened: 'Doc. abierto',
  consented: 'Consentimiento',
  codeSent: 'Código enviado',
  verified: 'Id. verificada',
  signed: 'Firmado',
  signature: 'Firma y certificado',
  kinds: { drawn: 'Firma dibujada', typed: 'Firma escrita', image: 'Imagen de una firma' },
  serial: 'N.º de serie',
  certificateHash: 'SHA-256 del certificado',
  issuer: 'Emisor',
  validity: 'Validez',
  key: 'Clave',
  keyDestroyed: (type, at) => `${type}, destruida ${at}`,
  keyUsed: (type) => `${type}, de un solo uso`,
  timestamp: 'Sello de tiempo',
  before: 'SHA-256 antes',
  after: 'SHA-256 después',
  more: (count) => `y ${count} certificado${count > 1 ? 's' : ''} más (registro)`,
  none: '–',
  lossy:
    'Los caracteres que faltan en todas las fuentes se transcriben en letras latinas o se escriben como [U+…]; el texto exacto figura en el registro.',
}
