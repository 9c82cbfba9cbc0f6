import type { InputOf, ReplyOf, enterCount } from '@tradehouse/contract';
import { ZERO, decimal, toPlainDecimal } from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { orRefuseMissing, refuseWith } from '../../kernel/access/index.ts';
import { trimTrailingZeros } from '../../kernel/table/index.ts';
import { logChange, rowsAsTable } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { namedLines, interpretCountEntries } from './countEntries.ts';
import type { CountLine, CountEntryChange } from './countEntries.ts';
import { lockSheets } from './countSheet.ts';
import type { LockedCountSheet } from './countSheet.ts';

/**
 * Takes count entries. Shares of several counters add up; each changes only their own. The first share
 * freezes the line's books, so later moves are netted when the difference is posted.
 */
export async function takeEntries(
  context: Context,
  { id, entries }: InputOf<typeof enterCount>,
): Promise<ReplyOf<typeof enterCount>> {
  const sheet = orRefuseMissing(
    (await lockSheets(context, [id], ['counting', 'recounting'], 'shared'))[0],
  );
  const said = await interpretCountEntries(context, sheet, entries);
  if (sheet.pass === 2) {
    const stranger = said.find(({ line }) => !line.again);
    if (stranger !== undefined) refuseWith('count.notOnSheet', { barcode: stranger.line.barcode });
  }
  const lines = [...new Map(said.map(({ line }) => [line.id, line])).values()].toSorted(
    (one, other) => Number(one.id) - Number(other.id),
  );
  await beginLines(context, sheet, lines);
  const shares = await ownShares(context, sheet, lines);
  for (const one of said) shares.set(one.line.id, shareAfterEntry(shares.get(one.line.id), one));
  await writeShares(context, sheet, shares);
  await sumLines(context, sheet, lines);
  const counted = said.map(({ line: { barcode, lot } }) => `${barcode} ${lot}`.trim());
  logCountChange(context, sheet, { pass: sheet.pass, counted });
  return { lines: await readEnteredLines(context, sheet, lines) };
}

/** Clears everybody's shares of given lines in the current pass. */
export async function clearCountShares(
  context: Context,
  id: string,
  lineIds: readonly string[],
): Promise<{ changed: number }> {
  const { tx, tenantId } = context;
  const sheet = orRefuseMissing((await lockSheets(context, [id], ['counting', 'recounting']))[0]);
  const { numAffectedRows = 0n } = await sql`
    delete from count_result where tenant_id = ${tenantId} and sheet_id = ${id}
      and pass = ${sheet.pass} and line_id = any(${lineIds}::bigint[])`.execute(tx);
  logCountChange(context, sheet, { cleared: lineIds });
  return { changed: Number(numAffectedRows) };
}

/** Counts all uncounted lines as zero, in the caller's name. */
export async function countTheRest(context: Context, id: string): Promise<{ changed: number }> {
  const { tx, tenantId, scope } = context;
  const sheet = orRefuseMissing((await lockSheets(context, [id], ['counting']))[0]);
  const rows = await freezeBookQuantities(context, sheet, sql`true`);
  const lineIds = rows.map(({ line_id }) => line_id);
  await sql`
    insert into count_share (tenant_id, sheet_id, line_id, pass, user_id, quantity)
    select ${tenantId}, ${id}::bigint, line, 1, ${scope.userId}::bigint, 0 from unnest(${lineIds}::bigint[]) as line
    returning line_id`.execute(tx);
  logCountChange(context, sheet, { countedAsNothing: rows.length });
  return { changed: rows.length };
}

const logCountChange = (context: Context, { id, number }: LockedCountSheet, after: object): void =>
  logChange(context, { action: 'update', subject: 'count_sheet', subjectId: id, number, after });

