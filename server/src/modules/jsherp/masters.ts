import { decimal, isBarcode } from '@tradehouse/domain';
import { withNameForms } from '../catalog/index.ts';
import { openCosts } from '../posting/index.ts';
import {
  readDumpAmount,
  readDumpBit,
  parseBracketedIds,
  readDumpKey,
  readDumpRemark,
  readDumpWord,
} from './company.ts';
import type { DumpRow } from './dump.ts';
import {
  importDumpTable,
  makeRowRefusal,
  recordImportedRow,
  triedEach,
  type Plan,
  type DumpImportRun,
} from './records.ts';
import { leaveRowBehind, notThere } from './sentence.ts';

/** Their words for ours. */
type DumpWordMapping = ReadonlyMap<string, string>;

const PERSON_TYPES: DumpWordMapping = new Map([
  ['业务员', 'salesperson'],
  ['销售员', 'salesperson'],
  ['仓管员', 'keeper'],
  ['财务员', 'finance'],
]);
const PARTNER_TYPES: DumpWordMapping = new Map([
  ['供应商', 'supplier'],
  ['客户', 'customer'],
  ['会员', 'member'],
]);
const DATA_SCOPES: DumpWordMapping = new Map([
  ['全部数据', 'all'],
  ['本部门数据', 'institution'],
  ['本机构数据', 'institution'],
  ['个人数据', 'own'],
]);
const ITEM_TYPES: DumpWordMapping = new Map([
  ['收入', 'income'],
  ['支出', 'expense'],
]);

const readSortNumber = (row: DumpRow): number =>
  Number.parseInt(readDumpWord(row, 'sort'), 10) || 0;
const isEnabledRow = (row: DumpRow): boolean =>
  row['enabled'] === undefined || row['enabled'] === null || readDumpBit(row, 'enabled');
const unknownType = (type: string): never =>
  leaveRowBehind(`未知的类型“${type}”`, `unknown type "${type}"`);
const LONGEST_NAME = 100;

/** Imports all records referenced by documents, in dependency order. */
export async function bringMasters(run: DumpImportRun, people: () => Promise<void>): Promise<void> {
  for (const plan of planMasterImports(run)) {
    await importDumpTable(run, plan);
    // Warehouses refer to users; users refer to role and institution.
    if (plan.to === 'role') await people();
  }
  await bringBarcodes(run);
  await bringSettings(run);
}

