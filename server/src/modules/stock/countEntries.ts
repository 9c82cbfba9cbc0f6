// Parsing of count entries: line of the sheet, quantity, serials.
import type { CountEntry } from '@tradehouse/contract';
import { barcodeFinder, barcodeForms, checkUnitPart, decimal } from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import { orRefuseMissing, refuseWith } from '../../kernel/access/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { knownLot, readKnownLots, readSerialSpellings, spellSerial } from '../posting/index.ts';
import { firstPass, goesAgain } from './countSheet.ts';
import type { LockedCountSheet } from './countSheet.ts';
import { skuNames } from './skuNames.ts';

/** Meaning of a scanned code: a SKU in one unit, or one serial of a SKU. */
interface ScannedCode {
  readonly code: string;
  readonly sku_id: string;
  readonly barcode: string;
  readonly ratio: string;
  readonly serial: string | null;
  readonly stock_type: string;
  readonly lot_managed: boolean;
  readonly serial_managed: boolean;
  readonly kit: boolean;
}

/** Line of a count sheet. */
export interface CountLine {
  readonly id: string;
  readonly sku_id: string;
  readonly lot: string;
  readonly stock_type: string;
  readonly barcode: string;
  readonly serial_managed: boolean;
  /** Counted again in the second pass: different, moved meanwhile, or uncounted. */
  readonly again: boolean;
}

/** Entry after parsing. */
export interface CountEntryChange {
  readonly line: CountLine;
  /** Added to the counter's own share. */
  readonly add: Decimal | null;
  /** Replaces the counted quantity; null clears it. */
  readonly set: Decimal | null;
  readonly addSerials: readonly string[];
  readonly setSerials: readonly string[] | null;
}

/**
 * Parses entries in order; missing goods get a new line. Refuses unknown codes (`count.unknownCode`), and
 * entries lacking a serial (`count.whichSerial`) or a lot (`count.whichLot`).
 */
export async function interpretCountEntries(
  context: Context,
  sheet: LockedCountSheet,
  entries: readonly CountEntry[],
): Promise<CountEntryChange[]> {
  const known = {
    codes: await readScannedCodes(context, sheet, entries),
    lines: await linesById(context, sheet, entries),
  };
  const said: CountEntryChange[] = [];
  // In sequence: later entries find the lines added by earlier ones.
  for (const [index, entry] of entries.entries())
    said.push(await interpretCountEntry(context, sheet, entry, known, index + 1));
  return normalizeEntrySerials(context, said);
}

