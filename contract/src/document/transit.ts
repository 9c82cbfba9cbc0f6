import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { LineNumber, Note, Optional, Serials, Text } from '../field.ts';
import { AmountString, Closed, DecimalString, Id, Nullable, onOne, readOne } from '../resource.ts';
import { StockTypeChoice } from './parts.ts';

/** Transferred goods and their state, by line, lot and stock type, in base units. */
export const goodsOnTheWay = readOne({
  path: '/depotHead/getTransit',
  summary: 'Goods of a transfer in transit, and its receipts',
  access: { document: 'view' },
  reply: Closed({
    parts: Type.Array(
      Closed({
        line: Type.Integer(),
        barcode: Type.String(),
        productName: Type.String(),
        unit: Type.String(),
        lot: Type.String(),
        expiry: Nullable(Type.String()),
        stockType: StockTypeChoice,
        serialManaged: Type.Boolean(),
        sent: DecimalString,
        arrived: DecimalString,
        missing: DecimalString,
        left: DecimalString,
        serials: Type.Array(Type.String()),
        targetWarehouseName: Type.String(),
      }),
    ),
    receipts: Type.Array(
      Closed({
        id: Id,
        number: Type.String(),
        time: Type.String(),
        creatorName: Type.String(),
        remark: Type.String(),
        arrived: DecimalString,
        missing: DecimalString,
      }),
    ),
  }),
});

/**
 * Receives goods in transit. A surplus counts for found goods; `missing` goods are written off; unnamed
 * goods stay in transit.
 */
export const receiveGoods = defineEndpoint({
  call: 'POST /depotHead/receiveTransfer',
  summary: 'Confirm what of a transfer arrived, and write off what will not',
  access: { document: 'edit' },
  input: Closed({
    id: Id,
    remark: Optional(Note(1000)),
    parts: Type.Array(
      Closed({
        line: LineNumber,
        lot: Optional(Text(100)),
        stockType: Optional(StockTypeChoice),
        arrived: AmountString,
        serials: Optional(Serials),
        missing: Optional(AmountString),
        missingSerials: Optional(Serials),
        remark: Optional(Note(500)),
      }),
      { minItems: 1, maxItems: 5000 },
    ),
  }),
  reply: Closed({ id: Id, number: Type.String(), status: Type.String() }),
});

/** Deletes a transfer's receipt; its goods are in transit again. */
export const takeBackReceipt = onOne({
  call: 'DELETE /depotHead/deleteTransferReceipt',
  summary: 'Delete a receipt of a transfer',
  access: { document: 'edit' },
});
