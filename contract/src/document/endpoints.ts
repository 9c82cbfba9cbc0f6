import { Type } from 'typebox';
import type { TObject, TSchema } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { NeededNote, Note, Optional, ShownAmount, Sought, Text, literals } from '../field.ts';
import {
  AmountString,
  Changed,
  Closed,
  DecimalString,
  Id,
  Ids,
  Nullable,
  Versions,
  onOne,
  onSeveral,
  readOne,
} from '../resource.ts';
import { CurrencyCode } from '../money/exchangeRates.ts';
import { StockTypeChoice } from './parts.ts';
import { DocumentReply, GoodsDocumentInput, MoneyDocumentInput } from './shapes.ts';

/** A document beside another one: what is told of it wherever it is linked. */
const Related = DocumentReply.properties.sources.items;

const OverCredit = { owed: ShownAmount, limit: ShownAmount };

const SavedDocument = Closed({
  id: Id,
  version: Type.Integer(),
  number: Type.String(),
  status: Type.String(),
  /** The customer owes more than it may, where the company only wants to know; null: it does not. */
  overCredit: Nullable(Closed(OverCredit)),
});
const withVersion = { id: Id, version: Type.Integer() };
const Kind = Text(40);
const Status = literals(['0', '1']);

/** The calls that goods and money documents share; only their base path and body differ. */
const family = <Fields extends Record<string, TSchema>>(
  path: string,
  tail: string,
  input: TObject<Fields>,
) => ({
  info: readOne({
    path: `${path}/info`,
    summary: 'A document by id',
    access: { document: 'view' },
    reply: DocumentReply,
  }),
  detail: endpoint({
    call: `GET ${path}/getDetailByNumber`,
    summary: 'A document by number',
    access: { document: 'view' },
    input: Closed({ number: Text(50), kind: Optional(Kind) }),
    reply: DocumentReply,
  }),
  add: endpoint({
    call: `POST ${path}/add${tail}`,
    summary: 'Save a new document',
    access: { document: 'edit' },
    input,
    reply: SavedDocument,
  }),
  update: endpoint({
    call: `PUT ${path}/update${tail}`,
    summary: 'Change a draft',
    access: { document: 'edit' },
    input: Closed({ ...input.properties, ...withVersion }),
    reply: SavedDocument,
  }),
  remove: onOne({
    call: `DELETE ${path}/delete`,
    summary: 'Delete a draft',
    access: { document: 'edit' },
  }),
  removeBatch: onSeveral({
    call: `DELETE ${path}/deleteBatch`,
    summary: 'Delete several, all or none',
    access: { document: 'edit' },
  }),
  setStatus: endpoint({
    call: `POST ${path}/batchSetStatus`,
    summary: 'Approve (1) or unapprove (0) several, all or none',
    access: { document: 'approve' },
    input: Closed({ ids: Ids, status: Status, versions: Type.Optional(Versions) }),
    reply: Closed({
      ...Changed.properties,
      /** The customers that owe more than they may since, where the company only wants to know. */
      overCredit: Type.Array(Closed({ name: Type.String(), ...OverCredit })),
    }),
  }),
});

export const goodsDocuments = family('/depotHead', 'DepotHeadAndDetail', GoodsDocumentInput);
export const moneyDocuments = family('/accountHead', 'AccountHeadAndDetail', MoneyDocumentInput);

/** A line of a source: what was agreed, and what live documents took of it. Quantities are in base units. */
const AgreedGoodsReply = Closed({
  /** Price of one of the line's unit. */
  unitPrice: DecimalString,
  quantity: DecimalString,
  total: DecimalString,
  tax: DecimalString,
  takenQuantity: DecimalString,
  takenTotal: DecimalString,
  takenTax: DecimalString,
});

/** The discount that a source agreed on, and what live documents took of it. */
const AgreedDiscountReply = Closed({
  documentId: Id,
  /** The source's goods before the discount, and what was agreed for those that were taken. */
  goods: DecimalString,
  takenGoods: DecimalString,
  discount: DecimalString,
  taken: DecimalString,
  /** Null: an amount was agreed, no rate. */
  rate: Nullable(DecimalString),
});

