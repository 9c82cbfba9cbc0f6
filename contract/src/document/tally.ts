import { Type } from 'typebox';
import type { Static } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { LineNumber, Note, Optional, Serials, Text } from '../field.ts';
import { FileName, MOST_FILES } from '../file/files.ts';
import {
  AmountString,
  Closed,
  DecimalString,
  Id,
  Instant,
  LastDay,
  Nullable,
  onOne,
  readOne,
} from '../resource.ts';

/** Arrival of one lot of a line: formal + defective + gift = arrived. Quantities in base units. */
const TallyPart = Closed({
  /** Order line; several parts are several lots. */
  line: LineNumber,
  arrived: AmountString,
  formal: AmountString,
  defective: AmountString,
  gift: AmountString,
  lot: Text(100),
  expiry: Nullable(LastDay),
  /** As many as pieces if the product has serials. */
  serials: Closed({ formal: Serials, defective: Serials, gift: Serials }),
  /** Reason for a difference from the order. */
  reason: Note(200),
});
export type TallyPart = Static<typeof TallyPart>;

const content = {
  warehouseId: Nullable(Id),
  /** An ISO instant: when the goods came. */
  time: Nullable(Instant),
  carrier: Text(100),
  tracking: Text(100),
  remark: Note(1000),
  /** Photos of the arrived goods, attached to the receipt. */
  photos: Optional(Type.Array(FileName, { maxItems: MOST_FILES })),
  parts: Type.Array(TallyPart, { maxItems: 5000 }),
};
/** Tally stored between opening and finishing. */
export const PurchaseTally = Closed(content);
export type PurchaseTally = Static<typeof PurchaseTally>;

/** Version read; 0: no draft. */
const given = Closed({ id: Id, version: Type.Integer({ minimum: 0 }), ...content });

/** Purchase order's lines in base units, and its draft tally. */
export const tallyOf = readOne({
  path: '/depotHead/getTally',
  summary: 'What a purchase order still expects, and its unfinished tally',
  access: { document: 'view' },
  reply: Closed({
    number: Type.String(),
    partnerName: Type.String(),
    /** More may arrive than was ordered. */
    overLink: Type.Boolean(),
    version: Type.Integer(),
    keptBy: Type.String(),
    keptAt: Nullable(Type.String()),
    draft: Nullable(PurchaseTally),
    lines: Type.Array(
      Closed({
        line: Type.Integer(),
        skuId: Id,
        barcode: Type.String(),
        skuCode: Type.String(),
        name: Type.String(),
        unit: Type.String(),
        ordered: DecimalString,
        received: DecimalString,
        warehouseId: Nullable(Id),
        serialManaged: Type.Boolean(),
        lotManaged: Type.Boolean(),
        shelfLifeDays: Nullable(Type.Integer()),
      }),
    ),
  }),
});

export const keepTally = defineEndpoint({
  call: 'PUT /depotHead/saveTally',
  summary: 'Keep the unfinished tally of a purchase order',
  access: { document: 'edit' },
  input: given,
  reply: Closed({ version: Type.Integer() }),
});

/** Creates the receipt of the sorted goods and deletes the draft. Gifts are free and beyond the order. */
export const finishTally = defineEndpoint({
  call: 'POST /depotHead/finishTally',
  summary: 'Make the receipt of a tally',
  access: { document: 'edit' },
  input: given,
  reply: Closed({ id: Id, number: Type.String() }),
});

export const dropTally = onOne({
  call: 'DELETE /depotHead/deleteTally',
  summary: 'Throw an unfinished tally away',
  access: { document: 'edit' },
});
