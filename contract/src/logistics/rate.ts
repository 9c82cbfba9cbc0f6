import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Parcel } from '../document/delivery.ts';
import { defineEndpoint } from '../endpoint.ts';
import { Note, Optional, ShownAmount, Text } from '../field.ts';
import { Closed, DecimalString, Id, Nullable } from '../resource.ts';
import { CarrierServiceChoice, logisticsCompanyPage } from './companies.ts';
import { placeParts } from './placeParts.ts';

/** Origin or destination of a shipment. */
export const Whereabouts = Closed({ address: Note(300), postcode: Text(20), ...placeParts });
export type Whereabouts = Static<typeof Whereabouts>;

/** Carrier's price for a service; null without access to freight. */
export const Rate = Closed({
  companyId: Id,
  company: Type.String(),
  service: CarrierServiceChoice,
  currency: Type.String(),
  amount: ShownAmount,
  days: Nullable(Type.Integer()),
  billableWeight: DecimalString,
  /** Source: the carrier's API, or the stored tariff. */
  source: Type.Union([Type.Literal('carrier'), Type.Literal('tariff')]),
});
export type Rate = Static<typeof Rate>;

/**
 * Rates of enabled carriers, cheapest first; refuses `carrier.noRate` without any. Sent to the document's
 * receiver, unless `to` is set.
 */
export const logisticsRate = defineEndpoint({
  call: 'POST /logistics/rate',
  summary: 'What logistics companies take for parcels',
  access: {
    page: [logisticsCompanyPage, '/bill/sale_out', '/bill/sale_order', '/bill/allocation_out'],
  },
  writes: false,
  labels: 'logisticsOrders',
  input: Closed({
    documentId: Optional(Id),
    from: Optional(Whereabouts),
    to: Optional(Whereabouts),
    parcels: Type.Array(Parcel, { minItems: 1, maxItems: 200 }),
    services: Type.Array(CarrierServiceChoice, { minItems: 1, maxItems: 4, uniqueItems: true }),
    signature: Type.Boolean(),
  }),
  reply: Type.Array(Rate),
});
