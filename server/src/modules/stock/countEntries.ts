// What is meant by what was counted: which line of the sheet, how much of it, which serials.
import type { CountEntry } from '@tradehouse/contract';
import { barcodeFinder, barcodeForms, decimal } from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import { found, refuse } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import { readSerialSpellings, spellSerial } from '../posting/index.ts';
import { firstPass, goesAgain } from './countSheet.ts';
import type { Sheet } from './countSheet.ts';
import { skuNames } from './skuNames.ts';

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

/** A line of a sheet, as it is counted. */
export interface Line {
  readonly id: string;
  readonly sku_id: string;
  readonly lot: string;
  readonly stock_type: string;
  readonly barcode: string;
  readonly serial_managed: boolean;
  /** It is counted in the second pass too: it differed, goods moved meanwhile, or no one counted it. */
  readonly again: boolean;
}

/** One entry that is understood. */
export interface Said {
  readonly line: Line;
  /** Added to the counter's own share. */
  readonly add: Decimal | null;
  /** Replaces it; null takes it back. */
  readonly set: Decimal | null;
  readonly addSerials: readonly string[];
  readonly setSerials: readonly string[] | null;
}

/**
 * Understands entries in their order; goods that the sheet lacks get a line of it. Refuses codes that no one knows
 * (`count.unknownCode`), and what needs a serial (`count.whichSerial`) or a lot (`count.whichLot`) beside its barcode.
 */
export async function readEntries(
  context: Context,
  sheet: Sheet,
  entries: readonly CountEntry[],
): Promise<Said[]> {
  const known = {
    codes: await codesOf(context, sheet, entries),
    lines: await linesById(context, sheet, entries),
  };
  const said: Said[] = [];
  // One after the other: what the first added to the sheet, the next finds there.
  for (const [index, entry] of entries.entries())
    said.push(await understood(context, sheet, entry, known, index + 1));
  return spelled(context, said);
}

/** Serials as the company keeps them, in whatever width they were typed. */
async function spelled(context: Context, said: readonly Said[]): Promise<Said[]> {
  const known = await readSerialSpellings(
    context,
    said.map(({ line }) => line.sku_id),
    said.flatMap(({ setSerials }) => setSerials ?? []),
  );
  const named = (skuId: string, serials: readonly string[]): string[] => [
    ...new Set(serials.map((serial) => spellSerial(known, skuId, serial))),
  ];
  return said.map((one) => ({
    ...one,
    setSerials: one.setSerials === null ? null : named(one.line.sku_id, one.setSerials),
  }));
}

interface Known {
  readonly codes: ReadonlyMap<string, Code>;
  readonly lines: ReadonlyMap<string, Line>;
}

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
    where code.tenant_id = ${tenantId} and code.code = any(${codes.flatMap(barcodeForms)}::text[])
    union all
    select card.serial, card.sku_id, base.code, 1, card.serial, card.stock_type, false, true,
      case when card.warehouse_id = ${warehouseId} then 2 else 3 end
    from serial_number card
    join barcode base on base.tenant_id = ${tenantId} and base.sku_id = card.sku_id and base.is_default
    where card.tenant_id = ${tenantId} and card.serial = any(${codes}::text[])
    order by rank desc`.execute(tx);
  const find = barcodeFinder(rows, ({ code }) => code);
  return new Map(
    codes.flatMap((code) => {
      const row = find(code);
      return row === undefined ? [] : [[code, row]];
    }),
  );
}

async function understood(
  context: Context,
  sheet: Sheet,
  entry: CountEntry,
  { codes, lines }: Known,
  position: number,
): Promise<Said> {
  const at = { field: 'entries', line: position };
  if (entry.lineId !== undefined)
    return amountOf(entry, found(lines.get(entry.lineId)), '1', null, at);
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
export const namedLines = (tenantId: string) => sql`
  count_line line
  ${skuNames(tenantId, 'line.sku_id')}`;

const lineColumns = (tenantId: string) => sql`
  line.id, line.sku_id, line.lot, line.stock_type, base.code as barcode, product.serial_managed,
  ${goesAgain(tenantId)} as again
  from ${namedLines(tenantId)}
  ${firstPass(tenantId)}`;

async function linesById(
  { tx, tenantId }: Context,
  sheet: Sheet,
  entries: readonly CountEntry[],
): Promise<ReadonlyMap<string, Line>> {
  const ids = entries.flatMap(({ lineId }) => lineId ?? []);
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Line>`
    select ${lineColumns(tenantId)}
    where line.tenant_id = ${tenantId} and line.sheet_id = ${sheet.id} and line.id = any(${ids}::bigint[])`.execute(
    tx,
  );
  return new Map(rows.map((line) => [line.id, line]));
}

interface KnownLot {
  readonly lot: string;
  /** Absent: nothing is known of that. */
  readonly expiry?: string;
}

/** The lot that an entry means, as the company spelled it first (decision 0070). */
async function knownLot(
  { tx, tenantId }: Context,
  { lot = '' }: CountEntry,
  { sku_id: skuId }: Code,
): Promise<KnownLot> {
  const typed = lot.trim();
  if (typed === '') return { lot: typed };
  const { rows } = await sql<{ lot: string; expiry: string | null }>`
    select lot, expiry from lot
    where tenant_id = ${tenantId} and sku_id = ${skuId} and normal_text(lot) = normal_text(${typed})
    order by lot = ${typed} desc, lot limit 1`.execute(tx);
  const [known = { lot: typed, expiry: null }] = rows;
  return { lot: known.lot, ...(known.expiry === null ? {} : { expiry: known.expiry }) };
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
  const { lot, expiry = entry.expiry ?? null } = await knownLot(context, entry, code);
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
    values (${tenantId}, ${sheet.id}, ${code.sku_id}, ${lot}, ${expiry}::date, ${stockType})
    on conflict (tenant_id, sheet_id, sku_id, lot, stock_type) do nothing`.execute(tx);
  return (await of())[0] ?? null;
}
