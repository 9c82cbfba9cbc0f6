import { bankMoveTable, bankRowTable, bankStatementTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { MATCH_DAYS } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { visibleDocuments } from '../../kernel/access/index.ts';
import { bindTable } from '../../kernel/table/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { isChanged, isHeld, movesOf } from './moves.ts';
import { mustSeeAccounts } from './statement.ts';

/**
 * Selects a row's documents, their current movement, and whether amount or day differs from the match: a
 * relation (numbers, documents, amount, changed) of one row.
 */
const matchedOf = ({ tenantId, scope }: Context): RawBuilder<unknown> => sql`(
  select string_agg(case when ${visibleDocuments(scope, 'd')} then d.number end, ' ' order by d.number) as numbers,
    count(*) as documents, coalesce(sum(moved.amount), 0) as amount, coalesce(bool_or(${isChanged}), false) as changed
  from bank_match m
  join document d on d.tenant_id = ${tenantId} and d.id = m.document_id
  left join ${movesOf(
    tenantId,
    { accountId: sql`entry.account_id`, foreign: sql`own.foreign_currency` },
    {
      documents: sql`array(
        select held.document_id from bank_match held
        where held.tenant_id = ${tenantId} and held.statement_id = entry.statement_id and held.row = entry.row)`,
    },
  )} as moved on moved.document_id = m.document_id
  where m.tenant_id = ${tenantId} and m.statement_id = entry.statement_id and m.row = entry.row)`;

const stateSql = sql`case when matched.documents = 0 then '0' when matched.changed then '2' else '1' end`;

export const bankStatementRows = bindTable(bankStatementTable, (context, filters) => {
  mustSeeAccounts(context);
  const { tenantId } = context;
  const { hasOpenRows } = filters;
  const open = hasOpenRows === undefined ? sql`true` : sql`(s.open_count > 0) = ${hasOpenRows}`;
  return sql<RowOf<typeof bankStatementTable>>`
    select s.id, s.account_id as "accountId", s.name, account.name as "accountName", s.since, s.until,
      coalesce(s.foreign_currency, setting.currency) as currency, s.amount_in as "amountIn", s.amount_out as "amountOut", s.closing, s.row_count as "bankRows", s.open_count as "openRows",
      (select x.name from app_user x where x.tenant_id = ${tenantId} and x.id = s.creator_id) as "creatorName",
      s.created_at as "createTime"
    from bank_statement s
    join account on account.tenant_id = ${tenantId} and account.id = s.account_id
    join tenant_setting setting on setting.tenant_id = ${tenantId}
    where s.tenant_id = ${tenantId} and ${open}`;
});

export const bankRowRows = bindTable(bankRowTable, (context, { statementId }) => {
  mustSeeAccounts(context);
  const { tenantId } = context;
  return sql<RowOf<typeof bankRowTable>>`
    select entry.statement_id || '-' || entry.row as id, entry.row, coalesce(own.foreign_currency, setting.currency) as currency,
      entry.booked_on as date, entry.amount,
      entry.partner_name as "bankPartner", entry.purpose, entry.reference, ${stateSql} as "bankRowState",
      coalesce(matched.numbers, '') as "matchedNumbers",
      case when matched.documents > 0 then matched.amount end as "matchedAmount"
    from bank_row entry
    join bank_statement own on own.tenant_id = ${tenantId} and own.id = entry.statement_id
    join tenant_setting setting on setting.tenant_id = ${tenantId}
    cross join lateral ${matchedOf(context)} as matched
    where entry.tenant_id = ${tenantId} and entry.statement_id = ${idFromFilterText(statementId)}`;
});

/** Returns the id in a filter; text that is no id matches nothing. */
const idFromFilterText = (text: string | undefined): string =>
  /^\d{1,18}$/.test(text ?? '') ? (text ?? '0') : '0';

export const bankMoveRows = bindTable(bankMoveTable, (context, filters) => {
  mustSeeAccounts(context);
  const { statementId, bankRow, bothWays = false, date } = filters;
  const { tenantId, scope } = context;
  const [since, until] = date ?? [null, null];
  const columnOfDocument = (column: string) => sql`(
    select ${sql.ref(column)} from bank_statement where tenant_id = ${tenantId} and id = ${idFromFilterText(statementId)})`;
  const [account, foreign] = [columnOfDocument('account_id'), columnOfDocument('foreign_currency')];
  // Movements before the account's first statement belong to none.
  const first = sql`(select min(since) - ${sql.lit(MATCH_DAYS)} from bank_statement
    where tenant_id = ${tenantId} and account_id = ${account})`;
  const range = {
    since: sql`greatest(${since ?? '-infinity'}::date, ${first})`,
    until: sql`${until ?? 'infinity'}::date`,
  };
  // A row is compared with movements in the same direction.
  const wanted = sql`(
    select amount from bank_row
    where tenant_id = ${tenantId} and statement_id = ${idFromFilterText(statementId)} and row = ${idFromFilterText(bankRow)})`;
  const sameWay =
    bankRow === undefined || bothWays ? sql`true` : sql`sign(move.amount) = sign(${wanted})`;
  return sql<RowOf<typeof bankMoveTable>>`
    select move.document_id as id, move.document_id as "documentId",
      coalesce(${foreign}, (select currency from tenant_setting where tenant_id = ${tenantId})) as currency, move.business_date as date,
      coalesce(d.number, '') as number, d.kind, coalesce(partner.name, '') as "partnerName", move.amount, d.remark,
      abs(move.amount - ${wanted}) as "amountApart"
    from ${movesOf(tenantId, { accountId: account, foreign }, range)} as move
    join document d on d.tenant_id = ${tenantId} and d.id = move.document_id
    left join partner on partner.tenant_id = ${tenantId} and partner.id = d.partner_id
    where ${visibleDocuments(scope, 'd')} and ${sameWay} and not ${isHeld(tenantId, account)}`;
});
