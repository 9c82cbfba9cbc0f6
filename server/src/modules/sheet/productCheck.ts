import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { mayUseWarehouse } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import {
  addFaults,
  addFaultsWhere,
  addRepeated,
  addUnknown,
  cellOf,
  lookUpNames,
  noted,
  rowsOf,
} from './compare.ts';
import type { Fault } from './compare.ts';
import { checkCombinations, isPlain } from './attributeCheck.ts';
import { productColumns, warehousesIn } from './productFields.ts';
import type { SheetImport } from './sheetImport.ts';

/**
 * Finds the product that each row means (its barcode names it, else its name with everything that distinguishes two) and
 * everything between rows, and between rows and books, that is wrong. Every statement is over all rows at once.
 */
export async function checkProducts(context: Context, at: SheetImport): Promise<void> {
  await findUnits(context, at);
  await findByBarcode(context, at);
  await findByIdentity(context, at);
  await findReferences(context, at);
  await checkBarcodes(context, at);
  await checkIdentity(context, at);
  await checkExisting(context, at);
  await checkCombinations(context, at);
  await checkOpenings(context, at);
}

const has = (field: string): RawBuilder<boolean> =>
  sql<boolean>`jsonb_exists(r.cells, ${sql.lit(field)})`;

/** A unit is a single one's name, a group's name, or the three cells that tell a group. */
async function findUnits(context: Context, { id }: SheetImport): Promise<void> {
  const { tx, tenantId } = context;
  await sql`
    update sheet_row r
    set cells = r.cells || ${noted({ unit: sql`u.base_unit`, subUnit: sql`u.sub_unit`, ratio: sql`trim_scale(u.ratio)` })},
      derived = r.derived || ${noted({ unitId: sql`u.id` })}
    from unit u
    where ${rowsOf(context, id)} and u.tenant_id = ${tenantId} and u.name = ${cellOf('unit')}`.execute(
    tx,
  );
  await sql`
    update sheet_row r set derived = r.derived || ${noted({ unitId: sql`u.id` })}
    from (select base_unit, sub_unit, ratio, min(id) as id from unit
      where tenant_id = ${tenantId} and enabled group by base_unit, sub_unit, ratio) u
    where ${rowsOf(context, id)} and r.derived->'unitId' is null
      and u.base_unit = ${cellOf('unit')} and u.sub_unit = ${cellOf('subUnit')} and u.ratio = ${cellOf('ratio')}::numeric`.execute(
    tx,
  );
  const ungrouped = sql<boolean>`r.derived->'unitId' is null`;
  await addFaultsWhere(
    context,
    id,
    ['subUnit', 'cell.unitGroup'],
    sql`${ungrouped} and ${cellOf('subUnit')} is not null and ${cellOf('ratio')} is not null`,
    sql`jsonb_build_object('subUnit', ${cellOf('subUnit')}, 'ratio', ${cellOf('ratio')}, 'unit', ${cellOf('unit')})`,
  );
  await addFaultsWhere(
    context,
    id,
    ['unit', 'cell.tooLong'],
    sql`${ungrouped} and length(${cellOf('unit')}) > 10`,
    sql`jsonb_build_object('most', 10)`,
  );
}

async function findByBarcode(context: Context, { id }: SheetImport): Promise<void> {
  await sql`
    update sheet_row r set target_id = b.product_id, derived = r.derived || ${noted({ barcodeId: sql`b.id` })}
    from barcode b join sku k on k.tenant_id = ${context.tenantId} and k.id = b.sku_id
    where ${rowsOf(context, id)} and b.tenant_id = ${context.tenantId} and b.code = ${cellOf('barcode')}
      and (b.is_default or k.attributes <> '')`.execute(context.tx);
}

const telling = [
  'name',
  'standard',
  'model',
  'color',
  'maker',
  'propertyOne',
  'propertyTwo',
  'propertyThree',
];

/** What tells a product `p` from another. */
const identity = (): RawBuilder<unknown> =>
  sql`md5(normal_text(jsonb_build_array(${sql.join(
    telling.map((field) => sql.ref(`p.${productColumns[field]?.column ?? ''}`)),
  )}, coalesce(p.unit_name, '#' || p.unit_id))::text))`;

/** The same of a row: what it does not say stays as it is, or is empty. */
const rowIdentity = (): RawBuilder<unknown> =>
  sql`md5(normal_text(jsonb_build_array(${sql.join(
    telling.map(
      (field) =>
        sql`coalesce(case when ${has(field)} then ${cellOf(field)} else ${sql.ref(
          `p.${productColumns[field]?.column ?? ''}`,
        )} end, '')`,
    ),
  )}, coalesce(p.unit_name, '#' || p.unit_id, '#' || (r.derived->>'unitId'), ${cellOf('unit')}))::text))`;

