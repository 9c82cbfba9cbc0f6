import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

// Goods entered after a count's books were frozen, though moved on an earlier day or hour (F10). The shelf
// was counted afterwards, so the books of that moment include them.

const inward = sql`move.to_place = 'warehouse' and move.to_id = sheet.warehouse_id`;
const outward = sql`move.from_place = 'warehouse' and move.from_id = sheet.warehouse_id`;
const netMovementSql = (amount: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  sum(case when ${inward} then ${amount} else 0 end - case when ${outward} then ${amount} else 0 end)`;

const countedAt = (result: string): RawBuilder<unknown> => sql.ref(`${result}.counted_at`);

/** Goods of a draft written before the count leave on approval, whatever the hour of the draft. */
const hasEarlierHour = (result: string): RawBuilder<boolean> => sql<boolean>`(
  written.business_time < ${countedAt(result)} and written.created_at > ${countedAt(result)})`;

/** The late moves of the alias `result`, a row of `count_result`. */
const lateMoves = (tenantId: string, result: string): RawBuilder<unknown> => sql`
  count_sheet sheet
  join count_line line on line.tenant_id = ${tenantId} and line.sheet_id = sheet.id and line.id = ${sql.ref(`${result}.line_id`)}
  join tenant_setting setting on setting.tenant_id = ${tenantId}
  cross join lateral (select (${countedAt(result)} at time zone setting.time_zone)::date as day) counted
  join stock_move move on move.tenant_id = ${tenantId} and move.sku_id = line.sku_id and move.lot = line.lot
    and move.stock_type = line.stock_type and move.posting_number > ${sql.ref(`${result}.book_posting`)}
    and move.business_date <= counted.day
  join document written on written.tenant_id = ${tenantId} and written.id = move.document_id
    and (move.business_date < counted.day or ${hasEarlierHour(result)})`;

const ofSheet = (tenantId: string, result: string): RawBuilder<unknown> => sql`
  sheet.tenant_id = ${tenantId} and sheet.id = ${sql.ref(`${result}.sheet_id`)}`;

/** Quantity entered late for a row of `count_result`, by the current ledger, in SQL. */
export const lateQuantity = (
  tenantId: string,
  result: string,
): RawBuilder<string> => sql<string>`coalesce((
  select ${netMovementSql(sql`move.quantity`)} from ${lateMoves(tenantId, result)} where ${ofSheet(tenantId, result)}), 0)`;

/** Late moves of a count; once posted, the value used in its posting. */
export const lateAsShown = (tenantId: string, result: string): RawBuilder<string> => sql<string>`(
  case when (select stage from count_sheet own where own.tenant_id = ${tenantId} and own.id = ${sql.ref(`${result}.sheet_id`)}) = 'posted'
    then ${sql.ref(`${result}.late`)} else ${lateQuantity(tenantId, result)} end)`;

/** Serials entered late for a row of `count_result`. */
export const lateSerials = (tenantId: string, result: string): RawBuilder<unknown> => sql`array(
  select one.serial from ${lateMoves(tenantId, result)} cross join unnest(move.serials) as one(serial)
  where ${ofSheet(tenantId, result)} group by one.serial having ${netMovementSql(sql`1`)} > 0)`;