/** What the link picker needs to start a child: the source's head and the lines that still have something left. */
export const documentToConvert = endpoint({
  call: 'GET /depotHead/convert',
  summary: 'A new document of `kind` filled from documents of one partner',
  access: { document: 'view' },
  input: Closed({ ids: Ids, kind: Kind }),
  reply: Closed({
    partnerId: Nullable(Id),
    partnerName: Type.String(),
    /** Payment terms of that partner; null where the partner is chosen later. */
    paymentKind: Nullable(Type.String()),
    paymentDays: Type.Integer(),
    monthEnd: Type.Boolean(),
    /** Discount left of the sources for all of these lines; null: the user may not see amounts. */
    discount: Nullable(DecimalString),
    /** The rate of that in percent, which the amount goes before: it is exact only where a rate was agreed. */
    discountRate: DecimalString,
    /** The discounts by source, to share again where only some of the lines are taken. */
    discounts: Type.Array(AgreedDiscountReply),
    /** What the prices are of; null: the company's own money. */
    currency: Nullable(Type.String()),
    exchangeRate: Nullable(DecimalString),
    depositLeft: DecimalString,
    accountId: Nullable(Id),
    /** `prepaid` where the source was paid in advance: what comes back goes back there. */
    payment: Type.String(),
    /** What no live document made from them has of their services yet. */
    services: DocumentReply.properties.services,
    salespersonIds: Type.Array(Id),
    remark: Type.String(),
    lines: Type.Array(
      Closed({
        ...DocumentReply.properties.lines.items.properties,
        remaining: DecimalString,
        /** Null: its source agreed on nothing, or the user may not see amounts. */
        agreed: Nullable(AgreedGoodsReply),
      }),
    ),
  }),
});

/** The lines of one document, for the expansion of a list row. */
export const documentLines = endpoint({
  call: 'GET /depotItem/getDetailList',
  summary: 'The lines of a document',
  access: { document: 'view' },
  input: Closed({ headerId: Id }),
  reply: Closed({ rows: DocumentReply.properties.lines }),
});

/** Does something to several documents, to all or to none. */
const step = (path: string, summary: string, document: 'edit' | 'approve' = 'edit') =>
  onSeveral({ call: `POST /depotHead/${path}`, summary, access: { document } });

/** Ends what is partly done: what is left of the lines is not expected any more. */
export const forceClose = step('forceCloseBatch', 'Close several partial documents, all or none');

/** Gives up what purchase orders don't cover of sales orders that they cover in part (domain.md 3.2). */
export const forceClosePurchase = step(
  'forceClosePurchaseBatch',
  'Close the purchase side of several sales orders, all or none',
);

/** The steps of an order's life beside its approval (spec §4; domain.md 13.2), each for several orders: all or none. */
export const orderCalls = {
  complete: step('completeOrder', 'Complete orders: what is left of them is given up'),
  unfreeze: step('unfreezeOrder', 'Let completed orders go on', 'approve'),
  askConfirmation: step('askConfirmation', 'Send orders for confirmation'),
  confirm: step('confirmOrder', 'Confirm orders', 'approve'),
  push: step('pushOrder', 'Tell other systems of orders'),
  arrive: step('arriveOrder', 'Note that the customer has the goods'),
  cancel: endpoint({
    call: 'POST /depotHead/cancelOrder',
    summary: 'Cancel orders that nothing was made from and that keep no deposit',
    access: { document: 'edit' },
    input: Closed({ ids: Ids, reason: NeededNote(200) }),
    reply: Changed,
  }),
} as const;

/** Changes the remark and nothing else, whatever the document's state. */
export const changeRemark = endpoint({
  call: 'PUT /depotHead/quickEdit',
  summary: 'Change the remark of a document',
  access: { document: 'edit' },
  input: Closed({ id: Id, remark: Note(1000) }),
  reply: Changed,
});

/** Both count again from the documents behind a figure, and answer how many figures were not what they should be. */
export const recountDebts = step('batchSetLastDebt', 'Count the open debt of documents again');
export const recountDeposits = step(
  'batchSetLastDeposit',
  'Count the deposit left of orders again',
);

/** Every document that this one is linked with, however many links away, each with those it was made from or settles. */
export const documentTrail = readOne({
  path: '/depotHead/getBillTree',
  summary: 'The documents related to one, as a tree',
  access: { document: 'view' },
  reply: Closed({
    rows: Type.Array(
      Closed({
        ...Related.properties,
        status: Type.String(),
        closed: Type.Boolean(),
        /** The documents among these that it comes from or settles. */
        parents: Type.Array(Id),
      }),
    ),
    /** There are more than are told. */
    more: Type.Boolean(),
  }),
});

