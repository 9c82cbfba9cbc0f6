import { uniqueFields } from '@tradehouse/contract';
import type { InputOf, UniqueField, duplicateCheck, ruleCheck } from '@tradehouse/contract';
import { sql } from 'kysely';
import { mayOpen, refuseWith } from '../../kernel/access/index.ts';
import { isAlike } from '../../kernel/table/index.ts';
import type { Context } from '../../kernel/access/index.ts';

/** Table and column of each field checked for uniqueness. */
const places: Readonly<Record<UniqueField, readonly [table: string, column: string]>> = {
  'depot.name': ['warehouse', 'name'],
  'account.name': ['account', 'name'],
  'inOutItem.name': ['in_out_item', 'name'],
  'role.name': ['role', 'name'],
  'organization.name': ['institution', 'name'],
  'organization.number': ['institution', 'number'],
  'materialCategory.number': ['category', 'number'],
  'financialCategory.number': ['revenue_class', 'number'],
  'brand.code': ['brand', 'code'],
  'ledgerAccount.code': ['ledger_account', 'code'],
  'logisticsCompany.code': ['logistics_company', 'code'],
  'unit.name': ['unit', 'name'],
  'barcode.code': ['barcode', 'code'],
};

/**
 * Refuses a value of another record (`name.taken`), a table or field outside the list (`request.field`) and
 * callers without its page (`access.denied`).
 */
export async function refuseDuplicateValue(
  { tx, tenantId, scope }: Context,
  { tableName, fieldName, fieldVal, dataId }: InputOf<typeof duplicateCheck>,
): Promise<true> {
  const asked = `${tableName}.${fieldName}`;
  if (!isUnique(asked))
    return refuseWith('request.field', { field: 'fieldName' }, { field: 'fieldName' });
  if (!mayOpen(scope, uniqueFields[asked])) refuseWith('access.denied');
  const [table, column] = places[asked];
  const { rows } = await sql`
    select from ${sql.table(table)}
    where tenant_id = ${tenantId} and ${isAlike(sql.ref(column), fieldVal)}
      and id is distinct from ${dataId ?? null}::bigint limit 1`.execute(tx);
  if (rows.length > 0) refuseWith('name.taken', { name: fieldVal }, { field: 'fieldVal' });
  return true;
}

const isUnique = (asked: string): asked is UniqueField => Object.hasOwn(places, asked);

type TextRuleCode = InputOf<typeof ruleCheck>['ruleCode'];

const rules: Readonly<Record<TextRuleCode, RegExp>> = {
  barcode: /^\d{4,13}$/,
  name: /^.{2,30}$/u,
  email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  phone: /^\+?[\d\s()-]{5,20}$/,
  amount: /^\d{1,15}(\.\d{1,6})?$/,
  serial: /^[^,，\s]{1,99}$/u,
};

/** Refuses a value that breaks the rule (`rule.broken`). */
export function refuseUnruly({ ruleCode, value }: InputOf<typeof ruleCheck>): true {
  if (!rules[ruleCode].test(value)) refuseWith('rule.broken', { value }, { field: 'value' });
  return true;
}