/** Freezes the books of lines uncounted in a pass and selected by `which`; returns the frozen lines. */
async function freezeBookQuantities(
  { tx, tenantId }: Context,
  { id, warehouseId, pass }: LockedCountSheet,
  which: RawBuilder<boolean>,
): Promise<{ readonly line_id: string }[]> {
  const { rows } = await sql<{ line_id: string }>`
    insert into count_result (tenant_id, sheet_id, line_id, pass, book, book_serials, book_posting, counted)
    select ${tenantId}, line.sheet_id, line.id, ${pass}::smallint, coalesce(held.quantity, 0),
      array(select card.serial from serial_number card
        where card.tenant_id = ${tenantId} and card.sku_id = line.sku_id and card.warehouse_id = ${warehouseId}
          and card.stock_type = line.stock_type order by card.serial),
      coalesce(cost.last_posting, 0), 0
    from count_line line
    left join sku_cost cost on cost.tenant_id = ${tenantId} and cost.sku_id = line.sku_id
    left join stock_balance held on held.tenant_id = ${tenantId} and held.warehouse_id = ${warehouseId}
      and held.sku_id = line.sku_id and held.lot = line.lot and held.stock_type = line.stock_type
    where line.tenant_id = ${tenantId} and line.sheet_id = ${id} and ${which}
    order by line.id
    on conflict do nothing
    returning line_id`.execute(tx);
  return rows;
}

/** Freezes the books of lines, and locks the lines in a fixed order. */
async function beginLines(
  context: Context,
  sheet: LockedCountSheet,
  lines: readonly CountLine[],
): Promise<void> {
  const { tx, tenantId } = context;
  const ids = lines.map(({ id }) => id);
  await freezeBookQuantities(context, sheet, sql`line.id = any(${ids}::bigint[])`);
  await sql`
    select line_id from count_result
    where tenant_id = ${tenantId} and sheet_id = ${sheet.id} and pass = ${sheet.pass} and line_id = any(${ids}::bigint[])
    order by line_id for update`.execute(tx);
}

interface Share {
  readonly line: CountLine | null;
  readonly quantity: Decimal | null;
  readonly serials: readonly string[];
}

async function ownShares(
  { tx, tenantId, scope }: Context,
  sheet: LockedCountSheet,
  lines: readonly CountLine[],
): Promise<Map<string, Share>> {
  const ids = lines.map(({ id }) => id);
  const { rows } = await sql<{ line_id: string; quantity: string; serials: string[] }>`
    select line_id, quantity, serials from count_share
    where tenant_id = ${tenantId} and sheet_id = ${sheet.id} and pass = ${sheet.pass} and user_id = ${scope.userId}
      and line_id = any(${ids}::bigint[])`.execute(tx);
  return new Map(
    lines.map((line) => {
      const own = rows.find(({ line_id }) => line_id === line.id);
      const share: Share = {
        line,
        quantity: own === undefined ? null : decimal(own.quantity),
        serials: own?.serials ?? [],
      };
      return [line.id, share];
    }),
  );
}

function shareAfterEntry(
  share: Share | undefined,
  { line, add, set, addSerials, setSerials }: CountEntryChange,
): Share {
  if (line.serial_managed) {
    const serials = setSerials ?? [...new Set([...(share?.serials ?? []), ...addSerials])];
    const gone = setSerials !== null && setSerials.length === 0;
    return { line, serials, quantity: gone ? null : decimal(String(serials.length)) };
  }
  if (add === null) return { line, serials: [], quantity: set };
  const quantity = (share?.quantity ?? ZERO).plus(add);
  if (quantity.lt(0)) return refuseWith('count.belowZero', { barcode: line.barcode });
  return { line, serials: [], quantity };
}

async function writeShares(
  { tx, tenantId, scope }: Context,
  sheet: LockedCountSheet,
  shares: ReadonlyMap<string, Share>,
): Promise<void> {
  const rows = [...shares].map(([line_id, { quantity, serials }]) => ({
    line_id,
    quantity: quantity === null ? null : toPlainDecimal(quantity),
    serials,
  }));
  const kept = rows.filter(({ quantity }) => quantity !== null);
  const gone = rows.filter(({ quantity }) => quantity === null).map(({ line_id }) => line_id);
  if (kept.length > 0)
    await sql`
      insert into count_share (tenant_id, sheet_id, line_id, pass, user_id, quantity, serials)
      select ${tenantId}::bigint, ${sheet.id}::bigint, given.line_id, ${sheet.pass}::smallint, ${scope.userId}::bigint,
        given.quantity, given.serials
      from ${rowsAsTable(kept, 'line_id bigint, quantity numeric, serials text[]')}
      on conflict (tenant_id, sheet_id, line_id, pass, user_id)
      do update set quantity = excluded.quantity, serials = excluded.serials, at = excluded.at`.execute(
      tx,
    );
  if (gone.length > 0)
    await sql`
      delete from count_share where tenant_id = ${tenantId} and sheet_id = ${sheet.id} and pass = ${sheet.pass}
        and user_id = ${scope.userId} and line_id = any(${gone}::bigint[])`.execute(tx);
}

