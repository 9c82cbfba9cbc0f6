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
  /** Of a row of trade (and its `sku`, where it is of goods), as text; '0': none. */
  readonly key: RawBuilder<unknown>;
  /** Its `product` has to be known, too. */
  readonly ofProduct?: true;
  readonly names: Names;
  /** What has to be known of trade: its goods, the people it was done with, which document it was, or nothing more. */
  readonly of: 'goods' | 'people' | 'documents' | 'all';
}

/** What each is found by, called, and known from. */
export const dimensions: Readonly<Record<TradedBy, Dimension>> = {
  document: { key: sql`trade.document_id::text`, names: ['document', 'number'], of: 'documents' },
  product: { key: sql`sku.product_id::text`, names: ['product', 'name'], of: 'goods' },
  category: {
    key: sql`coalesce(product.category_id, 0)::text`,
    ofProduct: true,
    names: ['category', 'name'],
    of: 'goods',
  },
  brand: {
    key: sql`coalesce(product.brand_id, 0)::text`,
    ofProduct: true,
    names: ['brand', 'name'],
    of: 'goods',
  },
  partner: { key: sql`trade.partner_id::text`, names: ['partner', 'name'], of: 'people' },
  // A team has several, and shares what it sold among them once it is added up.
  salesperson: { key: sql`'0'`, names: ['person', 'name'], of: 'people' },
  institution: { key: sql`trade.institution_id::text`, names: ['institution', 'name'], of: 'all' },
  warehouse: { key: sql`trade.warehouse_id::text`, names: ['warehouse', 'name'], of: 'all' },
  kind: { key: sql`trade.kind`, names: null, of: 'all' },
  month: { key: sql`trade.month::text`, names: null, of: 'all' },
};
