import { choiceLabel } from '@tradehouse/contract';
import type { soldOwnTable } from '@tradehouse/contract';
import { documentKinds, isKeyOf, kindCodes } from '@tradehouse/domain';
import type { KindCode, PriceKind } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../../../kernel/access/index.ts';
import type { FiltersOf } from '../../../kernel/table/index.ts';
import { namedRecord } from '../namedRecord.ts';
import { tradeDimensions } from './tradeDimensions.ts';
import type { TradedBy } from './tradeDimensions.ts';
import { tradedBy } from './tradedBy.ts';
import type { TradeQuery, TradeSum } from './tradeQuery.ts';
import { returnedColumn } from './tradeSums.ts';

/** Kinds of some sides of trade, each with 1 for trade and -1 for returns. */
export const listSignedKinds = (...sides: readonly PriceKind[]) =>
  kindCodes.flatMap((kind) => {
    const { trade } = documentKinds[kind];
    return trade !== null && sides.includes(trade.side) ? [{ kind, sign: trade.sign }] : [];
  });
export type SignedKinds = readonly { readonly kind: KindCode; readonly sign: 1 | -1 }[];

export type TradeFilters = Omit<
  FiltersOf<typeof soldOwnTable>,
  'level' | 'second' | 'compare' | 'measure' | 'top'
>;

/** Builds a trade query from a report's filters. */
export function toTradeQuery(
  kinds: SignedKinds,
  keys: Pick<TradeQuery, 'by' | 'second'>,
  {
    dates,
    organId,
    salesMan,
    materialId,
    warehouses,
    kinds: chosenKinds,
    ...filters
  }: TradeFilters,
): TradeQuery {
  const [since = null, until = null] = dates ?? [];
  return {
    ...filters,
    ...keys,
    kinds: kinds.map(({ kind }) => kind).filter((kind) => chosenKinds?.includes(kind) ?? true),
    since,
    until,
    partnerId: organId,
    salespersonId: salesMan,
    productId: materialId,
    warehouseIds: warehouses,
  };
}

/** Requested trade, named `trade`: a row for each key, with outgoing and returned sums. */
export const tradedRowsSql = (
  context: Context,
  kinds: SignedKinds,
  query: TradeQuery,
): RawBuilder<unknown> => {
  const returns = kinds.filter(({ sign }) => sign < 0).map(({ kind }) => kind);
  return sql`(${tradedBy(context, { ...query, returns })}) as trade`;
};

/** Outgoing part of a sum of `trade`. */
export const grossTradeSql = (sum: TradeSum) => sql.ref(`trade.${sum}`);
/** Returned part of the sum. */
export const returnedTradeSql = (sum: TradeSum) => sql.ref(`trade.${returnedColumn(sum)}`);
/** Sum less the returned part. */
export const netTradeSql = (sum: TradeSum) =>
  sql`(${grossTradeSql(sum)} - ${returnedTradeSql(sum)})`;
/** Sum plus the returned part. */
export const grossPlusReturnedSql = (sum: TradeSum) =>
  sql`(${grossTradeSql(sum)} + ${returnedTradeSql(sum)})`;

/** Grouping key of a level: customers and suppliers are partners. */
export const byLevel = (level: string): TradedBy =>
  isKeyOf(tradeDimensions, level) ? level : 'partner';

/** Names a row's record: joins on the key; id and kind for documents, null otherwise. */
export const nameTradeRecord = (
  { tenantId, language }: Context,
  by: TradedBy,
  { key, as }: { readonly key: string; readonly as: string },
) =>
  namedRecord(tradeDimensions[by].names, {
    tenantId,
    key,
    as,
    itself: by === 'kind' ? kindNameSql(language, key) : sql`left(${sql.ref(key)}, 7)`,
    // Trade over the counter names no partner.
    ...(by === 'partner' && { unnamed: choiceLabel(language, 'level', 'walkIn') }),
  });

export const kindNameSql = (language: Context['language'], key: string): RawBuilder<unknown> => {
  const names = kindCodes.map(
    (kind) => sql`when ${kind} then ${documentKinds[kind].name[language]}`,
  );
  return sql`case ${sql.ref(key)} ${sql.join(names, sql` `)} end`;
};
