import { ZERO, decimal, rounded, sum } from '../decimal.ts';
import type { Decimal, Numeric } from '../decimal.ts';

/** Services of carriers. */
export const carrierServices = ['fulfillment', 'uspsGround', 'fedexGround', 'upsGround'] as const;
export type CarrierService = (typeof carrierServices)[number];

/** Parcel measurements: centimetres, and kilograms of each piece. */
export interface MeasuredParcel {
  readonly length: Numeric;
  readonly width: Numeric;
  readonly height: Numeric;
  readonly weight: Numeric;
  readonly pieces: number;
}

/** Volumetric divisor: cubic centimetres per kilogram. */
const BULK = 5000;
/** Carriers count in halves of a kilogram. */
const HALVES = 2;

/**
 * Billable weight: per parcel the greater of weight and volumetric weight; the total rounded up to half
 * kilograms.
 */
export const billableWeight = (parcels: readonly MeasuredParcel[]): Decimal =>
  sum(parcels.map(countedWeight)).times(HALVES).ceil().dividedBy(HALVES);

function countedWeight({ length, width, height, weight, pieces }: MeasuredParcel): Decimal {
  const bulk = decimal(length).times(width).times(height).dividedBy(BULK);
  const actual = decimal(weight);
  return (bulk.greaterThan(actual) ? bulk : actual).times(pieces);
}

/** Price of a carrier service to a zone between two weights; the empty zone is everywhere else. */
export interface TariffLine {
  readonly service: CarrierService;
  readonly zone: string;
  readonly fromKg: Numeric;
  /** Upper weight; null: unlimited. */
  readonly toKg: Numeric | null;
  readonly base: Numeric;
  readonly perKg: Numeric;
  readonly signatureFee: Numeric;
  readonly days: number | null;
}

/** Goods to carry, service and destination. */
export interface Shipment {
  readonly service: CarrierService;
  readonly address: string;
  readonly postcode: string;
  readonly billable: Numeric;
  readonly signature: boolean;
}

/** Finds the tariff line for a shipment; null: none. */
export function tariffLineFor<L extends TariffLine>(
  lines: readonly L[],
  shipment: Shipment,
): L | null {
  const ofService = lines.filter(({ service }) => service === shipment.service);
  const zone = zoneOfReceiver(
    ofService.map((line) => line.zone),
    shipment,
  );
  const fitting = ofService.filter(
    (line) => zoneKey(line.zone) === zone && isInWeightBand(line, decimal(shipment.billable)),
  );
  // At the weight shared by two lines, the lower line applies.
  const [first = null] = fitting.toSorted((a, b) => decimal(a.fromKg).comparedTo(b.fromKg));
  return first;
}

const isInWeightBand = ({ fromKg, toKg }: TariffLine, billable: Decimal): boolean =>
  billable.greaterThanOrEqualTo(fromKg) && (toKg === null || billable.lessThanOrEqualTo(toKg));

/** Computes base + per kg × (billable − from) + signature fee. */
export function tariffAmount(
  { base, perKg, fromKg, signatureFee }: TariffLine,
  { billable, signature }: Shipment,
  digits: number,
): Decimal {
  const carried = decimal(perKg).times(decimal(billable).minus(fromKg));
  return rounded(
    decimal(base)
      .plus(carried)
      .plus(signature ? signatureFee : ZERO),
    digits,
  );
}

/** Longest zone containing the receiver, ties in character order; '' if none. */
function zoneOfReceiver(
  zones: readonly string[],
  { address, postcode }: Pick<Shipment, 'address' | 'postcode'>,
): string {
  const [longest = ''] = zones
    .map(zoneKey)
    .filter((zone) => zone !== '' && isInZone(zone, address.toLowerCase(), postcode.toLowerCase()))
    .toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1));
  return longest;
}

const zoneKey = (zone: string): string => zone.trim().toLowerCase();

/** Digits match only the start of a postcode: in an address they could be a house number. */
const isInZone = (zone: string, address: string, postcode: string): boolean =>
  postcode.trim().startsWith(zone) || (!/^[\d\s-]+$/.test(zone) && address.includes(zone));

/** Two lines pricing the same weight, by position in the tariff, the first line first; null: none. */
export function findOverlappingLines(
  lines: readonly Pick<TariffLine, 'service' | 'zone' | 'fromKg' | 'toKg'>[],
): readonly [number, number] | null {
  const inOrder = lines
    .map((line, at) => ({ ...line, at, key: `${line.service} ${zoneKey(line.zone)}` }))
    .toSorted(
      (a, b) =>
        (a.key < b.key ? -1 : a.key > b.key ? 1 : 0) ||
        decimal(a.fromKg).comparedTo(b.fromKg) ||
        a.at - b.at,
    );
  for (const [place, next] of inOrder.entries()) {
    const before = inOrder[place - 1];
    if (before?.key !== next.key) continue;
    if (before.toKg === null || decimal(before.toKg).greaterThan(next.fromKg))
      return before.at < next.at ? [before.at, next.at] : [next.at, before.at];
  }
  return null;
}
