import { choiceLabel } from '@tradehouse/contract';
import type { soldOwnTable } from '@tradehouse/contract';
import { documentKinds, isKeyOf, kindCodes } from '@tradehouse/domain';
import type { KindCode, PriceKind } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context, FiltersOf } from '../../../kernel/index.ts';
import { namedRecord } from '../namedRecord.ts';
import { dimensions } from './tradeDimensions.ts';
import type { TradedBy } from './tradeDimensions.ts';
import { cameBack, tradedBy } from './tradedBy.ts';
import type { TradeAsked, TradeSum } from './tradedBy.ts';

/** The kinds of some sides of trade, each with 1 where it adds to what was traded and -1 where it came back. */
export const signed = (...sides: readonly PriceKind[]) =>
  kindCodes.flatMap((kind) => {
    const { trade } = documentKinds[kind];
    return trade !== null && sides.includes(trade.side) ? [{ kind, sign: trade.sign }] : [];
  });
export type Signed = readonly { readonly kind: KindCode; readonly sign: 1 | -1 }[];

/** What reports of trade ask with. */
export type TradeFilters = Omit<
  FiltersOf<typeof soldOwnTable>,
  'level' | 'second' | 'compare' | 'measure' | 'top'
>;

/** The filters of a report as trade is asked by them. */
export function askedOf(
  kinds: Signed,
  keys: Pick<TradeAsked, 'by' | 'second'>,
  { dates, organId, salesMan, materialId, warehouses, kinds: some, ...asked }: TradeFilters,
): TradeAsked {
  const [since = null, until = null] = dates ?? [];
  return {
    ...asked,
    ...keys,
    kinds: kinds.map(({ kind }) => kind).filter((kind) => some?.includes(kind) ?? true),
    since,
    until,
    partnerId: organId,
    salespersonId: salesMan,
    productId: materialId,
    warehouseIds: warehouses,
  };
}

/** What was traded as is asked, as `trade`: a row for each key, of what went and of what came back. */
export const traded = (context: Context, kinds: Signed, asked: TradeAsked): RawBuilder<unknown> => {
  const returns = kinds.filter(({ sign }) => sign < 0).map(({ kind }) => kind);
  return sql`(${tradedBy(context, { ...asked, returns })}) as trade`;
};

/** A sum of `trade` before anything came back. */
export const gone = (sum: TradeSum) => sql.ref(`trade.${sum}`);
/** What of it came back. */
export const back = (sum: TradeSum) => sql.ref(`trade.${cameBack(sum)}`);
/** The sum less what came back. */
export const net = (sum: TradeSum) => sql`(${gone(sum)} - ${back(sum)})`;
/** What went and what came back together. */
export const both = (sum: TradeSum) => sql`(${gone(sum)} + ${back(sum)})`;

/** What rows of a level are added up by: customers and suppliers are partners. */
export const byLevel = (level: string): TradedBy =>
  isKeyOf(dimensions, level) ? level : 'partner';

/** What a row's record is called: joins on its key; a document's id and kind, null of everything else. */
export const namedBy = (
  { tenantId, language }: Context,
  by: TradedBy,
  { key, as }: { readonly key: string; readonly as: string },
) =>
  namedRecord(dimensions[by].names, {
    tenantId,
    key,
    as,
    itself: by === 'kind' ? kindName(language, key) : sql`left(${sql.ref(key)}, 7)`,
    // Trade over the counter names no partner.
    ...(by === 'partner' && { unnamed: choiceLabel(language, 'level', 'walkIn') }),
  });

export const kindName = (language: Context['language'], key: string): RawBuilder<unknown> => {
  const names = kindCodes.map(
    (kind) => sql`when ${kind} then ${documentKinds[kind].name[language]}`,
  );
  return sql`case ${sql.ref(key)} ${sql.join(names, sql` `)} end`;
};
