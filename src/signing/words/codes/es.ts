/** The consent text and the text message in Spanish. */
import type { SignerWords } from './en.ts'

/** The texts, in Spanish. */
export const es: SignerWords = {
  consent: (agree, means, level, kept) =>
    `${agree} ${means} ` +
    'Se emite un certificado a mi nombre solo para esta firma; su clave se destruye inmediatamente después. ' +
    `${level} ` +
    kept,
  agree: 'He leído el documento y acepto firmarlo por vía electrónica.',
  means: {
    sms: {
      email:
        'Mi identidad se comprueba mediante el enlace enviado a mi dirección de correo electrónico y un código enviado por SMS a mi teléfono móvil.',
      none: 'Mi identidad la comprueba el remitente, que me ha entregado el enlace y ha indicado mi número de teléfono móvil, y un código enviado por SMS a ese número.',
    },
    voice: {
      email:
        'Mi identidad se comprueba mediante el enlace enviado a mi dirección de correo electrónico y un código enviado por SMS, o dictado en una llamada, a mi teléfono.',
      none: 'Mi identidad la comprueba el remitente, que me ha entregado el enlace y ha indicado mi número de teléfono, y un código enviado por SMS, o dictado en una llamada, a ese número.',
    },
    email: {
      email:
        'El enlace y un código se envían a la misma dirección de correo electrónico, que es la mía; mi identidad no se comprueba de ninguna otra forma.',
      none: 'El remitente me ha entregado el enlace y ha indicado mi dirección de correo electrónico, a la que se envía un código; mi identidad no se comprueba de ninguna otra forma.',
    },
    passkey: {
      email:
        'Mi identidad se comprueba mediante el enlace enviado a mi dirección de correo electrónico y una llave de acceso (passkey) de mi dispositivo, registrada tras introducir un código enviado por SMS a mi teléfono móvil.',
      none: 'Mi identidad la comprueba el remitente, que me ha entregado el enlace y ha indicado mi número de teléfono móvil, y una llave de acceso (passkey) de mi dispositivo, registrada tras introducir un código enviado por SMS a ese número.',
    },
    totp: {
      email:
        'Mi identidad se comprueba mediante el enlace enviado a mi dirección de correo electrónico y un código de mi aplicación de autenticación, registrada tras introducir un código enviado por SMS a mi teléfono móvil.',
      none: 'Mi identidad la comprueba el remitente, que me ha entregado el enlace y ha indicado mi número de teléfono móvil, y un código de mi aplicación de autenticación, registrada tras introducir un código enviado por SMS a ese número.',
    },
  },
  level: {
    advanced:
      'Se trata de una firma electrónica avanzada en el sentido del artículo 26 del Reglamento (UE) n.º 910/2014 (eIDAS), no de una firma cualificada.',
    plain:
      'Se trata de una firma electrónica en el sentido del artículo 3, punto 10, del Reglamento (UE) n.º 910/2014 (eIDAS); no se presenta ni como avanzada ni como cualificada.',
  },
  kept: {
    phone:
      'Mi nombre, mi dirección de correo electrónico, mi número de teléfono, mi dirección IP y los momentos de mis acciones se conservan como prueba de la firma y figuran, en parte ocultos, en el documento firmado.',
    noPhone:
      'Mi nombre, mi dirección de correo electrónico, mi dirección IP y los momentos de mis acciones se conservan como prueba de la firma y figuran en el documento firmado.',
  },
  // “Código” has an ó, which GSM 7-bit has not.
  spoken: {
    greeting:
      'Hola. Esta es una llamada automática con el código solicitado para confirmar un documento. Si no lo ha solicitado, cuelgue. Para oír el código, pulse cualquier tecla.',
    code: (digits) =>
      `Su código es: ${digits}. Repito: ${digits}. No lo comparta con nadie. Adiós.`,
    over: 'Este código ya no está disponible. Solicite otra llamada en la página del documento. Adiós.',
  },
  sms: (code, name, mark) =>
    `${code} es su clave para firmar "${name}" (ref. ${mark}). Caduca en 10 minutos. No la comparta.`,
}
