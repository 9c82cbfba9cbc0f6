import { Type } from 'typebox';
import type { Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
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

/** What came of one lot of a line: formal + defective + gift = arrived. Quantities in base units. */
const TallyPart = Closed({
  /** The line of the order; several parts of a line are several lots of it. */
  line: LineNumber,
  arrived: AmountString,
  formal: AmountString,
  defective: AmountString,
  gift: AmountString,
  lot: Text(100),
  expiry: Nullable(LastDay),
  /** As many as pieces where the product has serials. */
  serials: Closed({ formal: Serials, defective: Serials, gift: Serials }),
  /** Why it differs from what was ordered. */
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
  /** Pictures of what came; the receipt has them as its attachments. */
  photos: Optional(Type.Array(FileName, { maxItems: MOST_FILES })),
  parts: Type.Array(TallyPart, { maxItems: 5000 }),
};
/** A tally as it is kept between opening and finishing. */
export const Tally = Closed(content);
export type Tally = Static<typeof Tally>;

/** The version of the draft that was read; 0 where there was none. */
const given = Closed({ id: Id, version: Type.Integer({ minimum: 0 }), ...content });

/** The lines of a purchase order as a tally needs them, in base units, and the draft that is kept of it. */
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
    draft: Nullable(Tally),
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

/** Keeps a tally that is not finished. */
export const keepTally = endpoint({
  call: 'PUT /depotHead/saveTally',
  summary: 'Keep the unfinished tally of a purchase order',
  access: { document: 'edit' },
  input: given,
  reply: Closed({ version: Type.Integer() }),
});

/** Makes the receipt of what was sorted; the draft is gone then. Gifts cost nothing and are beyond the order. */
export const finishTally = endpoint({
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
