import type { CountEntry, InputOf, ReplyOf, tallyCount } from '@tradehouse/contract';
import { ZERO, decimal, plain } from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import { audit, found, refuse, trimmed } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import { given } from '../posting/index.ts';
import { lockSheets, passOf } from './countSheet.ts';
import type { Sheet } from './countSheet.ts';

/** What a scanned code means: a SKU in one unit, or one serial of a SKU. */
interface Code {
  readonly code: string;
  readonly sku_id: string;
  readonly barcode: string;
  readonly ratio: string;
  readonly serial: string | null;
  readonly stock_type: string;
  readonly lot_managed: boolean;
  readonly serial_managed: boolean;
}

interface Line {
  readonly id: string;
  readonly sku_id: string;
  readonly lot: string;
  readonly stock_type: string;
  readonly barcode: string;
  readonly serial_managed: boolean;
  /** It is counted in the second pass too: it differed, goods moved meanwhile, or nobody counted it. */
  readonly again: boolean;
}

/** One entry that is understood. */
interface Said {
  readonly line: Line;
  /** Added to the counter's own share. */
  readonly add: Decimal | null;
  /** Replaces it; null takes it back. */
  readonly set: Decimal | null;
  readonly addSerials: readonly string[];
  readonly setSerials: readonly string[] | null;
}

/**
 * Takes what somebody counted. Shares of several counters add up; each changes only their own. The first of them freezes what the
 * books hold of the line, so whatever moves from then on is netted when the difference is posted.
 */
export async function tally(
  context: Context,
  { id, entries }: InputOf<typeof tallyCount>,
): Promise<ReplyOf<typeof tallyCount>> {
  const sheet = found((await lockSheets(context, [id], ['counting', 'recounting'], 'shared'))[0]);
  const pass = passOf(sheet.state);
  const said: Said[] = [];
  const codes = await codesOf(context, sheet, entries);
  for (const [index, entry] of entries.entries())
    said.push(await understood(context, sheet, entry, codes, index + 1));
  if (pass === 2) {
    const stranger = said.find(({ line }) => !line.again);
    if (stranger !== undefined) refuse('count.notOnSheet', { barcode: stranger.line.barcode });
  }
  const lines = [...new Map(said.map(({ line }) => [line.id, line])).values()].toSorted(
    (one, other) => Number(one.id) - Number(other.id),
  );
  await beginLines(context, sheet, pass, lines);
  const shares = await ownShares(context, sheet, pass, lines);
  for (const one of said) shares.set(one.line.id, after(shares.get(one.line.id), one));
  await writeShares(context, sheet, pass, shares);
  await sumLines(context, sheet, pass, lines);
  audit(context, {
    action: 'update',
    subject: 'count_sheet',
    subjectId: id,
    number: sheet.number,
    after: { pass, counted: said.map(({ line: { barcode, lot } }) => `${barcode} ${lot}`.trim()) },
  });
  return { lines: await told(context, sheet, pass, lines) };
}

/** Everybody's shares of these lines are taken back, in the pass that runs. */
export async function clearLines(
  context: Context,
  id: string,
  lineIds: readonly string[],
): Promise<{ changed: number }> {
  const { tx, tenantId } = context;
  const sheet = found((await lockSheets(context, [id], ['counting', 'recounting']))[0]);
  const { numAffectedRows = 0n } = await sql`
    delete from count_result where tenant_id = ${tenantId} and sheet_id = ${id}
      and pass = ${passOf(sheet.state)} and line_id = any(${lineIds}::bigint[])`.execute(tx);
  const { number } = sheet;
  audit(context, {
    action: 'update',
    subject: 'count_sheet',
    subjectId: id,
    number,
    after: { cleared: lineIds },
  });
  return { changed: Number(numAffectedRows) };
}

/** Whoever says so found nothing of all that was not counted. */
export async function countTheRest(context: Context, id: string): Promise<{ changed: number }> {
  const { tx, tenantId, scope } = context;
  const sheet = found((await lockSheets(context, [id], ['counting']))[0]);
  const { rows } = await sql<{ line_id: string }>`
    insert into count_result (tenant_id, sheet_id, line_id, pass, book, book_serials, counted)
    select ${tenantId}, line.sheet_id, line.id, 1, coalesce(held.quantity, 0), ${bookSerials(context, sheet)}, 0
    from count_line line
    left join stock_balance held on held.tenant_id = ${tenantId} and held.warehouse_id = ${sheet.warehouseId}
      and held.sku_id = line.sku_id and held.lot = line.lot and held.stock_type = line.stock_type
    where line.tenant_id = ${tenantId} and line.sheet_id = ${id}
    on conflict do nothing
    returning line_id`.execute(tx);
  const lineIds = rows.map(({ line_id }) => line_id);
  await sql`
    insert into count_share (tenant_id, sheet_id, line_id, pass, user_id, quantity)
    select ${tenantId}, ${id}::bigint, line, 1, ${scope.userId}::bigint, 0 from unnest(${lineIds}::bigint[]) as line
    returning line_id`.execute(tx);
  const { number } = sheet;
  audit(context, {
    action: 'update',
    subject: 'count_sheet',
    subjectId: id,
    number,
    after: { countedAsNothing: rows.length },
  });
  return { changed: rows.length };
}

