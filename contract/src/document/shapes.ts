import { Type } from 'typebox';
import type { Static } from 'typebox';
import { ShownAmount } from '../field.ts';
import { Closed, Id, NumberString } from '../resource.ts';
import { mostLines } from '../sheet/lines.ts';
import { goodsBody, headReply, moneyBody } from './head.ts';
import { goodsLineBody, lineReply, moneyLineBody } from './line.ts';
import { KindReply } from './parts.ts';

/**
 * A line as the user gives it: exactly one of unitPrice, amount and total; the server derives the others. A tax may
 * stand beside an amount or a total, where it was agreed as an amount.
 */
export const GoodsLineInput = Closed(goodsLineBody);
export type GoodsLineInput = Static<typeof GoodsLineInput>;

/** A line of a money document; its amount is below zero where a return is settled. */
export const MoneyLineInput = Closed({ ...moneyLineBody, amount: NumberString });
export type MoneyLineInput = Static<typeof MoneyLineInput>;

/** POST /depotHead/addDepotHeadAndDetail */
export const GoodsDocumentInput = Closed({
  ...goodsBody,
  lines: Type.Array(GoodsLineInput, { maxItems: mostLines.goods }),
});
export type GoodsDocumentInput = Static<typeof GoodsDocumentInput>;

/** POST /accountHead/addAccountHeadAndDetail */
export const MoneyDocumentInput = Closed({
  ...moneyBody,
  lines: Type.Array(MoneyLineInput, { maxItems: mostLines.money }),
});
export type MoneyDocumentInput = Static<typeof MoneyDocumentInput>;

/** A line as it is kept; money is null where the reader may not see it. */
export const LineReply = Closed(lineReply);
export type LineReply = Static<typeof LineReply>;

const Related = Closed({
  id: Id,
  kind: KindReply,
  number: Type.String(),
  time: Type.String(),
  amount: ShownAmount,
});

/** A document with its lines, the documents it came from and those made from it. */
export const DocumentReply = Closed({
  ...headReply,
  lines: Type.Array(LineReply),
  sources: Type.Array(Related),
  children: Type.Array(Related),
  settlingDocuments: Type.Array(Related),
});
export type DocumentReply = Static<typeof DocumentReply>;