/** Adds up the shares; without any, a line is uncounted. Marks lines moved since the first share. */
async function sumLines(
  context: Context,
  sheet: LockedCountSheet,
  lines: readonly CountLine[],
): Promise<void> {
  const { tx, tenantId } = context;
  const ids = lines.map(({ id }) => id);
  const ours = sql`result.tenant_id = ${tenantId} and result.sheet_id = ${sheet.id} and result.pass = ${sheet.pass}
    and result.line_id = any(${ids}::bigint[])`;
  const { rows: twice } = await sql<{ serial: string; name: string }>`
    select serial, min(app_user.name) as name
    from count_share share cross join unnest(share.serials) as serial
    join app_user on app_user.tenant_id = ${tenantId} and app_user.id = share.user_id
    where share.tenant_id = ${tenantId} and share.sheet_id = ${sheet.id} and share.pass = ${sheet.pass}
      and share.line_id = any(${ids}::bigint[])
    group by share.line_id, serial having count(*) > 1 limit 1`.execute(tx);
  const [first] = twice;
  if (first !== undefined) refuseWith('count.serialTwice', { ...first });
  await sql`
    delete from count_result result where ${ours} and not exists (
      select from count_share share where share.tenant_id = ${tenantId} and share.sheet_id = result.sheet_id
        and share.line_id = result.line_id and share.pass = result.pass)`.execute(tx);
  await sql`
    update count_result result
    set counted = total.quantity, moved = result.moved or coalesce(held.quantity, 0) <> result.book
    from count_line line
    join (
      select share.line_id, sum(share.quantity) as quantity from count_share share
      where share.tenant_id = ${tenantId} and share.sheet_id = ${sheet.id} and share.pass = ${sheet.pass} group by 1) total
      on total.line_id = line.id
    left join stock_balance held on held.tenant_id = ${tenantId} and held.warehouse_id = ${sheet.warehouseId}
      and held.sku_id = line.sku_id and held.lot = line.lot and held.stock_type = line.stock_type
    where ${ours} and line.tenant_id = ${tenantId} and line.sheet_id = result.sheet_id and line.id = result.line_id`.execute(
    tx,
  );
}

async function readEnteredLines(
  { tx, tenantId, scope }: Context,
  sheet: LockedCountSheet,
  lines: readonly CountLine[],
): Promise<ReplyOf<typeof enterCount>['lines']> {
  const ids = lines.map(({ id }) => id);
  const { rows } = await sql<{
    id: string;
    barcode: string | null;
    name: string;
    counted: string | null;
    mine: string | null;
  }>`
    select line.id, base.code as barcode, product.name, result.counted, share.quantity as mine
    from ${namedLines(tenantId)}
    left join count_result result on result.tenant_id = ${tenantId} and result.sheet_id = line.sheet_id
      and result.line_id = line.id and result.pass = ${sheet.pass}
    left join count_share share on share.tenant_id = ${tenantId} and share.sheet_id = line.sheet_id
      and share.line_id = line.id and share.pass = ${sheet.pass} and share.user_id = ${scope.userId}
    where line.tenant_id = ${tenantId} and line.sheet_id = ${sheet.id} and line.id = any(${ids}::bigint[])`.execute(
    tx,
  );
  const shown = (value: string | null) => (value === null ? null : trimTrailingZeros(value));
  return rows.map(({ counted, mine, barcode, ...row }) => ({
    ...row,
    barcode: barcode ?? '',
    counted: shown(counted),
    mine: shown(mine),
  }));
}
