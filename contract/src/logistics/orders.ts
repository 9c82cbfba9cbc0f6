import { carrierServices, eventStates, labelFormats, trackStates } from '@tradehouse/domain';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Parcel } from '../document/delivery.ts';
import { LogChange } from '../log/log.ts';
import { defineEndpoint } from '../endpoint.ts';
import { SingleLine, Note, Optional, ShownAmount, Text, toLiteralUnion } from '../field.ts';
import {
  AmountString,
  Closed,
  Day,
  DecimalString,
  Id,
  Instant,
  Nullable,
  Saved,
  onOne,
  readOne,
} from '../resource.ts';
import { defineTable } from '../table.ts';
import { CityText, CountryCode, RegionCode, placeParts } from './placeParts.ts';

export const trackPage = '/logistic/track';
const page = { page: trackPage } as const;
const edit = { page: trackPage, button: '1' } as const;

const directions = ['ship', 'return'] as const;
export const costBearers = ['us', 'customer'] as const;

/** Shipments of documents visible to the reader. */
export const logisticsOrderTable = defineTable({
  id: 'logisticsOrders',
  path: '/logistics/order/list',
  exportPath: '/logistics/order/exportExcel',
  access: page,
  columns: {
    id: { type: 'id', hidden: true },
    version: { type: 'integer', hidden: true },
    companyId: { type: 'id', hidden: true },
    documentId: { type: 'id', hidden: true },
    partnerId: { type: 'id', hidden: true },
    documentKind: { type: 'text', code: true, hidden: true },
    /** Carrier's tracking address with {no} for the number; '' if none. */
    trackingUrl: { type: 'text', code: true, hidden: true, sortable: false },
    /** First label file that the carrier made. */
    labelFileId: { type: 'id', hidden: true },
    number: {
      type: 'text',
      code: true,
      width: 140,
    },
    tracking: {
      type: 'text',
      code: true,
      width: 160,
      matters: 'most',
    },
    companyName: {
      type: 'text',
      width: 120,
    },
    service: {
      type: 'choice',
      choices: carrierServices,
      width: 110,
    },
    documentNumber: {
      type: 'text',
      code: true,
      width: 170,
    },
    direction: {
      type: 'choice',
      choices: directions,
      optional: true,
      width: 80,
    },
    partnerName: { type: 'text', width: 140 },
    receiver: {
      type: 'text',
      optional: true,
      width: 120,
    },
    address: { type: 'text', width: 200 },
    weight: { type: 'quantity', width: 90 },
    freight: {
      type: 'money',
      own: true,
      sum: true,
      mask: 'sale',
      width: 100,
    },
    trackState: {
      type: 'choice',
      choices: trackStates,
      width: 100,
    },
    lastTrack: { type: 'text', width: 200 },
    shipDate: { type: 'day', width: 110 },
    updateTime: { type: 'time', width: 150 },
  },
  filters: {
    tracking: { by: 'contains', columns: ['tracking'], control: 'text', first: true },
    documentNumber: { by: 'contains', columns: ['documentNumber'], control: 'text', first: true },
    companyName: { by: 'contains', columns: ['companyName'], control: 'text', first: true },
    shipDate: {
      by: 'range',
      columns: ['shipDate'],
      control: 'dates',
      first: true,
      starts: 'threeMonths',
    },
    number: { by: 'contains', columns: ['number'], control: 'text' },
    organId: { by: 'equals', columns: ['partnerId'], control: 'partner' },
    trackState: {
      by: 'choices',
      columns: ['trackState'],
      control: 'choices',
      choices: trackStates,
    },
  },
  order: { column: 'updateTime', direction: 'desc' },
  nameColumn: 'number',
});

const Service = toLiteralUnion(carrierServices);
const TrackingText = Text(40);

const written = {
  companyId: Id,
  service: Service,
  signature: Type.Boolean(),
  shipDate: Day,
  receiver: SingleLine(1, 100),
  phone: Text(50),
  address: Note(300),
  postcode: Text(20),
  ...placeParts,
  /** Absent: those of the warehouse or the returning partner, later unchanged. */
  senderPhone: Optional(Text(50)),
  senderPostcode: Optional(Text(20)),
  senderCity: Optional(CityText),
  senderRegion: Optional(RegionCode),
  senderCountry: Optional(CountryCode),
  parcels: Type.Array(Parcel, { minItems: 1, maxItems: 200 }),
  insured: Optional(AmountString),
  /** Omitted without access; then unchanged. */
  freight: Optional(AmountString),
  costBearer: toLiteralUnion(costBearers),
  /** Absent: unchanged, of a new shipment a label of 100 × 150 mm. */
  labelFormat: Optional(toLiteralUnion(labelFormats)),
  remark: Optional(Note(200)),
};

const Track = Closed({
  id: Id,
  eventTime: Type.String(),
  state: toLiteralUnion(trackStates),
  place: Type.String(),
  description: Type.String(),
  source: toLiteralUnion(['manual', 'carrier']),
  userName: Type.String(),
});
export type Track = Static<typeof Track>;

/** Parts of both ends for carriers with structured addresses. */
const endParts = {
  city: Type.String(),
  region: Type.String(),
  country: Type.String(),
  senderPhone: Type.String(),
  senderPostcode: Type.String(),
  senderCity: Type.String(),
  senderRegion: Type.String(),
  senderCountry: Type.String(),
};

