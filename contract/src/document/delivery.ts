import { Type } from 'typebox';
import type { Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { LineNumber, Note, Text, literals } from '../field.ts';
import { AmountString, Closed, Id, Nullable, readOne } from '../resource.ts';

export const packings = ['package', 'envelope', 'box'] as const;

/** How goods are packed; centimetres, and kilograms of each piece. */
export const Parcel = Closed({
  packing: literals(packings),
  length: AmountString,
  width: AmountString,
  height: AmountString,
  weight: AmountString,
  pieces: Type.Integer({ minimum: 1, maximum: 9999 }),
});
export type Parcel = Static<typeof Parcel>;

/** To whom goods go, what of them is picked (in the lines' units), and in which parcels. */
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
export const Delivery = Closed(content);
export type Delivery = Static<typeof Delivery>;

/** The version of the delivery that was read; 0 where there was none. */
const given = { id: Id, version: Type.Integer({ minimum: 0 }), ...content };

/** How an order or an outbound is made ready; before anything is kept, its receiver is the customer. */
export const deliveryOf = readOne({
  path: '/depotHead/getDelivery',
  summary: 'Receiver, picked quantities and parcels of a sales order or outbound',
  access: { document: 'view' },
  reply: Closed({
    version: Type.Integer(),
    packed: Type.Boolean(),
    shippedAt: Nullable(Type.String()),
    delivery: Delivery,
  }),
});

export const keepDelivery = endpoint({
  call: 'PUT /depotHead/saveDelivery',
  summary: 'Keep what is picked and packed of a sales order or outbound',
  access: { document: 'edit' },
  input: Closed(given),
  reply: Closed({ version: Type.Integer(), packed: Type.Boolean() }),
});

/**
 * Says that an approved outbound, picked whole, has left, and under which tracking number. May be said again to mend the
 * number.
 */
export const confirmShipment = endpoint({
  call: 'POST /depotHead/confirmShipment',
  summary: 'Note that an outbound was shipped, with its tracking number',
  access: { document: 'edit' },
  input: Closed({ id: Id, version: Type.Integer({ minimum: 0 }), tracking: Text(100) }),
  reply: Closed({ version: Type.Integer() }),
});
