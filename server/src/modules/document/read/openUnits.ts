// Units for offering a document's remaining quantities.
import {
  KEPT_DIGITS,
  ONE,
  decimal,
  isCountable,
  toPlainDecimal,
  rounded,
} from '@tradehouse/domain';
import type { ReplyOf, documentToConvert } from '@tradehouse/contract';
import { sql } from 'kysely';
import { rowsAsTable } from '../../../kernel/tx/index.ts';
import type { Context } from '../../../kernel/access/index.ts';

type OpenLine = ReplyOf<typeof documentToConvert>['lines'][number];

interface BaseUnit {
  readonly sourceDocumentId: string;
  readonly sourceLine: number;
  readonly barcode: string;
  readonly unit: string;
  /** Quantity linked from the line, in base units. */
  readonly linked: string;
}

const sourceLineKeyOf = ({
  sourceDocumentId,
  sourceLine,
}: Pick<BaseUnit, 'sourceDocumentId' | 'sourceLine'>) => `${sourceDocumentId} ${sourceLine}`;

/**
 * Offers an indivisible remainder in the base unit: 2 boxes of 12 less 7 pieces leave 17 pieces. `taken`
 * holds base quantities by document and line; absent: the linked ones.
 */
export async function offerInUnits(
  context: Context,
  lines: readonly OpenLine[],
  taken: ReadonlyMap<string, string> | null,
): Promise<OpenLine[]> {
  const begun = lines.filter(
    ({ ratio, quantity, remaining }) =>
      !ONE.equals(ratio) &&
      (quantity !== remaining || !isCountable(decimal(remaining), decimal(ratio))),
  );
  const bases = new Map(
    (await readBaseUnits(context, begun)).map((base) => [sourceLineKeyOf(base), base]),
  );
  return lines.map((line) => {
    const key = `${line.sourceDocumentId} ${line.sourceLine}`;
    const base = bases.get(key);
    if (base === undefined) return line;
    const rest = decimal(line.baseQuantity).minus(
      taken === null ? base.linked : (taken.get(key) ?? 0),
    );
    const own = rest.dividedBy(line.ratio).toDecimalPlaces(KEPT_DIGITS);
    const isWhole = own.times(line.ratio).equals(rest) && isCountable(own, decimal(line.ratio));
    return isWhole ? line : inBaseUnit(line, base, toPlainDecimal(rest));
  });
}

function inBaseUnit(
  line: OpenLine,
  { barcode, unit, linked }: BaseUnit,
  remaining: string,
): OpenLine {
  const each = (price: string | null): string | null =>
    price === null
      ? null
      : toPlainDecimal(rounded(decimal(price).dividedBy(line.ratio), KEPT_DIGITS));
  return {
    ...line,
    barcode,
    unit,
    ratio: '1',
    quantity: line.baseQuantity,
    linkedQuantity: toPlainDecimal(decimal(linked)),
    remaining,
    unitPrice: each(line.unitPrice),
    minimumPrice: each(line.minimumPrice),
  };
}

async function readBaseUnits(
  { tx, tenantId }: Context,
  lines: readonly OpenLine[],
): Promise<readonly BaseUnit[]> {
  if (lines.length === 0) return [];
  const wanted = lines.map(({ sourceDocumentId: id, sourceLine: line }) => ({ id, line }));
  const { rows } = await sql<BaseUnit>`
    select l.document_id as "sourceDocumentId", l.line as "sourceLine", base.code as barcode, base.unit,
      l.linked_quantity as linked
    from ${rowsAsTable(wanted, 'id bigint, line integer')}
    join document_line l on l.tenant_id = ${tenantId} and l.document_id = given.id and l.line = given.line
    join lateral (
      select b.code, b.unit from barcode b
      where b.tenant_id = ${tenantId} and b.sku_id = l.sku_id and b.ratio = 1 and b.enabled
      order by b.position, b.id limit 1) base on true`.execute(tx);
  return rows;
}