export const LogisticsOrderInfo = Closed({
  ...written,
  ...endParts,
  insured: ShownAmount,
  freight: ShownAmount,
  labelFormat: toLiteralUnion(labelFormats),
  /** Files of the label that the carrier made. */
  labelFiles: Type.Array(Closed({ id: Id, name: Type.String(), type: Type.String() })),
  /** A label was requested, and the answer of the carrier was lost. */
  labelOpen: Type.Boolean(),
  /** The carrier is asked by an API. */
  hasApi: Type.Boolean(),
  remark: Type.String(),
  receiver: Type.String(),
  id: Id,
  version: Type.Integer(),
  number: Type.String(),
  companyName: Type.String(),
  documentId: Id,
  documentKind: Type.String(),
  documentNumber: Type.String(),
  direction: toLiteralUnion(directions),
  tracking: Type.String(),
  trackingLink: Type.String(),
  sender: Type.String(),
  senderAddress: Type.String(),
  weight: DecimalString,
  billableWeight: DecimalString,
  state: toLiteralUnion(trackStates),
  /** The newest first. */
  tracks: Type.Array(Track),
});
export type LogisticsOrderInfo = Static<typeof LogisticsOrderInfo>;

export const shipmentSteps = ['add', 'update', 'label', 'void', 'addEvent', 'removeEvent'] as const;

/** Companies by name; freight and insured value only with access. */
const ShipmentEntry = Closed({
  id: Id,
  at: Type.String(),
  userName: Type.String(),
  step: toLiteralUnion(shipmentSteps),
  changes: Type.Array(LogChange),
});
export type ShipmentEntry = Static<typeof ShipmentEntry>;

export const logisticsOrders = {
  table: logisticsOrderTable,
  infoCall: readOne({
    path: '/logistics/order/info',
    summary: 'Something sent with a carrier, with its events',
    access: page,
    reply: LogisticsOrderInfo,
  }),
  /** Log of the shipment, newest first. */
  log: defineEndpoint({
    call: 'GET /logistics/order/log',
    summary: 'What was done to something sent, and by whom',
    access: page,
    input: Closed({ id: Id }),
    reply: Type.Array(ShipmentEntry),
  }),
  /** Latest shipment not void; null if none. */
  ofDocument: defineEndpoint({
    call: 'GET /logistics/order/ofDocument',
    summary: 'What a document’s goods were sent with last',
    access: page,
    input: Closed({ documentId: Id }),
    reply: Nullable(LogisticsOrderInfo),
  }),
  /** Receiver by delivery, else partner, else target warehouse. */
  receiver: defineEndpoint({
    call: 'GET /logistics/order/receiver',
    summary: 'To whom a document’s goods go',
    access: page,
    input: Closed({ documentId: Id }),
    reply: Closed({
      receiver: Type.String(),
      phone: Type.String(),
      address: Type.String(),
      postcode: Type.String(),
      ...endParts,
      senderAddress: Type.String(),
    }),
  }),
  /**
   * Adds a shipment to an approved document with goods out or returned; sent by its warehouse, or the
   * returning partner.
   */
  add: defineEndpoint({
    call: 'POST /logistics/order/add',
    summary: 'Send the goods of a document with a carrier',
    access: edit,
    labels: 'logisticsOrders',
    input: Closed({ ...written, documentId: Id }),
    reply: Saved,
  }),
  update: defineEndpoint({
    call: 'PUT /logistics/order/update',
    summary: 'Change what is not labelled yet',
    access: edit,
    labels: 'logisticsOrders',
    input: Closed({ ...written, id: Id, version: Type.Integer() }),
    reply: Saved,
  }),
  /**
   * Labels a shipment by a typed number, a number of the product (`own`), or the API of the carrier. Refuses
   * `carrier.unreachable`, and `carrier.refused` with the carrier's words. Once labelled, returns the number.
   * `carrier.labelUnknown`: the carrier does not show whether an earlier request made a label.
   */
  label: defineEndpoint({
    call: 'POST /logistics/label',
    summary: 'Give a tracking number: one of our own, or what the carrier said',
    access: edit,
    labels: 'logisticsOrders',
    input: Closed({ id: Id, tracking: Optional(TrackingText), own: Optional(Type.Boolean()) }),
    reply: Closed({ tracking: Type.String() }),
  }),
  /**
   * Voids a shipment before pick-up and frees its number, at the carrier first unless `onlyHere`. Returns the
   * document's remaining tracking number.
   */
  void: defineEndpoint({
    call: 'POST /logistics/order/void',
    summary: 'Take back what was to be sent',
    access: edit,
    input: Closed({ id: Id, onlyHere: Optional(Type.Boolean()) }),
    reply: Closed({ tracking: Type.String() }),
  }),
  addTrack: defineEndpoint({
    call: 'POST /logistics/track/add',
    summary: 'Tell where something sent is',
    access: edit,
    labels: 'logisticsOrders',
    input: Closed({
      orderId: Id,
      eventTime: Instant,
      state: toLiteralUnion(eventStates),
      place: Optional(Text(100)),
      description: Optional(Text(200)),
    }),
    reply: Closed({ id: Id }),
  }),
  /** Asks the carrier where a shipment is, and stores new events. */
  askTracks: defineEndpoint({
    call: 'POST /logistics/track/ask',
    summary: 'Ask the carrier where something sent is',
    access: edit,
    input: Closed({ id: Id }),
    reply: Closed({ added: Type.Integer() }),
  }),
  removeTrack: onOne({
    call: 'DELETE /logistics/track/delete',
    summary: 'Delete an event that was told by hand',
    access: edit,
  }),
} as const;