export const stockOfBarcode = endpoint({
  call: 'GET /depotItem/findStockByDepotAndBarCode',
  summary: 'Stock of a barcode, in its unit',
  access: 'signedIn',
  input: Closed({ depotId: Optional(Id), barCode: Sought(60) }),
  reply: Closed({ stock: DecimalString }),
});

export const lotsOfBarcode = endpoint({
  call: 'GET /depotItem/getBatchNumberList',
  summary: 'Lots of a barcode in a warehouse, soonest expiry first, expired ones last',
  access: 'signedIn',
  input: Closed({
    depotId: Optional(Id),
    barCode: Sought(60),
    batchNumber: Optional(Sought(100)),
  }),
  reply: Type.Array(
    Closed({
      lot: Type.String(),
      expiry: Nullable(Type.String()),
      expired: Type.Boolean(),
      stockType: Type.String(),
      quantity: DecimalString,
    }),
  ),
});

export const serialsInStock = endpoint({
  call: 'GET /serialNumber/getEnableSerialNumberList',
  summary: 'Serials of a barcode that lie in a warehouse',
  access: 'signedIn',
  input: Closed({
    barCode: Sought(60),
    depotId: Optional(Id),
    name: Optional(Sought(10_000)),
    page: Optional(Type.Integer({ minimum: 1 })),
    rows: Optional(Type.Integer({ minimum: 1, maximum: 500 })),
  }),
  reply: Closed({
    rows: Type.Array(Closed({ serial: Type.String(), receiptNumber: Type.String() })),
    total: Type.Integer(),
    missing: Type.Array(Type.String()),
  }),
});

/** Where serials lie: what a scanner that reads serials needs to find their products. Those that lie nowhere are missing. */
export const goodsOfSerials = endpoint({
  call: 'GET /serialNumber/findBySerialNumber',
  summary: 'The products and places of serials in stock',
  access: 'signedIn',
  input: Closed({ serials: Sought(20_000), depotId: Optional(Id) }),
  reply: Type.Array(
    Closed({
      serial: Type.String(),
      barcode: Type.String(),
      warehouseId: Id,
      lot: Type.String(),
      stockType: StockTypeChoice,
    }),
  ),
});

/**
 * Price, tax and stock a barcode starts with on a new line of a kind. `barCode` may be several, comma joined. Prices are in
 * the company's own money, or in the currency that is named, at its rate; those of an activity that is named come first while it
 * runs and holds some of the goods.
 */
export const barcodesForLine = endpoint({
  call: 'GET /material/getMaterialByBarCode',
  summary: 'Products by exact barcode, with the defaults of a line',
  access: 'signedIn',
  input: Closed({
    barCode: Sought(20_000),
    kind: Optional(Kind),
    organId: Optional(Id),
    depotId: Optional(Id),
    activityId: Optional(Id),
    currency: Optional(CurrencyCode),
    exchangeRate: Optional(AmountString),
  }),
  reply: Type.Array(
    Closed({
      barcodeId: Id,
      barcode: Type.String(),
      skuId: Id,
      productId: Id,
      productName: Type.String(),
      mnemonic: Type.String(),
      standard: Type.String(),
      model: Type.String(),
      color: Type.String(),
      brand: Type.String(),
      maker: Type.String(),
      propertyOne: Type.String(),
      propertyTwo: Type.String(),
      propertyThree: Type.String(),
      attributes: Type.String(),
      skuCode: Type.String(),
      outerSkuCode: Type.String(),
      unit: Type.String(),
      ratio: DecimalString,
      units: Type.Array(
        Closed({
          barcode: Type.String(),
          unit: Type.String(),
          ratio: DecimalString,
          price: Nullable(AmountString),
          minimumPrice: Nullable(AmountString),
        }),
      ),
      serialManaged: Type.Boolean(),
      lotManaged: Type.Boolean(),
      shelfLifeDays: Nullable(Type.Integer()),
      weight: DecimalString,
      price: Nullable(AmountString),
      minimumPrice: Nullable(AmountString),
      taxRate: DecimalString,
      stock: DecimalString,
      /** Of the stock, what is kept for activities and orders. */
      lockedStock: DecimalString,
    }),
  ),
});
