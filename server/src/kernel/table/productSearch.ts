import { barcodeForms } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { holdWords, containsTextSql, rankOfName } from './searchSql.ts';

// Keywords of goods: each word is part of a product's text, of the pinyin of the product's name, or of a
// barcode.

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

const productTextsSql = (product: string): RawBuilder<unknown>[] =>
  SEARCHED.map((column) => sql.ref(`${product}.${column}`));

const textsHold = (product: string, keyword: string): RawBuilder<boolean> =>
  holdWords(productTextsSql(product), keyword);

/** Rank of a `product` for the keyword; see `rankOfName`. */
export const rankOfProduct = (keyword: string): RawBuilder<number> =>
  rankOfName([sql`product.name`, sql`product.mnemonic`, sql`product.name_forms`], keyword);

/** Tests a barcode: the keyword is part of the code, or means the same goods. */
export function codeHolds(barcode: string, keyword: string): RawBuilder<boolean> {
  const code = sql.ref(`${barcode}.code`);
  return sql`(${containsTextSql(code, keyword)} or ${code} = any(${barcodeForms(keyword)}::text[]))`;
}

/** Selects the ids of products with the keyword in one of the texts. */
export const productsWithText = (tenantId: string, keyword: string): RawBuilder<unknown> => sql`
  select searched.id from product as searched
  where searched.tenant_id = ${tenantId} and ${textsHold('searched', keyword)}`;

/**
 * Tests `product`: the keyword is in its texts, or in one of its barcodes. Both are searched separately,
 * each by its index, which a single test could not use.
 */
export const matchesKeyword = (tenantId: string, keyword: string): RawBuilder<boolean> =>
  sql<boolean>`product.id in (
    ${productsWithText(tenantId, keyword)}
    union
    select searched.product_id from barcode as searched
    where searched.tenant_id = ${tenantId} and ${codeHolds('searched', keyword)})`;

/** Tests a keyword like `matchesKeyword`, for few products tested one after the other. */
export const holdsKeyword = (tenantId: string, keyword: string): RawBuilder<boolean> =>
  sql<boolean>`(${textsHold('product', keyword)} or exists (
    select from barcode as searched
    where searched.tenant_id = ${tenantId} and searched.product_id = product.id
      and ${codeHolds('searched', keyword)} offset 0))`;