/** Normalises serials to the company's spelling, in any character width. */
async function normalizeEntrySerials(
  context: Context,
  said: readonly CountEntryChange[],
): Promise<CountEntryChange[]> {
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

interface CountEntryLookups {
  readonly codes: ReadonlyMap<string, ScannedCode>;
  readonly lines: ReadonlyMap<string, CountLine>;
}

/** Finds the meaning of scanned codes; a barcode wins over an identical serial. */
async function readScannedCodes(
  { tx, tenantId }: Context,
  { warehouseId }: LockedCountSheet,
  entries: readonly CountEntry[],
): Promise<ReadonlyMap<string, ScannedCode>> {
  const codes = [
    ...new Set(entries.flatMap(({ code }) => (code === undefined ? [] : [code.trim()]))),
  ];
  if (codes.length === 0) return new Map();
  const { rows } = await sql<ScannedCode & { rank: number }>`
    select code.code, code.sku_id, code.code as barcode, code.ratio, null as serial, 'formal' as stock_type,
      product.lot_managed, product.serial_managed, product.kit, 1 as rank
    from barcode code
    join product on product.tenant_id = ${tenantId} and product.id = code.product_id and product.enabled
    where code.tenant_id = ${tenantId} and code.code = any(${codes.flatMap(barcodeForms)}::text[])
    union all
    select card.serial, card.sku_id, base.code, 1, card.serial, card.stock_type, false, true, false,
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

async function interpretCountEntry(
  context: Context,
  sheet: LockedCountSheet,
  entry: CountEntry,
  { codes, lines }: CountEntryLookups,
  position: number,
): Promise<CountEntryChange> {
  const at = { field: 'entries', line: position };
  if (entry.lineId !== undefined)
    return toCountEntryChange(entry, orRefuseMissing(lines.get(entry.lineId)), '1', null, at);
  const text = (entry.code ?? '').trim();
  const code = codes.get(text);
  if (code === undefined) return refuseWith('count.unknownCode', { code: text }, at);
  const { barcode } = code;
  if (code.kit) return refuseWith('document.kit', { barcode }, at);
  const named = (entry.serials ?? []).length > 0;
  if (code.serial_managed && code.serial === null && !named)
    return refuseWith('count.whichSerial', { barcode }, at);
  const line = await findOrAddCountLine(context, sheet, entry, code);
  if (line === null) return refuseWith('count.whichLot', { barcode }, at);
  return toCountEntryChange(entry, line, code.ratio, code.serial, at);
}

function toCountEntryChange(
  { add, quantity, serials }: CountEntry,
  line: CountLine,
  ratio: string,
  serial: string | null,
  at: { readonly field: string; readonly line: number },
): CountEntryChange {
  if (line.serial_managed) {
    if (serial === null && serials === undefined && quantity !== null)
      return refuseWith('count.whichSerial', { barcode: line.barcode }, at);
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
  checkUnitPart(
    decimal(quantity ?? add ?? '1'),
    { barcode: line.barcode, ratio: decimal(ratio) },
    at,
  );
  if (quantity !== undefined)
    return {
      ...none,
      add: null,
      set: quantity === null ? null : decimal(quantity).times(ratio),
    };
  return { ...none, add: decimal(add ?? '1').times(ratio), set: null };
}

/** Lines of sheets, with product and barcode of the smallest unit. */
export const namedLines = (tenantId: string) => sql`
  count_line line
  ${skuNames(tenantId, 'line.sku_id')}`;

const countLineColumnsSql = (tenantId: string) => sql`
  line.id, line.sku_id, line.lot, line.stock_type, base.code as barcode, product.serial_managed,
  ${goesAgain(tenantId)} as again
  from ${namedLines(tenantId)}
  ${firstPass(tenantId)}`;

async function linesById(
  { tx, tenantId }: Context,
  sheet: LockedCountSheet,
  entries: readonly CountEntry[],
): Promise<ReadonlyMap<string, CountLine>> {
  const ids = entries.flatMap(({ lineId }) => lineId ?? []);
  if (ids.length === 0) return new Map();
  const { rows } = await sql<CountLine>`
    select ${countLineColumnsSql(tenantId)}
    where line.tenant_id = ${tenantId} and line.sheet_id = ${sheet.id} and line.id = any(${ids}::bigint[])`.execute(
    tx,
  );
  return new Map(rows.map((line) => [line.id, line]));
}

/** Finds the line of a scan, or adds a line missing from the books; null if several lots match. */
async function findOrAddCountLine(
  context: Context,
  sheet: LockedCountSheet,
  entry: CountEntry,
  code: ScannedCode,
): Promise<CountLine | null> {
  const { tx, tenantId } = context;
  const stockType = entry.stockType ?? (code.serial === null ? 'formal' : code.stock_type);
  const typed = (entry.lot ?? '').trim();
  const lots = await readKnownLots(
    context,
    sql`select ${code.sku_id}::bigint`,
    typed === '' ? [] : [typed],
  );
  const known = knownLot(lots, code.sku_id, typed);
  const lot = known?.lot ?? typed;
  const expiry = known?.expiry ?? entry.expiry ?? null;
  const of = async (): Promise<CountLine[]> => {
    const { rows } = await sql<CountLine>`
      select ${countLineColumnsSql(tenantId)}
      where line.tenant_id = ${tenantId} and line.sheet_id = ${sheet.id} and line.sku_id = ${code.sku_id}
        and line.stock_type = ${stockType} and ${lot === '' && code.lot_managed ? sql`true` : sql`line.lot = ${lot}`}
      limit 2`.execute(tx);
    return rows;
  };
  const lines = await of();
  if (lines.length === 1) return lines[0] ?? null;
  if (lines.length > 1 || (code.lot_managed && lot === '')) return null;
  await sql`
    insert into count_line (tenant_id, sheet_id, sku_id, lot, expiry, stock_type)
    values (${tenantId}, ${sheet.id}, ${code.sku_id}, ${lot}, ${expiry}::date, ${stockType})
    on conflict (tenant_id, sheet_id, sku_id, lot, stock_type) do nothing`.execute(tx);
  return (await of())[0] ?? null;
}