/** The serials that the books see in a line's place (`line`). */
const bookSerials = ({ tenantId }: Context, { warehouseId }: Sheet) => sql`
  array(select card.serial from serial_number card
    where card.tenant_id = ${tenantId} and card.sku_id = line.sku_id and card.warehouse_id = ${warehouseId}
      and card.stock_type = line.stock_type order by card.serial)`;

/** What the scanned codes of these entries mean; a barcode wins over a serial that reads the same. */
async function codesOf(
  { tx, tenantId }: Context,
  { warehouseId }: Sheet,
  entries: readonly CountEntry[],
): Promise<ReadonlyMap<string, Code>> {
  const codes = [
    ...new Set(entries.flatMap(({ code }) => (code === undefined ? [] : [code.trim()]))),
  ];
  if (codes.length === 0) return new Map();
  const { rows } = await sql<Code>`
    select code.code, code.sku_id, code.code as barcode, code.ratio, null as serial, 'formal' as stock_type,
      product.lot_managed, product.serial_managed, 1 as rank
    from barcode code
    join product on product.tenant_id = ${tenantId} and product.id = code.product_id and product.enabled
    where code.tenant_id = ${tenantId} and code.code = any(${codes}::text[])
    union all
    select card.serial, card.sku_id, base.code, 1, card.serial, card.stock_type, false, true,
      case when card.warehouse_id = ${warehouseId} then 2 else 3 end
    from serial_number card
    join barcode base on base.tenant_id = ${tenantId} and base.sku_id = card.sku_id and base.is_default
    where card.tenant_id = ${tenantId} and card.serial = any(${codes}::text[])
    order by rank desc`.execute(tx);
  return new Map(rows.map((row) => [row.code, row]));
}

async function understood(
  context: Context,
  sheet: Sheet,
  entry: CountEntry,
  codes: ReadonlyMap<string, Code>,
  position: number,
): Promise<Said> {
  const at = { field: 'entries', line: position };
  if (entry.lineId !== undefined)
    return amountOf(entry, found(await lineById(context, sheet, entry.lineId)), '1', null, at);
  const text = (entry.code ?? '').trim();
  const code = codes.get(text);
  if (code === undefined) return refuse('count.unknownCode', { code: text }, at);
  const { barcode } = code;
  const named = (entry.serials ?? []).length > 0;
  if (code.serial_managed && code.serial === null && !named)
    return refuse('count.whichSerial', { barcode }, at);
  const line = await lineOf(context, sheet, entry, code);
  if (line === null) return refuse('count.whichLot', { barcode }, at);
  return amountOf(entry, line, code.ratio, code.serial, at);
}

function amountOf(
  { add, quantity, serials }: CountEntry,
  line: Line,
  ratio: string,
  serial: string | null,
  at: { readonly field: string; readonly line: number },
): Said {
  if (line.serial_managed) {
    if (serial === null && serials === undefined && quantity !== null)
      return refuse('count.whichSerial', { barcode: line.barcode }, at);
    const named = (serials ?? []).map((one) => one.trim()).filter((one) => one !== '');
    return {
      line,
      add: null,
      set: null,
      addSerials: serial === null ? [] : [serial],
      setSerials: serials === undefined ? (quantity === null ? [] : null) : [...new Set(named)],
    };
  }
  const none = { line, addSerials: [], setSerials: null };
  if (quantity !== undefined)
    return {
      ...none,
      add: null,
      set: quantity === null ? null : decimal(quantity).times(ratio),
    };
  return { ...none, add: decimal(add ?? '1').times(ratio), set: null };
}

/** The lines of sheets, each with its product and the barcode of its smallest unit. */
const namedLines = (tenantId: string) => sql`
  count_line line
  join sku on sku.tenant_id = ${tenantId} and sku.id = line.sku_id
  join product on product.tenant_id = ${tenantId} and product.id = sku.product_id
  left join barcode base on base.tenant_id = ${tenantId} and base.id = (
    select id from barcode own where own.tenant_id = ${tenantId} and own.sku_id = line.sku_id
    order by own.ratio, own.position limit 1)`;

