import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { refuseWith, seesAmounts } from '../../kernel/access/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { countUpPriceLists, listPriceBulk } from '../catalog/index.ts';
import {
  addFaults,
  addFaultsWhere,
  addRepeated,
  addUnknown,
  cellTextSql,
  fillBarcodes,
  fillUnitBarcodes,
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
  lastDay: { column: 'last_day', cast: 'date' },
};

/** Cells of the quantity and days of a price. */
const termCells = (alias: 'p' | 'line'): RawBuilder<unknown> =>
  sql`'minimumQuantity', trim_scale(${sql.ref(`${alias}.minimum_quantity`)})::text,
    'firstDay', ${sql.ref(`${alias}.first_day`)}::text, 'lastDay', ${sql.ref(`${alias}.last_day`)}::text`;

/**
 * Prices of price lists by spreadsheet, identified by list, barcode, least quantity and first day. All can be
 * undone.
 */
export const listPriceWork: SheetWork = {
  rule: () => ({ derived: {}, faults: [] }),
  check: checkListPriceImport,
  present: (context, { id }) => sql`
    select r.row, p.version, jsonb_build_object('priceList', ${cellTextSql('priceList')}, 'barcode', ${cellTextSql('barcode')},
      'skuCode', ${cellTextSql('skuCode')}, 'pricing', ${cellTextSql('pricing')},
      'unit', ${cellTextSql('unit')}, 'price', trim_scale(p.price)::text, ${termCells('p')})
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
    if ((await findOverlap(context, at.id)) !== null) refuseWith('sheet.changedMeanwhile');
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
    const name = await findOverlap(context, at.id);
    if (name !== null) refuseWith('sheet.undoChanged', { name });
  },
  all: ({ tenantId }) => sql`
    select jsonb_build_object('priceList', list.name, 'barcode', b.code, 'name', p.name, 'unit', b.unit,
      'price', trim_scale(line.price)::text, ${termCells('line')}) as cells
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
  await holdLists(context, id);
  await fillUnitBarcodes(context, id);
  await fillBarcodes(context, id);
  await noteBarcodes(context, id);
  await sql`
    update sheet_row r set target_id = p.id from ${storedTerms(context)} p
    where ${importRowsSql(context, id)} and ${isPriceOfRow} and ${isReadable(context, id)}`.execute(
    tx,
  );
  await addUnknown(context, id, 'priceList', sql`r.derived->'listId' is null`);
  await addUnknown(context, id, 'barcode', sql`r.derived->'barcodeId' is null`);
  await addFaultsWhere(
    context,
    id,
    ['lastDay', 'cell.dayOrder'],
    sql`${cellDay('lastDay')} < ${cellDay('firstDay')}`,
  );
  await addRepeated(
    context,
    id,
    'barcode',
    sql`${listOf} || ' ' || ${barcodeOf} || ' ' || ${quantityOf} || ' ' || ${firstOf}`,
  );
  await addOverlaps(context, id);
}

/** Locks the named lists until the commit, so no form adds a price between comparison and writing. */
async function holdLists(context: Context, id: string): Promise<void> {
  const { tx, tenantId } = context;
  await sql`
    select from price_list list where list.tenant_id = ${tenantId} and list.id in (
      select ${listOf} from sheet_row r where ${importRowsSql(context, id)})
    order by list.id for no key update`.execute(tx);
}

/** Holds for rows whose quantity and days were read: an unread cell would count as an empty cell. */
const isReadable = (
  { tenantId }: Context,
  id: string,
): RawBuilder<boolean> => sql<boolean>`(not exists (
  select from sheet_fault fault
  where fault.tenant_id = ${tenantId} and fault.import_id = ${id} and fault.row = r.row
    and fault.field in ('minimumQuantity', 'firstDay', 'lastDay') and fault.key not like 'cell.overlap%'))`;

/** Returns list and barcode of an imported price with a day in common with another price of its quantity. */
async function findOverlap(context: Context, id: string): Promise<string | null> {
  const { tx, tenantId } = context;
  const { rows } = await sql<{ name: string }>`
    select ${cellTextSql('priceList')} || ' ' || ${cellTextSql('barcode')} as name
    from sheet_row r
    join list_price one on one.tenant_id = ${tenantId} and one.id = r.target_id
    join list_price other on other.tenant_id = ${tenantId} and other.list_id = one.list_id
      and other.barcode_id = one.barcode_id and other.minimum_quantity = one.minimum_quantity
      and other.id <> one.id
      and coalesce(one.first_day, '-infinity') <= coalesce(other.last_day, 'infinity')
      and coalesce(other.first_day, '-infinity') <= coalesce(one.last_day, 'infinity')
    where ${importRowsSql(context, id)} and r.outcome in ('new', 'changed')
    order by r.row limit 1`.execute(tx);
  return rows[0]?.name ?? null;
}

/**
 * Adds faults for rows with a day in common with an earlier row, or with a stored price that stays. The
 * stored price of a wrong row stays, so the rows that become wrong are searched until there are no more.
 */
