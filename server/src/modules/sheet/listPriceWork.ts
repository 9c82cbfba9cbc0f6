import { sql } from 'kysely';
import { refuseWith, seesAmounts } from '../../kernel/access/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { countUpPriceLists, listPriceBulk } from '../catalog/index.ts';
import {
  addRepeated,
  addUnknown,
  cellTextSql,
  lookUpNames,
  noteBarcodes,
  importRowsSql,
  listImportRowRanges,
  importRowRangeSql,
} from './compare.ts';
import type { ImportRowRange } from './compare.ts';
import type { StoredField } from './productFields.ts';
import type { SheetImportState } from './sheetImport.ts';
import { changeStored, removeAdded } from './storedWork.ts';
import { refuseChangedRecords } from './takeBack.ts';
import type { SheetRowCells, ChangeSide } from './takeBack.ts';
import type { SheetWork } from './work.ts';

const columns: Readonly<Record<string, StoredField>> = {
  price: { column: 'price', cast: 'numeric' },
};

/** Prices of price lists by spreadsheet, identified by list and barcode. All can be undone. */
export const listPriceWork: SheetWork = {
  rule: () => ({ derived: {}, faults: [] }),
  check: checkListPriceImport,
  present: (context, { id }) => sql`
    select r.row, p.version, jsonb_build_object('priceList', ${cellTextSql('priceList')}, 'barcode', ${cellTextSql('barcode')},
      'price', trim_scale(p.price)::text)
    from sheet_row r join list_price p on p.tenant_id = ${context.tenantId} and p.id = r.target_id
    where ${importRowsSql(context, id)}`,
  write: async (context, at, progress) => {
    requireListPriceVisibility(context);
    await countUpImported(context, at);
    for (const part of await listImportRowRanges(context, at.id, ['new', 'changed'])) {
      await addImportedListPrices(context, at, part);
      await changeImportedListPrices(context, at, part, 1);
      await progress(part.rows);
    }
  },
  undo: async (context, at, progress) => {
    requireListPriceVisibility(context);
    await countUpImported(context, at);
    await refuseChangedRecords(context, at, 'list_price');
    for (const part of await listImportRowRanges(context, at.id, ['new', 'changed'])) {
      await changeImportedListPrices(context, at, part, 0);
      await removeImportedListPrices(context, at, part);
      await progress(part.rows);
    }
  },
  all: ({ tenantId }) => sql`
    select jsonb_build_object('priceList', list.name, 'barcode', b.code, 'name', p.name, 'unit', b.unit,
      'price', trim_scale(line.price)::text) as cells
    from list_price line
    join price_list list on list.tenant_id = ${tenantId} and list.id = line.list_id
    join barcode b on b.tenant_id = ${tenantId} and b.id = line.barcode_id
    join product p on p.tenant_id = ${tenantId} and p.id = b.product_id
    where line.tenant_id = ${tenantId}
    order by list.name, line.id`,
};

/** Requires sale prices to be visible: only then may a user agree customers' prices. */
function requireListPriceVisibility({ scope }: Context): void {
  if (!seesAmounts(scope, 'sale')) refuseWith('access.denied');
}

const countUpImported = (context: Context, { id }: SheetImportState): Promise<void> =>
  countUpPriceLists(
    context,
    sql`select ${listOf} from sheet_row r where ${importRowsSql(context, id)} and r.outcome in ('new', 'changed')`,
  );

async function checkListPriceImport(context: Context, at: SheetImportState): Promise<void> {
  const { tx, tenantId } = context;
  const { id } = at;
  await sql`
    update sheet_row r set derived = r.derived - 'listId' - 'barcodeId' where ${importRowsSql(context, id)}`.execute(
    tx,
  );
  const lists = sql`select list.name, list.id from price_list list where list.tenant_id = ${tenantId}`;
  await lookUpNames(context, at, ['priceList', 'listId'], lists);
  await noteBarcodes(context, id);
  await sql`
    update sheet_row r set target_id = p.id from list_price p
    where ${importRowsSql(context, id)} and p.tenant_id = ${tenantId} and p.list_id = ${listOf} and p.barcode_id = ${barcodeOf}`.execute(
    tx,
  );
  await addUnknown(context, id, 'priceList', sql`r.derived->'listId' is null`);
  await addUnknown(context, id, 'barcode', sql`r.derived->'barcodeId' is null`);
  await addRepeated(context, id, 'barcode', sql`${listOf} || ' ' || ${barcodeOf}`);
}

const listOf = sql<string>`(r.derived->>'listId')::bigint`;
const barcodeOf = sql<string>`(r.derived->>'barcodeId')::bigint`;

async function addImportedListPrices(
  context: Context,
  { id }: SheetImportState,
  part: ImportRowRange,
): Promise<void> {
  const { tx, tenantId } = context;
  const brought = importRowRangeSql(context, id, part, 'new');
  const { rows } = await sql<{ list_id: string; barcode_id: string; cells: SheetRowCells }>`
    select ${listOf} as list_id, ${barcodeOf} as barcode_id, r.cells from sheet_row r where ${brought} order by r.row`.execute(
    tx,
  );
  await listPriceBulk.add(
    context,
    rows.map(({ list_id, barcode_id, cells }) => ({ list_id, barcode_id, price: cells['price'] })),
  );
  await sql`
    update sheet_row r set target_id = p.id from list_price p
    where ${brought} and p.tenant_id = ${tenantId} and p.list_id = ${listOf} and p.barcode_id = ${barcodeOf}`.execute(
    tx,
  );
}

const changeImportedListPrices = (
  context: Context,
  at: SheetImportState,
  part: ImportRowRange,
  side: ChangeSide,
): Promise<void> =>
  changeStored(context, at, { part, side }, columns, (rows) => listPriceBulk.change(context, rows));

const removeImportedListPrices = (
  context: Context,
  at: SheetImportState,
  part: ImportRowRange,
): Promise<void> => removeAdded(context, at, part, listPriceBulk);
