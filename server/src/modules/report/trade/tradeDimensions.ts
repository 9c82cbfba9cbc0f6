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
  readonly of: 'goods' | 'people' | 'documents' | 'all';
}

/** Id, name and required detail of each key. */
export const dimensions: Readonly<Record<TradedBy, TradeDimension>> = {
  document: { id: sql`trade.document_id`, names: ['document', 'number'], of: 'documents' },
  product: { id: sql`sku.product_id`, names: ['product', 'name'], of: 'goods' },
  category: {
    id: sql`coalesce(product.category_id, 0)`,
    ofProduct: true,
    names: ['category', 'name'],
    of: 'goods',
  },
  brand: {
    id: sql`coalesce(product.brand_id, 0)`,
    ofProduct: true,
    names: ['brand', 'name'],
    of: 'goods',
  },
  partner: { id: sql`trade.partner_id`, names: ['partner', 'name'], of: 'people' },
  // A team has several members, and shares its sales after summing.
  salesperson: { id: sql`'0'`, names: ['person', 'name'], of: 'people' },
  institution: { id: sql`trade.institution_id`, names: ['institution', 'name'], of: 'all' },
  warehouse: { id: sql`trade.warehouse_id`, names: ['warehouse', 'name'], of: 'all' },
  kind: { id: sql`trade.kind`, names: null, of: 'all' },
  month: { id: sql`trade.month`, names: null, of: 'all' },
};
