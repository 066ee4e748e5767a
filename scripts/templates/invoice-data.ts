/** The data of the sample invoice: the names of the one invoice JSON, so Factur-X takes it too. */

/** @param logo PNG in base64. */
export const invoiceData = (logo: string): object => ({
  number: 'F-2026-0142',
  issueDate: '2026-11-18',
  currency: 'EUR',
  references: { purchaseOrder: 'BC-7781' },
  seller: {
    name: 'Lumen & Fils',
    address: {
      line1: '14 rue des Tables-Claudiennes',
      postalCode: '69001',
      city: 'Lyon',
      country: 'FR',
    },
    siren: '823149752',
    vatId: 'FR85823149752',
    legalInformation: 'SARL au capital de 24 000 €, RCS Lyon',
    contact: { name: 'Camille Aubert', email: 'atelier@lumen.example' },
  },
  buyer: {
    name: 'Hôtel Bellevue',
    address: {
      line1: '3 quai du Mont-Blanc',
      line2: 'Bâtiment C',
      postalCode: '74000',
      city: 'Annecy',
      country: 'FR',
    },
    siren: '901274639',
    vatId: 'FR48901274639',
    contact: { email: 'comptabilite@bellevue.example' },
  },
  lines: [
    {
      name: 'Suspension Opale, Ø 40 cm',
      description: 'Verre soufflé, laiton brossé · Blown glass, brushed brass',
      quantity: 6,
      netPrice: 248,
      netAmount: 1488,
      vat: { category: 'S', rate: 20 },
    },
    {
      name: 'Applique Nova',
      description: 'Laiton, variateur inclus · Brass, dimmer included',
      quantity: 12,
      netPrice: 96.5,
      netAmount: 1158,
      vat: { category: 'S', rate: 20 },
    },
    {
      name: 'Pose et réglages sur place',
      description: 'Logement de fonction · Installation, staff housing',
      quantity: 9.5,
      unit: 'HUR',
      netPrice: 62,
      netAmount: 589,
      vat: { category: 'S', rate: 10 },
    },
    {
      name: 'Livre « Lumières d’atelier »',
      quantity: 2,
      netPrice: 34,
      netAmount: 68,
      vat: { category: 'S', rate: 5.5 },
    },
  ],
  allowances: [
    {
      reason: 'Remise 5 %',
      base: 2646,
      percent: 5,
      amount: 132.3,
      vat: { category: 'S', rate: 20 },
    },
  ],
  vatBreakdown: [
    { category: 'S', rate: 20, base: 2513.7, amount: 502.74 },
    { category: 'S', rate: 10, base: 589, amount: 58.9 },
    { category: 'S', rate: 5.5, base: 68, amount: 3.74 },
  ],
  totals: {
    lines: 3303,
    allowances: 132.3,
    withoutVat: 3170.7,
    vat: 565.38,
    withVat: 3736.08,
    prepaid: 1000,
    due: 2736.08,
  },
  payment: {
    dueDate: '2026-12-18',
    terms: 'À 30 jours par virement · 30 days, by bank transfer',
    means: [{ code: '30', iban: 'FR76 3000 6000 0112 3456 7890 189', bic: 'AGRIFRPP' }],
    remittanceInformation: 'F-2026-0142',
    link: 'https://pay.lumen.example/F-2026-0142',
    latePenalties: 'Pénalités de retard : trois fois le taux d’intérêt légal.',
    recoveryFee: 'Indemnité forfaitaire pour frais de recouvrement : 40 €.',
    earlyDiscount: 'Pas d’escompte pour paiement anticipé.',
  },
  notes: [
    {
      text: 'Merci de votre confiance. Nos luminaires sont garantis cinq ans. · Thank you. Our lamps carry a five-year warranty.',
    },
  ],
  logo,
})
