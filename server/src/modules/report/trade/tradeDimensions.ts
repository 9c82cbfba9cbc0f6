import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Names } from '../namedRecord.ts';

/** What trade can be added up by. */
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

interface Dimension {
  /** Of a row of trade (and its `sku`, where it is of goods); 0: none. */
  readonly id: RawBuilder<unknown>;
  /** Its `product` has to be known, too. */
  readonly ofProduct?: true;
  readonly names: Names;
  /** What has to be known of trade: its goods, the people it was done with, which document it was, or nothing more. */
  readonly of: 'goods' | 'people' | 'documents' | 'all';
}

/** What each is found by, called, and known from. */
export const dimensions: Readonly<Record<TradedBy, Dimension>> = {
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
  // A team has several, and shares what it sold among them once it is added up.
  salesperson: { id: sql`'0'`, names: ['person', 'name'], of: 'people' },
  institution: { id: sql`trade.institution_id`, names: ['institution', 'name'], of: 'all' },
  warehouse: { id: sql`trade.warehouse_id`, names: ['warehouse', 'name'], of: 'all' },
  kind: { id: sql`trade.kind`, names: null, of: 'all' },
  month: { id: sql`trade.month`, names: null, of: 'all' },
};
