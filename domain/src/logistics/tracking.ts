import type { AnyKindCode } from '../document/kindCode.ts';
import { normalText } from '../searchText.ts';

/** Shipment state by the last event; cancelled: the label was voided. */
export const trackStates = [
  'created',
  'pickedUp',
  'inTransit',
  'outForDelivery',
  'delivered',
  'exception',
  'returned',
  'cancelled',
] as const;
export type TrackState = (typeof trackStates)[number];

/** States from events; `created` and `cancelled` follow from actions here. */
export const eventStates = [
  'pickedUp',
  'inTransit',
  'outForDelivery',
  'delivered',
  'exception',
  'returned',
] as const;

/** Kinds with goods moved by carriers, and the direction: to us or away. */
export const carriedAs: Readonly<Partial<Record<AnyKindCode, 'ship' | 'return'>>> = {
  saleOrder: 'ship',
  saleOut: 'ship',
  purchaseBack: 'ship',
  transfer: 'ship',
  saleBack: 'return',
};

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const MOST_OF_CODE = 8;

/** Computes the ISO 7064 MOD 37,36 check character, detecting one wrong or two swapped characters. */
export function checkCharacter(text: string): string {
  const size = LETTERS.length;
  let rest = size;
  for (const letter of text) {
    const sum = (rest + LETTERS.indexOf(letter)) % size || size;
    rest = (sum * 2) % (size + 1);
  }
  return LETTERS.charAt((size + 1 - rest) % size);
}

/**
 * Normal form of a tracking number, without blanks, narrow and in upper case: carriers print numbers in
 * groups, and people type either width and case.
 */
export const normalTracking = (number: string): string =>
  normalText(number).replaceAll(' ', '').toUpperCase();

/** Carrier's tracking page, with the number in place of {no}; '' if unknown. */
export const trackingLink = (address: string, tracking: string): string =>
  tracking === '' ? '' : address.replaceAll('{no}', () => encodeURIComponent(tracking));

/** Builds a tracking number: the company code in bar code characters, a sequence, and a check character. */
export function ownTracking(companyCode: string, sequence: string): string {
  const code = companyCode
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .slice(0, MOST_OF_CODE);
  const text = code + sequence.padStart(9, '0');
  return text + checkCharacter(text);
}
