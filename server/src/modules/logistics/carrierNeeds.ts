import {
  MOST_FEDEX_PIECES,
  fedexServices,
  findMissingFedexPart,
  toStreetLines,
} from '@tradehouse/domain';
import type { CarrierAdapter, FedexEnd } from '@tradehouse/domain';
import { refuseWith } from '../../kernel/access/index.ts';
import type { CarrierEnd, LabelQuestion } from './carrierApi.ts';

type EndFields = Readonly<Record<keyof FedexEnd, string>>;
const senderFields: EndFields = {
  name: 'sender',
  phone: 'senderPhone',
  address: 'senderAddress',
  postcode: 'senderPostcode',
  city: 'senderCity',
  region: 'senderRegion',
  country: 'senderCountry',
};
const receiverFields: EndFields = {
  name: 'receiver',
  phone: 'phone',
  address: 'address',
  postcode: 'postcode',
  city: 'city',
  region: 'region',
  country: 'country',
};
const table = 'logisticsOrders';

/** Refuses a shipment without a label of the carrier; the refusal names the field. */
export function requireCarrierFields(
  adapter: CarrierAdapter,
  name: string,
  question: LabelQuestion,
): void {
  if (adapter !== 'fedex') return;
  const unfit = (field: string): never =>
    refuseWith('carrier.fieldUnfit', { name, field, table }, { field });
  const { service, parcels, insured, costBearer, from, to } = question;
  requireFedexEnd(name, from, senderFields);
  requireFedexEnd(name, to, receiverFields);
  if (fedexServices[service] === undefined) unfit('service');
  // Goods across a border need customs papers, and a shipment has none.
  if (from.country !== to.country) unfit('country');
  const pieces = parcels.reduce((sum, parcel) => sum + parcel.pieces, 0);
  if (pieces > MOST_FEDEX_PIECES) unfit('parcels');
  // The insured value belongs to a package, and is not divided among several.
  if (insured !== null && pieces > 1) unfit('insured');
  // A receiver who pays needs an account with the carrier.
  if (costBearer !== 'us') unfit('costBearer');
}

function requireFedexEnd(name: string, end: CarrierEnd, fields: EndFields): void {
  const missing = findMissingFedexPart(end);
  if (missing !== null) {
    const field = fields[missing];
    refuseWith('carrier.fieldMissing', { name, field, table }, { field });
  }
  const field = fields.address;
  if (toStreetLines(end.address) === null)
    refuseWith('carrier.fieldUnfit', { name, field, table }, { field });
}
