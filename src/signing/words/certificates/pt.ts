/** The words about certificates of signers' own in Portuguese. */
import type { OwnWords } from './en.ts'

export const pt: OwnWords = {
  consent: (service) =>
    `Assino com um certificado próprio que me foi emitido por ${service}. A chave permanece lá e autorizo esta única assinatura na página de ${service}. O nível da assinatura é o que o meu certificado indica; este serviço não se pronuncia a esse respeito.`,
  page: {
    legal: (service) =>
      `A seguir, vai para ${service}, onde confirma a sua identidade e autoriza a assinatura com o seu próprio certificado. Depois regressa aqui.`,
    submit: (service) => `Continuar em ${service}`,
    busy: 'Um momento…',
    reading: (service) => `A ler os seus certificados em ${service}…`,
    choose: 'Com que certificado assina?',
    issuer: (name, until) => `Emitido por ${name}, válido até ${until}`,
    differs:
      'Este certificado não contém o seu nome tal como o remetente o escreveu. O remetente vê esta diferença.',
    go: (service) => `Autorizar a assinatura em ${service}`,
    signing: 'A sua assinatura está a ser aplicada. Demora alguns segundos.',
    ended:
      'Não concluiu no prestador, demorou demasiado ou continuou noutra janela. Nada foi assinado: assine de novo.',
    unusable:
      'O seu certificado não pode assinar: não existe nenhum no prestador, ou não é válido, foi revogado, não se destina a assinaturas ou não está no nome exigido pelo remetente. Nada foi assinado.',
    unavailable:
      'O prestador do certificado não respondeu como deveria. Nada foi assinado: tente de novo dentro de alguns minutos.',
    returning: 'Um momento, está a regressar ao documento…',
    lost: 'O documento não se encontra nesta janela. Abra de novo a ligação do seu e-mail e assine outra vez: nada foi assinado.',
  },
  proof: {
    heading: 'Certificados próprios dos signatários',
    label: 'Certificado próprio',
    text: (holder, service) => `${holder} – chave na posse de ${service}`,
    differs: 'não contém o nome indicado pelo remetente',
    cover: (holder, issuer, service) =>
      `Certificado de ${holder}, emitido por ${issuer} (${service}).`,
    unstated: 'O seu estado não é indicado aqui.',
    level: (claim) => `Nível: ${claim}.`,
    own: (names) =>
      `${names}: assinatura com um certificado emitido por outro prestador, como indicado abaixo; esse prestador detém a chave. O nível dessa assinatura resulta do seu certificado e das listas de confiança: este serviço não se pronuncia a esse respeito.`,
    except:
      'O que acima se diz da natureza das assinaturas, dos certificados e das chaves não se lhe aplica.',
    only: 'Antes de assinar, cada signatário foi identificado perante este serviço como indicado nas páginas seguintes. Cada assinatura (PAdES, ETSI EN 319 142-1) tem um selo temporal RFC 3161 e os seus dados de validação. O selo eletrónico do serviço, cuja aparência são estas páginas, e o selo temporal de arquivo aplicado depois levam o ficheiro a PAdES-BASELINE-LTA; o serviço verifica esse nível antes de declarar o documento concluído.',
  },
}