const lineColumns = (tenantId: string) => sql`
  line.id, line.sku_id, line.lot, line.stock_type, base.code as barcode, product.serial_managed,
  coalesce(first.moved or first.counted <> first.book, true) as again
  from ${namedLines(tenantId)}
  left join count_result first on first.tenant_id = ${tenantId} and first.sheet_id = line.sheet_id
    and first.line_id = line.id and first.pass = 1`;

async function lineById(
  { tx, tenantId }: Context,
  sheet: Sheet,
  id: string,
): Promise<Line | undefined> {
  const { rows } = await sql<Line>`
    select ${lineColumns(tenantId)}
    where line.tenant_id = ${tenantId} and line.sheet_id = ${sheet.id} and line.id = ${id}`.execute(
    tx,
  );
  return rows[0];
}

/** The line of what was scanned, added where the books had nothing of it; null where it could be any of several lots. */
async function lineOf(
  context: Context,
  sheet: Sheet,
  entry: CountEntry,
  code: Code,
): Promise<Line | null> {
  const { tx, tenantId } = context;
  const stockType = entry.stockType ?? (code.serial === null ? 'formal' : code.stock_type);
  const lot = (entry.lot ?? '').trim();
  const of = async (): Promise<Line[]> => {
    const { rows } = await sql<Line>`
      select ${lineColumns(tenantId)}
      where line.tenant_id = ${tenantId} and line.sheet_id = ${sheet.id} and line.sku_id = ${code.sku_id}
        and line.stock_type = ${stockType} and ${lot === '' && code.lot_managed ? sql`true` : sql`line.lot = ${lot}`}
      limit 2`.execute(tx);
    return rows;
  };
  const known = await of();
  if (known.length === 1) return known[0] ?? null;
  if (known.length > 1 || (code.lot_managed && lot === '')) return null;
  await sql`
    insert into count_line (tenant_id, sheet_id, sku_id, lot, expiry, stock_type)
    values (${tenantId}, ${sheet.id}, ${code.sku_id}, ${lot},
      coalesce((select expiry from lot where tenant_id = ${tenantId} and sku_id = ${code.sku_id} and lot = ${lot}),
        ${entry.expiry ?? null}::date), ${stockType})
    on conflict (tenant_id, sheet_id, sku_id, lot, stock_type) do nothing`.execute(tx);
  return (await of())[0] ?? null;
}

/** Freezes the books of lines that nobody counted yet in this pass, and takes the lines in one order. */
async function beginLines(
  context: Context,
  sheet: Sheet,
  pass: 1 | 2,
  lines: readonly Line[],
): Promise<void> {
  const { tx, tenantId } = context;
  const ids = lines.map(({ id }) => id);
  await sql`
    insert into count_result (tenant_id, sheet_id, line_id, pass, book, book_serials, counted)
    select ${tenantId}, line.sheet_id, line.id, ${pass}::smallint, coalesce(held.quantity, 0),
      ${bookSerials(context, sheet)}, 0
    from count_line line
    left join stock_balance held on held.tenant_id = ${tenantId} and held.warehouse_id = ${sheet.warehouseId}
      and held.sku_id = line.sku_id and held.lot = line.lot and held.stock_type = line.stock_type
    where line.tenant_id = ${tenantId} and line.sheet_id = ${sheet.id} and line.id = any(${ids}::bigint[])
    order by line.id
    on conflict do nothing`.execute(tx);
  await sql`
    select line_id from count_result
    where tenant_id = ${tenantId} and sheet_id = ${sheet.id} and pass = ${pass} and line_id = any(${ids}::bigint[])
    order by line_id for update`.execute(tx);
}

interface Share {
  readonly line: Line | null;
  readonly quantity: Decimal | null;
  readonly serials: readonly string[];
}

