import {
  KEPT_DIGITS,
  countDiscounts,
  countParts,
  decimal,
  exactShare,
  rounded,
  sum,
  sumOfParts,
} from '@tradehouse/domain';
import type {
  AgreedDiscount,
  AnyKindCode,
  Decimal,
  DiscountedDocument,
  GoodsAmounts,
  PricedBy,
  TakenPart,
  WholeDiscount,
} from '@tradehouse/domain';
import { sql } from 'kysely';
import type { Context } from '../../../kernel/index.ts';

/** A line that a live document took of a source, with what its source agreed. */
interface TakenRow {
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
}

/** Parts that live documents of one kind took of some source documents. */
type TakenParts = readonly TakenRow[];

/**
 * Reads what live documents of `kind` took of the sources, drafts included, and of the sources that share documents with
 * them: a discount is shared over every source of its document. `except` is the document that is being changed.
 */
export async function readTakenParts(
  { tx, tenantId }: Context,
  sourceIds: readonly string[],
  kind: AnyKindCode,
  except: string,
): Promise<TakenParts> {
  const { rows } = await sql<TakenRow>`
    select c.id as target_id, k.source_document_id as source_id, k.source_line, k.quantity, t.total, t.tax, t.priced_by,
      t.unit_price, t.ratio, c.discount as target_discount, l.base_quantity as agreed_quantity, l.total as agreed_total, l.tax as agreed_tax,
      l.unit_price as agreed_price, l.ratio as agreed_ratio, o.total_amount as source_goods, o.discount as source_discount,
      o.currency = c.currency as same_currency, o.tax_mode = c.tax_mode as same_mode
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

/** A part with the document that took it, as it counts. */
export interface CountedPart extends GoodsAmounts {
  readonly row: TakenRow;
}

const partKey = ({ source_id, source_line }: TakenRow): string => `${source_id} ${source_line}`;

/** The parts as they count, by their source line: `<document> <line>`. */
export const countedByLine = (
  taken: TakenParts,
  digits: number,
): ReadonlyMap<string, readonly CountedPart[]> =>
  new Map([...Map.groupBy(taken, partKey)].map(([key, rows]) => [key, countedParts(rows, digits)]));

function countedParts(rows: readonly TakenRow[], digits: number): CountedPart[] {
  const [first] = rows;
  if (first === undefined) return [];
  const whole = {
    quantity: decimal(first.agreed_quantity),
    total: decimal(first.agreed_total),
    tax: decimal(first.agreed_tax),
  };
  return countParts(whole, rows.map(partOf), digits).flatMap((part, at) => {
    const row = rows[at];
    return row === undefined ? [] : [{ ...part, row }];
  });
}

/** Money of another currency counts as a price of its own. */
function partOf(row: TakenRow): TakenPart {
  const agreed = decimal(row.agreed_price).times(row.ratio).dividedBy(row.agreed_ratio);
  const isAgreed = rounded(agreed, KEPT_DIGITS).equals(row.unit_price);
  const isTyped = row.priced_by === 'unitPrice' && row.same_mode;
  return {
    quantity: decimal(row.quantity),
    total: decimal(row.total),
    tax: decimal(row.tax),
    atAgreedPrice: row.same_currency ? (isTyped ? isAgreed : null) : false,
  };
}

/** The discounts of the sources, and of those that share documents with them, with what was taken of each. */
export function takenOfDiscounts(
  parts: readonly CountedPart[],
  asked: ReadonlyMap<string, WholeDiscount>,
  digits: number,
): Map<string, AgreedDiscount> {
  const others = parts.map(({ row }): [string, WholeDiscount] => {
    const [goods, discount] = [decimal(row.source_goods), decimal(row.source_discount)];
    return [row.source_id, { goods, discount, rate: null }];
  });
  const byTarget = [...Map.groupBy(parts, ({ row }) => row.target_id)];
  const ordered = byTarget.toSorted(([one], [other]) => Number(BigInt(one) - BigInt(other)));
  return countDiscounts(
    new Map([...others, ...asked]),
    ordered.map(([, own]) => discountedDocument(own)),
    digits,
  );
}

function discountedDocument(parts: readonly CountedPart[]): DiscountedDocument {
  const bySource = [...Map.groupBy(parts, ({ row }) => row.source_id)];
  const goods = new Map(bySource.map(([id, own]) => [id, sumOfParts(own).total]));
  const isSameMoney = parts.every(({ row }) => row.same_currency);
  const discount = decimal(parts[0]?.row.target_discount ?? 0);
  return { goods, discount: isSameMoney ? discount : sum(parts.map(discountOf)) };
}

/** Money of another currency took what was agreed. */
const discountOf = ({ total, row }: CountedPart): Decimal =>
  exactShare(decimal(row.source_discount), total, decimal(row.source_goods));
