import { decimal, isBarcode } from '@tradehouse/domain';
import { withNameForms } from '../catalog/index.ts';
import { amount, bit, bracketed, key, remark, word } from './company.ts';
import type { DumpRow } from './dump.ts';
import { bring, refusing, remember, triedEach, type Plan, type Run } from './records.ts';
import { leave, notThere } from './sentence.ts';

/** Their words for ours. */
type Words = ReadonlyMap<string, string>;

const PERSON_TYPES: Words = new Map([
  ['业务员', 'salesperson'],
  ['销售员', 'salesperson'],
  ['仓管员', 'keeper'],
  ['财务员', 'finance'],
]);
const PARTNER_TYPES: Words = new Map([
  ['供应商', 'supplier'],
  ['客户', 'customer'],
  ['会员', 'member'],
]);
const DATA_SCOPES: Words = new Map([
  ['全部数据', 'all'],
  ['本部门数据', 'institution'],
  ['本机构数据', 'institution'],
  ['个人数据', 'own'],
]);
const ITEM_TYPES: Words = new Map([
  ['收入', 'income'],
  ['支出', 'expense'],
]);

const sort = (row: DumpRow): number => Number.parseInt(word(row, 'sort'), 10) || 0;
const enabled = (row: DumpRow): boolean =>
  row['enabled'] === undefined || row['enabled'] === null || bit(row, 'enabled');
const unknownType = (type: string): never => leave(`未知的类型“${type}”`, `unknown type "${type}"`);
const LONGEST_NAME = 100;

/** Everything that documents refer to, in the order in which it refers to each other. */
export async function bringMasters(run: Run, people: () => Promise<void>): Promise<void> {
  for (const plan of plans(run)) {
    await bring(run, plan);
    // Warehouses name the users who look after them, and users their role and institution.
    if (plan.to === 'role') await people();
  }
  await bringBarcodes(run);
  await bringSettings(run);
}

