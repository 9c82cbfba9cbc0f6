import { Type } from 'typebox';
import type { Static } from 'typebox';
import { ShownAmount } from '../field.ts';
import { Closed, Id, NumberString } from '../resource.ts';
import { mostLines } from '../sheet/lines.ts';
import { goodsBody, headReply, moneyBody } from './head.ts';
import { goodsLineBody, lineReply, moneyLineBody } from './line.ts';
import { KindReply } from './parts.ts';

/**
 * Line entered by a user: exactly one of unitPrice, amount and total; the server derives the rest. A tax
 * agreed absolutely may accompany an amount or total.
 */
export const GoodsLineInput = Closed(goodsLineBody);
export type GoodsLineInput = Static<typeof GoodsLineInput>;

/** Money line; negative if a return is settled. */
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

/** Stored line; hidden amounts are null. */
export const LineReply = Closed(lineReply);
export type LineReply = Static<typeof LineReply>;

const Related = Closed({
  id: Id,
  kind: KindReply,
  number: Type.String(),
  time: Type.String(),
  amount: ShownAmount,
});

/** Document with lines, sources and follow-up documents. */
export const DocumentReply = Closed({
  ...headReply,
  lines: Type.Array(LineReply),
  sources: Type.Array(Related),
  children: Type.Array(Related),
  settlingDocuments: Type.Array(Related),
});
export type DocumentReply = Static<typeof DocumentReply>;
