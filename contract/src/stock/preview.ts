import { Type } from 'typebox';
import type { Static } from 'typebox';
import { GoodsDocumentInput } from '../document/shapes.ts';
import { defineEndpoint } from '../endpoint.ts';
import { Optional } from '../field.ts';
import { Closed, Day, DecimalString, Id, Nullable } from '../resource.ts';

/** Lowest stock of a product from the document's day on, with and without the document. Base units. */
const Lowest = Closed({
  barcode: Type.String(),
  productName: Type.String(),
  warehouseName: Type.String(),
  day: Day,
  before: DecimalString,
  after: DecimalString,
});

export const BackdatedReply = Closed({
  /** Document is dated before today. */
  past: Type.Boolean(),
  date: Day,
  /** Later documents moving the same goods in the same warehouses. */
  laterDocuments: Type.Integer(),
  /** Goods issued by the document, lowest stock first. */
  lowest: Type.Array(Lowest),
  /** Refusal of the save, in the server's words; null: accepted. */
  refusal: Nullable(Type.String()),
});
export type BackdatedReply = Static<typeof BackdatedReply>;

/**
 * Previews the effect of saving on later days. Nothing is saved. `id` and `version` are the edited
 * document's.
 */
export const previewBackdated = defineEndpoint({
  call: 'POST /depotHead/previewBackdated',
  summary: 'What a document dated in the past would change',
  access: { document: 'edit' },
  input: Closed({
    ...GoodsDocumentInput.properties,
    id: Optional(Id),
    version: Optional(Type.Integer()),
  }),
  reply: BackdatedReply,
  writes: false,
});
