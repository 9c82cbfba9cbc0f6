import { choiceLabel } from '@tradehouse/contract';
import { inOutItemTypes } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../../../kernel/access/index.ts';
import { namedRecord } from '../namedRecord.ts';
import type { RecordNameSource } from '../namedRecord.ts';
import { kindNameSql } from '../trade/tradeLevels.ts';

export type CustomMoneySql = RawBuilder<unknown>;
export type CustomMoneyPurse = 'account' | 'item';

export interface MoneyDimension {
  /** Key of a `flow`, its `item` or its `document`, in text form; '0': none. */
  readonly key: CustomMoneySql;
  readonly names: RecordNameSource;
  /** Known to days and months; further keys come from documents alone. */
  readonly rolled?: true;
}

const ofDocument = (column: string): CustomMoneySql =>
  sql`coalesce(${sql.ref(`document.${column}`)}, 0)::text`;
export const month: MoneyDimension = { key: sql`flow.month::text`, names: null, rolled: true };
const told = {
  partner: { key: ofDocument('partner_id'), names: ['partner', 'name'] },
  institution: { key: ofDocument('institution_id'), names: ['institution', 'name'] },
  document: { key: ofDocument('id'), names: ['document', 'number'] },
} as const satisfies Readonly<Record<string, MoneyDimension>>;

export const dimensions = {
  account: {
    account: { key: sql`flow.holder_id::text`, names: ['account', 'name'], rolled: true },
    ...told,
    kind: { key: sql`flow.kind`, names: null },
    month,
  },
  item: {
    item: { key: sql`flow.holder_id::text`, names: ['in_out_item', 'name'], rolled: true },
    revenueClass: {
      key: sql`coalesce(item.class_id, 0)::text`,
      names: ['revenue_class', 'name'],
      rolled: true,
    },
    type: { key: sql`item.type`, names: null, rolled: true },
    account: { key: sql`flow.account_id::text`, names: ['account', 'name'] },
    ...told,
    month,
  },
} as const satisfies Readonly<Record<CustomMoneyPurse, Readonly<Record<string, MoneyDimension>>>>;

/** Name of a money key. */
export const namedMoney =
  ({ tenantId, language }: Context, purse: CustomMoneyPurse) =>
  (by: string, key: string, as: string) => {
    const all: Readonly<Record<string, MoneyDimension>> = dimensions[purse];
    const types = inOutItemTypes.map(
      (type) => sql`when ${type} then ${choiceLabel(language, 'type', type)}`,
    );
    const itself =
      by === 'type'
        ? sql`case ${sql.ref(key)} ${sql.join(types, sql` `)} end`
        : by === 'kind'
          ? kindNameSql(language, key)
          : sql`left(${sql.ref(key)}, 7)`;
    return namedRecord(all[by]?.names ?? null, { tenantId, key, as, itself });
  };
