/** The wording of the sample contract: articles, their clauses, and under what condition a clause stands. */

export interface Clause {
  readonly text: string
  readonly points?: readonly string[]
  /** An expression of the template language: the clause stands only where it is true. */
  readonly when?: string
}
export interface Article {
  readonly title: string
  readonly clauses: readonly Clause[]
}

const clause = (text: string, points?: readonly string[], when?: string): Clause => ({
  text,
  ...(points ? { points } : {}),
  ...(when ? { when } : {}),
})

const OBJECT: readonly Article[] = [
  {
    title: 'Definitions',
    clauses: [
      clause(
        'In this agreement the words below have the meaning given here, in the singular as in the plural.',
        [
          '“Services” means the {service.name} services described in article 3 and in Schedule 1.',
          '“Site” means {service.site}, with all its rooms, passages and outbuildings open to the public or to staff.',
          '“Fees” means the amounts of Schedule 1, net of value added tax, as changed under article 6.',
          '“Business day” means any day but Saturday, Sunday and the public holidays of the place where the Site is.',
          '“Confidential information” means what one party discloses to the other in any form and that a reasonable person would understand to be confidential.',
        ],
      ),
      clause(
        'Headings are for convenience and do not affect the reading of the agreement. A reference to a law is to that law as it stands on the day it is applied.',
      ),
      clause(
        'The schedules are part of the agreement. Where a schedule and an article differ, the article prevails, unless the schedule says expressly which article it departs from and both parties have signed it.',
      ),
    ],
  },
  {
    title: 'Object and term',
    clauses: [
      clause(
        'The Client entrusts the Services to the Provider, who accepts to perform them at the Site under the conditions of this agreement.',
      ),
      clause(
        'The agreement takes effect on {service.start | date:"long"} and is made for {term.months} months. It cannot be ended before that time but in the cases of article 13.',
      ),
      clause(
        'At the end of that time the agreement is renewed for successive periods of twelve months, unless one party tells the other in writing, at least {term.noticeMonths} months before the end of the current period, that it does not wish so.',
        undefined,
        'term.renewable',
      ),
      clause(
        'Neither the negotiations nor an earlier order bind the parties beyond what is written here: this agreement replaces every proposal, letter and understanding that came before it on the same object.',
      ),
    ],
  },
  {
    title: 'The services',
    clauses: [
      clause(
        'The Provider performs the Services with the care and the skill that can be expected of a professional of the trade, with staff who are trained and, where the law asks for it, licensed for the work they do.',
        [
          'It draws up a calendar of visits each year, before the fifteenth of December, and submits it to the Client for approval.',
          'It keeps a log of each visit: the fittings inspected, the faults found, the parts replaced and the measurements made.',
          'It warns the Client without delay of any fault that may endanger persons or property, and makes the fitting safe at once.',
          'It takes away and recycles the parts it replaces, and hands over the certificates of their disposal on request.',
        ],
      ),
      clause(
        'The Provider may have part of the Services performed by a subcontractor whom the Client has approved in writing. It stays answerable for the subcontractor as for itself.',
      ),
      clause(
        'The Provider connects to the building management system from its own premises, by the means the Client makes available, and only to diagnose a fault that the Client has reported.',
        undefined,
        'remoteAccess',
      ),
      clause(
        'A change to the Services is made by a written amendment that states its effect on the Fees and on the calendar. Until it is signed by both parties the Provider keeps to the Services as agreed.',
      ),
    ],
  },
  {
    title: 'Service levels',
    clauses: [
      clause(
        'The Provider answers a call for assistance within two hours and is on the Site within eight hours, on Business days as on others, where the fault leaves a public room or a way out without light. In all other cases it comes within three Business days.',
      ),
      clause(
        'A fitting that has been repaired and fails again from the same cause within ninety days is repaired again free of charge, parts and travel included.',
      ),
      clause(
        'Where the Provider misses a time limit of this article more than twice in one quarter, the Client may deduct five per cent of the Fees of that quarter for each further case, up to twenty per cent. This deduction settles the delay but not other damage.',
      ),
    ],
  },
  {
    title: 'The Client’s part',
    clauses: [
      clause(
        'The Client gives the Provider’s staff access to the Site at the agreed times, shows them the rules of safety and of the house, and names one person who can decide on its behalf.',
      ),
      clause(
        'It makes the plans of the installation, the reports of earlier inspections and the list of known faults available before the first visit, and keeps them up to date.',
      ),
      clause(
        'It refrains from changing the fittings, or having them changed by others, without informing the Provider. Faults that come from such a change are outside the Services and are charged by the hour at the rate of Schedule 1.',
      ),
    ],
  },
  {
    title: 'Fees and payment',
    clauses: [
      clause(
        'The Fees are those of Schedule 1. They include labour, travel and small parts; a part whose price exceeds one hundred euros is charged at cost after the Client has accepted a quotation.',
      ),
      clause(
        'The Provider invoices at the end of each quarter. Invoices are sent in electronic form, comply with the law on electronic invoicing, and are paid within {payment.days} days of their date by transfer to the account they name.',
      ),
      clause(
        'The Fees are revised on the first of January of each year by the variation over twelve months of the published index of labour costs in the electrical trades. The Provider sends the calculation with its first invoice of the year.',
        undefined,
        'payment.indexed',
      ),
      clause(
        'An amount paid late bears interest at {payment.rate} per cent a year from the day after it fell due, without any reminder, with the fixed compensation for recovery costs that the law provides. The Client may withhold an amount it disputes in good faith, provided it says why within fifteen days of the invoice and pays the rest.',
      ),
    ],
  },
]

