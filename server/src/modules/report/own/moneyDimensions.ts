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
  /** In the roll-ups by day and month; further keys come from documents alone. */
  readonly inRollUps?: true;
}

const documentKeySql = (column: string): CustomMoneySql =>
  sql`coalesce(${sql.ref(`document.${column}`)}, 0)::text`;
export const monthDimension: MoneyDimension = {
  key: sql`flow.month::text`,
  names: null,
  inRollUps: true,
};
const documentDimensions = {
  partner: { key: documentKeySql('partner_id'), names: ['partner', 'name'] },
  institution: { key: documentKeySql('institution_id'), names: ['institution', 'name'] },
  document: { key: documentKeySql('id'), names: ['document', 'number'] },
} as const satisfies Readonly<Record<string, MoneyDimension>>;

export const moneyDimensions = {
  account: {
    account: { key: sql`flow.holder_id::text`, names: ['account', 'name'], inRollUps: true },
    ...documentDimensions,
    kind: { key: sql`flow.kind`, names: null },
    month: monthDimension,
  },
  item: {
    item: { key: sql`flow.holder_id::text`, names: ['in_out_item', 'name'], inRollUps: true },
    revenueClass: {
      key: sql`coalesce(item.class_id, 0)::text`,
      names: ['revenue_class', 'name'],
      inRollUps: true,
    },
    type: { key: sql`item.type`, names: null, inRollUps: true },
    account: { key: sql`flow.account_id::text`, names: ['account', 'name'] },
    ...documentDimensions,
    month: monthDimension,
  },
} as const satisfies Readonly<Record<CustomMoneyPurse, Readonly<Record<string, MoneyDimension>>>>;

/** Name of a money key. */
export const moneyNameSql =
  ({ tenantId, language }: Context, purse: CustomMoneyPurse) =>
  (by: string, key: string, as: string) => {
    const available: Readonly<Record<string, MoneyDimension>> = moneyDimensions[purse];
    const types = inOutItemTypes.map(
      (type) => sql`when ${type} then ${choiceLabel(language, 'type', type)}`,
    );
    const itself =
      by === 'type'
        ? sql`case ${sql.ref(key)} ${sql.join(types, sql` `)} end`
        : by === 'kind'
          ? kindNameSql(language, key)
          : sql`left(${sql.ref(key)}, 7)`;
    return namedRecord(available[by]?.names ?? null, { tenantId, key, as, itself });
  };
