import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { RecordNameSource } from '../namedRecord.ts';

export type TradedBy =
  | 'document'
  | 'product'
  | 'category'
  | 'brand'
  | 'partner'
  | 'salesperson'
  | 'institution'
  | 'warehouse'
  | 'kind'
  | 'month';

interface TradeDimension {
  /** Id expression of a row of trade (and its `sku`, for goods); 0: none. */
  readonly id: RawBuilder<unknown>;
  /** Requires the `product`, too. */
  readonly ofProduct?: true;
  readonly names: RecordNameSource;
  /** Required detail of trade: goods, people, documents, or nothing further. */
  readonly detail: 'goods' | 'people' | 'documents' | 'all';
}

/** Id, name and required detail of each key. */
export const tradeDimensions: Readonly<Record<TradedBy, TradeDimension>> = {
  document: { id: sql`trade.document_id`, names: ['document', 'number'], detail: 'documents' },
  product: { id: sql`sku.product_id`, names: ['product', 'name'], detail: 'goods' },
  category: {
    id: sql`coalesce(product.category_id, 0)`,
    ofProduct: true,
    names: ['category', 'name'],
    detail: 'goods',
  },
  brand: {
    id: sql`coalesce(product.brand_id, 0)`,
    ofProduct: true,
    names: ['brand', 'name'],
    detail: 'goods',
  },
  partner: { id: sql`trade.partner_id`, names: ['partner', 'name'], detail: 'people' },
  // A team has several members, and shares its sales after summing.
  salesperson: { id: sql`'0'`, names: ['person', 'name'], detail: 'people' },
  institution: { id: sql`trade.institution_id`, names: ['institution', 'name'], detail: 'all' },
  warehouse: { id: sql`trade.warehouse_id`, names: ['warehouse', 'name'], detail: 'all' },
  kind: { id: sql`trade.kind`, names: null, detail: 'all' },
  month: { id: sql`trade.month`, names: null, detail: 'all' },
};
