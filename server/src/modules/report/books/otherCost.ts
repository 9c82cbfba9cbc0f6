import { documentKinds, kindCodes } from '@tradehouse/domain';
import type { InclusiveDateRange } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../../../kernel/access/index.ts';
import { toRangePieces } from '../months.ts';
import { movedWithin } from './ledgerAccounts.ts';

/** Kinds of the profit report, by the sign of their cost. */
const soldKinds = (sign: 1 | -1): readonly string[] =>
  kindCodes.filter((kind) => {
    const { trade } = documentKinds[kind];
    return trade !== null && trade.side !== 'purchase' && trade.sign === sign;
  });

/**
 * Other cost of sales in a date range: the cost in the books less the cost of documents of sale. Examples are
 * late freight of goods already sold, other issues, and differences of counts. Columns starts_on and amount.
 */
export const otherCostWithin = (context: Context, range: InclusiveDateRange): RawBuilder<unknown> =>
  bookedBeyondSales(
    context,
    range,
    'costOfSales',
    sql`case when period.kind = any(${soldKinds(1)}::text[]) then period.cost else -period.cost end`,
  );

/**
 * Other payment fees in a date range: the fees in the books less the fees of documents of sale. Examples are
 * fees of payments to suppliers, and the difference of days between a bill and its receipt: documents of sale
 * bear the fees of later receipts. Columns starts_on and amount.
 */
export const otherFeesWithin = (context: Context, range: InclusiveDateRange): RawBuilder<unknown> =>
  bookedBeyondSales(context, range, 'paymentFee', sql`period.payment_fee`);

function bookedBeyondSales(
  context: Context,
  range: InclusiveDateRange,
  purse: 'costOfSales' | 'paymentFee',
  ofSales: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const [since, until] = range;
  const sold = toRangePieces(since, until, new Date().toISOString().slice(0, 10)).map(
    ({ grain, sign, range: [first, last] }) => sql`
      select period.starts_on, ${sql.lit(-sign)} * ${ofSales} as amount
      from whole_trade_period as period
      where period.tenant_id = ${context.tenantId} and period.grain = ${grain}
        and period.kind = any(${[...soldKinds(1), ...soldKinds(-1)]}::text[])
        and period.starts_on between ${first}::date and ${last}::date`,
  );
  const booked = movedWithin(context, range, sql`period.purse = ${purse}`);
  return sql.join(
    [sql`select starts_on, amount_in - amount_out as amount from (${booked}) as booked`, ...sold],
    sql` union all `,
  );
}
