import { Type } from 'typebox';
import type { TObject, TSchema } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { NeededNote, Note, Optional, ShownAmount, Sought, Text, toLiteralUnion } from '../field.ts';
import {
  AmountString,
  Changed,
  Closed,
  DecimalString,
  Id,
  Ids,
  Instant,
  Nullable,
  Versions,
  onOne,
  onSeveral,
  readOne,
} from '../resource.ts';
import { StockTypeChoice } from './parts.ts';
import { DocumentReply, GoodsDocumentInput, MoneyDocumentInput } from './shapes.ts';

/** Linked document. */
const Related = DocumentReply.properties.sources.items;

const OverCredit = { owed: ShownAmount, limit: ShownAmount };

const SavedDocument = Closed({
  id: Id,
  version: Type.Integer(),
  number: Type.String(),
  status: Type.String(),
  /** Customer over its credit limit, if the company only warns; null: within. */
  overCredit: Nullable(Closed(OverCredit)),
});
const withVersion = { id: Id, version: Type.Integer() };
const Kind = Text(40);
const Status = toLiteralUnion(['0', '1']);

/** Calls of goods and money documents; only base path and body differ. */
const defineDocumentCalls = <Fields extends Record<string, TSchema>>(
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
  detail: defineEndpoint({
    call: `GET ${path}/getDetailByNumber`,
    summary: 'A document by number',
    access: { document: 'view' },
    input: Closed({ number: Text(50), kind: Optional(Kind) }),
    reply: DocumentReply,
  }),
  add: defineEndpoint({
    call: `POST ${path}/add${tail}`,
    summary: 'Save a new document',
    access: { document: 'edit' },
    input,
    reply: SavedDocument,
  }),
  update: defineEndpoint({
    call: `PUT ${path}/update${tail}`,
    summary:
      'Change a draft: unnamed fields stay, blank fields are emptied, unnamed lines are deleted',
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
  setStatus: defineEndpoint({
    call: `POST ${path}/batchSetStatus`,
    summary: 'Approve (1) or unapprove (0) several, all or none',
    access: { document: 'approve' },
    input: Closed({ ids: Ids, status: Status, versions: Optional(Versions) }),
    reply: Closed({
      ...Changed.properties,
      /** Customers now over their credit limit, if the company only warns. */
      overCredit: Type.Array(Closed({ name: Type.String(), ...OverCredit })),
    }),
  }),
});

export const goodsDocuments = defineDocumentCalls(
  '/depotHead',
  'DepotHeadAndDetail',
  GoodsDocumentInput,
);
export const moneyDocuments = defineDocumentCalls(
  '/accountHead',
  'AccountHeadAndDetail',
  MoneyDocumentInput,
);

/** Source line: agreed amounts, and amounts taken by live documents, in base units. */
const AgreedGoodsReply = Closed({
  /** Price per unit of the line. */
  unitPrice: DecimalString,
  quantity: DecimalString,
  total: DecimalString,
  tax: DecimalString,
  takenQuantity: DecimalString,
  takenTotal: DecimalString,
  takenTax: DecimalString,
});

/** Discount agreed by a source, and the part taken by live documents. */
const AgreedDiscountReply = Closed({
  documentId: Id,
  /** Source's goods before discount, and the agreed amount of taken goods. */
  goods: DecimalString,
  takenGoods: DecimalString,
  discount: DecimalString,
  taken: DecimalString,
  /** Null: an amount was agreed, no rate. */
  rate: Nullable(DecimalString),
});

/** Decimals of stored amounts in a currency, kept by the document (decision 0052). */
const KeptDigitsReply = Closed({ currency: Type.String(), digits: Type.Integer() });

/** New child for the link picker: the source's head and lines with a rest. */
export const documentToConvert = defineEndpoint({
  call: 'GET /depotHead/convert',
  summary: 'A new document of `kind` filled from documents of one partner',
  access: { document: 'view' },
  input: Closed({ ids: Ids, kind: Kind }),
  reply: Closed({
    partnerId: Nullable(Id),
    partnerName: Type.String(),
    /** Partner's payment terms; null if chosen later. */
    paymentKind: Nullable(Type.String()),
    paymentDays: Type.Integer(),
    monthEnd: Type.Boolean(),
    /** Discount left of the sources for all of these lines; null: the user may not see amounts. */
    discount: Nullable(DecimalString),
    /** Rate of `discount` in percent; the amount precedes: the rate is exact only if agreed. */
    discountRate: DecimalString,
    /** The discounts by source, to share again where only some of the lines are taken. */
    discounts: Type.Array(AgreedDiscountReply),
    /** Currency of the prices; null: the company's own. */
    currency: Nullable(Type.String()),
    exchangeRate: Nullable(DecimalString),
    depositLeft: DecimalString,
    /** Decimals of returned documents; none for other kinds, or where the user may not see amounts. */
    keptDigits: Type.Array(KeptDigitsReply),
    accountId: Nullable(Id),
    /** `prepaid` if the source was: refunds go back there. */
    payment: Type.String(),
    /** Services of the sources not taken by a live document. */
    services: DocumentReply.properties.services,
    salespersonIds: Type.Array(Id),
    remark: Type.String(),
    lines: Type.Array(
      Closed({
        ...DocumentReply.properties.lines.items.properties,
        remaining: DecimalString,
        /** Null: nothing agreed, or hidden. */
        agreed: Nullable(AgreedGoodsReply),
      }),
    ),
  }),
});

/**
 * Amounts agreed by a saved draft's sources, and taken by further documents: a form shares the rest again
 * when lines change, to the kept decimals.
 */
export const agreedOfDraft = defineEndpoint({
  call: 'GET /depotHead/agreed',
  summary: 'Amounts that the sources of a draft agreed, to share again, and the kept decimals',
  access: { document: 'view' },
  input: Closed({ id: Id }),
  reply: Closed({
    /** Discounts by source; none in another currency, or where the user may not see amounts. */
    discounts: Type.Array(AgreedDiscountReply),
    /** Discount shared by the lines, not entered. */
    sharesDiscount: Type.Boolean(),
    /** Decimals of saved and returned amounts; none where the user may not see amounts. */
    keptDigits: Type.Array(KeptDigitsReply),
    lines: Type.Array(
      Closed({
        line: Type.Integer(),
        agreed: AgreedGoodsReply,
        /** The line's price differs from the agreed price. */
        ownPrice: Type.Boolean(),
      }),
    ),
  }),
});

/** Lines of an expanded list row. */
export const documentLines = defineEndpoint({
  call: 'GET /depotItem/getDetailList',
  summary: 'The lines of a document',
  access: { document: 'view' },
  input: Closed({ headerId: Id }),
  reply: Closed({ rows: DocumentReply.properties.lines }),
});

/** Does something to several documents, to all or to none. */
const defineDocumentStep = (path: string, summary: string, document: 'edit' | 'approve' = 'edit') =>
  onSeveral({ call: `POST /depotHead/${path}`, summary, access: { document } });

/** Closes partial documents: their rest is no longer expected. */
export const forceClose = defineDocumentStep(
  'forceCloseBatch',
  'Close several partial documents, all or none',
);

/** Gives up the rest of sales orders partly covered by purchase orders. */
export const forceClosePurchase = defineDocumentStep(
  'forceClosePurchaseBatch',
  'Close the purchase side of several sales orders, all or none',
);

/** Steps of an order's life beside approval, for several orders: all or none. */
export const orderCalls = {
  complete: defineDocumentStep(
    'completeOrder',
    'Complete orders: what is left of them is given up',
  ),
  unfreeze: defineDocumentStep('unfreezeOrder', 'Let completed orders go on', 'approve'),
  askConfirmation: defineDocumentStep('askConfirmation', 'Send orders for confirmation'),
  confirm: defineDocumentStep('confirmOrder', 'Confirm orders', 'approve'),
  push: defineDocumentStep('pushOrder', 'Tell other systems of orders'),
  arrive: defineDocumentStep('arriveOrder', 'Note that the customer has the goods'),
  cancel: defineEndpoint({
    call: 'POST /depotHead/cancelOrder',
    summary: 'Cancel orders that nothing was made from and that keep no deposit',
    access: { document: 'edit' },
    input: Closed({ ids: Ids, reason: NeededNote(200) }),
    reply: Changed,
  }),
} as const;

/** Changes only the remark, in any state of the document. */
export const changeRemark = defineEndpoint({
  call: 'PUT /depotHead/quickEdit',
  summary: 'Change the remark of a document',
  access: { document: 'edit' },
  input: Closed({ id: Id, remark: Note(1000) }),
  reply: Changed,
});

/** Recounts figures from their documents; both calls return the number of corrections. */
export const recountDebts = defineDocumentStep(
  'batchSetLastDebt',
  'Count the open debt of documents again',
);
export const recountDeposits = defineDocumentStep(
  'batchSetLastDeposit',
  'Count the deposit left of orders again',
);

/** Every document linked over any number of links, each with source or settled documents. */
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
        /** Sources and settled documents among these. */
        parents: Type.Array(Id),
      }),
    ),
    /** True if cut off. */
    more: Type.Boolean(),
  }),
});

