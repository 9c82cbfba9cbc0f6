import type { CarrierService } from './tariff.ts';
import type { eventStates } from './tracking.ts';

/** Addresses of FedEx' REST API. */
export const fedexAddresses = {
  production: 'https://apis.fedex.com',
  sandbox: 'https://apis-sandbox.fedex.com',
} as const;

/** FedEx' service types, by the services of the product. */
export const fedexServices: Readonly<Partial<Record<CarrierService, string>>> = {
  fedexGround: 'FEDEX_GROUND',
};

/** Most pieces of a shipment in a single answer of FedEx. */
export const MOST_FEDEX_PIECES = 20;
const MOST_STREET_LINES = 3;
const STREET_LETTERS = 35;

/** Place of an address in parts, for carriers with structured addresses. */
export interface AddressParts {
  readonly city: string;
  /** Code of a state or province. */
  readonly region: string;
  /** ISO 3166 code of two letters. */
  readonly country: string;
}

/** Countries whose addresses have a state or province, and a postcode. */
const withRegion: readonly string[] = ['US', 'CA', 'PR'];

/** Name, phone and place of an end of a shipment. */
export type FedexEnd = AddressParts & {
  readonly name: string;
  readonly phone: string;
  readonly address: string;
  readonly postcode: string;
};

/** Finds the first empty part required by FedEx; null: none. */
export function findMissingFedexPart(end: FedexEnd): keyof FedexEnd | null {
  const needed = ['name', 'phone', 'address', 'city', 'country'] as const;
  const ofCountry = withRegion.includes(end.country) ? (['region', 'postcode'] as const) : [];
  return [...needed, ...ofCountry].find((part) => end[part].trim() === '') ?? null;
}

/** Breaks an address between words into the lines of FedEx; null if it does not fit. */
export function toStreetLines(address: string): readonly string[] | null {
  const lines: string[] = [];
  for (const typed of address.split(/\r?\n/)) {
    let line = '';
    for (const word of typed.split(/\s+/).filter((part) => part !== '')) {
      if ([...word].length > STREET_LETTERS) return null;
      const longer = line === '' ? word : `${line} ${word}`;
      if ([...longer].length <= STREET_LETTERS) line = longer;
      else {
        lines.push(line);
        line = word;
      }
    }
    if (line !== '') lines.push(line);
  }
  return lines.length === 0 || lines.length > MOST_STREET_LINES ? null : lines;
}

const codesOf: Readonly<Record<(typeof eventStates)[number], string>> = {
  pickedUp: 'PU PX',
  inTransit: 'AA AC AF AR AX CC CP DP EA EO FD HL HP IT IX LO OF OW PF PL PM SF TR',
  outForDelivery: 'AD ED OD',
  delivered: 'DL',
  exception: 'CD DD DE DY PD SE',
  returned: 'RS',
};
const stateByCode: ReadonlyMap<string, (typeof eventStates)[number]> = new Map(
  Object.entries(codesOf).flatMap(([state, codes]) =>
    // SAFETY: the entries of `codesOf` are named by the states.
    codes.split(' ').map((code) => [code, state as (typeof eventStates)[number]] as const),
  ),
);

/** Returns the state after a scan of FedEx, by its code; null for scans that move nothing. */
export const stateOfFedexScan = (code: string): (typeof eventStates)[number] | null =>
  stateByCode.get(code.toUpperCase()) ?? null;

const transitWords =
  'ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN ELEVEN TWELVE THIRTEEN FOURTEEN FIFTEEN'.split(
    ' ',
  );
/** Returns the days of a transit time in FedEx' words, as in TWO_DAYS; null if unknown. */
export function daysOfTransit(words: string): number | null {
  const at = transitWords.indexOf(words.replace(/_DAYS?$/, ''));
  return at < 0 || !/_DAYS?$/.test(words) ? null : at + 1;
}