const RISK: readonly Article[] = [
  {
    title: 'Property and documents',
    clauses: [
      clause(
        'The fittings and their parts become the property of the Client when they are paid. Until then the Provider may mark them as its own and take them back, at its cost and without damage to the Site, if the agreement ends.',
      ),
      clause(
        'Reports, logs, photographs and measurements made for the Client belong to it. The Provider may keep copies for as long as it can be held liable, and may use what they teach it in a form from which neither the Client nor the Site can be recognised.',
      ),
      clause(
        'Drawings of fittings, moulds and patterns made by the Provider stay its property, even where the Client has paid for a fitting made to measure from them.',
      ),
    ],
  },
  {
    title: 'Confidentiality',
    clauses: [
      clause(
        'Each party keeps the other’s Confidential information secret, uses it only for the agreement, and shows it only to those of its staff and advisers who need it and are bound by the same duty.',
      ),
      clause(
        'This duty does not cover what was public, was already lawfully known, was found independently, or must be disclosed under a law or the order of a court; in this last case the other party is told beforehand wherever the law allows it.',
      ),
      clause(
        'It lasts for the agreement and five years after its end. On request each party returns or destroys what it holds, but for the copies that the law requires it to keep.',
      ),
    ],
  },
  {
    title: 'Personal data',
    clauses: [
      clause(
        'Each party processes the names and professional contact details of the other’s staff only to perform the agreement, and as a controller of its own.',
        undefined,
        'personalData',
      ),
      clause(
        'Where the Provider sees images or lists of guests in the course of the Services, it acts on the Client’s instructions alone, keeps no copy, and tells the Client within forty-eight hours of any breach it learns of. The measures of Schedule 2 apply.',
        undefined,
        'personalData',
      ),
      clause(
        'Neither party transfers personal data of the other outside the European Economic Area without its prior consent in writing and the safeguards that the law requires.',
      ),
    ],
  },
  {
    title: 'Liability',
    clauses: [
      clause(
        'Each party answers for the direct damage it causes to the other by failing in its duties. Loss of custom, loss of image and loss of profit are not direct damage, except that of rooms which could not be let because of a fault in the Services.',
      ),
      clause(
        'The Provider’s liability under the agreement is limited, for all damage that occurs in one calendar year, to {liability.cap | currency:"EUR"}.',
      ),
      clause(
        'No limit applies to injury to persons, to fraud, to gross negligence, or to any case in which the law forbids one.',
      ),
    ],
  },
  {
    title: 'Insurance',
    clauses: [
      clause(
        'The Provider is insured, with a company known to be solvent, against the consequences of its civil and professional liability, for amounts in keeping with the agreement. It hands over a certificate each year before the thirty-first of January, and at any time on request.',
      ),
      clause(
        'It informs the Client at once if cover is suspended, reduced or ended; the Client may then suspend the Services until cover is restored, without compensation.',
      ),
    ],
  },
  {
    title: 'Force majeure',
    clauses: [
      clause(
        'Neither party is in default where an event beyond its control, which could not reasonably be foreseen and whose effects cannot be avoided by appropriate measures, prevents it from performing.',
      ),
      clause(
        'The party prevented informs the other within five Business days, says how long it expects the event to last, and does what it can to limit its effects. If the event lasts more than sixty days either party may end the agreement by registered letter, without compensation.',
      ),
    ],
  },
  {
    title: 'Ending the agreement',
    clauses: [
      clause(
        'If a party fails in a duty and has not put it right within thirty days of a formal notice that describes the failure and refers to this article, the other may end the agreement by registered letter, without prejudice to damages.',
      ),
      clause('The Client may end the agreement at once, without notice, where:', [
        'the Provider no longer holds a licence or an insurance that the law requires;',
        'a fault of the Provider has caused a fire, an injury or the closing of the Site by an authority;',
        'the deductions of article 4 have reached their ceiling in two quarters of the same year.',
      ]),
      clause(
        'When the agreement ends, for whatever reason, the Provider hands over the log, the plans and the keys within ten Business days, and helps whoever takes over the Services for up to thirty days at the hourly rate of Schedule 1.',
      ),
    ],
  },
  {
    title: 'Final provisions',
    clauses: [
      clause(
        'Notices are sent by registered letter, or by a qualified electronic registered delivery service, to the addresses on the first page, and by e-mail to {provider.email} and {client.email} for day-to-day matters.',
      ),
      clause(
        'Neither party may transfer the agreement without the other’s consent in writing, save to a company of its own group that takes over all its duties.',
      ),
      clause(
        'If a provision is void the others stand, and the parties replace it by a valid one that comes as near as possible to what they meant. That a party does not enforce a right at once is not a waiver of it.',
      ),
      clause(
        'The agreement is governed by French law. The parties try first to settle any difference within thirty days through their managements; failing that, the courts of {court} alone have jurisdiction.',
      ),
      clause(
        'The agreement is signed electronically. The parties accept that the file and the evidence attached to it have the force of a signed paper, and each receives a copy.',
      ),
    ],
  },
]

