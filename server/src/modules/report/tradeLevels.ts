import type { buyInTable, profitLevels, tradeProfitTable } from '@tradehouse/contract';
import { documentKinds, kindCodes } from '@tradehouse/domain';
import type { KindCode, PriceKind } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { given } from '../../kernel/index.ts';
import type { Context, FiltersOf } from '../../kernel/index.ts';
import { namedRecord } from './namedRecord.ts';
import type { Names } from './namedRecord.ts';
import { tradedBy } from './tradedBy.ts';
import type { TradedBy } from './tradedBy.ts';

/** The kinds of some sides of trade, each with 1 where it adds to what was traded and -1 where it came back. */
export const signed = (...sides: readonly PriceKind[]) =>
  kindCodes.flatMap((kind) => {
    const { trade } = documentKinds[kind];
    return trade !== null && sides.includes(trade.side) ? [{ kind, sign: trade.sign }] : [];
  });
type Signed = readonly { readonly kind: KindCode; readonly sign: 1 | -1 }[];

type Asked = FiltersOf<typeof buyInTable> &
  Pick<
    FiltersOf<typeof tradeProfitTable>,
    'salesMan' | 'materialId' | 'brandId' | 'ownCategory' | 'ownInstitution'
  >;

/** What was traded as the filters ask, a row for each key and kind, with the kind's sign. */
export function traded(
  context: Context,
  kinds: Signed,
  by: TradedBy,
  { dates, organId, salesMan, materialId, warehouses, ...asked }: Asked,
): RawBuilder<unknown> {
  const [since = null, until = null] = dates ?? [];
  const rows = tradedBy(context, {
    ...asked,
    by,
    kinds: kinds.map(({ kind }) => kind),
    since,
    until,
    partnerId: organId,
    salespersonId: salesMan,
    productId: materialId,
    warehouseIds: warehouses,
  });
  return sql`(${rows}) as trade join ${given(kinds, 'kind text, sign int')} on given.kind = trade.kind`;
}

interface Level {
  readonly by: TradedBy;
  /** A month is named by itself. */
  readonly names: Names;
}

const levels: Readonly<Record<(typeof profitLevels)[number], Level>> = {
  product: { by: 'product', names: ['product', 'name'] },
  category: { by: 'category', names: ['category', 'name'] },
  brand: { by: 'brand', names: ['brand', 'name'] },
  customer: { by: 'partner', names: ['partner', 'name'] },
  salesperson: { by: 'salesperson', names: ['person', 'name'] },
  institution: { by: 'institution', names: ['institution', 'name'] },
  month: { by: 'month', names: null },
  document: { by: 'document', names: ['document', 'number'] },
};

/** Takes off what came back. */
export const net = (measure: RawBuilder<unknown>) => sql`coalesce(sum(${measure} * given.sign), 0)`;

/** What rows of a level are added up by. */
export const byLevel = (level: string): TradedBy => levelOf(level).by;

// SAFETY: the reader lets no other choice through.
const levelOf = (level: string): Level => levels[level as keyof typeof levels];

/** What a row's record is called: joins on `sold.key`; a document's id and kind, null of everything else. */
export const namedBy = (tenantId: string, level: string) =>
  namedRecord(levelOf(level).names, {
    tenantId,
    alias: 'sold',
    itself: sql`left(sold.key, 7)`,
  });
