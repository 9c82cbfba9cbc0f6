import { barcodeForms } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { anyHolds, holds } from './searchSql.ts';

// Keywords of goods: a part of one of a product's texts, of the pinyin of its name, or of one of its barcodes.

const SEARCHED = [
  'name',
  'mnemonic',
  'name_forms',
  'standard',
  'model',
  'color',
  'brand',
  'maker',
  'property_one',
  'property_two',
  'property_three',
];

const textsOf = (product: string): RawBuilder<unknown>[] =>
  SEARCHED.map((column) => sql.ref(`${product}.${column}`));

const textsHold = (product: string, keyword: string): RawBuilder<boolean> =>
  anyHolds(textsOf(product), keyword);

/** The keyword is part of a barcode, or means the same goods. */
export function codeHolds(barcode: string, keyword: string): RawBuilder<boolean> {
  const code = sql.ref(`${barcode}.code`);
  return sql`(${holds(code, keyword)} or ${code} = any(${barcodeForms(keyword)}::text[]))`;
}

/** The ids of products with the keyword in one of their texts. */
export const productsWithText = (tenantId: string, keyword: string): RawBuilder<unknown> => sql`
  select searched.id from product as searched
  where searched.tenant_id = ${tenantId} and ${textsHold('searched', keyword)}`;

/**
 * The keyword stands in one of the texts of `product`, or in one of its barcodes. Both are looked up on their own, each
 * in its index, which a single test over the two could not use.
 */
export const matchesKeyword = (tenantId: string, keyword: string): RawBuilder<boolean> =>
  sql<boolean>`product.id in (
    ${productsWithText(tenantId, keyword)}
    union
    select searched.product_id from barcode as searched
    where searched.tenant_id = ${tenantId} and ${codeHolds('searched', keyword)})`;

/** Keyword test as `matchesKeyword`, for few products that are asked one after the other. */
export const holdsKeyword = (tenantId: string, keyword: string): RawBuilder<boolean> =>
  sql<boolean>`(${textsHold('product', keyword)} or exists (
    select from barcode as searched
    where searched.tenant_id = ${tenantId} and searched.product_id = product.id
      and ${codeHolds('searched', keyword)} offset 0))`;
