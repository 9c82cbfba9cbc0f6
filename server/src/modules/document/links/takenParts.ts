import {
  KEPT_DIGITS,
  countDiscounts,
  countParts,
  decimal,
  discountParts,
  exactShare,
  isReturningKind,
  moneyBack,
  rounded,
  sum,
  sumOfParts,
  withMoneyBack,
} from '@tradehouse/domain';
import type {
  AgreedDiscount,
  AnyKindCode,
  Decimal,
  DiscountedDocument,
  GoodsAmounts,
  MoneyBack,
  PricedBy,
  TakenPart,
  WholeDiscount,
} from '@tradehouse/domain';
import { sql } from 'kysely';
import { orRefuseMissing } from '../../../kernel/access/index.ts';
import type { Context } from '../../../kernel/access/index.ts';

/** Line that a live document took from a source, with the source's agreed amounts. */
interface LinkedLineRow {
  readonly target_id: string;
  readonly source_id: string;
  readonly source_line: number;
  readonly quantity: string;
  readonly total: string;
  readonly tax: string;
  readonly priced_by: PricedBy;
  readonly unit_price: string;
  readonly ratio: string;
  readonly target_discount: string;
  readonly agreed_quantity: string;
  readonly agreed_total: string;
  readonly agreed_tax: string;
  readonly agreed_price: string;
  readonly agreed_ratio: string;
  readonly source_goods: string;
  readonly source_discount: string;
  readonly same_currency: boolean;
  readonly same_mode: boolean;
  /** The document gives the goods back to the partner of the source. */
  readonly is_return: boolean;
}

/** Parts of source documents taken by live documents of a single kind. */
type TakenParts = readonly LinkedLineRow[];

/**
 * Reads the parts of sources taken by live `kind` documents, drafts included. Includes sources sharing
 * documents, because a discount spreads over every source. `except` is the document being changed.
 */
export async function readTakenParts(
  { tx, tenantId }: Context,
  sourceIds: readonly string[],
  kind: AnyKindCode,
  except: string,
): Promise<TakenParts> {
  const { rows } = await sql<LinkedLineRow>`
    select c.id as target_id, k.source_document_id as source_id, k.source_line, k.quantity, t.total, t.tax, t.priced_by,
      t.unit_price, t.ratio, c.discount as target_discount, l.base_quantity as agreed_quantity, l.total as agreed_total, l.tax as agreed_tax,
      l.unit_price as agreed_price, l.ratio as agreed_ratio, o.total_amount as source_goods, o.discount as source_discount,
      o.currency = c.currency as same_currency, o.tax_mode = c.tax_mode as same_mode,
      ${isReturningKind(kind)}::boolean as is_return
    from (
      select distinct beside.target_document_id as id
      from document_link own
      join document_link other on other.tenant_id = ${tenantId} and other.target_document_id = own.target_document_id
      join document_link beside on beside.tenant_id = ${tenantId} and beside.source_document_id = other.source_document_id
      where own.tenant_id = ${tenantId} and own.source_document_id = any(${sourceIds}::bigint[])) taking
    join document c on c.tenant_id = ${tenantId} and c.id = taking.id and c.deleted_at is null and c.kind = ${kind}
      and c.id <> ${except}
    join document_link k on k.tenant_id = ${tenantId} and k.target_document_id = c.id
    join document_line t on t.tenant_id = ${tenantId} and t.document_id = c.id and t.line = k.target_line
    join document o on o.tenant_id = ${tenantId} and o.id = k.source_document_id
    join document_line l on l.tenant_id = ${tenantId} and l.document_id = o.id and l.line = k.source_line
    order by c.id, t.line`.execute(tx);
  return rows;
}

export interface CountedPart extends GoodsAmounts {
  readonly row: LinkedLineRow;
}

const partKey = ({ source_id, source_line }: LinkedLineRow): string =>
  `${source_id} ${source_line}`;

/** Groups counted parts by source line: `<document> <line>`. */
export const countedByLine = (
  taken: TakenParts,
  digits: number,
): ReadonlyMap<string, readonly CountedPart[]> =>
  new Map([...Map.groupBy(taken, partKey)].map(([key, rows]) => [key, countedParts(rows, digits)]));

function countedParts(rows: readonly LinkedLineRow[], digits: number): CountedPart[] {
  const [first] = rows;
  if (first === undefined) return [];
  const whole = {
    quantity: decimal(first.agreed_quantity),
    total: decimal(first.agreed_total),
    tax: decimal(first.agreed_tax),
  };
  return countParts(whole, rows.map(partFromLinkedRow), digits).flatMap((part, at) => {
    const row = rows[at];
    return row === undefined ? [] : [{ ...part, row }];
  });
}

