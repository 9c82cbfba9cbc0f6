// Units in which what is left of a document is offered.
import { KEPT_DIGITS, ONE, decimal, plain, rounded } from '@tradehouse/domain';
import type { ReplyOf, documentToConvert } from '@tradehouse/contract';
import { sql } from 'kysely';
import { given } from '../../../kernel/index.ts';
import type { Context } from '../../../kernel/index.ts';

type OpenLine = ReplyOf<typeof documentToConvert>['lines'][number];

interface BaseUnit {
  readonly sourceDocumentId: string;
  readonly sourceLine: number;
  readonly barcode: string;
  readonly unit: string;
  /** Quantity that other documents took of the line, in base units. */
  readonly linked: string;
}

const keyOf = ({
  sourceDocumentId,
  sourceLine,
}: Pick<BaseUnit, 'sourceDocumentId' | 'sourceLine'>) => `${sourceDocumentId} ${sourceLine}`;

/**
 * Offers a rest that its own unit does not divide in the base unit: of 2 boxes of 12, less 7 pieces, 17 pieces are left, and no
 * number of boxes says so. `taken` tells in base units what counts as taken, by document and line; absent: what is linked.
 */
export async function offerInUnits(
  context: Context,
  lines: readonly OpenLine[],
  taken: ReadonlyMap<string, string> | null,
): Promise<OpenLine[]> {
  const begun = lines.filter(
    ({ ratio, quantity, remaining }) => !ONE.equals(ratio) && quantity !== remaining,
  );
  const bases = new Map((await readBaseUnits(context, begun)).map((base) => [keyOf(base), base]));
  return lines.map((line) => {
    const key = `${line.sourceDocumentId} ${line.sourceLine}`;
    const base = bases.get(key);
    if (base === undefined) return line;
    const rest = decimal(line.baseQuantity).minus(
      taken === null ? base.linked : (taken.get(key) ?? 0),
    );
    const own = rest.dividedBy(line.ratio).toDecimalPlaces(KEPT_DIGITS);
    return own.times(line.ratio).equals(rest) ? line : inBaseUnit(line, base, plain(rest));
  });
}

function inBaseUnit(
  line: OpenLine,
  { barcode, unit, linked }: BaseUnit,
  remaining: string,
): OpenLine {
  const each = (price: string | null): string | null =>
    price === null ? null : plain(rounded(decimal(price).dividedBy(line.ratio), KEPT_DIGITS));
  return {
    ...line,
    barcode,
    unit,
    ratio: '1',
    quantity: line.baseQuantity,
    linkedQuantity: plain(decimal(linked)),
    remaining,
    unitPrice: each(line.unitPrice),
    minimumPrice: each(line.minimumPrice),
  };
}

/** The base units of lines whose goods have a barcode of it. */
async function readBaseUnits(
  { tx, tenantId }: Context,
  lines: readonly OpenLine[],
): Promise<readonly BaseUnit[]> {
  if (lines.length === 0) return [];
  const wanted = lines.map(({ sourceDocumentId: id, sourceLine: line }) => ({ id, line }));
  const { rows } = await sql<BaseUnit>`
    select l.document_id as "sourceDocumentId", l.line as "sourceLine", base.code as barcode, base.unit,
      l.linked_quantity as linked
    from ${given(wanted, 'id bigint, line integer')}
    join document_line l on l.tenant_id = ${tenantId} and l.document_id = given.id and l.line = given.line
    join lateral (
      select b.code, b.unit from barcode b
      where b.tenant_id = ${tenantId} and b.sku_id = l.sku_id and b.ratio = 1 and b.enabled
      order by b.position, b.id limit 1) base on true`.execute(tx);
  return rows;
}