export const ARTICLES: readonly Article[] = [...OBJECT, ...RISK]

export const SECURITY: readonly string[] = [
  'Staff who come to the Site are named in advance, wear a badge and sign the register of visitors. Keys and cards are handed over against a receipt and returned the same day.',
  'Devices used on the Site are encrypted, locked after five minutes and kept up to date. Photographs show fittings, not persons; those that do by accident are deleted before the visit ends.',
  'Logs and reports are kept in the European Union, on systems with access by name and two factors, and are backed up every day. Access is withdrawn within one Business day when a person leaves.',
  'Whoever works on electrical panels holds the authorisation that the law requires, works with the circuit locked and tagged, and restores it only after measuring and recording the insulation.',
  'Before work above two metres the Provider sets up a fenced area, agrees on its hours with the Client, and leaves every way out free. Glass is carried in closed crates.',
  'Each year, in June, the parties go through these measures together, record in writing what has to change, by whom and until when, and check at the next visit that it was done.',
]

export const FEES: readonly string[] = [
  'Quantities are those expected for the first year, from {service.start | date:"long"}; what is invoiced is what was performed and recorded in the log of the visits. Prices are in euros, net of value added tax, and include travel within one hundred kilometres of the workshop.',
  'Work ordered beside the above is charged at the hourly price of restoration, by the quarter of an hour, after a quotation accepted by the Client. A quotation stands for sixty days.',
  'The Client may take up to ten per cent less of any line of the table without compensation, and up to thirty per cent more at the same price, provided it tells the Provider one month ahead.',
]
