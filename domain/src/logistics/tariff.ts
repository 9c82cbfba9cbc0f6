import { ZERO, decimal, rounded, sum } from '../decimal.ts';
import type { Decimal, Numeric } from '../decimal.ts';

/** How a carrier may be asked to carry something. */
export const carrierServices = ['fulfillment', 'uspsGround', 'fedexGround', 'upsGround'] as const;
export type CarrierService = (typeof carrierServices)[number];

/** A parcel as it is measured: centimetres, and kilograms of each of its pieces. */
export interface MeasuredParcel {
  readonly length: Numeric;
  readonly width: Numeric;
  readonly height: Numeric;
  readonly weight: Numeric;
  readonly pieces: number;
}

/** How many cubic centimetres a carrier counts as a kilogram. */
const BULK = 5000;
/** Carriers count in halves of a kilogram. */
const HALVES = 2;

/** What a carrier counts: of each parcel its weight or its bulk, whichever is more; all of it up to the next half kilogram. */
export const billableWeight = (parcels: readonly MeasuredParcel[]): Decimal =>
  sum(parcels.map(countedWeight)).times(HALVES).ceil().dividedBy(HALVES);

function countedWeight({ length, width, height, weight, pieces }: MeasuredParcel): Decimal {
  const bulk = decimal(length).times(width).times(height).dividedBy(BULK);
  const actual = decimal(weight);
  return (bulk.greaterThan(actual) ? bulk : actual).times(pieces);
}

/** What a carrier takes for a service to a zone, between two weights; the empty zone is everywhere else. */
export interface TariffLine {
  readonly service: CarrierService;
  readonly zone: string;
  readonly fromKg: Numeric;
  /** Null: whatever it weighs. */
  readonly toKg: Numeric | null;
  readonly base: Numeric;
  readonly perKg: Numeric;
  readonly signatureFee: Numeric;
  readonly days: number | null;
}

/** What is to be carried where. */
export interface Shipment {
  readonly service: CarrierService;
  readonly address: string;
  readonly postcode: string;
  readonly billable: Numeric;
  readonly signature: boolean;
}

/** The line that says what a carrier takes; null: none does. */
export function tariffLineFor<L extends TariffLine>(
  lines: readonly L[],
  shipment: Shipment,
): L | null {
  const ofService = lines.filter(({ service }) => service === shipment.service);
  const zone = zoneOf(
    ofService.map((line) => line.zone),
    shipment,
  );
  const fitting = ofService.filter(
    (line) => zoneKey(line.zone) === zone && holds(line, decimal(shipment.billable)),
  );
  // At the weight where one ends and the next begins, it is still the first.
  const [first = null] = fitting.toSorted((a, b) => decimal(a.fromKg).comparedTo(b.fromKg));
  return first;
}

const holds = ({ fromKg, toKg }: TariffLine, billable: Decimal): boolean =>
  billable.greaterThanOrEqualTo(fromKg) && (toKg === null || billable.lessThanOrEqualTo(toKg));

/** base + per kg × (billable − from) + what a signature costs. */
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

/** The longest zone that the receiver is in, of equally long ones the first by its signs; '' where none is. */
function zoneOf(
  zones: readonly string[],
  { address, postcode }: Pick<Shipment, 'address' | 'postcode'>,
): string {
  const [longest = ''] = zones
    .map(zoneKey)
    .filter((zone) => zone !== '' && isIn(zone, address.toLowerCase(), postcode.toLowerCase()))
    .toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1));
  return longest;
}

const zoneKey = (zone: string): string => zone.trim().toLowerCase();

/** Numbers are the beginning of a postcode: in an address they would also be that of a house. */
const isIn = (zone: string, address: string, postcode: string): boolean =>
  postcode.trim().startsWith(zone) || (!/^[\d\s-]+$/.test(zone) && address.includes(zone));

/** Two lines of which both would say what some weight costs; null: there are none. Places in the tariff, the first before. */
export function overlapping(
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