/** What tells one product from another is reckoned before (`offset 0`): what a change reckons itself may ask no session (decision 0047). */
async function findByIdentity(context: Context, { id }: SheetImport): Promise<void> {
  const { tx, tenantId } = context;
  await sql`
    update sheet_row r set derived = r.derived || ${noted({ identity: sql`known.identity` })}
    from (select r.row, ${rowIdentity()} as identity from sheet_row r
      left join product p on p.tenant_id = ${tenantId} and p.id = r.target_id where ${rowsOf(context, id)} offset 0) as known
    where ${rowsOf(context, id)} and known.row = r.row`.execute(tx);
  await sql`
    update sheet_row r set target_id = known.id
    from (select p.id, ${identity()} as identity from product p
      where p.tenant_id = ${tenantId} and p.removed_at is null offset 0) as known
    where ${rowsOf(context, id)} and r.target_id is null and known.identity = r.derived->>'identity'`.execute(
    tx,
  );
  await sql`
    update sheet_row r set derived = r.derived || ${noted({ barcodeId: sql`b.id` })}
    from barcode b join sku k on k.tenant_id = ${tenantId} and k.id = b.sku_id
    where ${rowsOf(context, id)} and r.derived->'barcodeId' is null
      and b.tenant_id = ${tenantId} and b.product_id = r.target_id
      and case when r.derived->'pairs' is null then b.is_default else k.attributes = r.derived->>'combination' end`.execute(
    tx,
  );
}

async function findReferences(context: Context, at: SheetImport): Promise<void> {
  const { tenantId } = context;
  const { id } = at;
  const categories = sql`
    select name, min(id) as id from category where tenant_id = ${tenantId} group by name`;
  const brands = sql`select name, id from brand where tenant_id = ${tenantId}`;
  await lookUpNames(context, at, ['categoryName', 'categoryId'], categories);
  await lookUpNames(context, at, ['brand', 'brandId'], brands);
  await addUnknown(context, id, 'categoryName', sql`r.derived->'categoryId' is null`);
  // A brand that was only ever written, and never listed, may stay.
  const unlisted = sql<boolean>`r.derived->'brandId' is null and not exists (
    select from product p where p.tenant_id = ${tenantId} and p.id = r.target_id and p.brand = ${cellOf('brand')})`;
  await addUnknown(context, id, 'brand', unlisted);
}

async function checkBarcodes(context: Context, { id }: SheetImport): Promise<void> {
  const { tenantId } = context;
  const taken = (field: string, allowed: RawBuilder<unknown>): Promise<void> => {
    const found = sql`
      select r.row, jsonb_build_object('barcode', ${cellOf(field)}) from sheet_row r
      join barcode b on b.tenant_id = ${tenantId} and b.code = ${cellOf(field)}
      where ${rowsOf(context, id)} and not coalesce(${allowed}, false)`;
    return addFaults(context, id, [field, 'barcode.taken'], found);
  };
  await taken('barcode', sql`b.id = (r.derived->>'barcodeId')::bigint`);
  await taken(
    'subBarcode',
    sql`b.product_id = r.target_id and b.position = 1 and not b.is_default`,
  );
  for (const field of ['barcode', 'subBarcode'])
    await addFaults(context, id, [field, 'barcode.repeated'], repeatedCodes(context, id, field));
  // Where the sheet has no column of sub units, only a product that is there already may have one.
  await addFaultsWhere(
    context,
    id,
    ['subBarcode', 'unit.incomplete'],
    sql`${cellOf('subBarcode')} is not null and not ${has('subUnit')}
      and not exists (
        select from product p where p.tenant_id = ${tenantId} and p.id = r.target_id and p.unit_id is not null)
      and not exists (
        select from sheet_fault f where f.tenant_id = ${tenantId} and f.import_id = ${id} and f.row = r.row)`,
  );
  await addFaultsWhere(
    context,
    id,
    ['subBarcode', 'product.twoBarcodes'],
    sql`${cellOf('subUnit')} is not null and ${cellOf('subBarcode')} is null
      and (r.target_id is null or ${has('subBarcode')})`,
  );
}

