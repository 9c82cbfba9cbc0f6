import { MOST_SUPPLIERS } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { mayUseWarehouse } from '../../kernel/access/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { isNamedBy } from '../../kernel/table/index.ts';
import { mainSupplierSql } from '../catalog/index.ts';
import {
  addFaults,
  addFaultsWhere,
  addRepeated,
  addUnknown,
  cellTextSql,
  lookUpNames,
  notesJsonSql,
  importRowsSql,
  valueFact,
} from './compare.ts';
import type { SheetCellFault } from './compare.ts';
import { checkCombinationRows, isPlainRowSql } from './attributeCheck.ts';
import { checkMissing } from './missingRecords.ts';
import { openingsHeld, productColumns, supplierColumns, warehousesIn } from './productFields.ts';
import type { SheetImportState } from './sheetImport.ts';

/**
 * Finds the product of each row (by barcode, else by name and all distinguishing fields). Finds all faults
 * between rows, and between rows and books. Every statement covers all rows at once.
 */
export async function checkProducts(context: Context, at: SheetImportState): Promise<void> {
  await findUnits(context, at);
  await spellKnownBarcodes(context, at);
  await findByBarcode(context, at);
  await findByIdentity(context, at);
  await findReferences(context, at);
  await checkSupplierTerms(context, at);
  await checkImportedBarcodes(context, at);
  await checkIdentity(context, at);
  await checkExisting(context, at);
  await checkCombinationRows(context, at);
  await checkOpenings(context, at);
}

const hasCellSql = (field: string): RawBuilder<boolean> =>
  sql<boolean>`jsonb_exists(r.cells, ${sql.lit(field)})`;

/** Finds units in any width: a cell names a unit or a group, or three cells describe a group. */
async function findUnits(context: Context, { id }: SheetImportState): Promise<void> {
  const { tx, tenantId } = context;
  const named = sql`select u.name, u.id from unit u where u.tenant_id = ${tenantId}`;
  await lookUpNames(context, { id }, ['unit', 'unitId'], named);
  await sql`
    update sheet_row r
    set cells = r.cells || ${notesJsonSql({ unit: sql`u.base_unit`, subUnit: sql`u.sub_unit`, ratio: sql`trim_scale(u.ratio)` })}
    from unit u
    where ${importRowsSql(context, id)} and u.tenant_id = ${tenantId} and u.id = (r.derived->>'unitId')::bigint`.execute(
    tx,
  );
  const plain = (text: RawBuilder<unknown>) => text;
  const inAnyWidth = (text: RawBuilder<unknown>) => sql`normal_text(${text})`;
  // The exact spelling is preferred: older names may be alike.
  for (const form of [plain, inAnyWidth])
    await sql`
      update sheet_row r
      set cells = r.cells || ${notesJsonSql({ unit: sql`u.base_unit`, subUnit: sql`u.sub_unit` })},
        derived = r.derived || ${notesJsonSql({ unitId: sql`u.id` })}
      from (select distinct on (${form(sql`base_unit`)}, ${form(sql`sub_unit`)}, ratio) base_unit, sub_unit, ratio, id from unit
        where tenant_id = ${tenantId} and enabled
        order by ${form(sql`base_unit`)}, ${form(sql`sub_unit`)}, ratio, id) u
      where ${importRowsSql(context, id)} and r.derived->'unitId' is null
        and ${form(sql`u.base_unit`)} = ${form(cellTextSql('unit'))} and ${form(sql`u.sub_unit`)} = ${form(cellTextSql('subUnit'))}
        and u.ratio = ${cellTextSql('ratio')}::numeric`.execute(tx);
  const ungrouped = sql<boolean>`r.derived->'unitId' is null`;
  await addFaultsWhere(
    context,
    id,
    ['subUnit', 'cell.unitGroup'],
    sql`${ungrouped} and ${cellTextSql('subUnit')} is not null and ${cellTextSql('ratio')} is not null`,
    sql`jsonb_build_object('subUnit', ${cellTextSql('subUnit')}, 'ratio', ${cellTextSql('ratio')}, 'unit', ${cellTextSql('unit')})`,
  );
  // Names of groups hold ratios: 个/(箱=12个).
  const namesGroup = sql<boolean>`normal_text(${cellTextSql('unit')}) like '%=%'`;
  await addUnknown(context, id, 'unit', sql`${ungrouped} and ${namesGroup}`);
  await addFaultsWhere(
    context,
    id,
    ['unit', 'cell.tooLong'],
    sql`${ungrouped} and not ${namesGroup} and length(${cellTextSql('unit')}) > 10`,
    sql`jsonb_build_object('most', 10)`,
  );
}

