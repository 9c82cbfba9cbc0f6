import { sql } from 'kysely';
import { addRows, changeRows, refuse, seesAmounts } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import {
  addRepeated,
  addUnknown,
  cellOf,
  lookUpNames,
  noteBarcodes,
  rowsOf,
  stretches,
  within,
} from './compare.ts';
import type { Stretch } from './compare.ts';
import type { StoredField } from './productFields.ts';
import type { SheetImport } from './sheetImport.ts';
import { changeStored, removeAdded } from './storedWork.ts';
import { refuseChanged } from './takeBack.ts';
import type { Cells, Side } from './takeBack.ts';
import type { SheetWork } from './work.ts';

const columns: Readonly<Record<string, StoredField>> = {
  price: { column: 'price', cast: 'numeric' },
};

/** Prices of price lists by spreadsheet: a list and a barcode tell one from another. All can be taken back. */
export const listPriceWork: SheetWork = {
  rule: () => ({ derived: {}, faults: [] }),
  check,
  present: (context, { id }) => sql`
    select r.row, p.version, jsonb_build_object('priceList', ${cellOf('priceList')}, 'barcode', ${cellOf('barcode')},
      'price', trim_scale(p.price)::text)
    from sheet_row r join list_price p on p.tenant_id = ${context.tenantId} and p.id = r.target_id
    where ${rowsOf(context, id)}`,
  write: async (context, at, progress) => {
    mustSee(context);
    await countUp(context, at);
    for (const part of await stretches(context, at.id, ['new', 'changed'])) {
      await add(context, at, part);
      await change(context, at, part, 1);
      await progress(part.rows);
    }
  },
  undo: async (context, at, progress) => {
    mustSee(context);
    await countUp(context, at);
    await refuseChanged(context, at, 'list_price');
    for (const part of await stretches(context, at.id, ['new', 'changed'])) {
      await change(context, at, part, 0);
      await remove(context, at, part);
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

/** What customers pay is theirs to agree who may see it. */
function mustSee({ scope }: Context): void {
  if (!seesAmounts(scope, 'sale')) refuse('access.denied');
}

/** Who has a list open from before finds it changed: a form says all its prices. Lists are locked before their prices, as a save does. */
async function countUp(context: Context, { id }: SheetImport): Promise<void> {
  const { tx, tenantId } = context;
  await sql`
    with touched as (
      select list.id from price_list list
      where list.tenant_id = ${tenantId} and list.id in (
        select ${listOf} from sheet_row r where ${rowsOf(context, id)} and r.outcome in ('new', 'changed'))
      order by list.id for update)
    update price_list list set version = list.version + 1 from touched
    where list.tenant_id = ${tenantId} and list.id = touched.id`.execute(tx);
}

async function check(context: Context, at: SheetImport): Promise<void> {
  const { tx, tenantId } = context;
  const { id } = at;
  await sql`
    update sheet_row r set derived = r.derived - 'listId' - 'barcodeId' where ${rowsOf(context, id)}`.execute(
    tx,
  );
  const lists = sql`select list.name, list.id from price_list list where list.tenant_id = ${tenantId}`;
  await lookUpNames(context, at, ['priceList', 'listId'], lists);
  await noteBarcodes(context, id);
  await sql`
    update sheet_row r set target_id = p.id from list_price p
    where ${rowsOf(context, id)} and p.tenant_id = ${tenantId} and p.list_id = ${listOf} and p.barcode_id = ${barcodeOf}`.execute(
    tx,
  );
  await addUnknown(context, id, 'priceList', sql`r.derived->'listId' is null`);
  await addUnknown(context, id, 'barcode', sql`r.derived->'barcodeId' is null`);
  await addRepeated(context, id, 'barcode', sql`${listOf} || ' ' || ${barcodeOf}`);
}

const listOf = sql<string>`(r.derived->>'listId')::bigint`;
const barcodeOf = sql<string>`(r.derived->>'barcodeId')::bigint`;

async function add(context: Context, { id }: SheetImport, part: Stretch): Promise<void> {
  const { tx, tenantId } = context;
  const brought = within(context, id, part, 'new');
  const { rows } = await sql<{ list_id: string; barcode_id: string; cells: Cells }>`
    select ${listOf} as list_id, ${barcodeOf} as barcode_id, r.cells from sheet_row r where ${brought} order by r.row`.execute(
    tx,
  );
  await addRows(
    context,
    'list_price',
    rows.map(({ list_id, barcode_id, cells }) => ({ list_id, barcode_id, price: cells['price'] })),
    sql`id`,
  );
  await sql`
    update sheet_row r set target_id = p.id from list_price p
    where ${brought} and p.tenant_id = ${tenantId} and p.list_id = ${listOf} and p.barcode_id = ${barcodeOf}`.execute(
    tx,
  );
}

const change = (context: Context, at: SheetImport, part: Stretch, side: Side): Promise<void> =>
  changeStored(context, at, { part, side }, columns, (rows) =>
    changeRows(context, 'list_price', rows),
  );

const remove = (context: Context, at: SheetImport, part: Stretch): Promise<void> =>
  removeAdded(context, at, part, 'list_price');
