// Lots and serial numbers of opening stock: read from the cells of rows, compared with the booked openings.
import { DomainError, SERIAL_LIMIT, expandSerials, expiryOf } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { rowsAsTable } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { faultOf } from './cellValue.ts';
import { addFaults, addFaultsWhere, cellTextSql, importRowsSql, notesJsonSql } from './compare.ts';
import type { RowRule } from './staging.ts';

const BETWEEN_SERIALS = ', ';

/**
 * Splits the serial numbers of a row; ranges such as SN008~SN011 name each number. A blank quantity is the
 * number of serial numbers.
 */
export const openingRowRule: RowRule = (cells) => {
  const { serials = null, barcode = null, quantity = null } = cells;
  const named = expandSerials(serials ?? '');
  const long = named.find((serial) => [...serial].length >= SERIAL_LIMIT);
  const refusal = (serial: string) =>
    faultOf(new DomainError('serial.tooLong', { barcode: barcode ?? '', serial }));
  const counted = quantity === null && named.length > 0 ? String(named.length) : quantity;
  return {
    cells: { ...cells, quantity: counted },
    derived: named.length === 0 ? {} : { serials: named.join(BETWEEN_SERIALS) },
    faults: long === undefined ? [] : [{ field: 'serials', ...refusal(long.slice(0, 40)) }],
  };
};

/** Serial numbers of a row `r`, as stored by the rule. */
const rowSerials = sql`string_to_array(coalesce(r.derived->>'serials', ''), ', ')`;

/** Identifies the goods of an opening, whatever the width of letters and the order of serials. */
const placeOf = (goods: {
  readonly sku: RawBuilder<unknown>;
  readonly warehouse: RawBuilder<unknown>;
  readonly lot: RawBuilder<unknown>;
  readonly serials: RawBuilder<unknown>;
}): RawBuilder<unknown> => sql`${goods.sku} || ' ' || ${goods.warehouse} || ' '
  || normal_text(coalesce(${goods.lot}, '')) || ' ' || coalesce((
    select string_agg(normal_text(one.serial), ', ' order by normal_text(one.serial) collate "C")
    from unnest(${goods.serials}) as one(serial) where one.serial <> ''), '')`;

/** Opening stock of the company: a row per line, in base units, with its `place`. */
export const openingPartsHeld = ({ tenantId }: Context): RawBuilder<unknown> => sql`
  select d.subject, l.warehouse_id, l.sku_id, l.base_quantity as quantity, l.unit_price as price,
    coalesce(a.lot, '') as lot, a.expiry, coalesce(a.serials, '{}') as serials, ${placeOf({
      sku: sql`l.sku_id`,
      warehouse: sql`l.warehouse_id`,
      lot: sql`a.lot`,
      serials: sql`a.serials`,
    })} as place
  from document d join document_line l on l.tenant_id = ${tenantId} and l.document_id = d.id
  left join line_allocation a
    on a.tenant_id = ${tenantId} and a.document_id = l.document_id and a.line = l.line
  where d.tenant_id = ${tenantId} and d.kind = 'openingStock' and d.subject <> '' and d.deleted_at is null`;

/** Place of a row, noted by `noteOpeningParts`. */
export const rowPlace = sql<string>`(r.derived->>'place')`;

const managedAs = sql<string>`(r.derived->>'managed')`;
const isOpened = sql<boolean>`${cellTextSql('quantity')} <> '0'`;
const baseQuantity = sql`(${cellTextSql('quantity')}::numeric * (r.derived->>'ratio')::numeric)`;
const barcodeFact = sql`jsonb_build_object('barcode', ${cellTextSql('barcode')})`;

/**
 * Notes SKU, lot, serials and place of each row with a product. A number that is either a lot or a serial
 * is read by the product. An expiry date is derived from the production date and the shelf life.
 */
export async function noteOpeningParts(context: Context, id: string): Promise<void> {
  const { tx, tenantId } = context;
  const either = cellTextSql('lotOrSerial');
  await sql`
    update sheet_row r set
      cells = r.cells || case when p.lot_managed and ${cellTextSql('lot')} is null and ${either} is not null
        then ${notesJsonSql({ lot: either })} else '{}' end,
      derived = r.derived || ${notesJsonSql({
        managed: sql`case when p.serial_managed then 'serial' when p.lot_managed then 'lot' else 'plain' end`,
        shelfLife: sql`p.shelf_life_days`,
      })} || case when p.serial_managed and r.derived->>'serials' is null and ${either} is not null
        then ${notesJsonSql({ serials: either })} else '{}' end
    from product p
    where ${importRowsSql(context, id)} and p.tenant_id = ${tenantId} and p.id = r.target_id`.execute(
    tx,
  );
  const place = placeOf({
    sku: sql`(r.derived->>'skuId')`,
    warehouse: sql`(r.derived->>'warehouseId')`,
    lot: cellTextSql('lot'),
    serials: rowSerials,
  });
  await sql`
    update sheet_row r set derived = r.derived || ${notesJsonSql({ place })}
    where ${importRowsSql(context, id)} and r.target_id is not null`.execute(tx);
  await deriveExpiryDates(context, id);
  // A blank expiry date leaves the date of the lot unchanged.
  await sql`
    update sheet_row r set cells = r.cells - 'expiry'
    where ${importRowsSql(context, id)} and ${cellTextSql('expiry')} is null`.execute(tx);
}