export const stockOfBarcode = defineEndpoint({
  call: 'GET /depotItem/findStockByDepotAndBarCode',
  summary: 'Stock of a barcode, in its unit',
  access: 'signedIn',
  input: Closed({ depotId: Optional(Id), barCode: Sought(60) }),
  reply: Closed({ stock: DecimalString }),
});

export const lotsOfBarcode = defineEndpoint({
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

export const serialsInStock = defineEndpoint({
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

/** Location of scanned serials, to find their products; unlocated serials are left out. */
export const goodsOfSerials = defineEndpoint({
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
 * Prices from a quantity on, by the customer's price list; `list` is empty for the usual price. Empty
 * without list prices.
 */
const PriceSteps = Type.Array(
  Closed({ from: DecimalString, price: Nullable(AmountString), list: Type.String() }),
);

/**
 * Initial price, tax and stock of barcodes on a kind's new line. `barCode` may be several, joined by
 * commas. Prices are in the company's currency, or a named one at its rate; a named activity's prices
 * precede while it runs and holds some of the goods.
 */
export const barcodesForLine = defineEndpoint({
  call: 'GET /material/getMaterialByBarCode',
  summary: 'Products by exact barcode, with the defaults of a line',
  access: 'signedIn',
  input: Closed({
    barCode: Sought(20_000),
    kind: Optional(Kind),
    organId: Optional(Id),
    depotId: Optional(Id),
    activityId: Optional(Id),
    currency: Optional(Type.String({ pattern: '^[A-Z]{3}$' })),
    exchangeRate: Optional(AmountString),
    /** Time of the document: list prices have days. Absent: now. */
    time: Optional(Instant),
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
          priceSteps: PriceSteps,
          minimumPrice: Nullable(AmountString),
        }),
      ),
      serialManaged: Type.Boolean(),
      lotManaged: Type.Boolean(),
      shelfLifeDays: Nullable(Type.Integer()),
      weight: DecimalString,
      /** Retail price of the unit in the company's currency, which scales print; null: none, or hidden. */
      retailPrice: Nullable(AmountString),
      price: Nullable(AmountString),
      priceSteps: PriceSteps,
      minimumPrice: Nullable(AmountString),
      taxRate: DecimalString,
      stock: DecimalString,
      /** Stock locked for activities and orders. */
      lockedStock: DecimalString,
      /** Bill of materials, for a unit of the barcode. */
      parts: Type.Array(Closed({ barcode: Type.String(), quantity: DecimalString })),
    }),
  ),
});
