import { Type } from 'typebox';
import type { Static } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { LineNumber, Note, Text, toLiteralUnion } from '../field.ts';
import { AmountString, Closed, Id, Nullable, readOne } from '../resource.ts';

export const packings = ['package', 'envelope', 'box'] as const;

/** Parcel of a shipment: centimetres, and kilograms per piece. */
export const Parcel = Closed({
  packing: toLiteralUnion(packings),
  length: AmountString,
  width: AmountString,
  height: AmountString,
  weight: AmountString,
  pieces: Type.Integer({ minimum: 1, maximum: 9999 }),
});
export type Parcel = Static<typeof Parcel>;

/** Receiver, picked quantities (in the lines' units) and parcels. */
const content = {
  receiver: Text(100),
  phone: Text(50),
  address: Note(300),
  postcode: Text(20),
  remark: Note(1000),
  picks: Type.Array(Closed({ line: LineNumber, quantity: AmountString }), {
    maxItems: 5000,
  }),
  parcels: Type.Array(Parcel, { maxItems: 200 }),
};
export const DocumentDelivery = Closed(content);
export type DocumentDelivery = Static<typeof DocumentDelivery>;

/** Version read; 0: no delivery. */
const given = { id: Id, version: Type.Integer({ minimum: 0 }), ...content };

/** Delivery of an order or outbound; before the first save, addressed to the customer. */
export const deliveryOf = readOne({
  path: '/depotHead/getDelivery',
  summary: 'Receiver, picked quantities and parcels of a sales order or outbound',
  access: { document: 'view' },
  reply: Closed({
    version: Type.Integer(),
    packed: Type.Boolean(),
    shippedAt: Nullable(Type.String()),
    /** Number of the document, else of the shipment of its order; empty if none. */
    tracking: Type.String(),
    delivery: DocumentDelivery,
  }),
});

export const keepDelivery = defineEndpoint({
  call: 'PUT /depotHead/saveDelivery',
  summary: 'Keep what is picked and packed of a sales order or outbound',
  access: { document: 'edit' },
  input: Closed(given),
  reply: Closed({ version: Type.Integer(), packed: Type.Boolean() }),
});

/** Ships an approved, completely picked outbound under a tracking number. Repeat to correct the number. */
export const confirmShipment = defineEndpoint({
  call: 'POST /depotHead/confirmShipment',
  summary: 'Note that an outbound was shipped, with its tracking number',
  access: { document: 'edit' },
  input: Closed({ id: Id, version: Type.Integer({ minimum: 0 }), tracking: Text(100) }),
  reply: Closed({ version: Type.Integer() }),
});