/** Rows whose expiry dates are derived together. */
const PAGE = 2_000;

/** Derives the expiry of lots without one from production date and shelf life. */
async function deriveExpiryDates(context: Context, id: string): Promise<void> {
  const { tx, tenantId } = context;
  for (let after = 0; ;) {
    const { rows } = await sql<{ row: number; produced: string; days: number }>`
      select r.row, ${cellTextSql('productionDate')} as produced, (r.derived->>'shelfLife')::int as days
      from sheet_row r
      where ${importRowsSql(context, id)} and r.row > ${after} and ${managedAs} = 'lot'
        and ${cellTextSql('productionDate')} is not null and ${cellTextSql('expiry')} is null
        and r.derived->>'shelfLife' is not null
      order by r.row limit ${sql.lit(PAGE)}`.execute(tx);
    const derived = rows.map(({ row, produced, days }) => ({
      row,
      cells: { expiry: expiryOf(produced, days) },
    }));
    const last = rows.at(-1);
    if (last === undefined) return;
    await sql`
      update sheet_row r set cells = r.cells || given.cells
      from ${rowsAsTable(derived, 'row int, cells jsonb')}
      where r.tenant_id = ${tenantId} and r.import_id = ${id} and r.row = given.row`.execute(tx);
    after = last.row;
  }
}

/** Adds faults of lots, dates and serial numbers, each at its cell. */
export async function checkOpeningParts(context: Context, id: string): Promise<void> {
  await checkOpeningNames(context, id);
  await checkOpeningLots(context, id);
  await checkOpeningSerials(context, id);
}

/** Refuses a lot or serial number beside another lot or other serial numbers in the row. */
async function checkOpeningNames(context: Context, id: string): Promise<void> {
  const named = sql<string>`case ${managedAs} when 'lot' then ${cellTextSql('lot')}
    when 'serial' then r.derived->>'serials' end`;
  await addFaultsWhere(
    context,
    id,
    ['lotOrSerial', 'cell.otherName'],
    sql`normal_text(${cellTextSql('lotOrSerial')}) <> normal_text(${named})`,
    sql`jsonb_build_object('value', left(${named}, 40))`,
  );
}

async function checkOpeningLots(context: Context, id: string): Promise<void> {
  const isLot = sql<boolean>`${managedAs} = 'lot'`;
  const produced = cellTextSql('productionDate');
  const expiry = cellTextSql('expiry');
  for (const field of ['lot', 'lotOrSerial', 'productionDate', 'expiry']) {
    const mayBeSerial = field === 'lotOrSerial' ? sql`and ${managedAs} <> 'serial'` : sql``;
    await addFaultsWhere(
      context,
      id,
      [field, 'lot.notManaged'],
      sql`${cellTextSql(field)} is not null and ${managedAs} is not null and not ${isLot} ${mayBeSerial}`,
      barcodeFact,
    );
  }
  await addFaultsWhere(
    context,
    id,
    ['lot', 'lot.missing'],
    sql`${isLot} and ${cellTextSql('lot')} is null`,
    barcodeFact,
  );
  await addFaultsWhere(
    context,
    id,
    ['expiry', 'cell.expiryOrder'],
    sql`${isLot} and ${expiry} < ${produced}`,
  );
  const without = sql`
    select r.row, jsonb_build_object('name', p.name) from sheet_row r
    join product p on p.tenant_id = ${context.tenantId} and p.id = r.target_id
    where ${importRowsSql(context, id)} and ${isLot} and ${produced} is not null and ${expiry} is null`;
  await addFaults(context, id, ['productionDate', 'cell.shelfLife'], without);
  // A lot has a single expiry date, in whatever warehouse.
  const lots = sql`(r.derived->>'skuId') || ' ' || normal_text(${cellTextSql('lot')})`;
  const differing = sql`
    select said.row, jsonb_build_object('row', said.first) from (
      select r.row, ${expiry} as expiry, first_value(r.row) over lots as first,
        first_value(${expiry}) over lots as kept
      from sheet_row r
      where ${importRowsSql(context, id)} and ${isLot} and ${expiry} is not null
      window lots as (partition by ${lots} order by r.row)) as said
    where said.expiry <> said.kept`;
  await addFaults(context, id, ['expiry', 'cell.differs'], differing);
  await addFaults(context, id, ['expiry', 'cell.lotExpiry'], otherLotExpiries(context, id));
}