async function addOverlaps(context: Context, id: string): Promise<void> {
  const terms = sql`
    select r.row, r.target_id, ${listOf} as list_id, ${barcodeOf} as barcode_id, ${quantityOf} as quantity,
      ${firstOf} as first_day, coalesce(case when jsonb_exists(r.cells, 'lastDay') then ${cellDay('lastDay')}
        else stored.last_day end, 'infinity') as last_day
    from sheet_row r
    left join list_price stored on stored.tenant_id = ${context.tenantId} and stored.id = r.target_id
    where ${importRowsSql(context, id)} and ${listOf} is not null and ${barcodeOf} is not null
      and ${isReadable(context, id)}`;
  await addFaults(
    context,
    id,
    ['firstDay', 'cell.overlap'],
    sql`
    select later.row, jsonb_build_object('row', min(earlier.row))
    from (${terms}) later join (${terms}) earlier
      on earlier.list_id = later.list_id and earlier.barcode_id = later.barcode_id
        and earlier.quantity = later.quantity
        and earlier.row < later.row and earlier.first_day <> later.first_day
        and earlier.first_day <= later.last_day and later.first_day <= earlier.last_day
    group by later.row`,
  );
  const isRight = sql<boolean>`not exists (
    select from sheet_fault fault
    where fault.tenant_id = ${context.tenantId} and fault.import_id = ${id} and fault.row = other.row)`;
  const addKept = (): Promise<void> =>
    addFaults(
      context,
      id,
      ['firstDay', 'cell.overlapKept'],
      sql`
    select one.row, jsonb_build_object('first', coalesce(min(kept.first_day)::text, '…'),
      'last', coalesce(max(kept.last_day)::text, '…'))
    from (${terms}) one
    join list_price kept on kept.tenant_id = ${context.tenantId} and kept.list_id = one.list_id
      and kept.barcode_id = one.barcode_id and kept.minimum_quantity = one.quantity
      and kept.id is distinct from one.target_id and coalesce(kept.first_day, '-infinity') <= one.last_day
      and one.first_day <= coalesce(kept.last_day, 'infinity')
    where not exists (select from (${terms}) other where other.target_id = kept.id and ${isRight})
    group by one.row`,
    );
  let found = -1;
  for (
    let next = await countFaults(context, id);
    next > found;
    next = await countFaults(context, id)
  ) {
    found = next;
    await addKept();
  }
}

async function countFaults({ tx, tenantId }: Context, id: string): Promise<number> {
  const { rows } = await sql<{ faults: number }>`
    select count(*)::int as faults from sheet_fault
    where tenant_id = ${tenantId} and import_id = ${id}`.execute(tx);
  return rows[0]?.faults ?? 0;
}

const listOf = sql<string>`(r.derived->>'listId')::bigint`;
const barcodeOf = sql<string>`(r.derived->>'barcodeId')::bigint`;
const cellDay = (field: 'firstDay' | 'lastDay') => sql<string>`${cellTextSql(field)}::date`;
const quantityOf = sql<string>`coalesce(${cellTextSql('minimumQuantity')}::numeric, 0)`;
const firstOf = sql<string>`coalesce(${cellDay('firstDay')}, '-infinity')`;
/**
 * Stored prices with the first day in cell format. A separate query, because a cluster compares no text with
 * a day in an update.
 */
const storedTerms = ({ tenantId }: Context): RawBuilder<unknown> => sql`(
  select id, list_id, barcode_id, minimum_quantity, coalesce(first_day::text, '') as first_day
  from list_price where tenant_id = ${tenantId} offset 0)`;
/** Holds for the stored price `p` of row `r`. */
const isPriceOfRow = sql<boolean>`(p.list_id = ${listOf} and p.barcode_id = ${barcodeOf}
  and p.minimum_quantity = ${quantityOf} and p.first_day = coalesce(${cellTextSql('firstDay')}, ''))`;

async function addImportedListPrices(
  context: Context,
  { id }: SheetImportState,
  part: ImportRowRange,
): Promise<void> {
  const { tx } = context;
  const brought = importRowRangeSql(context, id, part, 'new');
  const { rows } = await sql<{ list_id: string; barcode_id: string; cells: SheetRowCells }>`
    select ${listOf} as list_id, ${barcodeOf} as barcode_id, r.cells from sheet_row r where ${brought} order by r.row`.execute(
    tx,
  );
  await listPriceBulk.add(
    context,
    rows.map(({ list_id, barcode_id, cells }) => ({
      list_id,
      barcode_id,
      price: cells['price'],
      minimum_quantity: cells['minimumQuantity'] ?? '0',
      first_day: cells['firstDay'] ?? null,
      last_day: cells['lastDay'] ?? null,
    })),
  );
  await sql`
    update sheet_row r set target_id = p.id from ${storedTerms(context)} p
    where ${brought} and ${isPriceOfRow}`.execute(tx);
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
