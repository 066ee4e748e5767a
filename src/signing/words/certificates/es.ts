/** The words about certificates of signers' own in Spanish. */
import type { OwnWords } from './en.ts'

export const es: OwnWords = {
  consent: (service) =>
    `Firmo con un certificado propio que me ha emitido ${service}. Su clave permanece allí y autorizo esta única firma en la página de ${service}. El nivel de la firma es el que indica mi certificado; este servicio no se pronuncia al respecto.`,
  page: {
    legal: (service) =>
      `A continuación irá a ${service}, donde confirmará su identidad y autorizará la firma con su propio certificado. Después volverá aquí.`,
    submit: (service) => `Continuar en ${service}`,
    busy: 'Un momento…',
    reading: (service) => `Leyendo sus certificados en ${service}…`,
    choose: '¿Con qué certificado firma?',
    issuer: (name, until) => `Emitido por ${name}, válido hasta el ${until}`,
    differs:
      'Este certificado no contiene su nombre tal como lo escribió el remitente. El remitente ve esta diferencia.',
    go: (service) => `Autorizar la firma en ${service}`,
    signing: 'Se está aplicando su firma. Tarda unos segundos.',
    ended:
      'No ha terminado en el prestador, ha tardado demasiado o ha continuado en otra ventana. No se ha firmado nada: firme de nuevo.',
    unusable:
      'Su certificado no puede firmar: no hay ninguno en el prestador, o bien no es válido, ha sido revocado, no es para firmas o no está a nombre de quien exige el remitente. No se ha firmado nada.',
    unavailable:
      'El prestador del certificado no ha respondido como debería. No se ha firmado nada: inténtelo de nuevo en unos minutos.',
    returning: 'Un momento, está volviendo al documento…',
    lost: 'No se encuentra el documento en esta ventana. Abra de nuevo el enlace de su correo electrónico y firme otra vez: no se ha firmado nada.',
  },
  proof: {
    heading: 'Certificados propios de los firmantes',
    label: 'Certificado propio',
    text: (holder, service) => `${holder} – clave custodiada por ${service}`,
    differs: 'no contiene el nombre indicado por el remitente',
    cover: (holder, issuer, service) =>
      `Certificado de ${holder}, emitido por ${issuer} (${service}).`,
    unstated: 'Su estado no se indica aquí.',
    level: (claim) => `Nivel: ${claim}.`,
    own: (names) =>
      `${names}: firma con un certificado emitido por otro prestador, como se indica más abajo; ese prestador custodia la clave. El nivel de esa firma lo indican su certificado y las listas de confianza: este servicio no se pronuncia al respecto.`,
    except:
      'Lo dicho antes sobre la naturaleza de las firmas, los certificados y las claves no se le aplica.',
    only: 'Antes de firmar, cada firmante fue identificado ante este servicio como se indica en las páginas siguientes. Cada firma (PAdES, ETSI EN 319 142-1) lleva un sello de tiempo RFC 3161 y sus datos de validación. El sello electrónico del servicio, cuya apariencia son estas páginas, y el sello de tiempo de archivo aplicado después llevan el archivo a PAdES-BASELINE-LTA; el servicio verifica ese nivel antes de declarar completado el documento.',
  },
}