/**
 * Finds rows with another expiry than the lot has in a document, or in an opening not changed by the import.
 */
const otherLotExpiries = (context: Context, id: string): RawBuilder<unknown> => {
  const { tenantId } = context;
  const expiry = sql`${cellTextSql('expiry')}::date`;
  const said = sql`
    select r.row, r.derived->>'skuId' as sku_id, normal_text(${cellTextSql('lot')}) as lot, ${expiry} as expiry,
      ${rowPlace} as place, ${cellTextSql('quantity')} as quantity
    from sheet_row r
    where ${importRowsSql(context, id)} and ${managedAs} = 'lot' and ${cellTextSql('lot')} is not null`;
  return sql`
    select one.row, jsonb_build_object('lot', left(min(held.lot), 40), 'expiry', min(held.expiry)::text)
    from (${said}) as one
    join (
      select l.sku_id, a.lot, a.expiry, null::text as place
      from line_allocation a
      join document d on d.tenant_id = ${tenantId} and d.id = a.document_id and d.deleted_at is null
        and d.kind <> 'openingStock'
      join document_line l on l.tenant_id = ${tenantId} and l.document_id = a.document_id and l.line = a.line
      where a.tenant_id = ${tenantId} and a.lot <> '' and l.sku_id in (
        select (named.sku_id)::bigint from (${said}) as named where named.expiry is not null)
      union all
      select own.sku_id, own.lot, own.expiry, own.place from (${openingPartsHeld(context)}) as own
      where own.lot <> '') as held
      on held.sku_id = one.sku_id::bigint and normal_text(held.lot) = one.lot
    where one.expiry <> held.expiry and held.place is distinct from one.place and not exists (
      select from (${said}) as other
      where other.place = held.place and (other.expiry = one.expiry or other.quantity = '0'))
    group by one.row`;
};

async function checkOpeningSerials(context: Context, id: string): Promise<void> {
  const { tenantId } = context;
  const isSerial = sql<boolean>`${managedAs} = 'serial'`;
  const named = sql`r.derived->>'serials'`;
  await addFaultsWhere(
    context,
    id,
    ['serials', 'serial.notManaged'],
    sql`${named} is not null and ${managedAs} is not null and not ${isSerial}`,
    barcodeFact,
  );
  await addFaultsWhere(
    context,
    id,
    ['serials', 'serial.missing'],
    sql`${isSerial} and ${isOpened} and ${named} is null`,
    barcodeFact,
  );
  await addFaultsWhere(
    context,
    id,
    ['serials', 'serial.count'],
    sql`${isSerial} and ${isOpened} and cardinality(${rowSerials}) <> ${baseQuantity}
      and ${named} is not null`,
    sql`jsonb_build_object('barcode', ${cellTextSql('barcode')}, 'count', cardinality(${rowSerials}),
      'quantity', trim_scale(${baseQuantity})::text)`,
  );
  const serials = sql`
    select r.row, r.derived->>'skuId' as sku_id, ${rowPlace} as place, one.serial, one.at
    from sheet_row r cross join unnest(${rowSerials}) with ordinality as one(serial, at)
    where ${importRowsSql(context, id)} and ${isSerial} and ${isOpened} and ${named} is not null`;
  const twice = sql`
    select counted.row, jsonb_build_object('serial', counted.serial) from (
      select said.*, row_number() over (
        partition by said.sku_id, normal_text(said.serial) order by said.row, said.at) as place_in
      from (${serials}) as said) as counted
    where counted.place_in > 1`;
  await addFaults(context, id, ['serials', 'serial.repeated'], twice);
  const inStock = sql`
    select said.row, jsonb_build_object('serial', said.serial) from (${serials}) as said
    join serial_number held on held.tenant_id = ${tenantId} and held.sku_id = said.sku_id::bigint
      and normal_text(held.serial) = normal_text(said.serial) and held.warehouse_id is not null
    where not exists (
      select from (${openingPartsHeld(context)}) as own where own.place = said.place)`;
  await addFaults(context, id, ['serials', 'serial.inStock'], inStock);
}