async function ownShares(
  { tx, tenantId, scope }: Context,
  sheet: Sheet,
  pass: 1 | 2,
  lines: readonly Line[],
): Promise<Map<string, Share>> {
  const ids = lines.map(({ id }) => id);
  const { rows } = await sql<{ line_id: string; quantity: string; serials: string[] }>`
    select line_id, quantity, serials from count_share
    where tenant_id = ${tenantId} and sheet_id = ${sheet.id} and pass = ${pass} and user_id = ${scope.userId}
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

function after(share: Share | undefined, { line, add, set, addSerials, setSerials }: Said): Share {
  if (line.serial_managed) {
    const serials = setSerials ?? [...new Set([...(share?.serials ?? []), ...addSerials])];
    const gone = setSerials !== null && setSerials.length === 0;
    return { line, serials, quantity: gone ? null : decimal(String(serials.length)) };
  }
  if (add === null) return { line, serials: [], quantity: set };
  const quantity = (share?.quantity ?? ZERO).plus(add);
  if (quantity.lt(0)) return refuse('count.belowZero', { barcode: line.barcode });
  return { line, serials: [], quantity };
}

async function writeShares(
  { tx, tenantId, scope }: Context,
  sheet: Sheet,
  pass: 1 | 2,
  shares: ReadonlyMap<string, Share>,
): Promise<void> {
  const rows = [...shares].map(([line_id, { quantity, serials }]) => ({
    line_id,
    quantity: quantity === null ? null : plain(quantity),
    serials,
  }));
  const kept = rows.filter(({ quantity }) => quantity !== null);
  const gone = rows.filter(({ quantity }) => quantity === null).map(({ line_id }) => line_id);
  if (kept.length > 0)
    await sql`
      insert into count_share (tenant_id, sheet_id, line_id, pass, user_id, quantity, serials)
      select ${tenantId}::bigint, ${sheet.id}::bigint, given.line_id, ${pass}::smallint, ${scope.userId}::bigint,
        given.quantity, given.serials
      from ${given(kept, 'line_id bigint, quantity numeric, serials text[]')}
      on conflict (tenant_id, sheet_id, line_id, pass, user_id)
      do update set quantity = excluded.quantity, serials = excluded.serials, at = now()`.execute(
      tx,
    );
  if (gone.length > 0)
    await sql`
      delete from count_share where tenant_id = ${tenantId} and sheet_id = ${sheet.id} and pass = ${pass}
        and user_id = ${scope.userId} and line_id = any(${gone}::bigint[])`.execute(tx);
}

/** Adds up the shares; a line that has none any more is not counted. Marks where goods moved since its first share. */
async function sumLines(
  context: Context,
  sheet: Sheet,
  pass: 1 | 2,
  lines: readonly Line[],
): Promise<void> {
  const { tx, tenantId } = context;
  const ids = lines.map(({ id }) => id);
  const ours = sql`result.tenant_id = ${tenantId} and result.sheet_id = ${sheet.id} and result.pass = ${pass}
    and result.line_id = any(${ids}::bigint[])`;
  const { rows: twice } = await sql<{ serial: string; name: string }>`
    select serial, min(app_user.name) as name
    from count_share share cross join unnest(share.serials) as serial
    join app_user on app_user.tenant_id = ${tenantId} and app_user.id = share.user_id
    where share.tenant_id = ${tenantId} and share.sheet_id = ${sheet.id} and share.pass = ${pass}
      and share.line_id = any(${ids}::bigint[])
    group by share.line_id, serial having count(*) > 1 limit 1`.execute(tx);
  const [first] = twice;
  if (first !== undefined) refuse('count.serialTwice', { ...first });
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
      where share.tenant_id = ${tenantId} and share.sheet_id = ${sheet.id} and share.pass = ${pass} group by 1) total
      on total.line_id = line.id
    left join stock_balance held on held.tenant_id = ${tenantId} and held.warehouse_id = ${sheet.warehouseId}
      and held.sku_id = line.sku_id and held.lot = line.lot and held.stock_type = line.stock_type
    where ${ours} and line.tenant_id = ${tenantId} and line.sheet_id = result.sheet_id and line.id = result.line_id`.execute(
    tx,
  );
}

async function told(
  { tx, tenantId, scope }: Context,
  sheet: Sheet,
  pass: 1 | 2,
  lines: readonly Line[],
): Promise<ReplyOf<typeof tallyCount>['lines']> {
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
      and result.line_id = line.id and result.pass = ${pass}
    left join count_share share on share.tenant_id = ${tenantId} and share.sheet_id = line.sheet_id
      and share.line_id = line.id and share.pass = ${pass} and share.user_id = ${scope.userId}
    where line.tenant_id = ${tenantId} and line.sheet_id = ${sheet.id} and line.id = any(${ids}::bigint[])`.execute(
    tx,
  );
  const shown = (value: string | null) => (value === null ? null : trimmed(value));
  return rows.map(({ counted, mine, barcode, ...row }) => ({
    ...row,
    barcode: barcode ?? '',
    counted: shown(counted),
    mine: shown(mine),
  }));
}