function plans(run: Run): readonly Plan[] {
  const { ids } = run;
  const barcodes = Map.groupBy(run.source.rows('jsh_material_extend'), (row) =>
    word(row, 'material_id'),
  );
  return [
    {
      from: 'jsh_organization',
      to: 'institution',
      named: ['name'],
      values: (row) => ({
        name: word(row, 'org_abr'),
        number: word(row, 'org_no'),
        parent_id: ids.of('jsh_organization', key(row, 'parent_id')),
        sort: sort(row),
        remark: remark(row),
      }),
    },
    {
      from: 'jsh_role',
      to: 'role',
      named: ['name'],
      values: (row) => {
        const scope = DATA_SCOPES.get(word(row, 'type'));
        return scope
          ? { name: word(row, 'name'), data_scope: scope, remark: remark(row, 'description') }
          : leave(
              `未知的数据范围“${word(row, 'type')}”`,
              `unknown data scope "${word(row, 'type')}"`,
            );
      },
    },
    {
      from: 'jsh_person',
      to: 'person',
      named: ['type', 'name'],
      values: (row) => {
        const type = PERSON_TYPES.get(word(row, 'type'));
        return type
          ? { type, name: word(row, 'name'), sort: sort(row), enabled: enabled(row) }
          : unknownType(word(row, 'type'));
      },
    },
    {
      from: 'jsh_in_out_item',
      to: 'in_out_item',
      named: ['name'],
      values: (row) => {
        const type = ITEM_TYPES.get(word(row, 'type'));
        return type
          ? {
              type,
              name: word(row, 'name'),
              remark: remark(row),
              sort: sort(row),
              enabled: enabled(row),
            }
          : unknownType(word(row, 'type'));
      },
    },
    {
      from: 'jsh_unit',
      to: 'unit',
      named: ['name'],
      values: (row) => ({
        name: word(row, 'name'),
        base_unit: word(row, 'basic_unit'),
        sub_unit: word(row, 'other_unit'),
        ratio: amount(row, 'ratio'),
        sub_unit_two: word(row, 'other_unit_two') || null,
        ratio_two: key(row, 'other_unit_two') && key(row, 'ratio_two'),
        sub_unit_three: word(row, 'other_unit_three') || null,
        ratio_three: key(row, 'other_unit_three') && key(row, 'ratio_three'),
        enabled: enabled(row),
      }),
    },
    {
      from: 'jsh_material_category',
      to: 'category',
      named: ['parent_id', 'name'],
      values: (row) => ({
        name: word(row, 'name'),
        number: word(row, 'serial_no'),
        parent_id: ids.of('jsh_material_category', key(row, 'parent_id')),
        sort: sort(row),
        remark: remark(row),
      }),
    },
    {
      from: 'jsh_depot',
      to: 'warehouse',
      named: ['name'],
      values: (row) => ({
        name: word(row, 'name'),
        address: word(row, 'address'),
        storage_fee: key(row, 'warehousing'),
        transport_fee: key(row, 'truckage'),
        principal_id: ids.of('jsh_user', key(row, 'principal')),
        sort: sort(row),
        remark: remark(row),
        enabled: enabled(row),
      }),
    },
    {
      from: 'jsh_account',
      to: 'account',
      named: ['name'],
      values: (row) => ({
        name: word(row, 'name'),
        number: word(row, 'serial_no'),
        opening_amount: amount(row, 'initial_amount'),
        sort: sort(row),
        remark: remark(row),
        enabled: enabled(row),
      }),
    },
    {
      from: 'jsh_supplier',
      to: 'partner',
      named: ['type', 'name'],
      values: (row) => {
        const type = PARTNER_TYPES.get(word(row, 'type'));
        if (!type) return unknownType(word(row, 'type'));
        const [receivable, payable] = [
          amount(row, 'begin_need_get'),
          amount(row, 'begin_need_pay'),
        ];
        if (!decimal(receivable).isZero() && !decimal(payable).isZero())
          return leave(
            '同时有期初应收和期初应付',
            'has an opening receivable and an opening payable',
          );
        return withNameForms({
          type,
          name: word(row, 'supplier'),
          contacts: word(row, 'contacts'),
          phone: word(row, 'telephone'),
          telephone: word(row, 'phone_num'),
          email: word(row, 'email'),
          fax: word(row, 'fax'),
          address: word(row, 'address'),
          tax_number: word(row, 'tax_num'),
          tax_rate: key(row, 'tax_rate'),
          bank_name: word(row, 'bank_name'),
          bank_account: word(row, 'account_number'),
          opening_receivable: receivable,
          opening_payable: payable,
          remark: remark(row, 'description'),
          enabled: enabled(row),
        });
      },
    },
    {
      from: 'jsh_material',
      to: 'product',
      named: ['name', 'standard', 'model', 'color'],
      values: (row) => {
        const [barcode] = barcodes.get(word(row, 'id')) ?? [];
        const unitId = ids.of('jsh_unit', key(row, 'unit_id'));
        if (barcode === undefined) return leave('没有条码', 'has no barcode');
        if ([...word(row, 'name')].length > LONGEST_NAME)
          return leave(
            `名称超过 ${LONGEST_NAME} 个字符`,
            `its name is longer than ${LONGEST_NAME} characters`,
          );
        if (row['enable_serial_number'] === '1' && row['enable_batch_number'] === '1')
          return leave('同时按序列号和批号管理', 'is managed by serial and by lot');
        return withNameForms({
          name: word(row, 'name'),
          category_id: ids.of('jsh_material_category', key(row, 'category_id')),
          standard: word(row, 'standard'),
          model: word(row, 'model'),
          color: word(row, 'color'),
          maker: word(row, 'mfrs'),
          unit_id: unitId,
          unit_name: unitId ? null : word(row, 'unit') || word(barcode, 'commodity_unit'),
          weight: key(row, 'weight'),
          shelf_life_days: key(row, 'expiry_num'),
          serial_managed: row['enable_serial_number'] === '1',
          lot_managed: row['enable_batch_number'] === '1',
          property_one: word(row, 'other_field1'),
          property_two: word(row, 'other_field2'),
          property_three: word(row, 'other_field3'),
          remark: remark(row),
          enabled: enabled(row),
        });
      },
    },
  ];
}

