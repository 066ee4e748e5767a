/**
 * Factur-X EXTENDED: what the profile adds for groups of lines. Its weaker sums and its own ids are with the EN 16931
 * rules.
 */
import { cents, sum } from '../model/amounts.ts'
import type { CheckedInvoice, CheckedLine } from '../model/complete-invoice.ts'
import { type Breach, brokenIf, decimal, EXTENDED, HOLDS, type Rule, rule, say } from './rule.ts'

const childrenOf = (lines: readonly CheckedLine[], { id }: CheckedLine): CheckedLine[] =>
  id === undefined
    ? []
    : lines.filter(
        ({ parentId, kind }) => parentId === id && (kind === 'DETAIL' || kind === 'GROUP'),
      )

/** Each line of a kind, with its pointer and all lines. */
const eachLine = (
  { lines = [] }: CheckedInvoice,
  check: (line: CheckedLine, pointer: string, lines: readonly CheckedLine[]) => readonly Breach[],
): readonly Breach[] => lines.flatMap((line, index) => check(line, `/lines/${index}`, lines))

/** Rules specific to the EXTENDED profile (BR-FXEXT-*). */
export const EXTENDED_RULES: readonly Rule[] = [
  rule(
    'BR-FXEXT-01',
    EXTENDED,
    ({ notes = [] }) =>
      notes.flatMap(({ subjectCode, text }, index) =>
        brokenIf(subjectCode !== undefined && text === undefined, `/notes/${index}/text`),
      ),
    say(
      'A note with a subject (BT-21) must have a text (BT-22).',
      'Une note avec un sujet (BT-21) doit avoir un texte (BT-22).',
    ),
    say('Give notes[].text.', 'Renseignez notes[].text.'),
  ),
  rule(
    'BR-FXEXT-03',
    EXTENDED,
    ({ buyer, taxRepresentative, payee }) =>
      Object.entries({ buyer, taxRepresentative, payee }).flatMap(([name, party]) =>
        brokenIf(party?.taxId !== undefined, `/${name}/taxId`),
      ),
    say(
      'Only the seller has a local tax registration (BT-32).',
      'Seul le vendeur a un identifiant fiscal local (BT-32).',
    ),
    say('Leave taxId out, or give vatId.', 'Omettez taxId, ou renseignez vatId.'),
  ),
  rule(
    'BR-FXEXT-06',
    EXTENDED,
    (invoice) =>
      eachLine(invoice, ({ parentId, kind }, pointer) =>
        brokenIf(parentId !== undefined && kind === undefined, `${pointer}/kind`),
      ),
    say(
      'A line with a parent (BT-X-304) must say its kind (BT-X-8).',
      'Une ligne avec un parent (BT-X-304) doit indiquer sa nature (BT-X-8).',
    ),
    say(
      'Give lines[].kind: DETAIL, GROUP or INFORMATION.',
      'Renseignez lines[].kind : DETAIL, GROUP ou INFORMATION.',
    ),
  ),
  rule(
    'BR-FXEXT-08',
    EXTENDED,
    (invoice) =>
      eachLine(invoice, (line, pointer, lines) => {
        const given = decimal(line.netAmount)
        if (line.kind !== 'GROUP' || given === undefined) return HOLDS
        const expected = cents(
          sum(childrenOf(lines, line).map(({ netAmount }) => decimal(netAmount))),
        )
        if (given.eq(expected)) return HOLDS
        return [
          {
            pointer: `${pointer}/netAmount`,
            given: given.toFixed(),
            expected: expected.toFixed(2),
          },
        ]
      }),
    say(
      'The amount of a group must be the sum of its lines.',
      "Le montant d'un groupe doit être la somme de ses lignes.",
    ),
    say(
      'Correct the amount of the group, or leave it out.',
      'Corrigez le montant du groupe, ou omettez-le.',
    ),
  ),
  rule(
    'BR-FXEXT-11',
    EXTENDED,
    (invoice) =>
      eachLine(invoice, ({ parentId }, pointer, lines) =>
        brokenIf(
          parentId !== undefined && !lines.some(({ id }) => id === parentId),
          `${pointer}/parentId`,
        ),
      ),
    say(
      'The parent of a line (BT-X-304) must be a line of the invoice.',
      "Le parent d'une ligne (BT-X-304) doit être une ligne de la facture.",
    ),
    say(
      'Give lines[].parentId the id of another line.',
      "Donnez à lines[].parentId l'id d'une autre ligne.",
    ),
  ),
  rule(
    'BR-FXEXT-12',
    EXTENDED,
    (invoice) =>
      eachLine(invoice, (line, pointer, lines) =>
        brokenIf(
          line.kind === 'GROUP' &&
            line.netAmount !== undefined &&
            childrenOf(lines, line).some(
              ({ kind, netAmount }) => kind === 'GROUP' && netAmount === undefined,
            ),
          `${pointer}/netAmount`,
        ),
      ),
    say(
      'When a group has an amount, the groups within it must have one.',
      "Quand un groupe a un montant, les groupes qu'il contient doivent en avoir un.",
    ),
    say('Give all groups an amount, or none.', 'Donnez un montant à tous les groupes, ou à aucun.'),
  ),
]