function planMasterImports(run: DumpImportRun): readonly Plan[] {
  const { ids } = run;
  const barcodes = Map.groupBy(run.source.rows('jsh_material_extend'), (row) =>
    readDumpWord(row, 'material_id'),
  );
  return [
    {
      from: 'jsh_organization',
      to: 'institution',
      named: ['name'],
      values: (row) => ({
        name: readDumpWord(row, 'org_abr'),
        number: readDumpWord(row, 'org_no'),
        parent_id: ids.of('jsh_organization', readDumpKey(row, 'parent_id')),
        sort: readSortNumber(row),
        remark: readDumpRemark(row),
      }),
    },
    {
      from: 'jsh_role',
      to: 'role',
      named: ['name'],
      values: (row) => {
        const scope = DATA_SCOPES.get(readDumpWord(row, 'type'));
        return scope
          ? {
              name: readDumpWord(row, 'name'),
              data_scope: scope,
              remark: readDumpRemark(row, 'description'),
            }
          : leaveRowBehind(
              `未知的数据范围“${readDumpWord(row, 'type')}”`,
              `unknown data scope "${readDumpWord(row, 'type')}"`,
            );
      },
    },
    {
      from: 'jsh_person',
      to: 'person',
      named: ['type', 'name'],
      values: (row) => {
        const type = PERSON_TYPES.get(readDumpWord(row, 'type'));
        return type
          ? {
              type,
              name: readDumpWord(row, 'name'),
              sort: readSortNumber(row),
              enabled: isEnabledRow(row),
            }
          : unknownType(readDumpWord(row, 'type'));
      },
    },
    {
      from: 'jsh_in_out_item',
      to: 'in_out_item',
      named: ['name'],
      values: (row) => {
        const type = ITEM_TYPES.get(readDumpWord(row, 'type'));
        return type
          ? {
              type,
              name: readDumpWord(row, 'name'),
              remark: readDumpRemark(row),
              sort: readSortNumber(row),
              enabled: isEnabledRow(row),
            }
          : unknownType(readDumpWord(row, 'type'));
      },
    },
    {
      from: 'jsh_unit',
      to: 'unit',
      named: ['name'],
      values: (row) => ({
        name: readDumpWord(row, 'name'),
        base_unit: readDumpWord(row, 'basic_unit'),
        sub_unit: readDumpWord(row, 'other_unit'),
        ratio: readDumpAmount(row, 'ratio'),
        sub_unit_two: readDumpWord(row, 'other_unit_two') || null,
        ratio_two: readDumpKey(row, 'other_unit_two') && readDumpKey(row, 'ratio_two'),
        sub_unit_three: readDumpWord(row, 'other_unit_three') || null,
        ratio_three: readDumpKey(row, 'other_unit_three') && readDumpKey(row, 'ratio_three'),
        enabled: isEnabledRow(row),
      }),
    },
    {
      from: 'jsh_material_category',
      to: 'category',
      named: ['parent_id', 'name'],
      values: (row) => ({
        name: readDumpWord(row, 'name'),
        number: readDumpWord(row, 'serial_no'),
        parent_id: ids.of('jsh_material_category', readDumpKey(row, 'parent_id')),
        sort: readSortNumber(row),
        remark: readDumpRemark(row),
      }),
    },
    {
      from: 'jsh_depot',
      to: 'warehouse',
      named: ['name'],
      values: (row) => ({
        name: readDumpWord(row, 'name'),
        address: readDumpWord(row, 'address'),
        storage_fee: readDumpKey(row, 'warehousing'),
        transport_fee: readDumpKey(row, 'truckage'),
        principal_id: ids.of('jsh_user', readDumpKey(row, 'principal')),
        sort: readSortNumber(row),
        remark: readDumpRemark(row),
        enabled: isEnabledRow(row),
      }),
    },
    {
      from: 'jsh_account',
      to: 'account',
      named: ['name'],
      values: (row) => ({
        name: readDumpWord(row, 'name'),
        number: readDumpWord(row, 'serial_no'),
        opening_amount: readDumpAmount(row, 'initial_amount'),
        sort: readSortNumber(row),
        remark: readDumpRemark(row),
        enabled: isEnabledRow(row),
      }),
    },
    {
      from: 'jsh_supplier',
      to: 'partner',
      named: ['type', 'name'],
      values: (row) => {
        const type = PARTNER_TYPES.get(readDumpWord(row, 'type'));
        if (!type) return unknownType(readDumpWord(row, 'type'));
        const [receivable, payable] = [
          readDumpAmount(row, 'begin_need_get'),
          readDumpAmount(row, 'begin_need_pay'),
        ];
        if (!decimal(receivable).isZero() && !decimal(payable).isZero())
          return leaveRowBehind(
            '同时有期初应收和期初应付',
            'has an opening receivable and an opening payable',
          );
        return withNameForms({
          type,
          name: readDumpWord(row, 'supplier'),
          contacts: readDumpWord(row, 'contacts'),
          phone: readDumpWord(row, 'telephone'),
          telephone: readDumpWord(row, 'phone_num'),
          email: readDumpWord(row, 'email'),
          fax: readDumpWord(row, 'fax'),
          address: readDumpWord(row, 'address'),
          tax_number: readDumpWord(row, 'tax_num'),
          tax_rate: readDumpKey(row, 'tax_rate'),
          bank_name: readDumpWord(row, 'bank_name'),
          bank_account: readDumpWord(row, 'account_number'),
          opening_receivable: receivable,
          opening_payable: payable,
          remark: readDumpRemark(row, 'description'),
          enabled: isEnabledRow(row),
        });
      },
    },
    {
      from: 'jsh_material',
      to: 'product',
      named: ['name', 'standard', 'model', 'color'],
      values: (row) => {
        const [barcode] = barcodes.get(readDumpWord(row, 'id')) ?? [];
        const unitId = ids.of('jsh_unit', readDumpKey(row, 'unit_id'));
        if (barcode === undefined) return leaveRowBehind('没有条码', 'has no barcode');
        if ([...readDumpWord(row, 'name')].length > LONGEST_NAME)
          return leaveRowBehind(
            `名称超过 ${LONGEST_NAME} 个字符`,
            `its name is longer than ${LONGEST_NAME} characters`,
          );
        if (row['enable_serial_number'] === '1' && row['enable_batch_number'] === '1')
          return leaveRowBehind('同时按序列号和批号管理', 'is managed by serial and by lot');
        return withNameForms({
          name: readDumpWord(row, 'name'),
          category_id: ids.of('jsh_material_category', readDumpKey(row, 'category_id')),
          standard: readDumpWord(row, 'standard'),
          model: readDumpWord(row, 'model'),
          color: readDumpWord(row, 'color'),
          maker: readDumpWord(row, 'mfrs'),
          unit_id: unitId,
          unit_name: unitId
            ? null
            : readDumpWord(row, 'unit') || readDumpWord(barcode, 'commodity_unit'),
          weight: readDumpKey(row, 'weight'),
          shelf_life_days: readDumpKey(row, 'expiry_num'),
          serial_managed: row['enable_serial_number'] === '1',
          lot_managed: row['enable_batch_number'] === '1',
          property_one: readDumpWord(row, 'other_field1'),
          property_two: readDumpWord(row, 'other_field2'),
          property_three: readDumpWord(row, 'other_field3'),
          remark: readDumpRemark(row),
          enabled: isEnabledRow(row),
        });
      },
    },
  ];
}