/** Barcode rows: one SKU for each combination of attributes, one barcode for each unit of it. */
async function bringBarcodes(run: Run): Promise<void> {
  const { tx, tenantId, ids } = run;
  const table = 'jsh_material_extend';
  const rows = run.source.rows(table);
  const positions = new Map(rows.map((row, position) => [row, position]));
  const work = async (row: DumpRow): Promise<void> => {
    const id = word(row, 'id');
    if (ids.of(table, id) !== null) {
      ids.count(table).known += 1;
      return;
    }
    const productId =
      ids.of('jsh_material', key(row, 'material_id')) ??
      leave('其商品没有导入', 'its product did not come along');
    const code = word(row, 'bar_code');
    if (!isBarcode(code))
      leave(`条码“${code}”不是 4 到 13 位数字`, `barcode "${code}" is not 4 to 13 digits`);
    const taken = await tx
      .selectFrom('barcode')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('code', '=', code)
      .executeTakeFirst();
    if (taken) leave(`条码 ${code} 已被使用`, `barcode ${code} is taken`);
    const skuId = await skuOf(run, productId, word(row, 'sku'));
    const { id: barcodeId } = await tx
      .insertInto('barcode')
      .values({
        tenant_id: tenantId,
        sku_id: skuId,
        product_id: productId,
        code,
        unit: word(row, 'commodity_unit'),
        ratio: await ratioOf(run, productId, word(row, 'commodity_unit')),
        is_default: row['default_flag'] === '1',
        position: positions.get(row) ?? 0,
        purchase_price: key(row, 'purchase_decimal'),
        retail_price: key(row, 'commodity_decimal'),
        sale_price: key(row, 'wholesale_decimal'),
        minimum_price: key(row, 'low_decimal'),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await remember(run, table, id, { table: 'barcode', id: barcodeId });
  };
  await triedEach(run, rows, work, refusing(run, table));
}

async function skuOf(
  { tx, tenantId }: Run,
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
  await tx.insertInto('sku_cost').values({ tenant_id: tenantId, sku_id: id }).execute();
  return id;
}

/** Base units in one of the product's units; 1 for its base unit and for a product of one unit. */
async function ratioOf({ tx, tenantId }: Run, productId: string, unit: string): Promise<string> {
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

async function bringSettings(run: Run): Promise<void> {
  const table = 'jsh_system_config';
  const row = run.source.rows(table)[0];
  if (!row) return;
  // What the company has set here since is not undone by a later run.
  if (run.ids.of(table, word(row, 'id')) !== null) {
    run.ids.count(table).known += 1;
    return;
  }
  const on = (column: string): boolean => row[column] === '1';
  await run.tx
    .updateTable('tenant_setting')
    .set({
      company_name: word(row, 'company_name'),
      company_contacts: word(row, 'company_contacts'),
      company_address: word(row, 'company_address'),
      company_phone: word(row, 'company_tel'),
      company_fax: word(row, 'company_fax'),
      company_post_code: word(row, 'company_post_code'),
      sale_agreement: remark(row, 'sale_agreement'),
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
  await remember(run, table, word(row, 'id'), { table: 'tenant_setting', id: run.tenantId });
}

interface Granting {
  /** What is granted. */
  readonly target: string;
  readonly grant: (run: Run, userId: string, recordId: string) => Promise<unknown>;
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

/** Who may see which warehouse and which customer; relations to users or records that are not there are refused. */
export async function bringGrants(run: Run): Promise<void> {
  const table = 'jsh_user_business';
  for (const row of run.source.rows(table)) {
    const type = word(row, 'type');
    const id = word(row, 'id');
    const granting = GRANTS.get(type);
    if (granting === undefined) continue;
    if (run.ids.of(table, id) !== null) {
      run.ids.count(table).known += 1;
      continue;
    }
    const { target, grant } = granting;
    const userId = run.ids.of('jsh_user', key(row, 'key_id'));
    if (userId === null) {
      run.source.refusals.push({
        table,
        id,
        reason: notThere('用户', 'its user', word(row, 'key_id')),
      });
      continue;
    }
    for (const granted of bracketed(word(row, 'value'))) {
      const recordId = run.ids.of(target, granted);
      if (recordId === null)
        run.source.refusals.push({ table, id, reason: notThere(target, target, granted) });
      else await grant(run, userId, recordId);
    }
    await remember(run, table, id, { table: 'app_user', id: userId });
  }
}
