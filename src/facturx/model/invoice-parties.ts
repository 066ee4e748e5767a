/** The parties of the invoice JSON: who they are, where they are, how to reach them. */
import { type Static, Type } from 'typebox'
import { code, group, identifier, text } from './invoice-values.ts'

/** Postal address of a party (BG-5, BG-8, BG-12) or place of delivery (BG-15). */
export const AddressSchema = group(
  {
    line1: text('First line: number and street (BT-35, 50, 64, 75)'),
    line2: text('Second line (BT-36, 51, 65, 76)'),
    line3: text('Third line (BT-162, 163, 164, 165)'),
    city: text('City (BT-37, 52, 66, 77)'),
    postalCode: text('Postal code (BT-38, 53, 67, 78)'),
    subdivision: text('Region or department (BT-39, 54, 68, 79)'),
    country: code('ISO 3166-1 alpha-2 country code (BT-40, 55, 69, 80)'),
  },
  'Postal address (BG-5, 8, 12, 15)',
  'Address',
)
/** Postal address (BG-5, BG-8, BG-12, BG-15). */
export type Address = Static<typeof AddressSchema>

/** Contact person of a party (BG-6, BG-9). */
const ContactSchema = group(
  {
    name: text('Person (BT-41, 56)'),
    department: text('Department, beside or instead of the person (BT-41, 56)'),
    phone: text('Telephone (BT-42, 57)'),
    email: text('E-mail (BT-43, 58)'),
  },
  'Contact (BG-6, 9)',
  'Contact',
)
/** Contact person of a party (BG-6, BG-9). */
export type Contact = Static<typeof ContactSchema>

const LegalIdSchema = identifier(
  'Legal registration (BT-30, 47, 61); scheme is an ISO 6523 code, 0002 = SIREN',
)

/** Seller, buyer, payee or tax representative (BG-4, BG-7, BG-10, BG-11) with identifiers and address. */
export const PartySchema = group(
  {
    name: text('Legal name (BT-27, 44, 59, 62)'),
    tradingName: text('Trading name (BT-28, 45)'),
    ids: Type.Array(identifier('One identifier; scheme is an ISO 6523 code, 0009 = SIRET'), {
      description: 'Identifiers (BT-29, 46, 60); the buyer and the payee have at most one',
    }),
    legalId: LegalIdSchema,
    siren: text('French SIREN: short for legalId with scheme 0002 (BT-30, 47, 61)'),
    siret: text('French SIRET: short for an entry of ids with scheme 0009 (BT-29, 46, 60)'),
    vatId: text('VAT identifier with its country prefix (BT-31, 48, 63)'),
    taxId: text('Local tax registration, seller only (BT-32)'),
    legalInformation: text('Legal form, capital, register, seller only (BT-33)'),
    electronicAddress: identifier(
      'Electronic address (BT-34, 49); scheme is an EAS code, 0225 = French directory. ' +
        'When absent and siren is given: the SIREN with scheme 0225',
    ),
    address: AddressSchema,
    contact: ContactSchema,
  },
  'A party of the invoice',
  'Party',
)
/** Seller, buyer, payee or tax representative (BG-4, BG-7, BG-10, BG-11). */
export type Party = Static<typeof PartySchema>
