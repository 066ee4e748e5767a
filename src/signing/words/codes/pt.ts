/** The consent text and the text message in Portuguese, as written in Portugal. */
import type { SignerWords } from './en.ts'

/** The texts, in Portuguese. */
export const pt: SignerWords = {
  consent: (agree, means, level, kept) =>
    `${agree} ${means} ` +
    'É emitido um certificado em meu nome apenas para esta assinatura; a respetiva chave é destruída logo a seguir. ' +
    `${level} ` +
    kept,
  agree: 'Li o documento e aceito assiná-lo por via eletrónica.',
  means: {
    sms: {
      email:
        'A minha identidade é verificada através do link enviado para o meu endereço de e-mail e de um código enviado por SMS para o meu telemóvel.',
      none: 'A minha identidade é verificada pelo remetente, que me entregou o link e indicou o meu número de telemóvel, e através de um código enviado por SMS para esse número.',
    },
    voice: {
      email:
        'A minha identidade é verificada através do link enviado para o meu endereço de e-mail e de um código enviado por SMS, ou ditado numa chamada, para o meu telefone.',
      none: 'A minha identidade é verificada pelo remetente, que me entregou o link e indicou o meu número de telefone, e através de um código enviado por SMS, ou ditado numa chamada, para esse número.',
    },
    email: {
      email:
        'O link e um código são enviados para o mesmo endereço de e-mail, que é o meu; a minha identidade não é verificada de outra forma.',
      none: 'O remetente entregou-me o link e indicou o meu endereço de e-mail, para o qual é enviado um código; a minha identidade não é verificada de outra forma.',
    },
    passkey: {
      email:
        'A minha identidade é verificada através do link enviado para o meu endereço de e-mail e de uma chave de acesso (passkey) do meu dispositivo, registada após a introdução de um código enviado por SMS para o meu telemóvel.',
      none: 'A minha identidade é verificada pelo remetente, que me entregou o link e indicou o meu número de telemóvel, e através de uma chave de acesso (passkey) do meu dispositivo, registada após a introdução de um código enviado por SMS para esse número.',
    },
    totp: {
      email:
        'A minha identidade é verificada através do link enviado para o meu endereço de e-mail e de um código da minha aplicação de autenticação, registada após a introdução de um código enviado por SMS para o meu telemóvel.',
      none: 'A minha identidade é verificada pelo remetente, que me entregou o link e indicou o meu número de telemóvel, e através de um código da minha aplicação de autenticação, registada após a introdução de um código enviado por SMS para esse número.',
    },
  },
  level: {
    advanced:
      'Trata-se de uma assinatura eletrónica avançada na aceção do artigo 26.º do Regulamento (UE) n.º 910/2014 (eIDAS), e não de uma assinatura qualificada.',
    plain:
      'Trata-se de uma assinatura eletrónica na aceção do artigo 3.º, ponto 10, do Regulamento (UE) n.º 910/2014 (eIDAS); não é apresentada como avançada nem como qualificada.',
  },
  kept: {
    phone:
      'O meu nome, o meu endereço de e-mail, o meu número de telefone, o meu endereço IP e os momentos das minhas ações são conservados como prova da assinatura e constam, em parte ocultos, do documento assinado.',
    noPhone:
      'O meu nome, o meu endereço de e-mail, o meu endereço IP e os momentos das minhas ações são conservados como prova da assinatura e constam do documento assinado.',
  },
  // “Código” has an ó, and “não” an ã, which GSM 7-bit has not.
  spoken: {
    greeting:
      'Olá. Esta é uma chamada automática com o código pedido para confirmar um documento. Se não o pediu, desligue. Para ouvir o código, prima qualquer tecla.',
    code: (digits) =>
      `O seu código é: ${digits}. Repito: ${digits}. Não o partilhe com ninguém. Adeus.`,
    over: 'Este código já não está disponível. Peça outra chamada na página do documento. Adeus.',
  },
  sms: (code, name, mark) =>
    `${code} é a sua senha para assinar "${name}" (ref. ${mark}). Expira em 10 minutos. Nunca a partilhe.`,
}
