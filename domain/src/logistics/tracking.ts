import type { AnyKindCode } from '../document/kindCode.ts';

/** Where something sent is, as its last event tells; cancelled: its label was void. */
export const trackStates = [
  'created',
  'pickedUp',
  'inTransit',
  'outForDelivery',
  'delivered',
  'exception',
  'cancelled',
] as const;
export type TrackState = (typeof trackStates)[number];

/** What an event may tell; `created` and `cancelled` follow from what is done here. */
export const eventStates = [
  'pickedUp',
  'inTransit',
  'outForDelivery',
  'delivered',
  'exception',
] as const;

/** Which documents' goods carriers take, and whether to us or away. */
export const carriedAs: Readonly<Partial<Record<AnyKindCode, 'ship' | 'return'>>> = {
  saleOut: 'ship',
  purchaseBack: 'ship',
  transfer: 'ship',
  saleBack: 'return',
};

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const MOST_OF_CODE = 8;

/** The check character of ISO 7064, MOD 37,36: one letter mistyped, or two that changed places, are found by it. */
export function checkCharacter(text: string): string {
  const size = LETTERS.length;
  let rest = size;
  for (const letter of text) {
    const sum = (rest + LETTERS.indexOf(letter)) % size || size;
    rest = (sum * 2) % (size + 1);
  }
  return LETTERS.charAt((size + 1 - rest) % size);
}

/** The carrier's own page of a number: its address with the number in place of {no}. '' where it is not known. */
export const trackingLink = (address: string, tracking: string): string =>
  tracking === '' ? '' : address.replaceAll('{no}', () => encodeURIComponent(tracking));

/** A tracking number of our own: the company's code as far as a bar code can say it, a sequence, and a check character. */
export function ownTracking(companyCode: string, sequence: string): string {
  const code = companyCode
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .slice(0, MOST_OF_CODE);
  const text = code + sequence.padStart(9, '0');
  return text + checkCharacter(text);
}
