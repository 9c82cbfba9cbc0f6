import { relations, sheets } from '@tradehouse/contract';
import { barcodeFinder, barcodeForms } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../../kernel/access/index.ts';
import type { ColumnValues } from '../../kernel/table/index.ts';
import { skuMappingBulk, spellShops } from '../externalOrder/index.ts';
import {
  addFaultsWhere,
  addRepeated,
  addUnknown,
  cellTextSql,
  noteBarcodes,
  importRowsSql,
  listImportRowRanges,
  importRowRangeSql,
} from './compare.ts';
import type { ImportRowRange } from './compare.ts';
import { asColumns, storedFields } from './productFields.ts';
import type { SheetImportState } from './sheetImport.ts';
import { changeStored, removeAdded, storedCells } from './storedWork.ts';
import { refuseChangedRecords } from './takeBack.ts';
import type { SheetRowCells, ChangeSide } from './takeBack.ts';
import type { SheetWork } from './work.ts';

/** Stored exactly like the cells. */
const kept = storedFields(relations.declares, Object.keys(sheets.productRelations.fields));
/** Cells name a barcode by code; the table stores the id. */
const said = { ...kept, barcode: { column: 'barcode', cast: 'numeric' } } as const;

/**
 * SKU mappings by spreadsheet, identified by platform, shop and code. No document names a mapping, so any
 * import can be undone.
 */
export const relationWork: SheetWork = {
  rule: () => ({ derived: {}, faults: [] }),
  check: checkSkuMappingImport,
  present: (context, { id }) => sql`
    select r.row, p.version, ${cells}
    from sheet_row r join product_relation p on p.tenant_id = ${context.tenantId} and p.id = r.target_id
    ${withBarcode(context)}
    where ${importRowsSql(context, id)}`,
  write: async (context, at, progress) => {
    for (const part of await listImportRowRanges(context, at.id, ['new', 'changed'])) {
      await addImportedSkuMappings(context, at, part);
      await changeImportedSkuMappings(context, at, part, 1);
      await progress(part.rows);
    }
  },
  undo: async (context, at, progress) => {
    await refuseChangedRecords(context, at, 'product_relation');
    for (const part of await listImportRowRanges(context, at.id, ['new', 'changed'])) {
      await changeImportedSkuMappings(context, at, part, 0);
      await removeAdded(context, at, part, skuMappingBulk);
      await progress(part.rows);
    }
  },
  all: (context) => sql`
    select ${cells} || jsonb_build_object('productName', g.name) as cells
    from product_relation p ${withBarcode(context)}
    left join product g on g.tenant_id = ${context.tenantId} and g.id = b.product_id
    where p.tenant_id = ${context.tenantId} order by p.platform, p.shop, p.id`,
};

const withBarcode = ({ tenantId }: Context): RawBuilder<unknown> =>
  sql`left join barcode b on b.tenant_id = ${tenantId} and b.id = p.barcode_id`;
const cells = sql`${storedCells(kept)} || jsonb_build_object('barcode', b.code)`;

const shopOf = sql`coalesce(${cellTextSql('shop')}, '')`;
const barcodeOf = sql<string>`(r.derived->>'barcodeId')::bigint`;

/** Mappings `p` meant by a row `r`: codes formerly equal stay distinct, so an exact match comes first. */
const skuMappingMatchesSql = ({ tenantId }: Context): readonly RawBuilder<boolean>[] => [
  sql`p.tenant_id = ${tenantId} and p.platform = ${cellTextSql('platform')} and p.shop = ${shopOf}
    and p.outer_sku_code = ${cellTextSql('outerSkuCode')}`,
  sql`p.tenant_id = ${tenantId} and r.target_id is null
    and p.colliding_outer_sku_code is distinct from p.outer_sku_code
    and folded_text(p.platform) = folded_text(${cellTextSql('platform')}) and normal_text(p.shop) = normal_text(${shopOf})
    and normal_text(p.outer_sku_code) = normal_text(${cellTextSql('outerSkuCode')})`,
];

async function checkSkuMappingImport(context: Context, { id }: SheetImportState): Promise<void> {
  const { tx } = context;
  await sql`
    update sheet_row r set derived = r.derived - 'barcodeId' where ${importRowsSql(context, id)}`.execute(
    tx,
  );
  await noteBarcodes(context, id);
  for (const isMeant of skuMappingMatchesSql(context))
    await sql`
      update sheet_row r set target_id = p.id from product_relation p
      where ${importRowsSql(context, id)} and ${isMeant}`.execute(tx);
  await addUnknown(context, id, 'barcode', sql`r.derived->'barcodeId' is null`);
  const key = sql`jsonb_build_array(folded_text(${cellTextSql('platform')}), normal_text(${shopOf}),
    normal_text(${cellTextSql('outerSkuCode')}))`;
  await addRepeated(context, id, 'outerSkuCode', key);
  await addFaultsWhere(
    context,
    id,
    ['ratio', 'relation.ratio'],
    sql`${cellTextSql('ratio')}::numeric <= 0`,
  );
}

async function addImportedSkuMappings(
  context: Context,
  { id }: SheetImportState,
  part: ImportRowRange,
): Promise<void> {
  const { tx } = context;
  const brought = importRowRangeSql(context, id, part, 'new');
  const { rows } = await sql<{ cells: SheetRowCells; barcodeId: string | null }>`
    select r.cells, ${barcodeOf} as "barcodeId" from sheet_row r where ${brought} order by r.row`.execute(
    tx,
  );
  const added = rows.map(({ cells, barcodeId }) => ({
    shop: '',
    ...asColumns(kept, cells),
    barcode_id: barcodeId,
  }));
  await skuMappingBulk.add(context, await spellShops(context, added));
  for (const isMeant of skuMappingMatchesSql(context))
    await sql`
      update sheet_row r set target_id = p.id from product_relation p
      where ${brought} and ${isMeant}`.execute(tx);
}

const changeImportedSkuMappings = (
  context: Context,
  at: SheetImportState,
  part: ImportRowRange,
  side: ChangeSide,
): Promise<void> =>
  changeStored(context, at, { part, side }, said, async (rows) =>
    skuMappingBulk.change(context, await byTheirIds(context, rows)),
  );

type SkuMappingChange = ColumnValues & { readonly id: string };

/** Replaces the rows' barcodes by ids; null if deleted since. */
async function byTheirIds(
  { tx, tenantId }: Context,
  rows: readonly SkuMappingChange[],
): Promise<readonly SkuMappingChange[]> {
  const codes = rows.flatMap(({ barcode }) => (typeof barcode === 'string' ? [barcode] : []));
  const { rows: known } = await sql<{ id: string; code: string }>`
    select id, code from barcode where tenant_id = ${tenantId} and code = any(${codes.flatMap(barcodeForms)}::text[])`.execute(
    tx,
  );
  const find = barcodeFinder(known, ({ code }) => code);
  return rows.map(({ barcode, ...rest }) =>
    barcode === undefined ? rest : { ...rest, barcode_id: find(String(barcode))?.id ?? null },
  );
}