/** Imports barcode rows: a SKU per combination of attributes, and a barcode per unit. */
async function bringBarcodes(run: DumpImportRun): Promise<void> {
  const { tx, tenantId, ids } = run;
  const table = 'jsh_material_extend';
  const rows = run.source.rows(table);
  const positions = new Map(rows.map((row, position) => [row, position]));
  const work = async (row: DumpRow): Promise<void> => {
    const id = readDumpWord(row, 'id');
    if (ids.of(table, id) !== null) {
      ids.count(table).known += 1;
      return;
    }
    const productId =
      ids.of('jsh_material', readDumpKey(row, 'material_id')) ??
      leaveRowBehind('其商品没有导入', 'its product did not come along');
    const code = readDumpWord(row, 'bar_code');
    if (!isBarcode(code))
      leaveRowBehind(`条码“${code}”不是 4 到 13 位数字`, `barcode "${code}" is not 4 to 13 digits`);
    const taken = await tx
      .selectFrom('barcode')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('code', '=', code)
      .executeTakeFirst();
    if (taken) leaveRowBehind(`条码 ${code} 已被使用`, `barcode ${code} is taken`);
    const skuId = await skuOf(run, productId, readDumpWord(row, 'sku'));
    const { id: barcodeId } = await tx
      .insertInto('barcode')
      .values({
        tenant_id: tenantId,
        sku_id: skuId,
        product_id: productId,
        code,
        unit: readDumpWord(row, 'commodity_unit'),
        ratio: await ratioOf(run, productId, readDumpWord(row, 'commodity_unit')),
        is_default: row['default_flag'] === '1',
        position: positions.get(row) ?? 0,
        purchase_price: readDumpKey(row, 'purchase_decimal'),
        retail_price: readDumpKey(row, 'commodity_decimal'),
        sale_price: readDumpKey(row, 'wholesale_decimal'),
        minimum_price: readDumpKey(row, 'low_decimal'),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await recordImportedRow(run, table, id, { table: 'barcode', id: barcodeId });
  };
  await triedEach(run, rows, work, makeRowRefusal(run, table));
}

async function skuOf(
  { tx, tenantId }: DumpImportRun,
  productId: string,
  attributes: string,
): Promise<string> {
  const found = await tx
    .selectFrom('sku')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('product_id', '=', productId)
    .where('attributes', '=', attributes)
    .executeTakeFirst();
  if (found) return found.id;
  const { id } = await tx
    .insertInto('sku')
    .values({ tenant_id: tenantId, product_id: productId, attributes })
    .returning('id')
    .executeTakeFirstOrThrow();
  await openCosts({ tx, tenantId }, [id]);
  return id;
}

/** Base units per unit; 1 for the base unit and single-unit products. */
async function ratioOf(
  { tx, tenantId }: DumpImportRun,
  productId: string,
  unit: string,
): Promise<string> {
  const group = await tx
    .selectFrom('product')
    .innerJoin('unit', (join) =>
      join.onRef('unit.id', '=', 'product.unit_id').on('unit.tenant_id', '=', tenantId),
    )
    .select([
      'unit.sub_unit',
      'unit.ratio',
      'unit.sub_unit_two',
      'unit.ratio_two',
      'unit.sub_unit_three',
      'unit.ratio_three',
    ])
    .where('product.tenant_id', '=', tenantId)
    .where('unit.tenant_id', '=', tenantId)
    .where('product.id', '=', productId)
    .executeTakeFirst();
  if (!group) return '1';
  const ratios = new Map([
    [group.sub_unit, group.ratio],
    [group.sub_unit_two, group.ratio_two],
    [group.sub_unit_three, group.ratio_three],
  ]);
  return ratios.get(unit) ?? '1';
}

async function bringSettings(run: DumpImportRun): Promise<void> {
  const table = 'jsh_system_config';
  const row = run.source.rows(table)[0];
  if (!row) return;
  // A later run keeps the company's own settings.
  if (run.ids.of(table, readDumpWord(row, 'id')) !== null) {
    run.ids.count(table).known += 1;
    return;
  }
  const on = (column: string): boolean => row[column] === '1';
  await run.tx
    .updateTable('tenant_setting')
    .set({
      company_name: readDumpWord(row, 'company_name'),
      company_contacts: readDumpWord(row, 'company_contacts'),
      company_address: readDumpWord(row, 'company_address'),
      company_phone: readDumpWord(row, 'company_tel'),
      company_fax: readDumpWord(row, 'company_fax'),
      company_post_code: readDumpWord(row, 'company_post_code'),
      sale_agreement: readDumpRemark(row, 'sale_agreement'),
      warehouse_grants: on('depot_flag'),
      customer_grants: on('customer_flag'),
      negative_stock: on('minus_stock_flag'),
      purchase_by_sale: on('purchase_by_sale_flag'),
      force_approval: on('force_approval_flag'),
      over_link: on('over_link_bill_flag'),
      price_includes_tax: on('material_price_tax_flag'),
      zero_change_amount: on('zero_change_amount_flag'),
      customer_static_price: on('customer_static_price_flag'),
      currency: 'CNY',
      currency_symbol: '¥',
      currency_digits: 2,
    })
    .where('tenant_id', '=', run.tenantId)
    .execute();
  await recordImportedRow(run, table, readDumpWord(row, 'id'), {
    table: 'tenant_setting',
    id: run.tenantId,
  });
}

interface Granting {
  /** Table of the granted records. */
  readonly target: string;
  readonly grant: (run: DumpImportRun, userId: string, recordId: string) => Promise<unknown>;
}

const GRANTS: ReadonlyMap<string, Granting> = new Map([
  [
    'UserDepot',
    {
      target: 'jsh_depot',
      grant: ({ tx, tenantId }, userId, recordId) =>
        tx
          .insertInto('user_warehouse')
          .values({ tenant_id: tenantId, user_id: userId, warehouse_id: recordId })
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
    },
  ],
  [
    'UserCustomer',
    {
      target: 'jsh_supplier',
      grant: ({ tx, tenantId }, userId, recordId) =>
        tx
          .insertInto('user_customer')
          .values({ tenant_id: tenantId, user_id: userId, partner_id: recordId })
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
    },
  ],
] satisfies [string, Granting][]);

/** Imports warehouse and customer grants; grants to missing users or records are refused. */
export async function bringGrants(run: DumpImportRun): Promise<void> {
  const table = 'jsh_user_business';
  for (const row of run.source.rows(table)) {
    const type = readDumpWord(row, 'type');
    const id = readDumpWord(row, 'id');
    const granting = GRANTS.get(type);
    if (granting === undefined) continue;
    if (run.ids.of(table, id) !== null) {
      run.ids.count(table).known += 1;
      continue;
    }
    const { target, grant } = granting;
    const userId = run.ids.of('jsh_user', readDumpKey(row, 'key_id'));
    if (userId === null) {
      run.source.refusals.push({
        table,
        id,
        reason: notThere('用户', 'its user', readDumpWord(row, 'key_id')),
      });
      continue;
    }
    for (const granted of parseBracketedIds(readDumpWord(row, 'value'))) {
      const recordId = run.ids.of(target, granted);
      if (recordId === null)
        run.source.refusals.push({ table, id, reason: notThere(target, target, granted) });
      else await grant(run, userId, recordId);
    }
    await recordImportedRow(run, table, id, { table: 'app_user', id: userId });
  }
}