/** Spells known barcodes as stored: a UPC-A names the goods of its EAN-13. */
async function spellKnownBarcodes(context: Context, { id }: SheetImportState): Promise<void> {
  const { tx, tenantId } = context;
  for (const field of ['barcode', 'subBarcode'])
    await sql`
      update sheet_row r set cells = r.cells || ${notesJsonSql({ [field]: sql`b.code` })} from barcode b
      where ${importRowsSql(context, id)} and b.tenant_id = ${tenantId}
        and ${isNamedBy('b', tenantId, cellTextSql(field))} and b.code <> ${cellTextSql(field)}`.execute(
      tx,
    );
}

async function findByBarcode(context: Context, { id }: SheetImportState): Promise<void> {
  await sql`
    update sheet_row r set target_id = b.product_id, derived = r.derived || ${notesJsonSql({ barcodeId: sql`b.id` })}
    from barcode b join sku k on k.tenant_id = ${context.tenantId} and k.id = b.sku_id
    where ${importRowsSql(context, id)} and b.tenant_id = ${context.tenantId} and b.code = ${cellTextSql('barcode')}
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

/** Identity of a product `p`. */
const productIdentitySql = (): RawBuilder<unknown> =>
  sql`md5(normal_text(jsonb_build_array(${sql.join(
    telling.map((field) => sql.ref(`p.${productColumns[field]?.column ?? ''}`)),
  )}, coalesce(p.unit_name, '#' || p.unit_id))::text))`;

/** Identity of a row: an absent cell keeps the product's value, or is empty. */
const rowIdentity = (): RawBuilder<unknown> =>
  sql`md5(normal_text(jsonb_build_array(${sql.join(
    telling.map(
      (field) =>
        sql`coalesce(case when ${hasCellSql(field)} then ${cellTextSql(field)} else ${sql.ref(
          `p.${productColumns[field]?.column ?? ''}`,
        )} end, '')`,
    ),
  )}, coalesce(p.unit_name, '#' || p.unit_id, '#' || (r.derived->>'unitId'), ${cellTextSql('unit')}))::text))`;

/**
 * Finds products by identity, computed in an `offset 0` subquery: an update's own expressions may not
 * depend on the session (decision 0047).
 */
async function findByIdentity(context: Context, { id }: SheetImportState): Promise<void> {
  const { tx, tenantId } = context;
  await sql`
    update sheet_row r set derived = r.derived || ${notesJsonSql({ identity: sql`known.identity` })}
    from (select r.row, ${rowIdentity()} as identity from sheet_row r
      left join product p on p.tenant_id = ${tenantId} and p.id = r.target_id where ${importRowsSql(context, id)} offset 0) as known
    where ${importRowsSql(context, id)} and known.row = r.row`.execute(tx);
  await sql`
    update sheet_row r set target_id = known.id
    from (select p.id, ${productIdentitySql()} as identity from product p
      where p.tenant_id = ${tenantId} and p.removed_at is null offset 0) as known
    where ${importRowsSql(context, id)} and r.target_id is null and known.identity = r.derived->>'identity'`.execute(
    tx,
  );
  await sql`
    update sheet_row r set derived = r.derived || ${notesJsonSql({ barcodeId: sql`b.id` })}
    from barcode b join sku k on k.tenant_id = ${tenantId} and k.id = b.sku_id
    where ${importRowsSql(context, id)} and r.derived->'barcodeId' is null
      and b.tenant_id = ${tenantId} and b.product_id = r.target_id
      and case when r.derived->'pairs' is null then b.is_default else k.attributes = r.derived->>'combination' end`.execute(
    tx,
  );
}

async function findReferences(context: Context, at: SheetImportState): Promise<void> {
  const { tenantId } = context;
  const categories = sql`
    select name, min(id) as id from category where tenant_id = ${tenantId} group by name`;
  const brands = sql`select name, id from brand where tenant_id = ${tenantId}`;
  await lookUpNames(context, at, ['categoryName', 'categoryId'], categories);
  await lookUpNames(context, at, ['brand', 'brandId'], brands);
  await checkMissing(context, at);
}

/** Finds the supplier of each row; terms without a supplier, and quantities of 0, are refused. */
async function checkSupplierTerms(context: Context, at: SheetImportState): Promise<void> {
  const { tenantId } = context;
  const { id, columns } = at;
  const suppliers = sql`
    select name, id from partner
    where tenant_id = ${tenantId} and type = 'supplier' and removed_at is null`;
  await lookUpNames(context, at, ['supplierName', 'supplierId'], suppliers);
  await addUnknown(context, id, 'supplierName', sql`r.derived->'supplierId' is null`);
  const without = sql`case when ${hasCellSql('supplierName')} then ${cellTextSql('supplierName')} is null
    else not exists (${mainSupplierSql(tenantId, sql`r.target_id`)}) end`;
  for (const field of Object.keys(supplierColumns)) {
    if (columns.every((column) => column.field !== field)) continue;
    const isGiven = sql`${cellTextSql(field)} is not null`;
    const fault = [field, 'product.supplierMissing'] as const;
    await addFaultsWhere(context, id, fault, sql`${isGiven} and ${without}`);
  }
  const suppliersSql = sql`
    select from product_supplier as offer
    where offer.tenant_id = ${tenantId} and offer.product_id = r.target_id`;
  const isNewSupplier = sql`r.derived->'supplierId' is not null and not exists (${suppliersSql}
    and offer.supplier_id = (r.derived->>'supplierId')::bigint)`;
  await addFaultsWhere(
    context,
    id,
    ['supplierName', 'product.suppliersFull'],
    sql`${isNewSupplier} and (select count(*) from (${suppliersSql}) offers) >= ${MOST_SUPPLIERS}`,
    sql`jsonb_build_object('most', ${MOST_SUPPLIERS}::int)`,
  );
  for (const field of ['minimumOrder', 'packSize'])
    await addFaultsWhere(
      context,
      id,
      [field, 'cell.positive'],
      sql`${cellTextSql(field)} = '0'`,
      valueFact(field),
    );
}

async function checkImportedBarcodes(context: Context, { id }: SheetImportState): Promise<void> {
  const { tenantId } = context;
  const taken = (field: string, allowed: RawBuilder<unknown>): Promise<void> => {
    const found = sql`
      select r.row, jsonb_build_object('barcode', ${cellTextSql(field)}) from sheet_row r
      join barcode b on b.tenant_id = ${tenantId} and b.code = ${cellTextSql(field)}
      where ${importRowsSql(context, id)} and not coalesce(${allowed}, false)`;
    return addFaults(context, id, [field, 'barcode.taken'], found);
  };
  await taken('barcode', sql`b.id = (r.derived->>'barcodeId')::bigint`);
  await taken(
    'subBarcode',
    sql`b.product_id = r.target_id and b.position = 1 and not b.is_default`,
  );
  for (const field of ['barcode', 'subBarcode'])
    await addFaults(context, id, [field, 'barcode.repeated'], repeatedCodes(context, id, field));
  // Without a sub-unit column in the sheet, only an existing product may have a sub unit.
  await addFaultsWhere(
    context,
    id,
    ['subBarcode', 'unit.incomplete'],
    sql`${cellTextSql('subBarcode')} is not null and not ${hasCellSql('subUnit')}
      and not exists (
        select from product p where p.tenant_id = ${tenantId} and p.id = r.target_id and p.unit_id is not null)
      and not exists (
        select from sheet_fault f where f.tenant_id = ${tenantId} and f.import_id = ${id} and f.row = r.row)`,
  );
  await addFaultsWhere(
    context,
    id,
    ['subBarcode', 'product.twoBarcodes'],
    sql`${cellTextSql('subUnit')} is not null and ${cellTextSql('subBarcode')} is null
      and (r.target_id is null or ${hasCellSql('subBarcode')})`,
  );
}

/** Rows with a code of an earlier row, in either of the two columns and in any form. */
const repeatedCodes = (context: Context, id: string, field: string): RawBuilder<unknown> => sql`
  select row, jsonb_build_object('barcode', code) from (
    select row, field, code,
      min(row) over (partition by case when code ~ '^0[0-9]{12}$' then substr(code, 2) else code end) as first from (
      select r.row, 'barcode' as field, ${cellTextSql('barcode')} as code from sheet_row r where ${importRowsSql(context, id)}
      union all
      select r.row, 'subBarcode', ${cellTextSql('subBarcode')} from sheet_row r where ${importRowsSql(context, id)}) as codes
    where code is not null) as said
  where row <> first and field = ${field}`;

async function checkIdentity(context: Context, at: SheetImportState): Promise<void> {
  const { tenantId } = context;
  const { id } = at;
  // A missing or wrong name distinguishes nothing.
  const named = sql`(${cellTextSql('name')} is not null or r.target_id is not null)`;
  const alone = sql`case when ${isPlainRowSql(at)} and ${named} then r.derived->>'identity' end`;
  await addRepeated(context, id, 'name', alone);
  // Two rows that find a single barcode in different ways.
  await addRepeated(context, id, 'barcode', sql`(r.derived->>'barcodeId')`);
  const taken = sql`
    select r.row, jsonb_build_object('name', ${cellTextSql('name')}) from sheet_row r
    join (select p.id, ${productIdentitySql()} as identity from product p
      where p.tenant_id = ${tenantId} and p.removed_at is null) as known on known.identity = r.derived->>'identity'
    where ${importRowsSql(context, id)} and known.id <> r.target_id`;
  await addFaults(context, id, ['name', 'product.taken'], taken);
}

/** Checks that units stay with a product; identification stays, too, once documents name the product. */
async function checkExisting(context: Context, { id }: SheetImportState): Promise<void> {
  const { tenantId } = context;
  const wrong = (
    fault: SheetCellFault,
    condition: RawBuilder<boolean>,
    facts = sql`'{}'::jsonb`,
  ): Promise<void> => {
    const found = sql`
      select r.row, ${facts} from sheet_row r
      join product p on p.tenant_id = ${tenantId} and p.id = r.target_id
      left join unit u on u.tenant_id = ${tenantId} and u.id = p.unit_id
      where ${importRowsSql(context, id)} and (${condition})`;
    return addFaults(context, id, fault, found);
  };
  await wrong(
    ['unit', 'cell.stays'],
    sql`${cellTextSql('unit')} <> coalesce(p.unit_name, u.base_unit)
      or (${hasCellSql('subUnit')} and ${cellTextSql('subUnit')} is distinct from u.sub_unit)
      or (${hasCellSql('ratio')} and ${cellTextSql('ratio')}::numeric is distinct from u.ratio)`,
  );
  for (const [field, column] of [
    ['serialManaged', 'serial_managed'],
    ['lotManaged', 'lot_managed'],
  ] as const)
    await wrong(
      [field, 'product.used'],
      sql`${cellTextSql(field)}::boolean <> ${sql.ref(`p.${column}`)} and (${isInKitSql(tenantId)} or exists (
        select from document_line l where l.tenant_id = ${tenantId} and l.sku_id = any(array(
          select k.id from sku k where k.tenant_id = ${tenantId} and k.product_id = p.id)) offset 0))`,
      sql`jsonb_build_object('name', p.name)`,
    );
  await wrong(
    ['lotManaged', 'product.serialAndLot'],
    sql`coalesce(${cellTextSql('serialManaged')}::boolean, p.serial_managed)
      and coalesce(${cellTextSql('lotManaged')}::boolean, p.lot_managed)`,
  );
}

/** Tests that product `p` is a kit, or a kit contains or contained the product. */
const isInKitSql = (tenantId: string): RawBuilder<boolean> => sql<boolean>`(
  p.kit
  or exists (select from sku k join line_part part on part.tenant_id = ${tenantId} and part.sku_id = k.id
    where k.tenant_id = ${tenantId} and k.product_id = p.id)
  or exists (select from barcode b
    join product_part part on part.tenant_id = ${tenantId} and part.barcode_id = b.id
    join product whole on whole.tenant_id = ${tenantId} and whole.id = part.product_id and whole.kit
    where b.tenant_id = ${tenantId} and b.product_id = p.id))`;

/**
 * Refuses opening stock of kits, and another opening stock with serials, lots or attributes: only documents
 * and the sheet of opening stock can name them.
 */
async function checkOpenings(context: Context, { id, columns }: SheetImportState): Promise<void> {
  for (const warehouse of warehousesIn(columns)) {
    const field = `stock:${warehouse}`;
    // Granted when the sheet was read, and perhaps no longer.
    if (!mayUseWarehouse(context.scope, warehouse))
      await addFaultsWhere(
        context,
        id,
        [field, 'access.denied'],
        sql`${cellTextSql(field)} is not null`,
      );
    const apart = sql`
      select r.row, jsonb_build_object('name', ${cellTextSql('name')}) from sheet_row r
      left join product p on p.tenant_id = ${context.tenantId} and p.id = r.target_id
      left join (${openingsHeld(context)}) h
        on h.subject = 'product:' || r.target_id and h.warehouse_id = ${warehouse}
      where ${importRowsSql(context, id)} and ${cellTextSql(field)}::numeric <> coalesce(h.quantity, 0) and (
        coalesce(${cellTextSql('serialManaged')}::boolean, p.serial_managed, false)
        or coalesce(${cellTextSql('lotManaged')}::boolean, p.lot_managed, false)
        or coalesce(p.attributes, '[]') <> '[]' or r.derived->'pairs' is not null)`;
    await addFaults(context, id, [field, 'product.openingStock'], apart);
    const kits = sql`
      select r.row, jsonb_build_object('name', p.name) from sheet_row r
      join product p on p.tenant_id = ${context.tenantId} and p.id = r.target_id
      where ${importRowsSql(context, id)} and ${cellTextSql(field)} <> '0' and p.kit`;
    await addFaults(context, id, [field, 'product.kitStock'], kits);
  }
}