/** Money in another currency counts like a separately agreed price. */
function partFromLinkedRow(row: LinkedLineRow): TakenPart {
  const agreed = decimal(row.agreed_price).times(row.ratio).dividedBy(row.agreed_ratio);
  const isAgreed = rounded(agreed, KEPT_DIGITS).equals(row.unit_price);
  const isTyped = row.priced_by === 'unitPrice' && row.same_mode;
  return {
    quantity: decimal(row.quantity),
    total: decimal(row.total),
    tax: decimal(row.tax),
    atAgreedPrice: row.same_currency ? (isTyped ? isAgreed : null) : false,
    givenBack: row.is_return && row.same_currency,
  };
}

/** Computes the sources' discounts, including sources sharing documents, with the parts taken. */
export function takenOfDiscounts(
  parts: readonly CountedPart[],
  asked: ReadonlyMap<string, WholeDiscount>,
  digits: number,
): Map<string, AgreedDiscount> {
  const wholes = new Map([...wholesOf(parts), ...asked]);
  const documents = discountedDocuments(parts);
  const counted = countDiscounts(wholes, documents, digits);
  const shared = discountParts(wholes, documents, digits);
  const returned = Map.groupBy(
    parts.filter(({ row }) => row.is_return),
    ({ row }) => row.source_id,
  );
  return new Map(
    [...counted].map(([id, one]) => {
      const own = returned.get(id);
      if (own === undefined) return [id, one];
      const totals = own.map(({ total, row }) => (row.same_currency ? decimal(row.total) : total));
      const discounts = orRefuseMissing(shared.get(id)).parts.map(({ discount }) => discount);
      return [id, withMoneyBack(one, sum(totals).minus(sum(discounts)))];
    }),
  );
}

const wholesOf = (parts: readonly CountedPart[]): Map<string, WholeDiscount> =>
  new Map(
    parts.map(({ row }) => {
      const [goods, discount] = [decimal(row.source_goods), decimal(row.source_discount)];
      return [row.source_id, { goods, discount, rate: null }];
    }),
  );

/** Groups the parts by taking document, in creation order. */
function discountedDocuments(parts: readonly CountedPart[]): DiscountedDocument[] {
  const byTarget = [...Map.groupBy(parts, ({ row }) => row.target_id)];
  const ordered = byTarget.toSorted(([one], [other]) => Number(BigInt(one) - BigInt(other)));
  return ordered.map(([, own]) => discountedDocument(own));
}

/** Sums refunds by source; a return in another currency than the source is not compared. */
export function moneyBackBySource(returned: TakenParts, digits: number): Map<string, MoneyBack> {
  const rows = returned.filter(({ same_currency }) => same_currency);
  const parts = [...countedByLine(rows, digits).values()].flat();
  const shared = discountParts(wholesOf(parts), discountedDocuments(parts), digits);
  return new Map(
    [...Map.groupBy(rows, ({ source_id }) => source_id)].map(([id, own]) => {
      const { whole, parts: discounted } = orRefuseMissing(shared.get(id));
      const goods = {
        goods: whole.goods,
        discount: whole.discount,
        agreed: sum(own.map(agreedShare)),
        returned: sum(own.map(({ total }) => decimal(total))),
        discounts: sum(discounted.map(({ discount }) => discount)),
        roundings: own.length + discounted.length,
      };
      return [id, moneyBack(goods, digits)];
    }),
  );
}

const agreedShare = ({ agreed_total, quantity, agreed_quantity }: LinkedLineRow): Decimal =>
  exactShare(decimal(agreed_total), decimal(quantity), decimal(agreed_quantity));

function discountedDocument(parts: readonly CountedPart[]): DiscountedDocument {
  const bySource = [...Map.groupBy(parts, ({ row }) => row.source_id)];
  const goods = new Map(bySource.map(([id, own]) => [id, sumOfParts(own).total]));
  const isSameMoney = parts.every(({ row }) => row.same_currency);
  const discount = decimal(parts[0]?.row.target_discount ?? 0);
  return { goods, discount: isSameMoney ? discount : sum(parts.map(discountOf)) };
}

/** Money in another currency takes the agreed share of the discount. */
const discountOf = ({ total, row }: CountedPart): Decimal =>
  exactShare(decimal(row.source_discount), total, decimal(row.source_goods));
