import { Type } from 'typebox';
import type { Static } from 'typebox';
import { GoodsDocumentInput } from '../document/shapes.ts';
import { endpoint } from '../endpoint.ts';
import { Optional } from '../field.ts';
import { Closed, Day, DecimalString, Id, Nullable } from '../resource.ts';

/** How low a good falls from the document's day on because of it, and where it stood lowest without. Base units. */
const Lowest = Closed({
  barcode: Type.String(),
  productName: Type.String(),
  warehouseName: Type.String(),
  day: Day,
  before: DecimalString,
  after: DecimalString,
});

export const BackdatedReply = Closed({
  /** It is dated before today. */
  past: Type.Boolean(),
  date: Day,
  /** Documents of a later day that moved the same goods in the same warehouses. */
  laterDocuments: Type.Integer(),
  /** The goods it takes from, the lowest first. */
  lowest: Type.Array(Lowest),
  /** Why it would not be saved, as the server would say it; null: it would be. */
  refusal: Nullable(Type.String()),
});
export type BackdatedReply = Static<typeof BackdatedReply>;

/**
 * What saving this document would change in the days after it. Nothing is saved. `id` and `version`: of the document
 * that is edited.
 */
export const previewBackdated = endpoint({
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