/** Rows whose code stands in an earlier row, whichever of the two columns it stands in. */
const repeatedCodes = (context: Context, id: string, field: string): RawBuilder<unknown> => sql`
  select row, jsonb_build_object('barcode', code) from (
    select row, field, code, min(row) over (partition by code) as first from (
      select r.row, 'barcode' as field, ${cellOf('barcode')} as code from sheet_row r where ${rowsOf(context, id)}
      union all
      select r.row, 'subBarcode', ${cellOf('subBarcode')} from sheet_row r where ${rowsOf(context, id)}) as codes
    where code is not null) as said
  where row <> first and field = ${field}`;

async function checkIdentity(context: Context, at: SheetImport): Promise<void> {
  const { tenantId } = context;
  const { id } = at;
  // A name that is missing or wrong tells nothing from anything.
  const named = sql`(${cellOf('name')} is not null or r.target_id is not null)`;
  const alone = sql`case when ${isPlain(at)} and ${named} then r.derived->>'identity' end`;
  await addRepeated(context, id, 'name', alone);
  // Two rows that find one barcode by different ways.
  await addRepeated(context, id, 'barcode', sql`(r.derived->>'barcodeId')`);
  const taken = sql`
    select r.row, jsonb_build_object('name', ${cellOf('name')}) from sheet_row r
    join (select p.id, ${identity()} as identity from product p
      where p.tenant_id = ${tenantId} and p.removed_at is null) as known on known.identity = r.derived->>'identity'
    where ${rowsOf(context, id)} and known.id <> r.target_id`;
  await addFaults(context, id, ['name', 'product.taken'], taken);
}

/** Units stay with a product; so does how its goods are identified, once documents name it. */
async function checkExisting(context: Context, { id }: SheetImport): Promise<void> {
  const { tenantId } = context;
  const wrong = (
    fault: Fault,
    condition: RawBuilder<boolean>,
    facts = sql`'{}'::jsonb`,
  ): Promise<void> => {
    const found = sql`
      select r.row, ${facts} from sheet_row r
      join product p on p.tenant_id = ${tenantId} and p.id = r.target_id
      left join unit u on u.tenant_id = ${tenantId} and u.id = p.unit_id
      where ${rowsOf(context, id)} and (${condition})`;
    return addFaults(context, id, fault, found);
  };
  await wrong(
    ['unit', 'cell.stays'],
    sql`${cellOf('unit')} <> coalesce(p.unit_name, u.base_unit)
      or (${has('subUnit')} and ${cellOf('subUnit')} is distinct from u.sub_unit)
      or (${has('ratio')} and ${cellOf('ratio')}::numeric is distinct from u.ratio)`,
  );
  for (const [field, column] of [
    ['serialManaged', 'serial_managed'],
    ['lotManaged', 'lot_managed'],
  ] as const)
    await wrong(
      [field, 'product.used'],
      sql`${cellOf(field)}::boolean <> ${sql.ref(`p.${column}`)} and exists (
        select from document_line l where l.tenant_id = ${tenantId} and l.sku_id = any(array(
          select k.id from sku k where k.tenant_id = ${tenantId} and k.product_id = p.id)) offset 0)`,
      sql`jsonb_build_object('name', p.name)`,
    );
  await wrong(
    ['lotManaged', 'product.serialAndLot'],
    sql`coalesce(${cellOf('serialManaged')}::boolean, p.serial_managed)
      and coalesce(${cellOf('lotManaged')}::boolean, p.lot_managed)`,
  );
}

/** Serials, lots and combinations of attributes come in by documents that can name them. */
async function checkOpenings(context: Context, { id, columns }: SheetImport): Promise<void> {
  for (const warehouse of warehousesIn(columns)) {
    const field = `stock:${warehouse}`;
    // Granted when the sheet was read, and perhaps no longer.
    if (!mayUseWarehouse(context.scope, warehouse))
      await addFaultsWhere(
        context,
        id,
        [field, 'access.denied'],
        sql`${cellOf(field)} is not null`,
      );
    const apart = sql`
      select r.row, jsonb_build_object('name', ${cellOf('name')}) from sheet_row r
      left join product p on p.tenant_id = ${context.tenantId} and p.id = r.target_id
      where ${rowsOf(context, id)} and ${cellOf(field)} <> '0' and (
        coalesce(${cellOf('serialManaged')}::boolean, p.serial_managed, false)
        or coalesce(${cellOf('lotManaged')}::boolean, p.lot_managed, false)
        or coalesce(p.attributes, '[]') <> '[]' or r.derived->'pairs' is not null)`;
    await addFaults(context, id, [field, 'product.openingStock'], apart);
  }
}
